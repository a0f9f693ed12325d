/*
 * verify.c - converts each VTF3 record that is written back to OTF, and adds carriers if the result differs from the
 * input. See records.h.
 */
#include "vtf3/write/records.h"
#include "vtf3/plain.h"
#include "base/error.h"
#include "base/grow.h"
#include "line/text.h"
#include "record/equal.h"
#include "record/keep.h"
#include "record/value.h"
#include "base/order.h"
#include <stdlib.h>
#include <string.h>

enum {
	CARRIER = 4,
	MOST = OTFP_VTF3_STRING_MAX - CARRIER
}; /* bytes of "otf:", and bytes of text after it in one comment */

enum {
	PENDING,
	DONE,
	LOST
}; /* state of an implied definition; LOST: the reader will not make it, so it must be carried */

typedef struct otfp_vtf3_writing writing;

/* ---- reading ---- */

int otfp_vtf3_write_inner(struct otfp_vtf3_writing *w, int code)
{
	return code < 0 ? otfp_fail(w->err, code, "%s", w->inner.text) : code;
}

/* Convert the record back, as otfp_vtf3_reader does. */
static int read_native(writing *w, const struct otfp_vtf3_record *native)
{
	const struct otfp_vtf3_record *const *made = &native;
	size_t n = 1;
	int code = 0;

	if (OTFP_UNLIKELY(native->type == OTFP_VTF3_Exchange)) {
		code = otfp_vtf3_legacy_record(w->legacy, native, &made, &n);
		w->reader.job = native->v[3].i;
	}
	for (size_t i = 0; i < n && code == 0; i++)
		code = otfp_vtf3_reading(&w->reader, made[i]);
	w->reader.job = OTFP_VTF3_NOJOB;
	return code;
}

/* ---- comparing ---- */

static uint64_t implied_key(const struct otfp_record *rec)
{
	return (uint64_t)rec->type << 32 | (uint32_t)rec->f[0].u;
}

/* The pending implied definition that matches a definition read back. @return NULL if there is none */
static struct otfp_vtf3_implied *implied_by(const writing *w, const struct otfp_record *rec)
{
	const uint64_t *at;

	if (!w->nimplied || !rec->ntags || rec->tags[0].key != OTFP_VTF3_FIRST_KEY + OTFP_KEY_implied)
		return NULL;
	at = otfp_map_get(&w->implied_by_token, implied_key(rec));
	return at && w->implied[*at].state == PENDING ? &w->implied[*at] : NULL;
}

/* Whether two values are equal, even in different forms. */
static int same_value(const struct otfp_record *a, const struct otfp_record *b)
{
	char texts[2][OTFP_VALUE_ROOM];
	size_t slot = a->type == OTFP_Counter ? 1 : 2, n, m;

	if (a->form == b->form || (a->type != OTFP_Counter && a->type != OTFP_CounterSnapshot))
		return 1;
	n = (size_t)(otfp_value_put(texts[0], a->f[slot].u, a->form) - texts[0]);
	m = (size_t)(otfp_value_put(texts[1], b->f[slot].u, b->form) - texts[1]);
	return n == m && memcmp(texts[0], texts[1], n) == 0;
}

static inline int is_same(const struct otfp_record *a, const struct otfp_record *b)
{
	return a->loc == b->loc && a->time == b->time && otfp_record_equal(a, b) && same_value(a, b);
}

static int is_expected(const writing *w, const struct otfp_record *rec)
{
	const struct otfp_vtf3_implied *i;

	if (rec->type == OTFP_DefKeyValue)
		return rec->f[0].u - OTFP_VTF3_FIRST_KEY < OTFP_VTF3_NKEYS &&
		       w->is_ours[rec->f[0].u - OTFP_VTF3_FIRST_KEY];
	i = implied_by(w, rec);
	return i && is_same(i->rec, rec);
}

/* Without carriers more is accepted: a Leave may get the function of its call, undefined tokens a definition, and token
 * 0 another one. */
static int is_alike(const writing *w, const struct otfp_record *read, const struct otfp_record *want)
{
	struct otfp_record named;

	if (OTFP_LIKELY(!w->has_zero && is_same(read, want)))
		return 1;
	named = *want;
	if (want->type == OTFP_Leave && !want->f[0].u)
		named.f[0] = read->f[0];
	if (w->has_zero)
		otfp_vtf3_write_renumber(w, &named);
	return is_same(read, &named);
}

static int is_as_read(const writing *w, const struct otfp_record *const *recs, size_t n)
{
	const struct otfp_vtf3_reading *r = &w->reader;
	size_t k = 0;

	for (size_t i = r->before.n; i < r->n; i++)
		if (k < n && (w->carries ? is_same(&r->recs[i], recs[k]) : is_alike(w, &r->recs[i], recs[k])))
			k++;
		else if (w->carries ? !is_expected(w, &r->recs[i]) : r->recs[i].file != OTFP_FILE_DEF)
			return 0;
	return k == n;
}

/* Set the state of implied definitions among the first n records read back: LOST for all, DONE for equal ones. */
static void note_implied(writing *w, size_t n, int how)
{
	struct otfp_vtf3_implied *i;

	for (size_t k = 0; k < n; k++)
		if ((i = implied_by(w, &w->reader.recs[k])) && (how == LOST || is_same(i->rec, &w->reader.recs[k])))
			i->state = how;
}

/* ---- carriers ---- */

static int compose(writing *w, const struct otfp_vtf3_record *native)
{
	ssize_t n = otfp_vtf3_compose(w->to, native, &w->out);

	return n < 0 ? otfp_vtf3_write_inner(w, (int)n) : 0;
}

/* Write a carrier, and read it back too. */
static int put_comment(writing *w, char *text, size_t n, enum otfp_vtf3_carrier kind, double time, int is_read)
{
	struct otfp_vtf3_record comment;
	int code;

	memcpy(text, "otf", 3);
	text[3] = (char)kind;
	otfp_vtf3_record_init(&comment, OTFP_VTF3_Comment);
	comment.time = time;
	comment.v[0].s = (struct otfp_str){text, n};
	code = compose(w, &comment);
	if (code == 0 && is_read)
		code = otfp_vtf3_write_inner(w, otfp_vtf3_reading(&w->reader, &comment));
	return code;
}

/* The head of each part overwrites text that is already written. */
static int put_line(writing *w, const struct otfp_record *rec, enum otfp_vtf3_carrier kind, double time)
{
	int is_read = kind == OTFP_CARRIER_HERE, code = 0;
	size_t at = 0;

	w->line.n = 0;
	if (otfp_buf_add(&w->line, "otf:", CARRIER) < 0 || otfp_line_add(&w->line, rec) < 0)
		return otfp_fail_memory(w->err);
	for (; w->line.n - at > OTFP_VTF3_STRING_MAX && code == 0; at += MOST)
		code = put_comment(w, w->line.p + at, OTFP_VTF3_STRING_MAX, OTFP_CARRIER_PART, time, is_read);
	return code < 0 ? code : put_comment(w, w->line.p + at, w->line.n - at, kind, time, is_read);
}

static int put_word(writing *w, enum otfp_vtf3_carrier kind)
{
	char text[CARRIER];

	return put_comment(w, text, sizeof text, kind, w->now, 1);
}

static int carry_line(writing *w, const struct otfp_record *rec);

/* Carry the definition of our key k, unless the reader knows it. */
static int carry_key(writing *w, uint64_t k)
{
	struct otfp_record def = {.file = OTFP_FILE_DEF};

	if (k >= OTFP_VTF3_NKEYS || !w->is_ours[k] || w->reader.known_keys & 1u << k)
		return 0;
	otfp_vtf3_key_record((enum otfp_vtf3_key)k, &def);
	return carry_line(w, &def);
}

/* Carry the definitions of the keys of a record. If the record itself defines one of our keys again, carry the
 * first definition. */
static int carry_keys(writing *w, const struct otfp_record *rec)
{
	int code = rec->type == OTFP_DefKeyValue ? carry_key(w, rec->f[0].u - OTFP_VTF3_FIRST_KEY) : 0;

	for (uint32_t i = 0; i < rec->ntags && code == 0; i++)
		code = carry_key(w, (uint64_t)rec->tags[i].key - OTFP_VTF3_FIRST_KEY);
	return code;
}

static int carry_implied(writing *w, int state)
{
	int code = 0;

	for (size_t i = 0; i < w->nimplied && code == 0; i++)
		if (w->implied[i].state == state) {
			w->implied[i].state = DONE;
			code = otfp_vtf3_write_carry(w, w->implied[i].rec);
		}
	return code;
}

/* ---- leaves that the reader makes by itself ---- */

/* Search the heap of leaves, from index i down, for one that equals rec. */
static struct otfp_vtf3_later *later_of(writing *w, size_t i, const struct otfp_record *rec)
{
	struct otfp_vtf3_later *l = i < w->reader.nlater ? &w->reader.later[i] : NULL, *found;

	if (!l || l->time > rec->time)
		return NULL;
	if (!l->is_seen && l->time == rec->time && l->process == rec->loc && l->function == rec->f[0].u &&
	    l->source == rec->f[1].u)
		return l;
	found = later_of(w, 2 * i + 1, rec);
	return found ? found : later_of(w, 2 * i + 2, rec);
}

static int has_unseen(const writing *w, size_t i, uint64_t until)
{
	const struct otfp_vtf3_later *l = i < w->reader.nlater ? &w->reader.later[i] : NULL;

	if (!l || l->time > until)
		return 0;
	return !l->is_seen || has_unseen(w, 2 * i + 1, until) || has_unseen(w, 2 * i + 2, until);
}

int otfp_vtf3_write_is_due(struct otfp_vtf3_writing *w, const struct otfp_record *rec)
{
	struct otfp_vtf3_later *l;

	if (rec->ntags != 1 || rec->tags->key != OTFP_VTF3_FIRST_KEY + OTFP_KEY_part || !w->is_ours[OTFP_KEY_part] ||
	    rec->tags->type != OTFP_TAG_UINT8 || rec->tags->bits != 1)
		return 0;
	l = later_of(w, 0, rec);
	if (l)
		l->is_seen = 1;
	return l != NULL;
}

static int carry_leave(writing *w, const struct otfp_vtf3_later *l)
{
	const struct otfp_tag part = {.key = OTFP_VTF3_FIRST_KEY + OTFP_KEY_part, .type = OTFP_TAG_UINT8, .bits = 1};
	struct otfp_record rec = {.type = OTFP_Leave,
	                          .file = OTFP_FILE_EVENT,
	                          .time = l->time,
	                          .loc = l->process,
	                          .ntags = 1,
	                          .tags = &part};

	rec.f[0].u = l->function;
	rec.f[1].u = l->source;
	return otfp_vtf3_write_carry(w, &rec);
}

static int by_due_time(const void *a, const void *b)
{
	const struct otfp_vtf3_later *x = a, *y = b;

	return otfp_order2(x->time, y->time, x->number, y->number);
}

/* Stop the reader from making leaves, and carry those that the trace has. */
static int forget_leaves(writing *w)
{
	size_t n = w->reader.nlater;
	struct otfp_vtf3_later *l;
	struct otfp_buf copy = OTFP_BUF_INIT;
	int code;

	if (otfp_buf_add(&copy, w->reader.later, n * sizeof *l) < 0)
		return otfp_fail_memory(w->err);
	l = (struct otfp_vtf3_later *)(void *)copy.p;
	qsort(l, n, sizeof *l, by_due_time);
	code = put_word(w, OTFP_CARRIER_FORGET);
	for (size_t i = 0; i < n && code == 0; i++)
		if (l[i].is_seen)
			code = carry_leave(w, &l[i]);
	otfp_buf_release(&copy);
	return code;
}

/* Before an event of that time is written: if a leave due before it is not in the trace, forget all due leaves. */
static inline int expect_leaves(writing *w, uint64_t time)
{
	if (OTFP_LIKELY(!w->reader.nlater) || !w->carries || !has_unseen(w, 0, time))
		return 0;
	return forget_leaves(w);
}

/* ---- records ---- */

static int is_timed(const struct otfp_record *rec)
{
	return rec->type != OTFP_CONTROL && otfp_is_timed(rec->file);
}

/* The reader defines processes that are only counted at the first event or at the end, so they must not come before
 * a carried line. */
static int forget_counted(writing *w)
{
	if (w->reader.has_events || !(w->reader.nprocesses || w->reader.nthreads))
		return 0;
	return put_word(w, OTFP_CARRIER_FORGET);
}

/* Whether the line was read back as the record. The magic line makes no record. */
static int is_carried(const writing *w, const struct otfp_record *rec)
{
	const struct otfp_record *read = w->reader.n ? &w->reader.recs[w->reader.n - 1] : NULL;

	if (!read && otfp_control_kind(rec) == OTFP_C_MAGIC)
		return 1;
	if (!read || rec->type < OTFP_NTYPES)
		return read && is_as_read(w, &rec, 1);
	return read->type == rec->type && read->line.n == rec->line.n &&
	       memcmp(read->line.p, rec->line.p, rec->line.n) == 0;
}

static int carry_line(writing *w, const struct otfp_record *rec)
{
	double time = is_timed(rec) ? otfp_vtf3_double_of(rec->time) : w->now;
	int code;

	otfp_vtf3_read_clear(&w->reader);
	w->now = time;
	code = put_line(w, rec, OTFP_CARRIER_HERE, time);
	if (code < 0)
		return code;
	w->changed[rec->type < OTFP_NTYPES ? rec->type : OTFP_NONE] += !is_carried(w, rec);
	return 0;
}

int otfp_vtf3_write_carry(struct otfp_vtf3_writing *w, const struct otfp_record *rec)
{
	int code;

	if (!w->carries) {
		w->dropped[rec->type < OTFP_NTYPES ? rec->type : OTFP_NONE] += rec->type != OTFP_CONTROL;
		return 0;
	}
	code = carry_keys(w, rec);
	if (code == 0 && is_timed(rec))
		code = expect_leaves(w, (uint64_t)otfp_vtf3_double_of(rec->time));
	if (code == 0 && is_timed(rec))
		code = forget_counted(w);
	return code < 0 ? code : carry_line(w, rec);
}

/* Remove the bytes from `start` on, so that a carrier can come before them; put_back() adds them again. */
static int set_aside(writing *w, size_t start)
{
	w->aside.n = 0;
	if (otfp_buf_add(&w->aside, w->out.p + start, w->out.n - start) < 0)
		return otfp_fail_memory(w->err);
	w->out.n = start;
	return 0;
}

static int put_back(writing *w)
{
	return otfp_buf_add(&w->out, w->aside.p, w->aside.n) < 0 ? otfp_fail_memory(w->err) : 0;
}

/* The bytes from `start` on do not convert back to recs: put a carrier before them. */
static int replace(writing *w, size_t start, const struct otfp_record *const *recs, size_t n)
{
	double time = is_timed(recs[0]) ? otfp_vtf3_double_of(recs[0]->time) : w->now;
	int code;

	note_implied(w, w->reader.n, LOST);
	otfp_vtf3_undo(&w->reader);
	code = set_aside(w, start);
	if (code == 0)
		code = carry_implied(w, LOST);
	if (code == 0)
		code = carry_keys(w, recs[0]);
	if (code == 0)
		code = put_line(w, recs[0], OTFP_CARRIER_INSTEAD, time);
	if (code == 0)
		code = otfp_vtf3_write_inner(w, otfp_vtf3_learn(&w->reader, recs[0]));
	if (code == 0)
		code = put_back(w);
	for (size_t i = 1; i < n && code == 0; i++)
		code = otfp_vtf3_write_carry(w, recs[i]);
	return code;
}

/* Whether a VTF3 record can represent it, and our reader takes that. With carriers, a local definition or a second one
 * of a token needs one. */
static int has_place(const writing *w, const struct otfp_vtf3_record *native, const struct otfp_record *rec)
{
	if (w->carries && rec->file == OTFP_FILE_DEF && (rec->loc || otfp_vtf3_is_declared(&w->reader, rec)))
		return 0;
	return !w->is_odd[native->type] || otfp_vtf3_has_record(&w->reader, native);
}

/* @return 0, OTFP_VTF3_NOTHING if the format cannot contain it, <0 */
static int put_native(writing *w, const struct otfp_vtf3_record *native)
{
	size_t start = w->out.n;
	ssize_t n = otfp_vtf3_compose(w->to, native, &w->out);

	if (OTFP_UNLIKELY(n == OTFP_EUSAGE || n > (ssize_t)OTFP_VTF3_RECORD_MAX)) {
		w->out.n = start;
		return OTFP_VTF3_NOTHING;
	}
	return n < 0 ? otfp_vtf3_write_inner(w, (int)n) : 0;
}

/* Whether it may have token 0, or the token that stands for it; for calls this is exact. */
static int may_have_zero(const writing *w, const struct otfp_vtf3_record *native)
{
	if (OTFP_LIKELY(native->type == OTFP_VTF3_Downto))
		return native->v[0].i == OTFP_VTF3_NOSTATE ||
		       native->v[0].i == otfp_vtf3_plain_token(w->zero[OTFP_VTF3_FUNCTIONS]);
	return native->type == OTFP_VTF3_Defact || native->type == OTFP_VTF3_Defstate;
}

int otfp_vtf3_write_write(struct otfp_vtf3_writing *w, const struct otfp_vtf3_record *native,
                          const struct otfp_record *const *recs, size_t n)
{
	int is_event = otfp_vtf3_rows[native->type].kind == OTFP_VTF3_EVENT, code = 0;
	struct otfp_vtf3_record other;
	size_t start;

	if (OTFP_UNLIKELY(!has_place(w, native, recs[0])))
		return OTFP_VTF3_NOTHING;
	if (!w->carries && may_have_zero(w, native))
		code = otfp_vtf3_write_free_zero(w, recs[0], &native, &other);
	if (code == 0 && is_event)
		code = expect_leaves(w, (uint64_t)native->time);
	start = w->out.n;
	if (code == 0)
		code = put_native(w, native);
	if (OTFP_UNLIKELY(code))
		return code;
	if (is_event)
		w->now = native->time;
	otfp_vtf3_read_clear(&w->reader);
	code = otfp_vtf3_write_inner(w, read_native(w, native));
	if (OTFP_UNLIKELY(code < 0))
		return code;
	if (OTFP_UNLIKELY(!is_as_read(w, recs, n))) {
		w->changed[recs[0]->type] += w->carries ? 0 : n;
		return w->carries ? replace(w, start, recs, n) : 0;
	}
	if (OTFP_UNLIKELY(w->nimplied))
		note_implied(w, w->reader.n, DONE);
	return 0;
}

int otfp_vtf3_write_aside(struct otfp_vtf3_writing *w, const struct otfp_vtf3_record *native)
{
	size_t start = w->out.n;
	int code = put_native(w, native);

	if (code || !w->carries)
		return code == OTFP_VTF3_NOTHING ? 0 : code;
	code = set_aside(w, start);
	if (code == 0)
		code = put_word(w, OTFP_CARRIER_SKIP);
	if (code == 0)
		code = put_back(w);
	return code == 0 ? otfp_vtf3_write_inner(w, otfp_vtf3_reading(&w->reader, native)) : code;
}

/* ---- definitions that the reader makes by itself ---- */

int otfp_vtf3_write_imply(struct otfp_vtf3_writing *w, const struct otfp_record *rec)
{
	struct otfp_record *copy;

	if (!w->carries)
		return 0;
	if (otfp_map_get(&w->implied_by_token, implied_key(rec)))
		return OTFP_VTF3_NOTHING;
	copy = otfp_arena_copy(&w->arena, rec, sizeof *rec);
	if (!copy || otfp_record_keep(copy, &w->arena) < 0 ||
	    (w->nimplied == w->implied_cap &&
	     otfp_grow(&w->implied, w->nimplied, &w->implied_cap, sizeof *w->implied) < 0) ||
	    otfp_map_set(&w->implied_by_token, implied_key(rec), w->nimplied) < 0)
		return otfp_fail_memory(w->err);
	w->implied[w->nimplied++] = (struct otfp_vtf3_implied){copy, PENDING};
	return 0;
}

int otfp_vtf3_write_verify_end(struct otfp_vtf3_writing *w)
{
	int code;

	if (!w->carries)
		return 0;
	code = expect_leaves(w, UINT64_MAX);
	if (code == 0)
		code = forget_counted(w);
	if (code == 0)
		code = carry_implied(w, PENDING);
	for (unsigned k = 0; k < OTFP_VTF3_NKEYS && code == 0; k++)
		code = carry_key(w, k);
	return code;
}
