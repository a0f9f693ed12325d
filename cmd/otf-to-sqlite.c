#include "cmd/run/command.h"
#include "cmd/to-sqlite/run.h"
#include <stddef.h>

static const struct command command = {
	.name = "otf-to-sqlite",
	.summary = "write a SQLite database",
	.usage = "[OPTION]... -o FILE [TRACE]...",
	.description = "Converts traces, stored line streams or a line stream on standard input to a\n"
		       "SQLite database: definitions, calls, messages, collective and file operations,\n"
		       "waits, root causes, counters, markers, key-values, and every other record in a\n"
		       "table of its type. Views have names and nanoseconds. The file appears when it\n"
		       "is complete. The input is read twice, for the root causes of waits; a pipe on\n"
		       "standard input is copied to a file in TMPDIR. Memory: the definitions, what is\n"
		       "open, 20 to 40 MiB, and for root causes what otf-wait --table cause needs, 100\n"
		       "MiB and more; files in TMPDIR.\n",
	.examples = "otf-to-sqlite sample.otf -o sample.db\n"
		    "otf-to-sqlite -t 2ms:3ms -p 1-4 sample.otf -o part.db\n"
		    "sqlite3 -box sample.db 'SELECT * FROM function_profile ORDER BY self_dur DESC'\n",
	.size = sizeof(struct to_sqlite_options),
	.run = to_sqlite_run,
	.release = to_sqlite_release,
	.options = {{"Writing a database", to_sqlite_options, OPTIONS_OWN, 0},
                    {"Selection", selection_options, OPTIONS_OWN, offsetof(struct to_sqlite_options, select)},
                    OPTIONS_GENERAL},
};

int main(int argc, char **argv)
{
	return command_main(&command, argc, argv);
}
