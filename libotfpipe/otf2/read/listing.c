#include "otf2/read/listing.h"
#include "io/there.h"
#include "otf2/bytes.h"
#include "otf2/read/look.h"
#include <stdlib.h>

/* ---- the heads of chunks ---- */

/* Count the records of a file. What is odd about it is for who reads it: then the number is not known. */
static void count(struct otfp_file_h *h, uint64_t chunk_size, struct otfp_listed *file)
{
	unsigned char bytes[OTFP_OTF2_CHUNK_HEAD];
	struct otfp_otf2_chunk head = {0};
	uint64_t last = 0;

	for (uint64_t at = 0; at < file->bytes; at += chunk_size, last = head.last)
		if (otfp_file_read(h, bytes, sizeof bytes, at) != sizeof bytes ||
		    otfp_otf2_get_chunk(bytes, &head) < 0 || head.first != last + 1 || head.last < last)
			return;
	file->records = last;
	file->has_records = 1;
}

static int is_cut(struct otfp_file_h *h, uint64_t size)
{
	unsigned char end[OTFP_OTF2_END_MARKS];

	return size < sizeof end || otfp_file_read(h, end, sizeof end, size - sizeof end) != sizeof end ||
	       end[0] != OTFP_OTF2_END_OF_FILE || end[1] != OTFP_OTF2_END_OF_BUFFER;
}

static int look_into(const struct otfp_otf2_listing *l, struct otfp_listed *file)
{
	struct otfp_file_h *h;
	int code = otfp_file_open(&h, l->files, file->path, l->err);

	if (code < 0)
		return code;
	count(h, l->event_chunk, file);
	file->cut = (uint8_t)is_cut(h, file->bytes);
	return otfp_file_close(h);
}

/* ---- the files ---- */

static int list_path(const struct otfp_otf2_listing *l, const char *path, uint32_t stream, unsigned kind)
{
	struct otfp_listed file = {.path = path, .stream = stream, .kind = (uint8_t)kind};
	int code = otfp_regular_size(path, &file.bytes, l->err);

	if (code <= 0)
		return code;
	code = kind == OTFP_FILE_EVENT || kind == OTFP_FILE_SNAP ? look_into(l, &file) : 0;
	return code < 0 ? code : l->f(l->ctx, &file);
}

int otfp_otf2_list(const struct otfp_otf2_listing *l, const uint64_t *location, uint32_t stream)
{
	static const struct {
		const char *extension;
		unsigned kind;
	} all[] = {{"def", OTFP_FILE_DEF}, {"marker", OTFP_FILE_MARKER}, {NULL, 0}},
	  own[] = {{"def", OTFP_FILE_DEF}, {"snap", OTFP_FILE_SNAP}, {"evt", OTFP_FILE_EVENT}, {NULL, 0}}, *row;
	int code = location ? 0 : list_path(l, l->path, 0, OTFP_LIST_MASTER);

	for (row = location ? own : all; row->extension && code == 0; row++) {
		char *path = otfp_otf2_file_name(l->path, location, row->extension);
		code = path ? list_path(l, path, stream, row->kind) : otfp_fail_memory(l->err);
		free(path);
	}
	return code;
}
