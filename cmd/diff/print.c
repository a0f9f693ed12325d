#include "cmd/diff/print.h"
#include "base/grow.h"
#include "base/json.h"
#include "cmd/text/safe.h"
#include "line/text.h"
#include "base/order.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void release_kept(struct diff_kept *k)
{
	free(k->lines[0]);
	free(k->lines[1]);
}

void diff_printer_release(struct diff_printer *p)
{
	for (size_t i = 0; i < p->n; i++)
		release_kept(&p->kept[i]);
	free(p->kept);
	otfp_map_release(&p->at);
	otfp_names_release(&p->names);
	otfp_buf_release(&p->b);
}

int diff_printer_add(struct diff_printer *p, const struct otfp_record *rec)
{
	return rec->type == OTFP_DefProcess ? otfp_names_add(&p->names, rec) : 0;
}

/* ---- keeping ---- */

static char *line_of(struct diff_printer *p, const struct otfp_record *rec)
{
	p->b.n = 0;
	return otfp_line_add(&p->b, rec) < 0 || !otfp_buf_str(&p->b) ? NULL : strdup(p->b.p);
}

static int make_kept(struct diff_printer *p, struct diff_kept *k, const struct difference *d)
{
	*k = (struct diff_kept){.is = *d};
	for (unsigned side = 0; side < 2; side++) {
		const struct otfp_queued *q = d->rec[side];
		k->is.rec[side] = NULL; /* valid only during the call */
		if (!q)
			continue;
		k->type = q->rec.type;
		k->numbers[side] = q->since;
		k->lines[side] = line_of(p, &q->rec);
		if (!k->lines[side]) {
			release_kept(k);
			return -1;
		}
	}
	return 0;
}

/* ---- words ---- */

static const char *const wheres[DIFF_NWHERES] = {"control lines", "definitions", "markers", "process"};

static const char *type_name(const struct diff_kept *k)
{
	const struct otfp_schema *s = otfp_schema(k->type);

	if (s)
		return s->name;
	return k->type == OTFP_CONTROL ? "control line" : "record";
}

/* The name of the part of a record with that bit, or NULL. */
static const char *part_name(const struct diff_kept *k, unsigned bit)
{
	const struct otfp_schema *s = otfp_schema(k->type);

	switch (1u << bit) {
	case DIFF_TIME: return "time";
	case DIFF_TAGS: return "tags";
	case DIFF_LOC: return k->is.where == DIFF_DEFINITIONS ? "stream" : "process";
	case DIFF_TEXT: return "text";
	default: return s && bit < s->nfields ? s->fields[bit].name : NULL;
	}
}

static struct otfp_str process_name(const struct diff_printer *p, uint32_t process)
{
	const struct otfp_definition *d = otfp_names_find(&p->names, OTFP_NAMED_PROCESS, process);

	return d ? d->name : (struct otfp_str){NULL, 0};
}

/* ---- for people ---- */

static void print_place(struct diff_printer *p, const struct diff_kept *k)
{
	struct otfp_str name = process_name(p, k->is.process);

	fputs(wheres[k->is.where], p->out);
	if (k->is.where != DIFF_PROCESS)
		return;
	fprintf(p->out, " %" PRIu32, k->is.process);
	if (!name.n)
		return;
	fputs(" (", p->out);
	safe_print(name, p->out);
	putc(')', p->out);
}

static void print_what(struct diff_printer *p, const struct diff_kept *k)
{
	const char *before = " differs in ";

	fputs(type_name(k), p->out);
	if (k->is.step != STEP_CHANGED) {
		fputs(" is only in ", p->out);
		safe_puts(p->traces[k->is.step == STEP_ADDED], p->out);
		return;
	}
	for (unsigned bit = 0; bit < 16; bit++) {
		const char *name = k->is.parts >> bit & 1 ? part_name(k, bit) : NULL;
		if (!name)
			continue;
		fprintf(p->out, "%s%s", before, name);
		before = ", ";
	}
}

/* The line of a record: its fields, which have escapes for C0 already, with the tabs between them. */
static void print_line(struct diff_printer *p, const struct diff_kept *k, unsigned side)
{
	const char *field = k->lines[side];

	fprintf(p->out, "%c ", side ? '>' : '<');
	safe_puts(p->traces[side], p->out);
	fprintf(p->out, ":%" PRIu64 ": ", k->numbers[side]);
	for (size_t n; n = strcspn(field, "\t"), field[n]; field += n + 1) {
		safe_print((struct otfp_str){field, n}, p->out);
		putc('\t', p->out);
	}
	safe_puts(field, p->out);
	putc('\n', p->out);
}

static void print_text(struct diff_printer *p, const struct diff_kept *k)
{
	print_place(p, k);
	if (p->list)
		fputs(": ", p->out);
	else if (k->is.nth == 1)
		fputs(": 1 difference: ", p->out);
	else
		fprintf(p->out, ": %" PRIu64 " differences, the first: ", k->is.nth);
	print_what(p, k);
	putc('\n', p->out);
	for (unsigned side = 0; side < 2; side++)
		if (k->lines[side])
			print_line(p, k, side);
}

static void print_sums(struct diff_printer *p, const struct diff *d, int whole)
{
	const char *before = ": ";

	fprintf(p->out, "%" PRIu64 " difference%s", d->count, d->count == 1 ? "" : "s");
	for (unsigned w = 0; w < DIFF_NWHERES; w++) {
		if (!d->found[w])
			continue;
		fprintf(p->out, "%s%" PRIu64 " in ", before, d->found[w]);
		if (w == DIFF_PROCESS)
			fprintf(p->out, "%" PRIu64 " process%s", d->places[w], d->places[w] == 1 ? "" : "es");
		else
			fputs(wheres[w], p->out);
		before = ", ";
	}
	fprintf(p->out, "%s\n", whole ? "" : "; the comparison is incomplete");
}

/* ---- JSON ---- */

static void print_json_side(struct otfp_json *j, const struct diff_kept *k, unsigned side)
{
	const char *name = side ? "b" : "a", *line = k->lines[side];

	if (!line) {
		otfp_json_word(j, name, NULL);
		return;
	}
	otfp_json_begin(j, name, '{');
	otfp_json_number(j, "number", 1, k->numbers[side]);
	otfp_json_word(j, "line", line);
	otfp_json_end(j, '}');
}

static void print_json(struct diff_printer *p, const struct diff_kept *k)
{
	static const char *const words[DIFF_NWHERES] = {"control", "definitions", "markers", "process"};
	static const char *const kinds[] = {"same", "changed", "missing", "added"};
	struct otfp_json j = {.out = p->out};

	otfp_json_begin(&j, NULL, '{');
	otfp_json_word(&j, "where", words[k->is.where]);
	if (k->is.where == DIFF_PROCESS) {
		otfp_json_number(&j, "process", 1, k->is.process);
		otfp_json_text(&j, "name", process_name(p, k->is.process));
	}
	otfp_json_number(&j, p->list ? "nth" : "differences", 1, k->is.nth);
	otfp_json_word(&j, "kind", kinds[k->is.step]);
	otfp_json_word(&j, "record", type_name(k));
	otfp_json_begin(&j, "fields", '[');
	for (unsigned bit = 0; bit < 16; bit++) {
		const char *name = k->is.parts >> bit & 1 ? part_name(k, bit) : NULL;
		if (name)
			otfp_json_word(&j, NULL, name);
	}
	otfp_json_end(&j, ']');
	print_json_side(&j, k, 0);
	print_json_side(&j, k, 1);
	otfp_json_end(&j, '}');
	putc('\n', p->out);
}

static void print_json_sums(struct diff_printer *p, const struct diff *d, int whole)
{
	struct otfp_json j = {.out = p->out};

	otfp_json_begin(&j, NULL, '{');
	otfp_json_number(&j, "differences", 1, d->count);
	otfp_json_number(&j, "control", 1, d->found[DIFF_CONTROL]);
	otfp_json_number(&j, "definitions", 1, d->found[DIFF_DEFINITIONS]);
	otfp_json_number(&j, "markers", 1, d->found[DIFF_MARKERS]);
	otfp_json_number(&j, "records", 1, d->found[DIFF_PROCESS]);
	otfp_json_number(&j, "processes", 1, d->places[DIFF_PROCESS]);
	otfp_json_yes(&j, "whole", whole);
	otfp_json_end(&j, '}');
	putc('\n', p->out);
}

/* ---- all ---- */

int diff_printer_report(void *ctx, const struct difference *d)
{
	struct diff_printer *p = ctx;
	uint64_t key = (uint64_t)d->where << 32 | d->process, *at = otfp_map_get(&p->at, key);
	struct diff_kept k;

	if (!p->out)
		return 0;
	if (at && !p->list) {
		p->kept[*at].is.nth = d->nth;
		return 0;
	}
	if (make_kept(p, &k, d) < 0)
		return -1;
	if (p->list) {
		(p->json ? print_json : print_text)(p, &k);
		release_kept(&k);
		return 0;
	}
	if (otfp_grow(&p->kept, p->n, &p->cap, sizeof *p->kept) < 0 || otfp_map_set(&p->at, key, p->n) < 0) {
		release_kept(&k);
		return -1;
	}
	p->kept[p->n++] = k;
	return 0;
}

static int compare_places(const void *a, const void *b)
{
	const struct difference *x = &((const struct diff_kept *)a)->is;
	const struct difference *y = &((const struct diff_kept *)b)->is;

	return otfp_order2(x->where, y->where, x->process, y->process);
}

int diff_printer_end(struct diff_printer *p, const struct diff *d, int whole)
{
	if (!p->out)
		return 0;
	if (p->n)
		qsort(p->kept, p->n, sizeof *p->kept, compare_places);
	for (size_t i = 0; i < p->n; i++)
		(p->json ? print_json : print_text)(p, &p->kept[i]);
	if (p->json)
		print_json_sums(p, d, whole);
	else if (d->count)
		print_sums(p, d, whole);
	return p->failed ? -1 : 0;
}
