#include "otf2/write/out.h"
#include "otf2/bytes.h"
#include <stdlib.h>
#include <string.h>

enum { SMALL = 4096 }; /* bytes of a new buffer */
/* Where the head of a chunk has the number of its last record, and its bytes. */
enum { LAST_AT = 10, LAST_BYTES = 8 };

/* ---- the buffer ---- */

static uint64_t used(const struct otfp_otf2_out *out)
{
	return out->written + (uint64_t)(out->p - out->buf);
}

static void set_limit(struct otfp_otf2_out *out)
{
	const uint64_t left = out->chunk - out->written;

	out->limit = out->buf + (left < out->cap ? (size_t)left : out->cap);
}

static int resize(struct otfp_otf2_out *out, size_t cap)
{
	const size_t n = (size_t)(out->p - out->buf);
	unsigned char *buf = realloc(out->buf, cap + OTFP_OTF2_SLACK);

	if (!buf)
		return otfp_fail_memory(out->err);
	out->buf = buf;
	out->p = buf + n;
	out->cap = cap;
	set_limit(out);
	return 0;
}

static int flush(struct otfp_otf2_out *out)
{
	const size_t n = (size_t)(out->p - out->buf);
	int code = out->failed;

	if (n && code == 0)
		code = out->failed = otfp_file_append(out->file, out->buf, n);
	out->p = out->buf;
	out->written += n;
	set_limit(out);
	return code;
}

/* Double the buffer, but not beyond its limit if that is enough. */
static int grow(struct otfp_otf2_out *out, size_t need)
{
	const size_t cap = 2 * out->cap;

	return resize(out, cap > *out->most && out->cap < *out->most && need < *out->most ? *out->most : cap);
}

/* Empty the buffer for `need` bytes. It becomes smaller if its limit did, as when more files were opened. */
static int write_some(struct otfp_otf2_out *out, size_t need)
{
	const int code = flush(out);

	return code == 0 && out->cap / 2 > *out->most && need < *out->most ? resize(out, *out->most) : code;
}

/* ---- chunks ---- */

static void start_chunk(struct otfp_otf2_out *out)
{
	const struct otfp_otf2_chunk head = {.first = out->records + 1};

	out->written = 0;
	out->is_fresh = 1;
	out->p = otfp_otf2_put_chunk(out->buf, &head);
	set_limit(out);
}

/* Write the number of the last record into the head of the chunk, wherever it is. */
static int complete_head(struct otfp_otf2_out *out)
{
	unsigned char last[LAST_BYTES];

	if (!out->is_counted || out->failed)
		return out->failed;
	otfp_otf2_put(last, out->records, LAST_BYTES, 0);
	if (out->written)
		return otfp_file_overwrite(out->file, last, LAST_BYTES,
		                           otfp_file_size(out->file) - out->written + LAST_AT);
	memcpy(out->buf + LAST_AT, last, LAST_BYTES);
	return 0;
}

/* Fill the chunk up with zeros; the first one says that it ends. */
static int pad(struct otfp_otf2_out *out)
{
	int code = 0;

	while (code == 0 && used(out) < out->chunk) {
		memset(out->p, 0, (size_t)(out->limit - out->p));
		out->p = out->limit;
		code = flush(out);
	}
	return code;
}

static int end_chunk(struct otfp_otf2_out *out)
{
	int code = complete_head(out);

	if (code == 0)
		code = pad(out);
	if (code == 0)
		code = flush(out);
	return code;
}

static int fail_too_long(const struct otfp_otf2_out *out, size_t need, const char *what)
{
	return otfp_fail(out->err, OTFP_EFAIL, "%s: %s needs %zu bytes, but a chunk of this file has %llu",
	                 otfp_file_path(out->file), what, need,
	                 (unsigned long long)(out->chunk - OTFP_OTF2_CHUNK_HEAD - 1));
}

int otfp_otf2_out_make_room(struct otfp_otf2_out *out, size_t need, const char *what)
{
	int code = 0;

	if (need >= out->chunk - OTFP_OTF2_CHUNK_HEAD)
		return fail_too_long(out, need, what);
	if (need >= out->chunk - used(out)) {
		code = end_chunk(out);
		if (code < 0)
			return code;
		start_chunk(out);
	}
	while (need >= (size_t)(out->limit - out->p) && code == 0)
		code = out->cap < *out->most || need >= out->cap ? grow(out, need) : write_some(out, need);
	return code;
}

/* ---- files ---- */

int otfp_otf2_out_open(struct otfp_otf2_out *out, struct otfp_files *files, const char *path, uint64_t chunk,
                       const size_t *most, int is_counted, struct otfp_error *err)
{
	int code;

	out->err = err;
	out->chunk = chunk;
	out->most = most;
	out->is_counted = is_counted;
	out->records = out->time = out->written = 0;
	out->failed = 0;
	if (!out->buf && resize(out, SMALL) < 0)
		return OTFP_EFAIL;
	code = otfp_file_create(&out->file, files, path, path, err);
	if (code < 0)
		return code;
	start_chunk(out);
	return 0;
}

int otfp_otf2_out_close(struct otfp_otf2_out *out)
{
	struct otfp_file_h *file = out->file;
	int code = 0, closed;

	if (out->chunk - used(out) < OTFP_OTF2_END_MARKS) {
		code = end_chunk(out);
		start_chunk(out);
	}
	if (code == 0 && out->cap - (size_t)(out->p - out->buf) < OTFP_OTF2_END_MARKS)
		code = flush(out);
	if (code == 0)
		code = complete_head(out);
	*out->p++ = OTFP_OTF2_END_OF_FILE;
	*out->p++ = OTFP_OTF2_END_OF_BUFFER;
	if (code == 0)
		code = flush(out);
	out->file = NULL;
	closed = otfp_file_close(file);
	return code < 0 ? code : closed;
}

void otfp_otf2_out_release(struct otfp_otf2_out *out)
{
	if (out->file && otfp_file_close(out->file) < 0)
		out->records = 0; /* the file is incomplete anyway */
	free(out->buf);
	*out = (struct otfp_otf2_out){0};
}
