#include "wait/causes.h"
#include "base/grow.h"
#include "base/order.h"
#include <stdlib.h>
#include <string.h>

enum { FEW = 8 }; /* classes: there are no more most often */

void otfp_wait_causes_release(struct wait_causes *c)
{
	otfp_map_release(&c->index);
	free(c->causers);
	otfp_wait_tallies_release(&c->tallies);
	free(c->p);
	otfp_map_release(&c->class_index);
	free(c->classes);
	otfp_map_release(&c->row_index);
	free(c->rows);
	*c = (struct wait_causes){0};
}

/* ---- causes and classes ---- */

struct wait_causer *otfp_wait_causer(struct wait_causes *c, uint32_t process)
{
	struct wait_causer *causer =
		otfp_map_row(&c->index, process, &c->causers, &c->ncausers, &c->causers_cap, sizeof *causer);

	if (causer)
		causer->process = process;
	return causer;
}

static uint32_t new_cause(struct wait_causes *c, uint32_t process, uint32_t node)
{
	if (c->n >= UINT32_MAX || otfp_grow(&c->p, c->n, &c->cap, sizeof *c->p) < 0)
		return 0;
	c->p[c->n++] = (struct wait_cause){.process = process, .node = node};
	return (uint32_t)c->n;
}

uint32_t otfp_wait_cause_of(struct wait_causes *c, struct wait_causer *of, uint32_t node)
{
	uint64_t *cause = otfp_wait_tally_at(&c->tallies, &of->nodes, node);

	if (cause && !*cause)
		*cause = new_cause(c, of->process, node);
	return cause ? (uint32_t)*cause : 0;
}

uint32_t otfp_wait_cause_other(struct wait_causes *c)
{
	if (!c->other)
		c->other = new_cause(c, 0, 0);
	return c->other;
}

unsigned otfp_wait_place_kind(unsigned kind)
{
	if (kind == OTFP_WRONG_ORDER)
		return OTFP_LATE_SENDER;
	return kind == OTFP_REDUCE_SPREAD ? OTFP_EARLY_REDUCE : kind;
}

uint64_t otfp_wait_class_key(uint64_t of, unsigned kind, int is_reported)
{
	return (of * OTFP_NWAITS + kind) * 2 + (is_reported != 0);
}

int otfp_wait_class_of(struct wait_causes *c, uint64_t window, uint32_t path, uint8_t kind, int is_reported,
                       uint32_t *class)
{
	const unsigned own = c->by_kind ? kind : 0, of = c->by_place ? otfp_wait_place_kind(kind) : own;
	const uint64_t key =
		otfp_wait_class_key(c->by_place ? path : window, of, is_reported); /* places are of one window */
	const size_t n = c->nclasses;
	struct wait_class *k =
		otfp_map_row(&c->class_index, key, &c->classes, &c->nclasses, &c->classes_cap, sizeof *k);

	if (!k || c->nclasses >= UINT32_MAX)
		return -1;
	if (c->nclasses > n)
		*k = (struct wait_class){.window = window,
		                         .path = c->by_place ? path : 0,
		                         .kind = (uint8_t)of,
		                         .is_reported = is_reported != 0};
	*class = (uint32_t)(k - c->classes);
	return 0;
}

/* ---- rows ---- */

/* A new row, or that of a key. */
static struct otfp_root_row *get_row(struct wait_causes *c, uint32_t cause, uint32_t class)
{
	if (class >= FEW)
		return otfp_map_row(&c->row_index, (uint64_t) class << 32 | cause, &c->rows, &c->nrows, &c->rows_cap,
		                    sizeof *c->rows);
	for (uint32_t at = c->p[cause - 1].rows; at; at = c->rows[at - 1].next)
		if (c->rows[at - 1].class_ == class)
			return &c->rows[at - 1];
	if (c->nrows >= UINT32_MAX || otfp_grow(&c->rows, c->nrows, &c->rows_cap, sizeof *c->rows) < 0)
		return NULL;
	c->rows[c->nrows] = (struct otfp_root_row){.next = c->p[cause - 1].rows};
	c->p[cause - 1].rows = (uint32_t)++c->nrows;
	return &c->rows[c->nrows - 1];
}

struct otfp_root_row *otfp_wait_cause_row(struct wait_causes *c, uint32_t cause, uint32_t class)
{
	const uint32_t counted = c->p[cause - 1].is_other ? c->other : cause;
	const size_t n = c->nrows;
	struct otfp_root_row *row = get_row(c, counted, class);

	if (!row || c->nrows == n)
		return row;
	row->window = c->classes[class].window;
	row->kind = c->classes[class].kind;
	row->process = c->p[counted - 1].process;
	row->path = c->p[counted - 1].node; /* a node until the end */
	row->cause = counted;
	row->class_ = class;
	row->is_other = counted == c->other;
	return row;
}

/* ---- (other) ---- */

struct weight {
	otfp_wide ticks;
	uint32_t cause, nrows;
};

/* The largest first. */
static int by_weight(const void *a, const void *b)
{
	const struct weight *x = a, *y = b;

	return x->ticks != y->ticks ? otfp_order_down(x->ticks, y->ticks) : otfp_order(x->cause, y->cause);
}

/* Let all be (other) but the largest causes, which have half of the rows that may be. */
static int choose(struct wait_causes *c)
{
	struct weight *weights = calloc(c->n + 1, sizeof *weights);
	size_t kept = 0;

	if (!weights)
		return -1;
	for (size_t i = 0; i < c->n; i++)
		weights[i].cause = (uint32_t)i + 1;
	for (size_t i = 0; i < c->nrows; i++) {
		weights[c->rows[i].cause - 1].ticks += c->rows[i].direct + c->rows[i].propagated;
		weights[c->rows[i].cause - 1].nrows++;
	}
	qsort(weights, c->n, sizeof *weights, by_weight);
	for (size_t i = 0; i < c->n && weights[i].nrows; i++) {
		struct wait_cause *cause = &c->p[weights[i].cause - 1];
		if (weights[i].cause == c->other)
			continue;
		kept += weights[i].nrows;
		cause->is_other = kept > c->most / 2;
		c->nothers += cause->is_other;
	}
	free(weights);
	return 0;
}

int otfp_wait_causes_bound(struct wait_causes *c)
{
	struct otfp_root_row *rows = c->rows;
	const size_t n = c->nrows;
	int rc = 0;

	if (n <= c->most)
		return 0;
	if (!otfp_wait_cause_other(c) || choose(c) < 0)
		return -1;
	otfp_map_release(&c->row_index);
	c->rows = NULL;
	c->nrows = c->rows_cap = 0;
	for (size_t i = 0; i < c->n; i++)
		c->p[i].rows = 0;
	for (size_t i = 0; i < n && rc == 0; i++) {
		struct otfp_root_row *to = otfp_wait_cause_row(c, rows[i].cause, rows[i].class_);
		rc = to ? 0 : -1;
		if (to && !to->is_other) {
			rows[i].next = to->next;
			*to = rows[i];
		} else if (to) {
			to->direct += rows[i].direct;
			to->propagated += rows[i].propagated;
		}
	}
	free(rows);
	if (c->nrows > c->most / 4 * 3) /* (other) has a row in each of very many windows */
		c->most = 2 * c->nrows;
	return rc;
}
