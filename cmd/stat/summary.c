#include "cmd/stat/summary.h"
#include "base/decimal.h"
#include "base/grow.h"
#include "base/human.h"
#include "base/order.h"
#include "cmd/text/safe.h"
#include "cmd/words/words.h"
#include "record/communication.h"
#include <inttypes.h>
#include <stdlib.h>

enum {
	LABEL = 15 /* characters before the text of a line */,
	MOST_SHARES = 8,
	TOP = 3,
	NAME_MOST = 40,
	REST = 24 /* ", … 12345 more 10.0%" and a comma */
};

/* The exclusive time of a function or group. */
struct share {
	const struct otfp_definition *definition; /* NULL = it has none */
	otfp_ref ref;
	otfp_wide sum;
};

struct shares {
	struct share *p;
	size_t n, cap;
	otfp_wide sum;
	struct otfp_map index; /* by ref */
};

/* ---- times ---- */

int summary_time(const struct otfp_profile *p, uint64_t ticks, struct otfp_buf *b)
{
	char text[OTFP_DECIMAL_MAX], *end;
	struct otfp_decimal d;

	if (ticks >= p->first && otfp_buf_puts(b, "+") < 0)
		return -1;
	if (!p->resolution)
		return ticks >= p->first ? otfp_buf_printf(b, "%" PRIu64, ticks - p->first) :
		                           otfp_buf_printf(b, "-%" PRIu64, p->first - ticks);
	otfp_decimal_init(&d, p->resolution, 1);
	end = otfp_decimal_put_since(&d, text, ticks, p->first);
	return otfp_buf_add(b, text, (size_t)(end - text)) < 0 ? -1 : otfp_buf_puts(b, "s");
}

static int put_ticks(const struct otfp_profile *p, double ticks, struct otfp_buf *b)
{
	if (otfp_human_ticks(b, ticks, p->resolution) < 0)
		return -1;
	return p->resolution ? 0 : otfp_buf_puts(b, " ticks");
}

static int put_span(const struct listing *r, size_t room, struct otfp_buf *b)
{
	const struct otfp_profile *p = r->p;

	(void)room;
	if (!p->has_span && !p->processes.n)
		return 0;
	if (put_ticks(p, (double)(p->last - p->first), b) < 0)
		return -1;
	return otfp_buf_printf(b, " from tick %" PRIu64 " on; times with + count from there", p->first);
}

static int put_interval(const struct listing *r, size_t room, struct otfp_buf *b)
{
	const struct otfp_profile *p = r->p;

	(void)room;
	if (!p->o.has_from && !p->o.has_to)
		return 0;
	if (summary_time(p, p->o.has_from ? p->o.from : p->first, b) < 0 || otfp_buf_puts(b, " to ") < 0)
		return -1;
	return p->o.has_to ? summary_time(p, p->o.to, b) : otfp_buf_puts(b, "the end");
}

/* ---- shares of the time ---- */

static int find_part(const struct listing *r, unsigned kind)
{
	for (unsigned i = 0; i < r->nkinds[OTFP_STAT_FUNCTION]; i++)
		if (r->kinds[OTFP_STAT_FUNCTION][i] == kind)
			return (int)i;
	return -1;
}

static int knows_functions(const struct listing *r)
{
	return find_part(r, OTFP_KEY_FUNCTION) >= 0 || find_part(r, OTFP_KEY_PATH) >= 0;
}

/* The function of a row. @return OTFP_NO_REF if rows are not by function */
static otfp_ref function_of(const struct listing *r, const struct otfp_row *row)
{
	const int function = find_part(r, OTFP_KEY_FUNCTION), path = find_part(r, OTFP_KEY_PATH);

	if (function >= 0)
		return row->key.part[function];
	return path >= 0 ? r->p->paths.paths[row->key.part[path] - 1].function : OTFP_NO_REF;
}

static otfp_ref group_of(const struct listing *r, const struct otfp_row *row)
{
	const int group = find_part(r, OTFP_KEY_GROUP);
	const struct otfp_definition *d;

	if (group >= 0)
		return row->key.part[group];
	d = otfp_names_find(&r->p->names, OTFP_NAMED_FUNCTION, function_of(r, row));
	return d ? otfp_names_local(&r->p->names, OTFP_NAMED_GROUP, d->stream, d->detail) : OTFP_NO_REF;
}

static int add_share(const struct listing *r, struct shares *s, unsigned space, otfp_ref ref, otfp_wide sum)
{
	struct share *one = otfp_map_row(&s->index, ref, &s->p, &s->n, &s->cap, sizeof *s->p);

	if (!one)
		return -1;
	one->ref = ref;
	one->definition = otfp_names_find(&r->p->names, space, ref);
	one->sum += sum;
	s->sum += sum;
	return 0;
}

static int by_name(const void *a, const void *b)
{
	const struct otfp_definition *x = ((const struct share *)a)->definition,
				     *y = ((const struct share *)b)->definition;
	const struct otfp_str none = {NULL, 0}, p = x ? x->name : none, q = y ? y->name : none;

	return !p.p || !q.p ? !p.p - !q.p : otfp_order_text(p, q);
}

/* The largest first, then by name. */
static int by_sum(const void *a, const void *b)
{
	const struct share *x = a, *y = b;

	return x->sum != y->sum ? otfp_order_down(x->sum, y->sum) : by_name(a, b);
}

/* Local definitions of one name are one. Those without a name are one, too. */
static void join_names(struct shares *s)
{
	size_t n = 0;

	if (s->n)
		qsort(s->p, s->n, sizeof *s->p, by_name);
	for (size_t i = 0; i < s->n; i++)
		if (n && by_name(&s->p[n - 1], &s->p[i]) == 0)
			s->p[n - 1].sum += s->p[i].sum;
		else
			s->p[n++] = s->p[i];
	s->n = n;
	if (n)
		qsort(s->p, n, sizeof *s->p, by_sum);
}

static int put_share(const struct shares *s, size_t i, struct otfp_buf *b)
{
	const struct otfp_definition *d = s->p[i].definition;
	const double share = otfp_wide_real(s->p[i].sum) / otfp_wide_real(s->sum) * 100;
	struct otfp_str name = d && d->name.n ? d->name : (struct otfp_str){"(no name)", 9};

	while (name.n > NAME_MOST || (name.n == NAME_MOST && ((uint8_t)name.p[name.n] & 0xc0) == 0x80))
		name.n = name.n > NAME_MOST ? NAME_MOST : name.n - 1;
	if (safe_add(b, name) < 0)
		return -1;
	return otfp_buf_printf(b, "%s %.1f%%", d && name.n < d->name.n ? "\u2026" : "", share);
}

/* "MPI 39.9%, solver 20.1%, … 2 more 1.2%" in `width` characters. */
static int put_shares(const struct shares *s, size_t most, size_t width, struct otfp_buf *b)
{
	struct otfp_buf one = {0};
	otfp_wide rest = s->sum;
	size_t i = 0;
	int rc = 0;

	for (; i < s->n && i < most && rc == 0; i++) {
		one.n = 0;
		rc = put_share(s, i, &one);
		if (rc == 0 && i && width &&
		    safe_width(b->p, b->n) + safe_width(one.p, one.n) + (i + 1 < s->n ? REST : 2) > width)
			break;
		if (rc == 0)
			rc = otfp_buf_puts(b, i ? ", " : "") < 0 || otfp_buf_add(b, one.p, one.n) < 0 ? -1 : 0;
		rest -= s->p[i].sum;
	}
	if (rc == 0 && i < s->n)
		rc = otfp_buf_printf(b, ", \u2026 %zu more %.1f%%", s->n - i,
		                     otfp_wide_real(rest) / otfp_wide_real(s->sum) * 100);
	otfp_buf_release(&one);
	return rc;
}

/* @param space  OTFP_NAMED_FUNCTION or OTFP_NAMED_GROUP */
static int put_time_by(const struct listing *r, unsigned space, size_t most, size_t room, struct otfp_buf *b)
{
	struct shares s = {0};
	int rc = 0;

	for (size_t i = 0; i < r->n && rc == 0; i++) {
		otfp_rows_fetch(r->rows, i, r->n);
		if (r->rows[i]->key.table == OTFP_STAT_FUNCTION)
			rc = add_share(r, &s, space,
			               space == OTFP_NAMED_GROUP ? group_of(r, r->rows[i]) : function_of(r, r->rows[i]),
			               r->rows[i]->sum[OTFP_EXCLUSIVE]);
	}
	join_names(&s);
	if (rc == 0 && s.sum)
		rc = put_shares(&s, most, room, b);
	free(s.p);
	otfp_map_release(&s.index);
	return rc;
}

static int put_groups(const struct listing *r, size_t room, struct otfp_buf *b)
{
	const int knows = find_part(r, OTFP_KEY_GROUP) >= 0 || knows_functions(r);

	return knows ? put_time_by(r, OTFP_NAMED_GROUP, MOST_SHARES, room, b) : 0;
}

static int put_functions(const struct listing *r, size_t room, struct otfp_buf *b)
{
	return knows_functions(r) ? put_time_by(r, OTFP_NAMED_FUNCTION, TOP, room, b) : 0;
}

/* ---- load ---- */

static int put_process(const struct listing *r, uint32_t process, struct otfp_buf *b)
{
	const struct otfp_definition *d =
		otfp_names_find(&r->p->names, OTFP_NAMED_PROCESS,
	                        otfp_names_ref(&r->p->names, OTFP_NAMED_PROCESS, process, process));

	if (d && d->name.n)
		return safe_add(b, d->name);
	return otfp_buf_printf(b, "process %" PRIu32, process);
}

static int put_balance(const struct listing *r, size_t room, struct otfp_buf *b)
{
	struct otfp_balance x;
	double mean;

	(void)room;
	if (r->p->loads.n != r->p->processes.n || !otfp_loads_balance(&r->p->loads, &x))
		return 0;
	mean = otfp_wide_real(x.useful) / (double)x.processes;
	if (otfp_buf_printf(b, "%.1f%%: useful time ", mean / (double)x.longest * 100) < 0 ||
	    put_ticks(r->p, mean, b) < 0 || otfp_buf_puts(b, " on average, ") < 0 ||
	    put_ticks(r->p, (double)x.longest, b) < 0 || otfp_buf_puts(b, " at most (") < 0 ||
	    put_process(r, x.longest_process, b) < 0)
		return -1;
	return otfp_buf_puts(b, ")");
}

static int put_communication(const struct listing *r, size_t room, struct otfp_buf *b)
{
	struct otfp_balance x;

	(void)room;
	if (r->p->loads.n != r->p->processes.n)
		return 0;
	otfp_loads_balance(&r->p->loads, &x);
	if (!x.all_life)
		return 0;
	return otfp_buf_printf(b, "%.1f%% of the time of the processes",
	                       otfp_wide_real(x.comm) / otfp_wide_real(x.all_life) * 100);
}

/* ---- the sentence ---- */

static int communicates(const struct listing *r, const struct otfp_row *row)
{
	const struct otfp_definition *f = otfp_names_find(&r->p->names, OTFP_NAMED_FUNCTION, function_of(r, row)),
				     *g = otfp_names_find(&r->p->names, OTFP_NAMED_GROUP, group_of(r, row));
	const struct otfp_str none = {NULL, 0};

	return f && otfp_is_communication(f->name, g ? g->name : none);
}

/* The function that takes most of the communication. @return 0, or -1 when memory is out */
static int put_loss(const struct listing *r, otfp_wide life, struct otfp_buf *b)
{
	struct shares s = {0};
	int rc = 0;

	for (size_t i = 0; i < r->n && rc == 0; i++) {
		otfp_rows_fetch(r->rows, i, r->n);
		if (r->rows[i]->key.table == OTFP_STAT_FUNCTION && communicates(r, r->rows[i]))
			rc = add_share(r, &s, OTFP_NAMED_FUNCTION, function_of(r, r->rows[i]),
			               r->rows[i]->sum[OTFP_EXCLUSIVE]);
	}
	join_names(&s);
	if (rc == 0 && s.sum) {
		rc = otfp_buf_puts(b, "the largest loss is ");
		if (rc == 0)
			rc = safe_add_short(b, s.p[0].definition->name, NAME_MOST);
		if (rc == 0)
			rc = otfp_buf_printf(b, ": %.1f %%.", otfp_wide_real(s.p[0].sum) / otfp_wide_real(life) * 100);
	} else if (rc == 0) {
		rc = otfp_buf_puts(b, "the rest is communication.");
	}
	free(s.p);
	otfp_map_release(&s.index);
	return rc;
}

static int has_calls(const struct listing *r)
{
	for (size_t i = 0; i < r->n; i++)
		if (r->rows[i]->key.table == OTFP_STAT_FUNCTION)
			return 1;
	return 0;
}

/* How much of the time is useful, and what takes most of the rest. */
static int put_sentence(const struct listing *r, struct otfp_buf *b)
{
	struct otfp_balance x;

	if (r->p->loads.n != r->p->processes.n || !has_calls(r))
		return 0;
	otfp_loads_balance(&r->p->loads, &x);
	if (!x.all_life)
		return 0;
	if (otfp_buf_printf(b, "%.1f %% of the time is useful",
	                    otfp_wide_real(x.all_life - x.comm) / otfp_wide_real(x.all_life) * 100) < 0)
		return -1;
	if (!x.comm)
		return otfp_buf_puts(b, ": no process communicates.");
	if (otfp_buf_puts(b, "; ") < 0)
		return -1;
	return knows_functions(r) ? put_loss(r, x.all_life, b) : otfp_buf_puts(b, "the rest is communication.");
}

/* ---- the lines ---- */

static int put_processes(const struct listing *r, size_t room, struct otfp_buf *b)
{
	(void)room;
	return r->p->from_summaries ? 0 : otfp_buf_printf(b, "%zu", r->p->processes.n);
}

static int put_records(const struct listing *r, size_t room, struct otfp_buf *b)
{
	(void)room;
	return r->p->from_summaries ? 0 : otfp_buf_printf(b, "%" PRIu64 " events", r->p->events);
}

/* A line whose text is empty is omitted. */
static const struct {
	const char *label;
	int (*put)(const struct listing *r, size_t room, struct otfp_buf *b);
} lines[] = {
	{"span", put_span},
	{"interval", put_interval},
	{"processes", put_processes},
	{"records", put_records},
	{"time in calls", put_groups},
	{"communication", put_communication},
	{"load balance", put_balance},
	{"top functions", put_functions},
};

static int print_sentence(const struct listing *r, size_t width, struct otfp_buf *b, FILE *out)
{
	const int rc = put_sentence(r, b);

	if (rc == 0)
		words_print((struct otfp_str){b->p, b->n}, width, out);
	return rc;
}

int summary_print(const struct listing *r, size_t width, FILE *out)
{
	const size_t room = width > LABEL ? width - LABEL : width;
	struct otfp_buf b = OTFP_BUF_INIT;
	int rc = print_sentence(r, width, &b, out);

	for (size_t i = 0; i < sizeof lines / sizeof *lines && rc == 0; i++) {
		b.n = 0;
		rc = lines[i].put(r, room, &b);
		if (rc < 0 || !b.n)
			continue;
		fprintf(out, "%-*s", LABEL, lines[i].label);
		text_print_cut((struct otfp_str){b.p, b.n}, room, out);
		putc('\n', out);
	}
	otfp_buf_release(&b);
	return rc;
}
