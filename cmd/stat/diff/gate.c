#include "cmd/stat/diff/gate.h"
#include "base/human.h"
#include "cmd/text/message.h"
#include "cmd/text/safe.h"
#include "cmd/stat/print.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { PPB = 1000000000, NAME_SHOWN = 200 };

static int bad(const char *text)
{
	return message_usage(
		"--fail-above: want percent, or percent and the least time of a row, such as 10%% or 10%%,5ms, "
		"not '%.100s'",
		text);
}

int gate_parse(struct gate *g, const char *text)
{
	const char *comma = strchr(text, ',');
	const size_t n = comma ? (size_t)(comma - text) : strlen(text);
	struct otfp_error ignored;
	struct otfp_time t;
	char percent[40];

	*g = (struct gate){.text = text, .has_least = comma != NULL};
	if (n >= sizeof percent)
		return bad(text);
	memcpy(percent, text, n);
	percent[n] = '\0';
	if (otfp_time_parse(&t, percent, "", &ignored) < 0 || t.unit != OTFP_TIME_PERCENT)
		return bad(text);
	g->ppb = t.ppb;
	if (!comma)
		return 0;
	if (otfp_time_parse(&g->least, comma + 1, "", &ignored) < 0 || g->least.unit == OTFP_TIME_TICKS)
		return bad(text);
	return 0;
}

int gate_checks(unsigned table, const struct column *column)
{
	if (column->kind == COLUMN_SUM)
		return otfp_stat_kinds[table].sums[column->index].unit == OTFP_UNIT_TICKS;
	return column->kind == COLUMN_DIST;
}

/* ---- a row ---- */

/* In exact integers, as long as both times have 64 bits. */
static int is_slower(const struct gate *g, otfp_signed_wide a, otfp_signed_wide b)
{
	const otfp_wide more = b > a ? (otfp_wide)(b - a) : 0;

	if (a <= (otfp_signed_wide)UINT64_MAX && b <= (otfp_signed_wide)UINT64_MAX)
		return more * PPB > (otfp_wide)a * g->ppb;
	return otfp_wide_real(more) * PPB > otfp_signed_wide_real(a) * (double)g->ppb;
}

static int fails(const struct gate *g, const struct compare_row *row, otfp_signed_wide least)
{
	const struct pair_number *a = &row->value[PAIR_A], *b = &row->value[PAIR_B];

	return b->is && b->whole >= least && is_slower(g, a->is ? a->whole : 0, b->whole);
}

/* " rank 3, solve", or ", all rows" for the total. @param most  bytes of a name; 0 = all */
static int put_key(struct compare *d, const struct compare_row *row, int is_total, size_t most, struct otfp_buf *b)
{
	struct compare_column columns[COMPARE_COLUMNS];
	const unsigned n = is_total ? 0 : compare_columns(d, row->table, 1, columns);
	struct cell_value v;
	const char *between = " ";

	if (is_total)
		return otfp_buf_puts(b, ", all rows");
	for (unsigned i = 0; i < n && columns[i].shows == COMPARE_KEY; i++, between = ", ") {
		if (compare_cell(d, row, &columns[i], &v) < 0 || otfp_buf_puts(b, between) < 0)
			return -1;
		if (most && v.is == CELL_TEXT && v.text.n > most) /* the end of a call path says more */
			v.text = (struct otfp_str){v.text.p + v.text.n - most, most};
		if (cell_add_text(b, &v, 0, 0) < 0)
			return -1;
	}
	return 0;
}

/* "function solve: exclusive 5 ms, was 4 ms, +25.0%" */
static int describe(struct compare *d, const struct compare_block *b, const struct compare_row *row,
                    struct otfp_buf *text)
{
	if (otfp_buf_puts(text, otfp_stat_kinds[row->table].name) < 0 ||
	    put_key(d, row, row == &b->total, NAME_SHOWN, text) < 0 ||
	    otfp_buf_printf(text, ": %s ", b->compared.name) < 0)
		return -1;
	return pair_add_times(text, &d->clock, row->value) < 0 || !otfp_buf_str(text) ? -1 : 0;
}

/* ---- all ---- */

struct check {
	const struct gate *g;
	struct compare *d;
	const char *name;
	size_t most;
	struct junit *junit;
	uint64_t checked, failed;
};

/* @param text  what failed; empty: nothing */
static int add_case(struct check *c, const struct compare_block *b, const struct compare_row *row,
                    const struct otfp_buf *text)
{
	const char *table = otfp_stat_kinds[row->table].name;
	struct otfp_buf key = {0};
	int rc = put_key(c->d, row, row == &b->total, 0, &key);

	if (rc == 0 && key.n) {
		const size_t skip = row == &b->total ? 2 : 1; /* what separates it from the table */
		const struct otfp_str what = {text->p, text->n};
		junit_add(c->junit, &(struct junit_case){.of = {table, strlen(table)},
		                                         .name = {key.p + skip, key.n - skip},
		                                         .is = text->n ? JUNIT_FAILURE : JUNIT_PASSED,
		                                         .message = what,
		                                         .text = what});
	}
	otfp_buf_release(&key);
	return rc;
}

static int check_row(struct check *c, const struct compare_block *b, const struct compare_row *row,
                     otfp_signed_wide least)
{
	const int is_checked = row->value[PAIR_B].is != PAIR_NONE, failed = fails(c->g, row, least);
	const int is_shown = failed && (c->failed < c->most || !c->most);
	struct otfp_buf text = {0};
	int rc = 0;

	c->checked += is_checked;
	c->failed += failed;
	if (failed && (is_shown || c->junit->name))
		rc = describe(c->d, b, row, &text);
	if (rc == 0 && is_shown)
		message_print("%s: %s", c->name, text.p);
	if (rc == 0 && is_checked && c->junit->name)
		rc = add_case(c, b, row, &text);
	otfp_buf_release(&text);
	return rc;
}

/* The least time of a row that counts, in ticks. */
static int find_least(const struct check *c, const struct compare_block *b, otfp_signed_wide *least,
                      struct otfp_error *err)
{
	const struct otfp_header h = {.resolution = c->d->clock.resolution};
	const struct compare_row *all = b->has_total ? &b->total : &c->d->rows[b->from];
	const otfp_wide whole = (otfp_wide)all->value[PAIR_B].whole;
	uint64_t ticks = 0;
	int code = 0;

	if (c->g->has_least && c->g->least.unit == OTFP_TIME_PERCENT) {
		/* rounded up */
		*least = (otfp_signed_wide)(whole / PPB * c->g->least.ppb +
		                            (whole % PPB * c->g->least.ppb + PPB - 1) / PPB);
		return 0;
	}
	if (c->g->has_least && (c->g->least.seconds || c->g->least.pico))
		code = otfp_length_bind(&c->g->least, "--fail-above", &h, &ticks, err);
	*least = (otfp_signed_wide)ticks;
	return code;
}

static int check_block(struct check *c, const struct compare_block *b, struct otfp_error *err)
{
	otfp_signed_wide least;
	int rc = find_least(c, b, &least, err);

	if (rc < 0)
		return rc;
	if (b->has_total && b->compared.adds_up)
		rc = check_row(c, b, &b->total, least);
	for (size_t i = b->from; i < b->from + b->n && rc == 0; i++)
		rc = check_row(c, b, &c->d->rows[i], least);
	return rc < 0 ? otfp_fail_memory(err) : 0;
}

int gate_check(const struct gate *g, struct compare *d, const char *name, size_t most, struct junit *junit,
               struct otfp_error *err)
{
	static const char none[] = "no times to compare";
	struct check c = {.g = g, .d = d, .name = name, .most = most, .junit = junit};
	int code = 0;

	for (size_t i = 0; i < d->nblocks && code == 0; i++)
		if (d->blocks[i].compares && gate_checks(d->blocks[i].table, &d->blocks[i].compared))
			code = check_block(&c, &d->blocks[i], err);
	if (code < 0)
		return code;
	if (!c.checked) {
		message_print("--fail-above: %s has %s", name, none);
		junit_add(junit, &(struct junit_case){.of = {name, strlen(name)},
		                                      .name = {"fail-above", 10},
		                                      .is = JUNIT_FAILURE,
		                                      .message = {none, sizeof none - 1}});
	}
	if (c.most && c.failed > c.most)
		message_print("--fail-above %s: %" PRIu64 " rows got slower; --top 0 prints them all", g->text,
		              c.failed);
	return c.failed || !c.checked;
}
