/* choose.c - the words of --sort and --columns, and what they select. */
#include "base/grow.h"
#include "cmd/option/option.h"
#include "cmd/table/listing.h"
#include <stdlib.h>
#include <string.h>

#define DIST(prefix) \
	prefix "min", prefix "max", prefix "mean", prefix "p25", prefix "p50", prefix "p75", prefix "p95", prefix "p99"

static int is_sum_before(unsigned table, const struct otfp_sum *sum)
{
	for (unsigned t = 0; t <= table; t++)
		for (const struct otfp_sum *s = otfp_stat_kinds[t].sums; s->name && s != sum; s++)
			if (strcmp(s->name, sum->name) == 0)
				return 1;
	return 0;
}

/* The names of the sums of all tables, each once. */
static const char *sum_word(unsigned i)
{
	for (unsigned table = 0; table < OTFP_NSTATS; table++)
		for (const struct otfp_sum *s = otfp_stat_kinds[table].sums; s->name; s++)
			if (!is_sum_before(table, s) && i-- == 0)
				return s->name;
	return NULL;
}

const char *column_word(unsigned i)
{
	/* the first two are no columns; then all columns that are neither keys nor sums */
	static const char *const words[] = {"name",  "all",  "percent",  "time", DIST(""),      DIST("latency_"),
	                                    "first", "last", "increase", "rate", "highest_rate"};
	enum { N = sizeof words / sizeof *words };

	return i < N ? words[i] : sum_word(i - N);
}
enum { WORD_NAME, WORD_ALL };

int column_is_sortable(int word)
{
	return word != 1 + WORD_ALL;
}

/* ---- --columns ---- */

static int add_word(struct listing_choice *c, size_t *cap, const char *p, size_t n, struct otfp_error *err)
{
	const int word = word_find(column_word, p, n);
	char hint[OPTION_HINT];

	if (word < 0 || word == WORD_NAME)
		return otfp_fail(err, OTFP_EUSAGE, "--columns: unknown column '%.*s'%s", (int)(n < 100 ? n : 100), p,
		                 word_hint(hint, sizeof hint, column_word, p, n));
	c->columns_all |= word == WORD_ALL;
	if (c->columns && memchr(c->columns, word, c->ncolumns)) /* a column is printed once */
		return 0;
	if (otfp_grow(&c->columns, c->ncolumns, cap, sizeof *c->columns) < 0)
		return otfp_fail_memory(err);
	c->columns[c->ncolumns++] = (uint8_t)word;
	return 0;
}

int choice_columns(struct listing_choice *c, const char *list, struct otfp_error *err)
{
	size_t cap = 0;
	int code = 0;

	while (code == 0) {
		const size_t n = strcspn(list, ",");
		code = add_word(c, &cap, list, n, err);
		if (!list[n])
			break;
		list += n + 1;
	}
	return code;
}

static int is_key(const struct column *c)
{
	return c->kind == COLUMN_TOKEN || c->kind == COLUMN_NAME;
}

/* For people a name is enough. */
static int is_default(const struct listing *r, const struct column *c)
{
	return r->order == ORDER_PEOPLE ? c->people : c->kind != COLUMN_PERCENT;
}

unsigned choice_apply(const struct listing *r, struct column *columns, unsigned n)
{
	const struct listing_choice *c = r->choice;
	struct column all[MAX_COLUMNS];
	unsigned kept = 0;

	memcpy(all, columns, n * sizeof *columns);
	for (unsigned i = 0; i < n; i++)
		if (is_key(&all[i]) || !c->ncolumns || c->columns_all)
			if (is_default(r, &all[i]) || (c->columns_all && !is_key(&all[i])))
				columns[kept++] = all[i];
	for (size_t k = 0; k < c->ncolumns && !c->columns_all; k++)
		for (unsigned i = 0; i < n; i++)
			if (!is_key(&all[i]) && strcmp(all[i].name, column_word(c->columns[k])) == 0)
				columns[kept++] = all[i];
	return kept;
}

/* ---- --sort ---- */

int choice_sort(const struct listing *r, unsigned table, struct column *to)
{
	struct column columns[MAX_COLUMNS];
	const char *word = r->choice->sort ? column_word((unsigned)r->choice->sort - 1) : "";
	const unsigned n = listing_all_columns(r, table, columns);

	for (unsigned i = 0; i < n; i++) {
		*to = columns[i];
		if (is_key(to) ? r->choice->sort == SORT_NAME : strcmp(to->name, word) == 0)
			return 1;
	}
	return 0;
}
