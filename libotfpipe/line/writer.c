#include "line/writer.h"
#include "base/assert.h"
#include "base/buf.h"
#include "base/copy.h"
#include "base/num.h"
#include "io/input.h"
#include "line/header.h"
#include "line/text.h"
#include "record/control.h"
#include "record/valid.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void set_name(struct otfp_line_writer *w, unsigned type)
{
	const struct otfp_schema *s = &otfp_table[type];
	struct otfp_line_name *name = &w->names[type];

	name->n = (uint8_t)snprintf(name->text, sizeof name->text, "%s\t", s->name);
	name->numbers = otfp_is_timed(s->file) && otfp_numbers[type];
}

int otfp_line_writer_init(struct otfp_line_writer *w, int fd, const char *name, struct otfp_error *err)
{
	memset(w, 0, sizeof *w);
	for (unsigned t = 1; t < OTFP_NTYPES; t++)
		set_name(w, t);
	return otfp_output_init(&w->out, fd, name, err);
}

void otfp_line_writer_release(struct otfp_line_writer *w)
{
	otfp_output_release(&w->out);
}

static int put_bytes(struct otfp_line_writer *w, const char *p, size_t n)
{
	int code = otfp_output_room(&w->out, n + 1);

	if (code < 0)
		return code;
	otfp_copy(w->out.p, p, n);
	w->out.p += n;
	return 0;
}

/* Write the magic line. @return 0 or <0 */
static int header(void *handle, const struct otfp_header *h)
{
	struct otfp_line_writer *w = handle;
	struct otfp_buf b = OTFP_BUF_INIT;
	int r = otfp_header_format(h, &b) < 0 ? otfp_fail_memory(w->out.err) : put_bytes(w, b.p, b.n);

	otfp_buf_release(&b);
	return r;
}

/* Write a control line: the name of its kind, HT, text[0..n). @return 0 or <0 */
static int control(struct otfp_line_writer *w, enum otfp_control kind, const char *text, size_t n)
{
	const char *name = otfp_control_name(kind);

	if (put_bytes(w, name, strlen(name)) < 0 || put_bytes(w, "\t", 1) < 0 || put_bytes(w, text, n) < 0)
		return OTFP_EFAIL;
	return put_bytes(w, "\n", 1);
}

/* Times grow slowly: keep the text of all but the low four digits. */
OTFP_INLINE char *put_time(struct otfp_line_writer *w, char *p, uint64_t t)
{
	uint64_t high = t / 10000;

	if (t < 10000)
		return otfp_put_dec(p, t);
	if (high != w->high) {
		w->high = high;
		w->high_n = (size_t)(otfp_put_dec(w->high_text, high) - w->high_text);
	}
	memcpy(p, w->high_text, 16);
	p += w->high_n;
	memcpy(p, otfp_digits4 + 4 * (t - high * 10000), 4);
	return p + 4;
}

/* Write NAME, time and loc. The text of a name has 32 bytes, so a copy of constant size is possible. */
OTFP_INLINE char *put_place(struct otfp_line_writer *w, char *p, const struct otfp_record *rec, int dash)
{
	memcpy(p, w->names[rec->type].text, sizeof w->names->text);
	p += w->names[rec->type].n;
	if (dash)
		*p++ = '-';
	else
		p = put_time(w, p, rec->time);
	*p++ = '\t';
	return otfp_put_dec(p, rec->loc);
}

/* Most records have numbers only: one short loop for all types. */
OTFP_INLINE char *put_numbers(char *p, unsigned n, const struct otfp_record *rec)
{
	for (unsigned i = 0; i < n; i++) {
		*p++ = '\t';
		p = otfp_put_dec(p, rec->f[i].u);
	}
	return p;
}

static int refuse(struct otfp_line_writer *w, const char *flaw)
{
	return otfp_fail(w->out.err, OTFP_EUSAGE, "%s: record %" PRIu64 ": %s", w->out.name, w->count, flaw);
}

static __attribute__((noinline)) int put_any(struct otfp_line_writer *w, const struct otfp_record *rec)
{
	const char *flaw = otfp_record_flaw(rec);
	char *p;

	if (flaw)
		return refuse(w, flaw);
	if (otfp_output_room(&w->out, OTFP_LINE_NUMBERS + otfp_line_room(rec)) < 0)
		return OTFP_EFAIL;
	p = otfp_line_put_fields(put_place(w, w->out.p, rec, otfp_line_is_dash(rec)), rec);
	*p++ = '\n';
	OTFP_ASSERT_HOT((size_t)(p - w->out.p) <= OTFP_LINE_NUMBERS + otfp_line_room(rec));
	if ((size_t)(p - w->out.p) > OTFP_LINE_MAX)
		return otfp_fail(w->out.err, OTFP_EFAIL,
		                 "%s: record %" PRIu64 ": %s gives a line longer than 16 MiB, which no reader accepts",
		                 w->out.name, w->count, otfp_table[rec->type].name);
	w->out.p = p;
	return 0;
}

OTFP_INLINE int put(struct otfp_line_writer *w, const struct otfp_record *rec)
{
	char *p;

	if (rec->line.p) {
		if (put_bytes(w, rec->line.p, rec->line.n) < 0)
			return OTFP_EFAIL;
		*w->out.p++ = '\n';
		return 0;
	}
	if (OTFP_UNLIKELY(rec->type >= OTFP_NTYPES || !w->names[rec->type].numbers || rec->ntags || rec->form))
		return put_any(w, rec);
	if (OTFP_UNLIKELY(otfp_output_room(&w->out, OTFP_LINE_NUMBERS) < 0))
		return OTFP_EFAIL;
	p = put_place(w, w->out.p, rec, 0);
	p = put_numbers(p, otfp_table[rec->type].nfields, rec);
	*p++ = '\n';
	w->out.p = p;
	return 0;
}

int otfp_line_writer_put(void *handle, const struct otfp_record *rec)
{
	struct otfp_line_writer *w = handle;

	w->count += rec->type != OTFP_CONTROL;
	return put(w, rec);
}

/* Write n records, none of them a control line. @return 0 or <0 */
static int put_records(void *handle, const struct otfp_record *const *recs, size_t n)
{
	struct otfp_line_writer *w = handle;
	int code = 0;

	for (size_t i = 0; i < n && code == 0; i++) {
		w->count++;
		code = put(w, recs[i]);
	}
	return code;
}

/* Write @END with the record count and all that is buffered; nothing may follow. @return 0 or <0 */
static int end_stream(void *handle)
{
	struct otfp_line_writer *w = handle;
	char text[OTFP_DEC_MAX + 4];
	size_t n = (size_t)(otfp_put_dec(text, w->count) - text);

	if (control(w, OTFP_C_END, text, n) < 0)
		return OTFP_EFAIL;
	return otfp_output_finish(&w->out);
}

/* ---- the sink ---- */

/* "PROGRAM<HT>reason" as one line, whatever the reason holds. */
static int put_reason(struct otfp_buf *b, const char *program, const char *reason)
{
	if (otfp_buf_printf(b, "%s\t%s", program, reason) < 0)
		return -1;
	for (size_t i = strlen(program) + 1; i < b->n; i++)
		if ((unsigned char)b->p[i] < ' ' || b->p[i] == 0x7f)
			b->p[i] = '?';
	return 0;
}

static int abort_stream(void *handle, const char *program, const char *reason)
{
	struct otfp_line_writer *w = handle;
	struct otfp_buf b = OTFP_BUF_INIT;
	int code =
		put_reason(&b, program, reason) < 0 ? otfp_fail_memory(w->out.err) : control(w, OTFP_C_ABORT, b.p, b.n);

	otfp_buf_release(&b);
	return code < 0 ? code : otfp_output_finish(&w->out);
}

static void close_sink(void *handle)
{
	otfp_line_writer_release(handle);
	free(handle);
}

static void set_stop(void *handle, int (*stop)(void))
{
	otfp_output_stop(&((struct otfp_line_writer *)handle)->out, stop);
}

const struct otfp_sink_ops otfp_line_sink_ops = {
	.stop = set_stop,
	.begin = header,
	.put = otfp_line_writer_put,
	.put_all = put_records,
	.end = end_stream,
	.abort = abort_stream,
	.close = close_sink,
};

int otfp_line_sink_open(void **handle, int fd, const char *name, struct otfp_zout_form form, struct otfp_error *err)
{
	struct otfp_line_writer *w = malloc(sizeof *w);
	int code = w ? otfp_line_writer_init(w, fd, name, err) : otfp_fail_memory(err);

	*handle = NULL;
	if (code == 0)
		code = otfp_output_pack(&w->out, form);
	if (code == 0)
		*handle = w;
	else if (w)
		close_sink(w);
	return code;
}
