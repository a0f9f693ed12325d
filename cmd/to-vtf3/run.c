/* run.c - otf-to-vtf3: a run that writes a VTF3 file. */
#include "cmd/to-vtf3/run.h"
#include "vtf3/write/records.h"
#include <stddef.h>
#include <string.h>

static const char *format_word(unsigned i)
{
	static const char *const words[] = {
		[OTFP_VTF3_STD_ASCII] = "std-ascii",
		[OTFP_VTF3_STD_BINARY] = "std-binary",
		[OTFP_VTF3_FST_ASCII] = "fast-ascii",
		[OTFP_VTF3_LEGACY_ASCII] = "legacy",
	};

	return i < sizeof words / sizeof *words ? words[i] : NULL;
}

static const char *profile_word(unsigned i)
{
	static const char *const words[] = {
		[OTFP_VTF3_PLAIN] = "plain", [OTFP_VTF3_COMPAT] = "compat", [OTFP_VTF3_FULL] = "full"};

	return i < sizeof words / sizeof *words ? words[i] : NULL;
}

#define AT(member) offsetof(struct to_vtf3_options, member)
const struct option_row to_vtf3_options[] = {
	{'o', "output", "FILE", "write FILE, not standard output; with gzip if its name ends in .gz", OPT_OUTPUT,
         WRITES_FILE, AT(output), NULL},
	{0, "format", "FORMAT", "form of VTF3; std-binary if not given", OPT_WORD, 0, AT(format), format_word},
	{0, "profile", "PROFILE", "which records; plain if not given, compat for old readers, full loses nothing",
         OPT_WORD, 0, AT(profile), profile_word},
	FLAG(0, "modern", "write no obsolete records, whatever the profile and the trace", modern),
	FLAG(0, "force", "replace FILE if it exists, once the new one is complete", force),
	{0},
};
#undef AT

/* @return 0, or 2 after printing the usage error */
static int take_options(struct otfp_vtf3_write_options *to, const struct to_vtf3_options *o)
{
	int format = o->format ? o->format - 1 : OTFP_VTF3_STD_BINARY;
	int is_legacy = format == OTFP_VTF3_LEGACY_ASCII;
	int profile = is_legacy ? OTFP_VTF3_COMPAT : OTFP_VTF3_PLAIN;

	if (o->profile)
		profile = o->profile - 1;
	if (is_legacy && profile != OTFP_VTF3_COMPAT)
		return message_usage("--profile %s: Legacy ASCII has lines for old records only",
		                     profile_word((unsigned)profile));
	if (is_legacy && o->modern)
		return message_usage("--modern: Legacy ASCII has lines for old records only");
	otfp_vtf3_write_options_init(to);
	to->format = (enum otfp_vtf3_format)format;
	to->profile = (enum otfp_vtf3_profile)profile;
	to->modern = o->modern;
	return 0;
}

int to_vtf3_run(struct job *job, void *own)
{
	const struct to_vtf3_options *o = own;
	struct otfp_vtf3_write_options vtf3;
	const struct otfp_write_options how = {.force = o->force,
	                                       .lossless = !job->common->lossy,
	                                       .report = message_error};
	int status = take_options(&vtf3, o);

	if (status)
		return status;
	if (vtf3.profile != OTFP_VTF3_FULL) /* which stores that it is a share */
		job->read.whole = "a VTF3 file without --profile full";
	job->write.format = "vtf3";
	job->write.name = o->output;
	job->write.how = &how;
	job->write.own = &vtf3;
	status = run_job(job);
	job->write.how = NULL;
	job->write.own = NULL;
	return status;
}
