/* packed.c - words as few bytes: what a record has is near what the one before of its type had. */
#include "base/coder.h"
#include "record/table.h"
#include "state/words.h"

/* What came before. */
struct packing {
	uint64_t process, kind;                            /* kind: type and form */
	uint64_t fields[OTFP_NTYPES + 1][OTFP_MAX_FIELDS]; /* of the last record of each type; of lives and oddities */
};

/* A word, near the one before. */
static void code_word(struct otfp_coder *c, uint64_t *word, uint64_t *before)
{
	otfp_code_near(c, word, *before);
	*before = *word;
}

/* What words[0] begins. @return the number of words, at most `most`; 0 after an error */
static size_t code_entry(struct otfp_coder *c, struct packing *p, uint64_t *words, size_t most)
{
	uint64_t kind = (uint32_t)words[0], process = words[0] >> 32;
	unsigned type, n;

	code_word(c, &kind, &p->kind);
	code_word(c, &process, &p->process);
	type = kind & 0xffff;
	n = type < OTFP_NTYPES ? otfp_words_fields(type) : 1;
	type = type < OTFP_NTYPES ? type : OTFP_NTYPES;
	if ((kind | process) >> 32 || n >= most)
		otfp_code_bad(c);
	if (c->code)
		return 0;
	if (!c->writes)
		words[0] = process << 32 | kind;
	for (unsigned i = 0; i < n; i++)
		code_word(c, &words[1 + i], &p->fields[type][i]);
	return 1 + n;
}

static void code_all(struct otfp_coder *c, uint64_t *words, size_t n)
{
	struct packing p = {0};

	for (size_t at = 0; at < n && !c->code;)
		at += code_entry(c, &p, words + at, n - at);
}

int otfp_words_pack(struct otfp_buf *bytes, const uint64_t *words, size_t n)
{
	struct otfp_coder c = {.writes = 1};
	int rc;

	code_all(&c, (uint64_t *)(uintptr_t)words, n); /* to write changes nothing */
	rc = c.code || otfp_buf_add(bytes, c.out.p, c.out.n) < 0 ? -1 : 0;
	otfp_buf_release(&c.out);
	return rc;
}

int otfp_words_unpack(uint64_t *words, size_t n, const char *bytes, size_t nbytes)
{
	const unsigned char *p = (const unsigned char *)bytes;
	struct otfp_coder c = {.p = p, .end = p + nbytes};

	code_all(&c, words, n);
	return c.code || c.p != c.end || !otfp_words_are_good(words, n) ? -1 : 0;
}
