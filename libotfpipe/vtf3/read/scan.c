/* scan.c - opening, the window, the position, and bytes that are no record. See scan.h. */
#include "vtf3/read/scanning.h"
#include "vtf3/read/text.h"
#include <endian.h>
#include <stdlib.h>

#define MAGIC "U\252\245ZBPVI"
#define MAGIC_N 8
#define CHUNK 65536u /* bytes of an Unrecognizable that is not one record */

/* ---- opening ---- */

static void index_keyword(struct otfp_vtf3_scanner *s, const char *word, size_t n, unsigned type)
{
	struct otfp_vtf3_keyword key = {.n = (uint8_t)n, .type = (uint8_t)type};
	unsigned h;

	memcpy(key.word, word, n);
	key.head = otfp_load8(key.word);
	h = otfp_vtf3_keyword_hash(key.head);
	while (s->keywords[h].n)
		h = (h + 1) % OTFP_VTF3_KEYWORDS;
	s->keywords[h] = key;
}

static void index_row(struct otfp_vtf3_scanner *s, unsigned type)
{
	const struct otfp_vtf3_row *row = &otfp_vtf3_rows[type];

	s->fixed[type] = (uint8_t)otfp_vtf3_least(type);
	otfp_vtf3_record_init(&s->blank[type], type);
	for (unsigned i = 0; i < row->nargs; i++)
		s->roomy[type] |= row->args[i].type > OTFP_VTF3_A_REAL;
	for (unsigned i = 0; i < row->ntext; i++)
		if (!(row->text[i].flags & (OTFP_VTF3_T_OPT | OTFP_VTF3_T_ALT)))
			s->required[type] |= (uint16_t)(1u << row->text[i].slot);
	if (row->flags & OTFP_VTF3_R_EXCH)
		s->required[type] = 1u << OTFP_EXCH_CPU | 1u << OTFP_EXCH_STATE;
	if (type == OTFP_VTF3_Unrecognizable)
		return;
	index_keyword(s, row->keyword, strlen(row->keyword), type);
	if (row->flags & OTFP_VTF3_R_EXCH)
		index_keyword(s, row->keyword, 4, type); /* TAU's short form */
	if (row->code < 256)
		s->by_code[row->code] = (uint8_t)(type + 1);
	else if (row->code >> 8 == OTFP_VTF3_PRIVATE >> 8)
		s->by_private[row->code & 255] = (uint8_t)(type + 1);
}

static int make_scanner(struct otfp_vtf3_scanner **to, struct otfp_error *err)
{
	struct otfp_vtf3_scanner *s = calloc(1, sizeof *s);

	*to = s;
	if (!s || otfp_vtf3_activities_init(&s->activities) < 0) {
		otfp_vtf3_scan_close(s);
		*to = NULL;
		return otfp_fail_memory(err);
	}
	s->err = err;
	s->p = s->end = s->start = "";
	s->line = s->next_line = 1;
	for (unsigned type = 0; type < OTFP_VTF3_NTYPES; type++)
		index_row(s, type);
	return 0;
}

int otfp_vtf3_scan_open(struct otfp_vtf3_scanner **to, struct otfp_input *in, struct otfp_error *err)
{
	int code = make_scanner(to, err);

	if (code < 0)
		otfp_input_close(in);
	else
		(*to)->in = in;
	return code;
}

int otfp_vtf3_scan_open_memory(struct otfp_vtf3_scanner **to, enum otfp_vtf3_format format, struct otfp_error *err)
{
	int code = make_scanner(to, err);

	if (code < 0)
		return code;
	(*to)->format = format;
	(*to)->raw = format == OTFP_VTF3_LEGACY_ASCII;
	(*to)->is_open = (*to)->is_last = 1;
	return 0;
}

void otfp_vtf3_scan_close(struct otfp_vtf3_scanner *s)
{
	if (!s)
		return;
	otfp_input_close(s->in);
	otfp_vtf3_activities_release(&s->activities);
	otfp_buf_release(&s->own);
	free(s->scratch);
	free(s);
}

/* ---- the window ---- */

static int is_binary(const struct otfp_vtf3_scanner *s)
{
	return s->format == OTFP_VTF3_STD_BINARY;
}

/* Make [p, end) the n bytes at `more`, with a LF at the end in ASCII. The old window must be used up. */
static int own_window(struct otfp_vtf3_scanner *s, const void *more, size_t n)
{
	static const char ahead[OTFP_INPUT_AHEAD];

	s->base = otfp_vtf3_scan_bytes(s);
	s->own.n = 0;
	if (otfp_buf_add(&s->own, more, n) < 0)
		return otfp_fail_memory(s->err);
	s->added = !is_binary(s) && n > 0 && s->own.p[n - 1] != '\n';
	if (s->added && otfp_buf_add(&s->own, "\n", 1) < 0)
		return otfp_fail_memory(s->err);
	n = s->own.n;
	if (otfp_buf_add(&s->own, ahead, sizeof ahead) < 0)
		return otfp_fail_memory(s->err);
	s->p = s->start = s->own.p;
	s->end = s->own.p + n;
	return 0;
}

/* Read more bytes after p, in ASCII whole lines. @return 0; OTFP_END; <0 */
static int read_more(struct otfp_vtf3_scanner *s)
{
	struct otfp_input *in = s->in;
	int code;

	if (s->is_last)
		return OTFP_END;
	s->base += (uint64_t)(s->p - s->start);
	in->p = s->p;
	code = is_binary(s) ? otfp_input_more(in) : otfp_input_lines(in);
	s->p = s->start = in->p;
	s->end = is_binary(s) ? in->end : in->lines;
	if (code != OTFP_END)
		return code;
	s->is_last = 1;
	if (is_binary(s) || in->p == in->end)
		return OTFP_END;
	return own_window(s, in->p, (size_t)(in->end - in->p));
}

static void detect_format(struct otfp_vtf3_scanner *s)
{
	size_t n = (size_t)(s->in->end - s->in->p);
	const char *p = s->in->p;

	s->format = OTFP_VTF3_LEGACY_ASCII;
	if (n >= MAGIC_N && !memcmp(p, MAGIC, MAGIC_N))
		s->format = OTFP_VTF3_STD_BINARY;
	else if (n >= 8 && (!memcmp(p + 1, " SAVTF\n", 7) || !memcmp(p + 1, " SAVTF\r", 7)) && *p == 'C')
		s->format = OTFP_VTF3_STD_ASCII;
	else if (n >= 8 && (!memcmp(p + 1, " FAVTF\n", 7) || !memcmp(p + 1, " FAVTF\r", 7)) && *p == 'C')
		s->format = OTFP_VTF3_FST_ASCII;
	s->raw = s->format == OTFP_VTF3_LEGACY_ASCII;
	s->is_open = 1;
}

/* Afterwards the window has the bytes read so far, in ASCII their whole lines. */
static int open_format(struct otfp_vtf3_scanner *s)
{
	int code = 0;

	while (code == 0 && s->in->end - s->in->p < MAGIC_N)
		code = otfp_input_more(s->in);
	if (code < 0)
		return code;
	detect_format(s);
	s->p = s->end = s->start = s->in->p;
	if (is_binary(s)) {
		s->end = s->in->end;
		return 0;
	}
	/* bytes read before the format was known are lines, too */
	for (const char *lf = s->in->end; lf > s->in->p; lf--)
		if (lf[-1] == '\n') {
			s->in->lines = s->end = lf;
			break;
		}
	return 0;
}

int otfp_vtf3_scan_format(struct otfp_vtf3_scanner *s)
{
	int code = s->is_open ? 0 : open_format(s);

	return code < 0 ? code : (int)s->format;
}

int otfp_vtf3_scan_feed(struct otfp_vtf3_scanner *s, const void *p, size_t n)
{
	return own_window(s, p, n);
}

/* ---- bytes that are no record ---- */

/* Return n bytes at p as Unrecognizable and continue at `next`. rectype: the code, or that of Unrecognizable if
 * there is none */
static int unrecognizable(struct otfp_vtf3_scanner *s, const char *p, size_t n, unsigned rectype, const char *next)
{
	s->p = next;
	otfp_vtf3_begin(s, &otfp_vtf3_rows[OTFP_VTF3_Unrecognizable], OTFP_VTF3_Unrecognizable, s->last_time);
	s->nimplied = 0;
	s->rec.v[0].i = (int32_t)n;
	s->rec.v[1].u = rectype;
	s->rec.v[2].p = p;
	return 0;
}

static unsigned no_type(void)
{
	return otfp_vtf3_rows[OTFP_VTF3_Unrecognizable].code;
}

/* Return the bytes up to the next header in chunks. The last bytes of a window may be the start of a header. */
static int resync(struct otfp_vtf3_scanner *s)
{
	size_t n = (size_t)(s->end - s->p);
	const char *magic;

	while (n < CHUNK) {
		int code = read_more(s);
		n = (size_t)(s->end - s->p);
		if (code < 0)
			return code;
		if (code == OTFP_END)
			break;
	}
	n = n > CHUNK ? CHUNK : n;
	magic = memmem(s->p + 1, n - 1, MAGIC, MAGIC_N);
	if (magic)
		n = (size_t)(magic - s->p);
	else if (n > MAGIC_N && s->end - s->p > (ptrdiff_t)n)
		n -= MAGIC_N;
	s->is_lost = !magic && s->p + n < s->end;
	return unrecognizable(s, s->p, n, no_type(), s->p + n);
}

/* ---- binary ---- */

static unsigned load_code(const char *p)
{
	uint16_t v;

	memcpy(&v, p + 4, sizeof v);
	return le16toh(v);
}

/* Have n bytes at hand. @return 0; OTFP_END if there are fewer; <0 */
static int need(struct otfp_vtf3_scanner *s, size_t n)
{
	int code = 0;

	while (code == 0 && (size_t)(s->end - s->p) < n)
		code = read_more(s);
	return code;
}

/* Handle bytes that are no whole record: a header, the end, or a record that is not read yet. @return 0 to try
 * again; 1 if s->rec is filled; 2 at the end; <0 */
static int step_binary(struct otfp_vtf3_scanner *s)
{
	int code = need(s, MAGIC_N);
	uint32_t n;

	if (code < 0)
		return code;
	if (s->p == s->end)
		return 2;
	if (code == 0 && !memcmp(s->p, MAGIC, MAGIC_N)) {
		s->p += MAGIC_N;
		return 0;
	}
	n = s->end - s->p >= OTFP_VTF3_HEAD ? otfp_vtf3_load4(s->p) : 0;
	if (n > OTFP_VTF3_RECORD_MAX) {
		s->why = "impossible record length; skipped to the next header";
		code = resync(s);
		return code < 0 ? code : 1;
	}
	code = need(s, OTFP_VTF3_HEAD + (size_t)n);
	if (code < 0)
		return code;
	if (code == 0)
		return 0;
	s->is_cut = 1;
	s->why = "the input ends inside a record";
	code = resync(s);
	return code < 0 ? code : 1;
}

static int unknown_binary(struct otfp_vtf3_scanner *s, uint32_t n)
{
	s->why = "unknown record";
	return unrecognizable(s, s->p, OTFP_VTF3_HEAD + (size_t)n, load_code(s->p), s->p + OTFP_VTF3_HEAD + n);
}

static int take_binary(struct otfp_vtf3_scanner *s, uint32_t n)
{
	const char *payload = s->p + OTFP_VTF3_HEAD;
	unsigned type = otfp_vtf3_type_of(s, load_code(s->p));

	s->at = s->base + (uint64_t)(s->p - s->start);
	if (OTFP_UNLIKELY(type == OTFP_VTF3_NTYPES))
		return unknown_binary(s, n);
	switch (otfp_vtf3_scan_payload(s, type, payload, payload + n)) {
	case OTFP_VTF3_TOOK: s->p = payload + n; return 0;
	case OTFP_VTF3_NOMEM: return otfp_fail_memory(s->err);
	default: return unrecognizable(s, s->p, OTFP_VTF3_HEAD + (size_t)n, load_code(s->p), payload + n);
	}
}

static int next_binary(struct otfp_vtf3_scanner *s)
{
	for (;;) {
		size_t left = (size_t)(s->end - s->p);
		uint32_t n = left >= OTFP_VTF3_HEAD ? otfp_vtf3_load4(s->p) : UINT32_MAX;
		int code;

		/* a header does not pass: as a length it is 1.5 GB */
		if (OTFP_LIKELY(!s->is_lost && n <= OTFP_VTF3_RECORD_MAX && left - OTFP_VTF3_HEAD >= n))
			return take_binary(s, n);
		s->at = s->base + (uint64_t)(s->p - s->start);
		if (s->is_lost)
			return resync(s);
		code = step_binary(s);
		if (code == 1)
			return 0;
		if (code)
			return code == 2 ? OTFP_END : code;
	}
}

/* ---- ASCII ---- */

/* Skip a header in the middle, of the same ASCII format or the other. @return the byte after it, or NULL */
static const char *take_header(struct otfp_vtf3_scanner *s)
{
	const char *p = s->p;

	if (p[0] != 'C' || p[1] != ' ' || (p[2] != 'S' && p[2] != 'F') || memcmp(p + 3, "AVTF", 4) != 0 ||
	    !otfp_vtf3_is_eol(p + 7))
		return NULL;
	s->format = p[2] == 'S' ? OTFP_VTF3_STD_ASCII : OTFP_VTF3_FST_ASCII;
	s->raw = 0;
	return p + 8 + (p[7] == '\r');
}

/* Always uses up the line. */
static int take_line(struct otfp_vtf3_scanner *s)
{
	const char *lf, *end, *p;

	p = s->format == OTFP_VTF3_FST_ASCII ? otfp_vtf3_scan_fast(s, s->p) : otfp_vtf3_scan_text(s, s->p);
	if (OTFP_LIKELY(p != NULL)) {
		s->next_line += p[-1] == '\n';
		s->p = p;
		return 0;
	}
	if (!s->why)
		return otfp_fail_memory(s->err);
	lf = rawmemchr(s->p, '\n');
	end = lf > s->p && lf[-1] == '\r' ? lf - 1 : lf;
	s->next_line++;
	return unrecognizable(s, s->p, (size_t)(end - s->p), no_type(), lf + 1);
}

static int next_line(struct otfp_vtf3_scanner *s)
{
	for (;;) {
		const char *p;

		if (s->p == s->end) {
			int code = read_more(s);
			if (code)
				return code;
		}
		s->at = s->base + (uint64_t)(s->p - s->start);
		s->line = s->next_line;
		if (OTFP_UNLIKELY(*s->p == 'C') && (p = take_header(s))) {
			s->p = p;
			s->next_line++;
			continue;
		}
		if (*s->p != ' ' && !otfp_vtf3_is_eol(s->p))
			return take_line(s);
		p = otfp_vtf3_skip(s->p);
		if (!otfp_vtf3_is_eol(p))
			return take_line(s);
		s->p = p + 1 + (*p == '\r'); /* an empty line */
		s->next_line++;
	}
}

/* ---- the next record ---- */

static int give_implied(struct otfp_vtf3_scanner *s, const struct otfp_vtf3_record **rec)
{
	if (s->implied_given < s->nimplied) {
		*rec = &s->implied[s->implied_given++];
		return 0;
	}
	s->nimplied = s->implied_given = 0;
	s->records++;
	*rec = &s->rec;
	return 0;
}

int otfp_vtf3_scan_next(struct otfp_vtf3_scanner *s, const struct otfp_vtf3_record **rec)
{
	int code;

	if (OTFP_UNLIKELY(s->nimplied))
		return give_implied(s, rec);
	if (OTFP_UNLIKELY(!s->is_open) && (code = open_format(s)) < 0)
		return code;
	code = is_binary(s) ? next_binary(s) : next_line(s);
	if (OTFP_UNLIKELY(code))
		return code;
	if (OTFP_LIKELY(otfp_vtf3_is_event(s->rec.type)))
		s->last_time = s->rec.time;
	if (OTFP_UNLIKELY(s->nimplied))
		return give_implied(s, rec);
	s->records++;
	*rec = &s->rec;
	return 0;
}

/* ---- state ---- */

uint64_t otfp_vtf3_scan_bytes(const struct otfp_vtf3_scanner *s)
{
	uint64_t n = s->base + (uint64_t)(s->p - s->start);

	return s->added && s->p == s->end ? n - 1 : n;
}

uint64_t otfp_vtf3_scan_records(const struct otfp_vtf3_scanner *s)
{
	return s->records;
}

uint64_t otfp_vtf3_scan_at(const struct otfp_vtf3_scanner *s)
{
	return s->at;
}

uint64_t otfp_vtf3_scan_line(const struct otfp_vtf3_scanner *s)
{
	return s->format == OTFP_VTF3_STD_BINARY ? 0 : s->line;
}

const char *otfp_vtf3_scan_why(const struct otfp_vtf3_scanner *s)
{
	return s->why;
}

int otfp_vtf3_scan_is_cut(const struct otfp_vtf3_scanner *s)
{
	if (s->is_cut)
		return 1;
	return s->in && s->added ? 2 : 0;
}
