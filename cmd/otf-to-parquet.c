#include "cmd/run/command.h"
#include "cmd/to-parquet/run.h"
#include <stddef.h>

static const struct command command = {
	.name = "otf-to-parquet",
	.summary = "write tables as Parquet files",
	.usage = "[OPTION]... -o DIR [TRACE]...\n"
		 "   or: otf-to-parquet --join DIR\n"
		 "   or: otf-to-parquet --check DIR",
	.description = "Converts traces, stored line streams or a line stream on standard input to a\n"
		       "directory of Parquet files, which engines such as DuckDB, Polars, Spark and\n"
		       "ClickHouse read in parallel: definitions, calls, messages, collective and file\n"
		       "operations, waits, root causes, counters, markers, and every other record in a\n"
		       "table of its type, with names and nanoseconds beside tokens and ticks. With\n"
		       "--part each share adds files of its own, and none has to be joined.\n"
		       "The input is read twice, for the root causes of waits, unless --part or --tables\n"
		       "leaves them out; a pipe on standard input is copied to a file in TMPDIR.\n"
		       "Memory: the definitions, what is open, 180 MiB, and for root causes what\n"
		       "otf-wait --table cause needs, 100 MiB and more; files in TMPDIR.\n",
	.examples = "otf-to-parquet sample.otf -o sample.parquet\n"
		    "otf-to-parquet --part 1/2 sample.otf -o two.parquet\n"
		    "otf-to-parquet --check sample.parquet\n",
	.size = sizeof(struct to_parquet_options),
	.defaults = &to_parquet_defaults,
	.run = to_parquet_run,
	.release = to_parquet_release,
	.options = {{"Writing tables", to_parquet_options, OPTIONS_OWN, 0},
                    {"Selection", selection_options, OPTIONS_OWN, offsetof(struct to_parquet_options, select)},
                    OPTIONS_GENERAL},
};

int main(int argc, char **argv)
{
	return command_main(&command, argc, argv);
}
