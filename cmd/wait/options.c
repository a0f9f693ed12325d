/* options.c - the options of otf-wait. */
#include "base/ticks.h"
#include "cmd/wait/run.h"
#include "merge/sort.h"
#include "wait/wait.h"
#include <stdlib.h>

const char *wait_table_name(unsigned i)
{
	static const char *const names[WAIT_NTABLES] = {"efficiency", "wait", "cause",    "blame",
	                                                "path",       "gain", "transfer", "idle"};

	return i < WAIT_NTABLES ? names[i] : NULL;
}

const char *wait_key_name(unsigned i)
{
	static const char *const names[WAIT_NBYS] = {"process",      "function", "path", "peer",
	                                             "communicator", "wait",     "node"};

	return i < WAIT_NBYS ? names[i] : NULL;
}

#define AT(member) offsetof(struct wait_options, member)
const struct option_row wait_options[] = {
	{0, "table", "NAMES", "print these tables only", OPT_WORDS, 0, AT(table), wait_table_name},
	{0, "by", "KEYS", "one row for each", OPT_WORDS, 0, AT(by), wait_key_name},
	{0, "every", "TIME", "one block of rows for each time window of length TIME", OPT_STRING, NEEDS_RANGE,
         AT(every), NULL},
	{0, "inside", "SET", "one block of rows for each call of these functions: the n-th call of every process",
         OPT_SET, 0, AT(inside), NULL},
	{0, "comm", "SET", "functions, or groups of functions, that communicate; MPI, SHMEM, GASPI, NCCL if not given",
         OPT_SET, 0, AT(comm), NULL},
	{0, "max-points", "N", "allow N windows; 1000000 if not given", OPT_GIVEN_NUMBER, 1000000000, AT(max), NULL},
	{0, "top", "N", "print the N worst waits; 10 if not given; with --diff the first N rows of each table",
         OPT_GIVEN_NUMBER, 1000000, AT(top), NULL},
	{0, "tsv", NULL, "print columns separated by tabs, times in ticks", OPT_FLAG, WAIT_FORM_TSV, AT(form), NULL},
	{0, "json", NULL, "print one JSON object, times in ticks", OPT_FLAG, WAIT_FORM_JSON, AT(form), NULL},
	{0, "folded", NULL, "print call paths with the ticks of their waits, for flame graphs", OPT_FLAG,
         WAIT_FORM_FOLDED, AT(form), NULL},
	{0, "markers", NULL, "print the worst waits as marker lines, for otf-cat --add", OPT_FLAG, WAIT_FORM_MARKERS,
         AT(form), NULL},
	{0, "diff", NULL,
         "compare two traces, A and B: efficiencies, waits and causes; rows that differ most come first", OPT_FLAG, 1,
         AT(diff), NULL},
	{0, "fail-above", "POINTS%[,TIME]",
         "with --diff: fail if B lost more than POINTS of parallel efficiency, or a wait takes more than TIME longer; "
         "either may be left out",
         OPT_STRING, 0, AT(fail_above), NULL},
	{0, "junit", "FILE", "with --fail-above: also write the result of each check to FILE, as JUnit XML for CI",
         OPT_OUTPUT, WRITES_FILE, AT(junit), NULL},
	{0, "force", NULL, "replace FILE if it exists, once the new one is complete", OPT_FLAG, 1, AT(force), NULL},
	FLAG(0, "partial", "write what --combine needs of a share, without other records", partial),
	FLAG(0, "combine", "read what --partial wrote of the shares of a trace", combine),
	{0, "state", "FILE",
         "with --json -t: begin at a state of the run, which otf-view keeps; exit status 4 if the window needs an "
         "earlier "
         "one",
         OPT_INPUT, 0, AT(state), NULL},
	{0, "buffer", "SIZE",
         "memory for what cause, blame, path, gain and transfer keep of each wait or message; 40M if not given, 64M "
         "for gain",
         OPT_SIZE, (int)(3 * OTFP_SORT_ROOM_LEAST), AT(buffer), NULL},
	{0},
};

const struct option_row wait_selection_options[] = {
	{'p', "process", "SET", "of these processes: 1-8,12,!3 or names by glob", OPT_SET, OTFP_SET_LOCATIONS,
         AT(select.process), NULL},
	{'s', "stream", "SET", "of the processes of these streams", OPT_SET, SET_NUMBERS, AT(select.stream), NULL},
	{'t', "time", "A:B", "in [A,B), or at time A: " OTFP_TIME_FORMS, OPT_INTERVAL, 0, AT(time), NULL},
	{0, "part", "K/N", PART_HELP, OPT_PART, OTFP_SHARES_MAX, AT(select.part), NULL},
	{0},
};
#undef AT

void wait_release(void *own)
{
	struct wait_options *o = own;

	selection_release(&o->select);
	free(o->time);
	otfp_set_free(o->comm);
	otfp_set_free(o->inside);
}
