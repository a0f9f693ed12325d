/*
 * write-lists.c - what lists of key-values answer, and what they look like to a program that reads the struct.
 * usage: write-lists [own]; own: what version 1.12.5 does wrong: it removes only a part of an array and doubles arrays
 */
#include <inttypes.h>
#include <otf.h>
#include <stdio.h>
#include <string.h>

static int place(const OTF_KeyValueList *list, const OTF_KeyValuePairList *pair)
{
	int i = 0;

	for (const OTF_KeyValuePairList *p = list->kvBegin; p && p != pair; p = p->kvNext)
		i++;
	return i;
}

static void show(const char *what, int result, OTF_KeyValueList *list)
{
	const OTF_KeyValuePairList *p = list->kvBegin;

	printf("%s = %d: %u keys, %u of %u pairs, current %d, end %d:", what, result, list->key_count, list->count,
	       list->size, place(list, list->kvCurrent), place(list, list->kvEnd));
	for (uint32_t i = 0; i < list->count; i++, p = p->kvNext) {
		printf(" %u:%d", p->kvPair.key, p->kvPair.type);
		if (p->kvPair.type == OTF_BYTE_ARRAY)
			printf("[%u from %u]", p->kvPair.value.otf_byte_array.len,
			       p->kvPair.value.otf_byte_array.array[0]);
	}
	printf(" count %u\n", OTF_KeyValueList_getCount(list));
}

#define TRY(call) show(#call, call, l)
#define TELL(call) printf("%s = %d\n", #call, call)

#define SCALAR(name, type, key, value, format)                                                    \
	do {                                                                                      \
		type v = 0;                                                                       \
		TRY(OTF_KeyValueList_append##name(l, key, value));                                \
		TELL(OTF_KeyValueList_get##name(l, key, &v));                                     \
		printf(" " format ", type %d\n", v, (int)OTF_KeyValueList_getTypeForKey(l, key)); \
		TELL(OTF_KeyValueList_get##name(l, 12, &v));                                      \
		TELL(OTF_KeyValueList_get##name(l, 99, &v));                                      \
		printf(" " format "\n", v);                                                       \
	} while (0)

static void scalars(OTF_KeyValueList *l)
{
	uint8_t one = 7;

	TRY(OTF_KeyValueList_appendByteArray(l, 12, &one, 1));
	SCALAR(Char, char, 1, 'A', "%d");
	SCALAR(Int8, int8_t, 2, -2, "%d");
	SCALAR(Uint8, uint8_t, 3, 0xfe, "%u");
	SCALAR(Int16, int16_t, 4, -3, "%d");
	SCALAR(Uint16, uint16_t, 5, 0xfffe, "%u");
	SCALAR(Int32, int32_t, 6, -4, "%d");
	SCALAR(Uint32, uint32_t, 7, 0xfffffffe, "%u");
	SCALAR(Int64, int64_t, 8, -5, "%" PRId64);
	SCALAR(Uint64, uint64_t, 9, 0xfffffffffffffffe, "%" PRIu64);
	SCALAR(Float, float, 10, 1.5f, "%f");
	SCALAR(Double, double, 11, -2.25, "%f");
	TRY(OTF_KeyValueList_appendInt8(l, 9, 1));
}

static void arrays(OTF_KeyValueList *l)
{
	static uint8_t in[600], out[600];
	uint32_t n = sizeof out;

	for (unsigned i = 0; i < sizeof in; i++)
		in[i] = (uint8_t)i;
	TRY(OTF_KeyValueList_appendByteArray(l, 100, in, 250));
	TRY(OTF_KeyValueList_appendByteArray(l, 100, in, 10));
	TRY(OTF_KeyValueList_appendByteArray(l, 101, in, 0));
	TRY(OTF_KeyValueList_appendByteArray(l, 102, in, 100));
	TRY(OTF_KeyValueList_appendByteArray(l, 103, in, 101));
	TELL(OTF_KeyValueList_getByteArray(l, 100, out, &n));
	printf("%u %d\n", n, memcmp(in, out, 250));
	n = 120;
	memset(out, 9, sizeof out);
	TELL(OTF_KeyValueList_getByteArray(l, 100, out, &n));
	printf("%u %d %d\n", n, memcmp(in, out, 120), out[120]);
	TELL(OTF_KeyValueList_getByteArray(l, 3, out, &n));
	printf("%u\n", n);
	TELL(OTF_KeyValueList_getByteArray(l, 999, out, &n));
	TELL(OTF_KeyValueList_getArrayLength(l, 100, &n));
	printf("%u\n", n);
	TELL(OTF_KeyValueList_getArrayLength(l, 3, &n));
	TELL(OTF_KeyValueList_getArrayLength(l, 999, &n));
}

static void keys(OTF_KeyValueList *l)
{
	OTF_KeyValuePair *pair;
	uint32_t key;

	TELL(OTF_KeyValueList_hasKey(l, 3));
	TELL(OTF_KeyValueList_hasKey(l, 999));
	printf("%d\n", (int)OTF_KeyValueList_getTypeForKey(l, 999));
	for (uint32_t i = 0; i < 20; i++) {
		key = 0;
		pair = NULL;
		TELL(OTF_KeyValueList_getKeyByIndex(l, i, &key));
		TELL(OTF_KeyValueList_getPairByIndex(l, i, &pair));
		printf("%u %u\n", key, pair ? pair->key : 0);
	}
	TRY(OTF_KeyValueList_removeKey(l, 999));
	TRY(OTF_KeyValueList_realloc(l, 5));
	TRY(OTF_KeyValueList_realloc(l, 0));
}

static void pairs(OTF_KeyValueList *l)
{
	OTF_KeyValuePair pair = {2, OTF_BYTE_ARRAY, {0}};

	memset(&pair.value, 0, sizeof pair.value);
	for (uint32_t left = 250; left < 1000; left -= 100) {
		pair.value.otf_byte_array.len = left;
		TRY(OTF_KeyValueList_appendPair(l, pair));
	}
	pair.key = 3;
	pair.type = OTF_INT16;
	pair.value.otf_int16 = -7;
	TRY(OTF_KeyValueList_appendPair(l, pair));
	TRY(OTF_KeyValueList_appendPair(l, pair));
}

static void lists(OTF_KeyValueList *source)
{
	OTF_KeyValueList *l = OTF_KeyValueList_clone(source);

	show("clone", 0, l);
	TRY(OTF_KeyValueList_reset(l));
	TRY(OTF_KeyValueList_appendUint8(l, 3, 1));
	TRY(OTF_KeyValueList_appendKeyValueList(l, source));
	OTF_KeyValueList_close(l);
	l = OTF_KeyValueList_new();
	pairs(l);
	TELL(OTF_KeyValueList_close(l));
	l = OTF_KeyValueList_clone(NULL);
	show("clone of NULL", 0, l);
	OTF_KeyValueList_close(l);
}

static void own(OTF_KeyValueList *source)
{
	OTF_KeyValueList *l = OTF_KeyValueList_clone(source);

	TRY(OTF_KeyValueList_appendKeyValueList(l, source));
	TRY(OTF_KeyValueList_removeKey(l, 100));
	TRY(OTF_KeyValueList_removeKey(l, 12));
	TRY(OTF_KeyValueList_removeKey(l, 103));
	TRY(OTF_KeyValueList_appendUint8(l, 100, 1));
	TRY(OTF_KeyValueList_appendKeyValueList(l, source));
	OTF_KeyValueList_close(l);
}

int main(int argc, char **argv)
{
	OTF_KeyValueList *l = OTF_KeyValueList_new();

	(void)argv;
	show("new", 0, l);
	scalars(l);
	arrays(l);
	keys(l);
	lists(l);
	if (argc > 1)
		own(l);
	printf("%d\n", OTF_KeyValueList_close(l));
	printf("%f %u %f %" PRIu64 "\n", OTF_Int32ToFloat(0x3fc00000), OTF_FloatToInt32(-2.5f),
	       OTF_Int64ToDouble(0xc002000000000000), OTF_DoubleToInt64(1.1));
	return 0;
}
