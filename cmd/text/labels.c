#include "cmd/text/labels.h"
#include "base/json.h"
#include "cmd/text/safe.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void labels_release(struct labels *l)
{
	for (size_t i = 0; i < l->cap; i++)
		free(l->made[i].p);
	free(l->made);
	otfp_buf_release(&l->scratch);
	otfp_names_release(&l->names);
	memset(l, 0, sizeof *l);
}

/* @return 0, or -1 when memory is out */
static int grow(struct labels *l) /* all at once: labels stay where they are until the next definition */
{
	size_t cap = l->names.cap;
	struct label *made = realloc(l->made, cap * sizeof *made);

	if (!made)
		return -1;
	memset(made + l->cap, 0, (cap - l->cap) * sizeof *made);
	l->made = made;
	l->cap = cap;
	return 0;
}

/* A source location is "file:line". @return 0, or -1 when memory is out */
static int raw_text(struct labels *l, const struct otfp_definition *d, struct otfp_str *text)
{
	const struct otfp_definition *file;

	*text = d->name;
	if (d->space != OTFP_NAMED_SCL)
		return 0;
	l->scratch.n = 0;
	file = otfp_names_find(&l->names, OTFP_NAMED_SCLFILE,
	                       otfp_names_local(&l->names, OTFP_NAMED_SCLFILE, d->stream, d->more));
	if (file && file->name.n ? otfp_buf_add(&l->scratch, file->name.p, file->name.n) < 0 :
	                           otfp_buf_printf(&l->scratch, "source file %" PRIu32, d->more) < 0)
		return -1;
	if (otfp_buf_printf(&l->scratch, ":%" PRIu32, d->line) < 0)
		return -1;
	*text = (struct otfp_str){l->scratch.p, l->scratch.n};
	return 0;
}

/* Make room for a text of n bytes in any form. @return 0, or -1 when memory is out */
static int reserve(struct label *label, size_t n)
{
	const size_t need = OTFP_JSON_ROOM(n) + PEN_SHORT;
	char *p;

	if (need <= label->cap)
		return 0;
	p = realloc(label->p, need);
	if (!p)
		return -1;
	memset(p, 0, need);
	label->p = p;
	label->cap = (uint32_t)need;
	return 0;
}

const struct label *label_make(struct labels *l, const struct otfp_definition *d)
{
	const size_t at = (size_t)(d - l->names.definitions);
	struct label *label;
	struct otfp_str text;

	if ((l->cap < l->names.cap && grow(l) < 0) || raw_text(l, d, &text) < 0 || reserve(&l->made[at], text.n) < 0) {
		pen_fail(l->pen);
		return NULL;
	}
	label = &l->made[at];
	label->changes = l->names.changes;
	label->n = text.n ? (uint32_t)(l->form(label->p, text.p, text.n) - label->p) : 0;
	label->width = (uint32_t)safe_width(label->p, label->n);
	return label->n ? label : NULL;
}

const struct label *label_find_slow(struct labels *l, unsigned space, int is_definition, uint32_t loc, uint32_t token)
{
	struct label_near *near = &l->near[label_slot(space, token)];

	if (l->names.index[space].local)
		return label_find(l, space,
		                  is_definition ? otfp_names_local(&l->names, space, loc, token) :
		                                  otfp_names_ref(&l->names, space, loc, token));
	near->key = (uint64_t)space << 32 | token;
	near->label = label_find(l, space, token);
	near->changes = l->names.changes;
	return near->label;
}
