#include "cmd/picture/labels.h"
#include "cmd/text/safe.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>

enum { PREFIX_LEAST = 4, SHOWN = 90 /* bytes of a prefix */ };

static size_t common_of(struct otfp_str a, struct otfp_str b, size_t most)
{
	size_t n = 0;

	while (n < most && n < a.n && n < b.n && a.p[n] == b.p[n])
		n++;
	return n;
}

void labels_add(struct label_list *l, struct otfp_str label)
{
	if (!l->n)
		*l = (struct label_list){.first = label, .common = label.n, .shortest = label.n};
	l->n++;
	l->common = common_of(l->first, label, l->common);
	l->shortest = label.n < l->shortest ? label.n : l->shortest;
	l->widest = fmax(l->widest, name_width(label, LABEL_SIZE));
}

/* A word, a number or a character is not cut. */
static int is_inside(const struct label_list *l, size_t n)
{
	const unsigned char c = (unsigned char)l->first.p[n - 1];

	return isalnum(c) || c >= 0x80 || n == l->shortest;
}

size_t labels_prefix(const struct label_list *l, double room)
{
	size_t n = l->n > 1 && l->widest > room ? l->common : 0;

	while (n && is_inside(l, n))
		n--;
	return n < PREFIX_LEAST ? 0 : n;
}

struct otfp_str labels_rest(struct otfp_str label, size_t prefix)
{
	return prefix < label.n ? (struct otfp_str){label.p + prefix, label.n - (uint32_t)prefix} : label;
}

void labels_note(const struct label_list *l, size_t prefix, const char *what, char text[LABEL_NOTE])
{
	struct otfp_buf b = OTFP_BUF_INIT;

	if (short_add(&b, (struct otfp_str){l->first.p, (uint32_t)prefix}, SHOWN) < 0)
		b.n = 0;
	snprintf(text, LABEL_NOTE, "The names of all %s begin with \"%.*s\"", what, (int)b.n, b.p ? b.p : "");
	otfp_buf_release(&b);
}

size_t labels_caption(struct caption *caption, struct label_note *note, const struct otfp_str *labels, size_t n,
                      const char *what, double room)
{
	struct label_list all = {0};
	size_t prefix;

	for (size_t i = 0; i < n; i++)
		labels_add(&all, labels[i]);
	prefix = labels_prefix(&all, room);
	if (!prefix)
		return 0;
	labels_note(&all, prefix, what, note->text);
	for (size_t i = 0; i < caption->nnotes; i++)
		note->all[i] = caption->notes[i];
	note->all[caption->nnotes++] = note->text;
	caption->notes = note->all;
	return prefix;
}
