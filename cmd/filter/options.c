/* options.c - the options of otf-filter beyond the selection that other commands know. */
#include "cmd/filter/run.h"

#define AT(member) offsetof(struct otfp_filter, member)
const struct otfp_option otfp_field_options[] = {
	{0, "function", "SET", "calls of these functions", OTFP_OPT_SET, 0, AT(function)},
	{0, "group", "SET", "calls of the functions of these groups", OTFP_OPT_SET, 0, AT(group)},
	{0, "counter", "SET", "values of these counters", OTFP_OPT_SET, 0, AT(counter)},
	{0, "peer", "SET", "messages to or from these processes", OTFP_OPT_SET, 0, AT(peer)},
	{0, "tag", "SET", "messages with these tags", OTFP_OPT_SET, 1, AT(tag)},
	{0, "length", "SET", "messages of these lengths in bytes", OTFP_OPT_SET, 1, AT(length)},
	{0, "communicator", "SET", "messages and collective operations in these process groups", OTFP_OPT_SET, 0,
         AT(communicator)},
	{0, "regex", NULL, "names in these sets and in -p are regular expressions, not globs", OTFP_OPT_FLAG, 1,
         AT(regex)},
	{0, "match", "EXPR", "records of which EXPR is true: 'length >= 4096 && tag != 3'", OTFP_OPT_STRING, 0,
         AT(match)},
	{0, "min-duration", "TIME", "calls that take at least so long", OTFP_OPT_STRING, 0, AT(min_duration)},
	{0, "max-calls", "N", "the first N calls of each function of each process", OTFP_OPT_GIVEN_NUMBER, 2147483647,
         AT(max_calls)},
	{0, "rules", "FILE", "calls that a filter file of VampirTrace, Score-P or TAU keeps", OTFP_OPT_STRING, 0,
         AT(rules)},
	{0, NULL, NULL, NULL, OTFP_OPT_FLAG, 0, 0},
};

const struct otfp_option otfp_filter_options[] = {
	{0, "represent", "FILE", "of the processes of a line in FILE keep the first, for all", OTFP_OPT_STRING, 0,
         AT(represent)},
	{0, "prune", NULL, "drop definitions that nothing uses; reads its input twice", OTFP_OPT_FLAG, 1, AT(prune)},
	{0, "no-tags", "KEYS", "drop the key-values of these keys, or all", OTFP_OPT_OPTIONAL, 0, AT(no_tags)},
	{0, "dry-run", NULL, "write nothing, tell what would stay and its bytes in plain files", OTFP_OPT_FLAG, 1,
         AT(dry_run)},
	{0, "rejects", "FILE", "write what is dropped to FILE, a stream of its own", OTFP_OPT_STRING, 0, AT(rejects)},
	{0, NULL, NULL, NULL, OTFP_OPT_FLAG, 0, 0},
};
#undef AT
