/* run.c - otf-draw: the usage, the output file, and what all its pictures share. */
#include "cmd/draw/run.h"
#include "base/human.h"
#include "base/set.h"
#include "cmd/draw/draw.h"
#include "cmd/text/message.h"
#include "cmd/text/signals.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { WIDTH = 1200, MATRIX_WIDTH = 960 };

/* ---- the form and the size ---- */

/* The form by the end of a name. @return SVG if there is none */
static enum picture_form form_of(const char *name)
{
	const char *end = name ? strrchr(name, '.') : NULL;

	for (unsigned i = 0; end && picture_word(i); i++)
		if (strcasecmp(end + 1, picture_word(i)) == 0)
			return (enum picture_form)i;
	return PICTURE_SVG;
}

/* @return 0, or 2 after it printed the usage error */
static int check_form(const struct draw *d)
{
	const char *name = d->o->output, *end = name ? strrchr(name, '.') : NULL;

	if (!d->o->form && end && !strchr(end, '/') && form_of(name) == PICTURE_SVG && strcasecmp(end, ".svg") != 0)
		return message_usage("'%s': the name does not say which form; give --format svg, png or pdf", name);
	if (!picture_can(d->canvas.form))
		return message_usage("%s needs cairo, which this build does not have; only svg is possible",
		                     picture_word(d->canvas.form));
	return 0;
}

/* The value of an option with an optional word. @return its number, the default 1 for ""; 0 = not given, -1 = unknown
 */
static int word_number(const char *value, word_fn *word)
{
	if (!value)
		return 0;
	return *value ? word_find(word, value, strlen(value)) + 1 : 1;
}

/* One kind of picture, and options that it has. @return 0, or 2 after it printed the usage error */
static int check_kind(struct draw_options *o)
{
	o->profile = word_number(o->profile_word, draw_bars_word);
	o->matrix = word_number(o->matrix_word, draw_matrix_word);
	if (o->profile_word && !o->profile)
		return word_usage("--profile", draw_bars_word, o->profile_word, strlen(o->profile_word));
	if (o->matrix_word && !o->matrix)
		return word_usage("--matrix", draw_matrix_word, o->matrix_word, strlen(o->matrix_word));
	if (o->timeline + (o->profile != 0) + (o->matrix != 0) + o->flame > 1)
		return message_usage("give one of --timeline, --profile, --matrix and --flame");
	if (o->counter && (o->profile || o->matrix || o->flame))
		return message_usage("--counter is for timelines, or alone");
	if ((o->profile || o->matrix || o->flame) && (o->messages || o->most_given || o->depth || o->is_absolute))
		return message_usage("--messages, --max-messages, --depth and --absolute are for timelines only");
	if (o->counter && !o->timeline && (o->by || o->messages || o->most_given || o->depth))
		return message_usage(
			"--by, --messages, --max-messages and --depth are for timelines: give --timeline, too");
	if (o->messages == DRAW_NONE && o->most_given)
		return message_usage("--messages none and --max-messages exclude each other");
	if (o->matrix == DRAW_EXCESS && o->select.record)
		return message_usage("--matrix=excess needs all records: leave out --record");
	if (o->by && (o->matrix || o->profile == DRAW_BARS_GROUP))
		return message_usage("--by does not apply to this picture");
	return 0;
}

static int check_size(const struct draw_options *o)
{
	if (o->width_given && o->width < PICTURE_LEAST)
		return message_usage("--width: at least %d pixels", PICTURE_LEAST);
	if (o->height_given && o->height < PICTURE_LEAST)
		return message_usage("--height: at least %d pixels", PICTURE_LEAST);
	return 0;
}

static void take_canvas(struct draw *d)
{
	const struct draw_options *o = d->o;

	d->canvas.form = o->form ? (enum picture_form)(o->form - 1) : form_of(o->output);
	d->canvas.is_dark = o->is_dark;
	d->canvas.colors = &d->colors;
	d->canvas.width = o->matrix ? MATRIX_WIDTH : WIDTH;
	if (o->width_given)
		d->canvas.width = o->width;
	d->canvas.height = o->height_given ? o->height : 0;
}

/* ---- the sources ---- */

/* @return 0, or 2 after it printed the usage error */
static int split_sources(struct draw *d)
{
	const struct draw_options *o = d->o;
	struct job_sources one;
	unsigned at = 0, n, most = o->profile || o->matrix || o->flame || o->counter ? 1 : TIMELINES_MOST;

	do {
		n = job_trace(d->job, at, &one);
		if (d->nsources == most)
			return message_usage(most == 1 ? "this picture is of one trace; join several with otf-cat" :
			                                 "at most two traces; join more with otf-cat");
		d->sources[d->nsources] = (struct draw_source){.d = d, .job = *d->job};
		d->sources[d->nsources++].job.read = one;
		at += n;
	} while (n && at < (unsigned)d->job->read.nsources);
	if (d->nsources > 1 && strcmp(d->job->read.sources[0], "-") == 0 &&
	    strcmp(d->sources[1].job.read.sources[0], "-") == 0)
		return message_usage("standard input can be named once only");
	return 0;
}

/* @return as split_sources */
static int check_inside(const struct draw_options *o)
{
	if (o->nth_given && o->nth == 0)
		return message_usage("--nth: calls are counted from 1");
	return 0;
}

/* ---- all ---- */

static void release(struct draw *d)
{
	for (unsigned i = 0; i < d->nsources; i++)
		draw_source_release(&d->sources[i]);
	otfp_curves_release(&d->curves);
	otfp_newfile_release(&d->file);
	otfp_buf_release(&d->title);
	otfp_buf_release(&d->subtitle);
	otfp_buf_release(&d->note);
	colors_release(&d->colors);
	free(d);
}

int draw_run(struct job *job, void *own)
{
	struct draw_options *o = own;
	struct draw *d = calloc(1, sizeof *d);
	int status;

	if (!d)
		return message_memory();
	d->job = job;
	d->o = o;
	d->show.select = &o->select;
	job->read.part = o->select.part;
	job->read.whole = "a picture";
	job->write.count_only = job->write.whole = 1;
	job->write.prints = !o->output;
	status = check_kind(o) || check_inside(o) ? 2 : 0;
	take_canvas(d);
	if (status == 0)
		status = check_form(d) || check_size(o) || split_sources(d) ? 2 : job_usage(job);
	if (status == 0)
		status = o->profile || o->matrix || o->flame ? draw_sums(d) : draw_timeline(d);
	if (status == 0 && d->is_odd && job->common->strict)
		status = 1;
	release(d);
	return status;
}

void draw_release(void *own)
{
	struct draw_options *o = own;

	selection_release(&o->select);
	otfp_set_free(o->counter);
	otfp_set_free(o->inside);
}
