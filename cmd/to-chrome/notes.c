/* notes.c - names as numbers of interned strings, and args as annotations, in the form of Perfetto. */
#include "base/hash.h"
#include "base/json.h"
#include "base/real.h"
#include "record/tag.h"
#include "cmd/to-chrome/perfetto.h"
#include <inttypes.h>
#include <stdlib.h>

enum { EVENT_ANNOTATION = 4 }; /* a field of a TrackEvent: a DebugAnnotation, with these fields */
enum {
	NOTE_NAME_IID = 1,
	NOTE_UINT = 3,
	NOTE_INT = 4,
	NOTE_DOUBLE = 5,
	NOTE_STRING = 6,
	NOTE_NAME = 10,
	NOTE_STRING_IID = 17
};
enum { ENTRY_IID = 1, ENTRY_TEXT = 2 }; /* fields of an entry of InternedData */

/* ---- names ---- */

char *perfetto_text(char *p, const char *s, size_t n)
{
	for (size_t k; n; s += k, n -= k) {
		const size_t length = otfp_utf8_length(s, n);
		k = length ? length : 1;
		memcpy(p, length ? s : "\xef\xbf\xbd", length ? length : 3);
		p += length ? length : 3;
	}
	return p;
}

/* The text of a name: its word or label, or "space token" in `text`. */
static struct otfp_str text_of(struct chrome *c, const struct chrome_name *name, char text[64])
{
	const struct label *label = name->at ? label_at(&c->labels, name->at - 1) : NULL;

	if (label)
		return (struct otfp_str){label->p, label->n};
	if (name->is_word)
		return (struct otfp_str){name->word, strlen(name->word)};
	return (struct otfp_str){text,
	                         (size_t)snprintf(text, 64, "%s %" PRIu32, otfp_named_word(name->space), name->token)};
}

void perfetto_name(struct chrome *c, struct proto *m, unsigned field, const struct chrome_name *name)
{
	char text[64];
	const struct otfp_str s = text_of(c, name, text);

	proto_bytes(m, field, s.p, s.n);
}

/* @return 0, or -1 when memory is out */
static int grow_iids(struct chrome *c)
{
	struct perfetto *pf = c->perfetto;
	const size_t n = c->labels.names.cap;
	struct perfetto_iid *p = realloc(pf->iids, n * sizeof *p);

	if (!p)
		return -1;
	memset(p + pf->niids, 0, (n - pf->niids) * sizeof *p);
	pf->iids = p;
	pf->niids = n;
	return 0;
}

/* The number of the name of a definition. @return 0 if it has none, or if there was an error */
static uint32_t iid_of(struct chrome *c, size_t at)
{
	struct perfetto *pf = c->perfetto;
	const struct label *label;
	struct perfetto_iid *known;

	if (OTFP_UNLIKELY(at >= pf->niids) && grow_iids(c) < 0) {
		pen_fail(&c->pen);
		return 0;
	}
	known = &pf->iids[at];
	if (OTFP_LIKELY(known->changes == c->labels.names.changes))
		return known->iid;
	label = label_at(&c->labels, at);
	known->iid = label ? otfp_intern(&pf->strings, label->p, label->n) : 0;
	if (label && !known->iid)
		pen_fail(&c->pen);
	known->changes = c->labels.names.changes;
	return known->iid;
}

/* The number of a word. @return 0 if there was an error */
static uint32_t iid_of_word(struct chrome *c, const char *word)
{
	struct perfetto *pf = c->perfetto;
	struct perfetto_word *known = &pf->words[otfp_hash_slot((uintptr_t)word, PERFETTO_WORD_BITS)];

	if (OTFP_LIKELY(known->word == word))
		return known->iid;
	*known = (struct perfetto_word){word, otfp_intern(&pf->strings, word, strlen(word))};
	if (!known->iid) {
		known->word = NULL;
		pen_fail(&c->pen);
	}
	return known->iid;
}

/* The bit of a table in struct otfp_interned. */
static uint32_t bit_of(unsigned table)
{
	return 1u << table;
}

/* The number of a name in a table, which gets it if it is new. @return 0 if it is not interned: it has no definition */
static uint32_t intern(struct chrome *c, unsigned table, const struct chrome_name *name)
{
	struct perfetto *pf = c->perfetto;
	const uint32_t word = name->is_word ? iid_of_word(c, name->word) : 0;
	const uint32_t iid = name->at ? iid_of(c, name->at - 1) : word;
	struct otfp_interned *s = iid ? &pf->strings.strings[iid - 1] : NULL;
	size_t in;

	if (!s || OTFP_LIKELY(s->tables & bit_of(table)))
		return iid;
	s->tables |= bit_of(table);
	in = proto_begin(&pf->interned, table);
	proto_uint(&pf->interned, ENTRY_IID, iid);
	proto_bytes(&pf->interned, ENTRY_TEXT, s->text.p, s->text.n);
	proto_end(&pf->interned, in);
	return iid;
}

void perfetto_named(struct chrome *c, unsigned table, unsigned field_iid, unsigned field,
                    const struct chrome_name *name)
{
	struct proto *m = &c->perfetto->body;
	const uint32_t iid = intern(c, table, name);

	if (OTFP_LIKELY(iid))
		proto_uint(m, field_iid, iid);
	else
		perfetto_name(c, m, field, name);
}

/* ---- args ---- */

void perfetto_string(struct chrome *c, unsigned field, struct otfp_str s)
{
	c->scratch.n = 0;
	if (otfp_buf_reserve(&c->scratch, 3 * s.n + 1) < 0) {
		pen_fail(&c->pen);
		return;
	}
	proto_bytes(&c->perfetto->body, field, c->scratch.p,
	            (size_t)(perfetto_text(c->scratch.p, s.p, s.n) - c->scratch.p));
}

static void put_value(struct chrome *c, const struct otfp_record *rec, const struct otfp_field *f, unsigned slot)
{
	struct proto *m = &c->perfetto->body;
	const union otfp_value *v = &rec->f[slot];
	const int space = otfp_named_space(f->what);
	const struct chrome_name key = chrome_word(f->name);
	struct chrome_name name;
	size_t in = proto_begin(m, EVENT_ANNOTATION);

	perfetto_named(c, PERFETTO_NOTE_NAMES, NOTE_NAME_IID, NOTE_NAME, &key);
	if (f->type == OTFP_FIELD_STR) {
		perfetto_string(c, NOTE_STRING, v->s);
	} else if (space >= 0) {
		name = chrome_name(c, rec->loc, (unsigned)space, (uint32_t)v->u);
		perfetto_named(c, PERFETTO_STRINGS, NOTE_STRING_IID, NOTE_STRING, &name);
	} else {
		proto_uint(m, NOTE_UINT, otfp_true_number(&c->labels.names.carriers, rec, slot));
	}
	proto_end(m, in);
}

static void put_key(struct chrome *c, const struct otfp_record *rec, uint32_t i)
{
	const struct chrome_name key = chrome_name(c, rec->loc, OTFP_NAMED_KEY, rec->tags[i].key);
	const unsigned n = chrome_repeats(rec, i);
	char text[64];
	struct otfp_str s;

	if (OTFP_LIKELY(n == 1)) {
		perfetto_named(c, PERFETTO_NOTE_NAMES, NOTE_NAME_IID, NOTE_NAME, &key);
		return;
	}
	s = text_of(c, &key, text);
	c->scratch.n = 0;
	if (otfp_buf_add(&c->scratch, s.p, s.n) < 0 || otfp_buf_printf(&c->scratch, " #%u", n) < 0)
		pen_fail(&c->pen);
	proto_bytes(&c->perfetto->body, NOTE_NAME, c->scratch.p, c->scratch.n);
}

/* A byte array is text: its hexadecimal digits. */
static void put_digits(struct chrome *c, const struct otfp_tag *t)
{
	c->scratch.n = 0;
	if (otfp_buf_reserve(&c->scratch, otfp_tag_room(t)) < 0)
		pen_fail(&c->pen);
	else
		proto_bytes(&c->perfetto->body, NOTE_STRING, c->scratch.p,
		            (size_t)(otfp_tag_put_value(c->scratch.p, t) - c->scratch.p));
}

static void put_integer(struct proto *m, const struct otfp_tag *t)
{
	const unsigned unused = 64 - otfp_tag_width(t->type);
	const int is_signed = t->type == OTFP_TAG_INT8 || t->type == OTFP_TAG_INT16 || t->type == OTFP_TAG_INT32 ||
	                      t->type == OTFP_TAG_INT64;

	if (is_signed)
		proto_uint(m, NOTE_INT, (uint64_t)((int64_t)(t->bits << unused) >> unused));
	else
		proto_uint(m, NOTE_UINT, t->bits << unused >> unused);
}

static void put_tag(struct chrome *c, const struct otfp_record *rec, uint32_t i)
{
	struct proto *m = &c->perfetto->body;
	const struct otfp_tag *t = &rec->tags[i];
	size_t in = proto_begin(m, EVENT_ANNOTATION);

	put_key(c, rec, i);
	if (t->type == OTFP_TAG_BYTES)
		put_digits(c, t);
	else if (t->type == OTFP_TAG_FLOAT || t->type == OTFP_TAG_DOUBLE)
		proto_double(m, NOTE_DOUBLE, otfp_real_of(t->bits, t->type == OTFP_TAG_FLOAT));
	else
		put_integer(m, t);
	proto_end(m, in);
}

void perfetto_args(struct chrome *c, const struct otfp_record *rec, unsigned without)
{
	const struct otfp_schema *s = &otfp_table[rec->type];

	for (unsigned i = 0; i < s->nfields; i++)
		if (!(without >> i & 1) && chrome_has_arg(rec, &s->fields[i], i))
			put_value(c, rec, &s->fields[i], i);
	for (uint32_t i = 0; i < rec->ntags; i++)
		put_tag(c, rec, i);
}
