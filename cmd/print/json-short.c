/*
 * json-short.c - nearly all records as JSON: those of numbers, without key-values.
 *
 * They are written in one go, with the place of the next byte in a register instead of in the pen; names of members are
 * made once for each record type. What json.c writes is the same.
 */
#include "base/assert.h"
#include "base/real.h"
#include "cmd/print/forms.h"
#include "record/value.h"
#include <math.h>
#include <stdio.h>

enum { NUMBERS = 2 * OTFP_DEC_MAX + 2 * OTFP_DECIMAL_MAX }; /* bytes of room for a number and what is around it */

static __attribute__((noinline)) void make_form(struct print_object_form *form, unsigned type)
{
	const struct otfp_schema *s = &otfp_table[type];
	int n = snprintf(form->head, sizeof form->head, "{\"record\":\"%s\",\"time\":", s->name);

	OTFP_ASSERT(n < (int)sizeof form->head);
	form->head_n = (uint8_t)n;
	for (unsigned i = 0; i < s->nfields; i++) {
		struct print_member *m = &form->members[i];
		n = snprintf(m->text, sizeof m->text, ",\"%s", s->fields[i].name);
		OTFP_ASSERT(n < (int)sizeof m->text);
		m->n = (uint8_t)n;
		m->space = (int8_t)otfp_named_space(s->fields[i].what);
	}
}

OTFP_INLINE char *put_key(char *to, const struct print_member *m, const char *end, size_t n)
{
	memcpy(to, m->text, PEN_SHORT);
	memcpy(to + m->n, end, n);
	return to + m->n + n;
}
#define PUT_KEY(to, m, end) put_key(to, m, end, sizeof(end) - 1)

/* A value of a counter: a whole number, or a real, which is its text, too. @return NULL if it is none of these */
static char *put_value(char *to, const struct print_member *m, const struct otfp_record *rec, uint64_t bits)
{
	char *const start = to, *end;

	if (rec->form < OTFP_FORM_DOUBLE)
		return otfp_value_put(to, bits, rec->form);
	if (rec->form != OTFP_FORM_DOUBLE || !isfinite(otfp_real_of(bits, 0)))
		return NULL;
	end = otfp_value_put(to, bits, rec->form);
	to = PUT_KEY(end, m, "_text\":\"");
	memcpy(to, start, OTFP_VALUE_ROOM);
	to += end - start;
	*to++ = '"';
	return to;
}

OTFP_INLINE char *put_number(struct print *p, char *to, const struct print_member *m, const struct otfp_record *rec,
                             unsigned slot)
{
	const struct label *label;

	to = otfp_put_dec(to, otfp_true_number(&p->labels.names.carriers, rec, slot));
	if (m->space < 0)
		return to;
	label = label_of(&p->labels, (unsigned)m->space, 0, rec->loc, (uint32_t)rec->f[slot].u);
	if (!label)
		return to;
	if (OTFP_UNLIKELY(label->n > PEN_SHORT))
		return NULL;
	to = PUT_KEY(to, m, "_name\":");
	memcpy(to, label->p, PEN_SHORT);
	return to + label->n;
}

/* @return NULL if it needs json.c */
OTFP_INLINE char *put_members(struct print *p, char *to, const struct otfp_record *rec)
{
	const struct otfp_schema *s = &otfp_table[rec->type];

	for (unsigned i = 0; i < s->nfields && to; i++) {
		const struct print_member *m = &p->forms[rec->type].members[i];
		to = PUT_KEY(to, m, "\":");
		to = s->fields[i].type == OTFP_FIELD_VALUE ? put_value(to, m, rec, rec->f[i].u) :
		                                             put_number(p, to, m, rec, i);
	}
	return to;
}

OTFP_INLINE char *put_time(struct print *p, char *to, uint64_t time)
{
	to = otfp_put_dec(to, time);
	if (p->o.ticks)
		return to;
	memcpy(to, ",\"seconds\":", 11);
	return otfp_decimal_put_near(&p->clock.decimal, &p->near, to + 11, time - p->clock.base);
}

int print_short_object(struct print *p, const struct otfp_record *rec)
{
	struct print_object_form *form = &p->forms[rec->type];
	const struct otfp_buf *place;
	char *to;

	if (!otfp_numbers[rec->type] || rec->ntags || is_placeless(rec) || rec->time < p->clock.base)
		return 0;
	place = print_place_of(p, rec->loc);
	if (place->n - 1 >= PRINT_PLACE)
		return 0;
	if (OTFP_UNLIKELY(!form->head_n))
		make_form(form, rec->type);
	to = pen_room(&p->pen, sizeof form->head + NUMBERS + PRINT_PLACE + OTFP_MAX_FIELDS * (NUMBERS + 3 * PEN_SHORT));
	memcpy(to, form->head, sizeof form->head);
	to = put_time(p, to + form->head_n, rec->time);
	memcpy(to, place->p, PRINT_PLACE);
	to = put_members(p, to + place->n, rec);
	if (!to)
		return 0;
	memcpy(to, "}\n", 2);
	p->pen.out.p = to + 2;
	return 1;
}
