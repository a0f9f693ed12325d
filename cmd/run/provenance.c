#include "cmd/run/provenance.h"
#include "base/esc.h"
#include "record/control.h"
#include "cmd/run/run.h"
#include <string.h>

int provenance_add(struct provenance *p, const struct otfp_record *rec)
{
	struct otfp_str id;

	if (otfp_control_kind(rec) != OTFP_C_PG)
		return 0;
	id = otfp_pg_get(&rec->line, "ID");
	p->stages++;
	p->last.n = 0;
	return otfp_buf_add(&p->last, id.p, id.n) < 0 ? -1 : 1;
}

static int add_escaped(struct otfp_buf *b, const char *s)
{
	size_t n = strlen(s);

	if (otfp_buf_reserve(b, 4 * n) < 0)
		return -1;
	b->n = (size_t)(otfp_esc_put(b->p + b->n, s, n) - b->p);
	return 0;
}

int provenance_line(struct provenance *p, int argc, char **argv, struct otfp_record *own)
{
	struct otfp_buf *b = &p->line;
	int code = otfp_buf_printf(b, "%s\tID:%u", otfp_control_name(OTFP_C_PG), p->stages + 1);

	if (code == 0 && p->last.n)
		code = otfp_buf_printf(b, "\tPP:%.*s", (int)p->last.n, p->last.p);
	if (code == 0)
		code = otfp_buf_printf(b, "\tPN:%s\tVN:" OTFP_VERSION "\tCL:%s", message_program(), message_program());
	for (int i = 1; i < argc && code == 0; i++)
		if ((code = otfp_buf_puts(b, " ")) == 0)
			code = add_escaped(b, argv[i]);
	*own = otfp_control_record(b->p, b->n);
	return code;
}

void provenance_release(struct provenance *p)
{
	otfp_buf_release(&p->last);
	otfp_buf_release(&p->line);
}
