/* rbuffer.h - one file of a trace, as the readers of otf.h use it: private to otf.h. */
#ifndef OTFP_API_OTF_RBUFFER_H
#define OTFP_API_OTF_RBUFFER_H
#include "api/otf/manager.h"
#include "base/num.h"
#include "io/input.h"
#include "open-trace-format/OTF_RBuffer.h"
#include "otf/keyvalue.h"

/* Where a buffer is. */
enum otf_at { OTF_AT_LINE, OTF_AT_CUT, OTF_AT_END, OTF_AT_DAMAGE };

struct struct_OTF_RBuffer {
	/* used for each record, so in one place */
	struct otfp_input *in;    /* the window; of a buffer in memory, &memory */
	uint64_t time, last_time; /* of the last time line, and of the one before it */
	uint32_t process, last_process;
	enum otf_at at;
	uint8_t file;    /* enum otfp_file; OTFP_FILE_EVENT if nobody said */
	uint8_t after;   /* what came since the last record: OTF_SEEN_... */
	uint8_t started; /* time and process are known, or the file needs none */
	struct otfp_scratch scratch;
	struct otfp_tag_lines pairs;

	uint32_t id;          /* stream */
	uint8_t went_back;    /* a time that goes back was reported */
	uint8_t has_ends;     /* of the next two: 0 unknown, 1 known, 2 there are none */
	uint64_t first, last; /* times */
	uint64_t start;       /* reading began at this byte */
	/* Of a compressed file, whose lines cannot be counted when it is asked for: the lines before this byte of the
	 * window */
	uint64_t line;
	const char *counted;
	char *texts; /* texts that were handed out, reused from its start when it is full */
	size_t ntexts, texts_cap;
	size_t size, jump_size;
	OTF_FileManager *manager;
	char *path; /* NULL: in memory */
	int is_packed;
	size_t block; /* bytes read at a time */
	char *bytes;  /* of a buffer in memory: all of them */
	struct otfp_input memory;
	struct otfp_error err;
};

enum { OTF_SEEN_TIME = 1, OTF_SEEN_PROCESS = 2, OTF_SEEN_BOTH = 3, OTF_SEEN_NO_RECORD = 4 };

/* What a file is read with. Texts stay valid until so many bytes of texts follow, as names do in the buffer of 1.12.5.
 */
enum { OTF_TEXTS = 1 << 20, OTF_BLOCK_MOST = 256 << 10 };

/** Open the file at `path`, or its compressed form. @param block  bytes read at a time
 * @return 0; 1 with *b NULL if there is no such file; <0 with otf_errno set */
int otf_rbuffer_open(OTF_RBuffer **b, const char *path, OTF_FileManager *manager, size_t block);
/** Another buffer of the same bytes, which the caller closes. @return NULL with otf_errno set */
OTF_RBuffer *otf_rbuffer_again(const OTF_RBuffer *b);
/** Go to the start of the file. @return 0 or <0 with otf_errno set */
int otf_rbuffer_rewind(OTF_RBuffer *b);
/** Skip lines until a time line and after it a process line have come. @return 1; 0 if they do not; <0 with otf_errno
 * set */
int otf_rbuffer_align(OTF_RBuffer *b);
/** Go to the first record at or after `from` that has a time and a process; of definitions and markers, to the first.
 * @return 1; 0 if the file has none; <0 with otf_errno set */
int otf_rbuffer_start(OTF_RBuffer *b, uint64_t from);
/**
 * Move to the next record: take the lines before it, and key-values. Does nothing at a record.
 * @return 1 at a record, or at the rest of a last line that is cut (OTF_AT_CUT); 0 at the end; <0 with otf_errno set
 */
int otf_rbuffer_next(OTF_RBuffer *b);
/** The same, but key-values are records. */
int otf_rbuffer_next_line(OTF_RBuffer *b);
/** Have a line at the position. @return 1; 0 at the end, where [p, end) may be a last line without LF; <0 with
 * otf_errno set */
int otf_rbuffer_have(OTF_RBuffer *b);
/** Pass the line at the position, which must be there. */
void otf_rbuffer_skip(OTF_RBuffer *b);
/** Set otf_errno and otf_strerr by b->err: nothing more can be read. @return code */
int otf_rbuffer_fail(OTF_RBuffer *b, int code);
/** Set otf_errno, and otf_strerr to "path:line: what" for the line at the position. @return OTFP_EDAMAGE */
int otf_rbuffer_damage(OTF_RBuffer *b, enum otfp_flaw flaw, const char *what);
/** Copy a text and end it with NUL. @return NULL with otf_errno set */
const char *otf_rbuffer_text(OTF_RBuffer *b, const char *p, size_t n);
/** The same at a key-value. */
int otf_rbuffer_pairs(OTF_RBuffer *b);
/** otf_rbuffer_next after a record, fast if there are a usual time and process line, or none of them, and a record.
 * Else otf_rbuffer_next begins where the record ended, so that it knows which lines end the file. */
OTFP_INLINE int otf_rbuffer_go_on(OTF_RBuffer *b)
{
	const char *p = b->in->p, *lines = b->in->lines;
	uint64_t time = b->time;
	uint32_t process = b->process;
	int over = 0;

	if (OTFP_UNLIKELY(p >= lines))
		return otf_rbuffer_next(b);
	if (otfp_hex_value[(uint8_t)*p] < 16) {
		p = otfp_get_hex_long(p, &time, &over);
		if (OTFP_UNLIKELY(*p++ != '\n' || time < b->time || over))
			return otf_rbuffer_next(b);
	}
	if (*p == '*') {
		const char *digits = ++p;
		unsigned digit;
		for (process = 0; (digit = otfp_hex_value[(uint8_t)*p]) < 16; p++)
			process = process << 4 | digit;
		if (OTFP_UNLIKELY(*p != '\n' || (size_t)(p - digits) - 1 >= 8)) /* 1 to 8 digits */
			return otf_rbuffer_next(b);
		p++;
	}
	if (OTFP_UNLIKELY(p >= lines || !otfp_is_letter(*p)))
		return otf_rbuffer_next(b);
	b->time = time;
	b->process = process;
	b->in->p = p;
	return OTFP_LIKELY(*p != 'K') ? 1 : otf_rbuffer_pairs(b);
}
/** First and last time of the file. @return 1, or 0 if it has none */
int otf_rbuffer_ends(OTF_RBuffer *b);
#endif
