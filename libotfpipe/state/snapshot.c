/* snapshot.c - the snapshot records of a process; see state.h. */
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
	int rc = 0;

	for (size_t i = 0; i < s->n && rc == 0; i++) {
		const struct otfp_call *c = &s->calls[i];
		o->rec.f[0].u = c->time;
		o->rec.f[1].u = c->function;
		o->rec.f[2].u = c->source;
		rc = put(o, OTFP_EnterSnapshot, c->kept);
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
		o->rec.f[4].u = m->length;
		o->rec.f[5].u = m->source;
		rc = put(o, OTFP_SendSnapshot, m->kept);
	}
	return rc;
}

static int put_files(struct out *o, const struct otfp_begun_list *l)
{
	int rc = 0;

	for (size_t i = 0; i < l->n && rc == 0; i++) {
		const struct otfp_begun *b = &l->open[i];
		o->rec.f[0].u = b->time;
		o->rec.f[1].u = b->what;
		o->rec.f[2].u = b->id;
		o->rec.f[3].u = b->source;
		rc = put(o, OTFP_OpenFileSnapshot, b->kept);
	}
	return rc;
}

static int put_collectives(struct out *o, const struct otfp_begun_list *l)
{
	int rc = 0;

	for (size_t i = 0; i < l->n && rc == 0; i++) {
		const struct otfp_begun *b = &l->open[i];
		o->rec.f[0].u = b->time;
		o->rec.f[1].u = b->what;
		o->rec.f[2].u = b->id;
		o->rec.f[3].u = b->group;
		o->rec.f[4].u = b->root;
		o->rec.f[5].u = b->sent;
		o->rec.f[6].u = b->received;
		o->rec.f[7].u = b->source;
		rc = put(o, OTFP_BeginCollopSnapshot, b->kept);
	}
	return rc;
}

static int put_collcounts(struct out *o, const struct otfp_lasts *v)
{
	int rc = 0;

	for (size_t i = 0; i < v->n && rc == 0; i++) {
		o->rec.f[0].u = v->p[i].token;
		o->rec.f[1].u = v->p[i].value;
		rc = put(o, OTFP_CollopCountSnapshot, v->p[i].kept);
	}
	return rc;
}

static int put_fileops(struct out *o, const struct otfp_begun_list *l)
{
	int rc = 0;

	for (size_t i = 0; i < l->n && rc == 0; i++) {
		const struct otfp_begun *b = &l->open[i];
		o->rec.f[0].u = b->time;
		o->rec.f[1].u = b->id;
		o->rec.f[2].u = b->source;
		rc = put(o, OTFP_BeginFileOpSnapshot, b->kept);
	}
	return rc;
}

static int put_counters(struct out *o, const struct otfp_lasts *v)
{
	int rc = 0;

	for (size_t i = 0; i < v->n && rc == 0; i++) {
		o->rec.f[0].u = v->p[i].time;
		o->rec.f[1].u = v->p[i].token;
		o->rec.f[2].u = v->p[i].value;
		o->rec.form = v->p[i].form;
		rc = put(o, OTFP_CounterSnapshot, v->p[i].kept);
	}
	return rc;
}

int otfp_state_snapshot(const struct otfp_process *p, uint64_t time, otfp_put_fn *give, void *ctx)
{
	struct out o = {.rec = {.time = time, .loc = p->process, .file = OTFP_SNAP}, .put = give, .ctx = ctx};
	int rc = put_calls(&o, &p->calls);

	if (rc == 0)
		rc = put_sends(&o, &p->sends);
	if (rc == 0)
		rc = put_files(&o, &p->files);
	if (rc == 0)
		rc = put_collectives(&o, &p->collectives);
	if (rc == 0)
		rc = put_collcounts(&o, &p->collcounts);
	if (rc == 0)
		rc = put_fileops(&o, &p->fileops);
	return rc < 0 ? rc : put_counters(&o, &p->counters);
}
