/*
 * fuzz_otf2_convert.c - frames of OTF2 that refer to anything become records of OTF: none points to what is not there,
 * and each frame is counted.
 *
 * An input is a list of frames: a byte for the row, one for the number of attributes, and a byte for each number. The
 * bytes from 250 on are large numbers. Definitions may stand anywhere; events are those of the first location.
 */
#include "otf2/carry/define.h"
#include "otf2/carry/event.h"
#include "record/names.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(x) ((x) ? (void)0 : broken(#x, __LINE__))

static volatile uint64_t sum;

static void broken(const char *what, int line)
{
	fprintf(stderr, "fuzz_otf2_convert.c:%d: not so: %s\n", line, what);
	abort();
}

struct input {
	const uint8_t *p, *end;
	uint64_t *words; /* frames */
	size_t n, cap;
};

static uint64_t take(struct input *in)
{
	static const uint64_t large[] = {UINT32_MAX,     UINT64_MAX, UINT64_C(1) << 32,
	                                 UINT32_MAX - 1, 300,        UINT64_C(0x4000000000000000)};
	uint8_t byte = in->p < in->end ? *in->p++ : 0;

	return byte < 250 ? byte : large[byte - 250];
}

static void put(struct input *in, uint64_t v)
{
	if (in->n == in->cap) {
		in->cap = in->cap ? 2 * in->cap : 256;
		in->words = realloc(in->words, in->cap * sizeof *in->words);
		CHECK(in->words);
	}
	in->words[in->n++] = v;
}

/* Add the next frame, which is sound whatever the bytes are. */
static void take_frame(struct input *in)
{
	const unsigned number = (unsigned)take(in) % OTFP_OTF2_NROWS, ntags = take(in) % 3;
	const struct otfp_otf2_row *row = &otfp_otf2_rows[number];
	size_t start = in->n, contents = 0;
	struct otfp_otf2_frame head = {.row = (uint16_t)number, .ntags = (uint16_t)ntags};
	uint64_t parts[OTFP_OTF2_HEAD_WORDS];

	for (unsigned i = 0; i < OTFP_OTF2_HEAD_WORDS; i++)
		put(in, 0);
	for (unsigned i = 0; i < row->nfields; i++) {
		uint64_t v = take(in);
		if (row->fields[i].tail != OTFP_OTF2_NO_TAIL)
			v %= 5;
		contents += row->fields[i].tail == OTFP_OTF2_TEXT ? v != 0 :
		            row->fields[i].tail                   ? v * otfp_otf2_element_words[row->fields[i].tail] :
		                                                    0;
		put(in, v);
	}
	for (size_t i = 0; i < contents; i++)
		put(in, take(in));
	for (unsigned i = 0; i < ntags; i++) {
		put(in, (take(in) & UINT32_MAX) | take(in) << 32);
		put(in, take(in));
	}
	head.words = (uint32_t)(in->n - start);
	memcpy(parts, &head, sizeof head);
	memcpy(in->words + start, parts, sizeof parts);
	CHECK(otfp_otf2_frame_is_sound(in->words + start, in->n - start));
}

/* ---- records ---- */

static void touch(const struct otfp_str *s)
{
	for (size_t i = 0; i < s->n; i++)
		sum += (uint8_t)s->p[i];
}

static void touch_all(struct otfp_otf2_carrying *c)
{
	for (size_t i = 0; i < c->batch.n; i++) {
		const struct otfp_record *rec = c->batch.out[i];
		const struct otfp_schema *s = otfp_schema(rec->type);
		CHECK(s && rec->file == s->file);
		for (unsigned k = 0; k < s->nfields; k++) {
			if (s->fields[k].type == OTFP_FIELD_STR)
				touch(&rec->f[k].s);
			for (size_t m = 0; s->fields[k].type == OTFP_FIELD_LIST && m < rec->f[k].l.n; m++)
				sum += rec->f[k].l.p[m];
		}
		for (unsigned k = 0; k < rec->ntags; k++)
			touch(&rec->tags[k].bytes);
	}
	otfp_otf2_carrying_clear(c);
}

static uint64_t counted(const struct otfp_otf2_carrying *c, unsigned row)
{
	const struct otfp_otf2_counts *k = &c->report.kinds[row];

	return k->native + k->carried + k->dropped;
}

static void convert_events(struct otfp_otf2_carrying *c, const struct input *in)
{
	struct otfp_otf2_lane lane = {.process = c->model.processes, .token = 1, .is_at_end = 1};

	lane.events = c->lane = &lane;
	lane.start = lane.p = in->words;
	lane.end = in->words + in->n;
	while (lane.p < lane.end) {
		const struct otfp_otf2_frame *f = (const struct otfp_otf2_frame *)lane.p;
		const unsigned kind = otfp_otf2_rows[f->row].kind, row = f->row;
		uint64_t before = counted(c, row);
		if (kind == OTFP_OTF2_EVENT || kind == OTFP_OTF2_SNAP) {
			CHECK(otfp_otf2_event(c) == 0);
			CHECK(counted(c, row) == before + 1);
		} else if (kind == OTFP_OTF2_LOCAL) {
			CHECK(otfp_otf2_define_local(c, f) == 0);
		}
		lane.p += f->words;
		touch_all(c);
	}
	c->lane = NULL;
	otfp_otf2_lane_release(&lane);
}

static void define(struct otfp_otf2_carrying *c)
{
	struct otfp_otf2_define d = {.c = c};
	int code;

	while ((code = otfp_otf2_define_next(&d, 3, NULL)) == 0) {
		touch_all(c);
		otfp_otf2_carrying_clear(c);
	}
	CHECK(code == OTFP_END);
	otfp_otf2_define_release(&d);
}

static void convert(struct otfp_otf2_carrying *c, const struct input *in)
{
	CHECK(otfp_otf2_carrying_init(c) == 0);
	for (size_t at = 0; at < in->n;) {
		const struct otfp_otf2_frame *f = (const struct otfp_otf2_frame *)(in->words + at);
		const unsigned kind = otfp_otf2_rows[f->row].kind;
		if (kind == OTFP_OTF2_DEF || kind == OTFP_OTF2_MARKER)
			CHECK(otfp_otf2_model_add(&c->model, f) == 0);
		at += f->words;
	}
	CHECK(otfp_otf2_model_resolve(&c->model) == 0 && otfp_otf2_carrying_begin(c) == 0);
	define(c);
	CHECK(otfp_otf2_define_markers(c) == 0);
	touch_all(c);
	if (c->model.nlocations)
		convert_events(c, in);
	CHECK(otfp_otf2_define_strings(c, 1) == 0);
	touch_all(c);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct otfp_otf2_carrying *c = calloc(1, sizeof *c);
	struct input in = {.p = data, .end = data + size};
	struct otfp_error err = {0};

	CHECK(c);
	c->err = &err;
	c->name = "fuzz";
	if (size) {
		c->options.plain = *in.p & 1;
		c->options.unwind = *in.p++ >> 1 & 1;
	}
	while (in.p < in.end)
		take_frame(&in);
	convert(c, &in);
	otfp_otf2_carrying_release(c);
	free(c);
	free(in.words);
	return 0;
}
