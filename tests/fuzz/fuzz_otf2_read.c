/*
 * fuzz_otf2_read.c - bytes as the files of an OTF2 archive: whatever they are, each frame that is read fills its words,
 * and all of it can be looked at; what is read twice is the same, with few descriptors, too.
 *
 * An input is a list of files: a byte that chooses one of `files`, three for the number of its bytes, least significant
 * first, and these bytes. An archive without anchor file gets a plain one.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <sys/stat.h>
#include "room.h"
#include "otf2/archive.h"

/* MOST_DAMAGES: of a file, one a chunk */
enum { LOCATIONS = 2, HEAD = 4, FILES = 9, MOST_DAMAGES = 64 };

static const char *const files[FILES] = {"t.otf2",  "t.def",   "t/0.def",  "t/0.evt", "t/0.snap",
                                         "t/1.def", "t/1.evt", "t/1.snap", "t.marker"};
static const uint8_t anchor[] = "\3BOTF2\0\3\2\3\0\2\0\0\4\0\0\0\0\0\0\0\4\0\0\0\0\0\1\1"
				"\2\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1\2\3\4\5\6\7\10\1\0\0\0\0\0\0\0\2\1";

/* ---- the files ---- */

static void write_file(const char *name, const void *p, size_t n)
{
	char path[128];
	int fd;

	snprintf(path, sizeof path, "%s/%s", dir, name);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	CHECK(fd >= 0 && write(fd, p, n) == (ssize_t)n);
	close(fd);
}

static void remove_files(void)
{
	char path[128];

	for (unsigned i = 0; i < FILES; i++) {
		snprintf(path, sizeof path, "%s/%s", dir, files[i]);
		unlink(path);
	}
	snprintf(path, sizeof path, "%s/t", dir);
	rmdir(path);
}

static void write_files(const uint8_t *p, size_t n)
{
	char path[128];

	snprintf(path, sizeof path, "%s/t", dir);
	CHECK(mkdir(path, 0700) == 0);
	write_file(files[0], anchor, sizeof anchor - 1);
	while (n >= HEAD) {
		const size_t wanted = p[1] | (size_t)p[2] << 8 | (size_t)p[3] << 16, left = n - HEAD;
		const size_t size = wanted < left ? wanted : left;

		write_file(files[p[0] % FILES], p + HEAD, size);
		p += HEAD + size;
		n -= HEAD + size;
	}
}

/* ---- what is read ---- */

static uint64_t sum;

static void add(uint64_t v)
{
	sum = (sum ^ v) * 0x9e3779b97f4a7c15u;
}

static void touch(const struct otfp_otf2_frame *f)
{
	const struct otfp_otf2_row *row = &otfp_otf2_rows[f->row];

	CHECK(otfp_otf2_frame_is_sound(f, f->words));
	for (unsigned i = 0; i < row->nfields; i++) {
		const uint64_t *p = row->fields[i].tail ? otfp_otf2_contents(f, i) : NULL;

		add(f->f[i]);
		if (row->fields[i].tail == OTFP_OTF2_TEXT)
			for (uint64_t k = 0; k < f->f[i]; k++)
				add(((const uint8_t *)p)[k]);
		else if (p)
			for (uint64_t k = 0; k < f->f[i] * otfp_otf2_element_words[row->fields[i].tail]; k++)
				add(p[k]);
	}
	for (unsigned i = 0; i < f->ntags; i++)
		add(otfp_otf2_tags(f)[i].value);
}

static void touch_all(const uint64_t *p, size_t n, unsigned kinds)
{
	for (size_t at = 0; at < n;) {
		const struct otfp_otf2_frame *f = (const void *)(p + at);

		CHECK(f->words <= n - at);
		CHECK(kinds >> otfp_otf2_rows[f->row].kind & 1);
		touch(f);
		at += f->words;
	}
}

static void read_location(struct otfp_otf2_reader *r, unsigned i)
{
	const uint64_t *p;
	size_t n;
	int code;

	while ((code = otfp_otf2_reader_locals(r, i, &p, &n)) == 0)
		touch_all(p, n, 1u << OTFP_OTF2_LOCAL | 1u << OTFP_OTF2_DEF | 1u << OTFP_OTF2_EVENT);
	add((uint64_t)code);
	while ((code = otfp_otf2_reader_snaps(r, i, &p, &n)) == 0)
		touch_all(p, n, 1u << OTFP_OTF2_SNAP | 1u << OTFP_OTF2_EVENT);
	add((uint64_t)code);
	for (unsigned damages = 0; (code = otfp_otf2_reader_events(r, i, &p, &n)) == 0 || code == OTFP_EDAMAGE;) {
		if (code == 0)
			touch_all(p, n, 1u << OTFP_OTF2_EVENT);
		CHECK(code == 0 || ++damages <= MOST_DAMAGES);
	}
	add((uint64_t)code);
	CHECK(otfp_otf2_reader_events(r, i, &p, &n) == OTFP_END);
}

static void read_all(struct otfp_otf2_reader *r)
{
	static const uint64_t ids[LOCATIONS] = {0, 1};
	const struct otfp_otf2_frame *f;
	int code;

	while ((code = otfp_otf2_reader_definition(r, &f)) == 0)
		touch(f);
	add((uint64_t)code);
	if (otfp_otf2_reader_select(r, ids, NULL, LOCATIONS) == 0)
		for (unsigned i = 0; i < LOCATIONS; i++)
			read_location(r, i);
}

static uint64_t read_archive(unsigned max_files)
{
	struct otfp_read_options o = {.max_files = max_files};
	struct otfp_otf2_reader *r;
	char path[128];
	int code;

	sum = 0;
	snprintf(path, sizeof path, "%s/t.otf2", dir);
	code = otfp_otf2_reader_open(&r, path, &o, &err);
	CHECK((code == 0) == (r != NULL));
	if (r)
		read_all(r);
	else
		CHECK(err.text[0]);
	otfp_otf2_reader_close(r);
	return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint64_t first;

	make_room();
	remove_files();
	write_files(data, size);
	first = read_archive(0);
	CHECK(read_archive(1) == first);
	remove_files();
	return 0;
}
