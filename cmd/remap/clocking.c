/* clocking.c - otf-remap: the options that change times, and the sources that apply them. */
#include "cmd/remap/clocking.h"
#include "cmd/remap/clocked.h"
#include "cmd/run/run.h"
#include "base/decimal.h"
#include <stdlib.h>
#include <string.h>

#define AT(member) offsetof(struct clocking, member)
const struct option_row clocking_options[] = {
	{0, "shift", "TIME", "add TIME to all times: ticks, 1.5s 10ms 3us 7ns; -TIME subtracts", OPT_STRING, 0,
         AT(shift), NULL},
	{0, "scale", "FACTOR", "multiply all times by FACTOR, before --shift: 2, 0.999, 3/4", OPT_STRING, 0, AT(scale),
         NULL},
	{0, "rescale", "N", "convert to N ticks per second, rounded down", OPT_SIZE64, 1, AT(rescale), NULL},
	{0, "clocks", "FILE", "map times by lines PROCESS TIME NEWTIME, linear in between; before --scale", OPT_INPUT,
         0, AT(clocks), NULL},
	FLAG(0, "causal", "delay events so that no message is received before it is sent", causal),
	{0, "min-delay", "TIME|FILE",
         "with --causal: least duration of a message; a FILE has lines SENDER RECEIVER TIME", OPT_INPUT, 0,
         AT(min_delay), NULL},
	{0, "max-shift", "TIME", "with --causal: fail on a larger correction", OPT_STRING, 0, AT(max_shift), NULL},
	{0, "spread", "PCT", "with --causal: let no interval grow by more than PCT percent", OPT_STRING, 0, AT(spread),
         NULL},
	{0, "write-clocks", "FILE", "with --causal: write the correction to FILE, for --clocks", OPT_OUTPUT,
         WRITES_FILE, AT(write_clocks), NULL},
	FLAG(0, "match-messages", "add time, length and source of the receive to each send, as key-values",
             match_messages),
	{0},
};
#undef AT

/* ---- values of the options ---- */

static int parse(struct clocking_work *w)
{
	const char *shift = w->o->shift;

	w->back = shift && *shift == '-';
	if (shift && clocking_parse_time(&w->shift, shift + (*shift == '-' || *shift == '+'), "--shift"))
		return 2;
	if (w->o->scale && ratio_parse(&w->scale, w->o->scale) < 0)
		return message_usage("--scale: bad factor '%.200s': want a number above 0, or A/B", w->o->scale);
	return clocking_parse_causal(w);
}

static int invert(struct clocks *c, struct otfp_error *err)
{
	size_t bad;

	c->inverted = 1;
	for (size_t i = 0; i < c->n; i++)
		if ((bad = clock_invert(&c->own[i])))
			return otfp_fail(err, OTFP_EUSAGE,
			                 "--inverse: the clock of process %u stands still: its lines %zu and %zu have "
			                 "the same new time",
			                 c->processes[i], bad - 1, bad);
	if ((bad = clock_invert(&c->others)))
		return otfp_fail(err, OTFP_EUSAGE,
		                 "--inverse: the clock of * stands still: its lines %zu and %zu have the same new time",
		                 bad - 1, bad);
	return 0;
}

/* The factor from the ticks of the input to those of --rescale. */
static int bind_rescale(struct clocking_work *w, const struct otfp_header *h, struct otfp_error *err)
{
	const uint64_t divisor = otfp_common_divisor(w->o->rescale, otfp_header_resolution(h));

	if (!otfp_header_resolution(h))
		return otfp_fail(err, OTFP_EFAIL, "--rescale: the input defines no timer resolution");
	w->scale = (struct ratio){w->o->rescale / divisor, otfp_header_resolution(h) / divisor};
	w->clocks.resolution = w->o->rescale;
	return 0;
}

/* Times in seconds need the resolution, so this waits for the first header. */
static int bind(struct clocking_work *w, const struct otfp_header *h, struct otfp_error *err)
{
	int code = 0;

	if (w->o->shift)
		code = otfp_time_bind(&w->shift, h, &w->clocks.shift, err);
	if (code == 0 && w->o->clocks)
		code = clocks_read(&w->clocks, w->o->clocks, h, err);
	if (code == 0 && w->o->rescale)
		code = bind_rescale(w, h, err);
	w->clocks.scale = w->scale;
	w->clocks.back = w->back;
	return code == 0 && w->o->inverse ? invert(&w->clocks, err) : code;
}

static int wrap_clocks(void *ctx, struct otfp_source **src, const struct otfp_read_options *given,
                       struct otfp_error *err)
{
	struct clocking_work *w = ctx;
	struct otfp_read_options o = *given;
	int code = w->known ? 0 : bind(w, otfp_source_header(*src), err);

	w->known = code == 0;
	w->refuses = code < 0;
	o.sort_memory = w->o->buffer;
	if (code == 0)
		return clocked_open(src, &w->clocks, &o, err);
	otfp_source_close(*src);
	*src = NULL;
	return code;
}

static int changes_times(const struct clocking *o)
{
	return o->shift || o->scale || o->rescale || o->clocks || o->causal;
}

static int wrap(void *ctx, struct otfp_source **src, const struct otfp_read_options *o, struct otfp_error *err)
{
	struct clocking_work *w = ctx;
	int code = w->failed.code;

	if (code)
		*err = w->failed;
	else if (w->o->write_clocks)
		w->refuses = (code = clocking_write(w, err)) < 0;
	if (code) {
		otfp_source_close(*src);
		*src = NULL;
	} else if (changes_times(w->o)) {
		code = wrap_clocks(w, src, o, err);
	}
	return code == 0 && w->o->match_messages ? matched_open(src, &w->matching, w->matches, &w->failed, err) : code;
}

/* ---- the run ---- */

/* The first record can change because of the last one, so all records are read before the run. If that fails, the run
 * reports it, also to the next stage of the pipe. @return 0, or 1, the exit status, after a message that there can be
 * no run */
static int read_before(struct clocking_work *w)
{
	int code = twice_begin(&w->twice, &w->pass, &w->failed);

	if (code == 0 && w->o->causal)
		code = clocking_run_causal(w);
	if (code == 0 && w->o->match_messages) {
		w->pass.read.wrap = changes_times(w->o) ? wrap_clocks : NULL;
		w->pass.read.wrap_ctx = w;
		code = clocking_run_match(w);
	}
	if (code == 0)
		w->failed.code = 0;
	code = twice_refuses(&w->twice);
	twice_release(&w->twice);
	return code;
}

static int begin(struct job *job, struct clocking_work *w)
{
	int status = parse(w);

	if (w->o->write_clocks)
		job->files[0] = &w->file;
	if (changes_times(w->o)) /* times become equal, and the order of their records is that of the whole stream */
		job->read.uncut = w->o->clocks  ? "--clocks" :
		                  w->o->scale   ? "--scale" :
		                  w->o->rescale ? "--rescale" :
		                                  NULL;
	job->read.need_times = changes_times(w->o); /* of the clock */
	if (w->o->causal || w->o->match_messages)
		job->read.whole = w->o->causal ? "--causal" : "--match-messages";
	if (status == 0)
		status = job_usage(job);
	if (status)
		return status;
	w->pass = *job;
	w->replaces = job_replaces(job);
	if ((w->o->causal || w->o->match_messages) && read_before(w))
		return 1;
	job->read.wrap = wrap;
	job->read.wrap_ctx = w;
	job->read.wrap_refuses = &w->refuses;
	return -1;
}

int clocking_begin(struct job *job, struct clocking *o)
{
	if (!(changes_times(o) || o->match_messages))
		return -1;
	o->work = calloc(1, sizeof *o->work);
	if (!o->work)
		return message_memory();
	o->work->o = o;
	return begin(job, o->work);
}

int clocking_end(struct clocking *o, int status)
{
	int left = 0;

	if (!o->work || o->work->failed.code || status > 1)
		return status;
	if (o->causal)
		left = clocking_report_causal(o->work);
	if (o->match_messages)
		clocking_report_match(o->work);
	return status ? status : left;
}

void clocking_release(struct clocking *o)
{
	if (!o->work)
		return;
	clocks_release(&o->work->clocks);
	clocking_release_causal(o->work);
	matching_release(&o->work->matching);
	otfp_sort_free(o->work->matches);
	free(o->work);
}
