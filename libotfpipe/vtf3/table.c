#include "vtf3/table.h"
#include "vtf3/clip.h"
#include "vtf3/rows.h"
#include <string.h>

const struct otfp_vtf3_row *const otfp_vtf3_rows = otfp_vtf3_const_rows;

size_t otfp_vtf3_elements(const struct otfp_vtf3_record *rec, unsigned k)
{
	return otfp_vtf3_row_elements(&otfp_vtf3_rows[rec->type], rec, k);
}

int otfp_vtf3_is_none(const struct otfp_vtf3_record *rec, unsigned k)
{
	return otfp_vtf3_is_no(otfp_vtf3_rows[rec->type].args[k].type, rec->v[k].i);
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
