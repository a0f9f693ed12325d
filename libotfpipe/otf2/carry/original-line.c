/* original-line.c - the lines of definitions in an archive that otf-to-otf2 wrote. See original-read.h. */
#include "line/parse.h"
#include "otf2/carry/original-read.h"
#include "record/control.h"
#include <stdlib.h>
#include <string.h>

int otfp_otf2_original_bad(struct otfp_otf2_carrying *c, const char *what)
{
	return otfp_fail_at(c->err, OTFP_EDAMAGE, OTFP_FLAW_LINE, c->name, 0, "%s", what);
}

/* Make o->line the next one, with LF and what the parser may read after it. */
static int join_pieces(struct otfp_otf2_carrying *c)
{
	static const char after[1 + OTFP_INPUT_AHEAD] = "\n";
	struct otfp_otf2_original *o = c->original;
	int is_last = 0;

	for (o->line.n = 0; o->at < o->npieces && !is_last; is_last = o->pieces[o->at++].is_last)
		if (otfp_buf_add(&o->line, o->pieces[o->at].text.p, o->pieces[o->at].text.n) < 0)
			return otfp_fail_memory(c->err);
	if (!is_last || !o->line.n || memchr(o->line.p, '\n', o->line.n))
		return otfp_otf2_original_bad(c, "a line of its definitions is damaged");
	otfp_scratch_clear(&o->scratch);
	if (otfp_buf_add(&o->line, after, sizeof after) < 0 || otfp_scratch_reserve(&o->scratch, o->line.n) < 0)
		return otfp_fail_memory(c->err);
	o->line.n -= sizeof after;
	return 0;
}

static int parse_line(struct otfp_otf2_carrying *c)
{
	struct otfp_otf2_original *o = c->original;
	int code = join_pieces(c);

	if (code < 0)
		return code;
	if (*o->line.p == '@') {
		o->rec = otfp_control_record(o->line.p, o->line.n);
		return o->rec.control == OTFP_C_NONE || o->rec.control >= OTFP_C_FT ?
		               otfp_otf2_original_bad(c, "a line of its definitions is damaged") :
		               0;
	}
	memset(&o->rec, 0, sizeof o->rec);
	if (otfp_parse_line(o->line.p, &o->rec, &o->names, &o->scratch) != o->line.p + o->line.n + 1 ||
	    o->rec.type == OTFP_OTHER)
		return otfp_otf2_original_bad(c, "a line of its definitions is damaged");
	o->rec.line = (struct otfp_str){NULL, 0};
	o->rec.lineno = 0;
	return 0;
}

int otfp_otf2_original_line(struct otfp_otf2_carrying *c, int is_marker)
{
	struct otfp_otf2_original *o = c->original;
	int code;

	do {
		if (o->at == o->npieces)
			return OTFP_END;
		code = parse_line(c);
	} while (code == 0 && (o->rec.type == OTFP_Marker) != is_marker);
	return code;
}

int otfp_otf2_original_next(struct otfp_otf2_carrying *c, const struct otfp_record **rec)
{
	*rec = &c->original->rec;
	return otfp_otf2_original_line(c, 0);
}

void otfp_otf2_original_close(struct otfp_otf2_original *o)
{
	if (!o)
		return;
	free(o->pieces);
	otfp_buf_release(&o->line);
	otfp_scratch_release(&o->scratch);
	otfp_map_release(&o->attributes);
	otfp_map_release(&o->key_types);
	free(o);
}
