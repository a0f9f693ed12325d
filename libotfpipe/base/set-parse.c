/* set-parse.c - the grammar of set.h. */
#include "base/set-terms.h"
#include "base/buf.h"
#include "base/grow.h"
#include "base/num.h"
#include "base/text.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct parser {
	struct otfp_set *set;
	struct otfp_terms *terms; /* or, for otfp_terms_parse, the receiver of the terms */
	int *any_in;              /* as of struct otfp_set */
	struct otfp_error *err;
	const char *what;
	int how;          /* OTFP_SET_... */
	const char *file; /* NULL = the text itself */
	uint64_t line;
	int out;    /* there is a ! before the @ of the file */
	uint64_t n; /* terms in the file so far */
};

static int is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Whether the number of backslashes right before end is odd. */
static int is_escaped(const char *p, const char *end)
{
	const char *q = end;

	while (q > p && q[-1] == '\\')
		q--;
	return (end - q) & 1;
}

static void trim(const char **p, const char **end)
{
	while (*p < *end && is_blank(**p))
		++*p;
	while (*p < *end && is_blank((*end)[-1]) && !is_escaped(*p, *end - 1))
		--*end;
}

static int bad(struct parser *ps, const char *p, const char *end, const char *why)
{
	int n = (int)(end - p < 200 ? end - p : 200);
	unsigned long long line = ps->line;

	if (ps->file)
		return otfp_fail(ps->err, OTFP_EUSAGE, "%s: %s:%llu: bad term '%.*s'%s", ps->what, ps->file, line, n, p,
		                 why);
	return otfp_fail(ps->err, OTFP_EUSAGE, "%s: bad term '%.*s'%s", ps->what, n, p, why);
}

static int add_range(struct parser *ps, int out, uint64_t from, uint64_t to)
{
	struct ranges *s = out ? &ps->set->out : &ps->set->in;

	struct otfp_set *set = ps->set;

	if (otfp_grow(&s->r, s->n, &s->cap, sizeof *s->r) < 0 ||
	    otfp_grow(&set->numbers, set->nnumbers, &set->numbers_cap, sizeof *set->numbers) < 0)
		return otfp_fail_memory(ps->err);
	s->r[s->n++] = (struct range){from, to};
	set->numbers[set->nnumbers++] = (struct numbered){{from, to}, 0};
	set->largest = from > set->largest ? from : set->largest;
	set->largest = to > set->largest && to < UINT64_MAX ? to : set->largest;
	return 0;
}

/* Parse N, A-B or A-. Any other term of digits and minus signs, such as -5 or 1-2-3, is an error, not a name. */
static int add_numbers(struct parser *ps, int out, const char *p, const char *end)
{
	uint64_t from = 0, to = 0;
	int over = 0;
	const char *q = otfp_get_dec(p, &from, &over), *second;

	if (q == p)
		return bad(ps, p, end, "");
	to = from;
	if (q < end) {
		second = q + 1;
		q = otfp_get_dec(second, &to, &over);
		to = q == second ? UINT64_MAX : to;
	}
	if (over)
		return bad(ps, p, end, ": more than 64 bits");
	if (q != end || from > to)
		return bad(ps, p, end, "");
	return add_range(ps, out, from, to);
}

/* Copy the text without the backslashes that belong to the set, not to the expression. */
static void unquote(const char *p, char *to)
{
	for (; *p; p++) {
		if (*p == '\\' && p[1] && strchr(",!@-", p[1]))
			p++;
		else if (*p == '\\' && p[1])
			*to++ = *p++;
		*to++ = *p;
	}
	*to = 0;
}

static int compile_regex(struct parser *ps, struct name *name)
{
	char *text = malloc(name->n + 1);
	int r;

	if (!text)
		return otfp_fail_memory(ps->err);
	unquote(name->text, text);
	r = otfp_regex_new(&name->regex, text, ps->what, ps->err);
	free(text);
	return r;
}

static int add_name(struct parser *ps, int out, const char *p, const char *end)
{
	struct otfp_set *set = ps->set;
	struct name *name;

	if (is_escaped(p, end))
		return bad(ps, p, end, ": nothing follows the backslash");
	if (otfp_grow(&set->names, set->nnames, &set->names_cap, sizeof *name) < 0)
		return otfp_fail_memory(ps->err);
	name = &set->names[set->nnames++];
	*name = (struct name){.text = strndup(p, (size_t)(end - p)), .n = (size_t)(end - p), .out = out};
	if (name->text && ps->how & OTFP_SET_REGEX)
		return compile_regex(ps, name);
	if (name->text && !strpbrk(name->text, "*?[\\"))
		return 0;
	if (name->text)
		name->glob = otfp_glob_new(name->text);
	return name->glob ? 0 : otfp_fail_memory(ps->err);
}

static int give_term(struct parser *ps, int out, const char *p, const char *end)
{
	char *text = strndup(p, (size_t)(end - p));
	int rc = text ? ps->terms->take(ps->terms->ctx, text, out, ps->err) : otfp_fail_memory(ps->err);

	free(text);
	return rc;
}

/* Whether the term @NUMBER is a location: there is no file of that name. */
static int is_location(const struct parser *ps, const char *name)
{
	return ps->how & OTFP_SET_LOCATIONS && *name && !name[strspn(name, "0123456789")] && access(name, F_OK) < 0 &&
	       errno == ENOENT;
}

static int add_location(struct parser *ps, int out, const char *p, const char *end)
{
	struct name *name;
	int rc = add_name(ps, out, p, end), over = 0;

	if (rc < 0)
		return rc;
	*ps->any_in |= !out;
	name = &ps->set->names[ps->set->nnames - 1];
	name->is_location = 1;
	otfp_get_dec(name->text + 1, &name->location, &over);
	return over ? bad(ps, p, end, ": more than 64 bits") : 0;
}

static int add_at(struct parser *ps, int out, const char *p, const char *end);

static int add_term(struct parser *ps, const char *p, const char *end)
{
	const char *start;
	int out = ps->out;

	trim(&p, &end);
	if (p == end && ps->file && ps->terms)
		return 0;
	start = p;
	ps->n++;
	if (p < end && *p == '!') {
		if (out)
			return bad(ps, start, end, ": ! in a file that a ! excludes already");
		out = 1;
		p++;
		trim(&p, &end);
	}
	if (p == end || *p == '!')
		return bad(ps, start, end, "");
	if (*p == '@' && !memchr(p, '\\', (size_t)(end - p)))
		return add_at(ps, out, p, end);
	*ps->any_in |= !out;
	if (ps->terms)
		return give_term(ps, out, p, end);
	if (strspn(p, "0123456789-") >= (size_t)(end - p))
		return add_numbers(ps, out, p, end);
	return add_name(ps, out, p, end);
}

/* Parse terms separated by commas. */
static int add_list(struct parser *ps, const char *p, const char *end)
{
	const char *q;
	int r;

	for (;; p = q + 1) {
		for (q = p; q < end && *q != ','; q++)
			if (*q == '\\' && q + 1 < end)
				q++;
		r = add_term(ps, p, q);
		if (r < 0 || q == end)
			return r;
	}
}

static int add_lines(struct parser *ps, const char *p, const char *end)
{
	int r = 0;

	for (const char *lf; p < end && r == 0; p = lf + 1) {
		const char *from = p, *to;
		lf = memchr(p, '\n', (size_t)(end - p));
		lf = lf ? lf : end;
		to = lf;
		ps->line++;
		trim(&from, &to);
		if (from < to)
			r = add_list(ps, from, to);
	}
	return r;
}

static int add_file(struct parser *ps, int out, const char *name)
{
	struct otfp_buf text = OTFP_BUF_INIT;
	struct parser inner = *ps;
	int r;

	inner.file = name;
	inner.out = out;
	inner.n = 0;
	r = otfp_text_read(&text, name, ps->what, otfp_go_on, ps->err);
	if (r == 0)
		r = add_lines(&inner, text.p, text.p + text.n);
	/* an empty list means none, not all */
	*ps->any_in |= !out && inner.n == 0;
	otfp_buf_release(&text);
	return r;
}

/* A term p[0..end) with an @ in front. */
static int add_at(struct parser *ps, int out, const char *p, const char *end)
{
	char *name;
	int r;

	if (end - p < 2)
		return bad(ps, p, end, "");
	name = strndup(p + 1, (size_t)(end - p) - 1);
	if (!name)
		return otfp_fail_memory(ps->err);
	if (is_location(ps, name))
		r = add_location(ps, out, p, end);
	else if (ps->file)
		r = bad(ps, p, end, ": @ in a file of terms");
	else
		r = add_file(ps, out, name);
	free(name);
	return r;
}

/* ---- a set, or the terms one by one ---- */

int otfp_set_parse_as(struct otfp_set **set, const char *text, int how, const char *what, struct otfp_error *err)
{
	struct parser ps = {.err = err, .what = what, .how = how};
	int r;

	*set = ps.set = calloc(1, sizeof *ps.set);
	if (!ps.set)
		return otfp_fail_memory(err);
	ps.any_in = &ps.set->any_in;
	ps.set->text = strdup(text);
	r = ps.set->text ? add_list(&ps, text, text + strlen(text)) : otfp_fail_memory(err);
	if (r < 0) {
		otfp_set_free(*set);
		*set = NULL;
		return r;
	}
	otfp_set_complete(ps.set);
	return 0;
}

int otfp_set_parse(struct otfp_set **set, const char *text, const char *what, struct otfp_error *err)
{
	return otfp_set_parse_as(set, text, 0, what, err);
}

int otfp_terms_parse(struct otfp_terms *terms, const char *text, const char *what, struct otfp_error *err)
{
	struct parser ps = {.terms = terms, .any_in = &terms->plain, .err = err, .what = what};

	terms->plain = 0;
	return add_list(&ps, text, text + strlen(text));
}
