/*
 * tables.c - writes random tables as Parquet files, and what is in them as JSON: tables DIR SEED N.
 *
 * DIR/I.parquet has the columns "row", its number, and random ones. DIR/I.json has {"columns": [[name, type], ...],
 * "rows": [[...], ...]}; numbers are strings, reals the 16 digits of their bits, texts and bytes are hexadecimal.
 */
#include "parquet/writer.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { COLUMNS = 12, GROUP = 25000 };

enum fill { SOME_NULL, ALL_NULL, NO_NULL, NFILLS };
enum kind { EXTREME, FEW, RISING, ANY, EQUAL, NKINDS };

static uint64_t state;

static uint64_t draw(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state * UINT64_C(0x2545f4914f6cdd1d);
}

static uint64_t below(uint64_t n)
{
	return (draw() >> 11) % n;
}

struct column {
	struct otfp_parquet_column is;
	char name[32];
	enum fill fill;
	enum kind kind;
	int is_rare; /* NULL is what is not set */
	uint64_t last;
};

static uint64_t number(struct column *c)
{
	static const uint64_t extremes[] = {0, 1, UINT64_MAX, INT64_MAX, (uint64_t)INT64_MAX + 1, UINT32_MAX};

	switch (c->kind) {
	case EXTREME: return extremes[below(sizeof extremes / sizeof *extremes)];
	case FEW: return below(300);
	case RISING: return c->last += below(1000);
	case ANY: return draw();
	default: return c->last;
	}
}

static double real(struct column *c)
{
	static const double extremes[] = {0.0, -0.0, 1.7976931348623157e308, -4.9e-324, HUGE_VAL, -HUGE_VAL};

	if (c->kind == EXTREME)
		return below(9) ? extremes[below(sizeof extremes / sizeof *extremes)] : (double)NAN;
	return (double)(int64_t)number(c) / 3;
}

/* A text of at most 99 bytes. */
static size_t text(struct column *c, char *p)
{
	const uint64_t v = number(c);
	const int is_long = c->kind == EXTREME && below(2);
	int n = snprintf(p, 100, is_long ? "%070" PRIu64 : "\xc3\xa9%" PRIu64, v);

	if (c->is.type == OTFP_PARQUET_BYTES && v % 3 == 0)
		p[0] = (char)0xff;
	if (c->kind == EXTREME && v == 0)
		n = 0;
	return (size_t)n;
}

static void print_hex(FILE *out, const char *p, size_t n)
{
	fputc('"', out);
	for (size_t i = 0; i < n; i++)
		fprintf(out, "%02x", (unsigned char)p[i]);
	fputc('"', out);
}

static int put_value(struct otfp_parquet *w, unsigned i, size_t at, struct column *c, FILE *out)
{
	struct otfp_store *s = otfp_parquet_at(w, i);
	char p[100];
	uint64_t value;
	size_t n;

	if (otfp_parquet_is_text(&c->is)) {
		n = text(c, p);
		if (otfp_parquet_text(w, i, p, n, &value) < 0)
			return -1;
		print_hex(out, p, n);
	} else if (c->is.type == OTFP_PARQUET_REAL) {
		const double x = real(c);
		memcpy(&value, &x, sizeof value);
		fprintf(out, "\"%016" PRIx64 "\"", value);
	} else {
		value = number(c);
		fprintf(out, c->is.type == OTFP_PARQUET_SIGNED ? "\"%" PRId64 "\"" : "\"%" PRIu64 "\"", value);
	}
	return c->is_rare ? otfp_store_set_rare(s, at, value) : otfp_store_set(s, at, value);
}

static int put_row(struct otfp_parquet *w, struct column *c, unsigned n, uint64_t row, FILE *out)
{
	size_t at;

	if (otfp_parquet_begin(w, &at) < 0)
		return -1;
	if (otfp_store_set(otfp_parquet_at(w, 0), at, row) < 0)
		return -1;
	fprintf(out, "%s[\"%" PRIu64 "\"", row ? ",\n" : "", row);
	for (unsigned i = 1; i < n; i++) {
		fputc(',', out);
		if (c[i].fill == ALL_NULL || (c[i].fill == SOME_NULL && !below(4))) {
			if (!c[i].is_rare && otfp_store_set_null(otfp_parquet_at(w, i), at) < 0)
				return -1;
			fputs("null", out);
		} else if (put_value(w, i, at, &c[i], out) < 0)
			return -1;
	}
	fputc(']', out);
	return otfp_parquet_end(w);
}

static void draw_columns(struct column *c, struct otfp_parquet_column *is, unsigned n, FILE *out)
{
	static const char *const types[] = {"signed", "unsigned", "real", "text", "bytes"};

	fputs("{\"columns\": [", out);
	for (unsigned i = 0; i < n; i++) {
		snprintf(c[i].name, sizeof c[i].name, i ? "column%u" : "row", i);
		c[i].fill = i ? (enum fill)below(NFILLS) : NO_NULL;
		c[i].kind = (enum kind)below(NKINDS);
		c[i].last = draw() >> below(64);
		c[i].is.name = c[i].name;
		c[i].is.type = i ? (enum otfp_parquet_type)below(5) : OTFP_PARQUET_UNSIGNED;
		c[i].is.is_nullable = c[i].fill != NO_NULL;
		c[i].is.is_many = !below(2);
		c[i].is_rare = c[i].is.is_nullable && !below(3);
		c[i].is.of = i;
		is[i] = c[i].is;
		fprintf(out, "%s[\"%s\", \"%s\"]", i ? ", " : "", c[i].name, types[is[i].type]);
	}
	fputs("], \"rows\": [\n", out);
}

static uint64_t draw_rows(unsigned k)
{
	static const uint64_t fixed[] = {0, 1, GROUP, GROUP + 1, 20480, 20481, 2};

	return k < sizeof fixed / sizeof *fixed ? fixed[k] : below(3 * GROUP);
}

static int write_table(const char *dir, unsigned k, struct otfp_error *err)
{
	const struct otfp_parquet_pair pair = {"number", "of the table"};
	struct column c[COLUMNS] = {0};
	struct otfp_parquet_column is[COLUMNS];
	struct otfp_parquet_options o = {.columns = is, .ncolumns = 1 + (unsigned)below(COLUMNS), .rows = GROUP};
	struct otfp_newfile file = {0};
	struct otfp_parquet *w = NULL;
	const uint64_t rows = draw_rows(k);
	char name[2][8192];
	FILE *out;
	int code;

	snprintf(name[0], sizeof name[0], "%s/%u.parquet", dir, k);
	snprintf(name[1], sizeof name[1], "%s/%u.json", dir, k);
	out = fopen(name[1], "w");
	if (!out)
		return otfp_fail_errno(err, "%s", name[1]);
	o.nstores = o.ncolumns;
	draw_columns(c, is, o.ncolumns, out);
	for (unsigned i = 1; i < o.ncolumns && o.sort_by[0] == 0; i++)
		o.sort_by[0] = is[i].type <= OTFP_PARQUET_UNSIGNED ? i + 1 : 0;
	code = otfp_newfile_open(&file, name[0], OTFP_NEWFILE_REPLACE, NULL, err);
	if (code == 0)
		code = otfp_parquet_new(&w, &file, &o, err);
	for (uint64_t row = 0; code == 0 && row < rows; row++)
		code = put_row(w, c, o.ncolumns, row, out);
	fputs("]}\n", out);
	if (code == 0)
		code = otfp_parquet_finish(w, &pair, 1, NULL);
	if (code == 0)
		code = otfp_newfile_end(&file, err);
	otfp_parquet_free(w);
	otfp_newfile_release(&file);
	return fclose(out) == 0 || code < 0 ? code : otfp_fail_errno(err, "%s", name[1]);
}

int main(int argc, char **argv)
{
	struct otfp_error err = {0};

	if (argc != 4) {
		fputs("usage: tables DIR SEED N\n", stderr);
		return 2;
	}
	state = strtoull(argv[2], NULL, 10) * 2 + 1;
	for (unsigned k = 0, n = (unsigned)strtoul(argv[3], NULL, 10); k < n; k++)
		if (write_table(argv[1], k, &err) < 0) {
			fprintf(stderr, "tables: %s\n", err.text);
			return 1;
		}
	return 0;
}
