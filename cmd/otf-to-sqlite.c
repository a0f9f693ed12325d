#include "cmd/to-sqlite/run.h"

static const char description[] = "Converts traces, stored line streams or a line stream on standard input to a\n"
				  "SQLite database: definitions, calls, messages, collective and file operations,\n"
				  "waits, counters, markers, key-values, and every other record in a table of its\n"
				  "type. Views have names and nanoseconds. The file appears when it is complete.\n"
				  "Memory: the definitions, what is open, and 20 to 40 MiB.\n";

static const char examples[] = "otf-to-sqlite sample.otf -o sample.db\n"
			       "otf-to-sqlite -t 2ms:3ms -p 1-4 sample.otf -o part.db\n"
			       "sqlite3 -box sample.db 'SELECT * FROM function_profile ORDER BY self_dur DESC'\n";

int main(int argc, char **argv)
{
	struct to_sqlite_options config = {0};
	struct common common = {0};
	const struct command command = {
		"otf-to-sqlite",
		"write a SQLite database",
		"[OPTION]... -o FILE [TRACE]...",
		description,
		examples,
		0,
		-1,
		{{"Writing a database", to_sqlite_options, &config},
	         {"Selection", selection_options, &config.select},
	         {"General", reader_options, &common}},
	};
	struct job job = {.common = &common, .argv = argv, .argc = argc};
	int status = command_parse(&command, argc, argv, &job.read.nsources, &job.read.sources);

	if (status < 0)
		status = to_sqlite_run(&job, &config);
	to_sqlite_release(&config);
	return status;
}
