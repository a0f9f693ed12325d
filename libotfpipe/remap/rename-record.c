/* rename-record.c - rename the tokens of whole records. */
#include "base/buf.h"
#include "base/num.h"
#include "record/equal.h"
#include "remap/rename.h"
#include "base/hash.h"
#include "record/spaces.h"
#include <inttypes.h>
#include <string.h>

/* The record being renamed and its context. */
struct place {
	struct otfp_rename *r;
	const struct otfp_record *rec;
	uint32_t stream; /* stream whose local definitions apply */
	int to_global;   /* the definition becomes global, so what it refers to must be global, too */
	int *stays;      /* set if something it refers to is local, so it stays local; NULL = it must not stay local */
	struct otfp_arena *a;
};

/* ---- one token ---- */

OTFP_INLINE int is_remembered(const struct otfp_rename *r, unsigned space, uint32_t stream, uint32_t token,
                              uint32_t *to)
{
	const struct otfp_rename_flat *flat = &r->flat[space];
	uint64_t key = (uint64_t)stream << 32 | token;
	const struct otfp_rename_memo *m;

	if (OTFP_LIKELY(!stream && token < flat->n)) {
		*to = flat->to[token];
		return *to != OTFP_RENAME_UNKNOWN;
	}
	m = &r->memo[otfp_hash_slot(key, 10) % OTFP_RENAME_MEMO];
	*to = m->to;
	return m->key == key && m->space == space;
}

/* The new token for a token of a timed record. */
OTFP_INLINE int look(const struct place *at, unsigned space, uint32_t token, uint32_t *to)
{
	struct otfp_rename *r = at->r;
	uint32_t scope;

	if (OTFP_LIKELY(is_remembered(r, space, r->local[space] ? at->stream : 0, token, to)))
		return 0;
	return otfp_rename_token(r, space, at->stream, token, to, &scope);
}

/* The space of a token that may be a process or a process group: the one that is defined, processes first. */
static unsigned space_of(const struct place *at, uint32_t token)
{
	const struct otfp_rename *r = at->r;
	const struct otfp_map *groups = &r->defined[OTFP_W_PROCESSGROUP];
	int is_process = otfp_map_get(&r->defined[OTFP_W_PROCESS], token) || otfp_master_stream(&r->master, token);
	int is_group = otfp_map_get(groups, (uint64_t)at->stream << 32 | token) || otfp_map_get(groups, token);

	return is_group && !is_process ? OTFP_W_PROCESSGROUP : OTFP_W_PROCESS;
}

static int bad_scope(const struct place *at, unsigned space, uint32_t token)
{
	return otfp_fail(at->r->err, OTFP_EFAIL,
	                 "%s: %s %" PRIu64 " of stream %" PRIu32 " becomes global, but not %s %" PRIu32
	                 ", which it refers to",
	                 at->r->name, otfp_table[at->rec->type].name, at->rec->f[0].u, at->rec->loc,
	                 otfp_what_name(space), token);
}

/* Whether the output has a process or group with that number. */
static int is_known(const struct place *at, unsigned space, uint32_t stream, uint32_t to)
{
	const struct otfp_rename *r = at->r;
	const struct otfp_claim *c = otfp_claims_get(r->claims, space, stream, to);

	if (r->active[space])
		return c && c->defined;
	return otfp_map_get(&r->defined[space], (uint64_t)stream << 32 | to) ||
	       (space == OTFP_W_PROCESS && otfp_master_stream(&r->master, to));
}

/* A field that gives a process or group by number alone must keep its meaning. */
static int check_kind(const struct place *at, unsigned space, uint32_t token, uint32_t to)
{
	uint32_t stream = at->to_global ? 0 : at->stream;
	int is_process = is_known(at, OTFP_W_PROCESS, 0, to);
	int is_group = is_known(at, OTFP_W_PROCESSGROUP, stream, to) || is_known(at, OTFP_W_PROCESSGROUP, 0, to);

	if ((is_group && !is_process ? OTFP_W_PROCESSGROUP : OTFP_W_PROCESS) == space)
		return 0;
	return otfp_fail(at->r->err, OTFP_EFAIL,
	                 "%s: clash: %s refers to %s %" PRIu32 ", which becomes %" PRIu32 ", the number of a %s",
	                 at->r->name, otfp_table[at->rec->type].name, otfp_what_name(space), token, to,
	                 otfp_what_name(is_process ? OTFP_W_PROCESS : OTFP_W_PROCESSGROUP));
}

/* The new token for a token of a definition. */
static int look_defined(const struct place *at, unsigned what, uint32_t token, uint32_t *to)
{
	unsigned space = what == OTFP_W_PROCORGROUP ? space_of(at, token) : what;
	uint32_t scope;
	int code = otfp_rename_token(at->r, space, at->stream, token, to, &scope);

	if (code < 0)
		return code;
	if (scope && at->to_global && !at->stays)
		return bad_scope(at, space, token);
	if (scope && at->stays)
		*at->stays = 1;
	return space == what ? 0 : check_kind(at, space, token, *to);
}

static int becomes_none(const struct place *at, unsigned what, uint32_t token)
{
	return otfp_fail(at->r->err, OTFP_EFAIL, "%s: %s %" PRIu32 " becomes 0, which means none in %s", at->r->name,
	                 otfp_what_name(what), token, otfp_table[at->rec->type].name);
}

/* ---- fields and key-values ---- */

/* As look, for a field. */
OTFP_INLINE int look_field(const struct place *at, const struct otfp_ref *ref, uint32_t token, uint32_t *to)
{
	int code;

	*to = token;
	if (ref->blank && token == 0)
		return 0;
	code = look(at, ref->what, token, to);
	if (OTFP_UNLIKELY(ref->blank && *to == 0 && code == 0))
		return becomes_none(at, ref->what, token);
	return code;
}

/* Rename a field of a definition. */
static int rename_number(const struct place *at, const struct otfp_ref *ref, uint64_t *v)
{
	uint32_t token = (uint32_t)*v, to = token;
	int code;

	if (ref->blank && token == 0)
		return 0;
	code = look_defined(at, ref->what, token, &to);
	if (ref->blank && to == 0 && code == 0)
		return becomes_none(at, ref->what, token);
	*v = to;
	return code;
}

static int rename_list(const struct place *at, const struct otfp_ref *ref, struct otfp_list *l)
{
	uint32_t *to = otfp_arena_get(at->a, l->n * sizeof *to);
	int code = to ? 0 : otfp_fail_memory(at->r->err);

	for (size_t i = 0; code == 0 && i < l->n; i++)
		code = look_defined(at, ref->what, l->p[i], &to[i]);
	l->p = to;
	return code;
}

/* Whether the value of a key-value is a source location token. */
static int is_scl(const struct place *at, const struct otfp_tag *t)
{
	const struct otfp_map *keys = &at->r->scl_keys;
	uint64_t local = (uint64_t)at->stream << 32 | t->key;

	if (!keys->n || !at->r->active[OTFP_W_SCL] || t->type == OTFP_TAG_BYTES || t->bits > UINT32_MAX || !t->bits)
		return 0;
	return otfp_map_get(keys, local) ||
	       (!otfp_rename_is_local(at->r, OTFP_W_KEY, at->stream, t->key) && otfp_map_get(keys, t->key));
}

static int rename_tag(const struct place *at, struct otfp_tag *t)
{
	uint32_t to, scope;
	int code = 0;

	if (is_scl(at, t)) {
		code = otfp_rename_token(at->r, OTFP_W_SCL, at->stream, (uint32_t)t->bits, &to, &scope);
		t->bits = to;
	}
	if (code < 0 || !at->r->active[OTFP_W_KEY])
		return code;
	code = look(at, OTFP_W_KEY, t->key, &to);
	t->key = to;
	return code;
}

static int rename_tags(const struct place *at, struct otfp_record *copy)
{
	struct otfp_tag *tags = otfp_arena_copy(at->a, copy->tags, copy->ntags * sizeof *tags);
	int code = tags ? 0 : otfp_fail_memory(at->r->err);

	for (uint32_t i = 0; code == 0 && i < copy->ntags; i++)
		code = rename_tag(at, &tags[i]);
	copy->tags = tags;
	return code;
}

static int has_tags(const struct otfp_rename *r, const struct otfp_record *rec)
{
	return rec->ntags && (r->active[OTFP_W_KEY] || (r->scl_keys.n && r->active[OTFP_W_SCL]));
}

/* ---- timed records and markers ---- */

static __attribute__((noinline)) uint32_t find_stream(struct otfp_rename *r, uint32_t process)
{
	r->process = process;
	r->stream = otfp_master_stream(&r->master, process);
	return r->stream;
}

OTFP_INLINE uint32_t stream_of(struct otfp_rename *r, uint32_t process)
{
	return OTFP_LIKELY(process == r->process) ? r->stream : find_stream(r, process);
}

/* Look up the new process and tokens without copying: most records do not change. */
OTFP_INLINE int look_all(const struct place *at, uint32_t to[1 + OTFP_MAX_FIELDS], int *changed)
{
	const struct otfp_refs *refs = &at->r->refs[at->rec->type];
	int code = 0;

	to[0] = at->rec->loc;
	if (at->r->active[OTFP_W_PROCESS])
		code = look(at, OTFP_W_PROCESS, at->rec->loc, &to[0]);
	*changed = to[0] != at->rec->loc;
	for (unsigned i = 0; i < refs->n && code == 0; i++) {
		uint32_t token = (uint32_t)at->rec->f[refs->ref[i].slot].u;
		code = look_field(at, &refs->ref[i], token, &to[1 + i]);
		*changed |= to[1 + i] != token;
	}
	return code;
}

static void set_all(const struct place *at, struct otfp_record *copy, const uint32_t to[1 + OTFP_MAX_FIELDS])
{
	const struct otfp_refs *refs = &at->r->refs[at->rec->type];

	*copy = *at->rec;
	copy->loc = to[0];
	for (unsigned i = 0; i < refs->n; i++)
		copy->f[refs->ref[i].slot].u = to[1 + i];
	copy->line = (struct otfp_str){NULL, 0};
}

int otfp_rename_record(struct otfp_rename *r, const struct otfp_record **rec, struct otfp_record *copy,
                       struct otfp_arena *a)
{
	struct place at = {.r = r, .rec = *rec, .a = a};
	uint32_t to[1 + OTFP_MAX_FIELDS];
	int changed, code, tagged = has_tags(r, *rec);

	if (OTFP_UNLIKELY(!otfp_is_known((*rec)->type))) {
		r->unseen++;
		if ((*rec)->type != OTFP_UnknownRecord)
			return 0;
	}
	at.stream = stream_of(r, at.rec->loc);
	code = look_all(&at, to, &changed);
	if (code < 0 || !(changed | tagged))
		return code;
	set_all(&at, copy, to);
	*rec = copy;
	return OTFP_UNLIKELY(tagged) ? rename_tags(&at, copy) : 0;
}

/* ---- definitions ---- */

static int rename_fields(const struct place *at, struct otfp_record *copy, int *changed)
{
	const struct otfp_refs *refs = &at->r->refs[copy->type];
	int code = 0;

	for (unsigned i = 0; i < refs->n && code == 0; i++) {
		const struct otfp_ref *ref = &refs->ref[i];
		union otfp_value *v = &copy->f[ref->slot];
		uint64_t was = v->u;
		code = ref->list ? rename_list(at, ref, &v->l) : rename_number(at, ref, &v->u);
		*changed |= ref->list || v->u != was;
	}
	return code;
}

static int rename_definition(const struct place *at, struct otfp_record *copy, int *changed)
{
	int code = rename_fields(at, copy, changed);

	if (code == 0 && has_tags(at->r, copy)) {
		code = rename_tags(at, copy);
		*changed = 1;
	}
	return code;
}

int otfp_rename_meaning(struct otfp_rename *r, const struct otfp_record *rec, struct otfp_record *copy,
                        struct otfp_arena *a)
{
	struct place at = {.r = r, .rec = rec, .stream = rec->loc, .a = a};
	int changed;

	*copy = *rec;
	copy->f[0].u = 0;
	copy->loc = 0;
	return rename_definition(&at, copy, &changed);
}

/* The space of the token that a definition defines or describes; 0 = none. */
static unsigned subject(const struct place *at, const struct otfp_record *rec)
{
	const struct otfp_schema *row = otfp_schema(rec->type);
	unsigned what = row && row->file <= OTFP_FILE_MARKER && row->nfields ? row->fields[0].what : OTFP_W_NONE;

	if (!otfp_spaces[what][0])
		return 0;
	return otfp_spaces[what][1] ? space_of(at, (uint32_t)rec->f[0].u) : otfp_spaces[what][0];
}

/* ---- definitions that define no token: they move to a stream with local copies of what they describe ---- */

/* Call f for each token of a definition until it returns nonzero. @return its last result, or 0 */
static int each_token(const struct place *at, int (*f)(const struct place *at, unsigned space, uint32_t token))
{
	const struct otfp_record *rec = at->rec;
	const struct otfp_refs *refs = &at->r->refs[rec->type];
	int rc = 0;

	for (unsigned i = 0; i < refs->n && rc == 0; i++) {
		const union otfp_value *v = &rec->f[refs->ref[i].slot];
		unsigned what = refs->ref[i].what;
		size_t n = refs->ref[i].list ? v->l.n : 1;
		for (size_t k = 0; k < n && rc == 0; k++) {
			uint32_t token = refs->ref[i].list ? v->l.p[k] : (uint32_t)v->u;
			rc = f(at, what == OTFP_W_PROCORGROUP ? space_of(at, token) : what, token);
		}
	}
	for (uint32_t i = 0; i < rec->ntags && rc == 0; i++)
		rc = f(at, OTFP_W_KEY, rec->tags[i].key);
	return rc;
}

static int has_no_copy(const struct place *at, unsigned space, uint32_t token)
{
	return otfp_rename_is_moved(at->r, space, token) &&
	       !otfp_map_get(&at->r->map.locals[space], (uint64_t)at->stream << 32 | token);
}

/* @return a stream with a copy of this token and of all other moved tokens of the record; 0 = none */
static int find_home(const struct place *at, unsigned space, uint32_t token)
{
	const struct otfp_map *copies = &at->r->map.copies[space];
	const uint64_t *first = otfp_rename_is_moved(at->r, space, token) ? otfp_map_get(copies, token) : NULL;
	struct place there = *at;

	for (uint32_t i = first ? (uint32_t)*first + 1 : 0; i; i = at->r->map.all[i - 1].next) {
		there.stream = at->r->map.all[i - 1].stream;
		if (!each_token(&there, has_no_copy))
			return (int)there.stream;
	}
	return 0;
}

/* Whether to put a definition: not if another scope has put the same one. @return 1, 0 or <0 */
static int is_first(struct otfp_rename *r, const struct otfp_record *rec, struct otfp_record *copy)
{
	struct otfp_claim *c =
		otfp_claims_get(r->claims, otfp_table[rec->type].defines, copy->loc, (uint32_t)copy->f[0].u);
	uint64_t hash = otfp_record_hash(copy);
	int own = !c || (c->part == r->part && c->scope == rec->loc) || copy->loc;

	if (!c || !c->put) {
		if (c)
			c->hash = hash;
		if (c)
			c->put = 1;
		return 1;
	}
	if (own || c->hash == hash)
		return own;
	return otfp_fail(r->err, OTFP_EFAIL,
	                 "%s: %s %" PRIu64 " of stream %" PRIu32 " becomes %" PRIu64
	                 ", which has a different definition",
	                 r->name, otfp_table[rec->type].name, rec->f[0].u, rec->loc, copy->f[0].u);
}

/* The same for definitions that define no token. */
static int is_first_mention(struct otfp_rename *r, const struct otfp_record *rec, const struct otfp_record *copy)
{
	uint64_t hash = otfp_record_hash(copy);
	const uint64_t *part = otfp_map_get(&r->claims->seen, hash);

	if (part)
		return *part == r->part && rec->loc == copy->loc;
	return otfp_map_set(&r->claims->seen, hash, r->part) < 0 ? otfp_fail_memory(r->err) : 1;
}

static int rename_own(const struct place *at, struct otfp_record *copy, int *changed)
{
	uint32_t to, scope;
	int code = otfp_rename_token(at->r, otfp_table[copy->type].defines, copy->loc, (uint32_t)copy->f[0].u, &to,
	                             &scope);

	*changed = copy->f[0].u != to || copy->loc != scope;
	copy->f[0].u = to;
	if (otfp_table[copy->type].defines != OTFP_W_PROCESS || at->r->all_global)
		copy->loc = scope;
	return code;
}

static int rename_known(struct place *at, struct otfp_record *copy)
{
	struct otfp_rename *r = at->r;
	const struct otfp_record *rec = at->rec;
	unsigned space = otfp_table[rec->type].defines;
	int changed = 0, stays = 0, code = 0;

	if (!rec->loc && otfp_rename_is_moved(r, subject(at, rec), (uint32_t)rec->f[0].u))
		return 0;
	*copy = *rec;
	if (space) {
		code = rename_own(at, copy, &changed);
	} else if (r->all_global && copy->loc) {
		copy->loc = 0;
		changed = 1;
	} else if (!copy->loc && r->moves) {
		copy->loc = at->stream = (uint32_t)each_token(at, find_home);
		changed = copy->loc != 0;
	}
	at->to_global = rec->loc && !copy->loc;
	at->stays = space ? NULL : &stays;
	if (code == 0)
		code = rename_definition(at, copy, &changed);
	if (stays)
		copy->loc = rec->loc;
	if (changed)
		copy->line = (struct otfp_str){NULL, 0};
	if (code < 0 || (!r->all_global && !r->map.n))
		return code < 0 ? code : 1;
	if (space)
		return is_first(r, rec, copy);
	return r->all_global && rec->type != OTFP_DefinitionComment ? is_first_mention(r, rec, copy) : 1;
}

int otfp_rename_definition(struct otfp_rename *r, const struct otfp_record **rec, struct otfp_record *copy,
                           struct otfp_arena *a)
{
	struct place at = {.r = r, .rec = *rec, .stream = (*rec)->loc, .a = a};
	int code;

	if (!otfp_is_known((*rec)->type)) {
		r->unseen++;
		if ((*rec)->type != OTFP_UnknownRecord || (*rec)->file != OTFP_FILE_DEF || !r->all_global ||
		    !(*rec)->loc)
			return 1;
		*copy = **rec;
		copy->loc = 0;
		copy->line = (struct otfp_str){NULL, 0};
		code = 1;
	} else {
		code = rename_known(&at, copy);
	}
	if (code == 1)
		*rec = copy;
	return code;
}

int otfp_rename_copies(struct otfp_rename *r, const struct otfp_record *rec, struct otfp_arena *a,
                       int (*put)(void *ctx, const struct otfp_record *rec), void *ctx)
{
	struct place at = {.r = r, .rec = rec, .a = a};
	unsigned space = otfp_is_known(rec->type) && !rec->loc ? subject(&at, rec) : 0;
	const uint64_t *first = space ? otfp_map_get(&r->map.copies[space], rec->f[0].u) : NULL;
	int code = 0, changed;

	for (uint32_t i = first ? (uint32_t)*first + 1 : 0; i && code == 0; i = r->map.all[i - 1].next) {
		struct otfp_record copy = *rec;
		r->map.all[i - 1].used = 1;
		at.stream = r->map.all[i - 1].stream;
		copy.loc = at.stream;
		copy.line = (struct otfp_str){NULL, 0};
		code = rename_definition(&at, &copy, &changed);
		copy.f[0].u = r->map.all[i - 1].to;
		if (code == 0)
			code = put(ctx, &copy);
	}
	return code;
}
