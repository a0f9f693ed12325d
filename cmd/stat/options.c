/* options.c - the options of otf-stat and their meaning for a profile. */
#include "cmd/stat/options.h"
#include "cmd/table/listing.h"
#include "base/ticks.h"
#include "profile/fromsummaries.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* If --max-points, --depth and --buffer are not given. */
enum { WINDOWS_MAX = 1000000, PATH_DEPTH = 128, BUFFER = 256 << 20 };

static const char *key_name(unsigned i)
{
	return i < OTFP_NBYS ? otfp_key_kinds[i].name : NULL;
}

static const char *table_name(unsigned i)
{
	if (i < OTFP_NSTATS)
		return otfp_stat_kinds[i].name;
	return i == OTFP_NSTATS ? "iteration" : NULL;
}

#define AT(member) offsetof(struct stat_options, member)
const struct option_row stat_options[] = {
	{0, "by", "KEYS", "one row for each", OPT_WORDS, 0, AT(by), key_name},
	{0, "table", "NAMES", "print these tables only", OPT_WORDS, 0, AT(table), table_name},
	{0, "inside", "SET", "with --table iteration: one row for the n-th call of these functions on every process",
         OPT_SET, 0, AT(inside), NULL},
	{0, "longest", "N", "print the N longest calls: process, function, begin, end, duration", OPT_GIVEN_NUMBER,
         1000000000, AT(longest), NULL},
	{0, "function", "SET", "with --longest: only calls of these functions", OPT_SET, 0, AT(function), NULL},
	{0, "every", "TIME", "print a block for each time window of length TIME", OPT_STRING, NEEDS_RANGE, AT(every),
         NULL},
	{0, "max-points", "N", "allow N windows or iterations; 1000000 if not given", OPT_GIVEN_NUMBER, 1000000000,
         AT(max), NULL},
	{0, "sort", "COLUMN", "print the rows with the largest values of this column first, or sort by name", OPT_WORD,
         0, AT(sort), column_word},
	{0, "top", "N", "print the first N rows of each table; 10 in text if not given; 0: all", OPT_GIVEN_NUMBER,
         1000000000, AT(top), NULL},
	{0, "columns", "NAMES", "print these columns in this order; all: every one", OPT_LIST, 0, AT(columns),
         column_word},
	{0, "tsv", NULL, "print columns separated by tabs, times in ticks", OPT_FLAG, STAT_TSV, AT(form), NULL},
	{0, "json", NULL, "print one JSON object, times in ticks", OPT_FLAG, STAT_JSON, AT(form), NULL},
	{0, "folded", NULL, "print call paths with their exclusive ticks, for flame graphs; implies --by path",
         OPT_FLAG, STAT_FOLDED, AT(form), NULL},
	{0, "depth", "N", "with --by path: count calls deeper than N frames in frame N; 128 if not given; 0: any depth",
         OPT_GIVEN_NUMBER, 1000000000, AT(depth), NULL},
	{0, "buffer", "SIZE",
         "memory for call paths and pairs of processes, of which those with the fewest calls or messages become "
         "(other); 256M if not given",
         OPT_SIZE, 1 << 16, AT(buffer), NULL},
	{0, "diff", NULL, "compare two traces, A and B: the rows that differ most come first", OPT_FLAG, 1, AT(diff),
         NULL},
	{0, "fail-above", "P%[,MIN]", "with --diff: fail if a row of at least MIN is more than P percent slower in B",
         OPT_STRING, 0, AT(fail_above), NULL},
	{0, "junit", "FILE", "with --fail-above: also write the result of each row to FILE, as JUnit XML for CI",
         OPT_OUTPUT, WRITES_FILE, AT(junit), NULL},
	{0, "force", NULL, "replace FILE if it exists, once the new one is complete", OPT_FLAG, 1, AT(force), NULL},
	{0, "from-summaries", NULL, "print the report from summary records alone; -t lies between sample points",
         OPT_FLAG, 1, AT(from_summaries), NULL},
	{0, "state", "FILE",
         "with --json -t: begin at a state of the run, which otf-view keeps; exit status 4 if the window needs an "
         "earlier one",
         OPT_INPUT, 0, AT(state), NULL},
	{0, "partial", NULL, "print the counts in the form that --combine reads, with zstd", OPT_FLAG, 1, AT(partial),
         NULL},
	{0, "combine", NULL, "read what --partial wrote of the shares of a trace", OPT_FLAG, 1, AT(combine), NULL},
	{0},
};

const struct option_row stat_selection_options[] = {
	{'p', "process", "SET", "of these processes: 1-8,12,!3 or names by glob", OPT_SET, OTFP_SET_LOCATIONS,
         AT(select.process), NULL},
	{'s', "stream", "SET", "of the processes of these streams", OPT_SET, SET_NUMBERS, AT(select.stream), NULL},
	{'r', "record", "SET", "records by name, number or class; definitions are read anyway", OPT_LIST, 0,
         AT(select.record), record_word},
	{'t', "time", "A:B", "in [A,B), or at time A: " OTFP_TIME_FORMS, OPT_INTERVAL, 0, AT(time), NULL},
	{0, "part", "K/N", PART_HELP, OPT_PART, OTFP_SHARES_MAX, AT(select.part), NULL},
	{0},
};
#undef AT

void stat_options_copy(struct otfp_profile_options *o, const struct stat_options *s)
{
	const int is_folded = s->form == STAT_FOLDED;

	o->by |= s->by | (is_folded ? 1u << OTFP_KEY_PATH : 0);
	o->tables |= is_folded ? 1u << OTFP_STAT_FUNCTION : s->table;
	o->depth = (uint32_t)(s->depth_given ? s->depth : PATH_DEPTH);
	o->memory = s->buffer ? s->buffer : BUFFER;
	if (!o->tables)
		o->tables = (1u << OTFP_NSTATS) - 1;
}

/* Whether the profile has rows that --buffer bounds. */
static int has_bound(const struct otfp_profile_options *o)
{
	const int has_pairs = o->tables >> OTFP_STAT_MATRIX & 1 && otfp_stat_applies(OTFP_STAT_MATRIX, o->by);

	return o->by >> OTFP_KEY_PATH & 1 || has_pairs;
}

int stat_options_check(struct otfp_profile_options *o, const struct stat_options *s)
{
	struct otfp_error err;

	if (s->form == STAT_FOLDED && o->by & ~(1u << OTFP_KEY_PATH | 1u << OTFP_KEY_PROCESS))
		return message_usage("--folded prints call paths: of --by it takes process and path");
	if (s->from_summaries && otfp_from_summaries_check(o, s->table != 0, &err) < 0)
		return message_usage("%s", err.text);
	if (s->depth_given && !s->combine && !(o->by >> OTFP_KEY_PATH & 1))
		return message_usage("--depth is the depth of call paths: give --by path or --folded");
	if (s->max_given && !s->combine && !s->every && !s->inside && !(s->table >> OTFP_NSTATS & 1))
		return message_usage("--max-points is the number of windows: give --every or --table iteration");
	if (s->buffer && !s->combine && !has_bound(o))
		return message_usage("--buffer is the memory for call paths and pairs of processes: give --by path, "
		                     "--folded or --table matrix");
	return 0;
}

int stat_too_many(const struct otfp_profile_options *o, struct otfp_error *err)
{
	return otfp_fail(err, OTFP_EUSAGE, "--every: more than the %" PRIu64 " windows that --max-points allows",
	                 o->most);
}

/* A call adds a row to each window that it spans, so the number of windows is limited. */
static int check_windows(const struct otfp_profile_options *o, const struct otfp_header *h, struct otfp_error *err)
{
	uint64_t from, to, n;

	if (!otfp_header_range(h, &from, &to))
		return 0;
	from = o->has_from && o->from > from ? o->from : from;
	to = o->has_to && o->to <= to ? o->to - (o->to > 0) : to;
	n = to > from ? (to - from) / o->every : 0;
	return n < o->most ? 0 : stat_too_many(o, err);
}

static int bind_every(struct otfp_profile_options *o, const struct stat_options *s, const struct otfp_header *h,
                      struct otfp_error *err)
{
	struct otfp_time t;
	int code = otfp_time_parse(&t, s->every, "--every", err);

	if (code == 0)
		code = otfp_length_bind(&t, "--every", h, &o->every, err);
	o->most = (uint64_t)(s->max_given ? s->max : WINDOWS_MAX);
	return code < 0 ? code : check_windows(o, h, err);
}

int stat_options_bind(struct otfp_profile_options *o, const struct stat_options *s, const struct otfp_header *h,
                      struct otfp_error *err)
{
	struct otfp_bounds bounds;
	const int code = otfp_bounds_bind(s->time, h, &bounds, err);

	o->has_from = bounds.has_from;
	o->from = bounds.from;
	o->has_to = bounds.has_to;
	o->to = bounds.to;
	return code == 0 && s->every ? bind_every(o, s, h, err) : code;
}
