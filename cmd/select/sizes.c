/* sizes.c - the size of records in uncompressed files. */
#include "cmd/select/sizes.h"
#include "otf/write/encode.h"
#include "record/table.h"
#include <stdlib.h>
#include <string.h>

void sizes_release(struct sizes *s)
{
	otfp_map_release(&s->index);
	otfp_buf_release(&s->room);
	free(s->files);
	memset(s, 0, sizeof *s);
}

static unsigned hex_digits(uint64_t v)
{
	return v ? (67 - (unsigned)__builtin_clzll(v)) / 4 : 1;
}

/* Count the lines with the time and the process; a line with a time is always followed by one with the process. */
static int place_bytes(struct sizes *s, const struct otfp_record *rec, uint32_t stream, uint64_t *bytes)
{
	struct file_end *f =
		otfp_map_row(&s->index, (uint64_t)rec->file << 32 | stream, &s->files, &s->n, &s->cap, sizeof *f);
	int moved;

	if (!f)
		return -1;
	moved = !f->begun || f->time != rec->time;
	if (moved)
		*bytes += hex_digits(rec->time) + 1;
	if (moved || f->process != rec->loc)
		*bytes += hex_digits(rec->loc) + 2;
	*f = (struct file_end){rec->time, rec->loc, 1};
	return 0;
}

int sizes_add(struct sizes *s, const struct otfp_record *rec, uint32_t stream, uint64_t *bytes)
{
	uint64_t blanks = 0;

	*bytes = rec->line.n; /* for a record of unknown type */
	if (rec->type >= OTFP_NTYPES)
		return 0;
	s->room.n = 0;
	if (otfp_buf_reserve(&s->room, otfp_encode_room(rec)) < 0)
		return -1;
	*bytes = (uint64_t)(otfp_encode(s->room.p, rec, 0, &blanks) - s->room.p);
	return otfp_is_timed(rec->file) ? place_bytes(s, rec, stream, bytes) : 0;
}
