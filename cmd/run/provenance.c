#include "cmd/run/provenance.h"
#include "base/esc.h"
#include "cmd/run/run.h"
#include <string.h>

/* @return the value of a key, such as "ID:", in a @PG line; p NULL if the line does not have it */
static struct otfp_str key_of(const struct otfp_str *line, const char *key)
{
	const char *p = line->p, *end = line->p + line->n, *tab;

	for (; (p = memchr(p, '\t', (size_t)(end - p)));) {
		p++;
		if (end - p < 3 || memcmp(p, key, 3))
			continue;
		tab = memchr(p, '\t', (size_t)(end - p));
		return (struct otfp_str){p + 3, (size_t)((tab ? tab : end) - p) - 3};
	}
	return (struct otfp_str){NULL, 0};
}

int otfp_provenance_see(struct otfp_provenance *p, const struct otfp_record *rec)
{
	struct otfp_str id;

	if (rec->type != OTFP_CONTROL || rec->line.n < 4 || memcmp(rec->line.p, "@PG\t", 4))
		return 0;
	id = key_of(&rec->line, "ID:");
	p->stages++;
	p->last.n = 0;
	otfp_buf_add(&p->last, id.p, id.n);
	return 1;
}

static int add_escaped(struct otfp_buf *b, const char *s)
{
	size_t n = strlen(s);

	if (otfp_buf_reserve(b, 4 * n) < 0)
		return -1;
	b->n = (size_t)(otfp_esc_put(b->p + b->n, s, n) - b->p);
	return 0;
}

int otfp_provenance_line(struct otfp_provenance *p, int argc, char **argv, struct otfp_str *line)
{
	struct otfp_buf *b = &p->line;
	int code = otfp_buf_printf(b, "@PG\tID:%u", p->stages + 1);

	if (code == 0 && p->last.n)
		code = otfp_buf_printf(b, "\tPP:%.*s", (int)p->last.n, p->last.p);
	if (code == 0)
		code = otfp_buf_printf(b, "\tPN:%s\tVN:" OTFP_VERSION "\tCL:%s", otfp_program(), otfp_program());
	for (int i = 1; i < argc && code == 0; i++)
		if ((code = otfp_buf_puts(b, " ")) == 0)
			code = add_escaped(b, argv[i]);
	*line = (struct otfp_str){b->p, b->n};
	return code;
}

void otfp_provenance_release(struct otfp_provenance *p)
{
	otfp_buf_release(&p->last);
	otfp_buf_release(&p->line);
}
