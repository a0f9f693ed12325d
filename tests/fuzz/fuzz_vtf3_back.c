/*
 * fuzz_vtf3_back.c - bytes as a line stream, its records as VTF3 of profile full, and these as records again: whatever
 * they are, all of them come back, the timed ones in their order.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "line/parse.h"
#include "line/reader.h"
#include "record/equal.h"
#include "vtf3/write/records.h"

#define CHECK(x) ((x) ? (void)0 : broken(#x, __LINE__))

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct otfp_error err;

static void broken(const char *what, int line)
{
	fprintf(stderr, "fuzz_vtf3_back.c:%d: not so: %s (%s)\n", line, what, err.text);
	abort();
}

/* All records of a stream. */
struct sum {
	uint64_t count, all, in_order;
};

static uint64_t hash(const struct otfp_record *rec)
{
	uint64_t h = 0;

	if (rec->type < OTFP_NTYPES)
		return otfp_record_hash(rec) * 31 + rec->time * 17 + rec->loc;
	for (size_t i = 0; i < rec->line.n; i++)
		h = h * 31 + (uint8_t)rec->line.p[i];
	return h;
}

static void add(struct sum *s, const struct otfp_record *rec)
{
	uint64_t h = hash(rec);

	s->count++;
	s->all += h * h;
	if (rec->type < OTFP_NTYPES && otfp_is_timed(rec->file))
		s->in_order = s->in_order * 31 + h;
}

/* Provenance, and records that nobody knows and that stand nowhere. */
static int may_go(const struct otfp_record *rec)
{
	struct otfp_record copy = *rec;

	if (rec->type == OTFP_CONTROL)
		return rec->line.n > 4 && memcmp(rec->line.p, "@PG\t", 4) == 0;
	return rec->type == OTFP_OTHER && !otfp_parse_place(&copy);
}

static void write_all(struct otfp_line_reader *r, struct otfp_vtf3_writing *b, struct sum *s)
{
	const struct otfp_record *const *recs;
	size_t n;

	CHECK(otfp_vtf3_write_header(b, otfp_line_header(r)) == 0);
	while (otfp_line_batch(r, &recs, &n) == 0)
		for (size_t i = 0; i < n; i++) {
			if (!may_go(recs[i]))
				add(s, recs[i]);
			CHECK(otfp_vtf3_write_record(b, recs[i]) == 0);
		}
	CHECK(otfp_vtf3_write_end(b) == 0);
	for (unsigned type = 1; type < OTFP_NTYPES; type++)
		CHECK(b->dropped[type] + b->changed[type] == 0);
}

static void convert(struct otfp_vtf3_reading *c, struct otfp_vtf3_legacy *l, const struct otfp_vtf3_record *rec)
{
	const struct otfp_vtf3_record *const *made;
	size_t n;

	CHECK(rec->type != OTFP_VTF3_Unrecognizable);
	CHECK(otfp_vtf3_legacy_record(l, rec, &made, &n) == 0);
	c->job = rec->type == OTFP_VTF3_Exchange ? rec->v[3].i : OTFP_VTF3_NOJOB;
	for (size_t i = 0; i < n; i++)
		CHECK(otfp_vtf3_reading(c, made[i]) == 0);
	CHECK(c->troubles == 0);
}

static void read_all(struct otfp_vtf3_scanner *s, struct otfp_vtf3_reading *c, struct sum *sum)
{
	const struct otfp_vtf3_record *rec;
	struct otfp_vtf3_legacy *l;

	CHECK(otfp_vtf3_legacy_new(&l, &err) == 0);
	while (otfp_vtf3_scan_next(s, &rec) == 0)
		convert(c, l, rec);
	CHECK(otfp_vtf3_carried_end(c) == 0 && c->troubles == 0);
	CHECK(otfp_vtf3_read_end(c) == 0);
	for (size_t i = 0; i < c->n; i++)
		add(sum, c->out[i]);
	otfp_vtf3_legacy_free(l);
}

static void go_there_and_back(struct otfp_line_reader *r, enum otfp_vtf3_format format, int has_order)
{
	const struct otfp_vtf3_write_options options = {.format = format, .profile = OTFP_VTF3_FULL};
	struct sum in = {0}, out = {0};
	struct otfp_vtf3_reading c;
	struct otfp_vtf3_writing b;
	struct otfp_vtf3_scanner *s;

	CHECK(otfp_vtf3_write_init(&b, &options, &err) == 0);
	write_all(r, &b, &in);
	CHECK(otfp_vtf3_scan_open_memory(&s, format, &err) == 0);
	CHECK(otfp_vtf3_scan_feed(s, b.out.p, b.out.n) == 0);
	CHECK(otfp_vtf3_read_init(&c, &err) == 0);
	c.is_unsorted = 1;
	read_all(s, &c, &out);
	CHECK(in.count == out.count && in.all == out.all);
	CHECK(!has_order || in.in_order == out.in_order);
	otfp_vtf3_scan_close(s);
	otfp_vtf3_read_release(&c);
	otfp_vtf3_write_release(&b);
}

/* Leaves that come of their own may change places with events of other processes at that time. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct otfp_read_options o = {.adopt = size == 0 || data[0] != '@'};
	struct otfp_line_reader *r;
	struct otfp_input *in;
	int fd = memfd_create("fuzz", MFD_CLOEXEC);

	err.text[0] = '\0';
	CHECK(fd >= 0 && write(fd, data, size) == (ssize_t)size && lseek(fd, 0, SEEK_SET) == 0);
	if (otfp_input_open_fd(&in, fd, "input", OTFP_DETECT, 4096, &err) == 0 &&
	    otfp_line_open(&r, in, &o, &err) == 0) {
		go_there_and_back(r, (enum otfp_vtf3_format)(size % 3), !size || !memmem(data, size, "vtf3.part", 9));
		otfp_line_close(r);
	}
	close(fd);
	return 0;
}
