#include "otf2/restore/carrier.h"
#include "base/num.h"
#include "base/real.h"
#include "otf2/carry/model.h"
#include "otf2/values.h"
#include "record/tag.h"
#include <stdlib.h>
#include <string.h>

typedef const struct otfp_otf2_resolver resolver;

#define PREFIX "otf2."
#define COMMENT "otf2:"
#define TYPE "otf2.type="

/* ---- keys ---- */

static int starts(const struct otfp_str *s, const char *with)
{
	const size_t n = strlen(with);

	return s->n >= n && memcmp(s->p, with, n) == 0;
}

static struct otfp_str after(const struct otfp_str *s, size_t n)
{
	return (struct otfp_str){s->p + n, s->n - n};
}

static int is_word(const struct otfp_str *s, const char *word)
{
	return s->n == strlen(word) && memcmp(s->p, word, s->n) == 0;
}

/* The row that a record of a field or comment names: rows of snapshots begin with "Snap". @return OTFP_OTF2_NROWS if
 * there is none */
static unsigned row_of(struct otfp_str name, int is_snap)
{
	for (unsigned i = 0; i < OTFP_OTF2_NROWS; i++)
		if ((otfp_otf2_rows[i].kind == OTFP_OTF2_SNAP) == is_snap && is_word(&name, otfp_otf2_rows[i].name))
			return i;
	return OTFP_OTF2_NROWS;
}

static unsigned field_of(unsigned row, struct otfp_str name)
{
	unsigned i = 0;

	while (i < otfp_otf2_rows[row].nfields && !is_word(&name, otfp_otf2_rows[row].fields[i].name))
		i++;
	return i;
}

/* <record>.<field> */
static int take_field(struct otfp_otf2_key *key, const struct otfp_str *rest)
{
	const char *dot = memchr(rest->p, '.', rest->n);
	const size_t n = dot ? (size_t)(dot - rest->p) : rest->n;
	const int is_snap =
		starts(rest, "Snap") && n > 4 && row_of((struct otfp_str){rest->p, n}, 0) == OTFP_OTF2_NROWS;
	const unsigned row = row_of((struct otfp_str){rest->p + 4 * is_snap, n - 4 * (size_t)is_snap}, is_snap);
	unsigned field;

	if (!dot || row == OTFP_OTF2_NROWS)
		return 0;
	field = field_of(row, after(rest, n + 1));
	key->kind = OTFP_OTF2_KEY_FIELD;
	key->row = (uint16_t)row;
	key->field = (uint8_t)field;
	return field < otfp_otf2_rows[row].nfields;
}

static int take_word(struct otfp_otf2_key *key, const struct otfp_str *rest)
{
	for (unsigned i = 0; i < OTFP_OTF2_NWORDS; i++)
		if (is_word(rest, otfp_otf2_words[i].name)) {
			key->kind = OTFP_OTF2_KEY_WORD;
			key->field = (uint8_t)i;
			return 1;
		}
	return 0;
}

/* An OTF2_Type by its name, or its number if it has none. @return -1 if it is neither */
static int type_by_name(const struct otfp_str *name)
{
	unsigned type = 0;

	for (uint64_t i = 0; otfp_otf2_type_name(i); i++)
		if (is_word(name, otfp_otf2_type_name(i)))
			return (int)i;
	for (size_t i = 0; i < name->n; i++) {
		if (name->p[i] < '0' || name->p[i] > '9')
			return -1;
		type = 10 * type + (unsigned)(name->p[i] - '0');
		if (type > UINT8_MAX)
			return -1;
	}
	return name->n ? (int)type : -1;
}

uint32_t otfp_otf2_type_of_otf(uint64_t type)
{
	static const uint8_t types[OTFP_NTAGTYPES] = {
		[OTFP_TAG_CHAR] = OTFP_OTF2_TYPE_UINT8,    [OTFP_TAG_INT8] = OTFP_OTF2_TYPE_INT8,
		[OTFP_TAG_UINT8] = OTFP_OTF2_TYPE_UINT8,   [OTFP_TAG_INT16] = OTFP_OTF2_TYPE_INT16,
		[OTFP_TAG_UINT16] = OTFP_OTF2_TYPE_UINT16, [OTFP_TAG_INT32] = OTFP_OTF2_TYPE_INT32,
		[OTFP_TAG_UINT32] = OTFP_OTF2_TYPE_UINT32, [OTFP_TAG_INT64] = OTFP_OTF2_TYPE_INT64,
		[OTFP_TAG_UINT64] = OTFP_OTF2_TYPE_UINT64, [OTFP_TAG_FLOAT] = OTFP_OTF2_TYPE_FLOAT,
		[OTFP_TAG_DOUBLE] = OTFP_OTF2_TYPE_DOUBLE, [OTFP_TAG_BYTES] = OTFP_OTF2_TYPE_STRING,
	};

	return type < OTFP_NTAGTYPES ? types[type] : OTFP_OTF2_TYPE_NONE;
}

/* The type of an attribute: that of OTF, unless the end of the description names another one. */
static void take_type(struct otfp_otf2_key *key, const struct otfp_str *description)
{
	const char *at = description->n ? memmem(description->p, description->n, TYPE, strlen(TYPE)) : NULL;
	struct otfp_str name;
	int type;

	key->detail = *description;
	if (!at)
		return;
	name = after(description, (size_t)(at - description->p) + strlen(TYPE));
	type = type_by_name(&name);
	if (type < 0)
		return;
	key->type = (uint32_t)type;
	key->detail.n = (size_t)(at - description->p);
	if (key->detail.n)
		key->detail.n--; /* the blank before it */
}

static uint32_t parameter_type(uint32_t type)
{
	if (type == OTFP_OTF2_TYPE_STRING)
		return OTFP_OTF2_PARAMETER_TYPE_STRING;
	return type == OTFP_OTF2_TYPE_INT64 ? OTFP_OTF2_PARAMETER_TYPE_INT64 : OTFP_OTF2_PARAMETER_TYPE_UINT64;
}

struct otfp_otf2_key otfp_otf2_key_of(const struct otfp_record *def)
{
	static const struct {
		const char *prefix;
		uint8_t kind;
	} prefixes[] = {{"attr:", OTFP_OTF2_KEY_ATTRIBUTE},
	                {"param:", OTFP_OTF2_KEY_PARAMETER},
	                {"prop:", OTFP_OTF2_KEY_PROPERTY},
	                {"groupprop:", OTFP_OTF2_KEY_GROUP}};
	const struct otfp_str *name = &def->f[OTFP_DefKeyValue_name].s,
			      *description = &def->f[OTFP_DefKeyValue_description].s;
	struct otfp_otf2_key key = {.kind = OTFP_OTF2_KEY_NONE,
	                            .type = otfp_otf2_type_of_otf(def->f[OTFP_DefKeyValue_type].u)};
	struct otfp_str rest;
	int type;

	if (!starts(name, PREFIX))
		return key;
	rest = after(name, strlen(PREFIX));
	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
		if (starts(&rest, prefixes[i].prefix)) {
			key.kind = prefixes[i].kind;
			key.name = after(&rest, strlen(prefixes[i].prefix));
		}
	if (key.kind == OTFP_OTF2_KEY_ATTRIBUTE)
		take_type(&key, description);
	if (key.kind == OTFP_OTF2_KEY_PROPERTY || key.kind == OTFP_OTF2_KEY_GROUP)
		key.type = (type = type_by_name(description)) < 0 ? key.type : (uint32_t)type;
	if (key.kind == OTFP_OTF2_KEY_PARAMETER)
		key.type = parameter_type(key.type);
	if (key.kind == OTFP_OTF2_KEY_NONE && !take_word(&key, &rest) && !take_field(&key, &rest))
		key.kind = OTFP_OTF2_KEY_OTHER;
	return key;
}

/* ---- values ---- */

void otfp_otf2_undefine(struct otfp_otf2_frame *frame)
{
	const struct otfp_otf2_row *row = &otfp_otf2_rows[frame->row];

	for (unsigned i = 0; i < row->nfields; i++)
		frame->f[i] = row->fields[i].tail ? 0 : otfp_otf2_undefined_of(row->fields[i].type.form);
}

/* A number or reference. A token that is 0 is that of nothing. */
static int resolve(resolver *r, struct otfp_otf2_type type, uint64_t number, uint64_t *value)
{
	*value = number;
	if (!otfp_otf2_has_tokens(type.space))
		return 1;
	*value = otfp_otf2_undefined_of(type.form);
	return number ? r->token(r->ctx, type.space, (uint32_t)number, value) : 1;
}

/* The value of a tag as 64 bits: with its sign. */
static uint64_t widen(const struct otfp_tag *tag)
{
	const unsigned width = otfp_tag_width(tag->type);
	const int is_signed = tag->type == OTFP_TAG_INT8 || tag->type == OTFP_TAG_INT16 || tag->type == OTFP_TAG_INT32;

	if (!is_signed || !(tag->bits >> (width - 1) & 1))
		return tag->bits;
	return tag->bits | UINT64_MAX << width;
}

int otfp_otf2_carrier_value(const struct otfp_otf2_resolver *r, uint32_t type, const struct otfp_tag *tag,
                            uint64_t *value)
{
	if (type == OTFP_OTF2_TYPE_STRING)
		return r->string(r->ctx, tag->bytes.p, tag->bytes.n, value);
	return resolve(r, otfp_otf2_value_type(type), tag->bits, value);
}

static int put_word(struct otfp_buf *to, uint64_t word)
{
	return otfp_buf_add(to, &word, sizeof word);
}

static int pad(struct otfp_buf *to)
{
	static const char zeros[sizeof(uint64_t)];

	return otfp_buf_add(to, zeros, to->n % sizeof(uint64_t) ? sizeof(uint64_t) - to->n % sizeof(uint64_t) : 0);
}

/* Strings, each with a zero byte after it. */
static int take_strings(resolver *r, const struct otfp_tag *tag, uint64_t *value, struct otfp_buf *to)
{
	const char *p = tag->bytes.p, *end = p + tag->bytes.n, *nul;
	uint64_t ref;

	for (*value = 0; p < end && (nul = memchr(p, 0, (size_t)(end - p))); p = nul + 1, ++*value)
		if (r->string(r->ctx, p, (size_t)(nul - p), &ref) < 0 || put_word(to, ref) < 0)
			return OTFP_EFAIL;
	return 1;
}

static int take_words(resolver *r, struct otfp_otf2_type type, unsigned per, const struct otfp_tag *tag,
                      uint64_t *value, struct otfp_buf *to)
{
	const size_t n = tag->bytes.n / sizeof(uint64_t);

	for (size_t i = 0; i < n; i++) {
		uint64_t word = otfp_load8(tag->bytes.p + i * sizeof word);
		int code = resolve(r, type, word, &word);
		if (code <= 0 || put_word(to, word) < 0)
			return code <= 0 ? code : OTFP_EFAIL;
	}
	*value = n / per;
	return 1;
}

int otfp_otf2_carrier_field(const struct otfp_otf2_resolver *r, unsigned row, unsigned field,
                            const struct otfp_tag *tag, uint64_t *value, struct otfp_buf *to)
{
	const struct otfp_otf2_field *f = &otfp_otf2_rows[row].fields[field];
	const struct otfp_otf2_type type = f->type;

	if (f->tail == OTFP_OTF2_TEXT) {
		*value = tag->bytes.n;
		return otfp_buf_add(to, tag->bytes.p, tag->bytes.n) < 0 || pad(to) < 0 ? OTFP_EFAIL : 1;
	}
	if (f->tail)
		return type.space == OTFP_OTF2_STRINGS ?
		               take_strings(r, tag, value, to) :
		               take_words(r, type, otfp_otf2_element_words[f->tail], tag, value, to);
	if (type.space == OTFP_OTF2_STRINGS)
		return r->string(r->ctx, tag->bytes.p, tag->bytes.n, value);
	return resolve(r, type, widen(tag), value);
}

/* ---- comments ---- */

int otfp_otf2_is_carrier(const struct otfp_str *text)
{
	return starts(text, COMMENT);
}

static int hex(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

int otfp_otf2_decode(struct otfp_buf *to, const char *p, size_t n)
{
	if (otfp_buf_reserve(to, n + 1) < 0)
		return -1;
	for (size_t i = 0; i < n; i++) {
		const int is_code = p[i] == '%' && n - i > 2 && hex(p[i + 1]) >= 0 && hex(p[i + 2]) >= 0;
		to->p[to->n++] = is_code ? (char)(hex(p[i + 1]) << 4 | hex(p[i + 2])) : p[i];
		i += 2 * (size_t)is_code;
	}
	return 0;
}

/* A number: decimal, with a sign, or 0x and the bits. @return 0 or -1 */
static int get_number(const struct otfp_str *s, uint64_t *v)
{
	char text[32], *end;

	if (!s->n || s->n >= sizeof text)
		return -1;
	memcpy(text, s->p, s->n);
	text[s->n] = '\0';
	*v = *text == '-' ? (uint64_t)strtoll(text, &end, 10) : strtoull(text, &end, text[1] == 'x' ? 16 : 10);
	return *end ? -1 : 0;
}

static int take_string(resolver *r, const struct otfp_str *s, uint64_t *value)
{
	struct otfp_buf text = OTFP_BUF_INIT;
	int code = otfp_otf2_decode(&text, s->p, s->n) < 0 ? OTFP_EFAIL : r->string(r->ctx, text.p, text.n, value);

	otfp_buf_release(&text);
	return code;
}

/* A number or reference. @return 1; 0: it is none, or its token does not exist; <0 */
static int take_number(resolver *r, struct otfp_otf2_type type, const struct otfp_str *s, uint64_t *value)
{
	struct otfp_str rest = s->n > 2 ? after(s, 2) : *s;

	if (is_word(s, "-")) {
		*value = otfp_otf2_undefined_of(type.form);
		return 1;
	}
	if (starts(s, "s:")) {
		rest = after(s, 2);
		return take_string(r, &rest, value);
	}
	if (starts(s, "t:"))
		return get_number(&rest, value) < 0 ? 0 : resolve(r, type, *value, value);
	if (type.form == OTFP_OTF2_F64 && s->n && otfp_get_double(s->p, s->n, value) == 0)
		return 1;
	return get_number(s, value) == 0;
}

/* TYPE:value */
static int take_value(resolver *r, const struct otfp_str *s, uint64_t *type, uint64_t *value)
{
	const char *colon = memchr(s->p, ':', s->n);
	struct otfp_str name, rest;
	uint32_t half;
	int found;

	if (!colon)
		return 0;
	name = (struct otfp_str){s->p, (size_t)(colon - s->p)};
	rest = after(s, name.n + 1);
	found = type_by_name(&name);
	if (found < 0)
		return 0;
	*type = (uint64_t)found;
	if (found == OTFP_OTF2_TYPE_FLOAT && rest.n && otfp_get_float(rest.p, rest.n, &half) == 0) {
		*value = half;
		return 1;
	}
	return take_number(r, otfp_otf2_value_type(*type), &rest, value);
}

/* An element of a list. */
static int take_element(resolver *r, const struct otfp_otf2_field *f, struct otfp_otf2_type type, struct otfp_str s,
                        struct otfp_buf *to)
{
	uint64_t v[3] = {0};
	const char *colon;
	int code;

	if (f->tail == OTFP_OTF2_LIST) {
		code = take_number(r, type, &s, &v[0]);
		return code > 0 && put_word(to, v[0]) < 0 ? OTFP_EFAIL : code;
	}
	if (f->tail == OTFP_OTF2_METRICS) {
		code = take_value(r, &s, &v[0], &v[1]);
		return code > 0 && otfp_buf_add(to, v, 2 * sizeof *v) < 0 ? OTFP_EFAIL : code;
	}
	colon = memchr(s.p, ':', s.n);
	if (!colon || get_number(&(struct otfp_str){s.p, (size_t)(colon - s.p)}, &v[0]) < 0)
		return 0;
	s = after(&s, (size_t)(colon - s.p) + 1);
	code = take_value(r, &s, &v[1], &v[2]);
	return code > 0 && otfp_buf_add(to, v, sizeof v) < 0 ? OTFP_EFAIL : code;
}

static int take_list(resolver *r, const struct otfp_otf2_field *f, struct otfp_otf2_type type, struct otfp_str s,
                     uint64_t *n, struct otfp_buf *to)
{
	int code = 1;

	for (*n = 0; s.n && code > 0; ++*n) {
		const char *comma = memchr(s.p, ',', s.n);
		const struct otfp_str one = {s.p, comma ? (size_t)(comma - s.p) : s.n};
		code = take_element(r, f, type, one, to);
		s = after(&s, one.n + (comma != NULL));
	}
	return code;
}

/* The text of a field after "=". f: the fields before it are set. */
static int take_text(resolver *r, unsigned row, unsigned field, const struct otfp_str *s, uint64_t *f,
                     struct otfp_buf *to)
{
	const struct otfp_otf2_field *def = &otfp_otf2_rows[row].fields[field];
	struct otfp_otf2_type type = def->type;
	const size_t at = to->n;

	if (row == OTFP_OTF2_Group && field == OTFP_OTF2_Group_members &&
	    f[OTFP_OTF2_Group_groupType] == OTFP_OTF2_GROUP_TYPE_REGIONS)
		type = OTFP_OTF2_REGION_TYPE;
	if (def->tail == OTFP_OTF2_TEXT) {
		if (!starts(s, "s:") || otfp_otf2_decode(to, s->p + 2, s->n - 2) < 0)
			return 0;
		f[field] = to->n - at;
		return pad(to) < 0 ? OTFP_EFAIL : 1;
	}
	if (def->tail)
		return take_list(r, def, type, *s, &f[field], to);
	if (type.form == OTFP_OTF2_VALUE && field)
		return take_value(r, s, &f[field - 1], &f[field]);
	return take_number(r, type, s, &f[field]);
}

/* The next word of a text, which ends at a blank. */
static struct otfp_str next_word(struct otfp_str *text)
{
	const char *blank = text->n ? memchr(text->p, ' ', text->n) : NULL;
	const struct otfp_str word = {text->p, blank ? (size_t)(blank - text->p) : text->n};

	*text = after(text, word.n + (blank != NULL));
	return word;
}

int otfp_otf2_carrier_comment(const struct otfp_otf2_resolver *r, const struct otfp_str *text, unsigned *row,
                              uint64_t *f, struct otfp_buf *to)
{
	struct otfp_str rest = *text, word = next_word(&rest);
	const int is_snap = is_word(&word, COMMENT "snap");
	int code = 1;

	if (!is_snap && !is_word(&word, COMMENT "def"))
		return 0;
	*row = row_of(next_word(&rest), is_snap);
	if (*row == OTFP_OTF2_NROWS)
		return 0;
	for (unsigned i = 0; i < otfp_otf2_rows[*row].nfields; i++)
		f[i] = otfp_otf2_rows[*row].fields[i].tail ?
		               0 :
		               otfp_otf2_undefined_of(otfp_otf2_rows[*row].fields[i].type.form);
	while (rest.n && code > 0) {
		const char *equals;
		unsigned field;
		word = next_word(&rest);
		equals = memchr(word.p, '=', word.n);
		field = equals ? field_of(*row, (struct otfp_str){word.p, (size_t)(equals - word.p)}) : UINT8_MAX;
		if (field < otfp_otf2_rows[*row].nfields) {
			word = after(&word, (size_t)(equals - word.p) + 1);
			code = take_text(r, *row, field, &word, f, to);
		}
	}
	return code;
}
