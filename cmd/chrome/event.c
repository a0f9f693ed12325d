/* event.c - the parts that trace events are made of. */
#include "base/error.h"
#include "base/json.h"
#include "base/real.h"
#include "record/tag.h"
#include "record/value.h"
#include "cmd/chrome/forms.h"

enum { SAME_KEY_MOST = 64 }; /* previous key-values that are compared with a key */

void otfp_chrome_open(struct otfp_chrome *c, char phase, uint64_t time, const struct otfp_chrome_thread *t)
{
	char *p = otfp_pen_room(&c->pen, 64 + OTFP_DECIMAL_MAX + sizeof t->place);

	*p++ = c->events++ ? ',' : ' ';
	memcpy(p, "\n{\"ph\":\"", 8);
	p[8] = phase;
	memcpy(p + 9, "\",\"ts\":", 7);
	p += 16;
	p = otfp_decimal_put_since(&c->clock.decimal, p, time, c->clock.base);
	memcpy(p, t->place, sizeof t->place);
	c->pen.out.p = p + t->n;
	otfp_json_down(&c->pen.json);
	otfp_json_comma(&c->pen.json);
}

void otfp_chrome_close(struct otfp_chrome *c)
{
	otfp_pen_end(&c->pen, '}');
}

void otfp_chrome_word(struct otfp_chrome *c, const char *name, const char *text)
{
	otfp_pen_key(&c->pen, name, "");
	otfp_pen_word(&c->pen, text);
}

void otfp_chrome_number(struct otfp_chrome *c, const char *name, uint64_t v)
{
	otfp_pen_key(&c->pen, name, "");
	otfp_pen_dec(&c->pen, v);
}

void otfp_chrome_text(struct otfp_chrome *c, struct otfp_str s)
{
	c->scratch.n = 0;
	if (otfp_json_add(&c->scratch, s) < 0)
		otfp_pen_fail(&c->pen);
	else
		otfp_pen_put(&c->pen, c->scratch.p, c->scratch.n);
}

void otfp_chrome_token(struct otfp_chrome *c, uint32_t process, unsigned space, uint32_t token)
{
	const struct otfp_label *label = otfp_label_of(&c->labels, space, 0, process, token);

	if (OTFP_LIKELY(label != NULL)) {
		otfp_pen_put(&c->pen, label->p, label->n);
		return;
	}
	otfp_pen_put(&c->pen, "\"", 1);
	otfp_pen_puts(&c->pen, otfp_named_word(space));
	otfp_pen_put(&c->pen, " ", 1);
	otfp_pen_dec(&c->pen, token);
	otfp_pen_put(&c->pen, "\"", 1);
}

void otfp_chrome_name(struct otfp_chrome *c, uint32_t process, unsigned space, uint32_t token)
{
	otfp_pen_key(&c->pen, "name", "");
	otfp_chrome_token(c, process, space, token);
}

/* ---- args ---- */

static void put_real(struct otfp_chrome *c, const struct otfp_tag *t)
{
	c->pen.out.p = otfp_json_put_real(otfp_pen_room(&c->pen, OTFP_JSON_REAL_MAX),
	                                  otfp_real_of(t->bits, t->type == OTFP_FLOAT));
}

static void put_bytes(struct otfp_chrome *c, const struct otfp_tag *t)
{
	c->scratch.n = 0;
	if (otfp_buf_reserve(&c->scratch, otfp_tag_room(t)) < 0) {
		otfp_pen_fail(&c->pen);
		return;
	}
	otfp_pen_put(&c->pen, "\"", 1);
	otfp_pen_put(&c->pen, c->scratch.p, (size_t)(otfp_tag_put_value(c->scratch.p, t) - c->scratch.p));
	otfp_pen_put(&c->pen, "\"", 1);
}

/* A repeated key is written as "key #2", since the members of a JSON object need different names. Only SAME_KEY_MOST
 * previous keys count. */
static void put_key(struct otfp_chrome *c, const struct otfp_record *rec, uint32_t i)
{
	const uint32_t first = i < SAME_KEY_MOST ? 0 : i - SAME_KEY_MOST, key = rec->tags[i].key;
	unsigned n = 1;

	for (uint32_t k = first; k < i; k++)
		n += rec->tags[k].key == key;
	otfp_pen_next(&c->pen);
	otfp_chrome_token(c, rec->loc, OTFP_NAMED_KEY, key);
	if (n > 1) {
		c->pen.out.p[-1] = ' '; /* in place of the quote */
		otfp_pen_put(&c->pen, "#", 1);
		otfp_pen_dec(&c->pen, n);
		otfp_pen_put(&c->pen, "\"", 1);
	}
	otfp_pen_put(&c->pen, ":", 1);
}

static void put_tag(struct otfp_chrome *c, const struct otfp_tag *t)
{
	char text[2 * OTFP_DEC_MAX + OTFP_REAL_MAX];

	if (t->type == OTFP_BYTES)
		put_bytes(c, t);
	else if (t->type == OTFP_FLOAT || t->type == OTFP_DOUBLE)
		put_real(c, t);
	else
		otfp_pen_put(&c->pen, text, (size_t)(otfp_tag_put_value(text, t) - text));
}

static void put_value(struct otfp_chrome *c, const struct otfp_record *rec, const struct otfp_field *f, unsigned slot)
{
	const union otfp_value *v = &rec->f[slot];
	const int space = otfp_named_space(f->what);

	otfp_pen_key(&c->pen, f->name, "");
	if (f->type == OTFP_STR)
		otfp_chrome_text(c, v->s);
	else if (space >= 0)
		otfp_chrome_token(c, rec->loc, (unsigned)space, (uint32_t)v->u);
	else
		otfp_pen_dec(&c->pen, v->u);
}

/* Whether a field is written. No event with args has lists or counter values. */
static int has_value(const struct otfp_record *rec, const struct otfp_field *f, unsigned slot)
{
	return f->type == OTFP_STR ? rec->f[slot].s.p != NULL : f->type <= OTFP_U64 && rec->f[slot].u;
}

/* Begin the object before its first member. @param outside  the JSON state of the event before its args */
static void begin_args(struct otfp_chrome *c, uint64_t outside)
{
	if (c->pen.json.more != outside)
		return;
	otfp_pen_key(&c->pen, "args", "");
	otfp_pen_begin(&c->pen, '{');
}

void otfp_chrome_args(struct otfp_chrome *c, const struct otfp_record *rec, unsigned without)
{
	const struct otfp_schema *s = &otfp_table[rec->type];
	const uint64_t outside = c->pen.json.more;

	for (unsigned i = 0; i < s->nfields; i++) {
		if (without >> i & 1 || !has_value(rec, &s->fields[i], i))
			continue;
		begin_args(c, outside);
		put_value(c, rec, &s->fields[i], i);
	}
	for (uint32_t i = 0; i < rec->ntags; i++) {
		begin_args(c, outside);
		put_key(c, rec, i);
		put_tag(c, &rec->tags[i]);
	}
	if (c->pen.json.more != outside)
		otfp_pen_end(&c->pen, '}');
}
