/* longest-print.c - the calls of --longest as text, --tsv and --json. */
#include "cmd/stat/longest.h"
#include "cmd/stat/print.h"
#include "cmd/stat/sheet.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- values ---- */

/* A column, and how to get its value; only_for_programs: people see the name beside it. */
struct print_column {
	const char *name;
	int is_text, only_for_programs, is_instant;
	void (*get)(const struct longest_report *r, const struct long_call *c, struct cell_value *v);
};

static void whole(struct cell_value *v, uint64_t n, enum otfp_unit unit)
{
	*v = (struct cell_value){.is = CELL_WHOLE, .unit = unit, .whole = n, .real = (double)n};
}

#define NUMBER(name, value, what)                                                                         \
	static void name(const struct longest_report *r, const struct long_call *c, struct cell_value *v) \
	{                                                                                                 \
		(void)r;                                                                                  \
		whole(v, value, what);                                                                    \
	}
NUMBER(get_process, c->process, OTFP_UNIT_NUMBER)
NUMBER(get_function, c->function, OTFP_UNIT_NUMBER)
NUMBER(get_begin, c->begin, OTFP_UNIT_TICKS)
NUMBER(get_end, c->begin + c->duration, OTFP_UNIT_TICKS)
NUMBER(get_duration, c->duration, OTFP_UNIT_TICKS)
#undef NUMBER

/* The name, or the token of what has none. */
static void named(const struct otfp_definition *d, uint32_t token, struct cell_value *v)
{
	if (d && d->name.p)
		*v = (struct cell_value){.is = CELL_TEXT, .text = d->name};
	else
		whole(v, token, OTFP_UNIT_NUMBER);
}

static void get_process_name(const struct longest_report *r, const struct long_call *c, struct cell_value *v)
{
	const otfp_ref ref = otfp_names_ref(r->names, OTFP_NAMED_PROCESS, c->process, c->process);

	named(otfp_names_find(r->names, OTFP_NAMED_PROCESS, ref), c->process, v);
}

static void get_function_name(const struct longest_report *r, const struct long_call *c, struct cell_value *v)
{
	named(otfp_names_find(r->names, OTFP_NAMED_FUNCTION, c->definition), c->function, v);
}

static const struct print_column columns[] = {
	{"process", 0, 1, 0, get_process},   {"process_name", 1, 0, 0, get_process_name},
	{"function", 0, 1, 0, get_function}, {"function_name", 1, 0, 0, get_function_name},
	{"begin", 0, 0, 1, get_begin},       {"end", 0, 0, 1, get_end},
	{"duration", 0, 0, 0, get_duration},
};
enum { NCOLUMNS = sizeof columns / sizeof *columns };

/* ---- forms ---- */

static int print_tsv(const struct longest_report *r, FILE *out)
{
	struct otfp_buf line = {0};
	int rc = 0;

	if (r->longest->n)
		fputs("table", out);
	for (unsigned k = 0; k < NCOLUMNS && r->longest->n; k++)
		fprintf(out, "\t%s%s", columns[k].name, k + 1 == NCOLUMNS ? "\n" : "");
	for (size_t i = 0; i < r->longest->n && rc == 0; i++) {
		line.n = 0;
		rc = otfp_buf_puts(&line, "longest");
		for (unsigned k = 0; k < NCOLUMNS && rc == 0; k++) {
			struct cell_value v;
			columns[k].get(r, &r->longest->calls[i], &v);
			rc = otfp_buf_puts(&line, "\t") < 0 || tsv_value(&line, &v) < 0 ? -1 : 0;
		}
		fwrite(line.p, 1, line.n, out);
		putc('\n', out);
	}
	otfp_buf_release(&line);
	return rc;
}

static void print_json(const struct longest_report *r, FILE *out)
{
	struct otfp_json j = {.out = out};

	otfp_json_begin(&j, NULL, '{');
	otfp_json_number(&j, "resolution", r->resolution != 0, r->resolution);
	otfp_json_number(&j, "first", r->has_span, r->first);
	otfp_json_number(&j, "last", r->has_span, r->last);
	otfp_json_word(&j, "function", r->function);
	otfp_json_number(&j, "calls", 1, r->calls);
	otfp_json_line(&j, 1);
	otfp_json_begin(&j, "longest", '[');
	for (size_t i = 0; i < r->longest->n; i++) {
		otfp_json_line(&j, 2);
		otfp_json_begin(&j, NULL, '{');
		for (unsigned k = 0; k < NCOLUMNS; k++) {
			struct cell_value v;
			columns[k].get(r, &r->longest->calls[i], &v);
			json_value(&j, columns[k].name, &v);
		}
		otfp_json_end(&j, '}');
	}
	otfp_json_end(&j, ']');
	otfp_json_line(&j, 0);
	otfp_json_end(&j, '}');
	putc('\n', out);
}

static int put_cell(const struct longest_report *r, const struct long_call *call, const struct print_column *c,
                    struct otfp_buf *b)
{
	struct cell_value v;

	c->get(r, call, &v);
	return c->is_instant ? people_instant(b, v.whole, r->first, r->resolution) : people_value(b, &v, r->resolution);
}

static int fill_sheet(const struct longest_report *r, struct sheet *s)
{
	for (unsigned k = 0; k < NCOLUMNS; k++) {
		struct sheet_column *to = &s->columns[s->n];
		if (columns[k].only_for_programs)
			continue;
		*to = (struct sheet_column){.is = columns[k].is_text ? SHEET_TEXT : SHEET_NUMBER, .is_key = 1};
		to->width = strlen(strcpy(to->name, columns[k].name));
		if (columns[k].is_text)
			*strstr(to->name, "_name") = '\0';
		s->n++;
	}
	for (size_t i = 0; i < r->longest->n; i++)
		for (unsigned k = 0; k < NCOLUMNS; k++)
			if (!columns[k].only_for_programs &&
			    (put_cell(r, &r->longest->calls[i], &columns[k], &s->text) < 0 || sheet_cell(s) < 0))
				return -1;
	return 0;
}

static int print_people(const struct longest_report *r, size_t width, FILE *out)
{
	struct sheet *s = calloc(1, sizeof *s);
	int rc = s ? fill_sheet(r, s) : -1;

	if (rc == 0 && r->longest->n) {
		sheet_fit(s, width, 0);
		fprintf(out, "longest of %" PRIu64 " call%s\n", r->calls, r->calls == 1 ? "" : "s");
		sheet_print_head(s, out);
		for (size_t i = 0; i < r->longest->n; i++)
			sheet_print_row(s, i, out);
	}
	sheet_free(s);
	return rc;
}

int longest_print(const struct longest_report *r, int form, size_t width, FILE *out)
{
	if (form == STAT_TSV)
		return print_tsv(r, out);
	if (form == STAT_TABLE)
		return print_people(r, width, out);
	print_json(r, out);
	return 0;
}
