#include "remap/refs.h"
#include "base/assert.h"

/* In these fields and records 0 means none: OTF omits such a field, or writes the bare keyword. */
enum { OPT = 1, NULLOK = 2, TIGHT = 0, BARE = 4, NOFORM = 0 };

static const uint8_t record_flags[OTFP_NTYPES] = {
#define R(name, number, file, s, l, flags, ...) [OTFP_##name] = flags,
#define O(...)
#define F(...)
#define H(...)
#include "record/records.def"
#undef R
#undef F
};

static const uint8_t field_flags[OTFP_NTYPES][OTFP_MAX_FIELDS] = {
#define R(name, number, file, s, l, flags, ...) [OTFP_##name] = {__VA_ARGS__},
#define F(slot, name, type, s, l, o, flags, what) [slot] = flags,
#include "record/records.def"
#undef R
#undef O
#undef F
#undef H
};

static int is_active(unsigned what, const uint8_t *active)
{
	return active[otfp_spaces[what][0]] || active[otfp_spaces[what][1]];
}

static void make(struct otfp_refs *refs, unsigned type, const uint8_t *active)
{
	const struct otfp_schema *row = &otfp_table[type];

	refs->n = 0;
	for (unsigned i = otfp_defines[type] ? 1 : 0; i < row->nfields; i++) {
		unsigned what = row->fields[i].what;
		if (!otfp_spaces[what][0] || !is_active(what, active))
			continue;
		OTFP_ASSERT(refs->n < OTFP_MAX_FIELDS);
		refs->ref[refs->n++] = (struct otfp_ref){
			.slot = (uint8_t)i,
			.what = otfp_spaces[what][1] ? OTFP_W_PROCORGROUP : otfp_spaces[what][0],
			.list = row->fields[i].type == OTFP_LIST,
			.blank = (field_flags[type][i] | record_flags[type]) & (OPT | BARE) ? 1 : 0,
		};
	}
}

void otfp_refs_make(struct otfp_refs refs[OTFP_NTYPES], const uint8_t active[OTFP_NWHATS])
{
	for (unsigned type = 1; type < OTFP_NTYPES; type++)
		make(&refs[type], type, active);
}
