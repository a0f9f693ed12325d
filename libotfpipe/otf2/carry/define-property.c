/* define-property.c - properties of what has an id: its key-values, or comments. See define.h. */
#include "otf2/carry/define.h"
#include "otf2/values.h"
#include <stdlib.h>

/* A property without a name, or whose value is an undefined string, is a comment. */
static int is_plain(const struct otfp_otf2_model *m, const struct otfp_otf2_frame *f)
{
	if (f->row == OTFP_OTF2_SystemTreeNodeDomain)
		return 1;
	return otfp_otf2_find(m, OTFP_OTF2_STRINGS, f->f[1]) &&
	       !(f->f[2] == OTFP_OTF2_TYPE_STRING && f->f[3] == UINT32_MAX);
}

int otfp_otf2_carry_properties(struct otfp_otf2_define *d, unsigned row, const char *prefix, uint64_t owner)
{
	const struct otfp_otf2_model *m = &d->c->model;
	const uint64_t *first = otfp_map_get(&d->owners[row], owner);
	int code = 0;

	for (uint32_t i = first ? (uint32_t)*first : 0; i && code == 0; i = d->next[i - 1]) {
		const struct otfp_otf2_frame *f = m->frames[i - 1];
		if (!is_plain(m, f))
			continue;
		code = row == OTFP_OTF2_SystemTreeNodeDomain ?
		               otfp_otf2_carry(d->c, f, OTFP_OTF2_SystemTreeNodeDomain_systemTreeDomain) :
		               otfp_otf2_carry_property(d->c, prefix, f->f[1], f->f[2], f->f[3]);
	}
	return code;
}

/* The space of the owner of a property; 0 = the record is none. */
static unsigned owner_of(unsigned row)
{
	static const uint8_t spaces[OTFP_OTF2_NROWS] = {
		[OTFP_OTF2_SystemTreeNodeProperty] = OTFP_OTF2_TREE_NODES,
		[OTFP_OTF2_SystemTreeNodeDomain] = OTFP_OTF2_TREE_NODES,
		[OTFP_OTF2_LocationGroupProperty] = OTFP_OTF2_LOCATION_GROUPS,
		[OTFP_OTF2_LocationProperty] = OTFP_OTF2_LOCATIONS,
		[OTFP_OTF2_IoFileProperty] = OTFP_OTF2_IO_FILES,
	};

	return spaces[row];
}

/* From the last to the first, so that each chain is in the order of the file. */
int otfp_otf2_chain_properties(struct otfp_otf2_define *d)
{
	const struct otfp_otf2_model *m = &d->c->model;

	d->next = calloc(m->n + 1, sizeof *d->next);
	if (!d->next)
		return otfp_fail_memory(d->c->err);
	for (size_t i = m->n; i-- > 0;) {
		const struct otfp_otf2_frame *f = m->frames[i];
		const uint64_t *first;
		if (!owner_of(f->row))
			continue;
		first = otfp_map_get(&d->owners[f->row], f->f[0]);
		d->next[i] = first ? (uint32_t)*first : 0;
		if (otfp_map_set(&d->owners[f->row], f->f[0], i + 1) < 0)
			return otfp_fail_memory(d->c->err);
	}
	return 0;
}

/* Its owner has carried it, if it is defined. */
int otfp_otf2_define_property(struct otfp_otf2_define *d, const struct otfp_otf2_frame *f)
{
	const int is_simple = is_plain(&d->c->model, f),
		  is_owned = otfp_otf2_find(&d->c->model, owner_of(f->row), f->f[0]) != NULL;
	int code = 0;

	if (is_owned && is_simple) {
		otfp_otf2_carries(d->c);
		return f->row == OTFP_OTF2_SystemTreeNodeDomain ?
		               0 :
		               otfp_otf2_check_reference(d->c, f, otfp_otf2_value_type(f->f[2]), f->f[3]);
	}
	if (!is_owned)
		code = otfp_otf2_undefined(d->c, f, owner_of(f->row), f->f[0]);
	else if (f->f[1] != UINT32_MAX && !is_simple && !otfp_otf2_find(&d->c->model, OTFP_OTF2_STRINGS, f->f[1]))
		code = otfp_otf2_undefined(d->c, f, OTFP_OTF2_STRINGS, f->f[1]);
	return code < 0 ? code : otfp_otf2_carry_comment(d->c, f);
}
