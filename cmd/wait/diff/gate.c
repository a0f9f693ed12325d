/* gate.c - --fail-above: how much worse B may be than A. */
#include "cmd/text/message.h"
#include "cmd/text/safe.h"
#include "cmd/wait/diff/diff.h"
#include <string.h>

enum { PPB = 1000000000 };

/* ---- the option ---- */

static int bad(const char *text)
{
	return message_usage(
		"--fail-above: want points of parallel efficiency, the time of a wait, or both, such as 5%%, "
		"10ms or 5%%,10ms, not '%.100s'",
		text);
}

/* One of the two. @return 0, or -1 if it is neither */
static int parse_one(struct diff_gate *g, const char *text, size_t n)
{
	struct otfp_error ignored;
	struct otfp_time t;
	char one[40];

	if (n >= sizeof one)
		return -1;
	memcpy(one, text, n);
	one[n] = '\0';
	if (otfp_time_parse(&t, one, "", &ignored) < 0 || t.unit == OTFP_TIME_TICKS)
		return -1;
	if (t.unit == OTFP_TIME_PERCENT ? g->has_points : g->has_time)
		return -1;
	if (t.unit == OTFP_TIME_PERCENT) {
		g->has_points = 1;
		g->ppb = t.ppb;
	} else {
		g->has_time = 1;
		g->time = t;
	}
	return 0;
}

int diff_gate_parse(struct diff_gate *g, const char *text, unsigned tables)
{
	const size_t first = strcspn(text, ",");

	*g = (struct diff_gate){.text = text};
	if (parse_one(g, text, first) < 0 ||
	    (text[first] && parse_one(g, text + first + 1, strlen(text + first + 1)) < 0))
		return bad(text);
	if (g->has_points && !(tables >> WAIT_TABLE_EFFICIENCY & 1))
		return message_usage("--fail-above %s: needs --table efficiency", text);
	if (g->has_time && !(tables >> WAIT_TABLE_WAIT & 1))
		return message_usage("--fail-above %s: needs --table wait", text);
	return 0;
}

/* ---- checks ---- */

struct check {
	struct wait_diff *d;
	const char *name;
	struct junit *junit;
	uint64_t checked, failed;
};

/* Count a check, and print what got worse. @param text  of it; consumed */
static int put_check(struct check *c, const char *of, struct otfp_str name, int failed, struct otfp_buf *text)
{
	int rc = otfp_buf_str(text) ? 0 : -1;

	c->checked++;
	c->failed += failed;
	if (rc == 0) {
		const struct otfp_str what = {text->p, failed ? text->n : 0};
		if (failed)
			message_print("%s: %s", c->name, text->p);
		junit_add(c->junit, &(struct junit_case){.of = {of, strlen(of)},
		                                         .name = name,
		                                         .is = failed ? JUNIT_FAILURE : JUNIT_PASSED,
		                                         .message = what,
		                                         .text = what});
	}
	otfp_buf_release(text);
	return rc;
}

/* Points are compared in 1e-9, as the option has them, rounded: shares are no exact numbers. */
static int check_parallel(struct check *c, const struct diff_gate *g, const struct diff_row *row)
{
	const double a = row->value[0][PAIR_A].real, b = row->value[0][PAIR_B].real, lost = a - b;
	struct otfp_buf text = {0};

	if (!row->value[0][PAIR_A].is || !row->value[0][PAIR_B].is)
		return 0;
	if (otfp_buf_printf(&text, "efficiency: parallel %.1f %%, was %.1f %%, %+.1f points", 100 * b, 100 * a,
	                    -100 * lost) < 0)
		return -1;
	return put_check(c, "efficiency", (struct otfp_str){"parallel", 8}, lost * PPB > (double)g->ppb + 0.5, &text);
}

/* "late_sender, rank 3" */
static int add_key(const struct diff_block *b, const struct diff_row *row, struct otfp_buf *to)
{
	int rc = row == &b->total ? otfp_buf_puts(to, "all") : 0;

	for (unsigned i = 0; i < b->nkeys && row != &b->total && rc == 0; i++) {
		rc = i ? otfp_buf_puts(to, ", ") : 0;
		rc = rc < 0 ? rc : safe_add(to, row->key[i].text);
	}
	return rc;
}

static int check_wait(struct check *c, const struct diff_block *b, const struct diff_row *row, uint64_t most)
{
	const otfp_signed_wide more = row->difference.whole;
	struct otfp_buf text = {0}, key = {0};
	int rc = row->value[0][PAIR_B].is ? add_key(b, row, &key) : 1;

	if (rc == 0)
		rc = otfp_buf_puts(&text, "wait ") < 0 || otfp_buf_add(&text, key.p, key.n) < 0 ||
		                     otfp_buf_puts(&text, ": ") < 0 ||
		                     pair_add_times(&text, &c->d->clock, row->value[0]) < 0 ?
		             -1 :
		             put_check(c, "wait", (struct otfp_str){key.p, key.n}, more > (otfp_signed_wide)most,
		                       &text);
	otfp_buf_release(&key);
	return rc < 0 ? -1 : 0;
}

static int check_waits(struct check *c, const struct diff_gate *g, const struct diff_block *b, struct otfp_error *err)
{
	const struct otfp_header h = {.resolution = c->d->clock.resolution};
	uint64_t most = 0;
	int rc = 0;

	if (g->time.seconds || g->time.pico)
		rc = otfp_length_bind(&g->time, "--fail-above", &h, &most, err);
	if (rc < 0)
		return rc;
	rc = check_wait(c, b, &b->total, most);
	for (size_t i = b->from; i < b->from + b->n && rc == 0; i++)
		rc = check_wait(c, b, &c->d->rows[i], most);
	return rc < 0 ? otfp_fail_memory(err) : 0;
}

static int check_efficiency(struct check *c, const struct diff_gate *g, const struct diff_block *b)
{
	int rc = 0;

	for (size_t i = b->from; i < b->from + b->n && rc == 0; i++) {
		const struct otfp_str name = c->d->rows[i].key[0].text;
		if (name.n == 8 && memcmp(name.p, "parallel", 8) == 0)
			rc = check_parallel(c, g, &c->d->rows[i]);
	}
	return rc;
}

int diff_gate_check(const struct diff_gate *g, struct wait_diff *d, const char *name, struct junit *junit,
                    struct otfp_error *err)
{
	static const char none[] = "no efficiency or wait to compare";
	struct check c = {.d = d, .name = name, .junit = junit};
	int code = 0;

	for (size_t i = 0; i < d->nblocks && code == 0; i++) {
		const struct diff_block *b = &d->blocks[i];
		if (b->kind == DIFF_EFFICIENCY && g->has_points && check_efficiency(&c, g, b) < 0)
			code = otfp_fail_memory(err);
		else if (b->kind == DIFF_WAITS && g->has_time)
			code = check_waits(&c, g, b, err);
	}
	if (code == 0 && !c.checked) {
		message_print("--fail-above: %s has %s", name, none);
		junit_add(junit, &(struct junit_case){.of = {name, strlen(name)},
		                                      .name = {"fail-above", 10},
		                                      .is = JUNIT_FAILURE,
		                                      .message = {none, sizeof none - 1}});
	}
	return code < 0 ? code : c.failed || !c.checked;
}
