/*
 * fuzz_otf.c - bytes as the files of a stream set (otf-files.h). The letters of "=options": l long, s short, z packed,
 * f few descriptors.
 *
 * What is read of it, damage and all, is a line stream that can be read. Where nothing
 * was amiss, the same records come back when it is written as OTF and read again.
 */
#include <sys/mman.h>
#include "base/buf.h"
#include "line/reader.h"
#include "record/table.h"
#include "otf-files.h"

struct options {
	struct otfp_read_options read;
	struct otfp_write_options write;
};

static void take_options(void *ctx, const char *p, size_t n)
{
	struct options *o = ctx;

	for (size_t i = 0; i < n; i++) {
		if (p[i] == 'l' || p[i] == 's')
			o->write.form = p[i] == 'l' ? OTFP_DISK_LONG : OTFP_DISK_SHORT;
		o->write.level = p[i] == 'z' ? 6 : o->write.level;
		if (p[i] == 'f')
			o->read.max_files = o->write.max_files = 2;
	}
}

/* ---- reading and writing ---- */

/* What is known of a trace when it was read. */
struct reading {
	int lines; /* descriptor of its line stream */
	int code;
	uint64_t troubles, first, last, timed;
	int has_inline, has_snaps;
};

static void note(struct reading *r, const struct otfp_record *rec)
{
	const struct otfp_schema *s = otfp_schema(rec->type);

	if (!s || !otfp_is_timed(rec->file))
		return;
	r->first = r->timed == 0 || rec->time < r->first ? rec->time : r->first;
	r->last = r->timed == 0 || rec->time > r->last ? rec->time : r->last;
	r->timed++;
	r->has_inline |= s->file == OTFP_FILE_SNAP && rec->file == OTFP_FILE_EVENT;
	r->has_snaps |= rec->file == OTFP_FILE_SNAP;
}

static void check_header(const struct reading *r, const struct otfp_header *h)
{
	CHECK(h->form);
	CHECK(!h->has_span == !r->timed);
	CHECK(!h->has_span || (h->first == r->first && h->last == r->last));
}

/* The trace as a line stream in memory. */
static void read_trace(struct reading *r, const char *name, const struct otfp_read_options *o)
{
	const struct otfp_record *rec;
	struct otfp_source *src;
	struct otfp_sink *sink;
	char path[128];

	snprintf(path, sizeof path, "%s/%s.otf", dir, name);
	memset(r, 0, sizeof *r);
	r->lines = memfd_create(name, MFD_CLOEXEC);
	r->code = otfp_source_open(&src, path, o, &err);
	CHECK(r->code == 0 || err.text[0]);
	if (r->code < 0)
		return;
	CHECK(otfp_sink_open_lines(&sink, r->lines, "lines", &err) == 0);
	CHECK(otfp_sink_begin(sink, otfp_source_header(src)) == 0);
	while ((r->code = otfp_source_next(src, &rec)) == 0) {
		note(r, rec);
		CHECK(otfp_sink_put(sink, rec) == 0);
	}
	CHECK(r->code == OTFP_END || (r->code < 0 && r->code != OTFP_EDAMAGE));
	CHECK(otfp_sink_end(sink) == 0);
	r->troubles = otfp_source_troubles(src);
	if (r->code == OTFP_END && !r->troubles)
		check_header(r, otfp_source_header(src));
	otfp_sink_close(sink);
	otfp_source_close(src);
}

/* The line stream as a trace. @return whether that went without loss */
static int write_trace(const struct reading *r, const struct otfp_write_options *o)
{
	const struct otfp_read_options none = {0};
	const struct otfp_record *const *recs;
	struct otfp_line_reader *lines;
	struct otfp_input *in;
	struct otfp_sink *sink;
	char path[128];
	int code, put = 0;
	size_t n;

	snprintf(path, sizeof path, "%s/out.otf", dir);
	CHECK(lseek(r->lines, 0, SEEK_SET) == 0);
	CHECK(otfp_input_open_fd(&in, r->lines, "lines", OTFP_PLAIN, 4096, &err) == 0);
	CHECK(otfp_line_open(&lines, in, &none, &err) == 0);
	CHECK(otfp_sink_open(&sink, "otf", path, o, NULL, &err) == 0);
	CHECK(otfp_sink_begin(sink, otfp_line_header(lines)) == 0);
	while ((code = otfp_line_batch(lines, &recs, &n)) == 0)
		for (size_t i = 0; i < n && put == 0; i++)
			put = otfp_sink_put(sink, recs[i]);
	CHECK(code == OTFP_END);
	if (put == 0)
		put = otfp_sink_end(sink);
	CHECK(put == 0 || r->troubles);
	code = put == 0 && otfp_sink_lost(sink) == 0;
	otfp_sink_close(sink);
	otfp_line_close(lines);
	return code;
}

/* All lines but the magic line and @IS, which tell of the files. */
static void load(struct otfp_buf *b, int fd)
{
	off_t n = lseek(fd, 0, SEEK_END);
	char *text = malloc((size_t)n + 1), *p = text, *lf;

	CHECK(pread(fd, text, (size_t)n, 0) == n);
	for (; p < text + n; p = lf + 1) {
		lf = memchr(p, '\n', (size_t)(text + n - p));
		CHECK(lf);
		if (strncmp(p, "@OTFPIPE\t", 9) && strncmp(p, "@IS\t", 4))
			CHECK(otfp_buf_add(b, p, (size_t)(lf + 1 - p)) == 0);
	}
	free(text);
}

static void check_same(int a, int b)
{
	struct otfp_buf x = OTFP_BUF_INIT, y = OTFP_BUF_INIT;

	load(&x, a);
	load(&y, b);
	if (x.n != y.n || memcmp(x.p, y.p, x.n)) {
		fprintf(stderr, "---- first\n%.*s---- then\n%.*s", (int)x.n, x.p, (int)y.n, y.p);
		broken("the records are the same", __FILE__, __LINE__);
	}
	otfp_buf_release(&x);
	otfp_buf_release(&y);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct options o = {.read = {.size = sizeof o.read, .keep_going = 1},
	                    .write = {.size = sizeof o.write, .streams = -1, .keep_pg = 1}};
	struct reading first, second = {.lines = -1};

	make_room();
	split((const char *)data, size, take_options, &o);
	read_trace(&first, "in", &o.read);
	/* snapshots of both kinds become inline: their order among equal times is another */
	if (first.code == OTFP_END && write_trace(&first, &o.write) && !first.troubles &&
	    !(first.has_inline && first.has_snaps)) {
		read_trace(&second, "out", &o.read);
		CHECK(second.code == OTFP_END && second.troubles == 0);
		check_same(first.lines, second.lines);
		close(second.lines);
	}
	close(first.lines);
	return 0;
}
