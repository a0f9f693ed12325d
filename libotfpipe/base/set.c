#include "base/set-terms.h"
#include "base/order.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
	const struct range *x = &((const struct numbered *)a)->is, *y = &((const struct numbered *)b)->is;

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

void otfp_set_complete(struct otfp_set *set)
{
	merge(&set->in);
	merge(&set->out);
	make_small(set);
	prepare_to_meet(set);
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

static int is_named(const struct name *t, const char *name, size_t n, const uint64_t *location)
{
	if (t->is_location)
		return location && *location == t->location;
	if (!name)
		return 0;
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
static int in_names(const struct otfp_set *set, int out, const char *name, size_t n, const uint64_t *location)
{
	int found;

	for (size_t i = 0; i < set->nnames; i++)
		if (set->names[i].out == out && (found = is_named(&set->names[i], name, n, location)))
			return found;
	return 0;
}

int otfp_set_has(const struct otfp_set *set, uint64_t v, const char *name, size_t n)
{
	return otfp_set_has_located(set, v, name, n, NULL);
}

int otfp_set_has_located(const struct otfp_set *set, uint64_t v, const char *name, size_t n, const uint64_t *location)
{
	int out;

	if (v < SMALL && !set->nnames)
		return set->small[v / 64] >> v % 64 & 1;
	out = in_ranges(&set->out, v) ? 1 : in_names(set, 1, name, n, location);
	if (out)
		return out < 0 ? out : 0;
	return !set->any_in || in_ranges(&set->in, v) ? 1 : in_names(set, 0, name, n, location);
}

/* ---- terms that match nothing ---- */

static void meet(struct otfp_set *set, int *met)
{
	set->nunmet -= !*met;
	*met = 1;
}

static int compare_single(const void *key, const void *number)
{
	return otfp_order(*(const uint64_t *)key, ((const struct numbered *)number)->is.from);
}

void otfp_set_meet(struct otfp_set *set, uint64_t v, const char *name, size_t n)
{
	otfp_set_meet_located(set, v, name, n, NULL);
}

void otfp_set_meet_located(struct otfp_set *set, uint64_t v, const char *name, size_t n, const uint64_t *location)
{
	struct numbered *single;

	if (!set || !set->nunmet)
		return;
	single = set->nsingle ? bsearch(&v, set->numbers, set->nsingle, sizeof *single, compare_single) : NULL;
	if (single)
		meet(set, &single->met);
	for (size_t i = set->nsingle; i < set->nnumbers; i++)
		if (!set->numbers[i].met && v >= set->numbers[i].is.from && v <= set->numbers[i].is.to)
			meet(set, &set->numbers[i].met);
	for (size_t i = 0; i < set->nnames && (name || location); i++)
		if (!set->names[i].met && is_named(&set->names[i], name, n, location) > 0)
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
