#include "cmd/remap/matching.h"
#include "base/grow.h"
#include <stdlib.h>
#include <string.h>

const struct matched_key matched_keys[NMATCHED] = {
	{"TUD::p2p-received-time", OTFP_TAG_UINT64},
	{"TUD::p2p-received-size", OTFP_TAG_UINT32},
	{"TUD::p2p-received-scl", OTFP_TAG_UINT32},
};

void matching_release(struct matching *m)
{
	otfp_halves_release(&m->halves);
	otfp_ranks_release(&m->ranks);
	otfp_map_release(&m->used);
	free(m->receives);
	*m = (struct matching){0};
}

unsigned matching_defines(const struct otfp_record *rec)
{
	const struct otfp_str *name = &rec->f[2].s;
	unsigned i = NMATCHED;

	if (rec->type == OTFP_DefKeyValue && rec->loc == 0 && name->p)
		for (i = 0; i < NMATCHED; i++)
			if (name->n == strlen(matched_keys[i].name) &&
			    memcmp(name->p, matched_keys[i].name, name->n) == 0)
				break;
	return i;
}

/* @return 0, or -1 when memory is out */
static int see_key(struct matching *m, const struct otfp_record *rec)
{
	uint32_t key = (uint32_t)rec->f[0].u;
	unsigned i = matching_defines(rec);

	if (key > m->largest)
		m->largest = key;
	if (i < NMATCHED) {
		m->keys[i] = key;
		m->defined[i] = 1;
	}
	return otfp_map_set(&m->used, key, 1);
}

/* A place in m->receives for a receive that waits for its send. @return the place + 1, or 0 when memory is out */
static uint32_t new_receive(struct matching *m)
{
	uint32_t at = m->spare;

	if (at) {
		m->spare = m->receives[at - 1].source;
		return at;
	}
	if (m->n >= UINT32_MAX - 1 || otfp_grow(&m->receives, m->n, &m->cap, sizeof *m->receives) < 0)
		return 0;
	return (uint32_t)++m->n;
}

static int take_send(struct matching *m, const struct otfp_record *rec, struct matched_send *match)
{
	uint32_t key[4];
	uint64_t number = m->sends++;
	struct otfp_half half = {.time = number};
	int code = otfp_ranks_key_of(&m->ranks, rec, key) < 0 ?
	                   -1 :
	                   otfp_halves_match(&m->halves, OTFP_HALF_SENT, key, &half);
	struct matching_receive *r = code > 0 ? &m->receives[half.length] : NULL;

	if (!r)
		return code;
	*match = (struct matched_send){number, half.time, r->length, r->source};
	r->source = m->spare;
	m->spare = half.length + 1;
	return 1;
}

static int take_receive(struct matching *m, const struct otfp_record *rec, struct matched_send *match)
{
	uint32_t key[4];
	uint32_t length = (uint32_t)rec->f[3].u, source = (uint32_t)rec->f[4].u, place = new_receive(m);
	struct otfp_half half = {.time = rec->time, .length = place - 1};
	int code = -1;

	if (place && otfp_ranks_key_of(&m->ranks, rec, key) == 0)
		code = otfp_halves_match(&m->halves, OTFP_HALF_RECEIVED, key, &half);

	if (code < 0)
		return code;
	m->receives[place - 1] = (struct matching_receive){length, code ? m->spare : source};
	if (code) {
		m->spare = place;
		*match = (struct matched_send){half.time, rec->time, length, source};
	}
	return code;
}

int matching_add(struct matching *m, const struct otfp_record *rec, struct matched_send *match)
{
	for (uint32_t i = 0; i < rec->ntags; i++)
		if (!otfp_map_get(&m->used, rec->tags[i].key) && otfp_map_set(&m->used, rec->tags[i].key, 1) < 0)
			return -1;
	if (rec->type == OTFP_DefKeyValue && see_key(m, rec) < 0)
		return -1;
	if (!otfp_is_timed(rec->file) && otfp_ranks_add(&m->ranks, rec) < 0)
		return -1;
	if (rec->type == OTFP_SendMsg)
		return take_send(m, rec, match);
	return rec->type == OTFP_RecvMsg ? take_receive(m, rec, match) : 0;
}

/* The next key after the largest that nothing uses; after the last one those from 1. */
static int next_key(struct matching *m)
{
	for (uint32_t tries = UINT32_MAX; tries; tries--) {
		m->largest += m->largest == UINT32_MAX ? 2 : 1;
		if (!otfp_map_get(&m->used, m->largest))
			return 0;
	}
	return -1;
}

int matching_choose_keys(struct matching *m)
{
	for (unsigned i = 0; i < NMATCHED; i++) {
		if (m->defined[i])
			continue;
		if (next_key(m) < 0)
			return -1;
		m->keys[i] = m->largest;
	}
	return 0;
}
