#include "remap/refs.h"
#include "base/assert.h"
#include "record/spaces.h"

static const uint8_t record_flags[OTFP_NTYPES] = {
#define R(name, id, number, file, s, l, flags, args, ...) [OTFP_##name] = OTFP_ROW_##flags,
#define O(...)
#define F(...)
#define H(...)
#include "record/records.def"
#undef R
#undef F
};

static const uint8_t field_flags[OTFP_NTYPES][OTFP_MAX_FIELDS] = {
#define R(name, id, number, file, s, l, flags, args, ...) [OTFP_##name] = {__VA_ARGS__},
#define F(slot, name, type, s, l, o, flags, what) [slot] = OTFP_FLAG_##flags,
#include "record/records.def"
#undef R
#undef O
#undef F
#undef H
};

/* Fields that are left out on disk when they are 0, and records that are one bare keyword then. */
static int is_left_out(unsigned type, unsigned slot)
{
	return field_flags[type][slot] & OTFP_FLAG_OPT || record_flags[type] & OTFP_ROW_BARE;
}

static int is_active(unsigned what, const uint8_t *active)
{
	return active[otfp_spaces[what][0]] || active[otfp_spaces[what][1]];
}

static void make(struct otfp_refs *refs, unsigned type, const uint8_t *active)
{
	const struct otfp_schema *row = &otfp_table[type];

	refs->n = 0;
	for (unsigned i = row->defines ? 1 : 0; i < row->nfields; i++) {
		unsigned what = row->fields[i].what;
		if (!otfp_spaces[what][0] || !is_active(what, active))
			continue;
		OTFP_ASSERT(refs->n < OTFP_MAX_FIELDS);
		refs->ref[refs->n++] = (struct otfp_ref){
			.slot = (uint8_t)i,
			.what = otfp_spaces[what][1] ? OTFP_W_PROCORGROUP : otfp_spaces[what][0],
			.list = row->fields[i].type == OTFP_FIELD_LIST,
			.blank = (uint8_t)is_left_out(type, i),
		};
	}
}

void otfp_refs_make(struct otfp_refs refs[OTFP_NTYPES], const uint8_t active[OTFP_NWHATS])
{
	for (unsigned type = 1; type < OTFP_NTYPES; type++)
		make(&refs[type], type, active);
}
