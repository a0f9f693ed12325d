/* match-parse.c - parse the text of --match into a tree. */
#include "cmd/filter/match-tree.h"
#include "base/grow.h"
#include "base/wide.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Limit for nested ! and (, since parsing and evaluation are recursive. */
enum { MAX_DEPTH = 100 };

struct parser {
	struct match *m;
	const char *p;
	int depth;
	struct otfp_error *err;
};

static const struct {
	char text[3];
	uint8_t op;
} ops[] = {
	{"==", OP_EQ}, {"!=", OP_NE}, {"<=", OP_LE}, {">=", OP_GE}, {"=~", OP_LIKE}, {"<", OP_LT}, {">", OP_GT},
};

int match_fail(const struct match *m, const char *at, struct otfp_error *err, const char *fmt, ...)
{
	char why[300];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(why, sizeof why, fmt, ap);
	va_end(ap);
	return otfp_fail(err, OTFP_EUSAGE, "--match: column %zu: %s", (size_t)(at - m->text) + 1, why);
}

static void skip_blanks(struct parser *ps)
{
	ps->p += strspn(ps->p, " \t\n\r");
}

/* Skip `word` if it comes next. @return whether it does */
static int accept(struct parser *ps, const char *word)
{
	size_t n = strlen(word);

	skip_blanks(ps);
	if (strncmp(ps->p, word, n) != 0)
		return 0;
	ps->p += n;
	return 1;
}

static int unexpected(struct parser *ps, const char *want)
{
	skip_blanks(ps);
	if (!*ps->p)
		return match_fail(ps->m, ps->p, ps->err, "expected %s, but the expression ends", want);
	return match_fail(ps->m, ps->p, ps->err, "expected %s, not '%.20s'", want, ps->p);
}

/* ---- operands ---- */

static int is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static void parse_field(struct parser *ps, struct operand *o)
{
	o->kind = IS_FIELD;
	while (is_word(*ps->p))
		ps->p++;
	o->n = (size_t)(ps->p - o->start);
}

/* A backslash escapes a quote, a backslash, t, n and r. Before any other byte it is an ordinary byte, which is
 * convenient for regular expressions. @return the first byte after the closing quote, or NULL if there is none */
static const char *unescape(const char *p, char *to, size_t *n)
{
	static const char letters[] = "\"\\tnr", bytes[] = "\"\\\t\n\r";
	char *start = to;

	for (; *p && *p != '"'; p++) {
		const char *letter = *p == '\\' && p[1] ? strchr(letters, p[1]) : NULL;
		p += letter != NULL;
		*to++ = letter ? bytes[letter - letters] : *p;
	}
	*to = 0;
	*n = (size_t)(to - start);
	return *p ? p + 1 : NULL;
}

static int parse_text(struct parser *ps, struct operand *o)
{
	const char *end;

	o->kind = IS_TEXT;
	o->text = malloc(strlen(ps->p));
	if (!o->text)
		return otfp_fail_memory(ps->err);
	end = unescape(ps->p + 1, o->text, &o->text_n);
	if (!end)
		return match_fail(ps->m, o->start, ps->err, "the text has no closing quote");
	ps->p = end;
	return 0;
}

/* The length of digits, or digits.digits; 0 if there is no number. */
static size_t decimal_span(const char *p)
{
	size_t n = strspn(p, "0123456789"), part;

	if (p[n] != '.')
		return n;
	part = strspn(p + n + 1, "0123456789");
	return part ? n + 1 + part : 0;
}

static void store_number(struct number *to, const char *text, int negative)
{
	otfp_wide v = 0;
	const char *p = text;

	to->real = strtold(text, NULL);
	for (; *p >= '0' && *p <= '9' && v <= UINT64_MAX; p++)
		v = v * 10 + (unsigned)(*p - '0');
	to->is_real = negative || *p || v > UINT64_MAX;
	to->u = (uint64_t)v;
	if (negative)
		to->real = -to->real;
}

static int parse_number(struct parser *ps, struct operand *o)
{
	const int negative = *ps->p == '-', later = *ps->p == '+';
	const char *digits = ps->p + negative + later;
	size_t n = decimal_span(digits), unit = n;
	char text[64];

	while (is_word(digits[unit]) || digits[unit] == '.' || digits[unit] == '%')
		unit++;
	if (!n || unit + later >= sizeof text)
		return match_fail(ps->m, o->start, ps->err, "'%.*s' is not a number", (int)(unit < 60 ? unit : 60),
		                  digits);
	text[0] = '+';
	memcpy(text + later, digits, unit);
	text[later + unit] = 0;
	ps->p = digits + unit;
	o->kind = unit == n && !later ? IS_NUMBER : IS_TIME;
	if (o->kind == IS_NUMBER)
		store_number(&o->number, text, negative);
	else if (negative || otfp_instant_parse(&o->time, text, "", ps->err) < 0)
		return match_fail(ps->m, o->start, ps->err, "'%s' is neither a number nor a time", text);
	return 0;
}

static int parse_operand(struct parser *ps, struct operand *o)
{
	int rc = 0;

	skip_blanks(ps);
	o->start = ps->p;
	if (*ps->p == '"')
		rc = parse_text(ps, o);
	else if ((*ps->p >= '0' && *ps->p <= '9') || *ps->p == '-' || *ps->p == '+')
		rc = parse_number(ps, o);
	else if (is_word(*ps->p))
		parse_field(ps, o);
	else
		rc = unexpected(ps, "a field, a number or a \"text\"");
	return rc;
}

/* ---- comparisons ---- */

static int parse_op(struct parser *ps, uint8_t *op)
{
	for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
		if (accept(ps, ops[i].text)) {
			*op = ops[i].op;
			return 0;
		}
	return unexpected(ps, "== != < <= > >= or =~");
}

/* Swap the sides if the left one is not a field: `5 < length` becomes `length > 5`. */
static void put_field_left(struct comparison *c)
{
	static const uint8_t mirrored[] = {OP_EQ, OP_NE, OP_GT, OP_GE, OP_LT, OP_LE, OP_LIKE};
	struct operand left = c->left;

	if (left.kind == IS_FIELD)
		return;
	c->left = c->right;
	c->right = left;
	c->op = mirrored[c->op];
}

static int check(struct parser *ps, struct comparison *c)
{
	const char *start = c->left.start;

	if (c->op == OP_LIKE && (c->left.kind != IS_FIELD || c->right.kind != IS_TEXT))
		return match_fail(ps->m, start, ps->err, "=~ needs a field before it and a \"text\" after it");
	put_field_left(c);
	if (c->left.kind != IS_FIELD)
		return match_fail(ps->m, start, ps->err, "neither side of this comparison is a field");
	return match_resolve(ps->m, c, ps->err);
}

static int compile_regex(struct parser *ps, struct comparison *c)
{
	char what[64];

	if (c->op != OP_LIKE)
		return 0;
	snprintf(what, sizeof what, "--match: column %zu", (size_t)(c->right.start - ps->m->text) + 1);
	return otfp_regex_new(&c->regex, c->right.text, what, ps->err);
}

static struct comparison *add_comparison(struct match *m)
{
	if (otfp_grow(&m->comparisons, m->ncomparisons, &m->comparisons_cap, sizeof *m->comparisons) < 0)
		return NULL;
	return memset(&m->comparisons[m->ncomparisons++], 0, sizeof *m->comparisons);
}

/* ---- the tree ---- */

static int add_node(struct parser *ps, uint32_t *at, unsigned kind, uint32_t a, uint32_t b)
{
	struct match *m = ps->m;

	if (otfp_grow(&m->nodes, m->nnodes, &m->nodes_cap, sizeof *m->nodes) < 0)
		return otfp_fail_memory(ps->err);
	*at = (uint32_t)m->nnodes++;
	m->nodes[*at] = (struct node){(uint8_t)kind, a, b};
	return 0;
}

static int parse_comparison(struct parser *ps, uint32_t *at)
{
	struct comparison *c = add_comparison(ps->m);
	int rc = c ? parse_operand(ps, &c->left) : otfp_fail_memory(ps->err);

	if (rc == 0)
		rc = parse_op(ps, &c->op);
	if (rc == 0)
		rc = parse_operand(ps, &c->right);
	if (rc == 0)
		rc = check(ps, c);
	if (rc == 0)
		rc = compile_regex(ps, c);
	return rc < 0 ? rc : add_node(ps, at, NODE_COMPARE, (uint32_t)ps->m->ncomparisons - 1, 0);
}

static int parse_or(struct parser *ps, uint32_t *at);

static int parse_not(struct parser *ps, uint32_t *at)
{
	int rc = 0;

	skip_blanks(ps);
	if (ps->depth == MAX_DEPTH)
		return match_fail(ps->m, ps->p, ps->err, "! and ( are nested deeper than %d", MAX_DEPTH);
	ps->depth++;
	if (accept(ps, "!")) {
		rc = parse_not(ps, at);
		if (rc == 0)
			rc = add_node(ps, at, NODE_NOT, *at, 0);
	} else if (accept(ps, "(")) {
		rc = parse_or(ps, at);
		if (rc == 0 && !accept(ps, ")"))
			rc = unexpected(ps, "&&, || or )");
	} else {
		rc = parse_comparison(ps, at);
	}
	ps->depth--;
	return rc;
}

static int parse_and(struct parser *ps, uint32_t *at)
{
	uint32_t right;
	int rc = parse_not(ps, at);

	while (rc == 0 && accept(ps, "&&")) {
		rc = parse_not(ps, &right);
		if (rc == 0)
			rc = add_node(ps, at, NODE_AND, *at, right);
	}
	return rc;
}

static int parse_or(struct parser *ps, uint32_t *at)
{
	uint32_t right;
	int rc = parse_and(ps, at);

	while (rc == 0 && accept(ps, "||")) {
		rc = parse_and(ps, &right);
		if (rc == 0)
			rc = add_node(ps, at, NODE_OR, *at, right);
	}
	return rc;
}

int match_parse(struct match **m, const char *text, struct otfp_error *err)
{
	struct parser ps = {.p = text, .err = err};
	int rc;

	*m = ps.m = calloc(1, sizeof *ps.m);
	if (!ps.m)
		return otfp_fail_memory(err);
	ps.m->text = text;
	rc = parse_or(&ps, &ps.m->root);
	skip_blanks(&ps);
	if (rc == 0 && *ps.p)
		rc = unexpected(&ps, "&& or ||");
	if (rc < 0) {
		match_free(*m);
		*m = NULL;
	}
	return rc;
}

void match_free(struct match *m)
{
	if (!m)
		return;
	for (size_t i = 0; i < m->ncomparisons; i++) {
		struct comparison *c = &m->comparisons[i];
		free(c->left.text);
		free(c->right.text);
		otfp_regex_free(c->regex);
		for (unsigned what = 0; what < OTFP_NWHATS; what++) {
			if (c->names[what])
				otfp_map_release(&c->names[what]->tokens.map);
			free(c->names[what]);
		}
	}
	free(m->comparisons);
	free(m->nodes);
	free(m);
}
