/* rbuffer-parse.c - what a line of a buffer has: the functions for programs that parse records by themselves. */
#include "api/otf/error.h"
#include "api/otf/rbuffer.h"
#include "base/num.h"
#include <stdlib.h>
#include <string.h>

/* What is at the position: it ends with LF or, in a line that is cut and at the end, NUL. */
static const char *here(OTF_RBuffer *b)
{
	otf_rbuffer_have(b);
	return b->in->p;
}

/* The same after blanks, which are passed. */
static const char *past_blanks(OTF_RBuffer *b)
{
	const char *p = here(b);

	while (*p == ' ' || *p == '\t')
		p++;
	return b->in->p = p;
}

/* The end of the line at p. */
static const char *line_end(const OTF_RBuffer *b, const char *p)
{
	const char *lf = memchr(p, '\n', (size_t)(b->in->end - p));

	return lf ? lf : b->in->end;
}

/* ---- lines ---- */

int OTF_RBuffer_guaranteeRecord(OTF_RBuffer *b)
{
	return b && otf_rbuffer_have(b) > 0;
}

char *OTF_RBuffer_getRecord(OTF_RBuffer *b)
{
	if (!b || otf_rbuffer_next_line(b) <= 0 || b->at != OTF_AT_LINE)
		return NULL;
	return (char *)(uintptr_t)b->in->p;
}

char *OTF_RBuffer_printRecord(OTF_RBuffer *b)
{
	const char *p;
	char *text;

	if (!b)
		return NULL;
	p = here(b);
	text = strndup(p, (size_t)(line_end(b, p) - p));
	if (!text)
		otf_fail_memory();
	return text;
}

int OTF_RBuffer_readNewline(OTF_RBuffer *b)
{
	if (!b)
		return 0;
	if (b->at != OTF_AT_CUT && otf_rbuffer_have(b) > 0) {
		otf_rbuffer_skip(b);
		b->at = OTF_AT_LINE;
		return 1;
	}
	b->in->p = b->in->lines = b->in->end;
	b->at = OTF_AT_END;
	return 0;
}

/* ---- parts of a line ---- */

uint64_t OTF_RBuffer_readUint64(OTF_RBuffer *b)
{
	int over = 0;
	uint64_t v = 0;

	if (b)
		b->in->p = otfp_get_hex(past_blanks(b), &v, &over);
	return v;
}

uint32_t OTF_RBuffer_readUint32(OTF_RBuffer *b)
{
	return (uint32_t)OTF_RBuffer_readUint64(b);
}

const char *OTF_RBuffer_readString(OTF_RBuffer *b)
{
	const char *p, *quote;

	if (!b)
		return NULL;
	p = past_blanks(b);
	if (*p != '"')
		return NULL;
	p++;
	quote = memchr(p, '"', (size_t)(line_end(b, p) - p));
	if (!quote)
		return NULL;
	b->in->p = quote + 1;
	return otf_rbuffer_text(b, p, (size_t)(quote - p));
}

/* How many numbers with a comma after them are at p. */
static uint32_t count_elements(const char *p)
{
	uint32_t n = 0;

	for (; otfp_hex_value[(uint8_t)*p] < 16 || *p == ','; p++)
		n += *p == ',';
	return n;
}

uint32_t OTF_RBuffer_readArray(OTF_RBuffer *b, uint32_t **array, uint32_t *size)
{
	const char *p = b && array && size ? past_blanks(b) : NULL;
	uint32_t n = p ? count_elements(p) : 0;

	if (n > 0 && (!*array || n > *size)) {
		uint32_t *more = realloc(*array, n * sizeof *more);
		if (!more) {
			otf_fail_memory();
			return 0;
		}
		*array = more;
		*size = n;
	}
	for (uint32_t i = 0; i < n; i++) {
		int over = 0;
		uint64_t v;
		p = otfp_get_hex(p, &v, &over) + 1;
		(*array)[i] = (uint32_t)v;
	}
	if (n > 0)
		b->in->p = p;
	return n;
}

uint32_t OTF_RBuffer_readBytes(OTF_RBuffer *b, uint8_t *array, uint32_t max_len)
{
	const char *p, *start;
	uint32_t n = 0;

	if (!b || (!array && max_len))
		return 0;
	for (p = start = past_blanks(b); otfp_hex_value[(uint8_t)*p] < 16; p++) {
		unsigned digit = otfp_hex_value[(uint8_t)*p];
		n = (uint32_t)(p - start) / 2;
		if (n < max_len)
			array[n] = (uint8_t)((p - start) % 2 ? array[n] | digit : digit << 4);
	}
	b->in->p = p;
	return (uint32_t)(p - start) / 2;
}

uint32_t OTF_RBuffer_readKeyValueList(OTF_RBuffer *b)
{
	const char *why, *end;

	if (!b || !otfp_is_pair(past_blanks(b)) || otf_rbuffer_have(b) <= 0) {
		otf_misuse("OTF_RBuffer_readKeyValueList", "no key-value at this place");
		return 0;
	}
	end = otfp_pairs_parse(&b->pairs, b->in->p, &why);
	if (!end) {
		otf_rbuffer_damage(b, OTFP_FLAW_KEYVALUE, why);
		b->at = OTF_AT_LINE;
		return 0;
	}
	b->in->p = end - 1; /* OTF_RBuffer_readNewline follows */
	return 1;
}

/* ---- tests ---- */

int OTF_RBuffer_testChar(OTF_RBuffer *b, char c)
{
	int is;

	if (!b || !c)
		return 0;
	is = *past_blanks(b) == c;
	b->in->p += is;
	return is;
}

/* @param next  whether a capital letter may follow */
static int test(OTF_RBuffer *b, const char *string, int next)
{
	size_t n;
	const char *p;

	if (!b || !string)
		return 0;
	n = strlen(string);
	p = past_blanks(b);
	if (n > (size_t)(line_end(b, p) - p) || memcmp(p, string, n) != 0 || (!next && otfp_is_letter(p[n])))
		return 0;
	b->in->p = p + n;
	return 1;
}

int OTF_RBuffer_testKeyword(OTF_RBuffer *b, const char *string)
{
	return test(b, string, 0);
}

int OTF_RBuffer_testString(OTF_RBuffer *b, const char *string)
{
	return test(b, string, 0);
}

int OTF_RBuffer_testPrefix(OTF_RBuffer *b, const char *string)
{
	return test(b, string, 1);
}

void OTF_RBuffer_skipSpaces(OTF_RBuffer *b)
{
	if (b)
		past_blanks(b);
}

void OTF_RBuffer_skipKeyword(OTF_RBuffer *b)
{
	const char *p = b ? here(b) : "";

	while (otfp_is_letter(*p))
		p++;
	if (b)
		b->in->p = p;
}

/* ---- time, process, sizes ---- */

uint64_t OTF_RBuffer_getCurrentTime(OTF_RBuffer *b)
{
	return b ? b->time : UINT64_MAX;
}

void OTF_RBuffer_setCurrentTime(OTF_RBuffer *b, uint64_t time)
{
	if (b)
		b->time = time;
}

uint32_t OTF_RBuffer_getCurrentProcess(OTF_RBuffer *b)
{
	return b ? b->process : UINT32_MAX;
}

void OTF_RBuffer_setCurrentProcess(OTF_RBuffer *b, uint32_t process)
{
	if (b)
		b->process = process;
}

int OTF_RBuffer_setSize(OTF_RBuffer *b, size_t size)
{
	if (!b || size < b->size)
		return 0;
	b->size = size;
	return 1;
}

int OTF_RBuffer_setJumpSize(OTF_RBuffer *b, size_t size)
{
	if (!b || size > b->size)
		return 0;
	b->jump_size = size;
	return 1;
}

void OTF_RBuffer_setZBufferSize(OTF_RBuffer *b, uint32_t size)
{
	(void)b, (void)size;
}

int OTF_RBuffer_getFileProperties(OTF_RBuffer *b)
{
	return b && otf_rbuffer_ends(b);
}

int OTF_RBuffer_getFirstLastTime(OTF_RBuffer *b, uint64_t filesize)
{
	(void)filesize; /* the size is known */
	return OTF_RBuffer_getFileProperties(b);
}

uint64_t OTF_RBuffer_getFileSize(OTF_RBuffer *b)
{
	return b && b->path ? otfp_input_size(b->in) : UINT64_MAX;
}

uint64_t OTF_RBuffer_getFilePos(OTF_RBuffer *b)
{
	return b && b->path ? otfp_input_at(b->in) : UINT64_MAX;
}
