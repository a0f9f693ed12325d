#include "cmd/run/job.h"
#include "base/assert.h"
#include "base/ticks.h"
#include "cmd/text/message.h"
#include "cmd/text/progress.h"
#include "io/files.h"
#include "trace/open.h"
#include <string.h>
#include <unistd.h>

/* ---- usage errors ---- */

static int in_place_error(const struct job *job)
{
	if (job->read.nsources != 1 || strcmp(job->read.sources[0], "-") == 0)
		return message_usage("--in-place needs the name of one trace");
	return 0;
}

static int zstd_error(const struct job *job)
{
	if (job->common->output || job->write.in_place || job->write.count_only || job->write.format)
		return message_usage("--zstd compresses a line stream on standard output, nothing else");
	if (!otfp_zout_can(OTFP_ZSTD))
		return message_usage("--zstd: built without zstd support");
	return isatty(STDOUT_FILENO) ? message_usage("--zstd: standard output is a terminal") : 0;
}

int job_usage(const struct job *job)
{
	const struct writer *w = job->write.options;

	if (job->common->zstd && zstd_error(job))
		return 2;
	if (job->write.in_place)
		return in_place_error(job);
	if (job->read.nsources == 0 && isatty(STDIN_FILENO))
		return message_usage("no trace named, and standard input is a terminal");
	if (!job->common->output && w &&
	    (w->streams_given || w->level_given || w->form || w->inline_snaps || w->keep_pg || w->unique_id ||
	     w->skip_unknown || w->resume || (w->force && !job->writes_files)))
		return message_usage("options for writing a trace need -o NAME");
	return 0;
}

/* ---- trace by trace ---- */

unsigned job_trace(const struct job *job, unsigned at, struct job_sources *one)
{
	unsigned n;

	*one = job->read;
	one->sources += at;
	n = otfp_source_operands((const char *const *)one->sources, (unsigned)job->read.nsources - at);
	one->nsources = (int)n;
	return n;
}

/* ---- options of the library ---- */

unsigned job_replaces(const struct job *job)
{
	return job->write.options && job->write.options->force ? OTFP_NEWFILE_REPLACE : 0;
}

const char *job_output(const struct job *job)
{
	return job->write.in_place ? job->read.sources[0] : job->common->output;
}

/* Reading and writing share the file descriptors. */
static unsigned files_share(const struct job *job)
{
	return otfp_files_budget((unsigned)job->common->max_files, job_output(job) && job->read.nsources ? 2 : 1);
}

static int needs_times(const struct job *job)
{
	unsigned i = 0;

	while (i < job->common->nasked && !otfp_interval_needs_header(job->common->asked[i].interval))
		i++;
	return job->read.need_times || i < job->common->nasked;
}

/* An interval is a part of a stream, so it needs the order of the stream. */
static int needs_order(const struct job *job)
{
	unsigned i = 0;

	while (i < job->common->nasked && !job->common->asked[i].interval)
		i++;
	return !job->read.any_order || i < job->common->nasked;
}

struct otfp_read_options job_read_options(const struct job *job)
{
	const struct job_sources *what = &job->read;

	return (struct otfp_read_options){
		.size = sizeof(struct otfp_read_options),
		.keep_going = job->common->keep_going,
		.adopt = what->adopt,
		.unify = what->unify,
		.unify_map = what->unify_map,
		.keep_unify_map = !job_replaces(job),
		.sort_memory = what->sort_memory,
		.format = what->format,
		.format_options = what->format_options,
		.stop = progress_stop,
		.strict = job->common->strict,
		.max_files = files_share(job),
		.pool = job->pool,
		.part = what->part.part,
		.parts = what->part.parts,
		.need_times = job->common->needs_range || needs_times(job),
		.empty_part = 1,
		.in_order = needs_order(job),
		.ticks = what->ticks,
	};
}

struct otfp_zout_form job_packing(const struct job *job)
{
	const int level = job->common->zstd ? job->common->zstd : job->write.zstd;

	return (struct otfp_zout_form){level ? OTFP_ZSTD : OTFP_PLAIN, level, level ? job->pool : NULL};
}

struct otfp_write_options job_write_options(const struct job *job)
{
	const struct writer *w = job->write.options;

	OTFP_ASSERT(w);
	return (struct otfp_write_options){
		.size = sizeof(struct otfp_write_options),
		.streams = w->streams_given ? w->streams : -1,
		.level = w->level,
		.form = w->form,
		.inline_snaps = w->inline_snaps,
		.keep_pg = w->keep_pg,
		.unique_id = w->unique_id,
		.skip_unknown = w->skip_unknown,
		.force = w->force,
		.lossless = !job->common->lossy,
		.pool = job->pool,
		.max_files = files_share(job),
		.report = message_error,
	};
}
