/* common.c - the options that commands share. No letter has two meanings; all-options.bats checks it. */
#include "cmd/option/option.h"
#include "io/zout.h"

#define AT(member) offsetof(struct common, member)
/* clang-format off */
#define EVERY_COMMAND \
	{0, "strict", NULL, "treat warnings as errors: fewer records than @END counts, repairs of TAU traces, terms "\
         "and intervals that match nothing", OPT_FLAG, 1, \
         AT(strict), NULL}, \
	{'j', "threads", "THREADS", "use at most THREADS threads; 0 or not given: one", OPT_NUMBER, 1024, \
         AT(threads), NULL}, \
	{'f', "max-files", "MAXFILES", "open at most MAXFILES files at once; 0: as many as the system allows", \
         OPT_NUMBER, 1000000, AT(max_files), NULL}, \
	{0, "progress", NULL, "show progress on standard error from the start, even if it is no terminal", OPT_FLAG, \
         PROGRESS_ON, AT(progress), NULL}, \
	{0, "no-progress", NULL, "show no progress, even on a terminal", OPT_FLAG, PROGRESS_OFF, \
         AT(progress), NULL}, \
	{'q', "quiet", NULL, "print no warnings", OPT_FLAG, 1, AT(quiet), NULL}, \
	{'v', "verbose", NULL, "print more; -v -v prints still more", OPT_COUNT, 0, AT(verbose), NULL}, \
	{'h', "help", NULL, "print this help and exit", OPT_FLAG, 1, AT(help), NULL}, \
	{'V', "version", NULL, "print the version and exit; with -v also how it was built", OPT_FLAG, 1, \
         AT(version), NULL}

#define KEEP_GOING \
	{0, "keep-going", NULL, "continue after damage", OPT_FLAG, 1, AT(keep_going), NULL}
#define NO_PG \
	{0, "no-pg", NULL, "drop the @PG lines, which say what commands made the input", OPT_FLAG, 1, \
         AT(no_pg), NULL}
#define LOSSY \
	{0, "lossy", NULL, "accept that the output lacks data: write it and exit with 0", OPT_FLAG, 1, AT(lossy), NULL}
/* clang-format on */

const struct option_row common_options[] = {EVERY_COMMAND, {0}};

const struct option_row reader_options[] = {
	KEEP_GOING,
	EVERY_COMMAND,
	{0},
};

const struct option_row lossy_options[] = {LOSSY, {0}};

const struct option_row output_options[] = {
	{'o', "output", "NAME", "write the OTF trace NAME instead of a line stream", OPT_OUTPUT, WRITES(OTF),
         AT(output), NULL},
	{0, "zstd", "LEVEL", "compress the line stream with zstd level 1 to 19; 1 if not given", OPT_LEVEL,
         OTFP_ZSTD_LEVELS, AT(zstd), NULL},
	NO_PG,
	LOSSY,
	{0},
};

const struct option_row write_output_options[] = {NO_PG, LOSSY, {0}};

const struct option_row accepted_options[] = {KEEP_GOING, NO_PG, LOSSY, {0}};
#undef KEEP_GOING
#undef NO_PG
#undef LOSSY
#undef EVERY_COMMAND
#undef AT

#define AT(member) offsetof(struct writer, member)
const struct option_row writer_options[] = {
	{'n', "streams", "STREAMS", "write STREAMS streams; 0: one per process; not given: as in the input",
         OPT_GIVEN_NUMBER, 1000000, AT(streams), NULL},
	{'z', "level", "LEVEL", "compress with zlib level 1 to 9; 0: plain files", OPT_GIVEN_NUMBER, 9, AT(level),
         NULL},
	{0, "long", NULL, "write the long form of all records", OPT_FLAG, OTFP_DISK_LONG, AT(form), NULL},
	{0, "short", NULL, "write the short form of all records", OPT_FLAG, OTFP_DISK_SHORT, AT(form), NULL},
	{0, "inline", NULL, "write snapshots into the event files", OPT_FLAG, 1, AT(inline_snaps), NULL},
	{0, "keep-pg", NULL, "store @PG lines as definition comments", OPT_FLAG, 1, AT(keep_pg), NULL},
	{0, "unique-id", NULL, "write a new DefUniqueId in place of the old one", OPT_FLAG, 1, AT(unique_id), NULL},
	{0, "skip-unknown", NULL, "drop records of unknown name instead of failing", OPT_FLAG, 1, AT(skip_unknown),
         NULL},
	{0, "force", NULL, "replace an existing trace, once the new one is complete", OPT_FLAG, 1, AT(force), NULL},
	{0, "resume", NULL, "skip a share that is already written", OPT_FLAG, 1, AT(resume), NULL},
	{0},
};
#undef AT
