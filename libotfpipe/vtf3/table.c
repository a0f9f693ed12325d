#include "vtf3/table.h"
#include "vtf3/clip.h"
#include <string.h>

#define PRIVATE OTFP_VTF3_PRIVATE

enum {
	OLD = OTFP_VTF3_R_OLD,
	SLOP = OTFP_VTF3_R_SLOP,
	EXCH = OTFP_VTF3_R_EXCH,
	COMMENT = OTFP_VTF3_R_COMMENT,
	ACTS = OTFP_VTF3_R_ACTS
};
enum {
	OPT = OTFP_VTF3_T_OPT,
	ALT = OTFP_VTF3_T_ALT,
	ON = OTFP_VTF3_T_ON,
	GAP = OTFP_VTF3_T_GAP,
	WIDE = OTFP_VTF3_T_WIDE,
	REST = OTFP_VTF3_T_REST,
	SRC = OTFP_VTF3_T_SRC,
	PAIRS = OTFP_VTF3_T_PAIRS,
	SAMPLES = OTFP_VTF3_T_SAMPLES
};

enum {
#define R(name, code, kind, keyword, flags, args, disk, text) \
	NARGS_##name = 0 args, NDISK_##name = 0 disk, NTEXT_##name = 0 text,
#define A(...) +1
#define X(...) +1
#define D(...) +1
#define T(...) +1
#include "vtf3/vtf3.def"
#undef R
#undef A
#undef X
#undef D
#undef T
	NARGS_
};

const struct otfp_vtf3_row otfp_vtf3_rows[OTFP_VTF3_NTYPES] = {
#define R(name, code, kind, keyword, flags, args, disk, text)                                            \
	[OTFP_VTF3_##name] = {#name,        keyword,      code,   OTFP_VTF3_##kind, flags, NARGS_##name, \
	                      NDISK_##name, NTEXT_##name, {args}, {disk},           {text}},
#define A(name, type) {#name, OTFP_VTF3_A_##type, 0},
#define X(name, type) {#name, OTFP_VTF3_A_##type, 1},
#define D(slot, how) {slot, OTFP_VTF3_D_##how},
#define T(word, slot, flags) {word, slot, sizeof(word) - 1, flags},
#include "vtf3/vtf3.def"
#undef R
#undef A
#undef X
#undef D
#undef T
};

unsigned otfp_vtf3_by_code(unsigned code)
{
	unsigned type = 0;

	while (type < OTFP_VTF3_NTYPES && otfp_vtf3_rows[type].code != code)
		type++;
	return type;
}

size_t otfp_vtf3_elements(const struct otfp_vtf3_record *rec, unsigned k)
{
	const struct otfp_vtf3_row *row = &otfp_vtf3_rows[rec->type];
	unsigned type = row->args[k].type;

	if (type == OTFP_VTF3_A_BOUNDS)
		return 2;
	while (k > 0 && row->args[k].type != OTFP_VTF3_A_COUNT)
		k--;
	if (rec->v[k].i < 0)
		return SIZE_MAX / 8;
	return (size_t)rec->v[k].i * (type == OTFP_VTF3_A_TRIPLETS ? 3 : 1);
}

int otfp_vtf3_is_none(const struct otfp_vtf3_record *rec, unsigned k)
{
	switch (otfp_vtf3_rows[rec->type].args[k].type) {
	case OTFP_VTF3_A_COMM: return rec->v[k].i == OTFP_VTF3_NOCOMMUNICATOR;
	case OTFP_VTF3_A_JOB: return rec->v[k].i == OTFP_VTF3_NOJOB;
	default: return rec->v[k].i == 0;
	}
}

uint64_t otfp_vtf3_clipped(const struct otfp_vtf3_record *rec, unsigned k, size_t i)
{
	unsigned type = otfp_vtf3_rows[rec->type].args[k].type;
	int32_t is = OTFP_VTF3_FLOAT;
	uint64_t bits;

	memcpy(&bits, (const char *)rec->v[k].p + i * sizeof bits, sizeof bits);
	if (type == OTFP_VTF3_A_BOUNDS)
		is = rec->v[k - 1].i;
	else if (type == OTFP_VTF3_A_VALUES)
		is = rec->v[k - 1].is[i];
	return is == OTFP_VTF3_FLOAT ? otfp_vtf3_clip_bits(bits) : bits;
}

void otfp_vtf3_record_init(struct otfp_vtf3_record *rec, enum otfp_vtf3_type type)
{
	static const uint64_t nothing[2];
	const struct otfp_vtf3_row *row = &otfp_vtf3_rows[type];

	memset(rec, 0, sizeof *rec);
	rec->type = (uint16_t)type;
	for (unsigned k = 0; k < row->nargs; k++)
		switch (row->args[k].type) {
		case OTFP_VTF3_A_COMM: rec->v[k].i = OTFP_VTF3_NOCOMMUNICATOR; break;
		case OTFP_VTF3_A_JOB: rec->v[k].i = OTFP_VTF3_NOJOB; break;
		case OTFP_VTF3_A_STR: rec->v[k].s = (struct otfp_str){"", 0}; break;
		case OTFP_VTF3_A_BOUNDS: rec->v[k].qs = nothing; break;
		default:
			if (row->args[k].type > OTFP_VTF3_A_STR)
				rec->v[k].p = nothing;
		}
	if (type == OTFP_VTF3_Exchange_obsol)
		rec->v[OTFP_EXCH_FROMSTATE].i = OTFP_VTF3_NOSTATE;
}
