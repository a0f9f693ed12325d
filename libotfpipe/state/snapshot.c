/* snapshot.c - generate the snapshot records of a process; see state.h. */
#include "state/state.h"

struct out {
	struct otfp_record rec;
	otfp_put_fn *put;
	void *ctx;
};

static int put(struct out *o, unsigned type, const struct otfp_kept *kept)
{
	o->rec.type = (uint16_t)type;
	otfp_kept_give(kept, &o->rec);
	return o->put(o->ctx, &o->rec);
}

static int put_calls(struct out *o, const struct otfp_call_stack *s)
{
	const uint32_t nkept = s->more ? s->more->nkept : 0;
	uint32_t kept = 0;
	int rc = 0;

	for (size_t i = 0; i < s->n && rc == 0; i++) {
		const struct otfp_call *c = otfp_stack_at(s, i);
		const int has_tags = kept < nkept && s->more->kept[kept].depth == i;
		o->rec.f[0].u = c->time;
		o->rec.f[1].u = c->function;
		o->rec.f[2].u = c->source;
		rc = put(o, OTFP_EnterSnapshot, has_tags ? s->more->kept[kept++].kept : NULL);
	}
	return rc;
}

static int put_sends(struct out *o, const struct otfp_sends *s)
{
	int rc = 0;

	for (const struct otfp_message *m = s->first; m && rc == 0; m = m->after) {
		o->rec.f[0].u = m->time;
		o->rec.f[1].u = m->receiver;
		o->rec.f[2].u = m->group;
		o->rec.f[3].u = m->tag;
		o->rec.f[4].u = m->length < UINT32_MAX ? m->length : UINT32_MAX;
		o->rec.f[5].u = m->source;
		o->rec.f[OTFP_SENT_IN].u = m->function;
		rc = put(o, OTFP_SendSnapshot, m->kept);
	}
	return rc;
}

/* ---- lists: a function per record type fills the fields from an element ---- */

typedef void begun_fields(union otfp_value *f, const struct otfp_begun *b);

static void file_fields(union otfp_value *f, const struct otfp_begun *b)
{
	f[0].u = b->time;
	f[1].u = b->what;
	f[2].u = b->id;
	f[3].u = b->source;
}

static void collective_fields(union otfp_value *f, const struct otfp_begun *b)
{
	f[0].u = b->time;
	f[1].u = b->what;
	f[2].u = b->id;
	f[3].u = b->group;
	f[4].u = b->root;
	f[5].u = b->sent;
	f[6].u = b->received;
	f[7].u = b->source;
}

static void fileop_fields(union otfp_value *f, const struct otfp_begun *b)
{
	f[0].u = b->time;
	f[1].u = b->id;
	f[2].u = b->source;
}

static int put_begun(struct out *o, unsigned type, const struct otfp_begun_list *l, begun_fields *fields)
{
	int rc = 0;

	for (const struct otfp_begun *b = otfp_begun_next(l, NULL); b && rc == 0; b = otfp_begun_next(l, b)) {
		fields(o->rec.f, b);
		rc = put(o, type, b->kept);
	}
	return rc;
}

typedef void last_fields(union otfp_value *f, const struct otfp_last *v);

static void collcount_fields(union otfp_value *f, const struct otfp_last *v)
{
	f[0].u = v->token;
	f[1].u = v->value;
}

static void counter_fields(union otfp_value *f, const struct otfp_last *v)
{
	f[0].u = v->time;
	f[1].u = v->token;
	f[2].u = v->value;
}

static int put_lasts(struct out *o, unsigned type, const struct otfp_lasts *l, last_fields *fields)
{
	const struct otfp_last *v;
	int rc = 0;

	for (struct otfp_lasts_at at = {0}; rc == 0 && (v = otfp_lasts_next(l, &at));) {
		fields(o->rec.f, v);
		o->rec.form = v->form;
		rc = put(o, type, v->kept);
	}
	return rc;
}

int otfp_state_snapshot(const struct otfp_process *p, uint64_t time, otfp_put_fn *give, void *ctx)
{
	struct out o = {.rec = {.time = time, .loc = p->process, .file = OTFP_FILE_SNAP}, .put = give, .ctx = ctx};
	const struct otfp_operations *operations = otfp_operations_of(p);
	int rc = put_calls(&o, &p->calls);

	if (rc == 0)
		rc = put_sends(&o, &p->sends);
	if (rc == 0)
		rc = put_begun(&o, OTFP_OpenFileSnapshot, &operations->files, file_fields);
	if (rc == 0)
		rc = put_begun(&o, OTFP_BeginCollopSnapshot, &operations->collectives, collective_fields);
	if (rc == 0)
		rc = put_lasts(&o, OTFP_CollopCountSnapshot, &operations->collcounts, collcount_fields);
	if (rc == 0)
		rc = put_begun(&o, OTFP_BeginFileOpSnapshot, &operations->fileops, fileop_fields);
	return rc < 0 ? rc : put_lasts(&o, OTFP_CounterSnapshot, &p->counters, counter_fields);
}
