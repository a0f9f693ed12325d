#include "state/totals.h"
#include "base/assert.h"
#include "base/grow.h"
#include "record/fileop.h"
#include "record/table.h"
#include "base/order.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Kinds with sums over calls. */
enum { OF_CALLS = 1 << OTFP_TOTAL_FUNCTION | 1 << OTFP_TOTAL_GROUP };

/* Indexes into the sums of a total. */
enum { CALLS, EXCLUSIVE, INCLUSIVE };
enum { SENT, RECEIVED, BYTES_SENT, BYTES_RECEIVED };
enum { BYTES_READ = 5, BYTES_WRITTEN = 6 };

static const struct {
	const char *word;
	uint16_t type;
	uint8_t token, first; /* slots of the token and the first sum */
	uint8_t nsums;
	unsigned keeps;
} rows[OTFP_NTOTALS] = {
	[OTFP_TOTAL_FUNCTION] = {"function", OTFP_FunctionSummary, 0, 1, 3, OTFP_STATE_CALLS | OTFP_STATE_FUNCTIONS},
	[OTFP_TOTAL_GROUP] = {"group", OTFP_FunctionGroupSummary, 0, 1, 3, OTFP_STATE_CALLS | OTFP_STATE_FUNCTIONS},
	[OTFP_TOTAL_MESSAGE] = {"message", OTFP_MessageSummary, 0, 3, 4, 0},
	[OTFP_TOTAL_COLLECTIVE] = {"collective", OTFP_CollopSummary, 1, 2, 4, OTFP_STATE_COLLECTIVES},
	[OTFP_TOTAL_FILE] = {"file", OTFP_FileOperationSummary, 0, 1, 7, 0},
	[OTFP_TOTAL_FILEGROUP] = {"filegroup", OTFP_FileGroupOperationSummary, 0, 1, 7, 0},
};

/* ---- kinds ---- */

const char *otfp_total_name(unsigned kind)
{
	return kind < OTFP_NTOTALS ? rows[kind].word : NULL;
}

static int kind_of(const char *word, size_t n)
{
	for (int i = 0; i < OTFP_NTOTALS; i++)
		if (strlen(rows[i].word) == n && memcmp(rows[i].word, word, n) == 0)
			return i;
	return -1;
}

int otfp_totals_parse(unsigned *kinds, const char *text, const char *what, struct otfp_error *err)
{
	size_t n;

	*kinds = *text ? 0 : OTFP_TOTALS_USUAL;
	for (const char *p = text; *text; p += n + 1) {
		int kind = kind_of(p, n = strcspn(p, ","));
		if (kind < 0)
			return otfp_fail(
				err, OTFP_EUSAGE,
				"%s: '%.*s' is not one of function, group, message, collective, file, filegroup", what,
				otfp_shown_bytes(n), p);
		*kinds |= 1u << kind;
		if (!p[n])
			break;
	}
	return 0;
}

unsigned otfp_totals_keeps(unsigned kinds)
{
	unsigned keeps = 0;

	for (unsigned i = 0; i < OTFP_NTOTALS; i++)
		if (kinds & 1u << i)
			keeps |= rows[i].keeps;
	return keeps;
}

static int asked(const struct otfp_totals *t, unsigned kind)
{
	return (t->kinds & 1u << kind) != 0;
}

/* ---- totals of a process ---- */

void otfp_totals_release(struct otfp_totals *t)
{
	for (size_t i = 0; i < t->n; i++) {
		free(t->processes[i].list);
		otfp_map_release(&t->processes[i].index);
	}
	free(t->processes);
	otfp_arena_release(&t->arena);
	otfp_map_release(&t->groups.map);
	otfp_map_release(&t->types.map);
	otfp_map_release(&t->filegroups.map);
	memset(t, 0, sizeof *t);
}

/* The totals of a process; adds those of all processes up to its index. @return NULL when memory is out */
static struct otfp_process_totals *totals_of(struct otfp_totals *t, const struct otfp_process *p)
{
	while (t->n <= p->index) {
		if (otfp_grow(&t->processes, t->n, &t->cap, sizeof *t->processes) < 0)
			return NULL;
		t->processes[t->n++] = (struct otfp_process_totals){0};
	}
	return &t->processes[p->index];
}

static struct otfp_total *add_total(struct otfp_totals *t, struct otfp_process_totals *p, unsigned kind, uint32_t token)
{
	size_t size = sizeof(struct otfp_total) + rows[kind].nsums * sizeof(uint64_t);
	struct otfp_total *total = otfp_arena_get(&t->arena, size);

	if (!total || otfp_grow(&p->list, p->n, &p->cap, sizeof *p->list) < 0)
		return NULL;
	memset(total, 0, size);
	total->kind = kind;
	total->token = token;
	p->list[p->n++] = total;
	p->unsorted = 1;
	return total;
}

/* Find or add a total. @return NULL when memory is out */
static struct otfp_total *find_total(struct otfp_totals *t, struct otfp_process_totals *p, unsigned kind,
                                     uint32_t token)
{
	uint64_t key = (uint64_t)kind << 32 | token;
	const uint64_t *at = otfp_map_get(&p->index, key);
	struct otfp_total *total;

	if (at)
		return (struct otfp_total *)(uintptr_t)*at;
	total = add_total(t, p, kind, token);
	return total && otfp_map_set(&p->index, key, (uintptr_t)total) == 0 ? total : NULL;
}

/* The value that the definitions give a token in this process, 0 if undefined. */
static uint32_t defined(const struct otfp_totals *t, const struct otfp_tokens *tokens, uint32_t process, uint32_t token)
{
	uint32_t stream = tokens->local && t->master ? otfp_master_stream(t->master, process) : 0;
	const uint64_t *value = otfp_tokens_get(tokens, &stream, token);

	return value ? (uint32_t)*value : 0;
}

/* ---- calls: exclusive time runs for the innermost function, inclusive time for all open ones. An interval [s,e) adds
 * -s at its start and e at its end (modulo 2^64), so nothing is stored in between. ---- */

static void start_call(struct otfp_total *total, uint64_t time, int counts)
{
	if (OTFP_LIKELY(counts)) /* a branch: adding `counts` would be slower by half */
		total->sums[CALLS]++;
	total->sums[EXCLUSIVE] -= time;
	if (total->open++ == 0)
		total->sums[INCLUSIVE] -= time;
}

static void stop_call(struct otfp_total *total, uint64_t time)
{
	OTFP_ASSERT_HOT(total->open > 0);
	total->sums[EXCLUSIVE] += time;
	if (--total->open == 0)
		total->sums[INCLUSIVE] += time;
}

/* The total of the innermost of `depth` open calls; NULL = none is open. */
static struct otfp_total *running(const struct otfp_process *p, size_t depth)
{
	return depth ? otfp_stack_at(&p->calls, depth - 1)->callee->user : NULL;
}

/* First call of a function by a process: add its total. */
static struct otfp_total *add_function(struct otfp_totals *t, const struct otfp_process *p, uint32_t function)
{
	struct otfp_process_totals *mine = totals_of(t, p);
	struct otfp_total *total = mine ? add_total(t, mine, OTFP_TOTAL_FUNCTION, function) : NULL;

	if (!total || !asked(t, OTFP_TOTAL_GROUP))
		return total;
	total->group = find_total(t, mine, OTFP_TOTAL_GROUP, defined(t, &t->groups, p->process, function));
	return total->group ? total : NULL;
}

static int see_open(struct otfp_totals *t, const struct otfp_record *rec, const struct otfp_change *did)
{
	struct otfp_callee *callee = did->call->callee;
	struct otfp_total *around = running(did->process, did->process->calls.n - 1), *total;
	const int counts = rec->type == OTFP_Enter;

	if (OTFP_UNLIKELY(!callee->user))
		callee->user = add_function(t, did->process, callee->function);
	total = callee->user;
	if (OTFP_UNLIKELY(!total))
		return -1;
	start_call(total, rec->time, counts);
	if (around) {
		around->sums[EXCLUSIVE] += rec->time;
		around->subcalls += (unsigned)counts;
	}
	if (!total->group)
		return 0;
	start_call(total->group, rec->time, counts);
	if (around)
		around->group->sums[EXCLUSIVE] += rec->time;
	return 0;
}

static int see_close(const struct otfp_record *rec, const struct otfp_change *did)
{
	struct otfp_total *total = did->call->callee->user;
	struct otfp_total *around = running(did->process, did->process->calls.n);

	stop_call(total, rec->time);
	if (around)
		around->sums[EXCLUSIVE] -= rec->time;
	if (!total->group)
		return 0;
	stop_call(total->group, rec->time);
	if (around)
		around->group->sums[EXCLUSIVE] -= rec->time;
	return 0;
}

/* ---- messages, collectives, files ---- */

static void add(uint64_t *sum, uint64_t n)
{
	if (__builtin_add_overflow(*sum, n, sum))
		*sum = UINT64_MAX;
}

/* Find or add the total of the process of `did`. @return NULL when memory is out */
static struct otfp_total *total_of(struct otfp_totals *t, const struct otfp_change *did, unsigned kind, uint32_t token)
{
	struct otfp_process_totals *mine = totals_of(t, did->process);

	return mine ? find_total(t, mine, kind, token) : NULL;
}

static int see_message(struct otfp_totals *t, const struct otfp_record *rec, const struct otfp_change *did)
{
	const unsigned way = rec->type == OTFP_RecvMsg; /* SENT or RECEIVED */
	struct otfp_total *total = total_of(t, did, OTFP_TOTAL_MESSAGE, 0);

	if (!total)
		return -1;
	add(&total->sums[SENT + way], 1);
	add(&total->sums[BYTES_SENT + way], otfp_true_number(&t->carriers, rec, 3));
	return 0;
}

/* Whether a member, and the root, of a collective operation of a type counts as sending and as receiving. */
enum { UNKNOWN_TYPE, BARRIER, ONE_TO_ALL, ALL_TO_ONE, ALL_TO_ALL, NTYPES };
static const struct {
	uint8_t sends, receives, root_sends, root_receives;
} ways[NTYPES] = {
	[BARRIER] = {1, 0, 1, 0},
	[ONE_TO_ALL] = {0, 1, 1, 1},
	[ALL_TO_ONE] = {1, 0, 1, 1},
	[ALL_TO_ALL] = {1, 1, 1, 1},
};

static int count_collective(struct otfp_totals *t, const struct otfp_change *did, const struct otfp_begun *b)
{
	const uint32_t process = did->process->process, type = defined(t, &t->types, process, b->what);
	const unsigned row = type < NTYPES ? type : UNKNOWN_TYPE;
	const int is_root = process == b->root;
	struct otfp_total *total = total_of(t, did, OTFP_TOTAL_COLLECTIVE, b->what);

	if (!total)
		return -1;
	add(&total->sums[SENT], is_root ? ways[row].root_sends : ways[row].sends);
	add(&total->sums[RECEIVED], is_root ? ways[row].root_receives : ways[row].receives);
	add(&total->sums[BYTES_SENT], b->sent);
	add(&total->sums[BYTES_RECEIVED], b->received);
	return 0;
}

static int see_collective(struct otfp_totals *t, const struct otfp_record *rec, const struct otfp_change *did)
{
	const struct otfp_begun whole = {.what = (uint32_t)rec->f[0].u,
	                                 .root = (uint32_t)rec->f[2].u,
	                                 .sent = rec->f[3].u,
	                                 .received = rec->f[4].u};

	if (rec->type == OTFP_CollectiveOperation)
		return count_collective(t, did, &whole);
	return did->did == OTFP_DID_END ? count_collective(t, did, did->begun) : 0;
}

/* The sums of a file are in the order of enum otfp_fileop: open, close, read, write, seek. */
static int count_file(struct otfp_totals *t, const struct otfp_change *did, unsigned kind, uint32_t token,
                      uint64_t operation, uint64_t bytes)
{
	const enum otfp_fileop did_what = otfp_fileop_kind(operation);
	struct otfp_total *total;

	if (!asked(t, kind) || did_what > OTFP_FILEOP_SEEK)
		return 0;
	total = total_of(t, did, kind, token);
	if (!total)
		return -1;
	add(&total->sums[did_what], 1);
	if (did_what == OTFP_FILEOP_READ || did_what == OTFP_FILEOP_WRITE)
		add(&total->sums[did_what == OTFP_FILEOP_READ ? BYTES_READ : BYTES_WRITTEN], bytes);
	return 0;
}

static int see_file(struct otfp_totals *t, const struct otfp_record *rec, const struct otfp_change *did)
{
	const union otfp_value *operation = &rec->f[rec->type == OTFP_FileOperation ? 2 : 3];
	const uint32_t file = (uint32_t)rec->f[0].u, group = defined(t, &t->filegroups, rec->loc, file);

	if (count_file(t, did, OTFP_TOTAL_FILE, file, operation[0].u, operation[1].u) < 0)
		return -1;
	return count_file(t, did, OTFP_TOTAL_FILEGROUP, group, operation[0].u, operation[1].u);
}

static const struct {
	int (*see)(struct otfp_totals *t, const struct otfp_record *rec, const struct otfp_change *did);
	unsigned kinds;
} events[OTFP_NTYPES] = {
	[OTFP_SendMsg] = {see_message, 1u << OTFP_TOTAL_MESSAGE},
	[OTFP_RecvMsg] = {see_message, 1u << OTFP_TOTAL_MESSAGE},
	[OTFP_CollectiveOperation] = {see_collective, 1u << OTFP_TOTAL_COLLECTIVE},
	[OTFP_EndCollectiveOperation] = {see_collective, 1u << OTFP_TOTAL_COLLECTIVE},
	[OTFP_FileOperation] = {see_file, 1u << OTFP_TOTAL_FILE | 1u << OTFP_TOTAL_FILEGROUP},
	[OTFP_EndFileOperation] = {see_file, 1u << OTFP_TOTAL_FILE | 1u << OTFP_TOTAL_FILEGROUP},
};

/* ---- definitions ---- */

/* Of three definitions, the third field gives the value wanted for the token in the first. */
static int see_definition(struct otfp_totals *t, const struct otfp_record *rec)
{
	const struct {
		unsigned type, kind;
		struct otfp_tokens *to;
	} wanted[] = {
		{OTFP_DefFunction, OTFP_TOTAL_GROUP, &t->groups},
		{OTFP_DefCollectiveOperation, OTFP_TOTAL_COLLECTIVE, &t->types},
		{OTFP_DefFile, OTFP_TOTAL_FILEGROUP, &t->filegroups},
	};

	for (unsigned i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
		if (rec->type == wanted[i].type && asked(t, wanted[i].kind))
			return otfp_tokens_put(wanted[i].to, rec->loc, (uint32_t)rec->f[0].u, rec->f[2].u);
	return 0;
}

int otfp_totals_add(struct otfp_totals *t, const struct otfp_record *rec, const struct otfp_change *did)
{
	if (did->did == OTFP_DID_OPEN_CALL)
		return t->kinds & OF_CALLS ? see_open(t, rec, did) : 0;
	if (did->did == OTFP_DID_CLOSE_CALL)
		return t->kinds & OF_CALLS ? see_close(rec, did) : 0;
	if (rec->type >= OTFP_NTYPES)
		return 0;
	if (rec->file == OTFP_FILE_DEF) {
		otfp_carriers_add(&t->carriers, rec);
		return see_definition(t, rec);
	}
	return t->kinds & events[rec->type].kinds ? events[rec->type].see(t, rec, did) : 0;
}

/* ---- the records ---- */

static int by_kind_and_token(const void *pa, const void *pb)
{
	const struct otfp_total *a = *(struct otfp_total *const *)pa, *b = *(struct otfp_total *const *)pb;

	return otfp_order2(a->kind, b->kind, a->token, b->token);
}

static int put_total(const struct otfp_total *total, const struct otfp_total *inner, struct otfp_record *rec,
                     otfp_put_fn *put, void *ctx)
{
	const int is_calls = 1 << total->kind & OF_CALLS;
	union otfp_value *sums = &rec->f[rows[total->kind].first];

	memset(rec->f, 0, sizeof rec->f);
	rec->type = rows[total->kind].type;
	rec->f[rows[total->kind].token].u = total->token;
	for (unsigned i = 0; i < rows[total->kind].nsums; i++)
		sums[i].u = total->sums[i];
	if (is_calls && inner && (total == inner || total == inner->group))
		sums[EXCLUSIVE].u += rec->time;
	if (is_calls && total->open)
		sums[INCLUSIVE].u += rec->time;
	return put(ctx, rec);
}

int otfp_totals_emit(struct otfp_totals *t, const struct otfp_process *p, uint64_t time, otfp_put_fn *put, void *ctx)
{
	struct otfp_process_totals *mine = p->index < t->n ? &t->processes[p->index] : NULL;
	struct otfp_record rec = {.time = time, .loc = p->process, .file = OTFP_FILE_STAT};
	const struct otfp_total *inner = t->kinds & OF_CALLS ? running(p, p->calls.n) : NULL;
	int rc = 0;

	if (mine && mine->unsorted) {
		qsort(mine->list, mine->n, sizeof(struct otfp_total *), by_kind_and_token);
		mine->unsorted = 0;
	}
	for (size_t i = 0; mine && i < mine->n && rc == 0; i++)
		if (asked(t, mine->list[i]->kind))
			rc = put_total(mine->list[i], inner, &rec, put, ctx);
	return rc;
}
