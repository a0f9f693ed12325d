/* match.c - evaluate the expression of --match for a record. */
#include "cmd/filter/match-tree.h"
#include "base/order.h"
#include "base/real.h"
#include "record/table.h"
#include <string.h>

/* Truth values: `and` is the minimum, `or` the maximum. */
enum { NO, UNKNOWN, YES };

int match_asks(const struct match *m, unsigned type)
{
	return m->asks[type];
}

/* ---- times ---- */

/* Change a comparison with a time between two ticks to one with the later tick: t > time becomes t >= tick. */
static void move_to_tick(struct comparison *c)
{
	static const uint8_t moved[] = {OP_EQ, OP_NE, OP_LT, OP_LT, OP_GE, OP_GE};

	c->op = moved[c->op];
	if (c->op == OP_EQ || c->op == OP_NE) { /* no tick is equal to it, nor to -1 */
		c->right.number.is_real = 1;
		c->right.number.real = -1;
	}
}

int match_bind(struct match *m, const struct otfp_header *h, struct otfp_error *err)
{
	for (size_t i = 0; i < m->ncomparisons; i++) {
		struct comparison *c = &m->comparisons[i];
		if (c->right.kind != IS_TIME)
			continue;
		if (otfp_time_bind(&c->right.time, h, &c->right.number.u, err) < 0)
			return match_fail(m, c->right.start, err, "%s", err->text);
		if (!otfp_time_is_tick(&c->right.time, h))
			move_to_tick(c);
	}
	return 0;
}

/* ---- values ---- */

static struct number real_number(long double v)
{
	return (struct number){1, 0, v};
}

/* The value of a counter, by its form. */
static struct number number_of_value(uint64_t bits, unsigned form)
{
	if (form == OTFP_FORM_SIGNED && bits >> 63)
		return real_number((long double)(int64_t)bits);
	if (form == OTFP_FORM_DOUBLE || form == OTFP_FORM_FLOAT)
		return real_number(otfp_real_of(bits, form == OTFP_FORM_FLOAT));
	return (struct number){0, bits, 0};
}

static struct number number_at(const struct match *m, const struct otfp_record *rec, unsigned at)
{
	unsigned slot = at - AT_SLOT;

	if (at == AT_TIME)
		return (struct number){0, rec->time, 0};
	if (at == AT_PROCESS)
		return (struct number){0, rec->loc, 0};
	if (otfp_schema(rec->type)->fields[slot].type == OTFP_FIELD_VALUE)
		return number_of_value(rec->f[slot].u, rec->form);
	return (struct number){0, otfp_true_number(&m->carriers, rec, slot), 0};
}

/* ---- comparing ---- */

/* order: <0, 0 or 1 if left is less than, equal to or greater than right; 2 if one is NaN, and then only != is true. */
static int holds(unsigned op, int order)
{
	switch (op) {
	case OP_EQ: return order == 0;
	case OP_NE: return order != 0;
	case OP_LT: return order < 0;
	case OP_LE: return order <= 0;
	case OP_GT: return order == 1;
	default: return order == 0 || order == 1;
	}
}

static int order_of(struct number a, struct number b)
{
	long double x, y;

	if (!a.is_real && !b.is_real)
		return otfp_order(a.u, b.u);
	x = a.is_real ? a.real : (long double)a.u;
	y = b.is_real ? b.real : (long double)b.u;
	return x != x || y != y ? 2 : (x > y) - (x < y);
}

/* @return 1, 0, or -1 when memory is out */
static int text_holds(const struct comparison *c, const char *p, size_t n)
{
	size_t common = n < c->right.text_n ? n : c->right.text_n;
	int order;

	if (c->op == OP_LIKE)
		return otfp_regex_match(c->regex, p, n);
	order = common ? memcmp(p, c->right.text, common) : 0;
	if (!order)
		order = otfp_order(n, c->right.text_n);
	return holds(c->op, (order > 0) - (order < 0));
}

static int truth(int yes)
{
	return yes ? YES : NO;
}

static int text_verdict(struct match *m, const struct comparison *c, const char *p, size_t n)
{
	const int yes = text_holds(c, p, n);

	m->no_memory |= yes < 0;
	return truth(yes > 0);
}

static int name_verdict(struct judged *j, uint32_t stream, uint32_t token)
{
	uint64_t key = (uint64_t)stream << 32 | token;
	int verdict = otfp_memo_get(&j->memo, key);
	const uint64_t *yes;

	if (verdict)
		return truth(verdict == OTFP_MEMO_YES);
	yes = otfp_tokens_get(&j->tokens, &stream, token);
	return yes ? truth(otfp_memo_put(&j->memo, key, *yes != 0)) : UNKNOWN;
}

static int compare_text(struct match *m, struct comparison *c, const struct otfp_record *rec, unsigned at,
                        uint32_t stream)
{
	struct otfp_field f = {NULL, OTFP_FIELD_U32, OTFP_W_PROCESS};
	uint32_t token = rec->loc;

	if (at != AT_PROCESS) {
		f = otfp_schema(rec->type)->fields[at - AT_SLOT];
		token = (uint32_t)rec->f[at - AT_SLOT].u;
	}
	if (f.type == OTFP_FIELD_STR) {
		struct otfp_str s = rec->f[at - AT_SLOT].s;
		return s.p ? text_verdict(m, c, s.p, s.n) : UNKNOWN;
	}
	if (f.type == OTFP_FIELD_KIND)
		return text_verdict(m, c, otfp_file_name(token), strlen(otfp_file_name(token)));
	return name_verdict(c->names[match_space(f.what)], stream, token);
}

/* A list matches if one element does. */
static int compare_list(const struct comparison *c, struct otfp_list l)
{
	for (size_t i = 0; i < l.n; i++)
		if (holds(c->op, order_of((struct number){0, l.p[i], 0}, c->right.number)))
			return YES;
	return NO;
}

static int compare(struct match *m, struct comparison *c, const struct otfp_record *rec, uint32_t stream)
{
	unsigned at = c->left.at[rec->type], right = c->right.at[rec->type];
	struct number with;

	if (!at)
		return UNKNOWN;
	if (c->right.kind == IS_TEXT)
		return compare_text(m, c, rec, at, stream);
	if (at < AT_TIME && otfp_schema(rec->type)->fields[at - AT_SLOT].type == OTFP_FIELD_LIST)
		return compare_list(c, rec->f[at - AT_SLOT].l);
	with = right ? number_at(m, rec, right) : c->right.number;
	return truth(holds(c->op, order_of(number_at(m, rec, at), with)));
}

static int eval(struct match *m, uint32_t at, const struct otfp_record *rec, uint32_t stream)
{
	const struct node *n = &m->nodes[at];
	int left, right;

	if (n->kind == NODE_COMPARE)
		return compare(m, &m->comparisons[n->a], rec, stream);
	left = eval(m, n->a, rec, stream);
	if (n->kind == NODE_NOT)
		return YES - left;
	if (left == (n->kind == NODE_AND ? NO : YES))
		return left;
	right = eval(m, n->b, rec, stream);
	return (n->kind == NODE_AND) == (left < right) ? left : right;
}

int match_verdict(struct match *m, const struct otfp_record *rec, uint32_t stream)
{
	static const uint8_t verdicts[] = {[NO] = 0, [UNKNOWN] = 2, [YES] = 1};

	const int verdict = eval(m, m->root, rec, stream);

	return m->no_memory ? -1 : verdicts[verdict];
}

/* ---- names ---- */

/* A definition without a name does not replace the result of another one. */
static int learn_name(struct comparison *c, const struct otfp_record *rec, unsigned space, struct otfp_str name)
{
	struct judged *j = c->names[space];
	int yes;

	if (!j || !name.p)
		return 0;
	otfp_memo_clear(&j->memo);
	yes = text_holds(c, name.p, name.n);
	if (yes < 0 || otfp_tokens_put(&j->tokens, rec->loc, (uint32_t)rec->f[0].u, (uint64_t)yes) < 0)
		return -1;
	return 1;
}

int match_learn(struct match *m, const struct otfp_record *rec)
{
	const struct otfp_schema *row = &otfp_table[rec->type];
	int used = 0, rc = 0;

	otfp_carriers_add(&m->carriers, rec);
	for (size_t i = 0; row->name_slot && rc >= 0 && i < m->ncomparisons; i++) {
		rc = learn_name(&m->comparisons[i], rec, row->defines, rec->f[row->name_slot].s);
		used |= rc;
	}
	return rc < 0 ? rc : used;
}
