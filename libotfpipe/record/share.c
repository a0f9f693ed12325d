#include "record/share.h"
#include "base/num.h"
#include "base/sha256.h"
#include "record/control.h"
#include <stdlib.h>
#include <string.h>

/* ---- the line ---- */

/* A number from 1 on and its HT. @return the byte after it, or NULL */
static const char *get_part(const char *p, const char *end, unsigned *v)
{
	uint64_t wide = 0;

	for (; p < end && *p >= '0' && *p <= '9' && wide <= OTFP_SHARES_MAX; p++)
		wide = wide * 10 + (uint64_t)(*p - '0');
	if (p == end || *p != '\t' || wide < 1 || wide > OTFP_SHARES_MAX)
		return NULL;
	*v = (unsigned)wide;
	return p + 1;
}

static const char *get_hash(const char *p, const char *end, char hash[OTFP_SHARE_HASH + 1])
{
	if (end - p < OTFP_SHARE_HASH)
		return NULL;
	memcpy(hash, p, OTFP_SHARE_HASH);
	hash[OTFP_SHARE_HASH] = '\0';
	return strspn(hash, "0123456789abcdef") == OTFP_SHARE_HASH ? p + OTFP_SHARE_HASH : NULL;
}

static int get(struct otfp_share *s, const char *p, const char *end)
{
	p = p ? get_part(p, end, &s->part) : NULL;
	p = p ? get_part(p, end, &s->parts) : NULL;
	p = p && s->part <= s->parts ? get_hash(p, end, s->id) : NULL;
	if (!p || p == end || *p++ != '\t')
		return -1;
	return get_hash(p, end, s->digest) == end ? 0 : -1;
}

int otfp_share_get(struct otfp_share *s, const struct otfp_str *line)
{
	const struct otfp_str text = otfp_control_text(line);

	memset(s, 0, sizeof *s);
	if (text.n && get(s, text.p, text.p + text.n) == 0)
		return 0;
	memset(s, 0, sizeof *s);
	return -1;
}

int otfp_share_format(const struct otfp_share *s, struct otfp_buf *b)
{
	return otfp_buf_printf(b, "%s\t%u\t%u\t%s\t%s", otfp_control_name(OTFP_C_PART), s->part, s->parts, s->id,
	                       s->digest);
}

void otfp_share_hash(char hex[OTFP_SHARE_HASH + 1], const uint8_t *digest)
{
	static const char digits[] = "0123456789abcdef";

	for (unsigned i = 0; i < OTFP_SHARE_HASH; i++)
		hex[i] = digits[digest[i / 2] >> (i % 2 ? 0 : 4) & 15];
	hex[OTFP_SHARE_HASH] = '\0';
}

void otfp_share_add(struct otfp_share *s, const char *p, size_t n)
{
	uint8_t digest[OTFP_SHA256_SIZE];
	struct otfp_sha256 h;

	otfp_sha256_begin(&h);
	otfp_sha256_add(&h, s->digest, OTFP_SHARE_HASH);
	otfp_sha256_add(&h, p, n);
	otfp_sha256_end(&h, digest);
	otfp_share_hash(s->digest, digest);
}

/* ---- several shares ---- */

void otfp_shares_release(struct otfp_shares *all)
{
	free(all->names);
	memset(all, 0, sizeof *all);
}

static int begin(struct otfp_shares *all, const struct otfp_share *s, const char *name, struct otfp_error *err)
{
	if (s->parts && !(all->names = calloc(s->parts, sizeof *all->names)))
		return otfp_fail_memory(err);
	all->first = *s;
	all->any = name;
	return 0;
}

static int check_against_first(const struct otfp_shares *all, const struct otfp_share *s, const char *name,
                               struct otfp_error *err)
{
	const struct otfp_share *first = &all->first;

	if (!s->parts != !first->parts)
		return s->parts ? otfp_fail(err, OTFP_EFAIL, "%s: is share %u of %u, but %s is not a numbered share",
		                            name, s->part, s->parts, all->any) :
		                  otfp_fail(err, OTFP_EFAIL, "%s: is not a numbered share, but %s is share %u of %u",
		                            name, all->any, first->part, first->parts);
	if (strcmp(s->id, first->id) != 0)
		return otfp_fail(err, OTFP_EFAIL, "%s: is a share of another trace than %s", name, all->any);
	if (s->parts != first->parts)
		return otfp_fail(err, OTFP_EFAIL, "%s: is share %u of %u, but %s is share %u of %u", name, s->part,
		                 s->parts, all->any, first->part, first->parts);
	if (strcmp(s->digest, first->digest) != 0)
		return otfp_fail(err, OTFP_EFAIL, "%s: was made with other options than %s", name, all->any);
	return 0;
}

int otfp_shares_add(struct otfp_shares *all, const struct otfp_share *s, const char *name, struct otfp_error *err)
{
	int code = all->any ? check_against_first(all, s, name, err) : begin(all, s, name, err);

	if (code < 0 || !s->parts)
		return code;
	if (all->names[s->part - 1])
		return otfp_fail(err, OTFP_EFAIL, "%s: is share %u of %u, as is %s", name, s->part, s->parts,
		                 all->names[s->part - 1]);
	all->names[s->part - 1] = name;
	return 0;
}

int otfp_shares_check(const struct otfp_shares *all, struct otfp_error *err)
{
	enum { SHOWN = 8 };
	struct otfp_buf list = OTFP_BUF_INIT;
	unsigned n = 0;
	int code = 0;

	for (unsigned i = 0; i < all->first.parts && code == 0; i++)
		if (!all->names[i] && n++ < SHOWN)
			code = otfp_buf_printf(&list, "%s%u", n == 1 ? "" : ", ", i + 1);
	if (code < 0 || (n && !otfp_buf_str(&list)))
		code = otfp_fail_memory(err);
	else if (n)
		code = otfp_fail(err, OTFP_EFAIL, "%s: is share %u of %u; missing: %s%s", all->any, all->first.part,
		                 all->first.parts, list.p, n > SHOWN ? " and others" : "");
	otfp_buf_release(&list);
	return code;
}
