#include "cmd/remap/run.h"
#include "cmd/run/command.h"
#include <stddef.h>

static const struct command command = {
	.name = "otf-remap",
	.summary = "change tokens, names, streams and times of traces",
	.description = "Reads traces, stored line streams or a line stream on standard input, renumbers\n"
		       "tokens (--map, --unify), hashes names (--hash-names), moves processes to other\n"
		       "streams (--regroup) or changes times (--shift, --scale, --rescale, --clocks,\n"
		       "--causal), and writes a line stream, or with -o a trace. All references to a\n"
		       "token follow.\n"
		       "Memory: the definitions, about 420 bytes each (--unify 630), and 4 MiB; with\n"
		       "--causal and --match-messages also the messages in transit, and where clocks\n"
		       "differ by process the buffer to sort in.\n",
	.examples = "otf-remap --hash-names=@salt --keep-names 'MPI_*' ring.otf -o given\n"
		    "otf-remap --causal --spread 5 --write-clocks clocks ring.otf -o causal\n"
		    "otf-remap --unify ring.otf other.otf -o both\n",
	.size = sizeof(struct remap),
	.run = remap_run,
	.release = remap_release,
	.options = {{"Tokens, names, streams", remap_options, OPTIONS_OWN, offsetof(struct remap, tokens)},
                    {"Times", clocking_options, OPTIONS_OWN, offsetof(struct remap, times)},
                    OPTIONS_WRITE,
                    OPTIONS_GENERAL},
};

int main(int argc, char **argv)
{
	return command_main(&command, argc, argv);
}
