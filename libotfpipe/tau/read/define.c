/* define.c - makes the definitions of the trace after the survey. */
#include "tau/read/runs.h"
#include "base/error.h"
#include "base/grow.h"
#include "record/value.h"
#include "base/order.h"
#include "base/hash.h"
#include <inttypes.h>
#include <stdlib.h>

enum { ACCUMULATED = OTFP_COUNTER_ACC | OTFP_SCOPE_START, ABSOLUTE_AT_POINT = OTFP_COUNTER_ABS | OTFP_SCOPE_POINT };
/* values of OTF_COLLECTIVE_TYPE_... */
enum { UNKNOWN_TYPE, BARRIER, ONE_TO_ALL, ALL_TO_ONE, ALL_TO_ALL };

static const struct collective {
	const char *name;
	unsigned type;
} collectives[] = {
	{"MPI_Barrier", BARRIER},      {"MPI_Bcast", ONE_TO_ALL},          {"MPI_Scatter", ONE_TO_ALL},
	{"MPI_Scatterv", ONE_TO_ALL},  {"MPI_Gather", ALL_TO_ONE},         {"MPI_Gatherv", ALL_TO_ONE},
	{"MPI_Reduce", ALL_TO_ONE},    {"MPI_Allgather", ALL_TO_ALL},      {"MPI_Allgatherv", ALL_TO_ALL},
	{"MPI_Allreduce", ALL_TO_ALL}, {"MPI_Alltoall", ALL_TO_ALL},       {"MPI_Alltoallv", ALL_TO_ALL},
	{"MPI_Alltoallw", ALL_TO_ALL}, {"MPI_Reduce_scatter", ALL_TO_ALL}, {"MPI_Reduce_scatter_block", ALL_TO_ALL},
	{"MPI_Scan", UNKNOWN_TYPE},    {"MPI_Exscan", UNKNOWN_TYPE},
};
enum { NCOLLECTIVES = sizeof collectives / sizeof *collectives };

struct define {
	struct otfp_tau *t;
	struct otfp_record rec;
	struct otfp_map files, sources, function_groups,
		counter_groups; /* token, by hash of a text, or by file and line */
	uint32_t group;         /* token of the next group of processes */
	uint32_t *members;
	size_t n, cap;
};

/* ---- output ---- */

static union otfp_value text_value(const char *p, size_t n)
{
	return (union otfp_value){.s = {p, n}};
}

static union otfp_value number(uint64_t u)
{
	return (union otfp_value){.u = u};
}

static struct otfp_record *start(struct define *d, unsigned type)
{
	d->rec = (struct otfp_record){.type = (uint16_t)type, .file = OTFP_FILE_DEF};
	return &d->rec;
}

static int put(struct define *d)
{
	return otfp_queue_put(&d->t->definitions, &d->rec) ? 0 : -1;
}

/* Put a definition of a token and a name. */
static int put_name(struct define *d, unsigned type, uint32_t token, const char *p, size_t n)
{
	struct otfp_record *rec = start(d, type);

	rec->f[0] = number(token);
	rec->f[1] = text_value(p, n);
	return put(d);
}

static int put_comment(struct define *d)
{
	start(d, OTFP_DefinitionComment)->f[0] = text_value(d->t->text.p, d->t->text.n);
	return put(d);
}

/* ---- source locations in names ---- */

struct location {
	struct otfp_str name, rest; /* before and after the location, which is removed */
	struct otfp_str file;       /* p NULL: there is none */
	uint32_t line;
};

static struct otfp_str trim(const char *p, const char *end)
{
	while (p < end && *p == ' ')
		p++;
	while (p < end && end[-1] == ' ')
		end--;
	return (struct otfp_str){p, (size_t)(end - p)};
}

static uint32_t line_at(const char *p)
{
	unsigned long long line = strtoull(p, NULL, 10);

	return line > UINT32_MAX ? 0 : (uint32_t)line;
}

/* Find NAME [{FILE} {LINE,COLUMN}-{LINE,COLUMN}]; parts after FILE may be missing. */
static int find_braces(const char *p, struct location *l, const char **from, const char **to)
{
	const char *open = strstr(p, "[{"), *close = open ? strchr(open, '}') : NULL, *end;

	end = close ? strchr(close, ']') : NULL;
	if (!end || close == open + 2)
		return 0;
	l->file = (struct otfp_str){open + 2, (size_t)(close - open) - 2};
	close += strspn(close + 1, " ") + 1;
	l->line = *close == '{' ? line_at(close + 1) : 0;
	*from = open;
	*to = end + 1;
	return 1;
}

/* Find NAME [OpenMP location: file:FILE <LINE, LINE>] */
static int find_openmp(const char *p, struct location *l, const char **from, const char **to)
{
	static const char begin[] = "[OpenMP location: file:";
	const char *open = strstr(p, begin), *file, *close, *end;

	file = open ? open + sizeof begin - 1 : NULL;
	close = file ? strstr(file, " <") : NULL;
	end = close ? strchr(close, ']') : NULL;
	if (!end || close == file)
		return 0;
	l->file = (struct otfp_str){file, (size_t)(close - file)};
	l->line = line_at(close + 2);
	*from = open;
	*to = end + 1;
	return 1;
}

static struct location locate(const struct otfp_str *name)
{
	const char *end = name->p + name->n, *from, *to;
	struct location l = {.name = trim(name->p, end)};

	if (!find_braces(name->p, &l, &from, &to) && !find_openmp(name->p, &l, &from, &to))
		return l;
	l.name = trim(name->p, from);
	l.rest = trim(to, end);
	return l;
}

/* The token of a text in a map; a new text gets a definition of `type`. @return 0 when memory is out */
static uint32_t token_of(struct define *d, struct otfp_map *map, unsigned type, const struct otfp_str *s)
{
	uint64_t hash = otfp_hash_bytes(OTFP_HASH_INIT, s->p, s->n);
	const uint64_t *have = otfp_map_get(map, hash);
	uint32_t token;

	if (have)
		return (uint32_t)*have;
	token = (uint32_t)map->n + 1;
	if (otfp_map_set(map, hash, token) < 0 || put_name(d, type, token, s->p, s->n) < 0)
		return 0;
	return token;
}

static uint32_t source_of(struct define *d, const struct location *l)
{
	uint32_t file = token_of(d, &d->files, OTFP_DefSclFile, &l->file), token;
	uint64_t key = (uint64_t)file << 32 | l->line;
	const uint64_t *have = otfp_map_get(&d->sources, key);
	struct otfp_record *rec;

	if (!file || have)
		return file ? (uint32_t)*have : 0;
	token = (uint32_t)d->sources.n + 1;
	rec = start(d, OTFP_DefScl);
	rec->f[0] = number(token);
	rec->f[1] = number(file);
	rec->f[2] = number(l->line);
	return put(d) == 0 && otfp_map_set(&d->sources, key, token) == 0 ? token : 0;
}

/* ---- the trace ---- */

static int define_trace(struct define *d)
{
	static const char creator[] = "otfpipe " OTFP_VERSION ", from a TAU trace";
	struct otfp_tau *t = d->t;
	int code;

	start(d, OTFP_DefCreator)->f[0] = text_value(creator, sizeof creator - 1);
	code = put(d);
	start(d, OTFP_DefTimerResolution)->f[0] = number(OTFP_TAU_RESOLUTION);
	code |= put(d);
	t->text.n = 0;
	code |= otfp_buf_printf(&t->text, "otfpipe: tau base time %" PRIu64 " us%s", t->first,
	                        t->base == t->first ? "" : ", and times are absolute");
	code |= put_comment(d);
	if (t->wall_clock) {
		t->text.n = 0;
		code |= otfp_buf_printf(&t->text, "otfpipe: tau wall clock %" PRId64 " s", t->wall_clock);
		code |= put_comment(d);
	}
	return code;
}

/* ---- facts ---- */

static size_t count_fact_owners(const struct otfp_tau *t)
{
	size_t most = 0;

	for (size_t i = 0; i < t->dict.n; i++)
		if (t->dict.defs[i].role == OTFP_TAU_METADATA && t->dict.defs[i].nowners > most)
			most = t->dict.defs[i].nowners;
	return most;
}

/* A fact that not all owners of facts have is stored with its processes. */
static int define_fact(struct define *d, const struct otfp_tau_def *def, size_t all)
{
	struct otfp_buf *b = &d->t->text;
	int code;

	b->n = 0;
	code = otfp_buf_puts(b, "otfpipe: tau metadata");
	if (def->nowners && def->nowners < all) {
		qsort(def->owners, def->nowners, sizeof *def->owners, otfp_by_u32);
		for (size_t i = 0; i < def->nowners && code == 0; i++)
			if (i == 0 || def->owners[i] != def->owners[i - 1])
				code = otfp_buf_printf(b, "%s%" PRIu32, i ? "," : " of process ", def->owners[i] + 1);
	}
	if (code == 0)
		code = otfp_buf_puts(b, ": ");
	if (code == 0)
		code = otfp_buf_add(b, def->name.p, def->name.n);
	return code == 0 ? put_comment(d) : code;
}

static int define_facts(struct define *d)
{
	size_t all = count_fact_owners(d->t);
	int code = 0;

	for (size_t i = 0; i < d->t->dict.n && code == 0; i++)
		if (d->t->dict.defs[i].role == OTFP_TAU_METADATA)
			code = define_fact(d, &d->t->dict.defs[i], all);
	return code;
}

/* ---- functions and counters ---- */

/* Store the original name of a function whose source location was removed from it. */
static int note_name(struct define *d, const struct otfp_tau_def *def)
{
	struct otfp_buf *b = &d->t->text;

	b->n = 0;
	if (otfp_buf_printf(b, "otfpipe: tau name %" PRIu32 " ", def->token) < 0 ||
	    otfp_buf_add(b, def->name.p, def->name.n) < 0)
		return -1;
	return put_comment(d);
}

static int define_function(struct define *d, struct otfp_tau_def *def)
{
	struct location l = locate(&def->name);
	struct otfp_buf *b = &d->t->text;
	uint32_t group = token_of(d, &d->function_groups, OTFP_DefFunctionGroup, &def->group), source = 0;
	struct otfp_record *rec;

	if (!group || (l.file.p && (note_name(d, def) < 0 || !(source = source_of(d, &l)))))
		return -1;
	b->n = 0;
	if (otfp_buf_add(b, l.name.p, l.name.n) < 0 ||
	    (l.rest.n && (otfp_buf_puts(b, " ") < 0 || otfp_buf_add(b, l.rest.p, l.rest.n) < 0)))
		return -1;
	rec = start(d, OTFP_DefFunction);
	rec->f[0] = number(def->token);
	rec->f[1] = text_value(b->p, b->n);
	rec->f[2] = number(group);
	rec->f[3] = number(source);
	return put(d);
}

static int define_counter(struct define *d, struct otfp_tau_def *def)
{
	uint32_t group = token_of(d, &d->counter_groups, OTFP_DefCounterGroup, &def->group);
	struct otfp_str name = trim(def->name.p, def->name.p + def->name.n);
	struct otfp_record *rec;

	if (!group)
		return -1;
	rec = start(d, OTFP_DefCounter);
	rec->f[0] = number(def->token);
	rec->f[1] = text_value(name.p, name.n);
	rec->f[2] = number((def->tag ? ACCUMULATED : ABSOLUTE_AT_POINT) | OTFP_VARTYPE_SIGNED);
	rec->f[3] = number(group);
	rec->f[4] = text_value("#", 1);
	return put(d);
}

/* Store which counters TAU writes as three records; otf-to-tau needs it. */
static int note_triggers(struct define *d)
{
	const struct otfp_tau_dictionary *dict = &d->t->dict;
	struct otfp_buf *b = &d->t->text;
	int code, n = 0;

	b->n = 0;
	code = otfp_buf_puts(b, "otfpipe: tau triggers");
	for (size_t i = 0; i < dict->n && code == 0; i++)
		if (dict->defs[i].role == OTFP_TAU_TRIGGER && dict->defs[i].token)
			code = otfp_buf_printf(b, "%c%" PRIu32, n++ ? ',' : ' ', dict->defs[i].token);
	return code == 0 && n ? put_comment(d) : code;
}

static int define_events(struct define *d)
{
	struct otfp_tau_dictionary *dict = &d->t->dict;
	int code = 0;

	for (size_t i = 0; i < dict->n && code == 0; i++)
		if (dict->defs[i].role == OTFP_TAU_FUNCTION && dict->defs[i].token)
			code = define_function(d, &dict->defs[i]);
	for (size_t i = 0; i < dict->n && code == 0; i++)
		if ((dict->defs[i].role == OTFP_TAU_COUNTER || dict->defs[i].role == OTFP_TAU_TRIGGER) &&
		    dict->defs[i].token)
			code = define_counter(d, &dict->defs[i]);
	return code == 0 ? note_triggers(d) : code;
}

/* ---- collective operations ---- */

static unsigned collective_of(const struct otfp_tau_def *def)
{
	size_t n = strcspn(def->name.p, "( ");

	for (unsigned i = 0; i < NCOLLECTIVES; i++)
		if (strlen(collectives[i].name) == n && memcmp(collectives[i].name, def->name.p, n) == 0)
			return i + 1;
	return 0;
}

static int define_collectives(struct define *d)
{
	uint32_t defined = 0;

	for (size_t i = 0; d->t->options.collectives && i < d->t->dict.n; i++) {
		struct otfp_tau_def *def = &d->t->dict.defs[i];
		unsigned c = def->role == OTFP_TAU_FUNCTION ? collective_of(def) : 0;
		def->collective = (uint8_t)c;
		if (!c || defined >> c & 1)
			continue;
		defined |= UINT32_C(1) << c;
		start(d, OTFP_DefCollectiveOperation)->f[0] = number(c);
		d->rec.f[1] = text_value(collectives[c - 1].name, strlen(collectives[c - 1].name));
		d->rec.f[2] = number(collectives[c - 1].type);
		if (put(d) < 0)
			return -1;
	}
	return 0;
}

/* ---- processes ---- */

static int define_process(struct define *d, size_t i, size_t parent)
{
	struct otfp_tau *t = d->t;
	const struct otfp_tau_process *p = &t->processes[i];
	struct otfp_record *rec;

	t->text.n = 0;
	if (otfp_buf_printf(&t->text, "node %" PRIu32 ", thread %u", t->runs[p->run].node + p->node, p->thread) < 0)
		return -1;
	rec = start(d, OTFP_DefProcess);
	rec->f[0] = number(i + 1);
	rec->f[1] = text_value(t->text.p, t->text.n);
	rec->f[2] = number(i == parent ? 0 : parent + 1);
	return put(d);
}

static int is_same_node(const struct otfp_tau_process *a, const struct otfp_tau_process *b)
{
	return a->run == b->run && a->node == b->node;
}

static int define_processes(struct define *d)
{
	struct otfp_tau *t = d->t;
	size_t parent = 0;
	int code = 0;

	for (size_t i = 0; i < t->nprocesses && code == 0; i++) {
		if (!is_same_node(&t->processes[i], &t->processes[parent]))
			parent = i;
		code = define_process(d, i, parent);
	}
	return code;
}

static int add_member(struct define *d, size_t process)
{
	if (otfp_grow(&d->members, d->n, &d->cap, sizeof *d->members) < 0)
		return -1;
	d->members[d->n++] = (uint32_t)process + 1;
	return 0;
}

/* Put a group of d->members with the name in t->text. Tokens of groups come after those of processes. */
static int put_group(struct define *d)
{
	struct otfp_record *rec = start(d, OTFP_DefProcessGroup);

	rec->f[0] = number(d->group++);
	rec->f[1] = text_value(d->t->text.p, d->t->text.n);
	rec->f[2] = (union otfp_value){.l = {d->members, d->n}};
	d->n = 0;
	return put(d);
}

static int group_range(struct define *d, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++)
		if (add_member(d, i) < 0)
			return -1;
	return put_group(d);
}

static int group_runs(struct define *d)
{
	struct otfp_tau *t = d->t;

	for (size_t r = 0; r < t->nruns; r++) {
		t->text.n = 0;
		if ((t->nruns == 1 ? otfp_buf_puts(&t->text, "all processes") :
		                     otfp_buf_printf(&t->text, "run %zu: %s", r + 1, t->runs[r].name)) < 0)
			return -1;
		t->runs[r].group = d->group;
		if (group_range(d, t->runs[r].first, t->runs[r].first + t->runs[r].n) < 0)
			return -1;
	}
	return 0;
}

static int has_threads(const struct otfp_tau *t)
{
	for (size_t i = 1; i < t->nprocesses; i++)
		if (is_same_node(&t->processes[i], &t->processes[i - 1]))
			return 1;
	return 0;
}

static int group_nodes(struct define *d)
{
	struct otfp_tau *t = d->t;

	if (!has_threads(t))
		return 0;
	for (size_t i = 0, k; i < t->nprocesses; i = k) {
		const struct otfp_tau_process *p = &t->processes[i];
		for (k = i + 1; k < t->nprocesses && is_same_node(&t->processes[k], p);)
			k++;
		t->text.n = 0;
		if (otfp_buf_printf(&t->text, "node %" PRIu32, t->runs[p->run].node + p->node) < 0 ||
		    group_range(d, i, k) < 0)
			return -1;
	}
	return 0;
}

/* Define a group for a communicator with its senders and receivers. Number 0 has none: the runtime uses it for all. */
static int group_comm(struct define *d, struct otfp_tau_run *run, unsigned comm)
{
	struct otfp_tau *t = d->t;

	for (size_t i = run->first; i < run->first + run->n; i++)
		if (t->processes[i].comms >> comm & 1 && add_member(d, i) < 0)
			return -1;
	if (!d->n)
		return 0;
	run->comms[comm] = d->group;
	t->text.n = 0;
	return otfp_buf_printf(&t->text, "communicator %u", comm) < 0 ? -1 : put_group(d);
}

static int group_comms(struct define *d)
{
	int code = 0;

	for (size_t r = 0; r < d->t->nruns; r++)
		for (unsigned comm = 1; comm < 64 && code == 0; comm++)
			code = group_comm(d, &d->t->runs[r], comm);
	return code;
}

int otfp_tau_define(struct otfp_tau *t)
{
	static int (*const all[])(struct define *) = {define_trace,     define_facts, define_events, define_collectives,
	                                              define_processes, group_runs,   group_nodes,   group_comms};
	struct define d = {.t = t, .group = (uint32_t)t->nprocesses + 1};
	int code = 0;

	for (size_t i = 0; i < sizeof all / sizeof *all && code == 0; i++)
		code = all[i](&d);
	otfp_map_release(&d.files);
	otfp_map_release(&d.sources);
	otfp_map_release(&d.function_groups);
	otfp_map_release(&d.counter_groups);
	free(d.members);
	return code == 0 ? 0 : otfp_fail_memory(t->err);
}
