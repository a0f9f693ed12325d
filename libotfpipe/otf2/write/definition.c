/* definition.c - a definition of an archive: its frame, its names, and what it refers to. See define.h. */
#include "otf2/write/define.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct otfp_otf2_frame *otfp_otf2_def_make(struct otfp_otf2_writing *w, unsigned row)
{
	w->tags.n = 0;
	return otfp_otf2_write_frame(w, row, 0);
}

uint64_t otfp_otf2_def_text(struct otfp_otf2_writing *w, const char *text)
{
	return otfp_otf2_write_string(w, text, strlen(text));
}

uint64_t otfp_otf2_def_string(struct otfp_otf2_writing *w, const struct otfp_str *s)
{
	return otfp_otf2_write_string(w, s->p, s->n);
}

/* The name in slot 1 of a definition; without one the word and the token. */
uint64_t otfp_otf2_def_name(struct otfp_otf2_writing *w, const struct otfp_otf2_token *t, unsigned slot,
                            const char *word)
{
	char name[40];

	if (t->def)
		return otfp_otf2_def_string(w, &t->def->f[slot].s);
	snprintf(name, sizeof name, "%s %" PRIu32, word, t->token);
	return otfp_otf2_def_text(w, name);
}

/* The row that a token has in a definition. @return NULL if nothing defines it */
const struct otfp_otf2_token *otfp_otf2_def_find(const struct otfp_otf2_writing *w, unsigned what,
                                                 const struct otfp_record *in, uint64_t number)
{
	uint32_t stream = in->loc;
	const uint64_t *row = otfp_tokens_get(&w->spaces[what].index, &stream, (uint32_t)number);

	return row && w->spaces[what].rows[*row].def ? &w->spaces[what].rows[*row] : NULL;
}

int otfp_otf2_def_property(struct otfp_otf2_writing *w, unsigned row, uint64_t of, uint64_t name, uint64_t type,
                           uint64_t value)
{
	struct otfp_otf2_frame *frame = otfp_otf2_def_make(w, row);

	/* the same fields in all rows of properties */
	OTFP_OTF2_F(frame, LocationProperty, location) = of;
	OTFP_OTF2_F(frame, LocationProperty, name) = name;
	OTFP_OTF2_F(frame, LocationProperty, type) = type;
	OTFP_OTF2_F(frame, LocationProperty, value) = value;
	return otfp_otf2_write_definition(w);
}

int otfp_otf2_def_each(struct otfp_otf2_writing *w, unsigned what,
                       int (*define)(struct otfp_otf2_writing *w, const struct otfp_otf2_token *t))
{
	int code = 0;

	for (size_t i = 0; i < w->spaces[what].n && code == 0; i++)
		code = define(w, &w->spaces[what].rows[i]);
	return code;
}
