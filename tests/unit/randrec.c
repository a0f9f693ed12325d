#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include "randrec.h"
#include "record/tag.h"

uint64_t next_random(void)
{
	static uint64_t state = 88172645463325252u;

	state ^= state << 13;
	state ^= state >> 7;
	return state ^= state << 17;
}

/* Of at most that many bits; each length is as likely as any other, and the ends are common. */
static uint64_t random_number(unsigned bits)
{
	uint64_t max = UINT64_MAX >> (64 - bits);

	switch (next_random() % 8) {
	case 0: return 0;
	case 1: return max;
	default: return next_random() & max >> next_random() % bits;
	}
}

static void random_bytes(char *p, size_t n, int flags)
{
	for (size_t i = 0; i < n; i++) {
		p[i] = (char)(next_random() >> 5);
		if (flags & NO_QUOTES && (p[i] == '"' || p[i] == '\n'))
			p[i] = ' ';
	}
}

void random_tag(struct otfp_tag *t, unsigned type, char *bytes, size_t n)
{
	memset(t, 0, sizeof *t);
	t->key = (uint32_t)random_number(32);
	t->type = (uint8_t)type;
	if (type != OTFP_TAG_BYTES) {
		t->bits = random_number(otfp_tag_width(type));
		return;
	}
	random_bytes(bytes, n, 0);
	t->bytes = (struct otfp_str){bytes, n};
}

static void random_string(struct otfp_str *s, char *room, int flags)
{
	s->n = next_random() % RANDOM_BYTES >> next_random() % 9;
	s->p = room;
	random_bytes(room, s->n, flags);
	if (!(flags & NO_NULLS) && next_random() % 8 == 0)
		*s = (struct otfp_str){NULL, 0};
}

static void random_field(struct random_record *r, unsigned i, unsigned type, int flags)
{
	union otfp_value *v = &r->rec.f[i];

	switch (type) {
	case OTFP_FIELD_STR: random_string(&v->s, r->bytes[i], flags); break;
	case OTFP_FIELD_LIST:
		v->l = (struct otfp_list){r->list, next_random() % (RANDOM_LIST + 1)};
		for (size_t k = 0; k < v->l.n; k++)
			r->list[k] = (uint32_t)random_number(32);
		break;
	case OTFP_FIELD_KIND:
		v->u = next_random() % OTFP_NFILES;
		r->rec.file = (uint8_t)v->u;
		break;
	default: v->u = random_number(type == OTFP_FIELD_U8 ? 8 : type == OTFP_FIELD_U32 ? 32 : 64);
	}
}

void random_record(struct random_record *r, unsigned type, int flags)
{
	const struct otfp_schema *s = otfp_schema(type);

	memset(&r->rec, 0, sizeof r->rec);
	r->rec.type = (uint16_t)type;
	r->rec.file = s->file;
	for (unsigned i = 0; i < s->nfields; i++)
		random_field(r, i, s->fields[i].type, flags);
	r->rec.loc = (uint32_t)random_number(32);
	if (otfp_is_timed(r->rec.file) || type == OTFP_Marker)
		r->rec.time = random_number(64);
	r->rec.tags = r->tags;
	r->rec.ntags = flags & WITH_TAGS ? next_random() % (RANDOM_TAGS + 1) : 0;
	for (unsigned i = 0; i < r->rec.ntags; i++)
		random_tag(&r->tags[i], next_random() % OTFP_NTAGTYPES, r->bytes[OTFP_MAX_FIELDS + i],
		           1 + next_random() % (RANDOM_BYTES - 1));
}

static void assert_same_bytes(const struct otfp_str *a, const struct otfp_str *b)
{
	assert_int_equal(a->n, b->n);
	assert_int_equal(!a->p, !b->p);
	if (a->n)
		assert_memory_equal(a->p, b->p, a->n);
}

void assert_same_tags(const struct otfp_record *a, const struct otfp_record *b)
{
	assert_int_equal(a->ntags, b->ntags);
	for (uint32_t i = 0; i < a->ntags; i++) {
		const struct otfp_tag *t = &a->tags[i], *u = &b->tags[i];
		assert_int_equal(t->key, u->key);
		assert_int_equal(t->type, u->type);
		assert_int_equal(t->bits, u->bits);
		assert_int_equal(t->bytes.n, u->bytes.n);
		if (t->bytes.n)
			assert_memory_equal(t->bytes.p, u->bytes.p, t->bytes.n);
	}
}

void assert_same_fields(const struct otfp_record *a, const struct otfp_record *b)
{
	const struct otfp_schema *s = otfp_schema(a->type);

	assert_int_equal(a->type, b->type);
	for (unsigned i = 0; i < s->nfields; i++) {
		const union otfp_value *v = &a->f[i], *w = &b->f[i];
		if (s->fields[i].type == OTFP_FIELD_STR) {
			assert_same_bytes(&v->s, &w->s);
		} else if (s->fields[i].type == OTFP_FIELD_LIST) {
			assert_int_equal(v->l.n, w->l.n);
			if (v->l.n)
				assert_memory_equal(v->l.p, w->l.p, v->l.n * sizeof *v->l.p);
		} else {
			assert_int_equal(v->u, w->u);
		}
	}
	assert_same_tags(a, b);
}
