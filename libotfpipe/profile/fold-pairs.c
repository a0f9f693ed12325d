/* fold-pairs.c - pairs of processes with few messages become one row: see fold.h. */
#include "base/order.h"
#include "profile/account.h"
#include "profile/fold.h"
#include <stdlib.h>

/* The memory is measured after so many new rows and pairs, at least. */
enum { LOOK = 1 << 10 };

/* What is known of a row of the matrix. */
struct weight {
	otfp_wide messages; /* halves */
	const struct otfp_row_key *key;
	size_t row;
};

struct fold {
	struct otfp_profile *p;
	struct weight *weights;
	size_t n;
	uint8_t *is_other; /* by row */
	size_t row;        /* of the next change */
};

/* The place of the sender in keys of the matrix; the receiver is at the next one. */
static unsigned sender_of(const struct otfp_profile *p)
{
	unsigned i = 0;

	while (p->kinds[OTFP_STAT_MATRIX][i] != OTFP_KEY_SENDER)
		i++;
	return i;
}

int otfp_profile_is_other_pair(const struct otfp_profile *p, const struct otfp_row_key *key)
{
	return key->table == OTFP_STAT_MATRIX && key->part[sender_of(p)] == OTFP_OTHER_PROCESS;
}

/* The most messages first; then in the order of keys, so that the order of rows does not matter. */
static int by_messages(const void *a, const void *b)
{
	const struct weight *x = a, *y = b;
	int order = (x->messages < y->messages) - (x->messages > y->messages);

	order = order ? order : otfp_order(x->key->window, y->key->window);
	for (unsigned i = 0; i < OTFP_MAX_PARTS && !order; i++)
		order = otfp_order(x->key->part[i], y->key->part[i]);
	return order;
}

static size_t count_rows(const struct otfp_profile *p)
{
	size_t n = 0;

	for (size_t i = 0; i < p->rows.n; i++)
		n += p->rows.rows[i]->key.table == OTFP_STAT_MATRIX;
	return n;
}

static void weigh(struct fold *f)
{
	const struct otfp_rows *rows = &f->p->rows;

	for (size_t i = 0; i < rows->n; i++) {
		const struct otfp_row *row = rows->rows[i];
		if (row->key.table == OTFP_STAT_MATRIX && !otfp_profile_is_other_pair(f->p, &row->key))
			f->weights[f->n++] =
				(struct weight){row->sum[OTFP_SENT] + row->sum[OTFP_RECEIVED], &row->key, i};
	}
}

static int change_row(void *ctx, struct otfp_row *row)
{
	struct fold *f = ctx;
	const unsigned sender = sender_of(f->p);

	if (!f->is_other[f->row++])
		return otfp_profile_is_other_pair(f->p, &row->key);
	row->key.part[sender] = row->key.part[sender + 1] = OTFP_OTHER_PROCESS;
	return 1;
}

static void choose_row(struct fold *f, size_t row)
{
	struct otfp_profile *p = f->p;

	f->is_other[row] = 1;
	if (!p->o.take_pair || !p->o.take_pair(p->o.take_pair_ctx, p->rows.rows[row]))
		p->other_pairs++;
}

/* Keep the half of the rows with the most messages. */
static int fold(struct otfp_profile *p, size_t n)
{
	struct fold f = {.p = p};
	int rc = -1;

	f.weights = calloc(n + 1, sizeof *f.weights);
	f.is_other = calloc(p->rows.n + 1, 1);
	if (f.weights && f.is_other) {
		weigh(&f);
		qsort(f.weights, f.n, sizeof *f.weights, by_messages);
		for (size_t i = f.n / 2; i < f.n; i++)
			choose_row(&f, f.weights[i].row);
		free(f.weights);
		f.weights = NULL;
		rc = otfp_rows_change(&p->rows, change_row, &f);
	}
	free(f.weights);
	free(f.is_other);
	return rc < 0 ? -1 : 0;
}

/* The bytes of a pair: without rows, those of the pair alone. */
static size_t cost_of(const struct otfp_profile *p)
{
	enum { INDEX = 21 };

	return p->o.tables >> OTFP_STAT_MATRIX & 1 ? otfp_row_bytes(OTFP_STAT_MATRIX) :
	                                             sizeof(struct otfp_pair) + INDEX;
}

int otfp_profile_fold_pairs(struct otfp_profile *p)
{
	const size_t cost = cost_of(p), most = (size_t)(otfp_fold_bound(p) / cost);
	size_t n = count_rows(p);

	if (n + p->pairs.n > most) {
		if (otfp_account_forget_pairs(p) < 0)
			return -1;
		n = count_rows(p);
		if (n > most / 4 * 3 && fold(p, n) < 0)
			return -1;
		n = count_rows(p);
	}
	n += p->pairs.n;
	p->fold_pairs = p->rows.n + p->pairs.n + (most > n ? most - n : n / 4) + LOOK;
	return 0;
}
