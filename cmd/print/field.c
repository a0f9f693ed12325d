/* field.c - the fields and key-values of a record as text for people. */
#include "base/error.h"
#include "base/wide.h"
#include "record/tag.h"
#include "record/value.h"
#include "cmd/print/forms.h"

enum { LIST_MOST = 8, BYTES_MOST = 8 }; /* list entries and bytes that are shown, unless all are asked for */

void print_bytes(struct print *p, struct otfp_str s)
{
	const size_t step = PEN_ROOM / 4;

	/* do not cut a UTF-8 character: up to 3 more bytes belong to it */
	while (s.n) {
		size_t n = s.n < step ? s.n : step - 3;
		for (; n < s.n && n < step && ((uint8_t)s.p[n] & 0xc0) == 0x80; n++)
			;
		p->pen.out.p = safe_put(pen_room(&p->pen, PEN_ROOM), s.p, n);
		s.p += n;
		s.n -= n;
	}
}

void print_token(struct print *p, const struct otfp_record *rec, unsigned space, uint32_t token)
{
	const struct label *label = label_of(&p->labels, space, is_placeless(rec), rec->loc, token);

	if (OTFP_LIKELY(label != NULL)) {
		pen_put_short(&p->pen, label->p, label->n);
		return;
	}
	pen_puts(&p->pen, otfp_named_word(space));
	pen_puts(&p->pen, " ");
	pen_dec(&p->pen, token);
}

/* The field may contain either: take what is defined; if both or neither is, a process. */
static void print_process_or_group(struct print *p, const struct otfp_record *rec, uint32_t token)
{
	const int is_process = label_of(&p->labels, OTFP_NAMED_PROCESS, is_placeless(rec), rec->loc, token) ||
	                       !label_of(&p->labels, OTFP_NAMED_COMMUNICATOR, is_placeless(rec), rec->loc, token);

	print_token(p, rec, is_process ? OTFP_NAMED_PROCESS : OTFP_NAMED_COMMUNICATOR, token);
}

/* Four digits. For durations below so many picoseconds: picoseconds of the last digit, digits after the point, unit. */
static const struct {
	uint64_t below, step;
	uint8_t digits, unit_n;
	char unit[4];
} scales[] = {
#define SCALE(ns, unit)                                                              \
	{ns * UINT64_C(10000) - ns / 2, ns, 3, sizeof unit - 1, unit},               \
		{ns * UINT64_C(100000) - ns * 5, ns * 10, 2, sizeof unit - 1, unit}, \
	{                                                                            \
		ns *UINT64_C(1000000) - ns * 50, ns * 100, 1, sizeof unit - 1, unit  \
	}
	SCALE(UINT64_C(1), " ns"),
	SCALE(UINT64_C(1000), " us"),
	SCALE(UINT64_C(1000000), " ms"),
	SCALE(UINT64_C(1000000000), " s"),
#undef SCALE
};
enum { NSCALES = sizeof scales / sizeof *scales };

/* v / 10^digits, which has a digit before the point. @return the byte after it */
static char *put_scaled(char *to, uint64_t v, unsigned digits)
{
	const size_t whole = 4 - digits;

	if (OTFP_UNLIKELY(v >= 10000)) {
		to = otfp_put_dec(to, v / 10);
		v = v % 10;
	} else {
		memcpy(to, otfp_digits4 + 4 * v, 4);
		to += whole;
	}
	*to++ = '.';
	memcpy(to, otfp_digits4 + 4 * v + whole, 4);
	return to + digits;
}

/* Picoseconds, rounded down; UINT64_MAX from 2^63 on. */
static uint64_t picoseconds(const struct time_form *c, uint64_t ticks)
{
	otfp_wide pico;
	uint64_t v;

	if (OTFP_LIKELY(c->pico && !__builtin_mul_overflow(ticks, c->pico, &v) && !(v >> 63)))
		return v;
	pico = (otfp_wide)ticks * 1000000000000u / c->resolution;
	return pico >> 63 ? UINT64_MAX : (uint64_t)pico;
}

/* As otfp_human_ticks, but in integers. */
char *print_put_duration(const struct print *p, char *to, uint64_t ticks)
{
	const uint64_t pico = p->o.ticks || !p->clock.resolution ? UINT64_MAX : picoseconds(&p->clock, ticks);
	unsigned i = 0;

	if (pico == UINT64_MAX)
		return stpcpy(otfp_put_dec(to, ticks), " ticks");
	if (ticks == 0)
		return stpcpy(to, "0 s");
	while (i + 1 < NSCALES && pico >= scales[i].below)
		i++;
	to = put_scaled(to, (pico + scales[i].step / 2) / scales[i].step, scales[i].digits);
	memcpy(to, scales[i].unit, sizeof scales[i].unit);
	return to + scales[i].unit_n;
}

void print_duration(struct print *p, uint64_t ticks)
{
	p->pen.out.p = print_put_duration(p, pen_room(&p->pen, PRINT_DURATION), ticks);
}

static void print_time(struct print *p, uint64_t time)
{
	p->pen.out.p = print_put_time(p, pen_room(&p->pen, PRINT_TIME), time);
}

static void print_list(struct print *p, const struct otfp_record *rec, const struct otfp_field *f, struct otfp_list l)
{
	const size_t n = p->o.all || l.n <= LIST_MOST ? l.n : LIST_MOST;

	for (size_t i = 0; i < n; i++) {
		if (i)
			pen_puts(&p->pen, ", ");
		if (f->what == OTFP_W_PROCORGROUP)
			print_process_or_group(p, rec, l.p[i]);
		else if (f->what == OTFP_W_PROCESS)
			print_token(p, rec, OTFP_NAMED_PROCESS, l.p[i]);
		else
			pen_dec(&p->pen, l.p[i]);
	}
	if (n == l.n)
		return;
	pen_puts(&p->pen, " ... (");
	pen_dec(&p->pen, l.n);
	pen_puts(&p->pen, ")");
}

/* The value of a counter, with the unit from its definition. */
static void print_value(struct print *p, const struct otfp_record *rec, uint64_t bits)
{
	const unsigned slot = rec->type == OTFP_CounterSnapshot;
	const struct otfp_names *names = &p->labels.names;
	const struct otfp_definition *d =
		otfp_names_find(names, OTFP_NAMED_COUNTER,
	                        otfp_names_ref(names, OTFP_NAMED_COUNTER, rec->loc, (uint32_t)rec->f[slot].u));

	p->pen.out.p = otfp_value_put(pen_room(&p->pen, OTFP_VALUE_ROOM), bits, rec->form);
	if (!d || !d->unit.n)
		return;
	pen_puts(&p->pen, " ");
	print_bytes(p, d->unit);
}

static void print_number(struct print *p, const struct otfp_record *rec, const struct otfp_field *f, uint64_t v)
{
	const int space = otfp_named_space(f->what);

	if (space >= 0)
		print_token(p, rec, (unsigned)space, (uint32_t)v);
	else if (f->what == OTFP_W_PROCORGROUP)
		print_process_or_group(p, rec, (uint32_t)v);
	else if (f->what == OTFP_W_TIME)
		print_time(p, v);
	else if (f->what == OTFP_W_DURATION)
		print_duration(p, v);
	else
		pen_dec(&p->pen, v);
	if (f->what == OTFP_W_LENGTH || f->what == OTFP_W_BYTES)
		pen_puts(&p->pen, " B");
}

void print_field(struct print *p, const struct otfp_record *rec, unsigned slot)
{
	const struct otfp_field *f = &otfp_table[rec->type].fields[slot];
	const union otfp_value *v = &rec->f[slot];

	switch (f->type) {
	case OTFP_FIELD_STR:
		if (v->s.p)
			print_bytes(p, v->s);
		else
			pen_puts(&p->pen, "(none)");
		break;
	case OTFP_FIELD_LIST: print_list(p, rec, f, v->l); break;
	case OTFP_FIELD_VALUE: print_value(p, rec, v->u); break;
	case OTFP_FIELD_KIND: pen_puts(&p->pen, otfp_file_name((unsigned)v->u)); break;
	default: print_number(p, rec, f, otfp_true_number(&p->labels.names.carriers, rec, slot));
	}
}

/* ---- key-values ---- */

static void print_tag_value(struct print *p, const struct otfp_tag *t)
{
	struct otfp_tag shown = *t;
	const int is_cut = t->type == OTFP_TAG_BYTES && t->bytes.n > BYTES_MOST && !p->o.all;

	if (is_cut)
		shown.bytes.n = BYTES_MOST;
	p->scratch.n = 0;
	if (otfp_buf_reserve(&p->scratch, otfp_tag_room(&shown)) < 0) {
		pen_fail(&p->pen);
		return;
	}
	p->scratch.n = (size_t)(otfp_tag_put_value(p->scratch.p, &shown) - p->scratch.p);
	pen_put(&p->pen, p->scratch.p, p->scratch.n);
	if (!is_cut)
		return;
	pen_puts(&p->pen, "... (");
	pen_dec(&p->pen, t->bytes.n);
	pen_puts(&p->pen, " B)");
}

void print_tags(struct print *p, const struct otfp_record *rec)
{
	for (uint32_t i = 0; i < rec->ntags; i++) {
		pen_puts(&p->pen, i ? ", " : "  {");
		print_token(p, rec, OTFP_NAMED_KEY, rec->tags[i].key);
		pen_puts(&p->pen, "=");
		print_tag_value(p, &rec->tags[i]);
	}
	if (rec->ntags)
		pen_puts(&p->pen, "}");
}
