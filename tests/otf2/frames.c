/*
 * frames.c - print all frames of an OTF2 archive, one a line: location, record, time, fields, attributes.
 *
 *     frames ARCHIVE.otf2            everything
 *     frames -n ARCHIVE.otf2         nothing: only read
 *     frames ARCHIVE.otf2 DIR NAME   write a copy NAME into the directory DIR
 *     frames ARCHIVE.otf2 DIR NAME Record.field=number...
 *                                    the same, with these numbers in all of these records; Snap stands before the names
 *                                    of those of snapshots
 *
 * Locations are read in turn, a chunk at a time.
 */
#include "otf2/archive.h"
#include "otf2/write/writer.h"
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct list {
	uint64_t *ids, *events;
	unsigned n;
};

static int is_silent;

static void print_text(const char *p, uint64_t n)
{
	putchar('"');
	for (uint64_t i = 0; i < n; i++)
		printf(p[i] > 0x20 && p[i] < 0x7f && p[i] != '"' && p[i] != '\\' ? "%c" : "\\x%02x",
		       (unsigned char)p[i]);
	putchar('"');
}

static void print_field(const struct otfp_otf2_frame *f, const struct otfp_otf2_field *field, unsigned i)
{
	const uint64_t *p = field->tail ? otfp_otf2_contents(f, i) : NULL;

	printf(" %s=", field->name);
	if (field->tail == OTFP_OTF2_TEXT)
		print_text((const char *)p, f->f[i]);
	else if (!field->tail)
		printf("%" PRIu64, f->f[i]);
	else
		for (uint64_t k = 0; k < f->f[i] * otfp_otf2_element_words[field->tail]; k++)
			printf("%s%" PRIu64, k ? "," : "", p[k]);
}

static void print_frame(const struct otfp_otf2_frame *f)
{
	const struct otfp_otf2_row *row = &otfp_otf2_rows[f->row];

	if (is_silent)
		return;
	printf("%s", row->name);
	if (row->kind == OTFP_OTF2_EVENT || row->kind == OTFP_OTF2_SNAP)
		printf(" %" PRIu64, f->time);
	for (unsigned i = 0; i < row->nfields; i++)
		print_field(f, &row->fields[i], i);
	for (unsigned i = 0; i < f->ntags; i++)
		printf(" {%" PRIu32 " %" PRIu32 " %" PRIu64 "}", otfp_otf2_tags(f)[i].attribute,
		       otfp_otf2_tags(f)[i].type, otfp_otf2_tags(f)[i].value);
	putchar('\n');
}

static void print_frames(uint64_t location, const uint64_t *p, size_t words)
{
	for (size_t at = 0; at < words; at += ((const struct otfp_otf2_frame *)(p + at))->words) {
		if (!is_silent)
			printf("%" PRIu64 ": ", location);
		print_frame((const struct otfp_otf2_frame *)(p + at));
	}
}

static void add_location(struct list *l, const struct otfp_otf2_frame *f)
{
	l->ids = realloc(l->ids, (l->n + 1) * sizeof *l->ids);
	l->events = realloc(l->events, (l->n + 1) * sizeof *l->events);
	l->ids[l->n] = OTFP_OTF2_F(f, Location, self);
	l->events[l->n++] = OTFP_OTF2_F(f, Location, numberOfEvents);
}

static void print_anchor(const struct otfp_otf2_anchor *a)
{
	printf("version %u.%u.%u trace %" PRIu64 " snapshots %" PRIu64 " thumbnails %" PRIu64 "\n", a->version[0],
	       a->version[1], a->version[2], a->trace_id, a->nsnapshots, a->nthumbnails);
	printf("creator %s\ndescription %s\nmachine %s\n", a->creator, a->description, a->machine);
	for (unsigned i = 0; i < a->nproperties; i++)
		printf("property %s=%s\n", a->names[i], a->values[i]);
}

static int print_events(struct otfp_otf2_reader *r, const struct list *l)
{
	const uint64_t *p;
	size_t words;
	unsigned over = 0;
	int code = 0;

	while (over < l->n && code >= 0) {
		over = 0;
		for (unsigned i = 0; i < l->n && code >= 0; i++) {
			code = otfp_otf2_reader_events(r, i, &p, &words);
			if (code == 0)
				print_frames(l->ids[i], p, words);
			over += code == 1;
		}
	}
	return code < 0 ? code : 0;
}

static int print_locations(struct otfp_otf2_reader *r, const struct list *l)
{
	const uint64_t *p;
	size_t words;
	int code = otfp_otf2_reader_select(r, l->ids, l->events, l->n);

	for (unsigned i = 0; i < l->n && code >= 0; i++) {
		code = otfp_otf2_reader_locals(r, i, &p, &words);
		if (code == 0)
			print_frames(l->ids[i], p, words);
		while (code >= 0 && (code = otfp_otf2_reader_snaps(r, i, &p, &words)) == 0)
			print_frames(l->ids[i], p, words);
	}
	return code < 0 ? code : print_events(r, l);
}

/* ---- a copy ---- */

struct copy {
	struct otfp_otf2_reader *r;
	struct otfp_otf2_writer *w;
	uint64_t *p; /* definitions */
	size_t n, longest;
	uint64_t *events; /* of one answer */
	int has_snaps;
	char **changes; /* Record.field=number, NULL at the end */
};

/* A field that gets another number. */
struct change {
	unsigned row, field;
	uint64_t number;
};

static int is_word(const char *text, size_t n, const char *word)
{
	return strlen(word) == n && memcmp(text, word, n) == 0;
}

/* Parse Record.field=number. @return 0, or -1 if there is no such field */
static int parse_change(const char *text, struct change *c)
{
	const char *dot = strchr(text, '.'), *is = dot ? strchr(dot, '=') : NULL;

	for (c->row = 0; is && c->row < OTFP_OTF2_NROWS; c->row++) {
		const struct otfp_otf2_row *row = &otfp_otf2_rows[c->row];
		const size_t snap = row->kind == OTFP_OTF2_SNAP && strncmp(text, "Snap", 4) == 0 ? 4 : 0;

		if ((row->kind == OTFP_OTF2_SNAP && !snap) ||
		    !is_word(text + snap, (size_t)(dot - text) - snap, row->name))
			continue;
		c->number = strtoull(is + 1, NULL, 10);
		for (c->field = 0; c->field < row->nfields; c->field++)
			if (is_word(dot + 1, (size_t)(is - dot - 1), row->fields[c->field].name))
				return 0;
	}
	return -1;
}

static void change_frames(const struct copy *c, uint64_t *p, size_t words)
{
	struct change change;

	for (char **text = c->changes; *text; text++) {
		if (parse_change(*text, &change) < 0) {
			fprintf(stderr, "frames: %s: no such field\n", *text);
			exit(1);
		}
		for (size_t at = 0; at < words; at += ((struct otfp_otf2_frame *)(p + at))->words)
			if (((struct otfp_otf2_frame *)(p + at))->row == change.row)
				((struct otfp_otf2_frame *)(p + at))->f[change.field] = change.number;
	}
}

static void add_definition(struct copy *c, const struct otfp_otf2_frame *f)
{
	c->p = realloc(c->p, (c->n + f->words) * sizeof *c->p);
	memcpy(c->p + c->n, f, f->words * sizeof *c->p);
	change_frames(c, c->p + c->n, f->words);
	c->n += f->words;
	c->longest = f->words > c->longest ? f->words : c->longest;
}

static int copy_frames(struct copy *c, unsigned i, uint64_t id, int snaps)
{
	const struct otfp_otf2_frame *f;
	const uint64_t *p;
	size_t words;
	int code = 0;

	while (code == 0 && (code = snaps ? otfp_otf2_reader_snaps(c->r, i, &p, &words) :
	                                    otfp_otf2_reader_events(c->r, i, &p, &words)) == 0) {
		c->events = realloc(c->events, words * sizeof *c->events);
		memcpy(c->events, p, words * sizeof *c->events);
		change_frames(c, c->events, words);
		for (size_t at = 0; at < words && code == 0; at += f->words) {
			f = (const void *)(c->events + at);
			code = otfp_otf2_writer_put(c->w, i, id, f);
		}
	}
	return code < 0 ? code : 0;
}

static int copy_location(struct copy *c, unsigned i, uint64_t id)
{
	int code = copy_frames(c, i, id, 0);

	if (code == 0 && c->has_snaps)
		code = copy_frames(c, i, id, 1);
	return code < 0 ? code : otfp_otf2_writer_location(c->w, i, id, c->has_snaps);
}

static int copy_definitions(struct copy *c)
{
	const struct otfp_otf2_frame *f;
	int code = 0;

	for (size_t at = 0; at < c->n && code == 0; at += f->words) {
		f = (const void *)(c->p + at);
		code = otfp_otf2_writer_define(c->w, f, c->longest);
	}
	return code;
}

/* argv: DIR, NAME, changes */
static int copy_archive(struct otfp_otf2_reader *r, char **argv, struct otfp_error *err)
{
	const struct otfp_otf2_frame *f;
	struct list l = {NULL, NULL, 0};
	struct copy c = {.r = r, .changes = argv + 2, .has_snaps = otfp_otf2_reader_anchor(r)->nsnapshots != 0};
	int code;

	while ((code = otfp_otf2_reader_definition(r, &f)) == 0) {
		add_definition(&c, f);
		if (f->row == OTFP_OTF2_Location)
			add_location(&l, f);
	}
	if (code > 0)
		code = otfp_otf2_reader_select(r, l.ids, l.events, l.n);
	if (code == 0)
		code = otfp_otf2_writer_open(&c.w, argv[0], argv[1], err);
	for (unsigned i = 0; i < l.n && code == 0; i++)
		code = copy_location(&c, i, l.ids[i]);
	if (code == 0)
		code = copy_definitions(&c);
	if (code == 0)
		code = otfp_otf2_writer_end(c.w, otfp_otf2_reader_anchor(r));
	otfp_otf2_writer_close(c.w);
	free(l.ids);
	free(l.events);
	free(c.p);
	free(c.events);
	return code;
}

static int print_archive(struct otfp_otf2_reader *r)
{
	const struct otfp_otf2_frame *f;
	struct list l = {NULL, NULL, 0};
	int code;

	if (!is_silent)
		print_anchor(otfp_otf2_reader_anchor(r));
	while ((code = otfp_otf2_reader_definition(r, &f)) == 0) {
		print_frame(f);
		if (f->row == OTFP_OTF2_Location)
			add_location(&l, f);
	}
	if (code > 0)
		code = print_locations(r, &l);
	free(l.ids);
	free(l.events);
	return code;
}

int main(int argc, char **argv)
{
	struct otfp_otf2_reader *r;
	struct otfp_error err;
	int code;

	signal(SIGXFSZ, SIG_IGN); /* a file that is too large is an error */
	is_silent = argc == 3 && strcmp(argv[1], "-n") == 0;
	if (argc != 2 + is_silent && argc < 4)
		return 2;
	code = otfp_otf2_reader_open(&r, argv[1 + is_silent], NULL, &err);
	if (code == 0)
		code = argc > 3 ? copy_archive(r, argv + 2, &err) : print_archive(r);
	otfp_otf2_reader_close(r);
	if (code < 0)
		fprintf(stderr, "frames: %s\n", err.text);
	return code < 0;
}
