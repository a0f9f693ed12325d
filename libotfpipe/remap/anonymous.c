#include "remap/anonymous.h"
#include "base/text.h"
#include "record/table.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { HASHED = 8 }; /* bytes of the hash that are used */

/* The WORD of DefFunction is "function". */
static void set_words(struct otfp_anonymous *a)
{
	for (unsigned type = 1; type < OTFP_NTYPES; type++) {
		const char *name = otfp_table[type].name;
		snprintf(a->words[type], sizeof a->words[type], "%s", strncmp(name, "Def", 3) == 0 ? name + 3 : name);
		for (char *p = a->words[type]; *p; p++)
			*p = (char)tolower((unsigned char)*p);
	}
}

int otfp_anonymous_begin(struct otfp_anonymous *a, const char *salt, struct otfp_set *keep, struct otfp_error *err)
{
	struct otfp_buf text = OTFP_BUF_INIT;
	int code = 0;

	set_words(a);
	a->keep = keep;
	if (*salt == '@')
		code = otfp_text_read(&text, salt + 1, "--hash-names", otfp_go_on, err);
	if (code == 0)
		otfp_hmac_key(&a->key, text.p ? text.p : salt, text.p ? text.n : strlen(salt));
	otfp_buf_release(&text);
	return code;
}

/* ---- strings ---- */

static int is_kept(const struct otfp_anonymous *a, const struct otfp_str *s)
{
	otfp_set_meet(a->keep, UINT64_MAX, s->p, s->n);
	return s->n == 0 || (a->keep && otfp_set_has(a->keep, UINT64_MAX, s->p, s->n));
}

static int hash(struct otfp_anonymous *a, struct otfp_str *s, const char *word, struct otfp_arena *arena)
{
	uint8_t digest[OTFP_SHA256_SIZE];
	size_t n = strlen(word);
	char *to;

	if (is_kept(a, s))
		return 0;
	to = otfp_arena_get(arena, n + 2 + 2 * HASHED);
	if (!to)
		return -1;
	otfp_hmac(&a->key, s->p, s->n, digest);
	memcpy(to, word, n);
	to[n] = '_';
	for (unsigned i = 0; i < HASHED; i++)
		snprintf(to + n + 1 + 2 * i, 3, "%02x", digest[i]);
	*s = (struct otfp_str){to, n + 1 + 2 * HASHED};
	return 0;
}

/* WORD of a name comes from the record type, of any other string from the field. */
static const char *word_of(const struct otfp_anonymous *a, unsigned type, const struct otfp_field *f)
{
	return strcmp(f->name, "name") == 0 ? a->words[type] : f->name;
}

static int hash_tags(struct otfp_anonymous *a, struct otfp_record *copy, struct otfp_arena *arena)
{
	struct otfp_tag *tags = otfp_arena_copy(arena, copy->tags, copy->ntags * sizeof *tags);

	if (!tags)
		return -1;
	for (uint32_t i = 0; i < copy->ntags; i++)
		if (tags[i].type == OTFP_TAG_BYTES && hash(a, &tags[i].bytes, "bytes", arena) < 0)
			return -1;
	copy->tags = tags;
	return 0;
}

static int is_control_kept(const struct otfp_record *rec)
{
	switch (otfp_control_kind(rec)) {
	case OTFP_C_SM:
	case OTFP_C_IS:
	case OTFP_C_LOST:
	case OTFP_C_PART:
	case OTFP_C_CUT:
	case OTFP_C_FT: return 1;
	default: return 0;
	}
}

static int hash_fields(struct otfp_anonymous *a, struct otfp_record *copy, struct otfp_arena *arena)
{
	const struct otfp_schema *row = &otfp_table[copy->type];

	for (unsigned i = 0; i < row->nfields; i++)
		if (row->fields[i].type == OTFP_FIELD_STR && copy->f[i].s.p &&
		    hash(a, &copy->f[i].s, word_of(a, copy->type, &row->fields[i]), arena) < 0)
			return -1;
	return copy->ntags ? hash_tags(a, copy, arena) : 0;
}

int otfp_anonymous_record(struct otfp_anonymous *a, const struct otfp_record **rec, struct otfp_record *copy,
                          struct otfp_arena *arena)
{
	unsigned type = (*rec)->type;

	if (type == OTFP_CONTROL)
		return is_control_kept(*rec);
	if (!otfp_is_known(type)) {
		a->dropped++;
		return 0;
	}
	if (type == OTFP_DefUniqueId) /* it identifies the trace that the names are hidden of */
		return 0;
	if ((otfp_numbers[type] && !(*rec)->ntags) || type == OTFP_DefVersion)
		return 1;
	if (*rec != copy)
		*copy = **rec;
	*rec = copy;
	copy->line = (struct otfp_str){NULL, 0};
	return hash_fields(a, copy, arena) < 0 ? -1 : 1;
}
