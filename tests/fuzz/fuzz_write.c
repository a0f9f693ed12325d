/*
 * fuzz_write.c - bytes as a line stream that is written as OTF. What is committed is read
 * again without a word of complaint, and every timed record is there. Lines that no reader
 * knows are the exception: they come back as whatever they are.
 */
#include <sys/mman.h>
#include "line/reader.h"
#include "record/table.h"
#include "room.h"

struct written {
	uint64_t timed;
	int unknown; /* UnknownRecord is among them */
};

/* @return 0 if the trace was committed */
static int write_trace(struct written *w, struct otfp_line_reader *r, const char *path)
{
	const struct otfp_write_options o = {.size = sizeof o, .streams = -1, .keep_pg = 1, .skip_unknown = 1};
	const struct otfp_record *const *recs;
	struct otfp_sink *sink;
	size_t n;
	int code, put;

	CHECK(otfp_sink_open(&sink, "otf", path, &o, NULL, &err) == 0);
	put = otfp_sink_begin(sink, otfp_line_header(r));
	while (put == 0 && (code = otfp_line_batch(r, &recs, &n)) == 0)
		for (size_t i = 0; i < n && put == 0; i++) {
			w->timed += otfp_schema(recs[i]->type) && otfp_is_timed(recs[i]->file);
			w->unknown |= recs[i]->type == OTFP_UnknownRecord;
			put = otfp_sink_put(sink, recs[i]);
		}
	CHECK(put <= 0);
	if (put == 0 && code == OTFP_END)
		put = otfp_sink_end(sink);
	else
		put = -1;
	CHECK(put == 0 || err.text[0] || otfp_sink_error(sink)->text[0]);
	otfp_sink_close(sink);
	return put;
}

static void read_trace(const struct written *w, const char *path)
{
	const struct otfp_read_options o = {.size = sizeof o, .keep_going = w->unknown};
	const struct otfp_record *rec;
	struct otfp_source *src;
	uint64_t timed = 0;
	int code;

	CHECK(otfp_source_open(&src, path, &o, &err) == 0);
	while ((code = otfp_source_next(src, &rec)) == 0)
		timed += otfp_schema(rec->type) && otfp_is_timed(rec->file);
	CHECK(code == OTFP_END);
	CHECK(w->unknown || (otfp_source_troubles(src) == 0 && timed == w->timed));
	otfp_source_close(src);
}

/* Without a magic line the bytes are adopted. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct otfp_read_options o = {.adopt = size && data[0] != '@'};
	struct written w = {0, 0};
	struct otfp_line_reader *r;
	struct otfp_input *in;
	char path[128];
	int fd = memfd_create("line", MFD_CLOEXEC);

	make_room();
	snprintf(path, sizeof path, "%s/out.otf", dir);
	CHECK(fd >= 0 && write(fd, data, size) == (ssize_t)size && lseek(fd, 0, SEEK_SET) == 0);
	CHECK(otfp_input_open_fd(&in, fd, "input", OTFP_PLAIN, 4096, &err) == 0);
	if (otfp_line_open(&r, in, &o, &err) == 0) {
		if (write_trace(&w, r, path) == 0)
			read_trace(&w, path);
		otfp_line_close(r);
	}
	close(fd);
	return 0;
}
