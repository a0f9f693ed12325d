#include "otf2/read/brief.h"

static int is_brief(const struct otfp_otf2_stored_field *stored, unsigned slot, struct otfp_otf2_brief_field *f)
{
	static const struct otfp_otf2_brief_field numbers[OTFP_OTF2_AS_IDMAP + 1] = {
		[OTFP_OTF2_AS_U8] = {1, 0, 0},  [OTFP_OTF2_AS_U16] = {2, 0, 0}, [OTFP_OTF2_AS_U64] = {8, 0, 0},
		[OTFP_OTF2_AS_C32] = {4, 1, 0}, [OTFP_OTF2_AS_C64] = {8, 1, 0}, [OTFP_OTF2_AS_S64] = {8, 1, 0},
		[OTFP_OTF2_AS_F32] = {4, 0, 0}, [OTFP_OTF2_AS_F64] = {8, 0, 0},
	};

	*f = numbers[stored->code];
	f->table = stored->table;
	return f->width && !stored->count && stored->slot == slot && stored->table != OTFP_OTF2_BY_CLOCK;
}

static void init_brief(struct otfp_otf2_brief *b, unsigned row)
{
	const struct otfp_otf2_stored_row *stored = &otfp_otf2_stored_rows[row];
	const struct otfp_otf2_stored_field *field = stored->fields, *const end = field + stored->nfields;

	while (field < end && b->nfields < OTFP_OTF2_MAX_FIELDS &&
	       is_brief(field, b->nfields, &b->fields[b->nfields])) {
		field++;
		b->nfields++;
	}
	b->has_values = end - field == 1 && field->code == OTFP_OTF2_AS_METRIC && field->count == OTFP_OTF2_AS_U8 &&
	                field->slot == b->nfields;
	b->row = (uint16_t)(field == end || b->has_values ? row : OTFP_OTF2_NROWS);
}

void otfp_otf2_brief_init(struct otfp_otf2_quick *quick, struct otfp_otf2_brief *brief, unsigned row)
{
	const struct otfp_otf2_stored_row *stored = &otfp_otf2_stored_rows[row];

	*quick = (struct otfp_otf2_quick){0};
	*brief = (struct otfp_otf2_brief){.row = OTFP_OTF2_NROWS};
	if (row == OTFP_OTF2_NROWS)
		return;
	if (!stored->is_bare) {
		init_brief(brief, row);
		return;
	}
	quick->row = (uint16_t)row;
	quick->width = stored->fields[0].code == OTFP_OTF2_AS_C32 ? 4 : 8;
	quick->table = stored->fields[0].table;
}
