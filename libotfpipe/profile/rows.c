#include "profile/rows.h"
#include "base/assert.h"
#include "base/grow.h"
#include "base/hash.h"
#include <stdlib.h>
#include <string.h>

#define BIT(key) (1u << OTFP_KEY_##key)
#define CALL_KEYS (BIT(PROCESS) | BIT(GROUP) | BIT(FUNCTION) | BIT(PATH))
#define MESSAGE_KEYS (BIT(PROCESS) | BIT(COMMUNICATOR) | BIT(TAG))
#define MATRIX_KEYS (BIT(SENDER) | BIT(RECEIVER))
#define MESSAGE_SUMS                                                                                        \
	{                                                                                                   \
		[OTFP_SENT] = {"sent", OTFP_UNIT_NUMBER}, [OTFP_RECEIVED] = {"received", OTFP_UNIT_NUMBER}, \
		[OTFP_BYTES_SENT] = {"bytes_sent", OTFP_UNIT_BYTES},                                        \
		[OTFP_BYTES_RECEIVED] = {"bytes_received", OTFP_UNIT_BYTES},                                \
		[OTFP_REVERSED] = {"reversed", OTFP_UNIT_NUMBER},                                           \
	}

const struct otfp_stat_kind otfp_stat_kinds[OTFP_NSTATS] = {
	[OTFP_STAT_FUNCTION] = {"function",
                                CALL_KEYS,
                                0,
                                BIT(FUNCTION),
                                CALL_KEYS,
                                OTFP_EXCLUSIVE,
                                "",
                                1,
                                0,
                                {[OTFP_CALLS] = {"calls", OTFP_UNIT_NUMBER},
                                 [OTFP_EXCLUSIVE] = {"exclusive", OTFP_UNIT_TICKS},
                                 [OTFP_INCLUSIVE] = {"inclusive", OTFP_UNIT_TICKS},
                                 [OTFP_SUM] = {"sum", OTFP_UNIT_TICKS}}},
	[OTFP_STAT_MESSAGE] = {"message", MESSAGE_KEYS, 0, 0, MESSAGE_KEYS, OTFP_BYTES_SENT, "latency_", 1, 0,
                               MESSAGE_SUMS},
	[OTFP_STAT_MATRIX] = {"matrix", MATRIX_KEYS | BIT(COMMUNICATOR) | BIT(TAG), MATRIX_KEYS, 0, MESSAGE_KEYS,
                              OTFP_BYTES_SENT, "latency_", 0, 0, MESSAGE_SUMS},
	[OTFP_STAT_LENGTH] = {"length", MESSAGE_KEYS | BIT(LENGTH), BIT(LENGTH), 0, MESSAGE_KEYS, -1, "latency_", 1, 0,
                              MESSAGE_SUMS},
	[OTFP_STAT_COLLECTIVE] = {"collective",
                                  BIT(PROCESS) | BIT(COMMUNICATOR) | BIT(COLLECTIVE),
                                  BIT(COLLECTIVE),
                                  0,
                                  BIT(PROCESS) | BIT(COMMUNICATOR),
                                  OTFP_COUNT,
                                  "",
                                  1,
                                  1,
                                  {[OTFP_COUNT] = {"count", OTFP_UNIT_NUMBER},
                                   [OTFP_COLL_SENT] = {"bytes_sent", OTFP_UNIT_BYTES},
                                   [OTFP_COLL_RECEIVED] = {"bytes_received", OTFP_UNIT_BYTES}}},
	[OTFP_STAT_COUNTER] =
		{"counter", BIT(PROCESS) | BIT(COUNTER), BIT(COUNTER), 0, BIT(PROCESS), -1, NULL, 0, 0, {{0}}},
	[OTFP_STAT_FILE] = {"file",
                            BIT(PROCESS) | BIT(FILE),
                            0,
                            BIT(FILE),
                            BIT(PROCESS) | BIT(FILE),
                            OTFP_BYTES_READ,
                            "",
                            1,
                            1,
                            {[OTFP_OPENS] = {"opens", OTFP_UNIT_NUMBER},
                             [OTFP_CLOSES] = {"closes", OTFP_UNIT_NUMBER},
                             [OTFP_READS] = {"reads", OTFP_UNIT_NUMBER},
                             [OTFP_WRITES] = {"writes", OTFP_UNIT_NUMBER},
                             [OTFP_SEEKS] = {"seeks", OTFP_UNIT_NUMBER},
                             [OTFP_OTHERS] = {"others", OTFP_UNIT_NUMBER},
                             [OTFP_BYTES_READ] = {"bytes_read", OTFP_UNIT_BYTES},
                             [OTFP_BYTES_WRITTEN] = {"bytes_written", OTFP_UNIT_BYTES}}},
	[OTFP_STAT_RMA] = {"rma",
                           MESSAGE_KEYS,
                           0,
                           0,
                           MESSAGE_KEYS,
                           OTFP_BYTES_PUT,
                           NULL,
                           0,
                           0,
                           {[OTFP_PUTS] = {"puts", OTFP_UNIT_NUMBER},
                            [OTFP_GETS] = {"gets", OTFP_UNIT_NUMBER},
                            [OTFP_BYTES_PUT] = {"bytes_put", OTFP_UNIT_BYTES},
                            [OTFP_BYTES_GOT] = {"bytes_got", OTFP_UNIT_BYTES}}},
};

const struct otfp_key_kind otfp_key_kinds[OTFP_NKEYS] = {
	[OTFP_KEY_PROCESS] = {"process", OTFP_NAMED_PROCESS},
	[OTFP_KEY_GROUP] = {"group", OTFP_NAMED_GROUP},
	[OTFP_KEY_FUNCTION] = {"function", OTFP_NAMED_FUNCTION},
	[OTFP_KEY_PATH] = {"path", OTFP_NAMED_FUNCTION},
	[OTFP_KEY_COMMUNICATOR] = {"communicator", OTFP_NAMED_COMMUNICATOR},
	[OTFP_KEY_TAG] = {"tag", -1},
	[OTFP_KEY_FILE] = {"file", OTFP_NAMED_FILE},
	[OTFP_KEY_SENDER] = {"sender", OTFP_NAMED_PROCESS},
	[OTFP_KEY_RECEIVER] = {"receiver", OTFP_NAMED_PROCESS},
	[OTFP_KEY_LENGTH] = {"length", -1},
	[OTFP_KEY_COLLECTIVE] = {"collective", OTFP_NAMED_COLLECTIVE},
	[OTFP_KEY_COUNTER] = {"counter", OTFP_NAMED_COUNTER},
};

int otfp_stat_applies(unsigned table, unsigned by)
{
	return by == 0 || by & otfp_stat_kinds[table].applies;
}

unsigned otfp_stat_keys(unsigned table, unsigned by, uint8_t kinds[OTFP_MAX_PARTS])
{
	const struct otfp_stat_kind *k = &otfp_stat_kinds[table];
	unsigned keys = k->always | (by ? by & k->keys : k->by_default), n = 0;

	for (unsigned i = 0; i < OTFP_NKEYS; i++)
		if (keys >> i & 1) {
			OTFP_ASSERT(n < OTFP_MAX_PARTS);
			kinds[n++] = (uint8_t)i;
		}
	return n;
}

void otfp_rows_release(struct otfp_rows *r)
{
	for (size_t i = 0; i < r->n; i++) {
		otfp_rows_fetch(r->rows, i, r->n);
		otfp_dist_release(&r->rows[i]->dist);
	}
	free(r->rows);
	otfp_index_release(&r->index);
	otfp_arena_release(&r->arena);
	memset(r, 0, sizeof *r);
}

static uint32_t hash_of(const struct otfp_row_key *key)
{
	uint64_t x = (key->window << 8) + key->table;

	for (unsigned i = 0; i < OTFP_MAX_PARTS; i++)
		x = otfp_hash_add(x, key->part[i]);
	return (uint32_t)(x >> 32);
}

/* The bytes of a row that its table uses. */
static size_t size_of(unsigned table)
{
	const struct otfp_sum *sums = otfp_stat_kinds[table].sums;
	unsigned n = 0;

	while (sums[n].name)
		n++;
	return offsetof(struct otfp_row, sum) + n * sizeof(otfp_wide);
}

/* Memory of a row that was merged into another one of its table. */
struct otfp_spare_row {
	struct otfp_spare_row *next;
};

OTFP_FETCH void fetch(const void *memory, size_t size)
{
	for (size_t at = 0; at < size; at += 64)
		__builtin_prefetch((const char *)memory + at, 1);
}

static void *row_memory(struct otfp_rows *r, unsigned table)
{
	struct otfp_spare_row *spare = r->spare[table];

	if (!spare)
		return otfp_arena_get_line(&r->arena, size_of(table));
	r->spare[table] = spare->next;
	if (spare->next) /* the next new row: it is anywhere in memory */
		fetch(spare->next, size_of(table));
	return spare;
}

static void spare_memory(struct otfp_rows *r, struct otfp_row *row)
{
	const unsigned table = row->key.table;
	struct otfp_spare_row *spare = (void *)row;

	spare->next = r->spare[table];
	r->spare[table] = spare;
}

struct otfp_row *otfp_rows_make(struct otfp_rows *r, unsigned table)
{
	const size_t size = size_of(table);
	struct otfp_row *row = row_memory(r, table);
	struct otfp_counted *counted = NULL;

	if (row && table == OTFP_STAT_COUNTER) {
		counted = otfp_arena_get(&r->arena, sizeof *counted);
		if (!counted)
			return NULL;
		memset(counted, 0, sizeof *counted);
	}
	if (row) {
		memset(row, 0, size);
		row->key.table = table;
		row->counted = counted;
		r->of_table[table]++;
	}
	return row;
}

int otfp_rows_put(struct otfp_rows *r, struct otfp_row *row)
{
	if (otfp_grow(&r->rows, r->n, &r->cap, sizeof(*r->rows)) < 0)
		return -1;
	r->rows[r->n++] = row;
	return 0;
}

/* @return NULL if there is no such row */
static struct otfp_row *find(const struct otfp_rows *r, const struct otfp_row_key *key, uint32_t hash)
{
	size_t probe = otfp_index_home(&r->index, hash);
	uint32_t at;

	while ((at = otfp_index_next(&r->index, hash, &probe)))
		if (memcmp(&r->rows[at - 1]->key, key, sizeof *key) == 0)
			return r->rows[at - 1];
	return NULL;
}

struct otfp_row *otfp_rows_get(struct otfp_rows *r, const struct otfp_row_key *key)
{
	const uint32_t hash = hash_of(key);
	struct otfp_row *row = find(r, key, hash);

	if (row || otfp_index_add(&r->index, hash, r->n + 1) < 0)
		return row;
	row = otfp_rows_make(r, key->table);
	if (!row || otfp_rows_put(r, row) < 0)
		return NULL;
	row->key = *key;
	return row;
}

int otfp_rows_merge(struct otfp_rows *r, struct otfp_row *to, struct otfp_row *row)
{
	const size_t before = otfp_dist_bytes(&to->dist) + otfp_dist_bytes(&row->dist);
	const int rc = otfp_row_merge(to, row);

	r->dists += row->key.table == OTFP_STAT_FUNCTION ? otfp_dist_bytes(&to->dist) - before : 0;
	r->of_table[row->key.table]--;
	otfp_dist_release(&row->dist);
	spare_memory(r, row);
	return rc;
}

/* Put a row back, or merge it into one of the same key that is back, if there may be one. */
static int put_back(struct otfp_rows *r, struct otfp_row *row, int may_merge)
{
	const uint32_t hash = hash_of(&row->key);
	struct otfp_row *to = may_merge ? find(r, &row->key, hash) : NULL;

	if (to)
		return otfp_rows_merge(r, to, row);
	r->rows[r->n++] = row;
	return otfp_index_add(&r->index, hash, r->n);
}

int otfp_rows_change(struct otfp_rows *r, int (*change)(void *ctx, struct otfp_row *row), void *ctx)
{
	const size_t n = r->n;
	int rc = 0;

	otfp_index_clear(&r->index);
	r->n = 0;
	for (size_t i = 0; i < n; i++) {
		struct otfp_row *row = r->rows[i];
		otfp_rows_fetch(r->rows, i, n);
		rc |= put_back(r, row, change(ctx, row));
	}
	return rc;
}

size_t otfp_row_bytes(unsigned table)
{
	enum { INDEX = 21 };

	return size_of(table) + sizeof(struct otfp_row *) + INDEX;
}

int otfp_rows_count(struct otfp_rows *r, struct otfp_row *row, unsigned bucket)
{
	const size_t before = otfp_dist_bytes(&row->dist);
	const int rc = otfp_dist_count(&row->dist, bucket, 1);

	r->dists += otfp_dist_bytes(&row->dist) - before;
	return rc;
}

void otfp_row_add_sums(struct otfp_row *to, const struct otfp_row *more)
{
	for (unsigned i = 0; otfp_stat_kinds[more->key.table].sums[i].name; i++)
		to->sum[i] += more->sum[i];
}

int otfp_row_merge(struct otfp_row *to, const struct otfp_row *more)
{
	otfp_row_add_sums(to, more);
	return otfp_dist_merge(&to->dist, &more->dist);
}
