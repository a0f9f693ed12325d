#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/num.h"
#include "otf/write/encode.h"
#include "otf/keyvalue.h"
#include "randrec.h"

enum { ROUNDS = 300 };

static struct otfp_keywords keywords;
static const char *const prefixes[OTFP_NFILES][2] = {[OTFP_FILE_DEF] = {"D", "DEF"},
                                                     [OTFP_FILE_MARKER] = {"M", "MARKER"},
                                                     [OTFP_FILE_SNAP] = {"T", "T"},
                                                     [OTFP_FILE_STAT] = {"S", "SUM"},
                                                     [OTFP_FILE_EVENT] = {"", ""}};

static int setup(void **unused)
{
	(void)unused;
	otfp_keywords_init(&keywords);
	return 0;
}

static unsigned file_of(unsigned row)
{
	return otfp_schema(otfp_rows[row].type)->file;
}

/* Decode key-values and record at p. @return behind the line, or NULL with e filled */
static const char *decode(unsigned file, const char *p, struct otfp_record *rec, struct otfp_scratch *scratch,
                          struct otfp_decode_error *e)
{
	struct otfp_tag_lines pairs = {.scratch = scratch};
	const struct otfp_keyword *w;
	const char *start, *why;

	while (otfp_is_pair(p)) {
		p = otfp_pairs_parse(&pairs, p, &why);
		assert_non_null(p);
	}
	for (start = p, p += *p == '#'; otfp_is_letter(*p); p++)
		;
	w = otfp_keywords_find(&keywords, file, start, (size_t)(p - start));
	if (!w)
		fail_msg("no keyword at %s", start);
	p = otfp_decode(w->row, p, rec, scratch, e);
	otfp_pairs_give(&pairs, rec);
	return p;
}

/* The text of a record ends in LF at `end`, and gives the record again. */
static void assert_decodes(const char *text, const char *end, const struct otfp_record *want)
{
	struct otfp_scratch scratch = {0};
	struct otfp_decode_error e = {0};
	struct otfp_record rec;
	const char *behind;
	char why[200] = "";

	memset(&rec, 0xa5, sizeof rec); /* nothing may be left from the record before */
	behind = decode(otfp_schema(want->type)->file, text, &rec, &scratch, &e);
	if (!behind)
		otfp_decode_explain(&e, why, sizeof why);
	if (behind != end)
		fail_msg("%.*s: %s", (int)(end - text), text, why);
	assert_same_fields(want, &rec);
	if (want->type == OTFP_Marker) {
		assert_int_equal(want->time, rec.time);
		assert_int_equal(want->loc, rec.loc);
	}
	otfp_scratch_release(&scratch);
}

static void check_round_trip(const struct otfp_record *rec, int is_long)
{
	size_t room = otfp_encode_room(rec);
	char *text = malloc(room), *end;
	uint64_t blanks = 0;

	end = otfp_encode(text, rec, is_long, &blanks);
	assert_true((size_t)(end - text) <= room);
	assert_int_equal(blanks, 0);
	assert_decodes(text, end, rec);
	free(text);
}

/* Only a name that may be left out can be told from an empty one. */
static void no_nulls_but(struct otfp_record *rec)
{
	const struct otfp_disk_row *row = &otfp_rows[rec->type];

	for (unsigned i = 0; i < row->nparts; i++)
		if (row->parts[i].type == OTFP_FIELD_STR && !(row->parts[i].flags & OTFP_FLAG_NULLOK) &&
		    !rec->f[row->parts[i].slot].s.p)
			rec->f[row->parts[i].slot].s = (struct otfp_str){"", 0};
}

static void every_record_is_the_same_behind_both_forms(void **unused)
{
	static struct random_record r;

	(void)unused;
	for (unsigned type = 1; type < OTFP_NTYPES; type++)
		for (int i = 0; i < ROUNDS && !(otfp_rows[type].flags & OTFP_ROW_NOFORM); i++) {
			random_record(&r, type, NO_QUOTES | (i % 4 ? 0 : WITH_TAGS));
			no_nulls_but(&r.rec);
			check_round_trip(&r.rec, i % 2);
		}
}

/* ---- what may be read and is never written ---- */

static char *put_text(char *p, const char *text)
{
	size_t n = strlen(text);

	memcpy(p, text, n);
	return p + n;
}

static char *put_blanks(char *p, size_t least)
{
	static const char *const blanks[] = {"", " ", "\t", "  \t "};
	size_t which = next_random() % 4;

	return put_text(p, blanks[which < least ? least : which]);
}

/* Behind a long or old keyword of a list that may be empty stands a blank, else it runs on. */
static char *put_word(char *p, const struct otfp_row_part *part)
{
	unsigned which = (unsigned)(next_random() % 3);

	if (which == 2 && part->old.n)
		return put_blanks(put_text(p, part->old.text), 0);
	return put_blanks(put_text(p, which ? part->l.text : part->s.text), part->type == OTFP_FIELD_LIST && which);
}

static char *put_part(char *p, const struct otfp_row_part *part, const struct otfp_record *rec)
{
	const union otfp_value *v = part->slot < OTFP_MAX_FIELDS ? &rec->f[part->slot] : NULL;

	if (part->s.n)
		p = put_word(put_blanks(p, 0), part);
	p = put_blanks(p, 0);
	if (part->type == OTFP_FIELD_STR) {
		*p++ = '"';
		memcpy(p, v->s.p, v->s.n);
		return put_text(p + v->s.n, "\"");
	}
	if (part->type != OTFP_FIELD_LIST)
		return otfp_put_hex(p, v ? v->u : part->slot == OTFP_SLOT_TIME ? rec->time : rec->loc);
	for (size_t i = 0; i < v->l.n; i++)
		p = put_blanks(put_text(otfp_put_hex(p, v->l.p[i]), ","), 0);
	return p;
}

/* What an old form has no place for reads as 0. */
static void clear_missing(struct otfp_record *rec, const struct otfp_disk_row *row)
{
	for (unsigned slot = 0; slot < otfp_schema(row->type)->nfields; slot++) {
		int there = 0;
		for (unsigned i = 0; i < row->nparts; i++)
			there |= row->parts[i].slot == slot;
		if (!there)
			memset(&rec->f[slot], 0, sizeof rec->f[slot]);
	}
}

static void check_mixed(const struct otfp_disk_row *row, const struct otfp_record *rec)
{
	static char text[OTFP_MAX_FIELDS * (RANDOM_BYTES + 300)];
	char *p = put_text(text, prefixes[otfp_schema(row->type)->file][next_random() % 2]);

	p = put_text(p, next_random() % 2 ? row->l.text : row->s.text);
	for (unsigned i = 0; i < row->nparts; i++)
		p = put_part(p, &row->parts[i], rec);
	p = put_text(put_blanks(p, 0), "\n");
	assert_decodes(text, p, rec);
}

static void forms_old_words_and_blanks_may_be_mixed(void **unused)
{
	static struct random_record r;

	(void)unused;
	for (unsigned row = 1; row < OTFP_NROWS; row++)
		for (int i = 0; i < ROUNDS && !(otfp_rows[row].flags & OTFP_ROW_NOFORM); i++) {
			random_record(&r, otfp_rows[row].type, NO_QUOTES | NO_NULLS);
			clear_missing(&r.rec, &otfp_rows[row]);
			check_mixed(&otfp_rows[row], &r.rec);
		}
}

/* ---- keywords ---- */

static void assert_keyword(unsigned file, const char *prefix, const char *word, unsigned row, int is_long)
{
	char text[64];
	int n = snprintf(text, sizeof text, "%s%s", prefix, word);
	const struct otfp_keyword *w = otfp_keywords_find(&keywords, file, text, (size_t)n);

	if (!w || w->row != row || w->is_long != is_long)
		fail_msg("%s in a file of %s", text, otfp_file_name(file));
}

static void every_keyword_is_found_with_either_prefix(void **unused)
{
	(void)unused;
	for (unsigned row = 1; row < OTFP_NROWS; row++)
		for (int i = 0; i < 2 && !(otfp_rows[row].flags & OTFP_ROW_NOFORM); i++) {
			unsigned file = file_of(row);
			assert_keyword(file, prefixes[file][i], otfp_rows[row].s.text, row, 0);
			assert_keyword(file, prefixes[file][i], otfp_rows[row].l.text, row, 1);
			if (file == OTFP_FILE_SNAP)
				assert_keyword(OTFP_FILE_EVENT, "T", otfp_rows[row].s.text, row, 0);
		}
}

static void a_keyword_belongs_to_its_kind_of_file(void **unused)
{
	(void)unused;
	assert_null(otfp_keywords_find(&keywords, OTFP_FILE_DEF, "ENTER", 5));
	assert_null(otfp_keywords_find(&keywords, OTFP_FILE_EVENT, "DP", 2));
	assert_null(otfp_keywords_find(&keywords, OTFP_FILE_SNAP, "E", 1));
	assert_null(otfp_keywords_find(&keywords, OTFP_FILE_EVENT, "", 0));
	assert_null(otfp_keywords_find(&keywords, OTFP_FILE_EVENT, "ENTE", 4));
	assert_null(otfp_keywords_find(&keywords, OTFP_FILE_EVENT, "ENTERS", 6));
	assert_null(otfp_keywords_find(&keywords, OTFP_FILE_EVENT, "enter", 5));
}

/* ---- the bytes themselves ---- */

static void assert_encodes(const struct otfp_record *rec, int is_long, const char *want)
{
	char text[1000];
	uint64_t blanks = 0;

	*otfp_encode(text, rec, is_long, &blanks) = 0;
	assert_string_equal(text, want);
}

static void the_bytes_are_those_of_the_reference(void **unused)
{
	const uint32_t members[] = {1, 2, 31};
	struct otfp_record leave = {.type = OTFP_Leave, .file = OTFP_FILE_EVENT};
	struct otfp_record noop = {.type = OTFP_NoOp, .file = OTFP_FILE_EVENT};
	struct otfp_record send = {.type = OTFP_SendMsg, .f = {{2}, {100}, {9}, {1024}, {3}}};
	struct otfp_record group = {.type = OTFP_DefProcessGroup, .f = {{100}}};
	struct otfp_record version = {.type = OTFP_DefVersion, .f = {{1}, {12}, {5}}};

	(void)unused;
	group.f[1].s = (struct otfp_str){"W", 1};
	version.f[3].s = (struct otfp_str){"salmon", 6};
	assert_encodes(&leave, 0, "L\n");
	assert_encodes(&leave, 1, "LEAVE \n");
	assert_encodes(&noop, 1, "NOOP \n");
	assert_encodes(&send, 0, "S2L400T9C64X3\n");
	assert_encodes(&send, 1, "SEND 2 LEN 400 TAG 9 COMM 64 SCL 3\n");
	assert_encodes(&group, 0, "DPG64MNM\"W\"\n");
	assert_encodes(&group, 1, "DEFPROCESSGROUP 64 MEMBERS  NAME \"W\"\n");
	group.f[2].l = (struct otfp_list){members, 3};
	assert_encodes(&group, 0, "DPG64M1,2,1f,NM\"W\"\n");
	assert_encodes(&version, 1, "DEFVERSION 1.c.5\"salmon\"\n");
	leave.f[1].u = 3;
	assert_encodes(&leave, 0, "L0X3\n");
}

static void quotes_and_newlines_become_blanks_and_are_counted(void **unused)
{
	struct otfp_record rec = {.type = OTFP_EventComment, .file = OTFP_FILE_EVENT};
	char text[1000];
	uint64_t blanks = 0;

	(void)unused;
	rec.f[0].s = (struct otfp_str){"a\"b\nc\"\t\\", 8};
	*otfp_encode(text, &rec, 0, &blanks) = 0;
	assert_string_equal(text, "#\"a b c \t\\\"\n");
	assert_int_equal(blanks, 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_record_is_the_same_behind_both_forms),
		cmocka_unit_test(forms_old_words_and_blanks_may_be_mixed),
		cmocka_unit_test(every_keyword_is_found_with_either_prefix),
		cmocka_unit_test(a_keyword_belongs_to_its_kind_of_file),
		cmocka_unit_test(the_bytes_are_those_of_the_reference),
		cmocka_unit_test(quotes_and_newlines_become_blanks_and_are_counted),
	};
	return cmocka_run_group_tests(tests, setup, NULL);
}
