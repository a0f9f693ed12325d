#include "line/reader.h"
#include "base/clamp.h"
#include "base/esc.h"
#include "base/num.h"
#include "line/header.h"
#include "line/parse.h"
#include "record/control.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BATCH = 64 }; /* records parsed at a time: they stay in the L1 cache */
enum { BLOCK = 64 << 10 };

struct otfp_line_reader {
	struct otfp_input *in;
	struct otfp_files *budget; /* of a file that was opened here, or NULL */
	struct otfp_error *err;
	struct otfp_read_options o;
	struct otfp_name_index names;
	struct otfp_scratch scratch;
	struct otfp_header header;
	struct otfp_buf other; /* header.other */
	struct otfp_record recs[BATCH];
	const struct otfp_record *out[BATCH]; /* pointers to all of recs */
	uint64_t line;                        /* lines read, with the magic line */
	uint64_t count;                       /* record lines */
	int ended;
	struct place {
		uint64_t time;
		uint32_t loc, lineno;
	} last, back;     /* the last timed record, and one with an earlier time that comes after it */
	int goes_back;    /* `back` is the next record */
	int checks_order; /* the caller wants times that never go back */
};

/* Fail with "name:line: text". */
static int fail_here(struct otfp_line_reader *r, int code, enum otfp_flaw flaw, const char *text)
{
	return otfp_fail_at(r->err, code, flaw, otfp_input_name(r->in), r->line, "%s", text);
}

/* The line number (from 1, saturating) of a record with `before` lines before it. */
static uint32_t lineno(uint64_t before)
{
	return before < UINT32_MAX ? (uint32_t)before + 1 : UINT32_MAX;
}

/* At the end of the input: check that @END was seen. */
static int end_of_input(struct otfp_line_reader *r)
{
	if (r->in->end > r->in->p) {
		r->line++;
		return fail_here(r, OTFP_ETRUNC, OTFP_FLAW_CUT, "the last line has no newline: the stream is cut");
	}
	if (r->ended || r->o.adopt)
		return OTFP_END;
	return otfp_fail_at(r->err, OTFP_ETRUNC, OTFP_FLAW_CUT, otfp_input_name(r->in), 0,
	                    "the stream ends after %" PRIu64 " records without @END", r->count);
}

/* Read until a complete line is at in->p. A packed stream that is cut is as truncated as a plain one. */
static int need_line(struct otfp_line_reader *r)
{
	int code;

	if (r->in->p < r->in->lines)
		return 0;
	code = otfp_input_lines(r->in);
	if (code == OTFP_EDAMAGE)
		return otfp_fail_at(r->err, r->err->flaw == OTFP_FLAW_CUT ? OTFP_ETRUNC : OTFP_EFAIL, r->err->flaw,
		                    otfp_input_name(r->in), 0, "%s (line %" PRIu64 ")",
		                    r->err->text + r->err->where + (r->err->where ? 2 : 0), r->line + 1);
	return code == OTFP_END ? end_of_input(r) : code;
}

/* What an empty input is, for the message: an empty pipe is the fault of the command before it. */
static const char *origin_word(const struct otfp_input *in)
{
	struct stat st;

	if (strcmp(otfp_input_name(in), "stdin") != 0 || fstat(STDIN_FILENO, &st) < 0)
		return "the file";
	return S_ISFIFO(st.st_mode) ? "the command before the pipe" :
	       S_ISSOCK(st.st_mode) ? "the socket" :
	       S_ISREG(st.st_mode)  ? "the file" :
	       isatty(STDIN_FILENO) ? "the terminal" :
	                              "the device";
}

static int read_magic(struct otfp_line_reader *r)
{
	struct otfp_error why;
	const char *p, *end;
	int code = need_line(r);

	if (code)
		return code == OTFP_ETRUNC && r->in->end == r->in->p && otfp_input_at(r->in) == 0 ?
		               otfp_fail_at(r->err, code, OTFP_FLAW_CUT, otfp_input_name(r->in), 0,
		                            "empty input: nothing came from %s", origin_word(r->in)) :
		               code;
	p = r->in->p;
	if (*p != '@' && r->o.adopt)
		return 0;
	end = rawmemchr(p, '\n');
	r->line++;
	if (otfp_header_parse(&r->header, p, (size_t)(end - p), &r->other, &why) < 0)
		return fail_here(r, OTFP_EFAIL, OTFP_FLAW_HEADER, why.text);
	r->in->p = end + 1;
	return 0;
}

int otfp_line_open(struct otfp_line_reader **out, struct otfp_input *in, const struct otfp_read_options *o,
                   struct otfp_error *err)
{
	struct otfp_line_reader *r = calloc(1, sizeof *r);
	int code;

	if (!r) {
		otfp_input_close(in);
		return otfp_fail_memory(err);
	}
	r->in = in;
	r->err = err;
	r->o = *o;
	r->checks_order = o->in_order && !o->sort_memory;
	otfp_names_init(&r->names);
	for (unsigned i = 0; i < BATCH; i++)
		r->out[i] = &r->recs[i];
	code = read_magic(r);
	if (code < 0) {
		otfp_line_close(r);
		return code;
	}
	*out = r;
	return 0;
}

const struct otfp_header *otfp_line_header(const void *handle)
{
	return &((const struct otfp_line_reader *)handle)->header;
}

static int fewer_than_counted(struct otfp_line_reader *r, uint64_t want)
{
	int code = otfp_fail_at(r->err, OTFP_EFAIL, OTFP_FLAW_COUNT, otfp_input_name(r->in), r->line,
	                        "%" PRIu64 " records, but @END counts %" PRIu64, r->count, want);

	if (r->o.strict)
		return code;
	if (r->o.report)
		r->o.report(r->o.ctx, r->err);
	return 0;
}

/* @END: there must be no more records than it gives, and nothing after it. */
static int take_end(struct otfp_line_reader *r, const char *text, const char *end)
{
	uint64_t want;
	int over = 0, code;

	if (otfp_get_dec(text, &want, &over) != end || end == text || over || (*text == '0' && end > text + 1))
		return fail_here(r, OTFP_EFAIL, OTFP_FLAW_COUNT, "bad count in @END");
	if (r->count > want)
		return otfp_fail_at(r->err, OTFP_EFAIL, OTFP_FLAW_COUNT, otfp_input_name(r->in), r->line,
		                    "%" PRIu64 " records, but @END counts only %" PRIu64, r->count, want);
	if (r->count < want && (code = fewer_than_counted(r, want)) < 0)
		return code;
	r->ended = 1;
	code = need_line(r);
	if (code == OTFP_END)
		return code;
	if (code < 0 && (code != OTFP_ETRUNC || r->in->p == r->in->end))
		return code;
	r->line += code == 0;
	return fail_here(r, OTFP_EFAIL, OTFP_FLAW_COUNT, "data after @END");
}

/* @ABORT: "PROGRAM<HT>reason". The reason is escaped like a string; if an escape is bad, the raw text is kept. */
static int take_abort(struct otfp_line_reader *r, const char *text, const char *end)
{
	const char *tab = memchr(text, '\t', (size_t)(end - text));
	struct otfp_str program = {text, (size_t)((tab ? tab : end) - text)};
	struct otfp_str reason = {tab ? tab + 1 : end, tab ? (size_t)(end - tab) - 1 : 0};
	char plain[sizeof r->err->text], *plain_end;

	if (reason.n > sizeof plain)
		reason.n = sizeof plain;
	plain_end = otfp_esc_get(plain, reason.p, reason.n);
	if (plain_end)
		reason = (struct otfp_str){plain, (size_t)(plain_end - plain)};
	otfp_fail_aborted(r->err, program, reason);
	r->err->line = r->line;
	return OTFP_EABORT;
}

static int take_feature(struct otfp_line_reader *r, const char *text, const char *end)
{
	return otfp_fail_at(r->err, OTFP_EFAIL, OTFP_FLAW_HEADER, otfp_input_name(r->in), r->line,
	                    "the stream needs feature '%.*s', which this version does not support", (int)(end - text),
	                    text);
}

static int refuse_control(struct otfp_line_reader *r, const char *text, const char *end)
{
	(void)text, (void)end;
	return fail_here(r, OTFP_EFAIL, OTFP_FLAW_LINE, "bad control line");
}

/* The control lines that end the reading, and what is no control line; `text` is the text after the name. */
static int (*const enders[OTFP_NCONTROLS])(struct otfp_line_reader *r, const char *text, const char *end) = {
	[OTFP_C_NONE] = refuse_control, [OTFP_C_END] = take_end,         [OTFP_C_ABORT] = take_abort,
	[OTFP_C_FT] = take_feature,     [OTFP_C_MAGIC] = refuse_control,
};

/* A control line [p,end): handle those that end the reading, and deliver the others. */
static int take_control(struct otfp_line_reader *r, const char *p, const char *end)
{
	struct otfp_record *rec = &r->recs[0];
	struct otfp_str text;

	*rec = otfp_control_record(p, (size_t)(end - p));
	rec->lineno = lineno(r->line - 1);
	if (!enders[rec->control])
		return 0;
	text = otfp_control_text(&rec->line);
	return enders[rec->control](r, text.p ? text.p : end, end);
}

static int refuse_line(struct otfp_line_reader *r, const char *p)
{
	char why[200];

	r->line++;
	if (r->scratch.failed)
		return otfp_fail_memory(r->err);
	otfp_parse_explain(p, &r->names, why, sizeof why);
	return fail_here(r, OTFP_EFAIL, OTFP_FLAW_LINE, why);
}

/*
 * Parse records of the input window. Stop before a control line, before a bad line (the next call refuses it), or after
 * a record whose strings, lists or tags are in the scratch, which has room for one record.
 * @return the number of records
 */
static unsigned parse_some(struct otfp_line_reader *r)
{
	const char *p = r->in->p, *const lines = r->in->lines, *end;
	unsigned n = 0;

	while (n < BATCH && p < lines && *p != '@' && otfp_scratch_is_empty(&r->scratch)) {
		end = otfp_parse_line(p, &r->recs[n], &r->names, &r->scratch);
		if (OTFP_UNLIKELY(!end))
			break;
		r->recs[n].lineno = lineno(r->line + n);
		p = end;
		n++;
	}
	r->in->p = p;
	r->line += n;
	r->count += n;
	return n;
}

static int refuse_order(struct otfp_line_reader *r)
{
	return otfp_fail_at(r->err, OTFP_EFAIL, OTFP_FLAW_ORDER, otfp_input_name(r->in), r->back.lineno,
	                    "process %" PRIu32 ": time goes back from %" PRIu64 " (process %" PRIu32 ", line %" PRIu32
	                    ") to %" PRIu64 "; sort the records with otf-sort",
	                    r->back.loc, r->last.time, r->last.loc, r->last.lineno, r->back.time);
}

/* @return the number of records before one whose time goes back; n if there is none */
static unsigned check_order(struct otfp_line_reader *r, unsigned n)
{
	const struct otfp_record *last = NULL, *rec = r->recs, *const end = rec + n;
	uint64_t time = r->last.time;

	for (; rec < end; rec++) {
		if (!otfp_is_timed(rec->file))
			continue;
		if (OTFP_UNLIKELY(rec->time < time))
			break;
		time = rec->time;
		last = rec;
	}
	if (last)
		r->last = (struct place){last->time, last->loc, last->lineno};
	if (rec < end) {
		r->back = (struct place){rec->time, rec->loc, rec->lineno};
		r->goes_back = 1;
	}
	return (unsigned)(rec - r->recs);
}

int otfp_line_batch(void *handle, const struct otfp_record *const **recs, size_t *n)
{
	struct otfp_line_reader *r = handle;
	const char *p, *end;
	int code = r->goes_back ? refuse_order(r) : need_line(r);

	if (code)
		return code;
	*recs = r->out;
	*n = 1;
	p = r->in->p;
	if (*p == '@') {
		end = rawmemchr(p, '\n');
		r->in->p = end + 1;
		r->line++;
		return take_control(r, p, end);
	}
	otfp_scratch_clear(&r->scratch);
	*n = parse_some(r);
	if (!*n)
		return refuse_line(r, p);
	if (r->checks_order)
		*n = check_order(r, (unsigned)*n);
	return *n ? 0 : refuse_order(r);
}

void otfp_line_close(void *handle)
{
	struct otfp_line_reader *r = handle;

	if (!r)
		return;
	otfp_input_close(r->in);
	otfp_files_free(r->budget);
	otfp_scratch_release(&r->scratch);
	otfp_buf_release(&r->other);
	free(r);
}

/* ---- the format ---- */

static void origin(const void *handle, const struct otfp_record *rec, struct otfp_origin *o)
{
	(void)handle;
	*o = (struct otfp_origin){.lineno = rec->lineno, .file = rec->file};
}

static size_t path(const void *handle, const struct otfp_origin *o, char *text, size_t room)
{
	int n = snprintf(text, room, "%s", otfp_input_name(((const struct otfp_line_reader *)handle)->in));

	(void)o;
	return otfp_printed(n, room);
}

/* No troubles: a line stream is refused at its first damage. */
const struct otfp_source_ops otfp_line_ops = {
	.header = otfp_line_header,
	.batch = otfp_line_batch,
	.origin = origin,
	.path = path,
	.close = otfp_line_close,
};

int otfp_line_look(struct otfp_inputs *in, unsigned at, const struct otfp_read_options *o, struct otfp_error *err)
{
	const struct otfp_first_look *look = otfp_inputs_look(in, at);

	(void)o, (void)err;
	if (look->is_stdin || (look->exists && !look->is_regular && !look->is_directory))
		return 1;
	return look->n >= 8 &&
	       (memcmp(look->head, OTFP_MAGIC, 8) == 0 || memcmp(look->head, "\x28\xb5\x2f\xfd", 4) == 0);
}

int otfp_line_look_bare(struct otfp_inputs *in, unsigned at, const struct otfp_read_options *o, struct otfp_error *err)
{
	(void)in, (void)at, (void)err;
	return o->adopt;
}

static int open_file(struct otfp_input **input, struct otfp_files **budget, struct otfp_inputs *in, unsigned at,
                     const struct otfp_read_options *o, struct otfp_error *err)
{
	int code = otfp_files_new(budget, o->max_files, err);

	if (code < 0)
		return code;
	otfp_files_stop(*budget, o->stop);
	return otfp_input_open_kept(input, *budget, in->names[at], otfp_inputs_detach(in, at), OTFP_DETECT, BLOCK, err);
}

static int open_stdin(struct otfp_input **input, const struct otfp_read_options *o, struct otfp_error *err)
{
	int code = otfp_input_open_fd(input, STDIN_FILENO, "stdin", OTFP_DETECT, BLOCK, err);

	if (code == 0)
		otfp_input_stop(*input, o->stop);
	return code;
}

int otfp_line_open_input(void **handle, struct otfp_inputs *in, unsigned at, unsigned n,
                         const struct otfp_read_options *o, struct otfp_error *err)
{
	struct otfp_files *budget = NULL;
	struct otfp_line_reader *r = NULL;
	struct otfp_input *input;
	int code =
		otfp_is_stdin(in->names[at]) ? open_stdin(&input, o, err) : open_file(&input, &budget, in, at, o, err);

	(void)n;
	if (code == 0) {
		otfp_input_use_pool(input, o->pool);
		code = otfp_line_open(&r, input, o, err);
	}
	if (code < 0) {
		otfp_files_free(budget);
		return code;
	}
	r->budget = budget;
	*handle = r;
	return 0;
}
