/*
 * vtf3.h - the body of the fuzz targets of VTF3: bytes as a file, and as records in memory of one format. What is
 * read and is a record is written in every format; in those that hold all of it the same bytes come back.
 */
#ifndef FUZZ_VTF3_H
#define FUZZ_VTF3_H
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "vtf3/read/legacy.h"
#include "vtf3/read/scan.h"
#include "vtf3/table.h"
#include "vtf3/write/write.h"

#define CHECK(x) ((x) ? (void)0 : broken(#x, __FILE__, __LINE__))

static struct otfp_error err;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void broken(const char *what, const char *file, int line)
{
	fprintf(stderr, "%s:%d: not so: %s (%s)\n", file, line, what, err.text);
	abort();
}

/* What a reader gives, written in `format`. */
static void rewrite(struct otfp_vtf3_scanner *s, enum otfp_vtf3_format format, struct otfp_buf *to)
{
	const struct otfp_vtf3_record *rec, *const *out;
	struct otfp_vtf3_legacy *l;
	struct otfp_vtf3_writer *w;
	uint64_t at = 0;
	size_t n;
	int code;

	CHECK(otfp_vtf3_writer_new(&w, format, OTFP_VTF3_FULL, &err) == 0);
	CHECK(otfp_vtf3_legacy_new(&l, &err) == 0);
	while ((code = otfp_vtf3_scan_next(s, &rec)) == 0) {
		CHECK(rec->type < OTFP_VTF3_NTYPES && rec->time >= 0 && rec->time <= OTFP_VTF3_TIME_MAX);
		CHECK(otfp_vtf3_scan_at(s) >= at);
		at = otfp_vtf3_scan_at(s);
		CHECK(otfp_vtf3_legacy_record(l, rec, &out, &n) == 0);
		CHECK(otfp_vtf3_compose(w, rec, to) >= 0 || err.code == OTFP_EUSAGE);
	}
	CHECK(code == OTFP_END || err.text[0]);
	otfp_vtf3_writer_free(w);
	otfp_vtf3_legacy_free(l);
}

/* Written once, read and written again: the second time nothing changes. */
static void check_again(const struct otfp_buf *b, enum otfp_vtf3_format format)
{
	struct otfp_buf again = OTFP_BUF_INIT;
	struct otfp_vtf3_scanner *s;

	CHECK(otfp_vtf3_scan_open_memory(&s, format, &err) == 0);
	CHECK(otfp_vtf3_scan_feed(s, b->p, b->n) == 0);
	rewrite(s, format, &again);
	CHECK(otfp_vtf3_scan_bytes(s) == b->n);
	otfp_vtf3_scan_close(s);
	if (again.n != b->n || (b->n && memcmp(again.p, b->p, b->n) != 0)) {
		fprintf(stderr, "---- first\n%.*s\n---- then\n%.*s\n", (int)b->n, b->p, (int)again.n, again.p);
		broken("the records are the same", __FILE__, __LINE__);
	}
	otfp_buf_release(&again);
}

static void fuzz_file(const uint8_t *data, size_t size, enum otfp_vtf3_format to, struct otfp_buf *b)
{
	int fd = memfd_create("vtf3", MFD_CLOEXEC);
	struct otfp_vtf3_scanner *s;
	struct otfp_input *in;

	CHECK(fd >= 0 && write(fd, data, size) == (ssize_t)size && lseek(fd, 0, SEEK_SET) == 0);
	CHECK(otfp_input_open_fd(&in, fd, "input", OTFP_DETECT_GZIP, 4096, &err) == 0);
	CHECK(otfp_vtf3_scan_open(&s, in, &err) == 0);
	rewrite(s, to, b);
	otfp_vtf3_scan_close(s);
	close(fd);
}

static int fuzz_vtf3(const uint8_t *data, size_t size, enum otfp_vtf3_format format)
{
	struct otfp_buf b = OTFP_BUF_INIT;
	struct otfp_vtf3_scanner *s;

	memset(&err, 0, sizeof err);
	CHECK(otfp_vtf3_scan_open_memory(&s, format, &err) == 0);
	CHECK(otfp_vtf3_scan_feed(s, data, size) == 0);
	rewrite(s, OTFP_VTF3_LEGACY_ASCII, &b);
	otfp_vtf3_scan_close(s);
	for (int to = 0; to < OTFP_VTF3_LEGACY_ASCII; to++) {
		b.n = 0;
		fuzz_file(data, size, (enum otfp_vtf3_format)to, &b);
		check_again(&b, (enum otfp_vtf3_format)to);
	}
	otfp_buf_release(&b);
	return 0;
}
#endif
