/* paper.c - the file of a picture, its title and its caption. */
#include "cmd/draw/draw.h"
#include "cmd/text/message.h"
#include "cmd/text/safe.h"
#include "cmd/text/signals.h"

int draw_open(struct draw *d, struct otfp_error *err)
{
	const unsigned flags =
		(d->o->force ? OTFP_NEWFILE_REPLACE : 0u) | (d->canvas.form == PICTURE_SVG ? 0u : OTFP_NEWFILE_BINARY);

	if (d->is_open)
		return 0;
	d->is_open = 1;
	return otfp_newfile_open(&d->file, d->o->output ? d->o->output : "-", flags, signal_came, err);
}

void draw_warn_empty(struct draw *d, uint64_t events, const char *what, uint64_t n)
{
	if (n || (!events && d->o->select.time))
		return;
	message_warning("there is no %s to draw: the picture is empty", events ? what : "event");
	d->is_odd = 1;
}

struct otfp_str draw_name(const struct draw_source *s)
{
	const struct job_sources *read = &s->job.read;
	const char *name = read->nsources ? read->sources[0] : "-", *end = name + strlen(name), *base;

	if (strcmp(name, "-") == 0)
		return (struct otfp_str){"standard input", 14};
	while (end > name + 1 && end[-1] == '/')
		end--;
	for (base = end; base > name && base[-1] != '/';)
		base--;
	return (struct otfp_str){base, (size_t)(end - base)};
}

static int add_title(struct draw *d)
{
	if (d->o->title)
		return otfp_buf_puts(&d->title, d->o->title);
	for (unsigned i = 0; i < d->nsources; i++) {
		const struct otfp_str name = draw_name(&d->sources[i]);
		if (otfp_buf_puts(&d->title, i ? " and " : "") < 0 || otfp_buf_add(&d->title, name.p, name.n) < 0)
			return -1;
	}
	return 0;
}

static int add_term(struct otfp_buf *b, const char *what, const char *text)
{
	if (!text)
		return 0;
	if (otfp_buf_printf(b, "; %s ", what) < 0)
		return -1;
	return short_add(b, (struct otfp_str){text, strlen(text)}, NAME_LONG);
}

int draw_caption(struct draw *d, const char *text)
{
	const struct selection *sel = &d->o->select;
	struct otfp_buf *b = &d->subtitle;

	d->title.n = b->n = 0;
	if (add_title(d) < 0 || otfp_buf_puts(b, text) < 0 ||
	    add_term(b, "processes", sel->process ? otfp_set_text(sel->process) : NULL) < 0 ||
	    add_term(b, "streams", sel->stream ? otfp_set_text(sel->stream) : NULL) < 0 ||
	    add_term(b, "records", sel->record) < 0)
		return -1;
	return sel->part.parts ? otfp_buf_printf(b, "; part %u of %u", sel->part.part, sel->part.parts) : 0;
}
