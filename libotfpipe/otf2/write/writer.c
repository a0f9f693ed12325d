#include "otf2/write/writer.h"
#include "base/assert.h"
#include "base/buf.h"
#include "base/clamp.h"
#include "base/grow.h"
#include "base/hash.h"
#include "record/table.h"
#include "otf2/bytes.h"
#include "otf2/write/anchor.h"
#include "otf2/write/encode.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { EVENT_CHUNK = 1 << 20, LEAST_BUFFER = 4096 }; /* bytes; the chunk is the default of libotf2 */

/* Bytes of the buffer of a file of definitions at most, unless one of them is longer. */
static const size_t definition_buffer = OTFP_OTF2_MIN_CHUNK;

/* The files of a location. Closed: the file is NULL. */
struct lane {
	struct otfp_otf2_out events, snaps;
	uint32_t nsnaps; /* snapshots */
};

struct otfp_otf2_writer {
	struct otfp_error *err;
	struct otfp_files *files;
	struct otfp_otf2_encoder encoder;
	char *stub;           /* DIRECTORY/NAME */
	struct otfp_buf path; /* the one that was made last */
	struct lane **lanes;  /* by row */
	size_t nlanes, lanes_cap;
	size_t nopen;  /* files of lanes */
	size_t buffer; /* bytes of the buffer of each of them at most */
	struct otfp_otf2_out definitions, markers;
	struct otfp_otf2_totals totals;
};

/* ---- names ---- */

/* Format the path of a file. @return it, valid until the next call; NULL when memory is out */
static const char *path_of(struct otfp_otf2_writer *w, const char *suffix)
{
	w->path.n = 0;
	if (otfp_buf_printf(&w->path, "%s%s", w->stub, suffix) < 0 || !otfp_buf_str(&w->path))
		return otfp_fail_memory(w->err), NULL;
	return w->path.p;
}

static const char *path_of_location(struct otfp_otf2_writer *w, uint64_t id, const char *suffix)
{
	char text[40];

	snprintf(text, sizeof text, "/%" PRIu64 "%s", id, suffix);
	return path_of(w, text);
}

/* ---- files ---- */

static int open_out(struct otfp_otf2_writer *w, struct otfp_otf2_out *out, const char *path, uint64_t chunk,
                    const size_t *buffer, int is_counted)
{
	return path ? otfp_otf2_out_open(out, w->files, path, chunk, buffer, is_counted, w->err) : OTFP_EFAIL;
}

/* The more files are open, the smaller are their buffers. */
static size_t buffer_of(size_t nopen)
{
	const size_t n = OTFP_OTF2_BUFFERS / (nopen + 1);

	return otfp_clamp(n, LEAST_BUFFER, EVENT_CHUNK);
}

static int open_lane(struct otfp_otf2_writer *w, struct otfp_otf2_out *out, uint64_t id, const char *suffix)
{
	w->buffer = buffer_of(w->nopen++);
	return open_out(w, out, path_of_location(w, id, suffix), EVENT_CHUNK, &w->buffer, 1);
}

static int add_lanes(struct otfp_otf2_writer *w, size_t row)
{
	while (w->nlanes <= row) {
		if (otfp_grow(&w->lanes, w->nlanes, &w->lanes_cap, sizeof *w->lanes) < 0)
			return otfp_fail_memory(w->err);
		w->lanes[w->nlanes] = calloc(1, sizeof **w->lanes);
		if (!w->lanes[w->nlanes])
			return otfp_fail_memory(w->err);
		w->nlanes++;
	}
	return 0;
}

/* ---- events and snapshots ---- */

/* A file that gets its first record. */
static int open_file(struct otfp_otf2_writer *w, size_t row, uint64_t id, int is_snap)
{
	int code = row < w->nlanes ? 0 : add_lanes(w, row);

	if (code == 0 && is_snap && !w->lanes[row]->snaps.file)
		code = open_lane(w, &w->lanes[row]->snaps, id, ".snap");
	if (code == 0 && !is_snap && !w->lanes[row]->events.file)
		code = open_lane(w, &w->lanes[row]->events, id, ".evt");
	return code;
}

int otfp_otf2_writer_put(struct otfp_otf2_writer *w, size_t row, uint64_t id, const struct otfp_otf2_frame *frame)
{
	const int is_snap = otfp_otf2_rows[frame->row].kind == OTFP_OTF2_SNAP;
	struct lane *lane = row < w->nlanes ? w->lanes[row] : NULL;

	OTFP_ASSERT_HOT(is_snap || otfp_otf2_rows[frame->row].kind == OTFP_OTF2_EVENT);
	if (OTFP_UNLIKELY(!lane || !(is_snap ? lane->snaps.file : lane->events.file))) {
		if (open_file(w, row, id, is_snap) < 0)
			return OTFP_EFAIL;
		lane = w->lanes[row];
	}
	lane->nsnaps += frame->row == OTFP_OTF2_SnapSnapshotStart;
	return otfp_otf2_encode_timed(&w->encoder, is_snap ? &lane->snaps : &lane->events, frame);
}

struct otfp_otf2_out *otfp_otf2_writer_events(const struct otfp_otf2_writer *w, size_t row)
{
	return row < w->nlanes && w->lanes[row]->events.file ? &w->lanes[row]->events : NULL;
}

/* ---- the end of a location ---- */

static int end_out(struct otfp_otf2_out *out)
{
	const int code = otfp_otf2_out_close(out);

	otfp_otf2_out_release(out);
	return code;
}

/* An empty file of local definitions, which libotf2 asks for. */
static int put_locals(struct otfp_otf2_writer *w, uint64_t id)
{
	struct otfp_otf2_out out = {0};
	int code = open_out(w, &out, path_of_location(w, id, ".def"), OTFP_OTF2_MIN_CHUNK, &definition_buffer, 0);

	if (code == 0)
		code = otfp_otf2_out_close(&out);
	otfp_otf2_out_release(&out);
	return code;
}

static void count(struct otfp_otf2_writer *w, uint64_t id, const struct lane *lane)
{
	struct otfp_otf2_totals *t = &w->totals;

	t->digest = otfp_hash_add(otfp_hash_add(t->digest, id), lane->events.records);
	t->snapshots = lane->nsnaps > t->snapshots ? lane->nsnaps : t->snapshots;
}

int otfp_otf2_writer_location(struct otfp_otf2_writer *w, size_t row, uint64_t id, int has_snaps)
{
	struct lane *lane;
	int code = open_file(w, row, id, 0);

	if (code == 0 && has_snaps)
		code = open_file(w, row, id, 1);
	if (code < 0)
		return code;
	lane = w->lanes[row];
	count(w, id, lane);
	code = end_out(&lane->events);
	if (code == 0 && has_snaps)
		code = end_out(&lane->snaps);
	return code < 0 ? code : put_locals(w, id);
}

/* ---- definitions and markers ---- */

/* A definition must fit into a chunk. Longer chunks need more memory to read. */
static uint64_t definition_chunk(size_t longest)
{
	const uint64_t most_bytes = 10; /* of a word in the file */
	const uint64_t size = longest * most_bytes + 64;

	return size < OTFP_OTF2_MIN_CHUNK ? OTFP_OTF2_MIN_CHUNK :
	       size > OTFP_OTF2_MAX_CHUNK ? OTFP_OTF2_MAX_CHUNK :
	                                    size;
}

static int open_definitions(struct otfp_otf2_writer *w, struct otfp_otf2_out *out, const char *suffix, size_t longest)
{
	w->totals.definition_chunk = definition_chunk(longest);
	return open_out(w, out, path_of(w, suffix), w->totals.definition_chunk, &definition_buffer, 0);
}

static void count_definition(struct otfp_otf2_writer *w, const struct otfp_otf2_frame *frame)
{
	struct otfp_otf2_totals *t = &w->totals;

	t->definitions += otfp_otf2_rows[frame->row].kind == OTFP_OTF2_DEF;
	t->locations += frame->row == OTFP_OTF2_Location;
	t->digest = otfp_hash_bytes(otfp_hash_add(t->digest, frame->row), w->encoder.fields.p, w->encoder.fields.n);
}

int otfp_otf2_writer_define(struct otfp_otf2_writer *w, const struct otfp_otf2_frame *frame, size_t longest)
{
	const int is_marker = otfp_otf2_rows[frame->row].kind == OTFP_OTF2_MARKER;
	struct otfp_otf2_out *out = is_marker ? &w->markers : &w->definitions;
	int code = out->file ? 0 : open_definitions(w, out, is_marker ? ".marker" : ".def", longest);

	if (code == 0)
		code = otfp_otf2_encode_untimed(&w->encoder, out, frame);
	if (code == 0)
		count_definition(w, frame);
	return code;
}

int otfp_otf2_writer_end(struct otfp_otf2_writer *w, const struct otfp_otf2_anchor *a)
{
	const char *path;
	int code = w->definitions.file ? 0 : open_definitions(w, &w->definitions, ".def", 0);

	if (code == 0)
		code = end_out(&w->definitions);
	if (code == 0 && w->markers.file)
		code = end_out(&w->markers);
	path = code == 0 ? path_of(w, ".otf2") : NULL;
	return path ? otfp_otf2_write_anchor(w->files, path, a, &w->totals, w->err) : OTFP_EFAIL;
}

/* ---- opening and closing ---- */

static int make_directory(struct otfp_otf2_writer *w)
{
	return mkdir(w->stub, 0777) < 0 ? otfp_fail_errno(w->err, "%s", w->stub) : 0;
}

int otfp_otf2_writer_open(struct otfp_otf2_writer **writer, const char *directory, const char *name,
                          struct otfp_error *err)
{
	struct otfp_otf2_writer *w = calloc(1, sizeof *w);
	int code;

	*writer = w;
	if (!w)
		return otfp_fail_memory(err);
	w->err = err;
	w->totals = (struct otfp_otf2_totals){.event_chunk = EVENT_CHUNK, .digest = OTFP_HASH_INIT};
	otfp_otf2_encoder_init(&w->encoder, err);
	if (asprintf(&w->stub, "%s/%s", directory, name) < 0) {
		w->stub = NULL;
		return otfp_fail_memory(err);
	}
	code = otfp_files_new(&w->files, 0, err);
	return code < 0 ? code : make_directory(w);
}

void otfp_otf2_writer_close(struct otfp_otf2_writer *w)
{
	if (!w)
		return;
	for (size_t i = 0; i < w->nlanes; i++) {
		otfp_otf2_out_release(&w->lanes[i]->events);
		otfp_otf2_out_release(&w->lanes[i]->snaps);
		free(w->lanes[i]);
	}
	free(w->lanes);
	otfp_otf2_out_release(&w->definitions);
	otfp_otf2_out_release(&w->markers);
	otfp_otf2_encoder_release(&w->encoder);
	otfp_buf_release(&w->path);
	otfp_files_free(w->files);
	free(w->stub);
	free(w);
}
