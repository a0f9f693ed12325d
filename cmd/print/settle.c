/* settle.c - what the definitions at the head decide: the width of the columns, the unit of times. */
#include "cmd/print/forms.h"

enum { TIME_MIN = 9, PLACE_MIN = 7, PLACE_MAX = 24 }; /* columns; a longer name shifts the rest of its line */

static void set_place_width(struct print *p)
{
	const struct otfp_names *names = &p->labels.names;

	p->place_width = PLACE_MIN;
	for (size_t i = 0; i < names->n; i++) {
		const struct otfp_definition *d = &names->definitions[i];
		const struct label *label = d->space == OTFP_NAMED_PROCESS ? label_make(&p->labels, d) : NULL;
		if (label && label->width > p->place_width)
			p->place_width = label->width;
	}
	if (p->place_width > PLACE_MAX)
		p->place_width = PLACE_MAX;
}

static void set_time_width(struct print *p)
{
	const struct time_form *c = &p->clock;
	const uint64_t most = c->has_span && c->last > c->base ? c->last : c->base;
	char text[PRINT_TIME];

	p->time_width = (size_t)(print_put_time(p, text, most) - text);
	if (p->time_width < TIME_MIN)
		p->time_width = TIME_MIN;
}

void print_settle(struct print *p, const struct otfp_record *rec)
{
	clock_settle(&p->clock, &p->header, rec, p->o.absolute, 1);
	p->o.ticks |= !p->clock.resolution;
	p->is_begun = 1;
	set_time_width(p);
	set_place_width(p);
}
