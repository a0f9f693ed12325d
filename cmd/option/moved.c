/* moved.c - options that a command had and another command has now. The parser refuses them with the new spelling. */
#include "cmd/option/item.h"
#include <string.h>

#define MOVED(letter, name, help)                             \
	{                                                     \
		letter, name, "", help, OPT_MOVED, 0, 0, NULL \
	}
#define SUMMARIES "use otf-snap --summaries --no-snapshots"
#define TRACE "this command only prints; otf-snap --summaries --no-snapshots writes a trace"

/* clang-format off */
static const struct {
	const char *command;
	struct option_row option; /* `help`: what to do instead */
} moved[] = {
	{"otf-stat", MOVED(0, "summaries", SUMMARIES)},
	{"otf-stat", MOVED(0, "points", SUMMARIES " --points")},
	{"otf-stat", MOVED(0, "at", SUMMARIES " --at")},
	{"otf-stat", MOVED(0, "in-place", SUMMARIES " --in-place")},
	{"otf-stat", MOVED(0, "remove", "use otf-snap --remove=summaries")},
	{"otf-stat", MOVED(0, "tau", "use otf-to-tau --profile DIR")},
	{"otf-stat", MOVED('o', "output", TRACE)},
	{"otf-stat", MOVED(0, "zstd", TRACE)},
	{"otf-stat", MOVED('n', "streams", TRACE)},
	{"otf-stat", MOVED('z', "level", TRACE)},
	{"otf-stat", MOVED(0, "long", TRACE)},
	{"otf-stat", MOVED(0, "short", TRACE)},
	{"otf-stat", MOVED(0, "inline", TRACE)},
	{"otf-stat", MOVED(0, "keep-pg", TRACE)},
	{"otf-stat", MOVED(0, "unique-id", TRACE)},
	{"otf-stat", MOVED(0, "skip-unknown", TRACE)},
	{"otf-stat", MOVED(0, "resume", TRACE)},
};
/* clang-format on */

const struct option_row *option_moved(const char *command, unsigned i)
{
	for (size_t at = 0; at < sizeof moved / sizeof *moved; at++)
		if (strcmp(moved[at].command, command) == 0 && i-- == 0)
			return &moved[at].option;
	return NULL;
}
