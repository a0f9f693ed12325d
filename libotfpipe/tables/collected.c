#include "tables/collected.h"
#include "base/error.h"
#include "base/map.h"
#include "parquet/order.h"
#include <stdlib.h>
#include <string.h>

/* At least a byte, so that NULL always means that memory is out. */
static void *room_for(size_t n, size_t size)
{
	return calloc(n ? n : 1, size);
}

/* ---- the order of rows ---- */

static int is_sorted(const uint64_t *keys, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (keys[i] < keys[i - 1])
			return 0;
	return 1;
}

static int reorder(struct otfp_collected_store *s, const uint32_t *order, size_t n)
{
	uint64_t *values = room_for(n, sizeof *values);
	uint8_t *nulls = s->nulls ? room_for(n, 1) : NULL;

	if (!values || (s->nulls && !nulls)) {
		free(values);
		free(nulls);
		return -1;
	}
	for (size_t i = 0; i < n; i++)
		values[i] = s->values[order[i]];
	for (size_t i = 0; nulls && i < n; i++)
		nulls[i] = s->nulls[order[i]];
	free(s->values);
	free(s->nulls);
	s->values = values;
	s->nulls = nulls;
	return 0;
}

/* Rows come when they end: sort them by id. @return 0 or <0 */
static int sort(struct otfp_collected *t, struct otfp_error *err)
{
	uint32_t *order;
	int rc;

	if (t->model->columns[0].type != OTFP_COLUMN_ID || is_sorted(t->stores[0].values, t->n))
		return 0;
	if (t->n > UINT32_MAX)
		return otfp_fail(err, OTFP_EFAIL, "table %s has more than %u rows; select some of them", t->table.name,
		                 UINT32_MAX);
	order = room_for(t->n, sizeof *order);
	if (!order)
		return otfp_fail_memory(err);
	for (size_t i = 0; i < t->n; i++)
		order[i] = (uint32_t)i;
	rc = otfp_order_by(order, t->stores[0].values, 0, t->n);
	for (unsigned i = 0; i < t->nstores && rc == 0; i++)
		rc = reorder(&t->stores[i], order, t->n);
	free(order);
	return rc < 0 ? otfp_fail_memory(err) : 0;
}

/* ---- columns that are made: each returns 0, or -1 when memory is out ---- */

static int add_nulls(struct otfp_collected_column *own, const uint8_t *nulls, size_t n)
{
	if (!nulls)
		return 0;
	if (!own->nulls)
		own->nulls = room_for(n, 1);
	for (size_t i = 0; own->nulls && i < n; i++)
		own->nulls[i] |= nulls[i];
	return own->nulls ? 0 : -1;
}

/* Nanoseconds. */
static int make(const struct otfp_collected *t, struct otfp_collected_column *own, const struct otfp_tables *m)
{
	const struct otfp_column *c = &t->model->columns[own->from];
	const struct otfp_collected_store *of = &t->stores[own->of], *with = &t->stores[own->with];

	own->values = room_for(t->n, sizeof *own->values);
	if (!own->values || add_nulls(own, of->nulls, t->n) < 0 || add_nulls(own, with->nulls, t->n) < 0)
		return -1;
	otfp_tables_make(m, c, (int64_t *)own->values, of->values, with->values, t->n);
	for (size_t i = 0; own->nulls && i < t->n; i++)
		if (own->nulls[i])
			own->values[i] = 0;
	return 0;
}

/* What a token means: 1 + the number of its text, or 1 + its line; 0: nothing. */
static int look_up(const struct otfp_tables *m, const struct otfp_column *c, struct otfp_interns *texts, otfp_ref ref,
                   uint64_t *meaning)
{
	struct otfp_str text;

	if (c->type == OTFP_COLUMN_LINE_OF) {
		*meaning = otfp_tables_line(m, c, ref, meaning) ? *meaning + 1 : 0;
		return 0;
	}
	text = otfp_tables_text(m, c, ref);
	*meaning = text.p ? otfp_intern(texts, text.p, text.n) : 0;
	return text.p && !*meaning ? -1 : 0;
}

static int set_meaning(struct otfp_collected_column *own, size_t row, uint64_t meaning, size_t n)
{
	own->values[row] = meaning ? meaning - 1 : 0;
	if (meaning)
		return 0;
	if (!own->nulls)
		own->nulls = room_for(n, 1);
	if (!own->nulls)
		return -1;
	own->nulls[row] = 1;
	return 0;
}

/* @param known  the meanings of tokens; the caller releases it */
static int mean_rows(const struct otfp_collected *t, struct otfp_collected_column *own, const struct otfp_tables *m,
                     struct otfp_interns *texts, struct otfp_map *known)
{
	const struct otfp_collected_store *of = &t->stores[own->of];

	for (size_t i = 0; i < t->n; i++) {
		const uint64_t ref = of->values[i], *at = otfp_map_get(known, ref);
		uint64_t meaning = 0;
		if (of->nulls && of->nulls[i])
			at = &meaning;
		if (!at && (look_up(m, &t->model->columns[own->from], texts, ref, &meaning) < 0 ||
		            otfp_map_set(known, ref, meaning) < 0))
			return -1;
		if (set_meaning(own, i, at ? *at : meaning, t->n) < 0)
			return -1;
	}
	return 0;
}

/* ---- texts ---- */

/* All texts of a column in one piece. */
static int join_texts(struct otfp_collected_column *own, const struct otfp_interns *texts)
{
	uint64_t at = 0;

	own->ends = room_for(texts->n + 1, sizeof *own->ends);
	if (!own->ends)
		return -1;
	for (size_t i = 0; i < texts->n; i++)
		own->ends[i + 1] = own->ends[i] + texts->strings[i].text.n;
	own->bytes = room_for(own->ends[texts->n], 1);
	for (size_t i = 0; own->bytes && i < texts->n; i++) {
		memcpy(own->bytes + at, texts->strings[i].text.p, texts->strings[i].text.n);
		at = own->ends[i + 1];
	}
	return own->bytes ? 0 : -1;
}

static int mean(const struct otfp_collected *t, struct otfp_collected_column *own, const struct otfp_tables *m,
                struct otfp_rows_column *to)
{
	struct otfp_interns texts = {0};
	struct otfp_map known = {0};
	int rc = -1;

	own->values = room_for(t->n, sizeof *own->values);
	if (own->values)
		rc = mean_rows(t, own, m, &texts, &known);
	if (rc == 0 && to->type == OTFP_ROWS_TEXT)
		rc = join_texts(own, &texts);
	to->ntexts = texts.n;
	otfp_map_release(&known);
	otfp_interns_release(&texts);
	return rc;
}

/* ---- all ---- */

static int end_column(struct otfp_collected *t, unsigned i, const struct otfp_tables *m)
{
	struct otfp_collected_column *own = &t->own[i];
	struct otfp_rows_column *to = &t->columns[i];
	const struct otfp_collected_store *of = &t->stores[own->of];
	const struct otfp_column *c = &t->model->columns[own->from];
	int rc = 0;

	if (otfp_column_is_made(c)) {
		rc = make(t, own, m);
	} else if (c->type >= OTFP_COLUMN_NAME_OF) {
		rc = mean(t, own, m, to);
	} else if (to->type == OTFP_ROWS_TEXT || to->type == OTFP_ROWS_BYTES) {
		rc = join_texts(own, &of->texts);
		to->ntexts = of->texts.n;
	}
	to->values = own->values ? own->values : of->values;
	to->nulls = own->values ? own->nulls : of->nulls;
	to->ends = own->ends;
	to->bytes = own->bytes;
	return rc;
}

static void release_store(struct otfp_collected_store *s)
{
	free(s->values);
	free(s->nulls);
	s->values = NULL;
	s->nulls = NULL;
	otfp_interns_release(&s->texts);
}

/* Keep of the stores what columns show. */
static void drop_stores(struct otfp_collected *t)
{
	for (unsigned i = 0; i < t->nstores; i++) {
		unsigned k = 0;
		while (k < t->ncolumns && (t->own[k].values || t->own[k].of != i))
			k++;
		if (k == t->ncolumns)
			release_store(&t->stores[i]);
		otfp_interns_release(&t->stores[i].texts);
	}
}

int otfp_collected_end(struct otfp_collected *t, const struct otfp_tables *m, struct otfp_error *err)
{
	int rc = sort(t, err);

	if (rc < 0)
		return rc;
	for (unsigned i = 0; i < t->ncolumns && rc == 0; i++)
		rc = end_column(t, i, m);
	drop_stores(t);
	t->model = NULL;
	return rc < 0 ? otfp_fail_memory(err) : 0;
}

void otfp_collected_release(struct otfp_collected *t)
{
	for (unsigned i = 0; i < t->nstores; i++)
		release_store(&t->stores[i]);
	for (unsigned i = 0; i < t->ncolumns; i++) {
		free(t->own[i].values);
		free(t->own[i].nulls);
		free(t->own[i].ends);
		free(t->own[i].bytes);
	}
}
