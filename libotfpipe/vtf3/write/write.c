/* write.c - selects the form of a record and checks whether it can be written. See write.h. */
#include "io/input.h"
#include "vtf3/write/writing.h"
#include <stdio.h>
#include <stdlib.h>

enum { MARGIN = 256, NUMBER = 64 }; /* bytes of what is no argument, and of a number, in any form */
#define SHOWN 1000u                 /* bytes of an Unrecognizable that its comment shows */

const char *otfp_vtf3_header(enum otfp_vtf3_format format, size_t *n)
{
	static const char *const headers[] = {"C SAVTF\n", "U\252\245ZBPVI", "C FAVTF\n", ""};

	*n = strlen(headers[format]);
	return headers[format];
}

static int varies(enum otfp_vtf3_format format, const struct otfp_vtf3_row *row)
{
	int does = format == OTFP_VTF3_LEGACY_ASCII && !(row->flags & OTFP_VTF3_R_OLD);

	for (unsigned k = 0; k < row->nargs; k++)
		does |= row->args[k].type >= OTFP_VTF3_A_STR || row->args[k].type == OTFP_VTF3_A_COUNT;
	return does;
}

int otfp_vtf3_writer_new(struct otfp_vtf3_writer **to, enum otfp_vtf3_format format, enum otfp_vtf3_profile profile,
                         struct otfp_error *err)
{
	struct otfp_vtf3_writer *w = calloc(1, sizeof *w);

	*to = w;
	if (!w || otfp_vtf3_activities_init(&w->activities) < 0) {
		otfp_vtf3_writer_free(w);
		*to = NULL;
		return otfp_fail_memory(err);
	}
	w->format = format;
	w->compat = profile == OTFP_VTF3_COMPAT || format == OTFP_VTF3_LEGACY_ASCII;
	w->err = err;
	for (unsigned type = 0; type < OTFP_VTF3_NTYPES; type++)
		if (!varies(format, &otfp_vtf3_rows[type]))
			w->room[type] = (uint16_t)(MARGIN + NUMBER * otfp_vtf3_rows[type].nargs);
	return 0;
}

uint64_t otfp_vtf3_writer_lost(const struct otfp_vtf3_writer *w)
{
	return w->lost;
}

void otfp_vtf3_writer_free(struct otfp_vtf3_writer *w)
{
	if (!w)
		return;
	otfp_vtf3_activities_release(&w->activities);
	otfp_vtf3_compat_release(&w->old);
	free(w);
}

/* ---- room ---- */

static int refuse(struct otfp_vtf3_writer *w, const struct otfp_vtf3_record *rec, const char *what)
{
	return otfp_fail(w->err, OTFP_EUSAGE, "vtf3: %s: %s", otfp_vtf3_rows[rec->type].name, what);
}

static int is_binary(const struct otfp_vtf3_writer *w)
{
	return w->format == OTFP_VTF3_STD_BINARY;
}

/* Maximum bytes of a text; 0 if it is too long. */
static size_t text_room(const struct otfp_vtf3_writer *w, size_t n)
{
	return is_binary(w) && n > OTFP_VTF3_STRING_MAX ? 0 : 2 * n + 64;
}

static size_t strings_room(const struct otfp_vtf3_writer *w, const char *const *names, size_t n)
{
	size_t room = 0, one;

	for (size_t i = 0; i < n; i++, room += one)
		if ((one = text_room(w, strlen(names[i]))) == 0)
			return 0;
	return room + 1;
}

/* Maximum bytes of a slot; 0 if it cannot be written. */
static size_t slot_room(const struct otfp_vtf3_writer *w, const struct otfp_vtf3_record *rec, unsigned k)
{
	unsigned type = otfp_vtf3_rows[rec->type].args[k].type;

	if (type < OTFP_VTF3_A_STR)
		return NUMBER;
	if (type == OTFP_VTF3_A_STR)
		return text_room(w, rec->v[k].s.n);
	if (type == OTFP_VTF3_A_STRS)
		return strings_room(w, rec->v[k].ss, otfp_vtf3_elements(rec, k));
	return otfp_vtf3_elements(rec, k) * (type == OTFP_VTF3_A_BYTES ? 2 : 40) + 64;
}

/* @return 0 with *room set, or <0 */
static int check(struct otfp_vtf3_writer *w, const struct otfp_vtf3_record *rec, size_t *room)
{
	const struct otfp_vtf3_row *row = &otfp_vtf3_rows[rec->type];

	*room = MARGIN;
	if (w->format == OTFP_VTF3_LEGACY_ASCII && !(row->flags & OTFP_VTF3_R_OLD))
		return refuse(w, rec, "Legacy ASCII has no line for it");
	for (unsigned k = 0; k < row->nargs; k++)
		if (row->args[k].type == OTFP_VTF3_A_COUNT && rec->v[k].i < 0)
			return refuse(w, rec, "negative count");
	for (unsigned k = 0; k < row->nargs; k++) {
		size_t n = slot_room(w, rec, k);
		if (n == 0)
			return refuse(w, rec, "text longer than 65535 bytes");
		*room += n;
	}
	return *room > OTFP_VTF3_RECORD_MAX * 8 ? refuse(w, rec, "too long to be read back") : 0;
}

/* ---- one record ---- */

static int put(struct otfp_vtf3_writer *w, const struct otfp_vtf3_record *rec, struct otfp_buf *b)
{
	size_t room = w->room[rec->type];
	int code = room ? 0 : check(w, rec, &room);
	char *p;

	if (code < 0)
		return code;
	if (otfp_buf_reserve(b, room) < 0)
		return otfp_fail_memory(w->err);
	p = b->p + b->n;
	if (is_binary(w))
		p = otfp_vtf3_put_binary(p, rec);
	else if (w->format == OTFP_VTF3_FST_ASCII)
		p = otfp_vtf3_put_fast(p, rec);
	else
		p = otfp_vtf3_put_text(w, p, rec);
	if ((size_t)(p - b->p) - b->n > (is_binary(w) ? OTFP_VTF3_RECORD_MAX : OTFP_LINE_MAX))
		return refuse(w, rec, "too long to be read back");
	b->n = (size_t)(p - b->p);
	return 0;
}

/* ---- activities of old records ---- */

static int put_activity(struct otfp_vtf3_writer *w, const struct otfp_vtf3_activity *a, struct otfp_buf *b)
{
	struct otfp_vtf3_record rec;

	if (w->format == OTFP_VTF3_LEGACY_ASCII)
		return 0;
	otfp_vtf3_record_init(&rec, OTFP_VTF3_Defact_obsol);
	rec.v[0].i = a->token;
	rec.v[1].s = a->name;
	return put(w, &rec, b);
}

/* Fill in the name of an activity from its token. An unknown token gets a name with its number, which is declared. */
static int give_name(struct otfp_vtf3_writer *w, const union otfp_vtf3_value *token, union otfp_vtf3_value *name,
                     struct otfp_buf *b)
{
	const struct otfp_vtf3_activity *a = otfp_vtf3_activity_by_token(&w->activities, token->i);
	char text[40];
	int code = 0;

	if (!a) {
		int n = snprintf(text, sizeof text, "activity %d", token->i);
		if (otfp_vtf3_activities_define(&w->activities, token->i, text, (size_t)n) < 0)
			return otfp_fail_memory(w->err);
		a = otfp_vtf3_activity_by_token(&w->activities, token->i);
		code = put_activity(w, a, b);
	}
	name->s = a->name;
	return code;
}

/* Fill in the token of an activity from its name; a new name is declared. */
static int give_token(struct otfp_vtf3_writer *w, union otfp_vtf3_value *token, const union otfp_vtf3_value *name,
                      struct otfp_buf *b)
{
	const struct otfp_vtf3_activity *a;
	int is_new;

	a = otfp_vtf3_activity_named(&w->activities, name->s.p, name->s.n, &is_new);
	if (!a)
		return otfp_fail_memory(w->err);
	token->i = a->token;
	return is_new ? put_activity(w, a, b) : 0;
}

/* Fill in the part of an activity (token or name) that this format needs. */
static int complete(struct otfp_vtf3_writer *w, struct otfp_vtf3_record *rec, unsigned token, unsigned name,
                    unsigned valid, struct otfp_buf *b)
{
	int wants_name = w->format != OTFP_VTF3_STD_BINARY && w->format != OTFP_VTF3_FST_ASCII;

	if (rec->v[name].s.n == 0)
		return wants_name ? give_name(w, &rec->v[token], &rec->v[name], b) : 0;
	if (wants_name || (valid & OTFP_VTF3_TOKEN_VALID))
		return 0;
	return give_token(w, &rec->v[token], &rec->v[name], b);
}

static int put_old(struct otfp_vtf3_writer *w, const struct otfp_vtf3_record *rec, struct otfp_buf *b)
{
	int symbol = rec->type == OTFP_VTF3_Defstate_obsol, code;
	struct otfp_vtf3_record copy = *rec;
	unsigned valid = copy.v[symbol ? OTFP_SYMBOL_VALIDITY : OTFP_EXCH_VALIDITY].u;

	if (rec->type == OTFP_VTF3_Defact_obsol) {
		if (otfp_vtf3_activities_define(&w->activities, rec->v[0].i, rec->v[1].s.p, rec->v[1].s.n) < 0)
			return otfp_fail_memory(w->err);
		return w->format == OTFP_VTF3_LEGACY_ASCII ? 0 : put(w, rec, b);
	}
	code = complete(w, &copy, symbol ? OTFP_SYMBOL_ACT : OTFP_EXCH_ACT,
	                symbol ? OTFP_SYMBOL_ACTNAME : OTFP_EXCH_ACTNAME, valid, b);
	if (code == 0 && !symbol)
		code = complete(w, &copy, OTFP_EXCH_FROMACT, OTFP_EXCH_FROMNAME, valid, b);
	return code < 0 ? code : put(w, &copy, b);
}

/* ---- all ---- */

/* Write unknown bytes as a comment; a dot stands for each byte that is not printable. */
static int put_unrecognizable(struct otfp_vtf3_writer *w, const struct otfp_vtf3_record *rec, struct otfp_buf *b)
{
	size_t n = rec->v[0].i < 0 ? 0 : (size_t)rec->v[0].i, shown = n < SHOWN ? n : SHOWN;
	struct otfp_vtf3_record comment;
	char text[SHOWN + 100];
	int head;

	head = snprintf(text, sizeof text, "UNRECOGNIZABLE record, type %d, %zu bytes: ", rec->v[1].i, n);
	for (size_t i = 0; i < shown; i++) {
		char c = ((const char *)rec->v[2].p)[i];
		text[(size_t)head + i] = c >= ' ' && c <= '~' ? c : '.';
	}
	otfp_vtf3_record_init(&comment, OTFP_VTF3_Comment);
	comment.time = rec->time;
	comment.v[0].s = (struct otfp_str){text, (size_t)head + shown};
	return put(w, &comment, b);
}

static int put_any(struct otfp_vtf3_writer *w, const struct otfp_vtf3_record *rec, struct otfp_buf *b)
{
	if (rec->type == OTFP_VTF3_Unrecognizable)
		return put_unrecognizable(w, rec, b);
	if (otfp_vtf3_rows[rec->type].flags & OTFP_VTF3_R_ACTS)
		return put_old(w, rec, b);
	if (w->format == OTFP_VTF3_LEGACY_ASCII && rec->type == OTFP_VTF3_Defscl)
		return 0;
	return put(w, rec, b);
}

ssize_t otfp_vtf3_compose(struct otfp_vtf3_writer *w, const struct otfp_vtf3_record *rec, struct otfp_buf *b)
{
	size_t start = b->n;
	struct otfp_vtf3_record old;
	int code = 0;

	if (w->compat) {
		code = otfp_vtf3_compat_record(&w->old, &w->activities, rec, w->format == OTFP_VTF3_LEGACY_ASCII, &old);
		if (code < 0)
			return otfp_fail_memory(w->err);
	}
	code = put_any(w, code ? &old : rec, b);
	if (code == 0)
		return (ssize_t)(b->n - start);
	b->n = start;
	return code;
}
