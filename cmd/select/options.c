/* options.c - the options of the selection that several commands share. */
#include "cmd/select/selection.h"
#include "base/ticks.h"
#include "cmd/text/message.h"

#define AT(member) offsetof(struct selection, member)
const struct option_row selection_options[] = {
	{'p', "process", "SET", "records of these processes: 1-8,12,!3 or names by glob", OPT_SET, OTFP_SET_LOCATIONS,
         AT(process), NULL},
	{'s', "stream", "SET", "records of the processes of these streams", OPT_SET, SET_NUMBERS, AT(stream), NULL},
	{'r', "record", "SET", "records by name, number or class: def event snap stat marker", OPT_LIST, 0, AT(record),
         record_word},
	{'t', "time", "A:B", "records in [A,B), or at time A: " OTFP_TIME_FORMS, OPT_INTERVAL, 0, AT(time), NULL},
	{0, "part", "K/N", PART_HELP, OPT_PART, OTFP_SHARES_MAX, AT(part), NULL},
	{0},
};

const struct option_row exclude_options[] = {
	FLAG('x', "exclude", "invert the selection", exclude),
	{0},
};
#undef AT

int selection_check(const struct selection *sel)
{
	return sel->exclude && !selection_given(sel) ? message_usage("--exclude needs an option that selects records") :
	                                               0;
}
