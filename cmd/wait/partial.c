/* partial.c - otf-wait --partial, and the lines that it adds. See partial.h. */
#include "cmd/wait/partial.h"
#include "base/error.h"
#include "base/esc.h"
#include "base/grow.h"
#include "base/num.h"
#include "cmd/run/run.h"
#include "cmd/option/share.h"
#include "record/control.h"
#include "cmd/wait/reduce.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define LINE "@WAIT"
#define LAST "@LAST"
enum { VERSION = 1 };

/* ---- lines ---- */

static int is_named(const struct otfp_record *rec, const char *name)
{
	const size_t n = strlen(name);

	return otfp_control_kind(rec) == OTFP_C_OTHER && rec->line.n > n && memcmp(rec->line.p, name, n) == 0 &&
	       rec->line.p[n] == '\t';
}

int wait_is_line(const struct otfp_record *rec)
{
	return is_named(rec, LINE);
}

int wait_is_last(const struct otfp_record *rec)
{
	return is_named(rec, LAST);
}

static int put_text(struct otfp_buf *b, const struct otfp_set *set)
{
	const char *text = set ? otfp_set_text(set) : NULL;
	char *escaped;
	int rc;

	if (!text)
		return otfp_buf_puts(b, "\t\\N");
	escaped = malloc(4 * strlen(text) + 1);
	if (!escaped)
		return -1;
	*otfp_esc_put(escaped, text, strlen(text)) = '\0';
	rc = otfp_buf_printf(b, "\t%s", escaped);
	free(escaped);
	return rc;
}

/* Append the line @WAIT, or @LAST. @return 0, or -1 when memory is out */
static int format_line(struct otfp_buf *b, const struct wait_options *s)
{
	if (otfp_buf_printf(b, LINE "\t%d", VERSION) < 0 || put_text(b, s->comm) < 0)
		return -1;
	return put_text(b, s->inside);
}

static int format_last(struct otfp_buf *b, uint32_t process, uint64_t time)
{
	return otfp_buf_printf(b, LAST "\t%" PRIu32 "\t%" PRIu64, process, time);
}

/* Unescape p[0..n). @return 0; 1 if it is malformed; -1 when memory is out */
static int get_text(struct otfp_buf *b, const char *p, size_t n)
{
	char *end;

	if (n == 2 && memcmp(p, "\\N", 2) == 0)
		return 0;
	if (otfp_buf_add(b, p, n) < 0 || !otfp_buf_str(b))
		return -1;
	end = otfp_esc_get(b->p, b->p, n);
	if (!end || memchr(b->p, '\0', (size_t)(end - b->p)))
		return 1;
	*end = '\0';
	return 0;
}

int wait_line_get(struct wait_line *l, const struct otfp_record *rec)
{
	const struct otfp_str text = otfp_control_text(&rec->line);
	const char *end = text.p + text.n, *comm = memchr(text.p, '\t', text.n), *inside;
	int rc;

	if (!comm || comm - text.p != 1 || *text.p != '0' + VERSION)
		return 1;
	comm++;
	inside = memchr(comm, '\t', (size_t)(end - comm));
	if (!inside)
		return 1;
	rc = get_text(&l->comm, comm, (size_t)(inside - comm));
	return rc ? rc : get_text(&l->inside, inside + 1, (size_t)(end - inside - 1));
}

void wait_line_release(struct wait_line *l)
{
	otfp_buf_release(&l->comm);
	otfp_buf_release(&l->inside);
}

int wait_last_get(struct wait_lasts *l, const struct otfp_record *rec)
{
	const struct otfp_str text = otfp_control_text(&rec->line);
	char line[2 * OTFP_DEC_MAX + 2] = "";
	const char *p;
	uint64_t process, time;
	int over = 0;

	if (text.n >= sizeof line)
		return 1;
	memcpy(line, text.p, text.n);
	p = otfp_get_dec(line, &process, &over);
	if (p == line || *p != '\t')
		return 1;
	p = otfp_get_dec(p + 1, &time, &over);
	if (over || *p || process > UINT32_MAX)
		return 1;
	if (otfp_grow(&l->p, l->n, &l->cap, sizeof *l->p) < 0)
		return -1;
	l->p[l->n++] = (struct wait_last){time, (uint32_t)process};
	return 0;
}

/* ---- the stage ---- */

struct partial_run {
	struct wait_options *s;
	struct otfp_sink *out;
	struct wait_reduce *reduce;
	struct otfp_buf text;
	int has_line; /* @WAIT is put */
	int code;     /* <0: what the sink returned */
};

static int put_added(void *ctx, const struct otfp_record *rec)
{
	struct partial_run *r = ctx;

	return r->code = otfp_sink_put(r->out, rec);
}

static int put_line(struct partial_run *r, int rc)
{
	const struct otfp_record line = otfp_control_record(r->text.p, r->text.n);

	if (rc == 0)
		rc = put_added(r, &line);
	r->text.n = 0;
	return rc;
}

static int put_last(void *ctx, uint32_t process, uint64_t time)
{
	struct partial_run *r = ctx;

	return put_line(r, format_last(&r->text, process, time));
}

static int put_head(struct partial_run *r)
{
	if (r->has_line)
		return 0;
	r->has_line = 1;
	return put_line(r, format_line(&r->text, r->s));
}

static int fail(const struct partial_run *r, struct otfp_error *err)
{
	return r->code < 0 ? r->code : otfp_fail_memory(err);
}

static int partial_begin(void *ctx, const struct otfp_header *h, struct otfp_error *err)
{
	struct partial_run *r = ctx;

	(void)h;
	r->reduce = wait_reduce_new(r->s->comm, r->s->inside, put_added, r);
	return r->reduce ? 0 : otfp_fail_memory(err);
}

static int partial_attach(void *ctx, struct otfp_sink *out)
{
	((struct partial_run *)ctx)->out = out;
	return 1;
}

static unsigned partial_kinds(void *ctx)
{
	(void)ctx;
	return OTFP_FILE_BIT(OTFP_FILE_EVENT) | OTFP_FILE_BIT(OTFP_FILE_SNAP);
}

static int partial_record(void *ctx, const struct otfp_record **rec, struct otfp_error *err)
{
	struct partial_run *r = ctx;
	int stays;

	if ((*rec)->type == OTFP_CONTROL && (wait_is_line(*rec) || wait_is_last(*rec)))
		return otfp_fail(err, OTFP_EFAIL, "the input is what --partial wrote already");
	if ((*rec)->type != OTFP_CONTROL && put_head(r) < 0)
		return fail(r, err);
	stays = wait_reduce_add(r->reduce, *rec);
	if (stays < 0)
		return fail(r, err);
	return stays ? OTFP_PUT : OTFP_DROP;
}

static int partial_end(void *ctx, struct otfp_error *err)
{
	struct partial_run *r = ctx;

	return put_head(r) < 0 || wait_reduce_ends(r->reduce, put_last, r) < 0 ? fail(r, err) : 0;
}

static const struct otfp_stage_ops stage = {
	.begin = partial_begin,
	.attach = partial_attach,
	.kinds = partial_kinds,
	.record = partial_record,
	.end = partial_end,
};

int wait_partial_run(struct job *job, struct wait_options *s)
{
	struct partial_run *r = calloc(1, sizeof *r);
	int status;

	if (!r)
		return message_memory();
	r->s = s;
	job->read.part = s->select.part;
	job->write.zstd = partial_level();
	job->stage = &stage;
	job->ctx = r;
	status = run_job(job);
	wait_reduce_free(r->reduce);
	otfp_buf_release(&r->text);
	free(r);
	return status;
}
