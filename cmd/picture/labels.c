#include "cmd/picture/labels.h"
#include "cmd/text/safe.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>

enum { LEAST = 4, SHOWN = 90 /* bytes of what is left out */ };

static size_t common_of(struct otfp_str a, struct otfp_str b, size_t most)
{
	size_t n = 0;

	while (n < most && n < a.n && n < b.n && a.p[n] == b.p[n])
		n++;
	return n;
}

static size_t common_end(struct otfp_str a, struct otfp_str b, size_t most)
{
	size_t n = 0;

	while (n < most && n < a.n && n < b.n && a.p[a.n - n - 1] == b.p[b.n - n - 1])
		n++;
	return n;
}

void labels_add(struct label_list *l, struct otfp_str label)
{
	if (!l->n)
		*l = (struct label_list){.first = label, .common = label.n, .tail = label.n, .shortest = label.n};
	l->n++;
	l->common = common_of(l->first, label, l->common);
	l->tail = common_end(l->first, label, l->tail);
	l->shortest = label.n < l->shortest ? label.n : l->shortest;
	l->widest = fmax(l->widest, name_width(label, LABEL_SIZE));
}

/* A word, a number or a character is not cut. */
static int is_word(char byte)
{
	const unsigned char c = (unsigned char)byte;

	return isalnum(c) || c >= 0x80;
}

struct label_ends labels_ends(const struct label_list *l, double room)
{
	const char *name = l->first.p;
	struct label_ends ends = {0};

	if (l->n < 2 || l->widest <= room)
		return ends;
	ends.head = l->common;
	while (ends.head && (is_word(name[ends.head - 1]) || ends.head == l->shortest))
		ends.head--;
	ends.head = ends.head < LEAST ? 0 : ends.head;
	ends.tail = l->tail;
	while (ends.tail && (is_word(name[l->first.n - ends.tail]) || ends.head + ends.tail >= l->shortest))
		ends.tail--;
	ends.tail = ends.tail < LEAST ? 0 : ends.tail;
	return ends;
}

struct otfp_str labels_rest(struct otfp_str label, struct label_ends ends)
{
	if (ends.head + ends.tail >= label.n)
		return label;
	return (struct otfp_str){label.p + ends.head, label.n - ends.head - ends.tail};
}

/* Where a label differs from those beside it, in whole words: what it shares with one of them is before and after. */
static struct label_ends shared_ends(struct otfp_str label, const struct otfp_str near[2])
{
	struct label_ends ends = {0};

	for (unsigned i = 0; i < 2; i++) {
		const size_t head = common_of(label, near[i], label.n), tail = common_end(label, near[i], label.n);
		ends.head = head > ends.head ? head : ends.head;
		ends.tail = tail > ends.tail ? tail : ends.tail;
	}
	while (ends.head && is_word(label.p[ends.head - 1]))
		ends.head--;
	while (ends.tail && is_word(label.p[label.n - ends.tail]))
		ends.tail--;
	return ends;
}

/* Append what fits of a label between its first and its last bytes that others share. */
static int add_core(struct otfp_buf *b, const struct font *font, struct otfp_str label, struct label_ends ends)
{
	static const char dots[] = "\xe2\x80\xa6";
	const double mark = text_width((struct otfp_str){dots, 3}, font->size);
	const struct otfp_str start = {label.p, ends.head},
			      core = {label.p + ends.head, label.n - ends.head - ends.tail};
	const double room = font->most - text_width(core, font->size) - 2 * mark;
	const size_t before = text_fits(start, font->size, fmax(room, 0) * 0.6, 1),
		     head = text_fits((struct otfp_str){label.p, ends.head - before}, font->size, fmax(room, 0) * 0.4,
	                              0);

	if (otfp_buf_add(b, label.p, head) < 0 || otfp_buf_puts(b, dots) < 0 ||
	    otfp_buf_add(b, core.p - before, core.n + before) < 0)
		return -1;
	return otfp_buf_puts(b, dots);
}

void labels_draw(struct canvas *c, struct spot at, const struct font *font, struct otfp_str label,
                 const struct otfp_str near[2])
{
	const struct label_ends ends = shared_ends(label, near);
	struct otfp_buf b = OTFP_BUF_INIT;

	/* without an end that is shared, the end of the label is what is kept of it in any case */
	if (name_width(label, font->size) <= font->most || ends.tail < LEAST || ends.head + ends.tail >= label.n) {
		canvas_text(c, at.x, at.y, font, c->theme->text, label);
		return;
	}
	if (add_core(&b, font, label, ends) < 0)
		pen_fail(&c->pen);
	canvas_text(c, at.x, at.y, font, c->theme->text, (struct otfp_str){b.p, b.n});
	otfp_buf_release(&b);
}

/* ---- the note ---- */

void labels_note(const struct label_list *l, struct label_ends ends, const char *what, char text[LABEL_NOTE])
{
	struct otfp_buf b = OTFP_BUF_INIT;
	int rc = otfp_buf_printf(&b, "The names of all %s%s", what, ends.head ? " begin with \"" : "");

	if (rc == 0 && ends.head)
		rc = short_add(&b, (struct otfp_str){l->first.p, ends.head}, SHOWN) < 0 ? -1 : otfp_buf_puts(&b, "\"");
	if (rc == 0 && ends.tail)
		rc = otfp_buf_puts(&b, ends.head ? " and end with \"" : " end with \"");
	if (rc == 0 && ends.tail)
		rc = short_add(&b, (struct otfp_str){l->first.p + l->first.n - ends.tail, ends.tail}, SHOWN) < 0 ?
		             -1 :
		             otfp_buf_puts(&b, "\"");
	snprintf(text, LABEL_NOTE, "%.*s", rc < 0 ? 0 : (int)b.n, b.p ? b.p : "");
	otfp_buf_release(&b);
}

struct label_ends labels_caption(struct caption *caption, struct label_note *note, const struct otfp_str *labels,
                                 size_t n, const char *what, double room)
{
	struct label_list all = {0};
	struct label_ends ends;

	for (size_t i = 0; i < n; i++)
		labels_add(&all, labels[i]);
	ends = labels_ends(&all, room);
	if (!ends.head && !ends.tail)
		return ends;
	labels_note(&all, ends, what, note->text);
	for (size_t i = 0; i < caption->nnotes; i++)
		note->all[i] = caption->notes[i];
	note->all[caption->nnotes++] = note->text;
	caption->notes = note->all;
	return ends;
}
