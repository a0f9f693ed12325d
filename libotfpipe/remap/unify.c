#include "remap/unify.h"
#include "record/equal.h"
#include "base/order.h"
#include "base/hash.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A definition refers only to tokens of earlier spaces; process parents are the exception. */
static const uint8_t order[] = {
	OTFP_W_KEY,       OTFP_W_PROCESSGROUP, OTFP_W_ATTRIBUTE,  OTFP_W_FUNCTIONGROUP, OTFP_W_COUNTERGROUP,
	OTFP_W_FILEGROUP, OTFP_W_SCLFILE,      OTFP_W_COLLECTIVE, OTFP_W_MARKER,        OTFP_W_SCL,
	OTFP_W_FILE,      OTFP_W_FUNCTION,     OTFP_W_COUNTER,
};

/* Limit for the depth of process trees that are matched; processes of deeper trees count as different. */
enum { MAX_ROUNDS = 64 };

int otfp_unify_begin(struct otfp_unify *u, const char *const *names, unsigned n, struct otfp_error *err)
{
	int code = 0;

	u->err = err;
	u->parts = calloc(n, sizeof *u->parts);
	if (!u->parts)
		return otfp_fail_memory(err);
	for (u->n = 0; u->n < n && code == 0; u->n++) {
		struct otfp_rename *r = &u->parts[u->n];
		*r = (struct otfp_rename){.claims = &u->claims, .err = err, .name = names[u->n], .part = u->n};
		r->unify = r->all_global = 1;
		r->map.unchecked = 1; /* the claims of all parts are checked instead */
		for (unsigned type = 1; type < OTFP_NTYPES; type++)
			r->active[otfp_table[type].defines] |= otfp_table[type].defines != 0;
		code = otfp_rename_begin(r);
	}
	return code;
}

void otfp_unify_release(struct otfp_unify *u)
{
	for (unsigned i = 0; i < u->n; i++)
		otfp_rename_release(&u->parts[i]);
	free(u->parts);
	otfp_claims_release(&u->claims);
	otfp_map_release(&u->meanings);
	otfp_map_release(&u->counts);
	otfp_arena_release(&u->scratch);
	memset(u, 0, sizeof *u);
}

int otfp_unify_streams(struct otfp_unify *u, unsigned part, const struct otfp_record *rec)
{
	struct otfp_rename *r = &u->parts[part];
	const char *why;
	int code;

	if (otfp_control_kind(rec) != OTFP_C_SM)
		return 0;
	code = otfp_master_parse_sm(&r->master, &rec->line, &why);
	if (code < 0)
		return otfp_fail(u->err, OTFP_EFAIL, "%s: %s", r->name, why);
	return 0;
}

/* ---- numbers ---- */

static int is_there(const struct otfp_rename *r, unsigned space, uint32_t token)
{
	return otfp_map_get(&r->defined[space], token) ||
	       (space == OTFP_W_PROCESS && otfp_master_stream(&r->master, token));
}

/* Whether a number is a token in all parts: 0 means none in a part that does not define it. */
static int is_token(const struct otfp_unify *u, unsigned space, uint32_t scope, uint32_t token)
{
	if (token)
		return 1;
	for (unsigned i = 0; i < u->n; i++)
		if (scope || !is_there(&u->parts[i], space, 0))
			return 0;
	return 1;
}

static int add(struct otfp_unify *u, unsigned part, struct otfp_renaming e)
{
	return otfp_tokenmap_add(&u->parts[part].map, e) < 0 ? otfp_fail_memory(u->err) : 0;
}

/* A group does not get the number of a process of another trace: some records could not distinguish them. */
static int is_taken(const struct otfp_unify *u, unsigned part, unsigned space, uint32_t token)
{
	const struct otfp_claim *process =
		space == OTFP_W_PROCESSGROUP ? otfp_claims_get(&u->claims, OTFP_W_PROCESS, 0, token) : NULL;

	return otfp_claims_get(&u->claims, space, 0, token) || (process && process->part != part);
}

static int no_number(struct otfp_unify *u, unsigned part, unsigned space)
{
	return otfp_fail(u->err, OTFP_EFAIL, "%s: no %s token is free", u->parts[part].name, otfp_what_name(space));
}

/* Claim a number for a token: its own if it is free, else a fresh one. @return the claim, or NULL with *code set */
static struct otfp_claim *give_number(struct otfp_unify *u, unsigned part, unsigned space, uint32_t scope,
                                      uint32_t token, int code[1])
{
	struct otfp_claim c = {.space = space, .scope = scope, .token = token, .to = token, .part = part};
	struct otfp_claim *put;

	c.defined = 1;
	*code = 0;
	if (!is_token(u, space, scope, token) || is_taken(u, part, space, token))
		if (otfp_claims_fresh(&u->claims, space, &c.to) < 0) {
			*code = no_number(u, part, space);
			return NULL;
		}
	put = otfp_claims_put(&u->claims, 0, c);
	if (!put)
		*code = otfp_fail_memory(u->err);
	return put;
}

/* ---- definitions by meaning ---- */

/* Count a definition; set *n to the number of equal ones before it in its scope. */
static int count(struct otfp_unify *u, uint64_t hash, unsigned part, uint32_t scope, uint64_t *n)
{
	uint64_t key = otfp_hash_add(otfp_hash_add(hash, part), scope), *have = otfp_map_get(&u->counts, key);

	*n = have ? *have : 0;
	return otfp_map_set(&u->counts, key, *n + 1) < 0 ? otfp_fail_memory(u->err) : 0;
}

static int get_meaning(struct otfp_unify *u, unsigned part, const struct otfp_record *rec, uint64_t *key)
{
	struct otfp_record copy;
	uint64_t hash, n = 0;
	int code;

	otfp_arena_clear(&u->scratch);
	if (rec->type == OTFP_DefKeyValue && rec->ntags) {
		/* its key-values may have any key, even its own: it equals no other definition */
		*key = otfp_hash_add(otfp_hash_add(otfp_hash_add(rec->type, part), rec->loc), rec->f[0].u);
		return 0;
	}
	code = otfp_rename_meaning(&u->parts[part], rec, &copy, &u->scratch);
	hash = code == 0 ? otfp_record_hash(&copy) : 0;
	if (code == 0)
		code = count(u, hash, part, rec->loc, &n);
	*key = otfp_hash_add(hash, n);
	return code;
}

/* If a record used the token before this definition, it keeps the number it got then. @return whether it was used */
static int was_named(struct otfp_unify *u, unsigned part, unsigned space, uint32_t scope, uint32_t token)
{
	struct otfp_claim *c = scope ? NULL : otfp_claims_get(&u->claims, space, 0, token);

	if (!c || c->defined || c->token != token || (space == OTFP_W_PROCESS && c->part != part))
		return 0;
	c->defined = 1;
	c->part = part;
	return 1;
}

int otfp_unify_define(struct otfp_unify *u, unsigned part, const struct otfp_record *rec)
{
	unsigned space = rec->type < OTFP_NTYPES ? otfp_table[rec->type].defines : 0;
	uint32_t token = (uint32_t)rec->f[0].u, scope = space == OTFP_W_PROCESS ? 0 : rec->loc;
	struct otfp_renaming e = {.space = space, .stream = scope, .from = token, .to = token, .used = 1};
	struct otfp_claim *c;
	const uint64_t *same;
	uint64_t key;
	int code;

	if (!space || otfp_tokenmap_get(&u->parts[part].map, space, scope, token))
		return 0;
	e.kind = scope ? OTFP_TO_GLOBAL : OTFP_STAYS_THERE;
	if (was_named(u, part, space, scope, token))
		return add(u, part, e);
	code = get_meaning(u, part, rec, &key);
	if (code < 0)
		return code;
	same = space == OTFP_W_PROCESS ? NULL : otfp_map_get(&u->meanings, key);
	c = same ? &u->claims.all[*same] : give_number(u, part, space, scope, token, &code);
	if (!c)
		return code;
	c->shared |= same != NULL;
	e.to = c->to;
	if (!same && otfp_map_set(&u->meanings, key, (uint64_t)(c - u->claims.all)) < 0)
		return otfp_fail_memory(u->err);
	return add(u, part, e);
}

static int plan_space(struct otfp_unify *u, const struct otfp_unify_head *heads, unsigned space)
{
	int code = 0;

	for (unsigned part = 0; part < u->n; part++)
		for (size_t i = 0; i < heads[part].n && code == 0; i++) {
			const struct otfp_record *rec = heads[part].recs[i];
			if (rec->type < OTFP_NTYPES && otfp_table[rec->type].defines == space)
				code = otfp_unify_define(u, part, rec);
		}
	return code;
}

/* ---- processes ---- */

/* The processes of one part that are in a stream or defined, and their definitions. */
struct processes {
	struct otfp_unify *u;
	unsigned part;
	struct otfp_map first; /* process -> 1 + index of its first definition; 0 = none */
	uint32_t *sorted;      /* all processes */
	const struct otfp_unify_head *head;
};

static int sort(struct processes *p)
{
	size_t n = 0;

	p->sorted = malloc((p->first.n + 1) * sizeof *p->sorted);
	if (!p->sorted)
		return -1;
	for (struct otfp_map_at at = {0}; otfp_map_next(&p->first, &at);)
		p->sorted[n++] = (uint32_t)at.key;
	qsort(p->sorted, n, sizeof *p->sorted, otfp_by_u32);
	return 0;
}

static int collect(struct processes *p)
{
	const struct otfp_master *m = &p->u->parts[p->part].master;
	int rc = 0;

	for (size_t i = 0; i < p->head->n && rc == 0; i++) {
		const struct otfp_record *rec = p->head->recs[i];
		if (rec->type == OTFP_DefProcess && !otfp_map_get(&p->first, rec->f[0].u))
			rc = otfp_map_set(&p->first, rec->f[0].u, i + 1);
	}
	for (size_t s = 0; s < m->n; s++)
		for (size_t i = 0; i < m->streams[s].n && rc == 0; i++) {
			uint32_t process = m->streams[s].procs[i];
			if (!otfp_map_get(&p->first, process))
				rc = otfp_map_set(&p->first, process, 0);
		}
	return rc < 0 || sort(p) < 0 ? otfp_fail_memory(p->u->err) : 0;
}

static const struct otfp_renaming *decided(const struct processes *p, uint64_t process)
{
	return otfp_tokenmap_get(&p->u->parts[p->part].map, OTFP_W_PROCESS, 0, (uint32_t)process);
}

/* The hash of a process definition with its parent renamed. 0 = no definition. */
static uint64_t meaning(const struct processes *p, uint64_t definition)
{
	const struct otfp_renaming *parent;
	struct otfp_record rec;

	if (!definition)
		return 0;
	rec = *p->head->recs[definition - 1];
	rec.f[0].u = 0;
	parent = decided(p, rec.f[2].u);
	if (parent && rec.f[2].u)
		rec.f[2].u = parent->to;
	return otfp_record_hash(&rec);
}

/* Whether a process differs from the process of an earlier trace that has its number. */
static int is_other(const struct processes *p, uint32_t process, uint64_t definition)
{
	const struct otfp_claim *have = otfp_claims_get(&p->u->claims, OTFP_W_PROCESS, 0, process);

	if (!have || have->part == p->part)
		return !is_token(p->u, OTFP_W_PROCESS, 0, process);
	if (have->lives && otfp_master_stream(&p->u->parts[p->part].master, process))
		return 1;
	if (!definition ||
	    p->head->recs[definition - 1]->ntags) /* key tokens are chosen later, so tags cannot be compared */
		return 1;
	return have->hash != meaning(p, definition);
}

static int decide(struct processes *p, uint32_t process, uint64_t definition, int other)
{
	struct otfp_claim *have = other ? NULL : otfp_claims_get(&p->u->claims, OTFP_W_PROCESS, 0, process);
	int code = 0, lives = otfp_master_stream(&p->u->parts[p->part].master, process) != 0;

	if (!have)
		have = give_number(p->u, p->part, OTFP_W_PROCESS, 0, process, &code);
	if (!have)
		return code;
	have->shared |= have->part != p->part;
	have->lives |= lives != 0;
	if (have->part == p->part)
		have->hash = meaning(p, definition);
	return add(p->u, p->part,
	           (struct otfp_renaming){.space = OTFP_W_PROCESS, .from = process, .to = have->to, .used = 1});
}

/* Give numbers to undecided processes that differ from earlier ones (`others`: all with a taken number count as
 * different); with `rest` to all. @return how many, or <0 */
static long decide_round(struct processes *p, int others, int rest)
{
	long n = 0;

	for (size_t i = 0; i < p->first.n; i++) {
		uint32_t process = p->sorted[i];
		uint64_t definition = *otfp_map_get(&p->first, process);
		int other, code;
		if (decided(p, process))
			continue;
		other = is_other(p, process, definition) ||
		        (others && otfp_claims_get(&p->u->claims, OTFP_W_PROCESS, 0, process));
		if (!other && !rest)
			continue;
		code = decide(p, process, definition, other);
		if (code < 0)
			return code;
		n++;
	}
	return n;
}

/* A process whose parent differs is different, too, so rounds repeat until nothing changes. */
static int plan_processes(struct otfp_unify *u, unsigned part, const struct otfp_unify_head *head)
{
	struct processes p = {.u = u, .part = part, .head = head};
	long n = collect(&p) < 0 ? OTFP_EFAIL : 1;

	for (int round = 0; n > 0 && round < MAX_ROUNDS; round++)
		n = decide_round(&p, 0, 0);
	if (n >= 0)
		n = decide_round(&p, n > 0, 1);
	otfp_map_release(&p.first);
	free(p.sorted);
	return n < 0 ? (int)n : 0;
}

/* ---- plan ---- */

static void raise_living(struct otfp_unify *u, const struct otfp_map *streams)
{
	for (struct otfp_map_at at = {0}; otfp_map_next(streams, &at);)
		otfp_claims_raise(&u->claims, OTFP_W_PROCESS, (uint32_t)at.key);
}

/* Note all tokens in use before any gets a new number. */
static int learn_all(struct otfp_unify *u, const struct otfp_unify_head *heads)
{
	int code = 0;

	for (unsigned part = 0; part < u->n; part++)
		raise_living(u, &u->parts[part].master.of);
	for (unsigned part = 0; part < u->n; part++)
		for (size_t i = 0; i < heads[part].n && code == 0; i++)
			code = otfp_rename_learn(&u->parts[part], heads[part].recs[i]);
	return code;
}

int otfp_unify_plan(struct otfp_unify *u, const struct otfp_unify_head *heads)
{
	int code = learn_all(u, heads);

	for (unsigned part = 0; part < u->n && code == 0; part++)
		code = plan_processes(u, part, &heads[part]);
	for (unsigned i = 0; i < sizeof order && code == 0; i++)
		code = plan_space(u, heads, order[i]);
	return code;
}
