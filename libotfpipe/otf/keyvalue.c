#include "otf/keyvalue.h"
#include "base/num.h"
#include "io/input.h"
#include "record/tag.h"
#include <string.h>

enum { BYTES_PER_LINE = 100 };

static const char *skip_blanks(const char *p)
{
	while (*p == ' ' || *p == '\t')
		p++;
	return p;
}

/* Inline, so that the lengths are constants. */
OTFP_INLINE const char *skip_word(const char *p, const char *s, const char *l)
{
	size_t n = strlen(l);

	p = skip_blanks(p);
	if (strncmp(p, l, n) == 0)
		return skip_blanks(p + n);
	n = strlen(s);
	return strncmp(p, s, n) == 0 ? skip_blanks(p + n) : NULL;
}

static const char *get_hex(const char *p, uint64_t *v, uint64_t max)
{
	int over = 0;
	const char *q = otfp_get_hex(p, v, &over);

	return q == p || over || *v > max ? NULL : q;
}

/* VALUE <hex bytes> LEN <bytes from here to the end of the array> */
static const char *take_bytes(struct otfp_tag_lines *k, struct otfp_tag *t, const char *p, const char **why)
{
	struct otfp_buf *b = &k->scratch->bytes;
	size_t before = b->n;
	uint64_t left;

	if (otfp_scratch_reserve(k->scratch, (size_t)((const char *)rawmemchr(p, '\n') - p)) < 0)
		return *why = "out of memory", NULL;
	for (; otfp_hex_value[(uint8_t)*p] < 16; p += 2) {
		if (otfp_hex_value[(uint8_t)p[1]] > 15)
			return *why = "byte array has an odd number of hex digits", NULL;
		b->p[b->n++] = (char)(otfp_hex_value[(uint8_t)p[0]] << 4 | otfp_hex_value[(uint8_t)p[1]]);
	}
	p = skip_word(p, "L", "LEN");
	if (!p || !(p = get_hex(p, &left, UINT64_MAX)))
		return *why = "byte array without a length", NULL;
	if (k->missing && left != k->missing)
		return *why = "byte array continues with a different length", NULL;
	if (left < b->n - before)
		return *why = "byte array is longer than its length", NULL;
	k->missing = left - (b->n - before);
	t->bytes.n += b->n - before;
	return p;
}

static const char *take_value(struct otfp_tag_lines *k, uint32_t key, unsigned type, const char *p, const char **why)
{
	struct otfp_scratch *s = k->scratch;
	struct otfp_tag *t = s->ntags ? &s->tags[s->ntags - 1] : NULL;

	if (k->missing && (t->key != key || type != OTFP_TAG_BYTES)) {
		k->again = 1;
		return *why = "byte array before this line is shorter than its length", NULL;
	}
	if (s->bytes.n + s->ntags * sizeof *s->tags > OTFP_LINE_MAX)
		return *why = "key-values of one record exceed 16 MiB", NULL;
	if (!k->missing) {
		t = otfp_scratch_tag(s);
		if (!t)
			return *why = "out of memory", NULL;
		t->key = key;
		t->type = (uint8_t)type;
		t->bits = type == OTFP_TAG_BYTES ? s->bytes.n :
		                                   0; /* of an array: its offset in s->bytes until otfp_pairs_give */
	}
	if (type == OTFP_TAG_BYTES)
		return take_bytes(k, t, p, why);
	p = get_hex(p, &t->bits, UINT64_MAX >> (64 - otfp_tag_width(type)));
	return p ? p : (*why = "bad value in a key-value", NULL);
}

static const char *take_line(struct otfp_tag_lines *k, const char *p, const char **why)
{
	uint64_t key, type;

	*why = "bad key-value";
	p = skip_word(p, "K", "KEY");
	if (!p || !(p = get_hex(p, &key, UINT32_MAX)) || !(p = skip_word(p, "Y", "TYPE")) ||
	    !(p = get_hex(p, &type, UINT32_MAX)) || !(p = skip_word(p, "V", "VALUE")))
		return NULL;
	if (type >= OTFP_NTAGTYPES)
		return *why = "key-value of unknown type", NULL;
	p = take_value(k, (uint32_t)key, (unsigned)type, p, why);
	if (!p)
		return NULL;
	p = skip_blanks(p);
	if (*p != '\n')
		return *why = "extra text after a key-value", NULL;
	return p + 1;
}

const char *otfp_pairs_parse(struct otfp_tag_lines *k, const char *p, const char **why)
{
	size_t whole = k->scratch->ntags - (k->missing != 0);
	const char *end = otfp_pairs_usual(k, p);

	k->again = 0;
	if (OTFP_LIKELY(end != NULL))
		return end;
	p = take_line(k, p, why);
	if (!p && !k->again)
		k->scratch->ntags = whole;
	if (!p)
		k->missing = 0;
	return p;
}

void otfp_pairs_give(struct otfp_tag_lines *k, struct otfp_record *rec)
{
	struct otfp_scratch *s = k->scratch;

	for (size_t i = 0; i < s->ntags; i++)
		if (s->tags[i].type == OTFP_TAG_BYTES) {
			s->tags[i].bytes.p = s->bytes.p + s->tags[i].bits;
			s->tags[i].bits = 0;
		}
	rec->tags = s->tags;
	rec->ntags = (uint32_t)s->ntags;
}

size_t otfp_pair_room(const struct otfp_tag *t)
{
	return (t->bytes.n / BYTES_PER_LINE + 1) * (size_t)(2 * BYTES_PER_LINE + 80);
}

static char *put_word(char *p, const char *s, const char *l, int is_long)
{
	const char *w = is_long ? l : s;
	size_t n = strlen(w);

	memcpy(p, w, n);
	return p + n;
}

static char *put_key(char *p, const struct otfp_tag *t, int is_long)
{
	p = otfp_put_hex(put_word(p, "K", "KEY ", is_long), t->key);
	p = otfp_put_hex(put_word(p, "Y", " TYPE ", is_long), t->type);
	return put_word(p, "V", " VALUE ", is_long);
}

char *otfp_put_bytes(char *p, const uint8_t *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		*p++ = "0123456789abcdef"[bytes[i] >> 4];
		*p++ = "0123456789abcdef"[bytes[i] & 15];
	}
	return p;
}

char *otfp_pair_put_part(char *p, const struct otfp_tag *t, int is_long)
{
	size_t n = t->bytes.n < BYTES_PER_LINE ? t->bytes.n : BYTES_PER_LINE;

	p = put_key(p, t, is_long);
	if (t->type == OTFP_TAG_BYTES) {
		p = otfp_put_bytes(p, (const uint8_t *)t->bytes.p, n);
		p = otfp_put_hex(put_word(p, "L", "LEN", is_long), t->bytes.n);
	} else {
		p = otfp_put_hex(p, t->bits);
	}
	*p++ = '\n';
	return p;
}

char *otfp_pair_put(char *p, const struct otfp_tag *t, int is_long)
{
	struct otfp_tag part = *t;

	if (t->type != OTFP_TAG_BYTES)
		return otfp_pair_put_part(p, t, is_long);
	while (part.bytes.n) {
		size_t n = part.bytes.n < BYTES_PER_LINE ? part.bytes.n : BYTES_PER_LINE;
		p = otfp_pair_put_part(p, &part, is_long);
		part.bytes.p += n;
		part.bytes.n -= n;
	}
	return p;
}
