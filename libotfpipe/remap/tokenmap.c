#include "remap/tokenmap.h"
#include "base/grow.h"
#include "base/num.h"
#include "base/text.h"
#include "record/table.h"
#include <inttypes.h>
#include <stdlib.h>

#define WHAT "--map"

void otfp_tokenmap_release(struct otfp_tokenmap *m)
{
	for (unsigned space = 0; space < OTFP_NWHATS; space++) {
		otfp_map_release(&m->index[space]);
		otfp_map_release(&m->locals[space]);
		otfp_map_release(&m->copies[space]);
		otfp_map_release(&m->taken[space]);
	}
	free(m->all);
	memset(m, 0, sizeof *m);
}

static uint64_t key_of(uint32_t stream, uint32_t token)
{
	return (uint64_t)stream << 32 | token;
}

/* Local definitions of several streams may become one global definition: whether they are equal is checked later. */
static int is_taken(const struct otfp_tokenmap *m, const struct otfp_renaming *r)
{
	return r->kind != OTFP_TO_GLOBAL && otfp_map_get(&m->taken[r->space], key_of(r->stream, r->to));
}

static int add_copy(struct otfp_tokenmap *m, struct otfp_renaming *r)
{
	const uint64_t *first = otfp_map_get(&m->copies[r->space], r->from);

	r->next = first ? (uint32_t)*first + 1 : 0;
	return otfp_map_set(&m->copies[r->space], r->from, m->n);
}

int otfp_tokenmap_add(struct otfp_tokenmap *m, struct otfp_renaming r)
{
	struct otfp_map *index = r.kind == OTFP_TO_LOCAL ? &m->locals[r.space] : &m->index[r.space];

	if (otfp_map_get(index, key_of(r.stream, r.from)))
		return 1;
	if (is_taken(m, &r))
		return 2;
	if (m->n >= UINT32_MAX - 1 || otfp_grow(&m->all, m->n, &m->cap, sizeof *m->all) < 0)
		return -1;
	if (otfp_map_set(index, key_of(r.stream, r.from), m->n) < 0)
		return -1;
	if (r.kind == OTFP_TO_LOCAL && add_copy(m, &r) < 0)
		return -1;
	if (r.kind != OTFP_TO_GLOBAL && !m->unchecked &&
	    otfp_map_set(&m->taken[r.space], key_of(r.stream, r.to), m->n) < 0)
		return -1;
	m->all[m->n++] = r;
	return 0;
}

/* ---- reading ---- */

struct place {
	const char *file;
	unsigned line;
	struct otfp_error *err;
};

static unsigned find_space(const char *word)
{
	for (unsigned type = 1; type < OTFP_NTYPES; type++)
		if (otfp_table[type].defines && strcmp(otfp_what_name(otfp_table[type].defines), word) == 0)
			return otfp_table[type].defines;
	return 0;
}

/* @return whether it is a token */
static int get_token(const char *word, uint32_t *token)
{
	uint64_t v;
	int over = 0;
	const char *end = otfp_get_dec(word, &v, &over);

	*token = (uint32_t)v;
	return end > word && !*end && !over && v <= UINT32_MAX;
}

static int bad_line(const struct place *at, const char *what, const char *word)
{
	return otfp_fail(at->err, OTFP_EUSAGE, WHAT ": %s:%u: %s '%.60s'", at->file, at->line, what, word);
}

static int get_kind(const struct place *at, const char *word, struct otfp_renaming *r)
{
	if (strcmp(word, "global") == 0)
		r->kind = OTFP_TO_GLOBAL;
	else if (strcmp(word, "local") == 0)
		r->kind = OTFP_TO_LOCAL;
	else
		return bad_line(at, "expected global or local, not", word);
	return 0;
}

static struct otfp_renaming inverted(struct otfp_renaming r)
{
	static const uint8_t kinds[] = {OTFP_STAYS_THERE, OTFP_TO_LOCAL, OTFP_TO_GLOBAL};

	return (struct otfp_renaming){
		.space = r.space, .stream = r.stream, .from = r.to, .to = r.from, .kind = kinds[r.kind]};
}

enum { WORDS = 5 };

static int parse(const struct place *at, char *const *words, unsigned n, struct otfp_renaming *r)
{
	uint32_t *const numbers[] = {NULL, &r->from, &r->to, &r->stream};

	r->space = find_space(words[0]);
	if (!r->space)
		return bad_line(at, "not a token space:", words[0]);
	for (unsigned i = 1; i < n && i < 4; i++)
		if (!get_token(words[i], numbers[i]))
			return bad_line(at, "not a token or stream:", words[i]);
	if (n > 3 && r->stream == 0)
		return bad_line(at, "not a stream:", words[3]);
	if (n > 3 && r->space == OTFP_W_PROCESS)
		return bad_line(at, "processes are global; drop the stream", words[3]);
	return n > 4 ? get_kind(at, words[4], r) : 0;
}

static int add_line(struct otfp_tokenmap *m, char *text, int inverse, const struct place *at)
{
	static const char separators[] = " \t\v\f\r";
	struct otfp_renaming r = {0};
	char *words[WORDS + 1], *rest;
	unsigned n = 0;
	int rc;

	text[strcspn(text, "#")] = 0;
	for (char *word = strtok_r(text, separators, &rest); word && n <= WORDS;
	     word = strtok_r(NULL, separators, &rest))
		words[n++] = word;
	if (n == 0)
		return 0;
	if (n < 3 || n > WORDS)
		return otfp_fail(at->err, OTFP_EUSAGE, WHAT ": %s:%u: expected SPACE OLD NEW [STREAM [global|local]]",
		                 at->file, at->line);
	rc = parse(at, words, n, &r);
	if (rc < 0)
		return rc;
	rc = otfp_tokenmap_add(m, inverse ? inverted(r) : r);
	if (rc < 0)
		return otfp_fail_memory(at->err);
	if (rc)
		return otfp_fail(at->err, OTFP_EUSAGE, WHAT ": %s:%u: %s %" PRIu32 " is listed twice as %s", at->file,
		                 at->line, words[0], (rc == 1) != inverse ? r.from : r.to,
		                 (rc == 1) != inverse ? "old token" : "new token");
	return 0;
}

int otfp_tokenmap_read(struct otfp_tokenmap *m, const char *file, int inverse, struct otfp_error *err)
{
	struct place at = {file, 0, err};
	struct otfp_buf text = OTFP_BUF_INIT;
	int rc = otfp_text_read(&text, file, WHAT, otfp_go_on, err);
	char *line = text.p, *rest;

	for (; rc == 0 && line; line = rest) {
		rest = strchr(line, '\n');
		if (rest)
			*rest++ = 0;
		at.line++;
		rc = add_line(m, line, inverse, &at);
	}
	otfp_buf_release(&text);
	return rc;
}

/* ---- writing ---- */

static int compare(const void *a, const void *b)
{
	const struct otfp_renaming *x = a, *y = b;
	const uint32_t p[] = {x->space, x->stream, x->from, x->to}, q[] = {y->space, y->stream, y->from, y->to};

	for (unsigned i = 0; i < sizeof p / sizeof *p; i++)
		if (p[i] != q[i])
			return p[i] < q[i] ? -1 : 1;
	return 0;
}

/* Whether an entry must be written. One that changes nothing is needed only if local definitions are joined with the
 * global one or copied from it. */
static int is_needed(const struct otfp_tokenmap *m, const struct otfp_map *joined, const struct otfp_renaming *r)
{
	if (!r->used)
		return 0;
	return r->from != r->to || r->kind != OTFP_STAYS_THERE || otfp_map_get(joined, key_of(r->space, r->to)) ||
	       otfp_map_get(&m->copies[r->space], r->from);
}

static int put_line(const struct otfp_renaming *r, struct otfp_buf *b)
{
	static const char *const kinds[] = {"", "\tglobal", "\tlocal"};
	int rc = otfp_buf_printf(b, "%s\t%" PRIu32 "\t%" PRIu32, otfp_what_name(r->space), r->from, r->to);

	if (rc == 0 && r->stream)
		rc = otfp_buf_printf(b, "\t%" PRIu32 "%s", r->stream, kinds[r->kind]);
	return rc < 0 ? rc : otfp_buf_puts(b, "\n");
}

int otfp_tokenmap_format(const struct otfp_tokenmap *m, struct otfp_buf *b)
{
	struct otfp_renaming *sorted = malloc((m->n + 1) * sizeof *sorted);
	struct otfp_map joined = {0}; /* space << 32 | new token of local definitions that become global */
	int rc = sorted ? 0 : -1;

	for (size_t i = 0; i < m->n && rc == 0; i++) {
		sorted[i] = m->all[i];
		if (sorted[i].kind == OTFP_TO_GLOBAL)
			rc = otfp_map_set(&joined, key_of(sorted[i].space, sorted[i].to), 1);
	}
	if (rc == 0 && m->n)
		qsort(sorted, m->n, sizeof *sorted, compare);
	for (size_t i = 0; i < m->n && rc == 0; i++)
		if (is_needed(m, &joined, &sorted[i]))
			rc = put_line(&sorted[i], b);
	otfp_map_release(&joined);
	free(sorted);
	return rc;
}
