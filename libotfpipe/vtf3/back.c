/* back.c - what all records have in common on their way to VTF3. See back.h. */
#include "vtf3/back.h"
#include "base/error.h"
#include "base/grow.h"
#include <stdlib.h>
#include <string.h>

/* ---- numbers ---- */

int32_t otfp_vtf3_back_token(uint64_t token)
{
	return (int32_t)((uint32_t)token - 1);
}

uint32_t otfp_vtf3_back_cpu(uint64_t process)
{
	uint32_t p = (uint32_t)process;

	return p & OTFP_VTF3_CPUGRP_MASK ? p : p - 1;
}

int32_t otfp_vtf3_back_number(struct otfp_vtf3_back *b, uint64_t number)
{
	if (number <= INT32_MAX)
		return (int32_t)number;
	b->lost[OTFP_VTF3_LOST_NUMBER]++;
	return INT32_MAX;
}

double otfp_vtf3_back_ticks(struct otfp_vtf3_back *b, uint64_t ticks)
{
	double d = (double)ticks;

	b->lost[OTFP_VTF3_LOST_TIME] += ticks > 1ull << 53 && (d >= 18446744073709551616.0 || (uint64_t)d != ticks);
	return d;
}

/* The way back from otfp_vtf3_communicator. */
int32_t otfp_vtf3_back_communicator(struct otfp_vtf3_back *b, uint64_t group)
{
	if (group == 0)
		return OTFP_VTF3_NOCOMMUNICATOR;
	if (group <= 1u << 30)
		return (int32_t)group - 1;
	if (group < OTFP_VTF3_CPUGRP_MASK)
		return (int32_t)((int64_t)group - (int64_t)OTFP_VTF3_CPUGRP_MASK);
	b->lost[OTFP_VTF3_LOST_NUMBER]++;
	return OTFP_VTF3_NOCOMMUNICATOR;
}

struct otfp_str otfp_vtf3_back_text(struct otfp_vtf3_back *b, struct otfp_str s)
{
	struct otfp_str none = {NULL, 0};
	size_t at = b->text.n;

	if (otfp_buf_add(&b->text, s.p ? s.p : "", s.n) < 0 || otfp_buf_add(&b->text, "", 1) < 0) {
		otfp_fail_memory(b->err);
		return none;
	}
	return (struct otfp_str){b->text.p + at, s.n};
}

const struct otfp_tag *otfp_vtf3_back_tag(const struct otfp_vtf3_back *b, const struct otfp_record *rec,
                                          enum otfp_vtf3_key key)
{
	for (uint32_t i = 0; i < rec->ntags; i++)
		if (b->key_of[key] && rec->tags[i].key == b->key[key])
			return &rec->tags[i];
	return NULL;
}

static void count_tags(struct otfp_vtf3_back *b, const struct otfp_record *rec)
{
	for (uint32_t i = 0; i < rec->ntags; i++) {
		int is_known = 0;
		for (unsigned k = 0; k < OTFP_VTF3_NKEYS; k++)
			is_known |= b->key_of[k] && b->key[k] == rec->tags[i].key;
		b->lost[OTFP_VTF3_LOST_TAGS] += !is_known;
	}
}

/* ---- records out ---- */

/* What cannot be written is counted; only memory ends it. */
static int compose(struct otfp_vtf3_back *b, const struct otfp_vtf3_record *rec)
{
	ssize_t n = otfp_vtf3_compose(b->to, rec, &b->out);

	if (n >= 0)
		return 0;
	if (n != OTFP_EUSAGE)
		return otfp_fail(b->err, (int)n, "%s", b->inner.text);
	b->lost[OTFP_VTF3_LOST_LINE]++;
	return 0;
}

static int keep(struct otfp_vtf3_back *b, const struct otfp_vtf3_record *rec)
{
	size_t at = b->kept.n;
	ssize_t n;

	if (b->ndefs == b->defs_cap && otfp_grow(&b->defs, b->ndefs, &b->defs_cap, sizeof *b->defs) < 0)
		return otfp_fail_memory(b->err);
	n = otfp_vtf3_compose(b->plain, rec, &b->kept);
	if (n == OTFP_EUSAGE) {
		b->lost[OTFP_VTF3_LOST_LINE]++;
		return 0;
	}
	if (n < 0)
		return otfp_fail(b->err, (int)n, "%s", b->inner.text);
	b->defs[b->ndefs] = (struct otfp_vtf3_kept){rec->type, b->ndefs, at, (size_t)n};
	b->ndefs++;
	return 0;
}

int otfp_vtf3_back_put(struct otfp_vtf3_back *b, const struct otfp_vtf3_record *rec)
{
	return b->has_events ? compose(b, rec) : keep(b, rec);
}

static int by_place(const void *a, const void *b)
{
	const struct otfp_vtf3_kept *x = a, *y = b;

	if (x->type != y->type)
		return x->type < y->type ? -1 : 1;
	return x->number < y->number ? -1 : 1;
}

/* A record from its bytes. @return 0, 1 if they are none, <0 */
static int read_back(struct otfp_vtf3_scanner *s, const void *p, size_t n, const struct otfp_vtf3_record **rec)
{
	int code = otfp_vtf3_scan_feed(s, p, n);

	if (code == 0)
		code = otfp_vtf3_scan_next(s, rec);
	return code == 0 && (*rec)->type == OTFP_VTF3_Unrecognizable ? OTFP_END : code;
}

static int use_up(struct otfp_vtf3_scanner *s)
{
	const struct otfp_vtf3_record *rec;
	int code;

	while ((code = otfp_vtf3_scan_next(s, &rec)) == 0)
		;
	return code == OTFP_END ? 0 : code;
}

/* Vampir wants to know of the processes; files that were VTF3 say it as they did. */
static int put_counts(struct otfp_vtf3_back *b)
{
	struct otfp_vtf3_record rec;
	int32_t n = (int32_t)b->nprocesses;

	otfp_vtf3_record_init(&rec, OTFP_VTF3_Defsyscpunums);
	rec.v[0].i = 1;
	rec.v[1].is = &n;
	return b->is_vtf3 || n <= 0 ? 0 : keep(b, &rec);
}

static int end_head(struct otfp_vtf3_back *b)
{
	int code = put_counts(b);

	if (b->ndefs)
		qsort(b->defs, b->ndefs, sizeof *b->defs, by_place);
	b->has_events = 1;
	for (size_t i = 0; i < b->ndefs && code == 0; i++) {
		const struct otfp_vtf3_record *rec;
		code = read_back(b->binary, b->kept.p + b->defs[i].at, b->defs[i].n, &rec);
		if (code == 0)
			code = compose(b, rec);
		if (code == 0)
			code = use_up(b->binary);
	}
	otfp_buf_release(&b->kept);
	return code < 0 ? otfp_fail(b->err, code, "%s", b->inner.text) : 0;
}

/* ---- records in ---- */

static int give_carried(struct otfp_vtf3_back *b, struct otfp_vtf3_scanner *s, const void *p, size_t n,
                        const struct otfp_record *rec)
{
	const struct otfp_vtf3_record *carried;
	struct otfp_vtf3_record copy;
	int code = read_back(s, p, n, &carried);

	if (code == OTFP_END)
		b->lost[OTFP_VTF3_LOST_TAGS]++;
	if (code == 0) {
		copy = *carried;
		if (otfp_vtf3_rows[copy.type].kind == OTFP_VTF3_EVENT)
			copy.time = otfp_vtf3_back_ticks(b, rec->time);
		code = otfp_vtf3_back_put(b, &copy);
	}
	if (code >= 0)
		code = use_up(s);
	return code < 0 ? otfp_fail(b->err, code, "%s", b->inner.text) : 0;
}

static int is_prefixed(const struct otfp_record *rec)
{
	const size_t n = strlen(OTFP_VTF3_PREFIX);

	return (rec->type == OTFP_DefinitionComment || rec->type == OTFP_EventComment) && rec->f[0].s.n > n &&
	       memcmp(rec->f[0].s.p, OTFP_VTF3_PREFIX, n) == 0;
}

/* A record that carries what it was. @return 0 it does, 1 it does not, <0 */
static int take_carried(struct otfp_vtf3_back *b, const struct otfp_record *rec)
{
	const struct otfp_tag *tag = rec->ntags ? otfp_vtf3_back_tag(b, rec, OTFP_KEY_record) : NULL;
	const size_t n = strlen(OTFP_VTF3_PREFIX);
	int code;

	if (tag)
		return give_carried(b, b->binary, tag->bytes.p, tag->bytes.n, rec);
	if (!is_prefixed(rec))
		return 1;
	b->is_vtf3 = 1;
	b->text.n = 0;
	code = otfp_buf_add(&b->text, rec->f[0].s.p + n, rec->f[0].s.n - n);
	if (code < 0 || otfp_buf_add(&b->text, "\n", 1) < 0)
		return otfp_fail_memory(b->err);
	return give_carried(b, b->fast, b->text.p, b->text.n, rec);
}

/* What is to be known of a record that went as what it was. @return 0 or <0 */
static int follow(struct otfp_vtf3_back *b, const struct otfp_record *rec)
{
	if (rec->type == OTFP_Leave)
		otfp_vtf3_back_left(b, rec->loc, rec->f[0].u);
	if (rec->type == OTFP_DefCounter && otfp_map_set(&b->properties, rec->f[0].u, rec->f[2].u) < 0)
		return otfp_fail_memory(b->err);
	return 0;
}

static int begin_event(struct otfp_vtf3_back *b, const struct otfp_record *rec)
{
	int code = b->has_events ? 0 : end_head(b);

	if (code == 0 && b->samples.n &&
	    (rec->type != OTFP_Counter || rec->loc != b->samples.process || rec->time != b->samples.time))
		code = otfp_vtf3_back_samples(b);
	return code;
}

int otfp_vtf3_back_take(struct otfp_vtf3_back *b, const struct otfp_record *rec)
{
	int is_event = otfp_is_timed(rec->file), code = 0;

	if (rec->type == OTFP_CONTROL || rec->type == OTFP_OTHER) {
		b->dropped[OTFP_NONE] += rec->type == OTFP_OTHER;
		return 0;
	}
	if (is_event)
		code = begin_event(b, rec);
	if (code < 0)
		return code;
	b->text.n = 0;
	if (OTFP_UNLIKELY(rec->ntags != 0))
		count_tags(b, rec);
	if (rec->ntags || rec->type == OTFP_DefinitionComment || rec->type == OTFP_EventComment) {
		code = take_carried(b, rec);
		if (code <= 0)
			return code < 0 ? code : follow(b, rec);
	}
	return is_event ? otfp_vtf3_back_event(b, rec) : otfp_vtf3_back_define(b, rec);
}

int otfp_vtf3_back_end(struct otfp_vtf3_back *b)
{
	int code = b->has_events ? 0 : end_head(b);

	return code == 0 && b->samples.n ? otfp_vtf3_back_samples(b) : code;
}

/* ---- beginning and end ---- */

uint64_t otfp_vtf3_back_lost(const struct otfp_vtf3_back *b, enum otfp_vtf3_loss what)
{
	return b->lost[what] + (what == OTFP_VTF3_LOST_LINE ? otfp_vtf3_writer_lost(b->to) : 0);
}

int otfp_vtf3_back_init(struct otfp_vtf3_back *b, enum otfp_vtf3_format format, enum otfp_vtf3_profile profile,
                        struct otfp_error *err)
{
	const char *head;
	size_t n;
	int code;

	*b = (struct otfp_vtf3_back){.err = err};
	code = otfp_vtf3_writer_new(&b->to, format, profile, &b->inner);
	if (code == 0)
		code = otfp_vtf3_writer_new(&b->plain, OTFP_VTF3_STD_BINARY, OTFP_VTF3_FULL, &b->inner);
	if (code == 0)
		code = otfp_vtf3_scan_open_memory(&b->binary, OTFP_VTF3_STD_BINARY, &b->inner);
	if (code == 0)
		code = otfp_vtf3_scan_open_memory(&b->fast, OTFP_VTF3_FST_ASCII, &b->inner);
	head = otfp_vtf3_header(format, &n);
	if (code < 0 || otfp_buf_add(&b->out, head, n) < 0)
		return otfp_fail_memory(err);
	return 0;
}

void otfp_vtf3_back_release(struct otfp_vtf3_back *b)
{
	struct otfp_buf *bufs[] = {&b->out,           &b->text,          &b->kept, &b->samples.tokens,
	                           &b->samples.types, &b->samples.values};

	for (size_t i = 0; i < sizeof bufs / sizeof *bufs; i++)
		otfp_buf_release(bufs[i]);
	for (size_t i = 0; i < b->n; i++)
		free(b->all[i].open);
	free(b->all);
	free(b->defs);
	otfp_map_release(&b->processes);
	otfp_map_release(&b->properties);
	otfp_vtf3_writer_free(b->to);
	otfp_vtf3_writer_free(b->plain);
	otfp_vtf3_scan_close(b->binary);
	otfp_vtf3_scan_close(b->fast);
}
