/* options.c - the options of the selection that several commands share. */
#include "cmd/run/select/selection.h"

#define AT(member) offsetof(struct otfp_selection, member)
const struct otfp_option otfp_selection_options[] = {
	{'p', "process", "SET", "records of these processes: 1-8,12,!3 or names by glob", OTFP_OPT_SET, 0, AT(process)},
	{'s', "stream", "SET", "records of the processes of these streams", OTFP_OPT_SET, 1, AT(stream)},
	{'r', "record", "SET", "records by name, number, or class: def event snap stat marker", OTFP_OPT_LIST, 0,
         AT(record)},
	{'t', "time", "A:B", "records from A to before B: ticks, 1.5s 10ms 3us 7ns, or 25%", OTFP_OPT_INTERVAL, 0,
         AT(time)},
	{0, "part", "K/N", "the K-th of N shares of the streams of a trace, balanced by bytes", OTFP_OPT_PART, 1000000,
         AT(part)},
	{0, NULL, NULL, NULL, OTFP_OPT_FLAG, 0, 0},
};

const struct otfp_option otfp_exclude_options[] = {
	{'x', "exclude", NULL, "drop what else would be kept", OTFP_OPT_FLAG, 1, AT(exclude)},
	{0, NULL, NULL, NULL, OTFP_OPT_FLAG, 0, 0},
};
#undef AT
