/* print.c - keeps what is needed to print a record: names, call depth, the first time. See print.h. */
#include "base/error.h"
#include "base/json.h"
#include "cmd/print/forms.h"
#include "record/control.h"
#include "state/callstate.h"
#include <string.h>

enum { TIME_MIN = 9, PLACE_MIN = 7, PLACE_MAX = 24 }; /* columns; a longer name shifts the rest of its line */

int otfp_print_begin(struct otfp_print *p, int fd, const struct otfp_header *h, struct otfp_error *err)
{
	int code = otfp_pen_init(&p->pen, fd, "stdout", err);

	p->err = err;
	p->header = *h;
	p->clock.resolution = h->resolution;
	p->labels.names.all = 1;
	p->labels.form = p->o.json ? otfp_json_put : otfp_safe_put;
	p->labels.pen = &p->pen;
	p->state.keeps = p->o.json ? 0 : OTFP_STATE_CALLS;
	return code == 0 && p->o.json ? otfp_print_magic(p) : code;
}

void otfp_print_release(struct otfp_print *p)
{
	otfp_pen_release(&p->pen);
	otfp_labels_release(&p->labels);
	otfp_buf_release(&p->scratch);
	for (unsigned i = 0; i < OTFP_PRINT_PLACES; i++)
		otfp_buf_release(&p->places[i].text);
	otfp_state_release(&p->state);
	otfp_print_markers_release(p);
}

/* ---- after the definitions at the head ---- */

static void set_place_width(struct otfp_print *p)
{
	const struct otfp_names *names = &p->labels.names;

	p->place_width = PLACE_MIN;
	for (size_t i = 0; i < names->n; i++) {
		const struct otfp_definition *d = &names->definitions[i];
		const struct otfp_label *label = d->space == OTFP_NAMED_PROCESS ? otfp_label_make(&p->labels, d) : NULL;
		if (label && label->width > p->place_width)
			p->place_width = label->width;
	}
	if (p->place_width > PLACE_MAX)
		p->place_width = PLACE_MAX;
}

static void set_time_width(struct otfp_print *p)
{
	const struct otfp_time_look *c = &p->clock;
	const uint64_t most = c->has_span && c->last > c->base ? c->last : c->base;
	char text[OTFP_PRINT_TIME];

	p->time_width = (size_t)(otfp_print_put_time(p, text, most) - text);
	if (p->time_width < TIME_MIN)
		p->time_width = TIME_MIN;
}

static void settle(struct otfp_print *p, const struct otfp_record *rec)
{
	otfp_clock_settle(&p->clock, &p->header, rec, p->o.absolute, 1);
	p->o.ticks |= !p->clock.resolution;
	p->is_begun = 1;
	set_time_width(p);
	set_place_width(p);
}

void otfp_print_settle(struct otfp_print *p)
{
	if (!p->is_begun)
		settle(p, NULL);
}

/* ---- records ---- */

static int learn(struct otfp_print *p, const struct otfp_record *rec)
{
	otfp_clock_learn(&p->clock, rec);
	return otfp_names_see(&p->labels.names, rec) < 0 ? otfp_fail_memory(p->err) : 0;
}

static int is_known(const struct otfp_record *rec)
{
	return rec->type < OTFP_NTYPES;
}

static int is_definition(const struct otfp_record *rec)
{
	return is_known(rec) && (otfp_table[rec->type].file == OTFP_DEF || rec->type == OTFP_DefMarker);
}

/* Print a definition, a control line or a record of unknown name. */
static void print_other(struct otfp_print *p, const struct otfp_record *rec, int shown)
{
	if (rec->type == OTFP_CONTROL && p->o.json)
		otfp_print_control(p, rec->line);
	if (rec->type == OTFP_CONTROL || !shown)
		return;
	if (p->o.json)
		otfp_print_object(p, rec);
	else if (is_definition(rec) && !p->o.definitions)
		p->hidden++;
	else
		otfp_print_line(p, rec, NULL);
}

static inline int see_state(struct otfp_print *p, const struct otfp_record *rec, struct otfp_change *did)
{
	const int is_call = rec->type == OTFP_Enter || rec->type == OTFP_Leave;
	struct otfp_process *process = is_call && !rec->ntags ? otfp_state_near(&p->state, rec->loc) : NULL;

	if (OTFP_LIKELY(process != NULL))
		return otfp_state_see_call(&p->state, process, rec, did);
	return otfp_state_see(&p->state, rec, did);
}

int otfp_print_see(struct otfp_print *p, const struct otfp_record *rec, int shown)
{
	struct otfp_change did;

	p->records += rec->type != OTFP_CONTROL;
	if (OTFP_UNLIKELY(!is_known(rec) || is_definition(rec))) {
		int code = learn(p, rec);
		if (code == 0)
			print_other(p, rec, shown);
		return code < 0 ? code : p->pen.code;
	}
	if (OTFP_UNLIKELY(rec->type == OTFP_Marker && !p->o.json))
		return shown && otfp_print_keep_marker(p, rec) < 0 ? otfp_fail_memory(p->err) : 0;
	if (OTFP_UNLIKELY(!p->is_begun))
		settle(p, rec);
	if (OTFP_UNLIKELY(p->markers.next < p->markers.n))
		otfp_print_markers_to(p, rec->time);
	if (!p->o.json && see_state(p, rec, &did) < 0)
		return otfp_fail_memory(p->err);
	if (OTFP_LIKELY(shown)) {
		if (p->o.json)
			otfp_print_object(p, rec);
		else
			otfp_print_line(p, rec, &did);
	}
	return p->pen.code;
}

int otfp_print_flush(struct otfp_print *p)
{
	return otfp_pen_flush(&p->pen);
}

int otfp_print_end(struct otfp_print *p)
{
	char text[OTFP_DEC_MAX + 20], *to;

	if (p->o.json) {
		to = stpcpy(stpcpy(text, otfp_control_name(OTFP_C_END)), "\t");
		to = otfp_put_dec(to, p->records);
		otfp_print_control(p, (struct otfp_str){text, (size_t)(to - text)});
	} else {
		otfp_print_markers_end(p);
		otfp_print_head(p);
	}
	return otfp_pen_flush(&p->pen);
}
