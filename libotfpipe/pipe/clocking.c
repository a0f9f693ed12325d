/* clocking.c - otf-remap: options for other times, and how a job comes to read its sources by them. */
#include "pipe/clocking.h"
#include "pipe/clocked.h"
#include "pipe/reading.h"
#include <stdlib.h>
#include <string.h>

#define AT(member) offsetof(struct otfp_clocking, member)
const struct otfp_option otfp_clocking_options[] = {
	{0, "shift", "TIME", "all times later by TIME: ticks, 1.5s 10ms 3us 7ns; -TIME: earlier", OTFP_OPT_STRING, 0,
         AT(shift)},
	{0, "scale", "FACTOR", "all times by FACTOR: 2, 0.999, 3/4; before the shift", OTFP_OPT_STRING, 0, AT(scale)},
	{0, "clocks", "FILE", "by lines PROCESS TIME NEWTIME, linear between them; before the factor", OTFP_OPT_STRING,
         0, AT(clocks)},
	{0, NULL, NULL, NULL, OTFP_OPT_FLAG, 0, 0},
};
#undef AT

/* ---- what the options say ---- */

static int parse(struct otfp_clocking_work *w)
{
	const char *shift = w->o->shift;
	struct otfp_error err;

	w->back = shift && *shift == '-';
	if (shift && otfp_time_parse(&w->shift, shift + (*shift == '-' || *shift == '+'), "--shift", &err) < 0)
		return otfp_usage("%s", err.text);
	if (w->o->scale && otfp_ratio_parse(&w->scale, w->o->scale) < 0)
		return otfp_usage("--scale: bad factor '%.200s': want a number above 0, or A/B", w->o->scale);
	return 0;
}

static int turn(struct otfp_clocks *c, struct otfp_error *err)
{
	size_t bad;

	c->turned = 1;
	for (size_t i = 0; i < c->n; i++)
		if ((bad = otfp_clock_turn(&c->own[i])))
			return otfp_fail(err, OTFP_EUSAGE,
			                 "--inverse: the clock of process %u stands still before its %zu. line",
			                 c->processes[i], bad);
	if ((bad = otfp_clock_turn(&c->others)))
		return otfp_fail(err, OTFP_EUSAGE, "--inverse: the clock of * stands still before its %zu. line", bad);
	return 0;
}

/* Times in seconds are known with the first header. */
static int bind(struct otfp_clocking_work *w, const struct otfp_header *h, struct otfp_error *err)
{
	int code = 0;

	if (w->o->shift)
		code = otfp_time_bind(&w->shift, h, &w->clocks.shift, err);
	if (code == 0 && w->o->clocks)
		code = otfp_clocks_read(&w->clocks, w->o->clocks, h, err);
	w->clocks.scale = w->scale;
	w->clocks.back = w->back;
	return code == 0 && w->o->inverse ? turn(&w->clocks, err) : code;
}

static int wrap(void *ctx, struct otfp_source **src, const struct otfp_read_options *given, struct otfp_error *err)
{
	struct otfp_clocking_work *w = ctx;
	struct otfp_read_options o = *given;
	int code = w->known ? 0 : bind(w, otfp_source_header(*src), err);

	w->known = code == 0;
	o.sort_memory = w->o->buffer;
	if (code == 0)
		return otfp_clocked_open(src, &w->clocks, &o, err);
	otfp_source_close(*src);
	*src = NULL;
	return code;
}

/* ---- the run ---- */

static int refuse(const struct otfp_clocking *o)
{
	(void)o;
	return 0;
}

int otfp_clocking_begin(struct otfp_job *job, struct otfp_clocking *o)
{
	struct otfp_clocking_work *w;
	int status = refuse(o);

	if (status || !(o->shift || o->scale || o->clocks))
		return status ? status : -1;
	w = o->work = calloc(1, sizeof *w);
	if (!w) {
		otfp_message("out of memory");
		return 1;
	}
	w->o = o;
	status = parse(w);
	job->wrap = wrap;
	job->wrap_ctx = w;
	return status ? status : -1;
}

int otfp_clocking_end(struct otfp_clocking *o, int status)
{
	(void)o;
	return status;
}

void otfp_clocking_release(struct otfp_clocking *o)
{
	if (o->work)
		otfp_clocks_release(&o->work->clocks);
	free(o->work);
}
