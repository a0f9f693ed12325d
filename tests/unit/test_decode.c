/* Lines of OTF that are refused, and what is said of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>
#include "otf/read/decode.h"
#include "otf/write/encode.h"
#include "randrec.h"

static struct otfp_keywords keywords;

static int setup(void **unused)
{
	(void)unused;
	otfp_keywords_init(&keywords);
	return 0;
}

/* Why the line is refused; "" = it is not. */
static const char *why_not(unsigned file, const char *line)
{
	static char why[200];
	struct otfp_scratch scratch = {0};
	struct otfp_decode_error e = {0};
	struct otfp_record rec = {0};
	const struct otfp_keyword *w;
	const char *p = line + (*line == '#');

	while (otfp_is_letter(*p))
		p++;
	w = otfp_keywords_find(&keywords, file, line, (size_t)(p - line));
	if (!w)
		fail_msg("no keyword: %s", line);
	why[0] = 0;
	if (!otfp_decode(w->row, p, &rec, &scratch, &e))
		otfp_decode_explain(&e, why, sizeof why);
	otfp_scratch_release(&scratch);
	return why;
}

static void what_is_wrong_with_a_line_is_told(void **unused)
{
	static const struct {
		unsigned file;
		const char *line, *why;
	} t[] = {
		{OTFP_FILE_EVENT, "E100000000\n", "Enter: function: number too large"},
		{OTFP_FILE_EVENT, "L100000000\n", "Leave: function: number too large"},
		{OTFP_FILE_EVENT, "E\n", "Enter: function: number expected"},
		{OTFP_FILE_EVENT, "E B\n", "Enter: function: hex digits must be lower case"},
		{OTFP_FILE_EVENT, "E1X\n", "Enter: source (X/SCL): number expected"},
		{OTFP_FILE_EVENT, "L1X100000000\n", "Leave: source (X/SCL): number too large"},
		{OTFP_FILE_EVENT, "E1 Y2\n", "Enter: extra text after the last field"},
		{OTFP_FILE_EVENT, "E1\r\n", "Enter: carriage return at the end of the line"},
		{OTFP_FILE_EVENT, "L\r\n", "Leave: function: number expected"},
		{OTFP_FILE_EVENT, "S2T1\n", "SendMsg: length (L/LEN): field expected"},
		{OTFP_FILE_EVENT, "SEND 2 LEN 1 TAG 2\n", "SendMsg: group (C/COMM): field expected"},
		{OTFP_FILE_EVENT, "#\n", "EventComment: text: string expected"},
		{OTFP_FILE_EVENT, "#\"a\n", "EventComment: text: string is not closed"},
		{OTFP_FILE_EVENT, "NOOP 1\n", "NoOp: extra text after the last field"},
		{OTFP_FILE_DEF, "DP1NMx\n", "DefProcess: name (NM/NAME): string expected"},
		{OTFP_FILE_DEF, "DPG1M1,2NM\"x\"\n", "DefProcessGroup: members (M/MEMBERS): bad list"},
		{OTFP_FILE_DEF, "DPG1M100000000,NM\"x\"\n", "DefProcessGroup: members (M/MEMBERS): bad list"},
		{OTFP_FILE_DEF, "DPG1M1,\n", "DefProcessGroup: name (NM/NAME): field expected"},
		{OTFP_FILE_DEF, "DV1.100.5\"x\"\n", "DefVersion: minor (./.): number too large"},
		{OTFP_FILE_DEF, "DV1.2\"x\"\n", "DefVersion: sub (./.): field expected"},
		{OTFP_FILE_DEF, "DCR\"x\" y\n", "DefCreator: extra text after the last field"},
		{OTFP_FILE_MARKER, "MS1P2V\"x\"\n", "Marker: head (T/TIME): field expected"},
		{OTFP_FILE_MARKER, "MS1T5P100000000V\"x\"\n", "Marker: head (P/PROCESS): number too large"},
	};

	(void)unused;
	for (size_t i = 0; i < sizeof t / sizeof *t; i++)
		assert_string_equal(why_not(t[i].file, t[i].line), t[i].why);
}

/* The name of the field on part i of a row; "head" = it is time or loc. */
static const char *field_of(const struct otfp_disk_row *row, unsigned i)
{
	return row->parts[i].slot < OTFP_MAX_FIELDS ? otfp_schema(row->type)->fields[row->parts[i].slot].name : "head";
}

/* The text of a record as it is written, and where in it each part begins, with its sub-keyword. */
static size_t written(char *text, unsigned row, size_t *at, int is_long)
{
	const struct otfp_disk_row *f = &otfp_rows[row];
	static struct random_record r;
	uint64_t blanks = 0;
	char *end, *p;

	random_record(&r, row, NO_QUOTES | NO_NULLS);
	for (unsigned i = 0; i < f->nparts; i++)
		if (f->parts[i].type == OTFP_FIELD_STR)
			r.rec.f[f->parts[i].slot].s = (struct otfp_str){"-", 1};
		else if (f->parts[i].slot < OTFP_MAX_FIELDS && f->parts[i].type != OTFP_FIELD_LIST)
			r.rec.f[f->parts[i].slot].u = 7;
	end = otfp_encode(text, &r.rec, is_long, &blanks);
	for (p = text + (*text == '#'); otfp_is_letter(*p); p++)
		;
	for (unsigned i = 0; i < f->nparts; i++) {
		const struct otfp_word *w = is_long ? &f->parts[i].l : &f->parts[i].s;
		if (w->n)
			p = memmem(p, (size_t)(end - p), w->text, w->n);
		else if (i)
			p = memchr(p, '"', (size_t)(end - p));
		assert_non_null(p);
		at[i] = (size_t)(p - text) + w->n;
		p += w->n;
	}
	return (size_t)(end - text);
}

static void a_bad_value_is_told_with_its_record_and_field(void **unused)
{
	char text[1000], want[100];
	size_t at[OTFP_MAX_FIELDS];

	(void)unused;
	for (unsigned row = 1; row < OTFP_NTYPES; row++)
		for (unsigned i = 0; i < otfp_rows[row].nparts; i++) {
			const struct otfp_schema *s = otfp_schema(row);
			if (otfp_rows[row].flags & OTFP_ROW_NOFORM || otfp_rows[row].parts[i].type == OTFP_FIELD_LIST)
				continue;
			text[written(text, row, at, i % 2)] = 0;
			strcpy(text + at[i], " ?\n");
			snprintf(want, sizeof want, "%s: %s", s->name, field_of(&otfp_rows[row], i));
			if (strncmp(why_not(s->file, text), want, strlen(want)))
				fail_msg("%s%s, not %s", text, why_not(s->file, text), want);
		}
}

static void a_line_that_ends_early_is_told_with_the_field_that_is_missing(void **unused)
{
	char text[1000], want[100];
	size_t at[OTFP_MAX_FIELDS];

	(void)unused;
	for (unsigned row = 1; row < OTFP_NTYPES; row++)
		for (unsigned i = 1; i < otfp_rows[row].nparts; i++) {
			const struct otfp_row_part *part = &otfp_rows[row].parts[i];
			const struct otfp_schema *s = otfp_schema(row);
			if (part->flags & (OTFP_FLAG_OPT | OTFP_FLAG_NULLOK) || part->s.n == 0 ||
			    otfp_rows[row].flags & OTFP_ROW_NOFORM)
				continue;
			written(text, row, at, 1);
			strcpy(text + at[i] - part->l.n, "\n");
			snprintf(want, sizeof want, "%s: %s (%s/%s): field expected", s->name,
			         field_of(&otfp_rows[row], i), part->s.text, part->l.text);
			assert_string_equal(why_not(s->file, text), want);
		}
}

static void an_optional_field_that_is_missing_is_nothing(void **unused)
{
	(void)unused;
	assert_string_equal(why_not(OTFP_FILE_EVENT, "E1\n"), "");
	assert_string_equal(why_not(OTFP_FILE_EVENT, "L\n"), "");
	assert_string_equal(why_not(OTFP_FILE_EVENT, "LEAVE \n"), "");
	assert_string_equal(why_not(OTFP_FILE_DEF, "DP1\n"), "");
	assert_string_equal(why_not(OTFP_FILE_DEF, "DP1PT2\n"), "");
	assert_string_equal(why_not(OTFP_FILE_DEF, "DF1G2NM\"\"\n"), "");
}

/* Whatever the bytes, the line is taken whole or refused with a reason. */
static void random_bytes_behind_a_keyword_are_taken_or_refused(void **unused)
{
	static const char alphabet[] = "0123f\"\", ,.LTCXMNAMEPSOV";

	(void)unused;
	for (unsigned row = 1; row < OTFP_NTYPES; row++)
		for (int i = 0; i < 200 && !(otfp_rows[row].flags & OTFP_ROW_NOFORM); i++) {
			char text[64];
			int n = snprintf(text, sizeof text, "%s%s ",
			                 (const char *[]){"D", "M", "T", "S", ""}[otfp_schema(row)->file],
			                 otfp_rows[row].s.text);
			for (size_t k = next_random() % 24; k > 0; k--)
				text[n++] = alphabet[next_random() % (sizeof alphabet - 1)];
			strcpy(text + n, "\n");
			const char *why = why_not(otfp_schema(row)->file, text);
			assert_true(!*why || !strncmp(why, otfp_schema(row)->name, strlen(otfp_schema(row)->name)));
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_wrong_with_a_line_is_told),
		cmocka_unit_test(a_bad_value_is_told_with_its_record_and_field),
		cmocka_unit_test(a_line_that_ends_early_is_told_with_the_field_that_is_missing),
		cmocka_unit_test(an_optional_field_that_is_missing_is_nothing),
		cmocka_unit_test(random_bytes_behind_a_keyword_are_taken_or_refused),
	};
	return cmocka_run_group_tests(tests, setup, NULL);
}
