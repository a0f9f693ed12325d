#include "trace/added.h"
#include "base/assert.h"
#include "base/grow.h"
#include "io/input.h"
#include "line/parse.h"
#include "record/equal.h"
#include "base/order.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BLOCK = 64 << 10 };

/* ---- messages ---- */

/* Fill the error with "FILE:LINE: what" for the line at offset `at`. */
static int fail_at(struct otfp_added *a, size_t at, const char *what)
{
	const struct otfp_added_file *f = a->files + a->nfiles - 1;
	uint64_t line = 1;

	while (f > a->files && f->from > at)
		f--;
	for (size_t i = f->from; i < at; i++)
		line += a->text.p[i] == '\n';
	return otfp_fail(a->err, OTFP_EFAIL, "%s:%" PRIu64 ": %s", f->name, line, what);
}

int otfp_added_fail(struct otfp_added *a, const struct otfp_added_record *r, const char *fmt, ...)
{
	char what[300];
	va_list args;

	va_start(args, fmt);
	vsnprintf(what, sizeof what, fmt, args);
	va_end(args);
	return fail_at(a, r->at, what);
}

/* ---- reading ---- */

static int read_lines(struct otfp_added *a, struct otfp_input *in)
{
	int code;

	while ((code = otfp_input_lines(in)) == 0) {
		if (otfp_buf_add(&a->text, in->p, (size_t)(in->lines - in->p)) < 0)
			return otfp_fail_memory(a->err);
		in->p = in->lines;
	}
	if (code < 0)
		return code == OTFP_EINTR ? code : OTFP_EFAIL;
	return in->end > in->p ? fail_at(a, a->text.n, "last line has no newline") : 0;
}

static int read_file(struct otfp_added *a, const char *name, otfp_stop_fn *stop)
{
	struct otfp_files *files = NULL;
	struct otfp_input *in = NULL;
	int code;

	if (strcmp(name, "-") == 0) {
		a->files[a->nfiles - 1].name = "stdin";
		code = otfp_input_open_fd(&in, STDIN_FILENO, "stdin", OTFP_DETECT, BLOCK, a->err);
	} else {
		code = otfp_files_new(&files, 0, a->err);
		if (code == 0) {
			otfp_files_stop(files, stop);
			code = otfp_input_open(&in, files, name, OTFP_DETECT, BLOCK, a->err);
		}
	}
	if (code == 0) {
		otfp_input_stop(in, stop);
		code = read_lines(a, in);
		otfp_input_close(in);
	}
	otfp_files_free(files);
	return code;
}

/* ---- parsing ---- */

/* Find what the record defines: *token, or 0 if it is something that a trace has only once.
 * @return 1, or 0 if it defines nothing */
static int defines(const struct otfp_record *rec, uint32_t *token)
{
	const struct otfp_schema *s = &otfp_table[rec->type];

	*token = 0;
	switch (rec->type) {
	case OTFP_DefinitionComment:
	case OTFP_DefAuxSamplePoint:
	case OTFP_UnknownRecord: return 0;
	case OTFP_DefTimeRange: return 1;
	default: break;
	}
	if (s->file != OTFP_FILE_DEF && rec->type != OTFP_DefMarker)
		return 0;
	if (s->fields[0].what != OTFP_W_NONE)
		*token = (uint32_t)rec->f[0].u;
	return 1;
}

static int add_record(struct otfp_added *a, size_t at)
{
	struct otfp_added_record *r;

	if (otfp_grow(&a->records, a->n, &a->cap, sizeof *r) < 0)
		return otfp_fail_memory(a->err);
	r = &a->records[a->n++];
	*r = (struct otfp_added_record){
		.at = at, .time = a->rec.time, .loc = a->rec.loc, .type = a->rec.type, .file = a->rec.file};
	r->defines = (uint8_t)defines(&a->rec, &r->token);
	a->ndefined += r->defines;
	return 0;
}

static int refuse_line(struct otfp_added *a, size_t at)
{
	char why[200];

	if (a->scratch.failed)
		return otfp_fail_memory(a->err);
	otfp_parse_explain(a->text.p + at, &a->names, why, sizeof why);
	return fail_at(a, at, why);
}

static int parse_lines(struct otfp_added *a)
{
	const char *next;
	int code = 0;

	for (size_t at = 0; at < a->text.n && code == 0; at = (size_t)(next - a->text.p)) {
		if (a->text.p[at] == '@')
			return fail_at(a, at, "control lines cannot be added");
		next = otfp_parse_line(a->text.p + at, &a->rec, &a->names, &a->scratch);
		if (!next || a->rec.type == OTFP_OTHER)
			return refuse_line(a, at);
		code = add_record(a, at);
	}
	return code;
}

/* The line was parsed before, so it is valid and its memory is allocated already. */
const struct otfp_record *otfp_added_get(struct otfp_added *a, const struct otfp_added_record *r)
{
	const char *next = otfp_parse_line(a->text.p + r->at, &a->rec, &a->names, &a->scratch);

	OTFP_ASSERT(next);
	return &a->rec;
}

/* ---- definitions ---- */

static int by_token(const void *p, const void *q)
{
	const struct otfp_added_record *a = *(struct otfp_added_record *const *)p;
	const struct otfp_added_record *b = *(struct otfp_added_record *const *)q;
	int order = otfp_order(a->type, b->type);

	if (!order)
		order = otfp_order(a->token, b->token);
	if (!order)
		order = otfp_order(a->loc, b->loc);
	return order ? order : otfp_order(a->at, b->at);
}

static int same_thing(const struct otfp_added_record *a, const struct otfp_added_record *b)
{
	return a->type == b->type && a->token == b->token;
}

static int same_line(const struct otfp_added *a, const struct otfp_added_record *r, const struct otfp_added_record *s)
{
	const char *p = a->text.p + r->at, *q = a->text.p + s->at;
	size_t p_n = (size_t)((const char *)rawmemchr(p, '\n') - p);
	size_t q_n = (size_t)((const char *)rawmemchr(q, '\n') - q);

	return p_n == q_n && memcmp(p, q, p_n) == 0;
}

/* @param where  the other definition is: "the trace" */
static int differs(struct otfp_added *a, const struct otfp_added_record *r, const char *where)
{
	const struct otfp_schema *s = &otfp_table[r->type];

	if (s->fields[0].what == OTFP_W_NONE || s->fields[0].what == OTFP_W_TIME)
		return otfp_added_fail(a, r, "%s differs from that in %s", s->name, where);
	return otfp_added_fail(a, r, "%s %" PRIu32 " is defined differently in %s", s->name, r->token, where);
}

/* Two definitions of the same thing in one stream must be equal. */
static int check_duplicates(struct otfp_added *a)
{
	for (size_t i = 1; i < a->ndefined; i++) {
		struct otfp_added_record *r = a->defined[i], *before = a->defined[i - 1];
		if (!same_thing(r, before) || r->loc != before->loc)
			continue;
		if (!same_line(a, r, before))
			return differs(a, r, "an earlier line");
		r->duplicate = 1;
	}
	return 0;
}

static int index_definitions(struct otfp_added *a)
{
	size_t n = 0;

	a->defined = calloc(a->ndefined + 1, sizeof(struct otfp_added_record *));
	if (!a->defined)
		return otfp_fail_memory(a->err);
	for (size_t i = 0; i < a->n; i++)
		if (a->records[i].defines)
			a->defined[n++] = &a->records[i];
	qsort(a->defined, n, sizeof(struct otfp_added_record *), by_token);
	return check_duplicates(a);
}

/* The index of the first definition of the same thing (a lower bound). */
static size_t find(const struct otfp_added *a, const struct otfp_added_record *r)
{
	size_t from = 0, to = a->ndefined;

	while (from < to) {
		size_t mid = from + (to - from) / 2;
		if (by_token(&a->defined[mid], &r) < 0)
			from = mid + 1;
		else
			to = mid;
	}
	return from;
}

/* A local definition hides the global one of its token, so an added definition must also equal that of the other kind.
 */
int otfp_added_compare(struct otfp_added *a, const struct otfp_record *rec)
{
	struct otfp_added_record key = {.type = rec->type};

	if (!a->ndefined || !defines(rec, &key.token))
		return 0;
	for (size_t i = find(a, &key); i < a->ndefined && same_thing(a->defined[i], &key); i++) {
		struct otfp_added_record *r = a->defined[i];
		if (r->loc && rec->loc && r->loc != rec->loc)
			continue;
		if (!otfp_record_equal(otfp_added_get(a, r), rec))
			return differs(a, r, "the trace");
		r->duplicate |= !rec->loc || r->loc;
	}
	return 0;
}

/* ---- all of them ---- */

int otfp_added_load(struct otfp_added *a, const char *const *names, otfp_stop_fn *stop, struct otfp_error *err)
{
	size_t n = 0;
	int code = 0;

	memset(a, 0, sizeof *a);
	a->err = err;
	otfp_names_init(&a->names);
	while (names[n])
		n++;
	a->files = calloc(n + 1, sizeof *a->files);
	if (!a->files)
		return otfp_fail_memory(err);
	for (; code == 0 && a->nfiles < n; names++) {
		a->files[a->nfiles++] = (struct otfp_added_file){*names, a->text.n};
		code = read_file(a, *names, stop);
	}
	if (code == 0)
		code = parse_lines(a);
	return code < 0 ? code : index_definitions(a);
}

void otfp_added_release(struct otfp_added *a)
{
	free(a->files);
	free(a->records);
	free(a->defined);
	otfp_buf_release(&a->text);
	otfp_scratch_release(&a->scratch);
}
