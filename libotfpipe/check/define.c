/* define.c - definitions and references to them. */
#include "base/grow.h"
#include "check/inside.h"
#include "base/order.h"
#include "base/hash.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { USES_MAX = 1 << 16 }; /* undefined tokens of timed records that are kept; further uses are only counted */

/* What is kept of a definition beside its token and name: slots; 0 = nothing. */
static const struct {
	uint8_t detail, members;
	uint8_t once; /* the record is unique in a stream and has no token */
} kept[OTFP_NTYPES] = {
	[OTFP_DefProcess] = {.detail = 2},  [OTFP_DefProcessGroup] = {.members = 2}, [OTFP_DefCounter] = {.detail = 2},
	[OTFP_DefKeyValue] = {.detail = 1}, [OTFP_DefTimerResolution] = {.once = 1}, [OTFP_DefTimeRange] = {.once = 1},
	[OTFP_DefVersion] = {.once = 1},    [OTFP_DefUniqueId] = {.once = 1},
};

void otfp_definitions_release(struct otfp_definitions *d)
{
	for (unsigned i = 0; i < OTFP_NSPACES; i++) {
		otfp_map_release(&d->spaces[i].map);
		otfp_map_release(&d->used[i]);
	}
	otfp_map_release(&d->elsewhere);
	otfp_arena_release(&d->arena);
	free(d->p);
	free(d->uses);
}

/* ---- definitions ---- */

static uint64_t hash_bytes(uint64_t h, const void *p, size_t n)
{
	return otfp_hash_add(otfp_hash_bytes(h, p, n), n);
}

static uint64_t hash_string(uint64_t h, struct otfp_str s)
{
	return hash_bytes(h ^ (s.p == NULL), s.p, s.n);
}

static uint64_t hash_record(const struct otfp_record *rec)
{
	const struct otfp_schema *s = &otfp_table[rec->type];
	uint64_t h = OTFP_HASH_INIT ^ rec->type;

	for (unsigned i = 0; i < s->nfields; i++) {
		if (s->fields[i].type == OTFP_FIELD_STR)
			h = hash_string(h, rec->f[i].s);
		else if (s->fields[i].type == OTFP_FIELD_LIST)
			h = hash_bytes(h, rec->f[i].l.p, rec->f[i].l.n * sizeof *rec->f[i].l.p);
		else
			h = hash_bytes(h, &rec->f[i].u, sizeof rec->f[i].u);
	}
	for (uint32_t i = 0; i < rec->ntags; i++) {
		h = hash_bytes(h, &rec->tags[i].key, sizeof rec->tags[i].key);
		h = rec->tags[i].type == OTFP_TAG_BYTES ? hash_string(h, rec->tags[i].bytes) :
		                                          hash_bytes(h, &rec->tags[i].bits, sizeof rec->tags[i].bits);
	}
	return h;
}

/* Copy the strings and lists of a definition. */
static int keep(struct otfp_definitions *all, struct otfp_defined *d, const struct otfp_record *rec)
{
	const unsigned name = otfp_table[rec->type].name_slot, members = kept[rec->type].members;
	uint32_t *list;

	if (name && rec->f[name].s.p) {
		d->name = rec->f[name].s;
		d->name.p = otfp_arena_copy(&all->arena, d->name.p, d->name.n);
		if (!d->name.p)
			return -1;
	}
	if (!members || !rec->f[members].l.n)
		return 0;
	list = otfp_arena_copy(&all->arena, rec->f[members].l.p, rec->f[members].l.n * sizeof *list);
	if (!list)
		return -1;
	d->members.p = list;
	d->members.n = rec->f[members].l.n;
	qsort(list, d->members.n, sizeof *list, otfp_by_u32);
	return 0;
}

static void report_double(struct otfp_check *c, const struct otfp_defined *old, const struct otfp_record *rec)
{
	const unsigned space = otfp_table[rec->type].defines;
	const int rule = old->hash == hash_record(rec) ? OTFP_RULE_DUPLICATE : OTFP_RULE_REDEFINED;
	const char *what = space ? otfp_check_word(c, space, rec->loc, old->token) : otfp_table[rec->type].name;

	otfp_check_find_here(c, (unsigned)rule, rec, "%s is already defined%s%s", what,
	                     otfp_check_line(c, old->origin.lineno),
	                     rule == OTFP_RULE_REDEFINED ? ", with different fields" : "");
}

static int define(struct otfp_check *c, const struct otfp_record *rec)
{
	struct otfp_definitions *all = &c->defs;
	const unsigned space = otfp_table[rec->type].defines, detail = kept[rec->type].detail;
	const uint32_t token = space ? (uint32_t)rec->f[0].u : rec->type;
	uint32_t stream = rec->loc;
	const uint64_t *old = otfp_tokens_get(&all->spaces[space], &stream, token);
	struct otfp_defined *d;

	if (old && stream == rec->loc) {
		report_double(c, &all->p[*old], rec);
		return 0;
	}
	if (otfp_grow(&all->p, all->n, &all->cap, sizeof *d) < 0)
		return -1;
	d = &all->p[all->n];
	*d = (struct otfp_defined){.type = rec->type,
	                           .stream = rec->loc,
	                           .token = token,
	                           .detail = detail ? (uint32_t)rec->f[detail].u : 0,
	                           .hash = hash_record(rec)};
	c->o.origin(c->o.ctx, rec, &d->origin);
	return keep(all, d, rec) < 0 ? -1 : otfp_tokens_put(&all->spaces[space], rec->loc, token, all->n++);
}

/* ---- references ---- */

static int is_defined(const struct otfp_check *c, unsigned space, uint32_t stream, uint32_t token)
{
	if (space != OTFP_W_PROCORGROUP)
		return otfp_check_defined(c, space, stream, token) != NULL;
	return otfp_check_defined(c, OTFP_W_PROCESS, stream, token) ||
	       otfp_check_defined(c, OTFP_W_PROCESSGROUP, stream, token);
}

static uint64_t elsewhere_key(unsigned space, uint32_t token)
{
	return (uint64_t)space << 32 | token;
}

/* Note which streams have definitions of their own. @return 0, or -1 when memory is out */
static int look_elsewhere(struct otfp_definitions *all)
{
	int rc = 0;

	for (; all->nlooked < all->n && rc == 0; all->nlooked++) {
		const struct otfp_defined *d = &all->p[all->nlooked];
		const uint64_t key = elsewhere_key(otfp_table[d->type].defines, d->token);
		const uint64_t *old = otfp_map_get(&all->elsewhere, key);
		if (d->stream && otfp_table[d->type].defines)
			rc = otfp_map_set(&all->elsewhere, key, old ? *old | OTFP_SEVERAL : d->stream);
	}
	return rc;
}

/* The stream of a definition that does not count where the token is used. */
static const uint64_t *find_elsewhere(const struct otfp_definitions *all, const struct otfp_use *u)
{
	if (u->space != OTFP_W_PROCORGROUP)
		return otfp_map_get(&all->elsewhere, elsewhere_key(u->space, u->token));
	const uint64_t *stream = otfp_map_get(&all->elsewhere, elsewhere_key(OTFP_W_PROCESS, u->token));
	return stream ? stream : otfp_map_get(&all->elsewhere, elsewhere_key(OTFP_W_PROCESSGROUP, u->token));
}

/* @return 0, or -1 when memory is out */
static int report_undefined(struct otfp_check *c, struct otfp_use *u)
{
	const uint64_t *stream;
	char where[64] = "not defined";

	u->reported = 1;
	if (look_elsewhere(&c->defs) < 0)
		return -1;
	stream = find_elsewhere(&c->defs, u);
	if (stream)
		snprintf(where, sizeof where, "defined in stream %" PRIu32 " %s", (uint32_t)*stream,
		         *stream & OTFP_SEVERAL ? "and others, not here" : "only");
	if (u->type)
		otfp_check_find(c, otfp_check_undefined_rule(u->space), &u->at, "%s: %s %" PRIu32 " is %s",
		                otfp_table[u->type].name, otfp_check_space_word(u->space), u->token, where);
	else
		otfp_check_find(c, otfp_check_undefined_rule(u->space), &u->at,
		                "%s %" PRIu32 " has a stream, but is %s", otfp_check_space_word(u->space), u->token,
		                where);
	return 0;
}

static int add_use(struct otfp_check *c, unsigned space, uint32_t stream, uint32_t token, const struct otfp_record *rec,
                   const struct otfp_finding *at)
{
	struct otfp_definitions *d = &c->defs;
	const uint64_t key = (uint64_t)stream << 32 | token;
	struct otfp_use *u;

	if (otfp_map_get(&d->used[space], key))
		return 0;
	if (rec && otfp_is_timed(otfp_table[rec->type].file) && d->ntimed++ >= USES_MAX) {
		const unsigned rule = otfp_check_undefined_rule(space);
		c->more[rule] += c->o.severity[rule] != OTFP_SEVERITY_OFF;
		return 0;
	}
	if (otfp_grow(&d->uses, d->nuses, &d->uses_cap, sizeof *u) < 0 ||
	    otfp_map_set(&d->used[space], key, d->nuses) < 0)
		return -1;
	u = &d->uses[d->nuses++];
	*u = (struct otfp_use){.space = (uint8_t)space, .type = rec ? rec->type : 0, .stream = stream, .token = token};
	if (at)
		u->at = *at;
	else
		otfp_check_at(c, rec, &u->at);
	return d->settled ? report_undefined(c, u) : 0;
}

int otfp_check_refer(struct otfp_check *c, unsigned space, uint32_t stream, uint32_t token,
                     const struct otfp_record *rec, const struct otfp_finding *at)
{
	space = space == OTFP_W_PEER ? OTFP_W_PROCESS : space;
	stream = c->defs.spaces[space].local ? stream : 0;
	if (otfp_check_is_known(c, space, stream, token))
		return 0;
	if (is_defined(c, space, stream, token)) {
		otfp_memo_put(&c->defs.known[space], (uint64_t)stream << 32 | token, 1);
		return 0;
	}
	return add_use(c, space, stream, token, rec, at);
}

int otfp_check_report_undefined(struct otfp_check *c)
{
	struct otfp_definitions *d = &c->defs;

	int rc = 0;

	d->settled = 1;
	for (size_t i = 0; i < d->nuses && rc == 0; i++)
		if (!d->uses[i].reported && !is_defined(c, d->uses[i].space, d->uses[i].stream, d->uses[i].token))
			rc = report_undefined(c, &d->uses[i]);
	return rc;
}

int otfp_check_tags(struct otfp_check *c, uint32_t stream, const struct otfp_record *rec)
{
	int rc = 0;

	for (uint32_t i = 0; i < rec->ntags && rc == 0; i++) {
		const struct otfp_tag *t = &rec->tags[i];
		const struct otfp_defined *d = otfp_check_defined(c, OTFP_W_KEY, stream, t->key);
		if (!d)
			rc = otfp_check_refer(c, OTFP_W_KEY, stream, t->key, rec, NULL);
		else if (d->detail != t->type)
			otfp_check_find_here(c, OTFP_RULE_KEY_TYPE, rec,
			                     "%s has type %d, but its definition has type %" PRIu32,
			                     otfp_check_word(c, OTFP_W_KEY, stream, t->key), t->type, d->detail);
	}
	return rc;
}

/* Note the references of a field. 0 means none, except for marker types. Members of a group may be groups. */
static int refer_field(struct otfp_check *c, const struct otfp_record *rec, unsigned slot)
{
	const struct otfp_field *f = &otfp_table[rec->type].fields[slot];
	const unsigned what = rec->type == OTFP_DefProcessGroup ? OTFP_W_PROCORGROUP : f->what;
	const uint32_t stream = otfp_table[rec->type].file == OTFP_FILE_DEF ? rec->loc : 0;
	int rc = 0;

	if (f->type == OTFP_FIELD_LIST)
		for (size_t i = 0; i < rec->f[slot].l.n && rc == 0; i++)
			rc = otfp_check_refer(c, what, stream, rec->f[slot].l.p[i], rec, NULL);
	else if (rec->f[slot].u || what == OTFP_W_MARKER)
		rc = otfp_check_refer(c, what, stream, (uint32_t)rec->f[slot].u, rec, NULL);
	return rc;
}

int otfp_check_definition(struct otfp_check *c, const struct otfp_record *rec)
{
	const struct otfp_schema *s = &otfp_table[rec->type];
	const int defines = s->defines || kept[rec->type].once;
	int rc = defines ? define(c, rec) : 0;

	otfp_carriers_add(&c->carriers, rec);
	for (unsigned i = 0; i < s->nfields && rc == 0; i++)
		if (s->fields[i].what && s->fields[i].what <= OTFP_W_MARKER && !(i == 0 && s->defines))
			rc = refer_field(c, rec, i);
	if (rc == 0 && rec->type == OTFP_Marker && rec->loc)
		rc = otfp_check_refer(c, OTFP_W_PROCORGROUP, 0, rec->loc, rec, NULL);
	if (rc < 0 || !rec->ntags)
		return rc;
	return otfp_check_tags(c, s->file == OTFP_FILE_DEF ? rec->loc : 0, rec);
}
