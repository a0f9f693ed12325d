/* rbuffer-seek.c - find a time or a byte in a file, and the times of its ends. */
#include "api/otf/rbuffer.h"
#include "api/otf/error.h"
#include "io/flush.h"
#include "otf/read/ends.h"
#include "otf/read/seek.h"
#include <stdlib.h>
#include <string.h>

enum { HAS_ENDS = 1, NO_ENDS = 2 };

/* Skip the records before a time. @return 1; 0 at the end; <0 */
static int skip_before(OTF_RBuffer *b, uint64_t from)
{
	int code;

	while ((code = otf_rbuffer_next(b)) > 0 && b->time < from && b->at == OTF_AT_LINE) {
		otfp_pairs_clear(&b->pairs);
		otf_rbuffer_skip(b);
	}
	return code;
}

/* Go near `from`, before it. */
static int seek_before(OTF_RBuffer *b, uint64_t from)
{
	int code;

	if (b->in == &b->memory || from <= b->time)
		return 1;
	code = otf_rbuffer_rewind(b);
	if (code == 0)
		code = otfp_seek_before(b->in, from, &b->start, &b->err);
	return code < 0 ? otf_rbuffer_fail(b, code) : otf_rbuffer_align(b);
}

int otf_rbuffer_start(OTF_RBuffer *b, uint64_t from)
{
	int code = otf_rbuffer_rewind(b);

	if (code < 0)
		return code;
	if (!otfp_is_timed(b->file)) {
		b->started = 1;
		return 1;
	}
	code = otf_rbuffer_align(b);
	if (code <= 0)
		return code;
	code = seek_before(b, from);
	if (code <= 0)
		return code;
	code = skip_before(b, from);
	return code < 0 ? code : 1;
}

int OTF_RBuffer_searchTime(OTF_RBuffer *b, uint64_t time)
{
	return b && otf_rbuffer_start(b, time) > 0;
}

/* Go to the start of a line at or after a byte. @return 1; 0 at the end; <0 */
static int seek_line(OTF_RBuffer *b, uint64_t at)
{
	uint64_t size = otfp_input_size(b->in);
	int code = at < size;

	if (code && b->is_packed)
		code = otfp_flush_next(b->in, at, size, &at);
	if (code > 0)
		code = otfp_input_seek(b->in, at) < 0 ? OTFP_EFAIL : 1;
	if (code < 0)
		return otf_rbuffer_fail(b, code);
	if (code > 0)
		code = otf_rbuffer_have(b);
	if (code > 0)
		otf_rbuffer_skip(b);
	b->start = at;
	return code;
}

/* The same in memory. */
static int seek_memory(OTF_RBuffer *b, uint64_t at)
{
	uint64_t size = (uint64_t)(b->in->lines - b->bytes);

	if (at >= size)
		return 0;
	b->in->p = (const char *)rawmemchr(b->bytes + at, '\n') + 1;
	return 1;
}

int OTF_RBuffer_jump(OTF_RBuffer *b, uint64_t filepos)
{
	if (!b || otf_rbuffer_rewind(b) < 0)
		return 0;
	if (filepos && (b->path ? seek_line(b, filepos) : seek_memory(b, filepos)) <= 0) {
		b->in->p = b->in->lines = b->in->end;
		b->at = OTF_AT_END;
		return 0;
	}
	return otf_rbuffer_align(b) > 0;
}

/* The last time by the end of the file. */
static int find_last(OTF_RBuffer *b)
{
	static const struct otfp_reading none;
	struct otfp_reading *r = malloc(sizeof *r);
	struct otfp_ends probe = {0};
	int code;

	if (!r)
		return 0;
	*r = none;
	r->err = &b->err;
	r->quiet = 1;
	otfp_keywords_init(&r->keywords);
	code = otfp_ends_tail(&probe, r, b->manager->files, b->path, b->is_packed, b->id, b->file);
	free(r);
	if (code < 0)
		return 0;
	b->last = probe.has_last ? probe.last : b->first;
	return 1;
}

/* The same by reading all. */
static int read_last(OTF_RBuffer *b, OTF_RBuffer *other)
{
	while (otf_rbuffer_next(other) > 0 && other->at == OTF_AT_LINE)
		otf_rbuffer_skip(other);
	b->last = other->time;
	return 1;
}

int otf_rbuffer_ends(OTF_RBuffer *b)
{
	OTF_RBuffer *other;

	if (b->has_ends)
		return b->has_ends == HAS_ENDS;
	b->has_ends = NO_ENDS;
	other = otf_rbuffer_again(b);
	if (other && otf_rbuffer_align(other) > 0) {
		b->first = other->time;
		b->has_ends = (b->path ? find_last(b) : read_last(b, other)) ? HAS_ENDS : NO_ENDS;
	}
	OTF_RBuffer_close(other);
	return b->has_ends == HAS_ENDS;
}
