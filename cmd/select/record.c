/* record.c - --record: sets of record types, with classes, and with names for records of unknown type. */
#include "cmd/select/select.h"
#include "base/grow.h"
#include <stdlib.h>
#include <string.h>

#define WHAT "--record"

/* The names of the classes; otfp_file_name has plurals. */
static const char *const classes[OTFP_NFILES] = {
	[OTFP_FILE_DEF] = "def",   [OTFP_FILE_MARKER] = "marker", [OTFP_FILE_SNAP] = "snap",
	[OTFP_FILE_STAT] = "stat", [OTFP_FILE_EVENT] = "event",
};

static int class_of(const char *term)
{
	for (int i = 0; i < OTFP_NFILES; i++)
		if (strcmp(term, classes[i]) == 0)
			return i;
	return -1;
}

void record_terms_release(struct record_terms *r)
{
	for (size_t i = 0; i < r->n; i++)
		otfp_set_free(r->terms[i].set);
	free(r->terms);
	memset(r, 0, sizeof *r);
}

static int term_has(const struct record_term *t, const struct otfp_schema *s, int file)
{
	if (!t->set)
		return t->file == file;
	return otfp_set_has(t->set, s->number, s->name, strlen(s->name));
}

static int names_a_record(const struct record_term *t)
{
	for (unsigned i = 1; i < OTFP_NTYPES; i++)
		if (term_has(t, otfp_schema(i), otfp_schema(i)->file))
			return 1;
	return 0;
}

static int add_term(void *ctx, const char *text, int out, struct otfp_error *err)
{
	struct record_terms *r = ctx;
	char hint[OPTION_HINT];
	struct record_term *t;
	int rc;

	if (otfp_grow(&r->terms, r->n, &r->cap, sizeof *t) < 0)
		return otfp_fail_memory(err);
	t = &r->terms[r->n];
	*t = (struct record_term){NULL, class_of(text), out};
	rc = t->file < 0 ? otfp_set_parse(&t->set, text, WHAT, err) : 0;
	if (rc < 0)
		return rc;
	r->n++;
	if (t->set && otfp_set_largest(t->set) > UINT32_MAX)
		return otfp_fail(err, OTFP_EUSAGE, WHAT ": the largest number is 4294967295: '%s'", text);
	if (!names_a_record(t))
		return otfp_fail(err, OTFP_EUSAGE, WHAT ": unknown record '%s'%s", text,
		                 word_hint(hint, sizeof hint, record_word, text, strlen(text)));
	return 0;
}

int record_terms_parse(struct record_terms *r, const char *text, struct otfp_error *err)
{
	struct otfp_terms terms = {.take = add_term, .ctx = r};
	int rc = otfp_terms_parse(&terms, text, WHAT, err);

	r->plain = terms.plain;
	return rc;
}

int record_terms_has(const struct record_terms *r, const struct otfp_schema *s, int file)
{
	int in = !r->plain;

	for (size_t i = 0; i < r->n; i++)
		if (term_has(&r->terms[i], s, file)) {
			if (r->terms[i].out)
				return 0;
			in = 1;
		}
	return in;
}

int record_terms_has_name(const struct record_terms *r, struct otfp_str name)
{
	int in = !r->plain;

	for (size_t i = 0; i < r->n; i++) {
		const struct record_term *t = &r->terms[i];
		if (!t->set || !otfp_set_has_names(t->set) || !otfp_set_has(t->set, UINT64_MAX, name.p, name.n))
			continue;
		if (t->out)
			return 0;
		in = 1;
	}
	return in;
}
