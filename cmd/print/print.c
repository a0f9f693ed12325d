/* print.c - keeps what is needed to print a record: names, call depth, the first time. See print.h. */
#include "base/error.h"
#include "base/json.h"
#include "cmd/print/forms.h"
#include "record/control.h"
#include "state/callstate.h"
#include <string.h>

int print_begin(struct print *p, int fd, const struct otfp_header *h, struct otfp_error *err)
{
	int code = pen_init(&p->pen, fd, "stdout", err);

	p->err = err;
	p->header = *h;
	p->clock.resolution = h->resolution;
	p->labels.names.all = 1;
	p->labels.form = p->o.json ? otfp_json_put : safe_put;
	p->labels.pen = &p->pen;
	p->state.keeps = p->o.json ? 0 : OTFP_STATE_CALLS;
	return code == 0 && p->o.json ? print_magic(p) : code;
}

void print_close(struct print *p)
{
	pen_release(&p->pen);
	labels_release(&p->labels);
	otfp_buf_release(&p->scratch);
	for (unsigned i = 0; i < PRINT_PLACES; i++)
		otfp_buf_release(&p->places[i].text);
	otfp_state_release(&p->state);
	print_markers_release(p);
}

/* ---- records ---- */

static int learn(struct print *p, const struct otfp_record *rec)
{
	clock_learn(&p->clock, rec);
	return otfp_names_add(&p->labels.names, rec) < 0 ? otfp_fail_memory(p->err) : 0;
}

static int is_known(const struct otfp_record *rec)
{
	return rec->type < OTFP_NTYPES;
}

static int is_definition(const struct otfp_record *rec)
{
	return is_known(rec) && (otfp_table[rec->type].file == OTFP_FILE_DEF || rec->type == OTFP_DefMarker);
}

/* Print a definition, a control line or a record of unknown name. */
static void print_other(struct print *p, const struct otfp_record *rec, int shown)
{
	if (rec->type == OTFP_CONTROL && p->o.json)
		print_control(p, rec->line);
	if (rec->type == OTFP_CONTROL || !shown)
		return;
	if (p->o.json)
		print_object(p, rec);
	else if (is_definition(rec) && !p->o.definitions)
		p->hidden++;
	else
		print_line(p, rec, NULL);
}

static inline int see_state(struct print *p, const struct otfp_record *rec, struct otfp_change *did)
{
	const int is_call = rec->type == OTFP_Enter || rec->type == OTFP_Leave;
	struct otfp_process *process = is_call && !rec->ntags ? otfp_state_near(&p->state, rec->loc) : NULL;

	if (OTFP_LIKELY(process != NULL))
		return otfp_state_add_call(&p->state, process, rec, did);
	return otfp_state_add(&p->state, rec, did);
}

int print_record(struct print *p, const struct otfp_record *rec, int shown)
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
		return shown && print_keep_marker(p, rec) < 0 ? otfp_fail_memory(p->err) : 0;
	if (OTFP_UNLIKELY(!p->is_begun))
		print_settle(p, rec);
	if (OTFP_UNLIKELY(p->markers.next < p->markers.n))
		print_markers_to(p, rec->time);
	if (!p->o.json && see_state(p, rec, &did) < 0)
		return otfp_fail_memory(p->err);
	if (OTFP_LIKELY(shown)) {
		if (!p->o.json)
			print_line(p, rec, &did);
		else if (!print_short_object(p, rec))
			print_object(p, rec);
	}
	return p->pen.code;
}

int print_flush(struct print *p)
{
	return pen_flush(&p->pen);
}

int print_end(struct print *p)
{
	char text[OTFP_DEC_MAX + 20], *to;

	if (p->o.json) {
		to = stpcpy(stpcpy(text, otfp_control_name(OTFP_C_END)), "\t");
		to = otfp_put_dec(to, p->records);
		print_control(p, (struct otfp_str){text, (size_t)(to - text)});
	} else {
		print_markers_end(p);
		print_head(p);
	}
	return pen_flush(&p->pen);
}
