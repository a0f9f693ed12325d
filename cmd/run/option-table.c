/* option-table.c - the options that commands share. No letter has two meanings: a test walks these. */
#include "cmd/run/run.h"

#define AT(member) offsetof(struct otfp_common, member)
const struct otfp_option otfp_common_options[] = {
	{'o', "output", "NAME", "write an OTF trace NAME, not a line stream", OTFP_OPT_STRING, 0, AT(output)},
	{'q', "quiet", NULL, "no warnings", OTFP_OPT_FLAG, 1, AT(quiet)},
	{'v', "verbose", NULL, "say more; -v -v says still more", OTFP_OPT_COUNT, 0, AT(verbose)},
	{0, "progress", NULL, "show the progress on standard error", OTFP_OPT_FLAG, 1, AT(progress)},
	{0, "strict", NULL, "too few records for @END, and repairs of TAU traces, are errors", OTFP_OPT_FLAG, 1,
         AT(strict)},
	{0, "lossy", NULL, "dropping what has no carrier is no failure", OTFP_OPT_FLAG, 1, AT(lossy)},
	{0, "no-pg", NULL, "leave no @PG line with this command in the stream", OTFP_OPT_FLAG, 1, AT(no_pg)},
	{0, "keep-going", NULL, "read on behind damage in a trace", OTFP_OPT_FLAG, 1, AT(keep_going)},
	{'j', "threads", "THREADS", "threads to use at most; 0 or not given = one", OTFP_OPT_NUMBER, 1024, AT(threads)},
	{'f', "max-files", "MAXFILES", "files to have open at most; 0 = as many as allowed", OTFP_OPT_NUMBER, 1000000,
         AT(max_files)},
	{'h', "help", NULL, "print this and exit", OTFP_OPT_FLAG, 1, AT(help)},
	{'V', "version", NULL, "print the version and exit; -V -v adds facts of the build", OTFP_OPT_FLAG, 1,
         AT(version)},
	{0, NULL, NULL, NULL, OTFP_OPT_FLAG, 0, 0},
};
#undef AT

#define AT(member) offsetof(struct otfp_writer, member)
const struct otfp_option otfp_writer_options[] = {
	{'n', "streams", "STREAMS", "write so many streams, 0 = one per process; else as @SM says",
         OTFP_OPT_GIVEN_NUMBER, 1000000, AT(streams)},
	{'z', "level", "LEVEL", "compress with zlib level 1 to 9; 0 = plain files", OTFP_OPT_GIVEN_NUMBER, 9,
         AT(level)},
	{0, "long", NULL, "write the long form of records; else as they were", OTFP_OPT_FLAG, OTFP_LONG, AT(form)},
	{0, "short", NULL, "write the short form of records; else as they were", OTFP_OPT_FLAG, OTFP_SHORT, AT(form)},
	{0, "inline", NULL, "write snapshots into the event files", OTFP_OPT_FLAG, 1, AT(inline_snaps)},
	{0, "keep-pg", NULL, "store @PG lines as definition comments", OTFP_OPT_FLAG, 1, AT(keep_pg)},
	{0, "unique-id", NULL, "write a new DefUniqueId in place of the old one", OTFP_OPT_FLAG, 1, AT(unique_id)},
	{0, "skip-unknown", NULL, "drop records of unknown name, not fail", OTFP_OPT_FLAG, 1, AT(skip_unknown)},
	{0, "force", NULL, "replace a trace that exists, when the new one is whole", OTFP_OPT_FLAG, 1, AT(force)},
	{0, NULL, NULL, NULL, OTFP_OPT_FLAG, 0, 0},
};
#undef AT
