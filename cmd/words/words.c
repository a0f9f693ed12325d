/* words.c - sentences made from numbers. See words.h. */
#include "cmd/words/words.h"
#include "base/human.h"
#include "cmd/text/safe.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Percent of the time: a smaller wait is no news, a larger rest or moving imbalance is. Percent of the waiting: less is
 * no culprit. */
enum { WAIT_LEAST = 1, REST_LEAST = 10, CAUSE_LEAST = 20 };
enum { NAME_BYTES = 40 };

/* Of all processes that are reported. */
struct losses {
	otfp_wide time, useful, waits[OTFP_NWAITS];
	otfp_wide idle; /* of threads */
	otfp_wide rest; /* communication that is neither a wait nor a completion */
	otfp_wide most; /* of it in one function */
	otfp_ref function;
};

static double percent(otfp_wide part, otfp_wide of)
{
	return of ? 100 * otfp_wide_real(part) / otfp_wide_real(of) : 0;
}

/* Communication calls, and what is neither useful nor in them. */
static void add_rests(const struct words_of *v, struct losses *l)
{
	size_t n;
	const struct otfp_wait_rest *rows = otfp_wait_rests(v->w, &n);

	l->idle = l->time - l->useful;
	for (size_t i = 0; i < n; i++) {
		const otfp_wide rest = otfp_wait_rest_of(&rows[i]);
		l->idle -= rows[i].ticks;
		l->rest += rest;
		if (rest > l->most || (rest && rest == l->most && rows[i].function < l->function)) {
			l->most = rest;
			l->function = rows[i].function;
		}
	}
}

static struct losses losses_of(const struct words_of *v)
{
	struct losses l = {0};
	size_t n;
	const struct otfp_wait_life *lives = otfp_wait_lives(v->w, &n);
	const struct otfp_wait_row *rows;

	for (size_t i = 0; i < n; i++) {
		l.time += lives[i].end - lives[i].begin;
		l.useful += lives[i].useful;
	}
	rows = otfp_wait_rows(v->w, &n);
	for (size_t i = 0; i < n; i++)
		l.waits[rows[i].key[OTFP_WAIT_KIND]] += rows[i].sum;
	l.waits[OTFP_WRONG_ORDER] = 0; /* it is a part of LATE_SENDER */
	add_rests(v, &l);
	return l;
}

/* The wait that takes most. */
static unsigned largest_wait(const struct losses *l)
{
	unsigned at = 0;

	for (unsigned i = 1; i < OTFP_NWAITS; i++)
		if (l->waits[i] > l->waits[at])
			at = i;
	return at;
}

/* ---- sentences ---- */

struct words {
	struct otfp_buf *to;
	uint64_t resolution;
	int failed; /* memory was out */
};

static void add(struct words *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(struct words *w, const char *format, ...)
{
	char text[160];
	va_list ap;

	va_start(ap, format);
	vsnprintf(text, sizeof text, format, ap);
	va_end(ap);
	w->failed |= otfp_buf_puts(w->to, text) < 0;
}

static void end_sentence(struct words *w)
{
	w->failed |= otfp_buf_puts(w->to, "\n") < 0;
}

/* ---- how much is useful ---- */

static void put_useful(const struct losses *l, struct words *w, int is_part)
{
	const unsigned kind = largest_wait(l);
	const char *name = otfp_wait_kind_name(kind);
	otfp_wide most = l->waits[kind];

	if (l->rest >= most) {
		most = l->rest;
		name = "communication without a wait";
	}
	if (l->idle > most) {
		most = l->idle;
		name = "idle threads";
	}
	add(w, "%.1f %% of the time%s is useful", percent(l->useful, l->time),
	    is_part ? " of the selected processes" : "");
	if (l->useful >= l->time)
		add(w, ": no process communicates.");
	else
		add(w, ". The largest loss is %s: %.1f %%.", name, percent(most, l->time));
	end_sentence(w);
}

/* ---- who causes the waiting ---- */

struct culprit {
	struct otfp_root_row row; /* its function that causes most */
	int has_row;
	otfp_wide all, process, function;
};

static otfp_wide total(const struct otfp_root_row *r)
{
	return r->direct + r->propagated;
}

/* The process that causes most; of equal ones the lowest. @return 0, or -1 when memory is out */
static int find_process(const struct words_of *v, struct culprit *c)
{
	size_t n;
	struct otfp_root_row *rows = otfp_roots_by(v->roots, 1u << OTFP_ROOT_OF_REPORTED | 1u << OTFP_WAIT_PROCESS, &n);

	if (!rows)
		return -1;
	for (size_t i = 0; i < n; i++)
		c->all += total(&rows[i]);
	if (n && !rows[0].is_other) {
		c->row = rows[0];
		c->process = total(&rows[0]);
	}
	free(rows);
	return 0;
}

static int find_culprit(const struct words_of *v, struct culprit *c)
{
	size_t n;
	const unsigned by = 1u << OTFP_ROOT_OF_REPORTED | 1u << OTFP_WAIT_PROCESS | 1u << OTFP_WAIT_FUNCTION;
	struct otfp_root_row *rows = otfp_roots_by(v->roots, by, &n);
	int rc = rows ? 0 : -1;

	*c = (struct culprit){.has_row = 0};
	if (rc == 0)
		rc = find_process(v, c);
	for (size_t i = 0; i < n && rc == 0 && !c->has_row; i++)
		if (rows[i].process == c->row.process && !rows[i].is_unknown && !rows[i].is_other && total(&rows[i])) {
			c->row = rows[i];
			c->function = total(&rows[i]);
			c->has_row = 1;
		}
	free(rows);
	return rc;
}

static void add_name(const struct words_of *v, struct words *w, unsigned space, otfp_ref ref)
{
	struct otfp_buf b = OTFP_BUF_INIT;

	if (name_add(&b, v->names, space, ref) < 0)
		w->failed = 1;
	while (b.n && b.p[b.n - 1] == ' ') /* TAU ends names so */
		b.n--;
	if (safe_add_short(w->to, (struct otfp_str){b.p, b.n}, NAME_BYTES) < 0)
		w->failed = 1;
	otfp_buf_release(&b);
}

static void add_time(struct words *w, double ticks)
{
	w->failed |= otfp_human_ticks(w->to, ticks, w->resolution) < 0;
}

/* How much longer the culprit is in its function than the others, if it is the longest there. */
static void add_longer(const struct words_of *v, struct words *w, const struct otfp_root_row *r)
{
	size_t n, nwindows;
	const struct otfp_wait_load *loads = otfp_wait_loads(v->w, &n), *end = loads + n;
	const uint64_t nroots = otfp_wait_windows(v->w, &nwindows)->nroots;

	while (loads < end && (loads->function != r->function || loads->process != r->process))
		loads++;
	if (loads == end || !loads->max || nroots < 2)
		return;
	add(w, ", where it takes ");
	add_time(w, (double)loads->max);
	if (loads->sum > loads->max) {
		add(w, " and the others ");
		add_time(w, otfp_wide_real(loads->sum - loads->max) / (double)(nroots - 1));
		add(w, " on average");
	} else {
		add(w, " and the others none");
	}
}

static void put_culprit(const struct words_of *v, struct words *w, const struct culprit *c)
{
	add_name(v, w, OTFP_NAMED_PROCESS, c->row.process);
	add(w, " causes %.1f %% of the waiting", percent(c->process, c->all));
	if (c->function == c->process)
		add(w, ", all of it ");
	else if (2 * c->function >= c->process)
		add(w, ", %.1f %% ", percent(c->function, c->all));
	else
		add(w, ", the largest part, %.1f %%, ", percent(c->function, c->all));
	if (c->row.function == OTFP_NO_REF) {
		add(w, "outside of every call");
	} else {
		add(w, "in ");
		add_name(v, w, OTFP_NAMED_FUNCTION, c->row.function);
		add_longer(v, w, &c->row);
	}
	add(w, ".");
	end_sentence(w);
}

static void put_cause(const struct words_of *v, struct words *w)
{
	struct culprit c;

	if (find_culprit(v, &c) < 0) {
		w->failed = 1;
	} else if (percent(c.process, c.all) <= CAUSE_LEAST) {
		add(w, "No process causes more than a fifth of the waiting.");
		end_sentence(w);
	} else if (c.has_row) {
		put_culprit(v, w, &c);
	}
}

/* ---- what else costs much ---- */

/* Why a trace does not show what a communication call waits for, by the start of its name. */
static const char *reason_of(struct otfp_str name)
{
	static const struct {
		const char *start, *reason;
	} reasons[] = {
		{"MPI_Wait", "which operations it completes is not recorded"},
		{"MPI_Test", "which operations it completes is not recorded"},
		{"MPI_Probe", "a probe has no record of its message"},
		{"MPI_Mprobe", "a probe has no record of its message"},
		{"MPI_Iprobe", "a probe has no record of its message"},
		{"MPI_Improbe", "a probe has no record of its message"},
		{"MPI_Win_", "one-sided communication has no receives"},
		{"MPI_File_", "file operations are no waits"},
		{"shmem_", "one-sided communication has no receives"},
		{"gaspi_", "one-sided communication has no receives"},
	};
	const size_t skip = name.n && (*name.p == 'P' || *name.p == 'p'); /* PMPI_ */

	for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
		const size_t n = strlen(reasons[i].start);
		if (name.n >= n + skip && strncasecmp(name.p + skip, reasons[i].start, n) == 0)
			return reasons[i].reason;
	}
	return "transfer, overhead, or what has no record";
}

static void put_rest(const struct words_of *v, struct words *w, const struct losses *l)
{
	const struct otfp_definition *d = otfp_names_find(v->names, OTFP_NAMED_FUNCTION, l->function);

	add(w, "%.1f %% is communication in which the trace shows no wait, ", percent(l->rest, l->time));
	add(w, l->most == l->rest ? "all of it in " : "%.1f %% in ", percent(l->most, l->time));
	add_name(v, w, OTFP_NAMED_FUNCTION, l->function);
	add(w, ": %s.", reason_of(d ? d->name : (struct otfp_str){NULL, 0}));
}

static void put_slow_pair(const struct words_of *v, struct words *w, uint64_t runtime)
{
	size_t n;
	const struct otfp_transfer_row *row = otfp_transfers_rows(v->transfers, &n);

	add(w, "Messages from ");
	add_name(v, w, OTFP_NAMED_PROCESS, row->sender);
	add(w, " to ");
	add_name(v, w, OTFP_NAMED_PROCESS, row->receiver);
	add(w, " take ");
	add_time(w, otfp_wide_real(row->excess));
	add(w, " more than is usual for their length, %.1f %% of the runtime", percent(row->excess, runtime));
	if (row->others)
		add(w, ", with up to %" PRIu64 " %s in a call", row->others, otfp_noun(row->others, "other", "others"));
	add(w, ".");
}

/* What else costs a tenth of the run. */
enum other { NO_OTHER, SLOW_PAIR, MOVING, REST };

static double moving_of(const struct otfp_wait_window *r)
{
	return percent(r->slowest - r->max_useful, r->last - r->first);
}

/* A slow pair, or the larger one of the rest and moving imbalance. */
static enum other other_of(const struct words_of *v, const struct losses *l)
{
	size_t n, nrows = 0;
	const struct otfp_wait_window *r = otfp_wait_windows(v->w, &n);
	const struct otfp_transfer_row *row = v->transfers ? otfp_transfers_rows(v->transfers, &nrows) : NULL;
	const double moving = moving_of(r), rest = percent(l->rest, l->time);

	if (nrows && percent(row->excess, r->last - r->first) >= REST_LEAST)
		return SLOW_PAIR;
	if (moving >= REST_LEAST && moving >= rest)
		return MOVING;
	return rest >= REST_LEAST ? REST : NO_OTHER;
}

/* The time on an ideal network without the repair and with it. */
static void put_gain(const struct words_of *v, struct words *w)
{
	size_t n;
	const struct otfp_repair *r = otfp_gain_repairs(v->gain, &n);
	const uint64_t ideal = otfp_gain_ideal(v->gain);
	double gain;

	if (!n)
		return;
	gain = r->ideal < ideal ? percent(ideal - r->ideal, ideal) : 0;
	add(w, r->mean ? "If it took as long there as the others, the runtime on an ideal network would be " :
	                 "Without that the runtime on an ideal network would be ");
	if (gain >= WAIT_LEAST) {
		add(w, "%.1f %% less, ", gain);
		add_time(w, (double)r->ideal);
		add(w, ".");
	} else {
		add(w, "less than %d %% shorter.", WAIT_LEAST);
	}
	end_sentence(w);
}

static void put_other(const struct words_of *v, struct words *w, const struct losses *l)
{
	size_t n;
	const struct otfp_wait_window *r = otfp_wait_windows(v->w, &n);

	switch (other_of(v, l)) {
	case SLOW_PAIR: put_slow_pair(v, w, r->last - r->first); break;
	case MOVING:
		add(w, "Moving imbalance takes %.1f %% of the runtime: the slowest process changes.", moving_of(r));
		break;
	case REST: put_rest(v, w, l); break;
	case NO_OTHER:
		if (v->gain)
			put_gain(v, w);
		return;
	}
	end_sentence(w);
}

static int communicates(const struct words_of *v, otfp_ref function)
{
	size_t n;
	const struct otfp_wait_rest *rows = otfp_wait_rests(v->w, &n);

	for (size_t i = 0; i < n; i++)
		if (rows[i].function == function)
			return 1;
	return 0;
}

int words_repair(const struct words_of *v, struct otfp_gain *gain)
{
	const struct losses l = losses_of(v);
	struct otfp_wait_time t;
	struct culprit c;

	if (v->is_part || !l.time || !v->roots || percent(l.waits[largest_wait(&l)], l.time) < WAIT_LEAST ||
	    other_of(v, &l) != NO_OTHER)
		return 0;
	if (find_culprit(v, &c) < 0)
		return -1;
	if (!c.has_row || percent(c.process, c.all) <= CAUSE_LEAST || c.row.function == OTFP_NO_REF ||
	    communicates(v, c.row.function))
		return 0;
	t = otfp_wait_time_of(v->w, c.row.process, c.row.function);
	if (!t.others || t.own * (otfp_wide)t.others <= t.all - t.own) /* the others take longer */
		return 0;
	otfp_gain_add(gain, c.row.process, c.row.function);
	return 1;
}

int words_add(const struct words_of *v, struct otfp_buf *to)
{
	const struct losses l = losses_of(v);
	const unsigned most = largest_wait(&l);
	struct words w = {to, v->resolution, 0};

	if (!l.time)
		return 0;
	put_useful(&l, &w, v->is_part);
	if (percent(l.waits[most], l.time) >= WAIT_LEAST && v->roots) {
		put_cause(v, &w);
	} else if (percent(l.waits[most], l.time) < WAIT_LEAST && l.useful < l.time) {
		add(&w, "No wait is above %d %%.", WAIT_LEAST);
		end_sentence(&w);
	}
	put_other(v, &w, &l);
	return w.failed ? -1 : 0;
}
