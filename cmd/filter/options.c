/* options.c - the options of otf-filter, without those of the shared selection. */
#include "cmd/filter/run.h"

#define AT(member) offsetof(struct filter, member)
const struct option_row field_options[] = {
	{0, "function", "SET", "calls of these functions", OPT_SET, 0, AT(function), NULL},
	{0, "group", "SET", "calls of the functions of these groups", OPT_SET, 0, AT(group), NULL},
	{0, "counter", "SET", "values of these counters", OPT_SET, 0, AT(counter), NULL},
	{0, "peer", "SET", "messages to or from these processes", OPT_SET, OTFP_SET_LOCATIONS, AT(peer), NULL},
	{0, "tag", "SET", "messages with these tags", OPT_SET, SET_NUMBERS, AT(tag), NULL},
	{0, "length", "SET", "messages of these lengths in bytes", OPT_SET, SET_NUMBERS | SET_WIDE, AT(length), NULL},
	{0, "communicator", "SET", "messages and collective operations in these process groups", OPT_SET, 0,
         AT(communicator), NULL},
	FLAG(0, "regex", "take names in these sets and in -p as regular expressions, not as globs", regex),
	{0, "match", "EXPR", "records for which EXPR is true: 'length >= 4096 && tag != 3'", OPT_STRING, NEEDS_RANGE,
         AT(match), NULL},
	{0, "min-duration", "TIME", "calls that take TIME or longer", OPT_STRING, 0, AT(min_duration), NULL},
	{0, "max-calls", "N", "the first N calls of each function of each process", OPT_GIVEN_NUMBER, 2147483647,
         AT(max_calls), NULL},
	{0, "rules", "FILE", "calls that a filter file of VampirTrace, Score-P or TAU keeps", OPT_INPUT, 0, AT(rules),
         NULL},
	{0},
};

const struct option_row filter_options[] = {
	{0, "represent", "FILE", "keep the first process of each line of FILE, for all processes of the line",
         OPT_INPUT, 0, AT(represent), NULL},
	FLAG(0, "prune", "drop definitions that nothing refers to; reads the input twice", prune),
	{0, "no-tags", "KEYS", "drop key-values with these keys; without KEYS all", OPT_OPTIONAL, 0, AT(no_tags), NULL},
	FLAG(0, "dry-run", "write nothing; report what would be kept, and its size in plain files", dry_run),
	{0, "rejects", "FILE", "write what is dropped to the line stream FILE", OPT_OUTPUT, WRITES_FILE, AT(rejects),
         NULL},
	{0},
};
#undef AT
