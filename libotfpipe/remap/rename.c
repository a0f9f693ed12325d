/* rename.c - rename one token: its definition, its new number, clashes. */
#include "remap/rename.h"
#include "base/hash.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t key_of(uint32_t stream, uint32_t token)
{
	return (uint64_t)stream << 32 | token;
}

int otfp_rename_begin(struct otfp_rename *r)
{
	r->process = UINT64_MAX;
	r->memo = calloc(OTFP_RENAME_MEMO, sizeof *r->memo);
	if (!r->memo)
		return otfp_fail_memory(r->err);
	for (size_t i = 0; i < r->map.n; i++) {
		r->active[r->map.all[i].space] = 1;
		r->local[r->map.all[i].space] |= r->map.all[i].kind == OTFP_TO_LOCAL;
		r->moves |= r->map.all[i].kind == OTFP_TO_LOCAL;
		r->all_global |= r->map.all[i].kind == OTFP_TO_GLOBAL;
	}
	otfp_refs_make(r->refs, r->active);
	return 0;
}

void otfp_rename_release(struct otfp_rename *r)
{
	for (unsigned space = 0; space < OTFP_NWHATS; space++) {
		otfp_map_release(&r->defined[space]);
		free(r->flat[space].to);
	}
	otfp_tokenmap_release(&r->map);
	otfp_master_release(&r->master);
	otfp_map_release(&r->scl_keys);
	free(r->memo);
	memset(r, 0, sizeof *r);
}

/* ---- caches ---- */

static struct otfp_rename_memo *memo_of(const struct otfp_rename *r, uint64_t key)
{
	return &r->memo[otfp_hash_slot(key, 10) % OTFP_RENAME_MEMO];
}

/* Extend the table to a small token; new entries are unknown. */
static int grow_flat(struct otfp_rename_flat *flat, uint32_t token)
{
	uint32_t n = flat->n ? flat->n : 256;
	uint32_t *p;

	while (n <= token)
		n *= 2;
	p = realloc(flat->to, n * sizeof *p);
	if (!p)
		return -1;
	memset(p + flat->n, 0xff, (n - flat->n) * sizeof *p);
	flat->to = p;
	flat->n = n;
	return 0;
}

static int remember(struct otfp_rename *r, unsigned space, uint32_t stream, uint32_t token, uint32_t to)
{
	struct otfp_rename_flat *flat = &r->flat[space];
	uint64_t key = key_of(stream, token);

	if (stream || token >= OTFP_RENAME_FLAT) {
		*memo_of(r, key) = (struct otfp_rename_memo){key, space, to};
		return 0;
	}
	if (token >= flat->n && grow_flat(flat, token) < 0)
		return otfp_fail_memory(r->err);
	flat->to[token] = to;
	return 0;
}

/* A new definition may change the meaning of its token: clear what the caches have for it. */
static void forget(struct otfp_rename *r, unsigned space, uint32_t token)
{
	if (token < r->flat[space].n)
		r->flat[space].to[token] = OTFP_RENAME_UNKNOWN;
	memset(r->memo, 0, OTFP_RENAME_MEMO * sizeof *r->memo);
}

/* ---- definitions ---- */

static int learn_key(struct otfp_rename *r, const struct otfp_record *rec)
{
	static const char name[] = "TUD::p2p-received-scl"; /* defined by otfaux --match-messages */
	const struct otfp_str *s = &rec->f[2].s;

	if (rec->type != OTFP_DefKeyValue || s->n != sizeof name - 1 || memcmp(s->p, name, s->n) != 0)
		return 0;
	return otfp_map_set(&r->scl_keys, key_of(rec->loc, (uint32_t)rec->f[0].u), 1);
}

int otfp_rename_learn(struct otfp_rename *r, const struct otfp_record *rec)
{
	unsigned space = rec->type < OTFP_NTYPES ? otfp_table[rec->type].defines : 0;
	uint32_t token = (uint32_t)rec->f[0].u, scope = space == OTFP_W_PROCESS ? 0 : rec->loc;

	if (!space)
		return 0;
	if (otfp_map_set(&r->defined[space], key_of(scope, token), 1) < 0 || learn_key(r, rec) < 0)
		return otfp_fail_memory(r->err);
	r->local[space] |= scope != 0;
	otfp_claims_raise(r->claims, space, token);
	forget(r, space, token);
	return 0;
}

int otfp_rename_is_local(const struct otfp_rename *r, unsigned space, uint32_t stream, uint32_t token)
{
	return stream && r->local[space] && otfp_map_get(&r->defined[space], key_of(stream, token));
}

/* ---- claims and clashes ---- */

static void describe(char *text, size_t room, const struct otfp_rename *r, const struct otfp_claim *c)
{
	int n = snprintf(text, room, "%s %" PRIu32, otfp_what_name(c->space), c->token);

	if (c->scope)
		n += snprintf(text + n, room - (size_t)n, " of stream %" PRIu32, c->scope);
	if (c->part != r->part)
		n += snprintf(text + n, room - (size_t)n, " of trace %u", c->part + 1);
	if (c->token == c->to)
		snprintf(text + n, room - (size_t)n, " stays");
	else
		snprintf(text + n, room - (size_t)n, " becomes %" PRIu32, c->to);
}

static int clash(struct otfp_rename *r, const struct otfp_claim *a, const struct otfp_claim *b)
{
	char first[120], second[120];

	describe(first, sizeof first, r, a);
	describe(second, sizeof second, r, b);
	return otfp_fail(r->err, OTFP_EFAIL, "%s: clash: %s, and %s", r->name, second, first);
}

static int is_same(const struct otfp_claim *a, const struct otfp_claim *b)
{
	return a->part == b->part && a->scope == b->scope && a->token == b->token;
}

/* Several definitions may become one global definition if they are equal, which otfp_rename_definition checks. */
static int may_share(const struct otfp_claim *a, const struct otfp_claim *b)
{
	return a->defined && b->defined && (a->shared || b->shared);
}

static int claim(struct otfp_rename *r, uint32_t stream, const struct otfp_claim *c)
{
	struct otfp_claim *have = otfp_claims_get(r->claims, c->space, stream, c->to);

	if (!have)
		return otfp_claims_put(r->claims, stream, *c) ? 0 : otfp_fail_memory(r->err);
	if (is_same(have, c))
		have->defined |= c->defined;
	else if (!may_share(have, c))
		return clash(r, have, c);
	have->shared |= c->shared;
	return 0;
}

/* A global token must not get the number of a local definition of the stream that uses it. */
static int check_hidden(struct otfp_rename *r, uint32_t stream, const struct otfp_claim *c)
{
	const struct otfp_claim *hides =
		stream && r->local[c->space] ? otfp_claims_get(r->claims, c->space, stream, c->to) : NULL;

	return hides ? clash(r, hides, c) : 0;
}

/* With unify: a token without definition keeps its number if it is free, else it gets a fresh one. 0 means none. */
static int give_way(struct otfp_rename *r, struct otfp_claim c, uint32_t *to)
{
	const struct otfp_claim *have = c.to ? otfp_claims_get(r->claims, c.space, 0, c.to) : NULL;
	int one_owner = c.space == OTFP_W_PROCESS;

	if (!c.to || (have && !have->defined && have->token == c.token && (!one_owner || have->part == c.part)))
		return 0;
	if (have) {
		if (otfp_claims_fresh(r->claims, c.space, &c.to) < 0)
			return otfp_fail(r->err, OTFP_EFAIL, "%s: no %s token is free", r->name,
			                 otfp_what_name(c.space));
		*to = c.to;
		if (otfp_tokenmap_add(&r->map, (struct otfp_renaming){
						       .space = c.space, .from = c.token, .to = c.to, .used = 1}) < 0)
			return otfp_fail_memory(r->err);
	}
	return otfp_claims_put(r->claims, 0, c) ? 0 : otfp_fail_memory(r->err);
}

/* ---- new tokens ---- */

/* The entry that makes a global definition local to the stream. @return NULL if there is none */
static struct otfp_renaming *find_local(const struct otfp_rename *r, unsigned space, uint32_t stream, uint32_t token)
{
	const uint64_t *i = stream ? otfp_map_get(&r->map.locals[space], key_of(stream, token)) : NULL;

	return i ? &r->map.all[*i] : NULL;
}

static int settle(struct otfp_rename *r, unsigned space, uint32_t stream, uint32_t token, uint32_t *to, uint32_t *scope)
{
	int is_local = otfp_rename_is_local(r, space, stream, token);
	struct otfp_renaming *local = is_local ? NULL : find_local(r, space, stream, token);
	struct otfp_renaming *e = local ? local : otfp_tokenmap_get(&r->map, space, is_local ? stream : 0, token);
	struct otfp_claim c = {.space = space, .scope = is_local ? stream : 0, .token = token, .part = r->part};
	int code;

	c.to = *to = e ? e->to : token;
	c.defined = otfp_map_get(&r->defined[space], key_of(c.scope, token)) ||
	            (space == OTFP_W_PROCESS && otfp_master_stream(&r->master, token));
	c.shared = e && e->kind == OTFP_TO_GLOBAL;
	*scope = local || (is_local && !c.shared) ? stream : 0;
	if (e)
		e->used = 1;
	if (r->unify)
		return e ? 0 : give_way(r, c, to);
	code = claim(r, *scope, &c);
	return code == 0 && *scope == 0 ? check_hidden(r, stream, &c) : code;
}

int otfp_rename_token(struct otfp_rename *r, unsigned space, uint32_t stream, uint32_t token, uint32_t *to,
                      uint32_t *scope)
{
	int code;

	if (space == OTFP_W_PROCESS)
		stream = 0;
	if (!r->active[space]) {
		*to = token;
		*scope = otfp_rename_is_local(r, space, stream, token) ? stream : 0;
		return 0;
	}
	code = settle(r, space, stream, token, to, scope);
	if (code < 0)
		return code;
	return remember(r, space, r->local[space] ? stream : 0, token, *to);
}

int otfp_rename_is_moved(const struct otfp_rename *r, unsigned space, uint32_t token)
{
	return otfp_map_get(&r->map.copies[space], token) && !otfp_tokenmap_get(&r->map, space, 0, token);
}

int otfp_rename_claim(struct otfp_rename *r, const struct otfp_record *rec)
{
	unsigned space = rec->type < OTFP_NTYPES ? otfp_table[rec->type].defines : 0;
	uint32_t token = (uint32_t)rec->f[0].u, to, scope;

	if (!space || (rec->loc == 0 && otfp_rename_is_moved(r, space, token)))
		return 0;
	return otfp_rename_token(r, space, rec->loc, token, &to, &scope);
}
