#include "otf/read/ends.h"
#include "base/num.h"
#include "io/flush.h"
#include <string.h>

enum { TAIL = 4 << 10 };      /* bytes of text of the first attempt */
enum { TAIL_MAX = 17 << 20 }; /* a line is at most 16 MiB */
enum { READ_ROOM = 64 };      /* records a batch */
enum { SMALL = 16 << 10 };    /* bytes on disk: for the header alone smaller compressed files are read in full */

static const char *skip_blanks(const char *p)
{
	while (*p == ' ' || *p == '\t')
		p++;
	return p;
}

/* What a line of a timed file is. */
enum line_kind { LINE_EMPTY, LINE_TIME, LINE_PROCESS, LINE_PAIR, LINE_RECORD };

static enum line_kind kind_of(const char *p)
{
	p = skip_blanks(p);
	if (*p == '\n')
		return LINE_EMPTY;
	if (otfp_hex_value[(uint8_t)*p] < 16)
		return LINE_TIME;
	if (*p == '*')
		return LINE_PROCESS;
	return otfp_is_pair(p) ? LINE_PAIR : LINE_RECORD;
}

static uint64_t time_of(const char *p)
{
	uint64_t t;
	int over = 0;

	otfp_get_hex(skip_blanks(p), &t, &over);
	return t;
}

static void note_record(struct otfp_ends *b, const struct otfp_keywords *k, unsigned file, const char *p)
{
	const char *start = p = skip_blanks(p);
	const struct otfp_keyword *w;

	p += *p == '#';
	while (otfp_is_letter(*p))
		p++;
	w = otfp_keywords_find(k, file, start, (size_t)(p - start));
	if (!w)
		return;
	b->forms |= w->is_long ? OTFP_DISK_LONG : OTFP_DISK_SHORT;
	b->has_inline |= file == OTFP_FILE_EVENT && otfp_table[otfp_rows[w->row].type].file == OTFP_FILE_SNAP;
}

void otfp_ends_head(struct otfp_ends *b, const struct otfp_keywords *k, unsigned file, const char *p, const char *lines)
{
	uint64_t time = 0;

	for (; p < lines; p = (const char *)rawmemchr(p, '\n') + 1) {
		enum line_kind kind = kind_of(p);
		if (kind == LINE_TIME && !b->has_first && otfp_is_timed(file))
			time = time_of(p);
		if (kind != LINE_RECORD)
			continue;
		note_record(b, k, file, p);
		if (!b->has_first)
			b->first = time;
		b->has_first = 1;
	}
}

/* The start of the line that ends at `end`, the byte after an LF. */
static const char *line_before(const char *begin, const char *end)
{
	const char *lf = end - 1 > begin ? memrchr(begin, '\n', (size_t)(end - 1 - begin)) : NULL;

	return lf ? lf + 1 : begin;
}

/* Scan [p,end) backwards; p is the start of a line. @return 1 if the last record and the time before it were found */
static int scan_back(struct otfp_ends *b, const struct otfp_keywords *k, unsigned file, const char *p, const char *end)
{
	int record = 0, after = 0;

	while (end > p) {
		const char *line = line_before(p, end);
		enum line_kind kind = kind_of(line);
		if (kind == LINE_RECORD) {
			note_record(b, k, file, line);
			if (!record)
				b->has_trailer = after == 3;
			record = 1;
		}
		if (!record)
			after |= (kind == LINE_TIME) | 2 * (kind == LINE_PROCESS);
		if (record && kind == LINE_TIME) {
			b->last = time_of(line);
			b->has_last = 1;
			return 1;
		}
		end = line;
	}
	return 0;
}

/* Scan the complete lines of a piece of the file, which may begin in the middle of a line. */
static int scan_piece(struct otfp_ends *b, const struct otfp_keywords *k, unsigned file, const char *p, size_t n,
                      int from_start)
{
	const char *end = n ? memrchr(p, '\n', n) : NULL;

	if (!end)
		return 0;
	if (!from_start)
		p = (const char *)memchr(p, '\n', n) + 1;
	return scan_back(b, k, file, p, end + 1);
}

static int plain_tail(struct otfp_ends *b, struct otfp_reading *r, struct otfp_file_h *f, unsigned file)
{
	struct otfp_buf text = OTFP_BUF_INIT;
	uint64_t size = otfp_file_size(f);
	int found = 0, code = 0;

	for (size_t want = TAIL; !found && code == 0; want *= 4) {
		size_t n = want < size ? want : size;
		ssize_t got;
		text.n = 0;
		if (otfp_buf_reserve(&text, n + 1) < 0) {
			code = otfp_fail_memory(r->err);
			break;
		}
		got = otfp_file_read(f, text.p, n, size - n);
		code = got < 0 ? (int)got : 0;
		found = code == 0 && scan_piece(b, &r->keywords, file, text.p, (size_t)got, n == size);
		if (n == size || want >= TAIL_MAX)
			break;
	}
	otfp_buf_release(&text);
	return code;
}

/* Read a whole file: the slow way, for compressed files without a flush point near the end. */
static int read_through(struct otfp_ends *b, struct otfp_reading *r, struct otfp_files *fs, const char *path,
                        uint32_t id, unsigned file)
{
	struct otfp_batch batch;
	struct otfp_stream s;
	int code;

	if (otfp_batch_init(&batch, READ_ROOM) < 0)
		return otfp_fail_memory(r->err);
	otfp_stream_init(&s, r, id, file);
	s.tolerant = 1; /* damage is reported when the records are read */
	code = otfp_input_open(&s.in, fs, path, OTFP_ZLIB, 64 << 10, &s.err);
	while (code == 0) {
		otfp_stream_fill(&s, &batch);
		code = batch.end;
	}
	b->last = s.place.last_time;
	b->has_last = s.place.any;
	b->has_trailer = s.place.any && s.place.after == 3;
	if (code < 0)
		*r->err = s.err;
	otfp_stream_release(&s);
	otfp_batch_release(&batch);
	return code == OTFP_END ? 0 : code;
}

static int packed_tail(struct otfp_ends *b, struct otfp_reading *r, struct otfp_files *fs, struct otfp_file_h *f,
                       uint32_t id, unsigned file)
{
	struct otfp_buf text = OTFP_BUF_INIT;
	int code = otfp_flush_tail(f, &text, &b->tail_packed, r->err), found;

	b->tail_text = b->tail_packed ? text.n : 0;
	found = code == 0 && scan_piece(b, &r->keywords, file, text.p, text.n, 0);
	otfp_buf_release(&text);
	b->unseen = code == 0 && !found && r->o.header_only && otfp_file_size(f) > SMALL;
	if (code < 0 || found || b->unseen)
		return code;
	return read_through(b, r, fs, otfp_file_path(f), id, file);
}

int otfp_ends_tail(struct otfp_ends *b, struct otfp_reading *r, struct otfp_files *fs, const char *path, int packed,
                   uint32_t id, unsigned file)
{
	struct otfp_file_h *f;
	int code = otfp_file_open(&f, fs, path, r->err);

	if (code < 0)
		return code;
	code = packed ? packed_tail(b, r, fs, f, id, file) : plain_tail(b, r, f, file);
	otfp_file_close(f);
	return code;
}
