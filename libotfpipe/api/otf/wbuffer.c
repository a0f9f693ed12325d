/* wbuffer.c - one file of a trace being written. */
#include "api/otf/wbuffer.h"
#include "api/otf/error.h"
#include "api/otf/keyvalue.h"
#include "open-trace-format/OTF_Errno.h"
#include "otf/keyvalue.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What is buffered, in bytes. A compressed block is a flush point, so it has the size that was asked for. A plain file
 * is written in blocks that stay in the cache. */
enum { SIZE = 1 << 20, LEAST = 4 << 10, PLAIN_MOST = 256 << 10, ZBUFFER_LEAST = 32 };

static void set_limit(OTF_WBuffer *b, size_t size)
{
	b->limit = size < LEAST ? LEAST : size;
	if (!b->file->level && b->limit > PLAIN_MOST)
		b->limit = PLAIN_MOST;
}

static OTF_WBuffer *new_buffer(const char *path, OTF_FileManager *manager, OTF_FileCompression level)
{
	OTF_WBuffer *b = calloc(1, sizeof *b);

	if (!b || !(b->path = strdup(path))) {
		otfp_fail_memory(&manager->err);
		otf_fail(&manager->err);
	} else if ((b->file = OTF_File_open_zlevel(path, manager, OTF_FILEMODE_WRITE, level))) {
		set_limit(b, SIZE);
		otfp_outfile_init(&b->out, otf_file_append, b->file, 0, &b->limit);
		return b;
	} else {
		free(b->path);
	}
	free(b);
	return NULL;
}

OTF_WBuffer *OTF_WBuffer_open_zlevel(const char *filename, OTF_FileManager *manager, OTF_FileCompression compression)
{
	if (filename && manager)
		return new_buffer(filename, manager, compression);
	otf_misuse("OTF_WBuffer_open", "no file name or no file manager");
	return NULL;
}

OTF_WBuffer *OTF_WBuffer_open(const char *filename, OTF_FileManager *manager)
{
	return OTF_WBuffer_open_zlevel(filename, manager, 0);
}

/* ---- errors ---- */

int otf_wbuffer_fail(OTF_WBuffer *b)
{
	otf_fail(&b->file->manager->err);
	if (!b->failed)
		b->failed = strdup(otf_strerr);
	b->file->failed = 1; /* also if there is no memory for the message */
	return 0;
}

static void say_failure(const OTF_WBuffer *b)
{
	OTF_Error("%s", b->failed ? b->failed : "out of memory");
}

int otf_wbuffer_refuse(const OTF_WBuffer *b, uint64_t time, uint32_t process)
{
	if (b->file->failed)
		say_failure(b);
	else
		OTF_Error("%s: process %" PRIu32 ": time %" PRIu64 " is before %" PRIu64 ", the last one of the file",
		          b->path, process, time, b->out.time);
	return 0;
}

/* Whether the buffer can be written. */
static int is_fit(const OTF_WBuffer *b)
{
	if (!b)
		otf_misuse("OTF_WBuffer", "no buffer");
	else if (b->file->failed)
		otf_wbuffer_refuse(b, 0, 0);
	return b && !b->file->failed;
}

/* ---- the file ---- */

int otf_wbuffer_rest(OTF_WBuffer *b)
{
	if (b->file->failed)
		return otf_wbuffer_refuse(b, 0, 0);
	if (otfp_outfile_finish(&b->out, !b->rests, &b->file->manager->err) < 0)
		return otf_wbuffer_fail(b);
	b->rests = 1;
	return 1;
}

int OTF_WBuffer_close(OTF_WBuffer *wbuffer)
{
	int ok, closed;

	if (!wbuffer) {
		otf_misuse("OTF_WBuffer_close", "no buffer");
		return 0;
	}
	ok = otf_wbuffer_rest(wbuffer);
	closed = OTF_File_close(wbuffer->file);
	if (!ok)
		say_failure(wbuffer);
	otfp_outfile_release(&wbuffer->out);
	free(wbuffer->failed);
	free(wbuffer->path);
	free(wbuffer);
	return ok && closed;
}

int OTF_WBuffer_flush(OTF_WBuffer *wbuffer)
{
	if (!is_fit(wbuffer))
		return 0;
	return otfp_outfile_flush(&wbuffer->out) == 0 ? 1 : otf_wbuffer_fail(wbuffer);
}

int OTF_WBuffer_setSize(OTF_WBuffer *wbuffer, size_t size)
{
	if (!is_fit(wbuffer))
		return 0;
	if (size < wbuffer->size || !size) {
		OTF_Error("%s: the buffer does not become smaller", wbuffer->path);
		return 0;
	}
	wbuffer->size = size;
	set_limit(wbuffer, size);
	return 1;
}

void OTF_WBuffer_setZBufferSize(OTF_WBuffer *wbuffer, uint32_t size)
{
	if (is_fit(wbuffer) && size < ZBUFFER_LEAST)
		OTF_Error("%s: fewer than %d bytes", wbuffer->path, ZBUFFER_LEAST);
}

/* Room for n bytes; NULL: the call is refused. */
static char *room(OTF_WBuffer *b, size_t n)
{
	char *p = is_fit(b) ? otfp_outfile_room(&b->out, n, &b->file->manager->err) : NULL;

	if (b && !p && !b->file->failed)
		otf_wbuffer_fail(b);
	return p;
}

int OTF_WBuffer_guarantee(OTF_WBuffer *wbuffer, size_t space)
{
	return room(wbuffer, space) != NULL;
}

int OTF_WBuffer_setTimeAndProcess(OTF_WBuffer *wbuffer, uint64_t t, uint32_t p)
{
	if (!is_fit(wbuffer))
		return 0;
	if (t < wbuffer->out.time)
		return otf_wbuffer_refuse(wbuffer, t, p);
	wbuffer->rests = 0;
	return otfp_outfile_place(&wbuffer->out, t, p, &wbuffer->file->manager->err) == 0 ? 1 :
	                                                                                    otf_wbuffer_fail(wbuffer);
}

/* ---- tokens ---- */

/* The text at the end of the buffer ends at p now. @return its length */
static uint32_t took(OTF_WBuffer *b, const char *p)
{
	size_t n = (size_t)(p - b->out.buf) - b->out.n;

	b->out.n += n;
	b->rests = 0;
	return (uint32_t)n;
}

uint32_t OTF_WBuffer_writeKeyword(OTF_WBuffer *wbuffer, const char *keyword)
{
	size_t n = keyword ? strlen(keyword) : 0;
	char *p = room(wbuffer, n);

	return p && n ? took(wbuffer, (char *)memcpy(p, keyword, n) + n) : 0;
}

uint32_t OTF_WBuffer_writeString(OTF_WBuffer *wbuffer, const char *string)
{
	size_t n = string ? strlen(string) : 0;
	char *p = room(wbuffer, n + 2);

	if (!p)
		return 0;
	*p++ = '"';
	for (size_t i = 0; i < n; i++)
		*p++ = string[i] == '"' || string[i] == '\n' ? ' ' : string[i];
	*p++ = '"';
	return took(wbuffer, p) - 2;
}

uint32_t OTF_WBuffer_writeChar(OTF_WBuffer *wbuffer, const char character)
{
	char *p = room(wbuffer, 1);

	if (!p)
		return 0;
	*p = character;
	return took(wbuffer, p + 1);
}

uint32_t OTF_WBuffer_writeUint64(OTF_WBuffer *wbuffer, uint64_t value)
{
	char *p = room(wbuffer, OTFP_HEX_MAX + 8); /* otfp_put_hex overwrites what follows */

	return p ? took(wbuffer, otfp_put_hex(p, value)) : 0;
}

uint32_t OTF_WBuffer_writeUint32(OTF_WBuffer *wbuffer, uint32_t value)
{
	return OTF_WBuffer_writeUint64(wbuffer, value);
}

uint32_t OTF_WBuffer_writeUint16(OTF_WBuffer *wbuffer, uint16_t value)
{
	return OTF_WBuffer_writeUint64(wbuffer, value);
}

uint32_t OTF_WBuffer_writeUint8(OTF_WBuffer *wbuffer, uint8_t value)
{
	return OTF_WBuffer_writeUint64(wbuffer, value);
}

uint32_t OTF_WBuffer_writeNewline(OTF_WBuffer *wbuffer)
{
	return OTF_WBuffer_writeChar(wbuffer, '\n');
}

uint32_t OTF_WBuffer_writeBytes(OTF_WBuffer *wbuffer, const uint8_t *value, uint32_t len)
{
	char *p = room(wbuffer, 2 * (size_t)len);

	return p && len && value ? took(wbuffer, otfp_put_bytes(p, value, len)) : 0;
}

/* ---- key-values ---- */

static uint32_t write_pair(OTF_WBuffer *b, const OTF_KeyValuePair *pair, int is_long)
{
	struct otfp_tag t = {0};
	char *p;

	if (!pair)
		return 0;
	if (pair->type < OTF_CHAR || pair->type > OTF_BYTE_ARRAY) {
		otf_misuse("OTF_WBuffer_writeKeyValuePair", "unknown type");
		return 0;
	}
	t.key = pair->key;
	t.type = (uint8_t)pair->type;
	if (pair->type == OTF_BYTE_ARRAY)
		t.bytes = (struct otfp_str){(const char *)pair->value.otf_byte_array.array,
		                            pair->value.otf_byte_array.len};
	else
		t.bits = otf_pair_bits(pair);
	p = room(b, otfp_pair_room(&t));
	return p ? took(b, otfp_pair_put_part(p, &t, is_long)) : 0;
}

uint32_t OTF_WBuffer_writeKeyValuePair_short(OTF_WBuffer *buffer, OTF_KeyValuePair *pair)
{
	return write_pair(buffer, pair, 0);
}

uint32_t OTF_WBuffer_writeKeyValuePair_long(OTF_WBuffer *buffer, OTF_KeyValuePair *pair)
{
	return write_pair(buffer, pair, 1);
}

static uint32_t write_list(OTF_WBuffer *b, OTF_KeyValueList *list, int is_long)
{
	uint32_t n = 0;

	if (!list)
		return 0;
	for (const OTF_KeyValuePairList *p = list->kvBegin; p != list->kvCurrent; p = p->kvNext)
		n += write_pair(b, &p->kvPair, is_long);
	OTF_KeyValueList_reset(list);
	return n;
}

uint32_t OTF_WBuffer_writeKeyValueList_short(OTF_WBuffer *buffer, OTF_KeyValueList *list)
{
	return write_list(buffer, list, 0);
}

uint32_t OTF_WBuffer_writeKeyValueList_long(OTF_WBuffer *buffer, OTF_KeyValueList *list)
{
	return write_list(buffer, list, 1);
}
