/*
 * fuzz_otf2_write.c - bytes as frames that are written as an OTF2 archive: what was written comes back when it is read,
 * frame by frame, and what is refused is not there.
 *
 * A frame is a byte for its row, one for the location and the number of attributes, one for the time after the last
 * one; then its fields, the contents of texts and lists, and the attributes, each a number: a byte below 0xf0 is the
 * number itself, 0xff the greatest one, and others are followed by its 8 bytes.
 */
#include <sys/stat.h>
#include "otf2/archive.h"
#include "otf2/stored.h"
#include "otf2/values.h"
#include "otf2/write/writer.h"
#include "room.h"

enum { LOCATIONS = 2, NFILES = 2 * LOCATIONS + 2, MOST_CONTENTS = 300, MOST_WORDS = 4096 };

/* What was written to each file: events and snapshots of each location, definitions, markers. */
static struct file {
	uint64_t *words;
	size_t n, cap, at;
	uint64_t time;
} written[NFILES];

static uint64_t words[MOST_WORDS];
static size_t longest;

/* ---- bytes in ---- */

struct bytes {
	const uint8_t *p, *end;
};

static uint8_t byte(struct bytes *b)
{
	return b->p < b->end ? *b->p++ : 0;
}

static uint64_t number(struct bytes *b)
{
	const uint8_t first = byte(b);
	uint64_t v = 0;

	if (first < 0xf0 || first == 0xff)
		return first == 0xff ? UINT64_MAX : first;
	for (int i = 0; i < 8; i++)
		v |= (uint64_t)byte(b) << 8 * i;
	return v;
}

/* ---- numbers as records can have them ---- */

static uint64_t cut_value(uint64_t type, uint64_t v)
{
	switch (otfp_otf2_stored_value(type)) {
	case OTFP_OTF2_AS_U8: return (uint8_t)v;
	case OTFP_OTF2_AS_I8: return (uint64_t)(int64_t)(int8_t)v;
	case OTFP_OTF2_AS_U16: return (uint16_t)v;
	case OTFP_OTF2_AS_I16: return (uint64_t)(int64_t)(int16_t)v;
	case OTFP_OTF2_AS_S32: return (uint64_t)(int64_t)(int32_t)v;
	case OTFP_OTF2_AS_C32:
	case OTFP_OTF2_AS_F32: return (uint32_t)v;
	default: return v;
	}
}

static uint64_t cut(const struct otfp_otf2_field *field, uint64_t before, uint64_t v)
{
	return field->type.form == OTFP_OTF2_U8    ? (uint8_t)v :
	       field->type.form == OTFP_OTF2_U32   ? (uint32_t)v :
	       field->type.form == OTFP_OTF2_VALUE ? cut_value(before, v) :
	                                             v;
}

/* ---- frames ---- */

static size_t put_text(struct otfp_otf2_frame *f, size_t at, unsigned field, struct bytes *b)
{
	memset(words + at, 0, MOST_CONTENTS);
	for (uint64_t i = 0; i < f->f[field]; i++)
		((uint8_t *)(words + at))[i] = (uint8_t)(byte(b) + 1); /* 0xff is a NUL */
	return at + (f->f[field] + 7) / 8;
}

static size_t put_elements(struct otfp_otf2_frame *f, size_t at, const struct otfp_otf2_field *field, uint64_t n,
                           struct bytes *b)
{
	(void)f;
	for (uint64_t i = 0; i < n; i++) {
		if (field->tail == OTFP_OTF2_LIST)
			words[at++] = cut(field, 0, number(b));
		if (field->tail == OTFP_OTF2_PROPERTIES)
			words[at++] = byte(b);
		if (field->tail == OTFP_OTF2_LIST)
			continue;
		words[at++] = byte(b);
		words[at] = field->tail == OTFP_OTF2_METRICS ? number(b) : cut_value(words[at - 1], number(b));
		at++;
	}
	return at;
}

static size_t put_contents(struct otfp_otf2_frame *f, size_t at, struct bytes *b)
{
	const struct otfp_otf2_row *row = &otfp_otf2_rows[f->row];

	for (unsigned i = 0; i < row->nfields; i++)
		if (row->fields[i].tail == OTFP_OTF2_TEXT)
			at = put_text(f, at, i, b);
		else if (row->fields[i].tail)
			at = put_elements(f, at, &row->fields[i], f->f[i], b);
	return at;
}

static size_t put_tags(size_t at, unsigned n, struct bytes *b)
{
	for (unsigned i = 0; i < n; i++) {
		struct otfp_otf2_tag tag = {byte(b), byte(b), 0};
		tag.value = cut_value(tag.type, number(b));
		memcpy(words + at, &tag, sizeof tag);
		at += sizeof tag / sizeof *words;
	}
	return at;
}

static struct otfp_otf2_frame *make_frame(struct bytes *b, unsigned *location)
{
	struct otfp_otf2_frame *f = (void *)words;
	const struct otfp_otf2_row *row;
	uint8_t more;
	size_t at;

	f->row = byte(b) % OTFP_OTF2_NROWS;
	row = &otfp_otf2_rows[f->row];
	more = byte(b);
	*location = more % LOCATIONS;
	f->time = byte(b);
	f->ntags = row->kind == OTFP_OTF2_EVENT || row->kind == OTFP_OTF2_SNAP ? more / 4 % 4 : 0;
	for (unsigned i = 0; i < row->nfields; i++) {
		const uint64_t v = number(b);
		f->f[i] = row->fields[i].tail ? v % MOST_CONTENTS : cut(&row->fields[i], i ? f->f[i - 1] : 0, v);
	}
	at = put_contents(f, OTFP_OTF2_HEAD_WORDS + row->nfields, b);
	f->words = (uint32_t)put_tags(at, f->ntags, b);
	CHECK(f->words < MOST_WORDS && otfp_otf2_frame_is_sound(f, f->words));
	return f;
}

/* ---- out and in ---- */

static struct file *file_of(const struct otfp_otf2_frame *f, unsigned location)
{
	switch (otfp_otf2_rows[f->row].kind) {
	case OTFP_OTF2_EVENT: return &written[2 * location];
	case OTFP_OTF2_SNAP: return &written[2 * location + 1];
	case OTFP_OTF2_MARKER: return &written[NFILES - 1];
	default: return &written[NFILES - 2];
	}
}

static void note(struct file *file, const struct otfp_otf2_frame *f)
{
	if (file->n + f->words > file->cap) {
		file->cap = 2 * file->cap + f->words;
		file->words = realloc(file->words, file->cap * sizeof *file->words);
		CHECK(file->words);
	}
	memcpy(file->words + file->n, f, f->words * sizeof *file->words);
	file->n += f->words;
	longest = f->words > longest ? f->words : longest;
}

static void write_frame(struct otfp_otf2_writer *w, struct bytes *b)
{
	unsigned location;
	struct otfp_otf2_frame *f = make_frame(b, &location);
	struct file *file = file_of(f, location);
	int code;

	if (file < written + 2 * LOCATIONS) {
		f->time += file->time;
		code = otfp_otf2_writer_put(w, location, location, f);
		file->time = code == 0 ? f->time : file->time;
	} else {
		f->time = 0;
		code = otfp_otf2_writer_define(w, f, MOST_WORDS);
	}
	CHECK(code == 0 || strstr(err.text, "cannot be written"));
	if (code == 0)
		note(file, f);
}

static void write_archive(struct bytes *b)
{
	struct otfp_otf2_writer *w;

	CHECK(otfp_otf2_writer_open(&w, dir, "t", &err) == 0);
	while (b->p < b->end)
		write_frame(w, b);
	for (unsigned i = 0; i < LOCATIONS; i++)
		CHECK(otfp_otf2_writer_location(w, i, i, 1) == 0);
	CHECK(otfp_otf2_writer_end(w, &(struct otfp_otf2_anchor){.creator = "fuzz"}) == 0);
	otfp_otf2_writer_close(w);
}

static void compare(struct file *file, const uint64_t *p, size_t n)
{
	CHECK(n <= file->n - file->at && memcmp(file->words + file->at, p, n * sizeof *p) == 0);
	file->at += n;
}

static void read_archive(const char *path)
{
	static const uint64_t ids[LOCATIONS] = {0, 1};
	const struct otfp_read_options o = {0};
	const struct otfp_otf2_frame *f;
	struct otfp_otf2_reader *r;
	const uint64_t *p;
	size_t n;
	int code;

	CHECK(otfp_otf2_reader_open(&r, path, &o, &err) == 0);
	while ((code = otfp_otf2_reader_definition(r, &f)) == 0)
		compare(file_of(f, 0), (const uint64_t *)f, f->words);
	CHECK(code == OTFP_END);
	CHECK(otfp_otf2_reader_select(r, ids, NULL, LOCATIONS) == 0);
	for (unsigned i = 0; i < LOCATIONS; i++) {
		while ((code = otfp_otf2_reader_snaps(r, i, &p, &n)) == 0)
			compare(&written[2 * i + 1], p, n);
		CHECK(code == OTFP_END);
		while ((code = otfp_otf2_reader_events(r, i, &p, &n)) == 0)
			compare(&written[2 * i], p, n);
		CHECK(code == OTFP_END);
	}
	otfp_otf2_reader_close(r);
	for (unsigned i = 0; i < NFILES; i++)
		CHECK(written[i].at == written[i].n);
}

static void remove_files(void)
{
	static const char *const files[] = {"t/0.def", "t/0.evt", "t/0.snap", "t/1.def", "t/1.evt", "t/1.snap"};
	char path[128];

	for (unsigned i = 0; i < sizeof files / sizeof *files; i++) {
		snprintf(path, sizeof path, "%s/%s", dir, files[i]);
		unlink(path);
	}
	snprintf(path, sizeof path, "%s/t", dir);
	rmdir(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes b = {data, data + size};
	char path[128];

	make_room();
	for (unsigned i = 0; i < NFILES; i++)
		written[i].n = written[i].at = written[i].time = 0;
	write_archive(&b);
	snprintf(path, sizeof path, "%s/t.otf2", dir);
	read_archive(path);
	remove_files();
	return 0;
}
