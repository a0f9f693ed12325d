/* rbuffer.c - open a file and read it line by line. */
#include "api/otf/rbuffer.h"
#include "api/otf/error.h"
#include "base/num.h"
#include "io/there.h"
#include "io/unpack.h"
#include "otf/read/seek.h"
#include <stdlib.h>
#include <string.h>

enum { JUMP_SIZE = 1024, Z_EXPANDS = 4 };

/* ---- errors ---- */

static const char *name_of(const OTF_RBuffer *b)
{
	return b->path ? otfp_input_name(b->in) : "memory";
}

static uint64_t count_lines(const char *p, const char *end)
{
	uint64_t n = 0;

	for (; p < end && (p = memchr(p, '\n', (size_t)(end - p))); p++)
		n++;
	return n;
}

/* Lines before the position; of compressed files, since reading began at b->start. Plain files are read again for it.
 */
static uint64_t lines_before(const OTF_RBuffer *b)
{
	if (!b->path)
		return count_lines(b->bytes, b->in->p);
	if (b->is_packed)
		return b->line + (b->counted ? count_lines(b->counted, b->in->p) : 0);
	return otfp_seek_lines(b->in, otfp_input_at(b->in));
}

int otf_rbuffer_damage(OTF_RBuffer *b, enum otfp_flaw flaw, const char *what)
{
	uint64_t line = lines_before(b) + 1;

	if (b->start && b->is_packed)
		otfp_fail_at(&b->err, OTFP_EDAMAGE, flaw, name_of(b), 0, "line %ju after byte %ju: %s", (uintmax_t)line,
		             (uintmax_t)b->start, what);
	else
		otfp_fail_at(&b->err, OTFP_EDAMAGE, flaw, name_of(b), line, "%s", what);
	otf_fail(&b->err);
	b->at = OTF_AT_DAMAGE;
	return OTFP_EDAMAGE;
}

int otf_rbuffer_fail(OTF_RBuffer *b, int code)
{
	otf_fail(&b->err);
	b->at = OTF_AT_DAMAGE;
	return code;
}

/* ---- opening ---- */

/* Forget what was read so far. */
static void forget(OTF_RBuffer *b)
{
	b->at = OTF_AT_LINE;
	b->time = b->last_time = UINT64_MAX;
	b->process = b->last_process = UINT32_MAX;
	b->after = OTF_SEEN_NO_RECORD;
	b->started = 0;
	b->line = b->start = 0;
	b->counted = NULL;
	otfp_pairs_clear(&b->pairs);
}

/* @param manager  NULL: of a buffer in memory */
static OTF_RBuffer *make_buffer(OTF_FileManager *manager, size_t block)
{
	OTF_RBuffer *b = calloc(1, sizeof *b);

	if (!b) {
		otf_fail_memory();
		return NULL;
	}
	b->manager = manager ? otf_manager_hold(manager) : NULL;
	b->block = block;
	b->pairs.scratch = &b->scratch;
	b->file = OTFP_FILE_EVENT;
	b->jump_size = JUMP_SIZE;
	forget(b);
	return b;
}

static int open_input(OTF_RBuffer *b)
{
	return otfp_input_open(&b->in, b->manager->files, b->path, b->is_packed ? OTFP_ZLIB : OTFP_PLAIN, b->block,
	                       &b->err);
}

/* @return 1 if the file is there, plain or compressed; b->path and b->is_packed say which; 0; <0 */
static int find(OTF_RBuffer *b, const char *path)
{
	for (b->is_packed = 0; b->is_packed < 2; b->is_packed++) {
		int found;
		free(b->path);
		b->path = malloc(strlen(path) + sizeof ".z");
		if (!b->path)
			return otfp_fail_memory(&b->err);
		strcat(strcpy(b->path, path), b->is_packed ? ".z" : "");
		found = otfp_file_is_there(b->path, NULL, &b->err);
		if (found)
			return found;
	}
	return 0;
}

int otf_rbuffer_open(OTF_RBuffer **buffer, const char *path, OTF_FileManager *manager, size_t block)
{
	OTF_RBuffer *b = *buffer = make_buffer(manager, block);
	int code;

	if (!b)
		return OTFP_EFAIL;
	code = find(b, path);
	if (code > 0)
		code = open_input(b);
	else if (code == 0)
		code = 1;
	if (code < 0)
		otf_rbuffer_fail(b, code);
	if (code == 0)
		return 0;
	OTF_RBuffer_close(b);
	*buffer = NULL;
	return code;
}

OTF_RBuffer *OTF_RBuffer_open(const char *filename, OTF_FileManager *manager)
{
	OTF_RBuffer *b = NULL;

	if (!filename || !manager)
		otf_misuse("OTF_RBuffer_open", "no name, or no manager");
	else if (otf_rbuffer_open(&b, filename, manager, OTF_BLOCK_MOST) == 1)
		OTF_Error("%s: no such file", filename);
	return b;
}

/* Inflate n bytes. @return 0 or <0, after damage with what precedes it in *text */
static int inflate_all(const char *p, size_t n, struct otfp_buf *text, struct otfp_error *err)
{
	struct otfp_unpack_io io = {(const unsigned char *)p, (const unsigned char *)p + n, NULL, NULL};
	struct otfp_unpack *u;
	int code = otfp_unpack_zlib.init(&u, "memory", err);

	if (code < 0)
		return code;
	for (size_t before = 1; code == 0 && (io.in < io.in_end || text->n > before);) {
		before = text->n;
		if (otfp_buf_reserve(text, Z_EXPANDS * n + OTFP_INPUT_AHEAD) < 0) {
			code = otfp_fail_memory(err);
			break;
		}
		io.out = (unsigned char *)text->p + text->n;
		io.out_end = (unsigned char *)text->p + text->cap - OTFP_INPUT_AHEAD;
		code = u->ops->step(u, &io);
		text->n = (size_t)((char *)io.out - text->p);
	}
	if (code == OTFP_EDAMAGE)
		otfp_fail_at(err, code, OTFP_FLAW_PACKING, "memory", 0, "corrupt compressed data: %s", u->why);
	u->ops->release(u);
	return code;
}

/* Make text, which has OTFP_INPUT_AHEAD bytes of room, the window. */
static void set_window(OTF_RBuffer *b, const struct otfp_buf *text)
{
	const char *lf = text->n ? memrchr(text->p, '\n', text->n) : NULL;

	b->bytes = text->p;
	if (text->p)
		memset(b->bytes + text->n, 0, OTFP_INPUT_AHEAD);
	b->in = &b->memory;
	b->in->p = text->p;
	b->in->lines = lf ? lf + 1 : text->p;
	b->in->end = text->p + text->n;
}

OTF_RBuffer *OTF_RBuffer_open_with_external_buffer(uint32_t len, const char *buffer, uint8_t is_compressed)
{
	OTF_RBuffer *b = buffer || !len ? make_buffer(NULL, 0) : NULL;
	struct otfp_buf text = OTFP_BUF_INIT;
	int code = 0;

	if (!buffer && len)
		otf_misuse("OTF_RBuffer_open_with_external_buffer", "no buffer");
	if (!b)
		return NULL;
	if (is_compressed)
		code = inflate_all(buffer, len, &text, &b->err);
	else if (otfp_buf_reserve(&text, len + OTFP_INPUT_AHEAD) < 0 || otfp_buf_add(&text, buffer, len) < 0)
		code = otfp_fail_memory(&b->err);
	if (text.p || code == 0)
		set_window(b, &text);
	if (code == 0)
		return b;
	otf_rbuffer_fail(b, code);
	OTF_RBuffer_close(b);
	return NULL;
}

OTF_RBuffer *otf_rbuffer_again(const OTF_RBuffer *b)
{
	OTF_RBuffer *other;

	if (!b->path)
		return OTF_RBuffer_open_with_external_buffer((uint32_t)(b->in->end - b->bytes), b->bytes, 0);
	other = make_buffer(b->manager, b->block);
	if (!other)
		return NULL;
	other->is_packed = b->is_packed;
	other->path = strdup(b->path);
	if (other->path && open_input(other) == 0)
		return other;
	OTF_RBuffer_close(other);
	return NULL;
}

int OTF_RBuffer_close(OTF_RBuffer *b)
{
	if (!b)
		return 0;
	if (b->in != &b->memory)
		otfp_input_close(b->in);
	otfp_scratch_release(&b->scratch);
	free(b->bytes);
	free(b->path);
	free(b->texts);
	otf_manager_drop(b->manager);
	free(b);
	return 1;
}

/* ---- lines ---- */

int otf_rbuffer_have(OTF_RBuffer *b)
{
	int code;

	if (b->in->p < b->in->lines)
		return 1;
	if (b->in == &b->memory || b->at == OTF_AT_END)
		return 0;
	if (b->is_packed && b->counted)
		b->line += count_lines(b->counted, b->in->lines);
	code = otfp_input_lines(b->in);
	b->counted = b->in->p;
	return code < 0 ? otf_rbuffer_fail(b, code) : code == 0;
}

void otf_rbuffer_skip(OTF_RBuffer *b)
{
	b->in->p = (const char *)rawmemchr(b->in->p, '\n') + 1;
}

static __attribute__((noinline, cold)) int bad_number(OTF_RBuffer *b, const char *p, const char *what)
{
	const char *lf = rawmemchr(p, '\n');

	return otf_rbuffer_damage(b, OTFP_FLAW_LINE, lf[-1] == '\r' ? "carriage return at the end of the line" : what);
}

/* The byte after the LF of a line whose number ends at p, or NULL. */
static inline const char *line_end(const char *p)
{
	while (OTFP_UNLIKELY(*p == ' ' || *p == '\t' || *p == '\r'))
		if (*p++ == '\r')
			return NULL;
	return OTFP_LIKELY(*p == '\n') ? p + 1 : NULL;
}

/* A time that goes back is delivered as it is; the first of a file is reported. */
static __attribute__((noinline, cold)) void goes_back(OTF_RBuffer *b, uint64_t time)
{
	enum otf_at at = b->at;
	char text[100];

	snprintf(text, sizeof text, "time goes back from %ju to %ju", (uintmax_t)b->time, (uintmax_t)time);
	otf_rbuffer_damage(b, OTFP_FLAW_ORDER, text);
	b->at = at;
	b->went_back = 1;
}

static inline int take_time(OTF_RBuffer *b, const char *p)
{
	int over = 0;
	uint64_t time;
	const char *end = line_end(otfp_get_hex_long(p, &time, &over));

	if (OTFP_UNLIKELY(!end || over))
		return bad_number(b, p, "bad time line");
	if (OTFP_UNLIKELY(time < b->time) && b->time != UINT64_MAX && !b->went_back)
		goes_back(b, time);
	b->last_time = b->time;
	b->time = time;
	b->after = OTF_SEEN_TIME | (b->after & OTF_SEEN_NO_RECORD);
	b->in->p = end;
	return 0;
}

static inline int take_process(OTF_RBuffer *b, const char *p)
{
	int over = 0;
	uint64_t process;
	const char *digits = otfp_get_hex(p + 1, &process, &over), *end = line_end(digits);

	if (OTFP_UNLIKELY(!end || over || process > UINT32_MAX || digits == p + 1))
		return bad_number(b, p, "bad process line");
	b->last_process = b->process;
	b->process = (uint32_t)process;
	b->after |= OTF_SEEN_PROCESS;
	b->in->p = end;
	return 0;
}

static int take_pair(OTF_RBuffer *b)
{
	const char *why, *end = otfp_pairs_parse(&b->pairs, b->in->p, &why);

	if (!end)
		return otf_rbuffer_damage(b, OTFP_FLAW_KEYVALUE, why);
	b->in->p = end;
	return 0;
}

static const char *skip_blanks(const char *p)
{
	while (*p == ' ' || *p == '\t')
		p++;
	return p;
}

static int at_end(OTF_RBuffer *b)
{
	b->at = b->in->end > b->in->p ? OTF_AT_CUT : OTF_AT_END;
	return b->at == OTF_AT_CUT;
}

/* Take the lines before a record. @param pairs  whether key-values are such lines */
static inline int next(OTF_RBuffer *b, int pairs)
{
	const char *p;
	int code = 1;

	if (OTFP_UNLIKELY(b->at != OTF_AT_LINE))
		return b->at == OTF_AT_CUT;
	for (;;) {
		p = b->in->p;
		if (OTFP_UNLIKELY(p >= b->in->lines)) {
			code = otf_rbuffer_have(b);
			if (code <= 0)
				return code < 0 ? code : at_end(b);
			continue;
		}
		if (otfp_hex_value[(uint8_t)*p] < 16)
			code = take_time(b, p);
		else if (*p == '*')
			code = take_process(b, p);
		else if (OTFP_UNLIKELY(*p == ' ' || *p == '\t'))
			b->in->p = skip_blanks(p);
		else if (OTFP_UNLIKELY(*p == '\n'))
			otf_rbuffer_skip(b);
		else if (OTFP_UNLIKELY(pairs && otfp_is_pair(p)))
			code = take_pair(b);
		else
			return 1;
		if (OTFP_UNLIKELY(code < 0))
			return code;
	}
}

int otf_rbuffer_next(OTF_RBuffer *b)
{
	return next(b, 1);
}

int otf_rbuffer_pairs(OTF_RBuffer *b)
{
	const char *p = b->in->p, *lines = b->in->lines, *end;

	while (p < lines && *p == 'K' && (end = otfp_pairs_usual(&b->pairs, p)))
		p = end;
	b->in->p = p;
	return p < lines && otfp_is_letter(*p) && *p != 'K' ? 1 : next(b, 1);
}

int otf_rbuffer_next_line(OTF_RBuffer *b)
{
	return next(b, 0);
}

/* ---- positions ---- */

int otf_rbuffer_rewind(OTF_RBuffer *b)
{
	int code = 0;

	forget(b);
	if (b->in == &b->memory) {
		b->in->p = b->bytes;
	} else if (otfp_input_at(b->in)) {
		otfp_input_close(b->in);
		b->in = NULL;
		code = open_input(b);
	}
	return code < 0 ? otf_rbuffer_fail(b, code) : 0;
}

int otf_rbuffer_align(OTF_RBuffer *b)
{
	int code = 0;

	b->after = OTF_SEEN_NO_RECORD;
	while ((b->after & OTF_SEEN_BOTH) != OTF_SEEN_BOTH && (code = otf_rbuffer_have(b)) > 0) {
		const char *p = b->in->p = skip_blanks(b->in->p);
		if (otfp_hex_value[(uint8_t)*p] < 16)
			code = take_time(b, p);
		else if (*p == '*' && b->after & OTF_SEEN_TIME)
			code = take_process(b, p);
		else
			otf_rbuffer_skip(b);
		if (code < 0)
			return code;
	}
	b->started = (b->after & OTF_SEEN_BOTH) == OTF_SEEN_BOTH;
	if (!b->started)
		b->at = OTF_AT_END;
	return b->started ? 1 : code;
}

const char *otf_rbuffer_text(OTF_RBuffer *b, const char *p, size_t n)
{
	char *text;

	if (n >= b->texts_cap - b->ntexts) {
		if (n >= b->texts_cap) {
			size_t cap = n < OTF_TEXTS ? OTF_TEXTS : 2 * n;
			free(b->texts);
			b->texts = malloc(cap);
			b->texts_cap = b->texts ? cap : 0;
		}
		b->ntexts = 0;
		if (!b->texts) {
			otf_rbuffer_fail(b, otfp_fail_memory(&b->err));
			return NULL;
		}
	}
	text = memcpy(b->texts + b->ntexts, p, n);
	text[n] = '\0';
	b->ntexts += n + 1;
	return text;
}
