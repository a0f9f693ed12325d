/* run.c - a run that writes a VTF3 file: otf-to-vtf3. */
#include "cmd/to-vtf3/run.h"
#include "vtf3/back.h"
#include <stddef.h>
#include <string.h>

#define AT(member) offsetof(struct otfp_to_vtf3, member)
const struct otfp_option otfp_to_vtf3_options[] = {
	{'o', "output", "FILE", "write to FILE, gzip if its name ends in .gz; else to standard output", OTFP_OPT_STRING,
         0, AT(output)},
	{0, "format", "FORMAT", "std-binary, std-ascii, fast-ascii or legacy; std-binary if not given", OTFP_OPT_STRING,
         0, AT(format)},
	{0, "profile", "PROFILE", "compat, for old readers, or full, nothing is lost; compat if not given",
         OTFP_OPT_STRING, 0, AT(profile)},
	{0, "modern", NULL, "no records of old times, whatever the profile and the trace", OTFP_OPT_FLAG, 1,
         AT(modern)},
	{0, NULL, NULL, NULL, OTFP_OPT_FLAG, 0, 0},
};
#undef AT

/* @return its place among the words, -1 if it is none */
static int word_of(const char *word, const char *const *words, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		if (strcmp(word, words[i]) == 0)
			return (int)i;
	return -1;
}

/* @return 0, or 2 after telling the usage error */
static int take_options(struct otfp_vtf3_back_options *to, const struct otfp_to_vtf3 *o)
{
	static const char *const formats[] = {"std-ascii", "std-binary", "fast-ascii", "legacy"};
	static const char *const profiles[] = {"full", "compat"};
	int format = o->format ? word_of(o->format, formats, 4) : OTFP_VTF3_STD_BINARY;
	int profile = o->profile ? word_of(o->profile, profiles, 2) : OTFP_VTF3_COMPAT;

	if (format < 0)
		return otfp_usage("--format: '%s' is none of std-binary, std-ascii, fast-ascii, legacy", o->format);
	if (profile < 0)
		return otfp_usage("--profile: '%s' is neither compat nor full", o->profile);
	if (profile == OTFP_VTF3_FULL && format == OTFP_VTF3_LEGACY_ASCII)
		return otfp_usage("--profile full: Legacy ASCII has lines for old records only");
	if (o->modern && format == OTFP_VTF3_LEGACY_ASCII)
		return otfp_usage("--modern: Legacy ASCII has lines for old records only");
	*to = (struct otfp_vtf3_back_options){(enum otfp_vtf3_format)format, (enum otfp_vtf3_profile)profile,
	                                      o->modern};
	return 0;
}

int otfp_to_vtf3_run(struct otfp_job *job, const struct otfp_to_vtf3 *o)
{
	struct otfp_vtf3_back_options vtf3;
	const struct otfp_write_options how = {.report = otfp_tell};
	int status = take_options(&vtf3, o);

	if (status)
		return status;
	job->write.format = "vtf3";
	job->write.name = o->output && strcmp(o->output, "-") != 0 ? o->output : NULL;
	job->write.how = &how;
	job->write.own = &vtf3;
	status = otfp_run(job);
	job->write.how = NULL;
	job->write.own = NULL;
	return status;
}
