#include "otf2/read/decode.h"

/* ---- fields ---- */

/* How numbers are stored; signed ones are filled up to 64 bits. */
static const struct {
	uint8_t width; /* bytes, at most */
	uint8_t is_plain;
	uint8_t unused; /* bits of a signed number, of 64 */
} numbers[OTFP_OTF2_AS_TEXT] = {
	[OTFP_OTF2_AS_U8] = {1, 1, 0},   [OTFP_OTF2_AS_U16] = {2, 1, 0},  [OTFP_OTF2_AS_U64] = {8, 1, 0},
	[OTFP_OTF2_AS_F32] = {4, 1, 0},  [OTFP_OTF2_AS_F64] = {8, 1, 0},  [OTFP_OTF2_AS_I8] = {1, 1, 56},
	[OTFP_OTF2_AS_I16] = {2, 1, 48}, [OTFP_OTF2_AS_C32] = {4, 0, 0},  [OTFP_OTF2_AS_C64] = {8, 0, 0},
	[OTFP_OTF2_AS_S64] = {8, 0, 0},  [OTFP_OTF2_AS_S32] = {4, 0, 32},
};

/* Take a number. */
static inline __attribute__((always_inline)) uint64_t take(struct otfp_otf2_bytes *b, unsigned code)
{
	const unsigned width = numbers[code].width, unused = numbers[code].unused;
	const uint64_t v = numbers[code].is_plain ? otfp_otf2_get(b, width) : otfp_otf2_get_compressed(b, width);

	return (uint64_t)((int64_t)(v << unused) >> unused);
}

uint64_t otfp_otf2_decode_value(struct otfp_otf2_bytes *b, uint64_t type)
{
	return take(b, otfp_otf2_stored_value(type));
}

/* What goes through tables has 32 bits. */
static uint64_t to_global(struct otfp_otf2_locals *l, unsigned table, uint64_t v)
{
	if (table == OTFP_OTF2_BY_CLOCK)
		return otfp_otf2_locals_correct(l, v);
	return (uint32_t)otfp_otf2_global(l, table, v);
}

/* ---- contents ---- */

static uint64_t *take_text(uint64_t *at, struct otfp_otf2_bytes *b, uint64_t *length)
{
	size_t n;
	const char *text = otfp_otf2_get_text(b, &n);
	const size_t words = (n + sizeof *at - 1) / sizeof *at;

	if (words)
		at[words - 1] = 0;
	memcpy(at, text, n);
	*length = n;
	return at + words;
}

static uint64_t *take_element(uint64_t *at, struct otfp_otf2_bytes *b, const struct otfp_otf2_stored_field *field,
                              struct otfp_otf2_locals *locals)
{
	switch (field->code) {
	case OTFP_OTF2_AS_METRIC:
		*at++ = otfp_otf2_get_u8(b);
		*at++ = otfp_otf2_get_c64(b);
		return at;
	case OTFP_OTF2_AS_PROPERTY:
		*at++ = otfp_otf2_get_u8(b);
		*at++ = otfp_otf2_get_u8(b);
		*at = otfp_otf2_decode_value(b, at[-1]);
		return at + 1;
	default:
		*at = take(b, field->code);
		if (locals && field->table)
			*at = to_global(locals, field->table, *at);
		return at + 1;
	}
}

/* The least bytes of an element. */
static unsigned least_of(unsigned code)
{
	if (code == OTFP_OTF2_AS_METRIC)
		return 2;
	return code == OTFP_OTF2_AS_PROPERTY ? 3 : 1;
}

static uint64_t *take_list(uint64_t *at, struct otfp_otf2_bytes *b, const struct otfp_otf2_stored_field *field,
                           struct otfp_otf2_locals *locals, uint64_t *length)
{
	const unsigned least = least_of(field->code);
	uint64_t n = take(b, field->count);

	if (n > (uint64_t)(b->end - b->p) / least)
		n = otfp_otf2_flaw(b, "has a list that is longer than itself");
	for (uint64_t i = 0; i < n; i++)
		at = take_element(at, b, field, locals);
	*length = n;
	return at;
}

/* ---- records ---- */

/* The value of a field that the record is too old to have. values: of the fields before it */
static uint64_t missing(unsigned row, const struct otfp_otf2_stored_field *field, const uint64_t *values)
{
	switch (field->missing) {
	case OTFP_OTF2_UNDEFINED: return field->code == OTFP_OTF2_AS_C64 ? UINT64_MAX : UINT32_MAX;
	case OTFP_OTF2_NUMBER: return field->value;
	case OTFP_OTF2_COPY: return values[field->value];
	default: return otfp_otf2_from_legacy(row, field->slot, values[field->value]);
	}
}

void otfp_otf2_decode_fields(struct otfp_otf2_frame *frame, struct otfp_otf2_bytes *b, struct otfp_otf2_locals *locals)
{
	const struct otfp_otf2_stored_row *row = &otfp_otf2_stored_rows[frame->row];
	uint64_t values[OTFP_OTF2_MAX_STORED], *at = frame->f + otfp_otf2_rows[frame->row].nfields;

	for (unsigned i = 0; i < row->nfields; i++) {
		const struct otfp_otf2_stored_field *field = &row->fields[i];
		if (OTFP_LIKELY(b->p != b->end && field->code < OTFP_OTF2_AS_TEXT && !field->count))
			values[i] = take(b, field->code);
		else if (b->p == b->end && field->missing)
			values[i] = missing(frame->row, field, values);
		else if (field->count)
			at = take_list(at, b, field, locals, &values[i]);
		else if (field->code == OTFP_OTF2_AS_TEXT)
			at = take_text(at, b, &values[i]);
		else if (field->code == OTFP_OTF2_AS_VALUE)
			values[i] = otfp_otf2_decode_value(b, values[i - 1]);
		else
			values[i] = take(b, field->code);
		if (locals && field->table && !field->count)
			values[i] = to_global(locals, field->table, values[i]);
		if (field->slot != OTFP_OTF2_NO_SLOT)
			frame->f[field->slot] = values[i];
	}
	frame->words = (uint32_t)(at - (uint64_t *)(void *)frame);
	frame->ntags = 0;
}
