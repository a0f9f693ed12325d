#include "wait/transfers.h"
#include "base/error.h"
#include "base/grow.h"
#include "base/hash.h"
#include "base/index.h"
#include "base/map.h"
#include "base/order.h"
#include "wait/reel.h"
#include <stdlib.h>

enum { CLASSES = 65, ROW_BYTES = 160 /* of a row and its place in the index, at most */ };

/* A message, by its time. It is sorted as so many numbers. */
enum { NUMBERS = 5 };
struct sorted_message {
	uint64_t bytes;
	uint32_t sender, receiver, others;
	uint32_t row; /* 1 + its index if none were folded; 0 = none */
	uint8_t with_sends, is_reported;
};

struct otfp_transfers {
	struct otfp_sort *sort;   /* of messages, by time */
	struct otfp_nodes *nodes; /* NULL: rows are by process */
	struct otfp_error err;
	struct otfp_map row_index; /* sender << 32 | receiver -> index */
	struct otfp_transfer_row *rows;
	size_t nrows, rows_cap, most; /* most: rows, 0 = any number */
	struct otfp_transfer_row other;
	int is_folded;
	otfp_transfer_excess_fn *each; /* NULL: rows */
	void *each_ctx;
	struct otfp_index operation_index;
	struct otfp_operation_row *operations;
	size_t noperations, operations_cap;
	uint64_t count[CLASSES]; /* messages of each class */
};

int otfp_transfers_new(struct otfp_transfers **to, const struct otfp_sort_options *o, struct otfp_error *err)
{
	struct otfp_transfers *t = calloc(1, sizeof *t);
	int code;

	*to = t;
	if (!t)
		return otfp_fail_memory(err);
	code = otfp_sort_new(&t->sort, o, &t->err);
	if (code == 0)
		return 0;
	*err = t->err;
	otfp_transfers_free(t);
	*to = NULL;
	return code;
}

void otfp_transfers_free(struct otfp_transfers *t)
{
	if (!t)
		return;
	otfp_sort_free(t->sort);
	otfp_map_release(&t->row_index);
	free(t->rows);
	otfp_index_release(&t->operation_index);
	free(t->operations);
	free(t);
}

int otfp_transfers_error(const struct otfp_transfers *t, struct otfp_error *err)
{
	if (t->err.code)
		*err = t->err;
	return t->err.code;
}

/* The number of bits of a length. */
static unsigned class_of(uint64_t bytes)
{
	return bytes ? CLASSES - 1 - (unsigned)__builtin_clzll(bytes) : 0;
}

/* ---- messages ---- */

static uint64_t pair_of(uint32_t sender, uint32_t receiver)
{
	return (uint64_t)sender << 32 | receiver;
}

static void add_message(struct otfp_transfer_row *row, const struct sorted_message *m, uint64_t ticks)
{
	row->count++;
	row->others = m->others > row->others ? m->others : row->others;
	row->with_sends += m->with_sends;
	row->bytes += m->bytes;
	row->ticks += ticks;
}

static int by_row_ticks(const void *a, const void *b)
{
	const struct otfp_transfer_row *x = a, *y = b;

	return x->ticks != y->ticks ? otfp_order_down(x->ticks, y->ticks) :
	                              otfp_order2(x->sender, y->sender, x->receiver, y->receiver);
}

/* Keep the half of the rows with the most time. A pair that comes back begins again: what it had is counted in the end,
 * from the messages. */
static int fold(struct otfp_transfers *t)
{
	qsort(t->rows, t->nrows, sizeof *t->rows, by_row_ticks);
	t->nrows /= 2;
	t->is_folded = 1;
	otfp_map_release(&t->row_index);
	t->row_index = (struct otfp_map){0};
	for (size_t i = 0; i < t->nrows; i++)
		if (otfp_map_set(&t->row_index, pair_of(t->rows[i].sender, t->rows[i].receiver), i) < 0)
			return -1;
	return 0;
}

static int add_to_row(struct otfp_transfers *t, struct sorted_message *m, uint64_t ticks)
{
	const uint64_t pair = pair_of(m->sender, m->receiver);
	struct otfp_transfer_row *row;

	if (t->most && t->nrows >= t->most && !otfp_map_get(&t->row_index, pair) && fold(t) < 0)
		return -1;
	row = otfp_map_row(&t->row_index, pair, &t->rows, &t->nrows, &t->rows_cap, sizeof *row);
	if (!row)
		return -1;
	row->sender = m->sender;
	row->receiver = m->receiver;
	add_message(row, m, ticks);
	m->row = 1 + (uint32_t)(row - t->rows);
	return 0;
}

void otfp_transfers_bound(struct otfp_transfers *t, size_t memory)
{
	t->most = memory / ROW_BYTES > 2 ? memory / ROW_BYTES : 2;
}

void otfp_transfers_each(struct otfp_transfers *t, otfp_transfer_excess_fn *each, void *ctx)
{
	t->each = each;
	t->each_ctx = ctx;
}

void otfp_transfers_by_node(struct otfp_transfers *t, struct otfp_nodes *nodes)
{
	t->nodes = nodes;
}

static uint32_t place_of(const struct otfp_transfers *t, uint32_t process)
{
	return t->nodes ? otfp_nodes_of(t->nodes, process) : process;
}

static size_t pack(const struct sorted_message *m, char to[NUMBERS * WAIT_NUMBER_MAX])
{
	char *p = wait_put_number(to, m->bytes);

	p = wait_put_number(p, m->sender);
	p = wait_put_number(p, m->receiver);
	p = wait_put_number(p, m->row);
	p = wait_put_number(p, (uint64_t)m->others << 2 | m->with_sends << 1 | m->is_reported);
	return (size_t)(p - to);
}

static void unpack(struct sorted_message *m, const char *p)
{
	uint64_t v[NUMBERS];

	for (unsigned i = 0; i < NUMBERS; i++)
		p = wait_get_number(p, &v[i]);
	*m = (struct sorted_message){.bytes = v[0],
	                             .sender = (uint32_t)v[1],
	                             .receiver = (uint32_t)v[2],
	                             .row = (uint32_t)v[3],
	                             .others = (uint32_t)(v[4] >> 2),
	                             .with_sends = v[4] >> 1 & 1,
	                             .is_reported = v[4] & 1};
}

static int put_message(struct otfp_transfers *t, const struct otfp_wait_transfer *one)
{
	char packed[NUMBERS * WAIT_NUMBER_MAX];
	struct sorted_message m = {.bytes = one->bytes,
	                           .others = one->others,
	                           .with_sends = one->with_sends != 0,
	                           .is_reported = one->is_reported != 0};

	if (t->nodes && otfp_nodes_choose(t->nodes, &t->err) < 0)
		return -1;
	m.sender = place_of(t, one->sender);
	m.receiver = place_of(t, one->receiver);
	if (m.is_reported && !t->each && add_to_row(t, &m, one->ticks) < 0)
		return -1;
	t->count[class_of(one->bytes)]++;
	return otfp_sort_put(t->sort, (struct otfp_key){one->ticks, 0}, packed, pack(&m, packed));
}

/* The rows that are left count all messages of their pairs, the other one the rest. */
static void count_again(struct otfp_transfers *t)
{
	for (size_t i = 0; i < t->nrows && t->is_folded; i++)
		t->rows[i] = (struct otfp_transfer_row){.sender = t->rows[i].sender, .receiver = t->rows[i].receiver};
}

static void add_again(struct otfp_transfers *t, const struct sorted_message *m, uint64_t ticks, uint64_t excess)
{
	const uint64_t *at = t->is_folded ? otfp_map_get(&t->row_index, pair_of(m->sender, m->receiver)) : NULL;
	struct otfp_transfer_row *row = at ? &t->rows[*at] : t->is_folded ? &t->other : &t->rows[m->row - 1];

	if (t->is_folded)
		add_message(row, m, ticks);
	row->excess += excess;
}

/* In the order of their times: from the median of a class on, each is above it. */
static int add_excess(struct otfp_transfers *t)
{
	uint64_t seen[CLASSES] = {0}, median[CLASSES] = {0};
	struct otfp_sorted got;
	struct sorted_message m;
	int code;

	count_again(t);
	while ((code = otfp_sort_next(t->sort, &got)) == 0) {
		uint64_t middle, excess = 0;
		unsigned k;
		unpack(&m, got.p);
		k = class_of(m.bytes);
		middle = (t->count[k] - 1) / 2;
		if (seen[k] == middle)
			median[k] = got.key.time;
		if (seen[k]++ > middle)
			excess = got.key.time - median[k];
		if (m.is_reported && t->each)
			t->each(t->each_ctx, m.sender, m.receiver, excess);
		else if (m.is_reported)
			add_again(t, &m, got.key.time, excess);
	}
	return code < 0 ? code : 0;
}

/* ---- collective operations ---- */

static int is_same(const struct otfp_operation_row *row, const struct otfp_wait_transfer *one, unsigned length_class)
{
	return row->operation == one->operation && row->communicator == one->communicator &&
	       row->length_class == length_class;
}

/* @return NULL when memory is out */
static struct otfp_operation_row *operation_of(struct otfp_transfers *t, const struct otfp_wait_transfer *one)
{
	const unsigned length_class = class_of(one->bytes);
	const uint64_t h =
		otfp_hash_add(otfp_hash_add(otfp_hash_add(OTFP_HASH_INIT, one->operation), one->communicator),
	                      length_class);
	const uint32_t hash = (uint32_t)(h >> 32);
	size_t probe = otfp_index_home(&t->operation_index, hash);
	struct otfp_operation_row *row;
	uint32_t at;

	while ((at = otfp_index_next(&t->operation_index, hash, &probe)))
		if (is_same(&t->operations[at - 1], one, length_class))
			return &t->operations[at - 1];
	if (otfp_grow(&t->operations, t->noperations, &t->operations_cap, sizeof *row) < 0 ||
	    otfp_index_add(&t->operation_index, hash, t->noperations + 1) < 0)
		return NULL;
	row = &t->operations[t->noperations++];
	*row = (struct otfp_operation_row){.operation = one->operation,
	                                   .communicator = one->communicator,
	                                   .length_class = length_class};
	return row;
}

static int put_member(struct otfp_transfers *t, const struct otfp_wait_transfer *one)
{
	struct otfp_operation_row *row = one->is_reported ? operation_of(t, one) : NULL;

	if (!row)
		return one->is_reported ? -1 : 0;
	row->count++;
	row->bytes += one->bytes;
	row->ticks += one->ticks;
	return 0;
}

int otfp_transfers_put(void *ctx, const struct otfp_wait_transfer *one)
{
	return one->operation == OTFP_NO_REF ? put_message(ctx, one) : put_member(ctx, one);
}

/* ---- the result ---- */

static int by_excess(const void *a, const void *b)
{
	const struct otfp_transfer_row *x = a, *y = b;

	if (x->excess != y->excess)
		return otfp_order_down(x->excess, y->excess);
	if (x->ticks != y->ticks)
		return otfp_order_down(x->ticks, y->ticks);
	return otfp_order2(x->sender, y->sender, x->receiver, y->receiver);
}

static int by_ticks(const void *a, const void *b)
{
	const struct otfp_operation_row *x = a, *y = b;

	if (x->ticks != y->ticks)
		return otfp_order_down(x->ticks, y->ticks);
	if (x->operation != y->operation)
		return otfp_order(x->operation, y->operation);
	return otfp_order2(x->communicator, y->communicator, x->length_class, y->length_class);
}

int otfp_transfers_end(struct otfp_transfers *t)
{
	int code = t->nodes ? otfp_nodes_choose(t->nodes, &t->err) : 0;

	if (code == 0)
		code = otfp_sort_end(t->sort);
	if (code == 0)
		code = add_excess(t);
	if (code == 0 && t->nrows)
		qsort(t->rows, t->nrows, sizeof *t->rows, by_excess);
	if (code == 0 && t->noperations)
		qsort(t->operations, t->noperations, sizeof *t->operations, by_ticks);
	return code;
}

const struct otfp_transfer_row *otfp_transfers_rows(const struct otfp_transfers *t, size_t *n)
{
	*n = t->nrows;
	return t->rows;
}

const struct otfp_transfer_row *otfp_transfers_other(const struct otfp_transfers *t)
{
	return t->other.count ? &t->other : NULL;
}

const struct otfp_operation_row *otfp_transfers_operations(const struct otfp_transfers *t, size_t *n)
{
	*n = t->noperations;
	return t->operations;
}
