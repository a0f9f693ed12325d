/*
 * fuzz_otf2_frames.c - bytes as what a child that went astray answers: no frame is handed out that does not fill its
 * words, and all of it can be read.
 *
 * An input is a list of answers: a byte for the kind of answer, one for its location, one for the number of its words,
 * and the words. Before them stands an anchor.
 */
#include "otf2/wire.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(x) ((x) ? (void)0 : broken(#x, __LINE__))

enum { LOCATIONS = 2, HEAD = 3 };

struct input {
	const uint8_t *p;
	size_t n;
};

static volatile uint64_t sum;

static void broken(const char *what, int line)
{
	fprintf(stderr, "fuzz_otf2_frames.c:%d: not so: %s\n", line, what);
	abort();
}

/* ---- the child ---- */

static void answer(uint32_t what, uint32_t location, const void *p, size_t words)
{
	struct otfp_otf2_answer a = {what, location, words};

	if (otfp_fd_write(1, (const char *)&a, sizeof a, NULL) != sizeof a ||
	    otfp_fd_write(1, p, words * 8, NULL) != words * 8)
		otfp_contain_leave(1);
}

static void answer_input(void *ctx)
{
	const struct input *in = ctx;
	uint64_t anchor[7 + 3 * 2] = {3, 0, 2};

	answer(OTFP_OTF2_ANCHOR, 0, anchor, sizeof anchor / 8);
	for (size_t at = 0; at + HEAD <= in->n;) {
		const uint8_t *p = in->p + at;
		size_t words = p[2] < (in->n - at - HEAD) / 8 ? p[2] : (in->n - at - HEAD) / 8;

		answer(p[0], p[1], p + HEAD, words);
		at += HEAD + 8 * words;
	}
	otfp_contain_leave(0);
}

/* ---- the parent ---- */

static void touch(const struct otfp_otf2_frame *f)
{
	static const unsigned words[] = {[OTFP_OTF2_LIST] = 1, [OTFP_OTF2_METRICS] = 2, [OTFP_OTF2_PROPERTIES] = 3};
	const struct otfp_otf2_row *row = &otfp_otf2_rows[f->row];
	const uint64_t *end = (const uint64_t *)f + f->words;

	for (unsigned i = 0; i < row->nfields; i++) {
		const uint64_t *p = row->fields[i].tail ? otfp_otf2_contents(f, i) : NULL;

		sum += f->f[i];
		if (row->fields[i].tail == OTFP_OTF2_TEXT) {
			CHECK(p + (f->f[i] + 7) / 8 <= end);
			for (uint64_t k = 0; k < f->f[i]; k++)
				sum += ((const uint8_t *)p)[k];
		} else if (p) {
			CHECK(p + f->f[i] * words[row->fields[i].tail] <= end);
			for (uint64_t k = 0; k < f->f[i] * words[row->fields[i].tail]; k++)
				sum += p[k];
		}
	}
	for (unsigned i = 0; i < f->ntags; i++)
		sum += otfp_otf2_tags(f)[i].value;
}

static void touch_all(const uint64_t *p, size_t n, unsigned kinds)
{
	for (size_t at = 0; at < n;) {
		const struct otfp_otf2_frame *f = (const void *)(p + at);

		CHECK(otfp_otf2_frame_is_sound(f, n - at));
		CHECK(kinds >> otfp_otf2_rows[f->row].kind & 1);
		touch(f);
		at += f->words;
	}
}

static int read_location(struct otfp_otf2_reader *r, unsigned i)
{
	const uint64_t *p;
	size_t n;
	int code;

	while ((code = otfp_otf2_reader_locals(r, i, &p, &n)) == 0)
		touch_all(p, n, 1u << OTFP_OTF2_LOCAL);
	while (code > 0 && (code = otfp_otf2_reader_snaps(r, i, &p, &n)) == 0)
		touch_all(p, n, 1u << OTFP_OTF2_SNAP);
	while (code > 0 && (code = otfp_otf2_reader_events(r, i, &p, &n)) == 0)
		touch_all(p, n, 1u << OTFP_OTF2_EVENT);
	return code;
}

static void read_all(struct otfp_otf2_reader *r)
{
	const struct otfp_otf2_frame *f;
	const uint64_t ids[LOCATIONS] = {0, 1};
	int code;

	while ((code = otfp_otf2_reader_definition(r, &f)) == 0)
		touch(f);
	if (code > 0)
		code = otfp_otf2_reader_select(r, ids, NULL, LOCATIONS);
	for (unsigned i = 0; i < LOCATIONS && code >= 0; i++)
		code = read_location(r, i);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in = {data, size};
	struct otfp_otf2_reader *r;
	struct otfp_error err = {0};
	uint64_t *words = malloc(size / 8 * 8 + 1); /* exactly, so that a sanitizer sees one byte too far */
	const unsigned all = 0x1f;

	CHECK(words);
	memcpy(words, data, size / 8 * 8);
	if (otfp_otf2_frames_are_sound(words, size / 8, all))
		touch_all(words, size / 8, all);
	free(words);
	if (otfp_otf2_reader_start(&r, "fuzz", answer_input, &in, NULL, &err) == 0)
		read_all(r);
	otfp_otf2_reader_close(r);
	return 0;
}
