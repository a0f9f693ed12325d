/* dictionary.c - the events that the EDFs of all runs define; equal definitions become one. */
#include "tau/read/runs.h"
#include "base/grow.h"
#include "base/hash.h"
#include <stdlib.h>

/* ---- roles of events ---- */

static const uint8_t roles[OTFP_EDF_NKINDS] = {
	[OTFP_EDF_UNKNOWN] = OTFP_TAU_DROPPED,
	[OTFP_EDF_FUNCTION] = OTFP_TAU_FUNCTION,
	[OTFP_EDF_COUNTER] = OTFP_TAU_COUNTER,
	[OTFP_EDF_SEND] = OTFP_TAU_SEND,
	[OTFP_EDF_RECV] = OTFP_TAU_RECV,
	[OTFP_EDF_INIT] = OTFP_TAU_INIT,
	[OTFP_EDF_CLOSE] = OTFP_TAU_CLOSE,
	[OTFP_EDF_CLOCK] = OTFP_TAU_SILENT,
	[OTFP_EDF_CONTINUED] = OTFP_TAU_DROPPED,
	[OTFP_EDF_PEER_THREAD] = OTFP_TAU_PEER_THREAD,
	[OTFP_EDF_RMA_SEND] = OTFP_TAU_RMA_OUT,
	[OTFP_EDF_RMA_RECV] = OTFP_TAU_RMA_IN,
	[OTFP_EDF_RMA_EITHER] = OTFP_TAU_RMA_EITHER,
	[OTFP_EDF_RMA_RECIPROCAL_SEND] = OTFP_TAU_RMA_OUT,
	[OTFP_EDF_RMA_RECIPROCAL_RECV] = OTFP_TAU_RMA_IN,
	[OTFP_EDF_RMA_KEY1] = OTFP_TAU_RMA_KEY1,
	[OTFP_EDF_RMA_KEY2] = OTFP_TAU_RMA_KEY2,
};

static int is_fact(const struct otfp_edf_event *e)
{
	return e->kind == OTFP_EDF_COUNTER && e->tag == 0 && strstr(e->name, " | ") != NULL;
}

/* ---- one entry for equal definitions ---- */

static uint32_t hash_event(const struct otfp_edf_event *e)
{
	uint64_t h = otfp_hash_bytes(OTFP_HASH_INIT, e->name, e->name_len + 1);

	h = otfp_hash_bytes(otfp_hash_bytes(h, e->group, e->group_len + 1), &e->kind, 1);
	return (uint32_t)(otfp_hash_add(h, (uint64_t)e->tag) >> 32);
}

static int is_same(const struct otfp_tau_def *d, const struct otfp_edf_event *e)
{
	return d->kind == e->kind && d->tag == e->tag && d->name.n == e->name_len && d->group.n == e->group_len &&
	       memcmp(d->name.p, e->name, e->name_len) == 0 && memcmp(d->group.p, e->group, e->group_len) == 0;
}

static int add_def(struct otfp_tau_dictionary *d, const struct otfp_edf_event *e)
{
	struct otfp_tau_def *def;

	if (otfp_grow(&d->defs, d->n, &d->cap, sizeof *d->defs) < 0)
		return -1;
	def = &d->defs[d->n];
	*def = (struct otfp_tau_def){.id = e->id, .tag = e->tag, .kind = e->kind, .role = roles[e->kind]};
	def->name = (struct otfp_str){otfp_arena_copy(&d->text, e->name, e->name_len + 1), e->name_len};
	def->group = (struct otfp_str){otfp_arena_copy(&d->text, e->group, e->group_len + 1), e->group_len};
	if (is_fact(e))
		def->role = OTFP_TAU_METADATA;
	if (!def->name.p || !def->group.p)
		return -1;
	d->n++;
	return 0;
}

/* @return its index + 1, 0 when memory is out */
static uint32_t intern(struct otfp_tau_dictionary *d, const struct otfp_edf_event *e)
{
	const uint32_t hash = hash_event(e);
	size_t probe = otfp_index_home(&d->index, hash);
	uint32_t at;

	while ((at = otfp_index_next(&d->index, hash, &probe)))
		if (is_same(&d->defs[at - 1], e))
			return at;
	if (add_def(d, e) < 0 || otfp_index_add(&d->index, hash, d->n) < 0)
		return 0;
	return (uint32_t)d->n;
}

int otfp_tau_learn(struct otfp_tau_dictionary *d, const struct otfp_edf *edf, struct otfp_tau_ids *ids)
{
	/* in the order of the lines, so that tokens have it too */
	for (size_t i = 0; i < edf->n; i++) {
		uint32_t def = intern(d, &edf->events[i]);
		if (!def || otfp_map_set(&ids->defs, (uint64_t)edf->events[i].id, def - 1) < 0)
			return -1;
	}
	d->sources++;
	return 0;
}

/* ---- tokens ---- */

static int has_token(const struct otfp_tau_def *def)
{
	return def->role == OTFP_TAU_FUNCTION || def->role == OTFP_TAU_COUNTER || def->role == OTFP_TAU_TRIGGER;
}

static int is_token(int64_t id)
{
	return id > 0 && id <= UINT32_MAX;
}

/* With one EDF, its ids become the tokens if all are possible; with several, equal ids have different meanings. */
void otfp_tau_number_events(struct otfp_tau_dictionary *d)
{
	int by_id = d->sources == 1;

	for (size_t i = 0; i < d->n; i++)
		if (has_token(&d->defs[i]) && d->defs[i].count)
			by_id &= is_token(d->defs[i].id);
	for (size_t i = 0; i < d->n; i++) {
		int64_t id = d->defs[i].id;
		d->defs[i].token = is_token(id) ? (uint32_t)id : 0;
		if (!by_id)
			d->defs[i].token = (uint32_t)i + 1;
	}
}

void otfp_tau_dictionary_release(struct otfp_tau_dictionary *d)
{
	for (size_t i = 0; i < d->n; i++)
		free(d->defs[i].owners);
	free(d->defs);
	otfp_index_release(&d->index);
	otfp_arena_release(&d->text);
}
