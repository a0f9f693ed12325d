/*
 * keyvalue.c - lists of key-values. Programs may read the struct, so it is that of version 1.12.5: a chain of `size`
 * pairs, `count` of them in use, and kvCurrent the first one that is not.
 */
#include "api/otf/keyvalue.h"
#include "api/otf/error.h"
#include "record/tag.h"
#include <stdlib.h>
#include <string.h>

enum { STEP = 10, PART = OTF_KEYVALUE_MAX_ARRAY_LEN };
/* what the functions return if they fail, as version 1.12.5 does */
enum { FAILED = 255, ABSENT = 1, OTHER_TYPE = 2 };

static uint8_t fail(const char *who, uint8_t code)
{
	otf_misuse(who, "no list, or no place for the value");
	return code;
}

static uint8_t fail_memory(void)
{
	struct otfp_error e;

	otfp_fail_memory(&e);
	otf_fail(&e);
	return 1;
}

/* ---- lists ---- */

static int add_spare(OTF_KeyValueList *list)
{
	OTF_KeyValuePairList *p = calloc(1, sizeof *p);

	if (!p)
		return -1;
	p->kvPrev = list->kvEnd;
	if (list->kvEnd)
		list->kvEnd->kvNext = p;
	else
		list->kvBegin = list->kvCurrent = p;
	list->kvEnd = p;
	list->size++;
	return 0;
}

uint8_t OTF_KeyValueList_realloc(OTF_KeyValueList *list, uint32_t num)
{
	if (!list)
		return fail("OTF_KeyValueList_realloc", 1);
	for (uint32_t i = 0; i < num; i++)
		if (add_spare(list) < 0)
			return fail_memory();
	return 0;
}

OTF_KeyValueList *OTF_KeyValueList_new(void)
{
	OTF_KeyValueList *list = calloc(1, sizeof *list);

	if (list && OTF_KeyValueList_realloc(list, STEP) == 0)
		return list;
	if (list)
		OTF_KeyValueList_close(list);
	else
		fail_memory();
	return NULL;
}

uint8_t OTF_KeyValueList_close(OTF_KeyValueList *list)
{
	OTF_KeyValuePairList *next;

	if (!list)
		return fail("OTF_KeyValueList_close", 1);
	for (OTF_KeyValuePairList *p = list->kvBegin; p; p = next) {
		next = p->kvNext;
		free(p);
	}
	free(list);
	return 0;
}

OTF_KeyValueList *OTF_KeyValueList_clone(OTF_KeyValueList *list)
{
	OTF_KeyValueList *copy = OTF_KeyValueList_new();

	if (!copy || !list || OTF_KeyValueList_appendKeyValueList(copy, list) == 0)
		return copy;
	OTF_KeyValueList_close(copy);
	return NULL;
}

uint8_t OTF_KeyValueList_reset(OTF_KeyValueList *list)
{
	if (!list)
		return fail("OTF_KeyValueList_reset", 1);
	list->key_count = list->count = 0;
	list->kvCurrent = list->kvBegin;
	return 0;
}

uint32_t OTF_KeyValueList_getCount(OTF_KeyValueList *list)
{
	return list ? list->key_count : fail("OTF_KeyValueList_getCount", 0);
}

/* ---- append ---- */

/* The first pair of a key; NULL = there is none. */
static OTF_KeyValuePairList *find(const OTF_KeyValueList *list, uint32_t key)
{
	OTF_KeyValuePairList *p = list->kvBegin;

	while (p != list->kvCurrent && p->kvPair.key != key)
		p = p->kvNext;
	return p == list->kvCurrent ? NULL : p;
}

/* As in version 1.12.5 there is always a spare pair, so that kvCurrent is never NULL. */
static uint8_t push(OTF_KeyValueList *list, const OTF_KeyValuePair *pair)
{
	if (list->count + 1 >= list->size && OTF_KeyValueList_realloc(list, STEP))
		return 1;
	list->kvCurrent->kvPair = *pair;
	list->kvCurrent = list->kvCurrent->kvNext;
	list->count++;
	return 0;
}

/* Whether the pair continues the byte array at the end of the list. */
static int is_next_part(const OTF_KeyValueList *list, const OTF_KeyValuePair *pair)
{
	const OTF_KeyValuePair *last = list->count ? &list->kvCurrent->kvPrev->kvPair : NULL;

	return last && last->key == pair->key && last->type == OTF_BYTE_ARRAY && pair->type == OTF_BYTE_ARRAY &&
	       last->value.otf_byte_array.len > PART &&
	       pair->value.otf_byte_array.len == last->value.otf_byte_array.len - PART;
}

static uint8_t append(OTF_KeyValueList *list, const OTF_KeyValuePair *pair)
{
	int is_new = !list || !is_next_part(list, pair);

	if (!list)
		return fail("OTF_KeyValueList_append", FAILED);
	if ((is_new && find(list, pair->key)) || push(list, pair))
		return 1;
	list->key_count += (uint32_t)is_new;
	return 0;
}

uint8_t OTF_KeyValueList_appendPair(OTF_KeyValueList *list, OTF_KeyValuePair pair)
{
	if (pair.type < OTF_CHAR || pair.type > OTF_BYTE_ARRAY) {
		otf_misuse("OTF_KeyValueList_appendPair", "unknown type");
		return 1;
	}
	return append(list, &pair);
}

static uint8_t append_bytes(OTF_KeyValueList *list, uint32_t key, const uint8_t *value, uint32_t len)
{
	OTF_KeyValuePair pair = {.key = key, .type = OTF_BYTE_ARRAY};
	uint8_t code = 0;

	for (uint32_t left = len; left && code == 0; left -= left < PART ? left : PART) {
		pair.value.otf_byte_array.len = left;
		memcpy(pair.value.otf_byte_array.array, value + (len - left), left < PART ? left : PART);
		code = append(list, &pair);
	}
	return code;
}

uint8_t OTF_KeyValueList_appendByteArray(OTF_KeyValueList *list, uint32_t key, uint8_t *value, uint32_t len)
{
	if (!list)
		return fail("OTF_KeyValueList_appendByteArray", FAILED);
	if (find(list, key))
		return 1;
	if (len && !value)
		return fail("OTF_KeyValueList_appendByteArray", FAILED);
	return append_bytes(list, key, value, len);
}

uint8_t OTF_KeyValueList_appendKeyValueList(OTF_KeyValueList *dest_list, OTF_KeyValueList *source_list)
{
	if (!dest_list || !source_list)
		return fail("OTF_KeyValueList_appendKeyValueList", 1);
	for (OTF_KeyValuePairList *p = source_list->kvBegin; p != source_list->kvCurrent; p = p->kvNext) {
		int is_there = find(dest_list, p->kvPair.key) && !is_next_part(dest_list, &p->kvPair);
		if (!is_there && append(dest_list, &p->kvPair))
			return 1;
	}
	return 0;
}

/* The functions of a type that has a member of OTF_Value of its own. */
#define SCALARS(S)                                  \
	S(Char, char, OTF_CHAR, otf_char)           \
	S(Int8, int8_t, OTF_INT8, otf_int8)         \
	S(Uint8, uint8_t, OTF_UINT8, otf_uint8)     \
	S(Int16, int16_t, OTF_INT16, otf_int16)     \
	S(Uint16, uint16_t, OTF_UINT16, otf_uint16) \
	S(Int32, int32_t, OTF_INT32, otf_int32)     \
	S(Uint32, uint32_t, OTF_UINT32, otf_uint32) \
	S(Int64, int64_t, OTF_INT64, otf_int64)     \
	S(Uint64, uint64_t, OTF_UINT64, otf_uint64) \
	S(Float, float, OTF_FLOAT, otf_float)       \
	S(Double, double, OTF_DOUBLE, otf_double)

#define S(name, ctype, id, member)                                                                 \
	uint8_t OTF_KeyValueList_append##name(OTF_KeyValueList *list, uint32_t key, ctype value)   \
	{                                                                                          \
		OTF_KeyValuePair pair = {.key = key, .type = id, .value.member = value};           \
                                                                                                   \
		return append(list, &pair);                                                        \
	}                                                                                          \
	uint8_t OTF_KeyValueList_get##name(OTF_KeyValueList *list, uint32_t key, ctype *value)     \
	{                                                                                          \
		const OTF_KeyValuePair *pair;                                                      \
		uint8_t code = look_up(list, key, id, value, &pair, "OTF_KeyValueList_get" #name); \
                                                                                                   \
		if (code == 0)                                                                     \
			*value = pair->value.member;                                               \
		return code;                                                                       \
	}

/* ---- get ---- */

static uint8_t look_up(const OTF_KeyValueList *list, uint32_t key, OTF_Type type, const void *to,
                       const OTF_KeyValuePair **pair, const char *who)
{
	const OTF_KeyValuePairList *p;

	if (!list || !to)
		return fail(who, FAILED);
	p = find(list, key);
	if (!p)
		return ABSENT;
	if (p->kvPair.type != type)
		return OTHER_TYPE;
	*pair = &p->kvPair;
	return 0;
}

SCALARS(S)
#undef S

uint8_t OTF_KeyValueList_getArrayLength(OTF_KeyValueList *list, uint32_t key, uint32_t *len)
{
	const OTF_KeyValuePair *pair;
	uint8_t code = look_up(list, key, OTF_BYTE_ARRAY, len, &pair, "OTF_KeyValueList_getArrayLength");

	if (code == 0)
		*len = pair->value.otf_byte_array.len;
	return code;
}

uint8_t OTF_KeyValueList_getByteArray(OTF_KeyValueList *list, uint32_t key, uint8_t *value, uint32_t *len)
{
	uint32_t all, room, at = 0, n;
	uint8_t code = OTF_KeyValueList_getArrayLength(list, key, len ? &all : NULL);

	if (code == 0 && !value)
		code = fail("OTF_KeyValueList_getByteArray", FAILED);
	if (code == ABSENT || code == OTHER_TYPE)
		*len = 0;
	if (code)
		return code;
	room = all < *len ? all : *len;
	for (const OTF_KeyValuePairList *p = find(list, key); at < room && p != list->kvCurrent; p = p->kvNext) {
		n = room - at < PART ? room - at : PART;
		memcpy(value + at, p->kvPair.value.otf_byte_array.array, n);
		at += n;
	}
	if (*len < all)
		return FAILED;
	*len = at;
	return 0;
}

/* ---- keys ---- */

OTF_Type OTF_KeyValueList_getTypeForKey(OTF_KeyValueList *list, uint32_t key)
{
	const OTF_KeyValuePairList *p = list ? find(list, key) : NULL;

	if (!list)
		fail("OTF_KeyValueList_getTypeForKey", 0);
	return p ? p->kvPair.type : OTF_UNKNOWN;
}

uint8_t OTF_KeyValueList_hasKey(OTF_KeyValueList *list, uint32_t key)
{
	return list ? !find(list, key) : fail("OTF_KeyValueList_hasKey", OTHER_TYPE);
}

/* Make a pair in use the last spare one. */
static void drop(OTF_KeyValueList *list, OTF_KeyValuePairList *p)
{
	if (p->kvPrev)
		p->kvPrev->kvNext = p->kvNext;
	else
		list->kvBegin = p->kvNext;
	p->kvNext->kvPrev = p->kvPrev; /* there is a spare pair after it */
	p->kvPrev = list->kvEnd;
	p->kvNext = NULL;
	list->kvEnd->kvNext = p;
	list->kvEnd = p;
	list->count--;
}

uint8_t OTF_KeyValueList_removeKey(OTF_KeyValueList *list, uint32_t key)
{
	OTF_KeyValuePairList *p;

	if (!list)
		return fail("OTF_KeyValueList_removeKey", OTHER_TYPE);
	if (!find(list, key))
		return ABSENT;
	while ((p = find(list, key)))
		drop(list, p);
	list->key_count--;
	return 0;
}

/* The first pair of the key at an index; NULL if there is none. */
static OTF_KeyValuePair *at_index(const OTF_KeyValueList *list, uint32_t index)
{
	OTF_KeyValuePairList *p = list->kvBegin;

	for (; p != list->kvCurrent; p = p->kvNext) {
		int is_part = p->kvPrev && p->kvPrev->kvPair.key == p->kvPair.key;
		if (!is_part && index-- == 0)
			return &p->kvPair;
	}
	return NULL;
}

uint8_t OTF_KeyValueList_getPairByIndex(OTF_KeyValueList *list, uint32_t index, OTF_KeyValuePair **pair)
{
	OTF_KeyValuePair *found;

	if (!list || !pair)
		return fail("OTF_KeyValueList_getPairByIndex", OTHER_TYPE);
	found = at_index(list, index);
	if (!found)
		return 1;
	*pair = found;
	return 0;
}

uint8_t OTF_KeyValueList_getKeyByIndex(OTF_KeyValueList *list, uint32_t index, uint32_t *key)
{
	OTF_KeyValuePair *pair;
	uint8_t code = key ? OTF_KeyValueList_getPairByIndex(list, index, &pair) :
	                     fail("OTF_KeyValueList_getKeyByIndex", OTHER_TYPE);

	if (code == 0)
		*key = pair->key;
	return code;
}

/* ---- bits ---- */

float OTF_Int32ToFloat(uint32_t value)
{
	float f;

	memcpy(&f, &value, sizeof f);
	return f;
}

uint32_t OTF_FloatToInt32(float value)
{
	uint32_t u;

	memcpy(&u, &value, sizeof u);
	return u;
}

double OTF_Int64ToDouble(uint64_t value)
{
	double d;

	memcpy(&d, &value, sizeof d);
	return d;
}

uint64_t OTF_DoubleToInt64(double value)
{
	uint64_t u;

	memcpy(&u, &value, sizeof u);
	return u;
}

/* ---- records ---- */

uint64_t otf_pair_bits(const OTF_KeyValuePair *pair)
{
	switch (otfp_tag_width((unsigned)pair->type)) {
	case 8: return pair->value.otf_uint8;
	case 16: return pair->value.otf_uint16;
	case 32: return pair->value.otf_uint32; /* of a float, too */
	default: return pair->value.otf_uint64;
	}
}

static void set_bits(OTF_KeyValuePair *pair, uint64_t bits)
{
	switch (otfp_tag_width((unsigned)pair->type)) {
	case 8: pair->value.otf_uint8 = (uint8_t)bits; break;
	case 16: pair->value.otf_uint16 = (uint16_t)bits; break;
	case 32: pair->value.otf_uint32 = (uint32_t)bits; break;
	default: pair->value.otf_uint64 = bits;
	}
}

/* Append the bytes of a part; bits of the tag is the offset of its bytes. */
static int take_part(struct otfp_scratch *s, struct otfp_tag *t, const byte_array *part)
{
	size_t n = part->len < PART ? part->len : PART;

	if (otfp_scratch_reserve(s, n) < 0)
		return -1;
	memcpy(s->bytes.p + s->bytes.n, part->array, n);
	s->bytes.n += n;
	t->bytes.n += n;
	return 0;
}

static int take_pair(struct otfp_scratch *s, const OTF_KeyValuePair *pair)
{
	struct otfp_tag *t = s->ntags ? &s->tags[s->ntags - 1] : NULL;

	if (!t || t->key != pair->key) {
		t = otfp_scratch_tag(s);
		if (!t)
			return -1;
		t->key = pair->key;
		t->type = (uint8_t)pair->type;
		t->bytes = (struct otfp_str){NULL, 0};
		t->bits = pair->type == OTF_BYTE_ARRAY ? s->bytes.n : otf_pair_bits(pair);
	}
	return pair->type == OTF_BYTE_ARRAY ? take_part(s, t, &pair->value.otf_byte_array) : 0;
}

int otf_tags_of(struct otfp_record *rec, const OTF_KeyValueList *list, struct otfp_scratch *s)
{
	rec->ntags = 0;
	rec->tags = NULL;
	if (!list || !list->count)
		return 0;
	otfp_scratch_clear(s);
	for (const OTF_KeyValuePairList *p = list->kvBegin; p != list->kvCurrent; p = p->kvNext)
		if (take_pair(s, &p->kvPair) < 0)
			return -1;
	for (size_t i = 0; i < s->ntags; i++)
		if (s->tags[i].type == OTFP_TAG_BYTES)
			s->tags[i].bytes.p = s->bytes.p + s->tags[i].bits;
	rec->tags = s->tags;
	rec->ntags = (uint32_t)s->ntags;
	return 0;
}

/* In place: a pair has room for an array, so to copy it costs more than all else. */
static uint8_t append_tag(OTF_KeyValueList *list, const struct otfp_tag *t)
{
	OTF_KeyValuePair *pair = &list->kvCurrent->kvPair;

	if (list->count && find(list, t->key))
		return 0;
	if (t->type == OTFP_TAG_BYTES)
		return append_bytes(list, t->key, (const uint8_t *)t->bytes.p, (uint32_t)t->bytes.n);
	if (list->count + 1 >= list->size && OTF_KeyValueList_realloc(list, STEP))
		return 1;
	pair->key = t->key;
	pair->type = (OTF_Type)t->type;
	set_bits(pair, t->bits);
	list->kvCurrent = list->kvCurrent->kvNext;
	list->count++;
	list->key_count++;
	return 0;
}

int otf_list_fill(OTF_KeyValueList *list, const struct otfp_record *rec)
{
	OTF_KeyValueList_reset(list);
	for (uint32_t i = 0; i < rec->ntags; i++)
		if (append_tag(list, &rec->tags[i]))
			return -1;
	return 0;
}
