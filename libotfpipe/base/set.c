#include "base/set.h"
#include "base/buf.h"
#include "base/glob.h"
#include "base/grow.h"
#include "base/num.h"
#include "base/regex.h"
#include "base/text.h"
#include "base/order.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Numbers below this are looked up in a bitmap when the set has no names. */
enum { SMALL = 65536 };

struct range {
	uint64_t from, to;
};

/* A number or range as written. */
struct number {
	struct range is;
	int met;
};

/* When the set is complete: sorted, and with a gap between any two. */
struct ranges {
	struct range *r;
	size_t n, cap;
};

struct name {
	char *text; /* as written, without the ! */
	size_t n;
	struct otfp_glob *glob;   /* or NULL */
	struct otfp_regex *regex; /* or NULL; if both are NULL, only the text itself matches */
	int out, met;
};

struct otfp_set {
	struct ranges in, out;
	int any_in; /* there is a term without !, or an empty file; else all numbers but those of ! terms */
	struct name *names;
	size_t nnames, names_cap;
	struct number *numbers; /* complete: single numbers, ascending, each once; then ranges */
	size_t nnumbers, numbers_cap, nsingle;
	size_t nunmet;
	uint64_t largest;
	uint64_t small[SMALL / 64];
	char *text; /* as given */
};

struct parser {
	struct otfp_set *set;
	struct otfp_terms *terms; /* or, for otfp_terms_parse, the receiver of the terms */
	int *any_in;              /* as of struct otfp_set */
	struct otfp_error *err;
	const char *what;
	int regex;        /* names are regular expressions, not globs */
	const char *file; /* NULL = the text itself */
	uint64_t line;
	int out;    /* there is a ! before the @ of the file */
	uint64_t n; /* terms in the file so far */
};

/* ---- parsing ---- */

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
	set->numbers[set->nnumbers++] = (struct number){{from, to}, 0};
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
	*name = (struct name){strndup(p, (size_t)(end - p)), (size_t)(end - p), NULL, NULL, out, 0};
	if (name->text && ps->regex)
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

static int add_file(struct parser *ps, int out, const char *p, const char *end);

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
		return add_file(ps, out, p, end);
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

static int add_file(struct parser *ps, int out, const char *p, const char *end)
{
	struct otfp_buf text = OTFP_BUF_INIT;
	struct parser inner = *ps;
	char *name;
	int r;

	if (ps->file)
		return bad(ps, p, end, ": @ in a file of terms");
	if (end - p < 2)
		return bad(ps, p, end, "");
	name = strndup(p + 1, (size_t)(end - p) - 1);
	if (!name)
		return otfp_fail_memory(ps->err);
	inner.file = name;
	inner.out = out;
	inner.n = 0;
	r = otfp_text_read(&text, name, ps->what, otfp_go_on, ps->err);
	if (r == 0)
		r = add_lines(&inner, text.p, text.p + text.n);
	/* an empty list means none, not all */
	*ps->any_in |= !out && inner.n == 0;
	otfp_buf_release(&text);
	free(name);
	return r;
}

/* ---- completing the set ---- */

static void merge(struct ranges *s)
{
	size_t n = 0;

	if (!s->n)
		return;
	qsort(s->r, s->n, sizeof *s->r, otfp_by_u64);
	for (size_t i = 1; i < s->n; i++) {
		struct range *last = &s->r[n], *next = &s->r[i];
		if (last->to == UINT64_MAX || next->from <= last->to + 1)
			last->to = next->to > last->to ? next->to : last->to;
		else
			s->r[++n] = *next;
	}
	s->n = n + 1;
}

static int in_ranges(const struct ranges *s, uint64_t v)
{
	size_t lo = 0, hi = s->n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		if (s->r[mid].to < v)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < s->n && s->r[lo].from <= v;
}

static void mark(struct otfp_set *set, const struct ranges *s, int in)
{
	for (size_t i = 0; i < s->n; i++) {
		for (uint64_t v = s->r[i].from; v <= s->r[i].to && v < SMALL; v++) {
			uint64_t bit = (uint64_t)1 << v % 64;
			set->small[v / 64] = in ? set->small[v / 64] | bit : set->small[v / 64] & ~bit;
		}
	}
}

static void make_small(struct otfp_set *set)
{
	if (!set->any_in)
		memset(set->small, 0xff, sizeof set->small);
	mark(set, &set->in, 1);
	mark(set, &set->out, 0);
}

/* Single numbers before ranges. */
static int by_number(const void *a, const void *b)
{
	const struct range *x = &((const struct number *)a)->is, *y = &((const struct number *)b)->is;

	return otfp_order2(x->from != x->to, y->from != y->to, x->from, y->from);
}

static void prepare_to_meet(struct otfp_set *set)
{
	size_t n = 0;

	if (set->nnumbers)
		qsort(set->numbers, set->nnumbers, sizeof *set->numbers, by_number);
	for (size_t i = 0; i < set->nnumbers; i++) {
		const struct range *r = &set->numbers[i].is;
		if (n && memcmp(r, &set->numbers[n - 1].is, sizeof *r) == 0)
			continue;
		set->nsingle += r->from == r->to;
		set->numbers[n++] = set->numbers[i];
	}
	set->nnumbers = n;
	set->nunmet = n + set->nnames;
}

static int parse(struct otfp_set **set, const char *text, int regex, const char *what, struct otfp_error *err)
{
	struct parser ps = {.err = err, .what = what, .regex = regex};
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
	merge(&ps.set->in);
	merge(&ps.set->out);
	make_small(ps.set);
	prepare_to_meet(ps.set);
	return 0;
}

int otfp_set_parse(struct otfp_set **set, const char *text, const char *what, struct otfp_error *err)
{
	return parse(set, text, 0, what, err);
}

int otfp_set_parse_regex(struct otfp_set **set, const char *text, const char *what, struct otfp_error *err)
{
	return parse(set, text, 1, what, err);
}

int otfp_terms_parse(struct otfp_terms *terms, const char *text, const char *what, struct otfp_error *err)
{
	struct parser ps = {.terms = terms, .any_in = &terms->plain, .err = err, .what = what};

	terms->plain = 0;
	return add_list(&ps, text, text + strlen(text));
}

void otfp_set_free(struct otfp_set *set)
{
	if (!set)
		return;
	for (size_t i = 0; i < set->nnames; i++) {
		free(set->names[i].text);
		otfp_glob_free(set->names[i].glob);
		otfp_regex_free(set->names[i].regex);
	}
	free(set->names);
	free(set->numbers);
	free(set->in.r);
	free(set->out.r);
	free(set->text);
	free(set);
}

/* ---- asking ---- */

const char *otfp_set_text(const struct otfp_set *set)
{
	return set->text;
}

int otfp_set_has_names(const struct otfp_set *set)
{
	return set->nnames > 0;
}

static int is_named(const struct name *t, const char *name, size_t n)
{
	if (t->glob)
		return otfp_glob_match(t->glob, name, n);
	if (t->regex)
		return otfp_regex_match(t->regex, name, n);
	return t->n == n && memcmp(t->text, name, n) == 0;
}

uint64_t otfp_set_largest(const struct otfp_set *set)
{
	return set->largest;
}

/* @return 1, 0, or -1 when memory is out */
static int in_names(const struct otfp_set *set, int out, const char *name, size_t n)
{
	int found;

	if (!name)
		return 0;
	for (size_t i = 0; i < set->nnames; i++)
		if (set->names[i].out == out && (found = is_named(&set->names[i], name, n)))
			return found;
	return 0;
}

int otfp_set_has(const struct otfp_set *set, uint64_t v, const char *name, size_t n)
{
	int out;

	if (v < SMALL && !set->nnames)
		return set->small[v / 64] >> v % 64 & 1;
	out = in_ranges(&set->out, v) ? 1 : in_names(set, 1, name, n);
	if (out)
		return out < 0 ? out : 0;
	return !set->any_in || in_ranges(&set->in, v) ? 1 : in_names(set, 0, name, n);
}

/* ---- terms that match nothing ---- */

static void meet(struct otfp_set *set, int *met)
{
	set->nunmet -= !*met;
	*met = 1;
}

static int compare_single(const void *key, const void *number)
{
	return otfp_order(*(const uint64_t *)key, ((const struct number *)number)->is.from);
}

void otfp_set_meet(struct otfp_set *set, uint64_t v, const char *name, size_t n)
{
	struct number *single;

	if (!set || !set->nunmet)
		return;
	single = set->nsingle ? bsearch(&v, set->numbers, set->nsingle, sizeof *single, compare_single) : NULL;
	if (single)
		meet(set, &single->met);
	for (size_t i = set->nsingle; i < set->nnumbers; i++)
		if (!set->numbers[i].met && v >= set->numbers[i].is.from && v <= set->numbers[i].is.to)
			meet(set, &set->numbers[i].met);
	for (size_t i = 0; i < set->nnames && name; i++)
		if (!set->names[i].met && is_named(&set->names[i], name, n) > 0)
			meet(set, &set->names[i].met);
}

static void add_text(char *text, size_t room, size_t k, const char *term)
{
	size_t n = strlen(text);

	snprintf(text + n, room - n, "%s'%.100s'", k ? ", " : "", term);
}

enum { UNMET_SHOWN = 5 };

size_t otfp_set_unmet(struct otfp_set *set, char *text, size_t room)
{
	size_t k = 0, n = set->nunmet;
	char term[48];

	*text = 0;
	for (size_t i = 0; i < set->nnumbers && k < UNMET_SHOWN; i++) {
		const struct range *r = &set->numbers[i].is;
		if (set->numbers[i].met)
			continue;
		snprintf(term, sizeof term, r->from == r->to ? "%" PRIu64 : "%" PRIu64 "-", r->from);
		if (r->from != r->to && r->to != UINT64_MAX)
			snprintf(term, sizeof term, "%" PRIu64 "-%" PRIu64, r->from, r->to);
		add_text(text, room, k++, term);
	}
	for (size_t i = 0; i < set->nnames && k < UNMET_SHOWN; i++)
		if (!set->names[i].met)
			add_text(text, room, k++, set->names[i].text);
	if (n > k)
		snprintf(text + strlen(text), room - strlen(text), " and %zu more", n - k);
	set->nunmet = 0;
	return n;
}
