/* record.c - --record: sets of record types, with classes; and names of types nobody knows. */
#include "cmd/run/select/select.h"
#include "base/grow.h"
#include "base/text.h"
#include <stdlib.h>
#include <string.h>

#define WHAT "--record"

/* The words for kinds of files as classes; those of otfp_file_name are plural for the files. */
static const char *const classes[OTFP_NFILES] = {
	[OTFP_DEF] = "def",   [OTFP_MARKER] = "marker", [OTFP_SNAP] = "snap",
	[OTFP_STAT] = "stat", [OTFP_EVENT] = "event",
};

static int class_of(const char *term)
{
	for (int i = 0; i < OTFP_NFILES; i++)
		if (strcmp(term, classes[i]) == 0)
			return i;
	return -1;
}

void otfp_record_terms_release(struct record_terms *r)
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

static int add_term(struct record_terms *r, const char *text, int out, struct otfp_error *err)
{
	char hint[OTFP_HINT];
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
	r->plain |= !out;
	if (!names_a_record(t))
		return otfp_fail(err, OTFP_EUSAGE, WHAT ": unknown record '%s'%s", text,
		                 otfp_word_hint(hint, sizeof hint, otfp_record_word, text, strlen(text)));
	return 0;
}

static int parse_list(struct record_terms *r, char *text, const char *file, int out, struct otfp_error *err);

/* As in any set an empty file holds no member. */
static int parse_file(struct record_terms *r, const char *name, int out, struct otfp_error *err)
{
	struct otfp_buf b = OTFP_BUF_INIT;
	size_t before = r->n;
	int rc = otfp_text_read(&b, name, WHAT, err);

	if (rc == 0)
		rc = parse_list(r, b.p, name, out, err);
	r->plain |= !out && r->n == before;
	otfp_buf_release(&b);
	return rc;
}

/* The end of a term; a backslash takes the next byte in. */
static char *term_end(char *p, const char *ends)
{
	while (*p && !strchr(ends, *p))
		p += p[0] == '\\' && p[1] ? 2 : 1;
	return p;
}

/* One term of the grammar of set.h. Within a file: its name, else NULL. */
static int parse_term(struct record_terms *r, char *text, const char *file, int out, struct otfp_error *err)
{
	int negated = *text == '!';

	text = negated ? otfp_text_trim(text + 1) : text;
	if (*text == '@' && !strchr(text, '\\') && text[1] && !file)
		return parse_file(r, text + 1, out || negated, err);
	if (!*text || *text == '!' || (*text == '@' && file) || (negated && out))
		return otfp_fail(err, OTFP_EUSAGE, WHAT ": %s%sbad term '%s%s'", file ? file : "", file ? ": " : "",
		                 negated ? "!" : "", text);
	return add_term(r, text, out || negated, err);
}

static int parse_list(struct record_terms *r, char *text, const char *file, int out, struct otfp_error *err)
{
	int rc = 0, more = 1;

	for (char *end; rc == 0 && more; text = end + 1) {
		end = term_end(text, file ? ",\n" : ",");
		more = *end != 0;
		*end = 0;
		text = otfp_text_trim(text);
		if (*text || !file) /* in a file these are empty lines */
			rc = parse_term(r, text, file, out, err);
	}
	return rc;
}

int otfp_record_terms_parse(struct record_terms *r, const char *text, struct otfp_error *err)
{
	char *copy = strdup(text);
	int rc = copy ? parse_list(r, copy, NULL, 0, err) : otfp_fail_memory(err);

	free(copy);
	return rc;
}

int otfp_record_terms_has(const struct record_terms *r, const struct otfp_schema *s, int file)
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

int otfp_record_terms_has_name(const struct record_terms *r, struct otfp_str name)
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
