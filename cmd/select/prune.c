#include "cmd/select/prune.h"
#include "base/assert.h"
#include "trace/carried.h"
#include "record/control.h"
#include "record/spaces.h"
#include "record/tokens.h"
#include "record/queue.h"
#include "record/table.h"
#include "base/arena.h"
#include "base/grow.h"
#include <stdlib.h>
#include <string.h>

/* A used token. */
struct wanted {
	uint32_t space, stream, token;
	int alone; /* not what its definition lists */
};

/* What a definition of a token refers to. */
struct definition {
	const struct definition *earlier; /* of the same token */
	const struct otfp_record *rec;    /* the record, if it has tags; else NULL, and: */
	uint32_t stream;
	uint32_t n;      /* length of refs */
	uint32_t refs[]; /* for each field that refers to tokens: enum otfp_what, number of tokens, tokens */
};

struct prune {
	int closed;
	struct otfp_error failed;             /* code 0 = the first pass did not fail */
	struct otfp_map used[OTFP_NWHATS];    /* set of stream << 32 | token */
	struct otfp_map alone;                /* the same of process groups of which only the definition is used */
	struct otfp_memo lately[OTFP_NWHATS]; /* cache of `used` */
	struct otfp_map defined[OTFP_NWHATS]; /* the same key to the last struct definition */
	struct otfp_arena arena;              /* owns these */
	struct otfp_queue definitions; /* of the first pass, whole: those with tags, and those that define no token */
	struct otfp_queued **descriptions; /* those that describe a token */
	size_t ndescriptions, descriptions_cap;
	struct wanted *stack; /* used tokens whose definitions are not followed yet */
	size_t n, cap;
	struct otfp_carried *carried;
	struct otfp_shorter_sm sm;
	struct otfp_record group; /* one of those, with the members that are used */
	struct otfp_buf members;
};

struct prune *prune_new(void)
{
	struct prune *p = calloc(1, sizeof *p);

	if (p && !(p->carried = otfp_carried_new())) {
		free(p);
		return NULL;
	}
	return p;
}

void prune_free(struct prune *p)
{
	if (!p)
		return;
	for (unsigned space = 0; space < OTFP_NWHATS; space++) {
		otfp_map_release(&p->used[space]);
		otfp_map_release(&p->defined[space]);
	}
	otfp_map_release(&p->alone);
	otfp_buf_release(&p->members);
	otfp_queue_release(&p->definitions);
	otfp_arena_release(&p->arena);
	otfp_carried_free(p->carried);
	otfp_shorter_sm_release(&p->sm);
	free(p->descriptions);
	free(p->stack);
	free(p);
}

static uint64_t key_of(uint32_t stream, uint32_t token)
{
	return (uint64_t)stream << 32 | token;
}

/* The space of the token that a definition describes without defining it; 0 = none. */
static unsigned described_space(const struct otfp_schema *row)
{
	return row->file == OTFP_FILE_DEF && !row->defines ? otfp_spaces[row->fields[0].what][0] : 0;
}

/* ---- what is used ---- */

static int push(struct prune *p, struct wanted w)
{
	if (otfp_grow(&p->stack, p->n, &p->cap, sizeof w) < 0)
		return -1;
	p->stack[p->n++] = w;
	return 0;
}

static int use(struct prune *p, unsigned space, uint32_t stream, uint32_t token)
{
	uint64_t key = key_of(stream, token);

	if (otfp_memo_get(&p->lately[space], key))
		return 0;
	otfp_memo_put(&p->lately[space], key, 1);
	if (otfp_map_get(&p->used[space], key))
		return 0;
	if (otfp_map_set(&p->used[space], key, 1) < 0)
		return -1;
	return push(p, (struct wanted){space, stream, token, 0});
}

/* Use a process group, but not its members. */
static int use_alone(struct prune *p, uint32_t stream, uint32_t token)
{
	uint64_t key = key_of(stream, token);

	if (otfp_map_get(&p->used[OTFP_W_PROCESSGROUP], key) || otfp_map_get(&p->alone, key))
		return 0;
	if (otfp_map_set(&p->alone, key, 1) < 0)
		return -1;
	return push(p, (struct wanted){OTFP_W_PROCESSGROUP, stream, token, 1});
}

/* Whether the token is used. A stream without a local definition of it uses the global one. */
static int is_used(const struct prune *p, unsigned space, uint32_t stream, uint32_t token)
{
	if (otfp_map_get(&p->used[space], key_of(stream, token)))
		return 1;
	return stream && !otfp_map_get(&p->defined[space], key_of(stream, token)) &&
	       otfp_map_get(&p->used[space], token);
}

static int use_field(struct prune *p, unsigned what, uint32_t stream, uint32_t token)
{
	for (unsigned i = 0; i < 2 && otfp_spaces[what][i]; i++)
		if (use(p, otfp_spaces[what][i], stream, token) < 0)
			return -1;
	return 0;
}

/* A token of a carrier, in the stream of its record. */
struct carrier {
	struct prune *p;
	uint32_t stream;
};

static int use_carried(void *ctx, unsigned what, uint32_t token, int alone)
{
	const struct carrier *c = ctx;

	return alone ? use_alone(c->p, c->stream, token) : use(c->p, what, c->stream, token);
}

/* Mark what a record refers to in its fields from `slot` on, and in its tags. */
static int use_fields(struct prune *p, const struct otfp_record *rec, unsigned slot, uint32_t stream)
{
	const struct otfp_schema *row = otfp_schema(rec->type);
	int rc = 0;

	for (; rc == 0 && slot < row->nfields; slot++) {
		const struct otfp_field *f = &row->fields[slot];
		if (f->type == OTFP_FIELD_U32)
			rc = use_field(p, f->what, stream, (uint32_t)rec->f[slot].u);
		for (size_t i = 0; f->type == OTFP_FIELD_LIST && rc == 0 && i < rec->f[slot].l.n; i++)
			rc = use_field(p, f->what, stream, rec->f[slot].l.p[i]);
	}
	for (uint32_t i = 0; rc == 0 && i < rec->ntags; i++)
		rc = use(p, OTFP_W_KEY, stream, rec->tags[i].key);
	return rc < 0 ? rc : otfp_carried_use(p->carried, rec, stream, use_carried, &(struct carrier){p, stream});
}

/* ---- the first pass ---- */

static int add_description(struct prune *p, struct otfp_queued *definition)
{
	if (otfp_grow(&p->descriptions, p->ndescriptions, &p->descriptions_cap, sizeof definition) < 0)
		return -1;
	p->descriptions[p->ndescriptions++] = definition;
	return 0;
}

/* The tokens that a field refers to. @return their number */
static uint32_t refs_of(const struct otfp_schema *row, const struct otfp_record *rec, unsigned slot, uint32_t *one,
                        const uint32_t **tokens)
{
	const struct otfp_field *f = &row->fields[slot];

	*one = (uint32_t)rec->f[slot].u;
	*tokens = f->type == OTFP_FIELD_LIST ? rec->f[slot].l.p : one;
	if (!otfp_spaces[f->what][0])
		return 0;
	return f->type == OTFP_FIELD_LIST ? (uint32_t)rec->f[slot].l.n : f->type == OTFP_FIELD_U32;
}

/* Write the references of a record without tags to `to`, unless that is NULL. @return how many numbers they are */
static size_t put_refs(const struct otfp_record *rec, uint32_t *to)
{
	const struct otfp_schema *row = otfp_schema(rec->type);
	size_t at = 0;

	for (unsigned slot = 1; slot < row->nfields; slot++) {
		const uint32_t *tokens;
		uint32_t one, n = refs_of(row, rec, slot, &one, &tokens);
		if (n && to) {
			to[at] = row->fields[slot].what;
			to[at + 1] = n;
			memcpy(to + at + 2, tokens, n * sizeof *to);
		}
		at += n ? n + 2 : 0;
	}
	return at;
}

/* Use what a definition refers to. @param alone  only what its key-values refer to */
static int use_refs(struct prune *p, const struct definition *d, int alone)
{
	for (uint32_t at = 0; at < d->n && !alone; at += d->refs[at + 1] + 2)
		for (uint32_t i = 0; i < d->refs[at + 1]; i++)
			if (use_field(p, d->refs[at], d->stream, d->refs[at + 2 + i]) < 0)
				return -1;
	if (!d->rec)
		return 0;
	return use_fields(p, d->rec, alone ? OTFP_MAX_FIELDS : 1, d->stream);
}

/* Keep what a definition of a token refers to. */
static int keep_definition(struct prune *p, const struct otfp_record *rec, unsigned space)
{
	const uint64_t key = key_of(rec->loc, (uint32_t)rec->f[0].u), *last = otfp_map_get(&p->defined[space], key);
	const struct otfp_queued *q = rec->ntags ? otfp_queue_put(&p->definitions, rec) : NULL;
	const size_t n = rec->ntags ? 0 : put_refs(rec, NULL);
	struct definition *d = otfp_arena_get(&p->arena, sizeof *d + n * sizeof *d->refs);

	if (!d || (rec->ntags && !q))
		return -1;
	*d = (struct definition){.earlier = last ? (const struct definition *)(uintptr_t)*last : NULL,
	                         .rec = q ? &q->rec : NULL,
	                         .stream = rec->loc,
	                         .n = (uint32_t)n};
	if (n)
		put_refs(rec, d->refs);
	return otfp_map_set(&p->defined[space], key, (uintptr_t)d);
}

static int collect_definition(struct prune *p, const struct otfp_record *rec, const struct otfp_schema *row)
{
	unsigned space = otfp_table[rec->type].defines;
	struct otfp_queued *q;

	if (rec->type == OTFP_DefKeyValue && otfp_carried_learn(p->carried, rec) < 0)
		return -1;
	if (!space && !described_space(row))
		return use_fields(p, rec, 0, rec->loc);
	if (space)
		return keep_definition(p, rec, space);
	q = otfp_queue_put(&p->definitions, rec);
	return q ? add_description(p, q) : -1;
}

static int collect(struct prune *p, const struct otfp_record *rec, uint32_t stream)
{
	const struct otfp_schema *row = otfp_schema(rec->type);

	if (!row)
		return 0;
	if (rec->file == OTFP_FILE_DEF || rec->type == OTFP_DefMarker)
		return rec->type == OTFP_UnknownRecord ? 0 : collect_definition(p, rec, row);
	if (rec->type != OTFP_UnknownRecord || otfp_is_timed(rec->file))
		if (use(p, OTFP_W_PROCESS, stream, rec->loc) < 0)
			return -1;
	return use_fields(p, rec, 0, stream);
}

int prune_keep(struct prune *p, const struct otfp_record *rec, struct otfp_error *err)
{
	return use(p, otfp_table[rec->type].defines, rec->loc, (uint32_t)rec->f[0].u) < 0 ? otfp_fail_memory(err) : 0;
}

/* ---- between the passes ---- */

static int use_definitions(struct prune *p)
{
	while (p->n) {
		struct wanted w = p->stack[--p->n];
		const uint64_t *last = otfp_map_get(&p->defined[w.space], key_of(w.stream, w.token));
		if (!last && w.stream && (w.alone ? use_alone(p, 0, w.token) : use(p, w.space, 0, w.token)) < 0)
			return -1;
		for (const struct definition *d = last ? (void *)(uintptr_t)*last : NULL; d; d = d->earlier)
			if (use_refs(p, d, w.alone) < 0)
				return -1;
	}
	return 0;
}

/* Follow the descriptions of used tokens, until no more tokens become used. */
static int use_descriptions(struct prune *p)
{
	size_t before = p->ndescriptions + 1;

	while (p->ndescriptions < before) {
		size_t left = 0;
		before = p->ndescriptions;
		for (size_t i = 0; i < before; i++) {
			const struct otfp_record *rec = &p->descriptions[i]->rec;
			unsigned space = described_space(otfp_schema(rec->type));
			uint32_t token = (uint32_t)rec->f[0].u;
			int group = rec->type == OTFP_DefProcessOrGroupAttributes;
			if (!is_used(p, space, rec->loc, token) &&
			    !(group && is_used(p, OTFP_W_PROCESSGROUP, rec->loc, token)))
				p->descriptions[left++] = p->descriptions[i];
			else if (use_fields(p, rec, 1, rec->loc) < 0 || use_definitions(p) < 0)
				return -1;
		}
		p->ndescriptions = left;
	}
	return 0;
}

int prune_close(struct prune *p, const struct otfp_error *failed)
{
	OTFP_ASSERT(!p->closed);
	if (failed)
		p->failed = *failed;
	else if (use_definitions(p) < 0 || use_descriptions(p) < 0)
		otfp_fail_memory(&p->failed);
	p->closed = 1;
	return p->failed.code;
}

int prune_state(const struct prune *p, struct otfp_error *err)
{
	if (p->failed.code)
		*err = p->failed;
	return p->failed.code ? p->failed.code : !p->closed;
}

/* ---- the second pass ---- */

static int is_unused_process(const void *ctx, uint64_t process)
{
	const struct prune *p = ctx;
	uint32_t token = (uint32_t)process;

	return !otfp_map_get(&p->used[OTFP_W_PROCESS], token) && otfp_map_get(&p->defined[OTFP_W_PROCESS], token);
}

static int keeps_definition(const struct prune *p, const struct otfp_record *rec)
{
	const struct otfp_schema *row = otfp_schema(rec->type);
	uint32_t token = (uint32_t)rec->f[0].u;
	unsigned space = otfp_table[rec->type].defines;

	if (space)
		return otfp_map_get(&p->used[space], key_of(rec->loc, token)) != NULL ||
		       (space == OTFP_W_PROCESSGROUP && otfp_map_get(&p->alone, key_of(rec->loc, token)));
	space = described_space(row);
	if (!space || is_used(p, space, rec->loc, token))
		return 1;
	return row->fields[0].what == OTFP_W_PROCORGROUP && is_used(p, OTFP_W_PROCESSGROUP, rec->loc, token);
}

/* A group of which only the definition is used keeps the members that are used. @return 1 or <0 */
static int keep_members(struct prune *p, const struct otfp_record **rec, struct otfp_error *err)
{
	const struct otfp_record *r = *rec;
	const struct otfp_list *all = &r->f[OTFP_DefProcessGroup_members].l;

	if (r->type != OTFP_DefProcessGroup ||
	    otfp_map_get(&p->used[OTFP_W_PROCESSGROUP], key_of(r->loc, (uint32_t)r->f[0].u)))
		return 1;
	p->members.n = 0;
	for (size_t i = 0; i < all->n; i++)
		if ((is_used(p, OTFP_W_PROCESS, r->loc, all->p[i]) ||
		     is_used(p, OTFP_W_PROCESSGROUP, r->loc, all->p[i])) &&
		    otfp_buf_add(&p->members, &all->p[i], sizeof *all->p) < 0)
			return otfp_fail_memory(err);
	p->group = *r;
	p->group.line = (struct otfp_str){NULL, 0};
	p->group.f[OTFP_DefProcessGroup_members].l =
		(struct otfp_list){(const uint32_t *)(const void *)p->members.p, p->members.n / sizeof *all->p};
	*rec = &p->group;
	return 1;
}

int prune_record(struct prune *p, const struct otfp_record **rec, uint32_t stream, struct otfp_error *err)
{
	const struct otfp_record *r = *rec;

	if (!p->closed)
		return collect(p, r, stream) < 0 ? otfp_fail_memory(err) : 1;
	if (r->type == OTFP_CONTROL)
		return otfp_sm_shorten(&p->sm, rec, is_unused_process, p, err);
	if (r->type >= OTFP_NTYPES || r->type == OTFP_UnknownRecord)
		return 1;
	if ((r->file == OTFP_FILE_DEF || r->type == OTFP_DefMarker) && !keeps_definition(p, r))
		return 0;
	return keep_members(p, rec, err);
}
