/* names.c - tokens by name, so that traces that number their definitions differently can be compared. */
#include "record/control.h"
#include "cmd/diff/diff.h"
#include "base/hash.h"
#include <string.h>

void diff_names_release(struct diff_names *n)
{
	for (unsigned i = 0; i < OTFP_NWHATS; i++)
		otfp_map_release(&n->index[i].map);
	otfp_map_release(&n->seen);
	otfp_map_release(&n->streams);
}

/* Fields that refer to the same definitions have one space. */
static unsigned space_of(unsigned what)
{
	return what == OTFP_W_PEER ? OTFP_W_PROCESS : what;
}

static int is_space(unsigned what)
{
	return what > OTFP_W_NONE && what <= OTFP_W_MARKER;
}

/* A hash of the name of a definition; of a source location, a hash of its file and line. */
static uint64_t hash_of(const struct diff_names *n, const struct otfp_record *rec, unsigned space)
{
	uint64_t h = otfp_hash_bytes(OTFP_HASH_INIT, &space, sizeof space), file;
	unsigned slot = otfp_table[rec->type].name_slot;

	if (slot)
		return otfp_hash_bytes(h, rec->f[slot].s.p, rec->f[slot].s.n);
	file = diff_meaning(n, OTFP_W_SCLFILE, rec->loc, rec->f[1].u);
	return otfp_hash_bytes(otfp_hash_bytes(h, &file, sizeof file), &rec->f[2].u, sizeof rec->f[2].u);
}

/* Several definitions of one name are numbered: the first matches the first of the other side, and so on. */
static int define(struct diff_names *n, const struct otfp_record *rec, unsigned space)
{
	uint64_t h = hash_of(n, rec, space), *seen = otfp_map_get(&n->seen, h), nth = seen ? *seen : 0;

	if (otfp_map_set(&n->seen, h, nth + 1) < 0)
		return -1;
	h = otfp_hash_bytes(h, &nth, sizeof nth) | 1ull << 63; /* differs from all tokens */
	return otfp_tokens_put(&n->index[space], rec->loc, (uint32_t)rec->f[0].u, h);
}

int diff_names_add(struct diff_names *n, const struct otfp_record *rec)
{
	if (rec->type == OTFP_CONTROL)
		return otfp_control_kind(rec) == OTFP_C_SM ? otfp_sm_map(&n->streams, &rec->line) : 0;
	if (rec->type >= OTFP_NTYPES || !(otfp_table[rec->type].name_slot || rec->type == OTFP_DefScl))
		return 0;
	return define(n, rec, otfp_table[rec->type].defines);
}

uint64_t diff_meaning(const struct diff_names *n, unsigned what, uint32_t stream, uint64_t token)
{
	const uint64_t *h = NULL;

	if (!is_space(what))
		return token;
	if (what != OTFP_W_PROCORGROUP)
		h = otfp_tokens_get(&n->index[space_of(what)], &stream, (uint32_t)token);
	else if (!(h = otfp_tokens_get(&n->index[OTFP_W_PROCESS], &stream, (uint32_t)token)))
		h = otfp_tokens_get(&n->index[OTFP_W_PROCESSGROUP], &stream, (uint32_t)token);
	return h ? *h : token;
}
