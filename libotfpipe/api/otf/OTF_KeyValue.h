/*
 * OTF_KeyValue.h - key-value pairs of a record: otf.h. The manual is otfpipe-otf(3).
 *
 * The functions that return uint8_t return 0 if they did what they say, also OTF_KeyValueList_hasKey. A NULL list is
 * refused. A key is at most once in a list. A write function with a list writes its pairs before the record and empties
 * the list.
 */
#ifndef OTF_KEYVALUE_H
#define OTF_KEYVALUE_H
#include "OTF_Definitions.h"
#include "OTF_inttypes.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum OTF_Type_enum {
	OTF_UNKNOWN = -1,
	OTF_CHAR = 0,
	OTF_INT8 = 1,
	OTF_UINT8 = 2,
	OTF_INT16 = 3,
	OTF_UINT16 = 4,
	OTF_INT32 = 5,
	OTF_UINT32 = 6,
	OTF_INT64 = 7,
	OTF_UINT64 = 8,
	OTF_FLOAT = 9,
	OTF_DOUBLE = 10,
	OTF_BYTE_ARRAY = 11
} OTF_Type;

/* Part of a byte array. len counts the bytes from the start of this part to the end of the array. */
typedef struct byte_array_struct {
	uint8_t array[OTF_KEYVALUE_MAX_ARRAY_LEN];
	uint32_t len;
} byte_array;

typedef union OTF_Value_union {
	char otf_char;
	int8_t otf_int8;
	uint8_t otf_uint8;
	int16_t otf_int16;
	uint16_t otf_uint16;
	int32_t otf_int32;
	uint32_t otf_uint32;
	int64_t otf_int64;
	uint64_t otf_uint64;
	float otf_float;
	double otf_double;
	byte_array otf_byte_array;
} OTF_Value;

typedef struct OTF_KeyValuePair_struct {
	uint32_t key;
	OTF_Type type;
	OTF_Value value;
} OTF_KeyValuePair;

typedef struct OTF_KeyValuePairList_struct {
	OTF_KeyValuePair kvPair;
	struct OTF_KeyValuePairList_struct *kvNext;
	struct OTF_KeyValuePairList_struct *kvPrev;
} OTF_KeyValuePairList;

/*
 * The pairs before kvCurrent are in use, those from kvCurrent to kvEnd are spare; there is at least one of these. A
 * byte array longer than OTF_KEYVALUE_MAX_ARRAY_LEN has several pairs of one key in a row.
 */
typedef struct OTF_KeyValueList_struct {
	uint32_t key_count; /* keys in use */
	uint32_t count;     /* pairs in use */
	uint32_t size;      /* pairs */
	OTF_KeyValuePairList *kvBegin;
	OTF_KeyValuePairList *kvEnd;
	OTF_KeyValuePairList *kvCurrent;
} OTF_KeyValueList;

/* ---- lists ---- */

/** An empty list, which the caller frees with OTF_KeyValueList_close. @return NULL when memory is out */
OTF_API OTF_KeyValueList *OTF_KeyValueList_new(void);
/** Free a list. */
OTF_API uint8_t OTF_KeyValueList_close(OTF_KeyValueList *list);
/** A copy, which the caller frees with OTF_KeyValueList_close; of NULL an empty list. @return NULL when memory is out
 */
OTF_API OTF_KeyValueList *OTF_KeyValueList_clone(OTF_KeyValueList *list);
/** Empty a list; its memory stays. */
OTF_API uint8_t OTF_KeyValueList_reset(OTF_KeyValueList *list);
/** Make room for `num` more pairs. @return 1 when memory is out */
OTF_API uint8_t OTF_KeyValueList_realloc(OTF_KeyValueList *list, uint32_t num);
/** The number of keys. 0 for NULL. */
OTF_API uint32_t OTF_KeyValueList_getCount(OTF_KeyValueList *list);

/* ---- append; 1 if the key is in the list already, or when memory is out ---- */

OTF_API uint8_t OTF_KeyValueList_appendChar(OTF_KeyValueList *list, uint32_t key, char value);
OTF_API uint8_t OTF_KeyValueList_appendInt8(OTF_KeyValueList *list, uint32_t key, int8_t value);
OTF_API uint8_t OTF_KeyValueList_appendUint8(OTF_KeyValueList *list, uint32_t key, uint8_t value);
OTF_API uint8_t OTF_KeyValueList_appendInt16(OTF_KeyValueList *list, uint32_t key, int16_t value);
OTF_API uint8_t OTF_KeyValueList_appendUint16(OTF_KeyValueList *list, uint32_t key, uint16_t value);
OTF_API uint8_t OTF_KeyValueList_appendInt32(OTF_KeyValueList *list, uint32_t key, int32_t value);
OTF_API uint8_t OTF_KeyValueList_appendUint32(OTF_KeyValueList *list, uint32_t key, uint32_t value);
OTF_API uint8_t OTF_KeyValueList_appendInt64(OTF_KeyValueList *list, uint32_t key, int64_t value);
OTF_API uint8_t OTF_KeyValueList_appendUint64(OTF_KeyValueList *list, uint32_t key, uint64_t value);
OTF_API uint8_t OTF_KeyValueList_appendFloat(OTF_KeyValueList *list, uint32_t key, float value);
OTF_API uint8_t OTF_KeyValueList_appendDouble(OTF_KeyValueList *list, uint32_t key, double value);
/** Copies len bytes. An array of 0 bytes adds nothing. */
OTF_API uint8_t OTF_KeyValueList_appendByteArray(OTF_KeyValueList *list, uint32_t key, uint8_t *value, uint32_t len);
/** A pair of any type. Parts of a byte array come one after the other. */
OTF_API uint8_t OTF_KeyValueList_appendPair(OTF_KeyValueList *list, OTF_KeyValuePair pair);
/** All pairs of source_list whose keys are not in dest_list. */
OTF_API uint8_t OTF_KeyValueList_appendKeyValueList(OTF_KeyValueList *dest_list, OTF_KeyValueList *source_list);

/* ---- get; 1 if the key is not in the list, 2 if it has another type ---- */

OTF_API uint8_t OTF_KeyValueList_getChar(OTF_KeyValueList *list, uint32_t key, char *value);
OTF_API uint8_t OTF_KeyValueList_getInt8(OTF_KeyValueList *list, uint32_t key, int8_t *value);
OTF_API uint8_t OTF_KeyValueList_getUint8(OTF_KeyValueList *list, uint32_t key, uint8_t *value);
OTF_API uint8_t OTF_KeyValueList_getInt16(OTF_KeyValueList *list, uint32_t key, int16_t *value);
OTF_API uint8_t OTF_KeyValueList_getUint16(OTF_KeyValueList *list, uint32_t key, uint16_t *value);
OTF_API uint8_t OTF_KeyValueList_getInt32(OTF_KeyValueList *list, uint32_t key, int32_t *value);
OTF_API uint8_t OTF_KeyValueList_getUint32(OTF_KeyValueList *list, uint32_t key, uint32_t *value);
OTF_API uint8_t OTF_KeyValueList_getInt64(OTF_KeyValueList *list, uint32_t key, int64_t *value);
OTF_API uint8_t OTF_KeyValueList_getUint64(OTF_KeyValueList *list, uint32_t key, uint64_t *value);
OTF_API uint8_t OTF_KeyValueList_getFloat(OTF_KeyValueList *list, uint32_t key, float *value);
OTF_API uint8_t OTF_KeyValueList_getDouble(OTF_KeyValueList *list, uint32_t key, double *value);
/** @param len  in: bytes at value; out: the length of the array, or 0 if there is none
 * @return also 255: value is too small; it has what fits, and *len is unchanged */
OTF_API uint8_t OTF_KeyValueList_getByteArray(OTF_KeyValueList *list, uint32_t key, uint8_t *value, uint32_t *len);
/** The length of a byte array, in bytes. */
OTF_API uint8_t OTF_KeyValueList_getArrayLength(OTF_KeyValueList *list, uint32_t key, uint32_t *len);

/* ---- keys ---- */

/** @return OTF_UNKNOWN if the key is not in the list */
OTF_API OTF_Type OTF_KeyValueList_getTypeForKey(OTF_KeyValueList *list, uint32_t key);
/** @return 0 if the key is in the list, 1 if it is not, 2 for NULL */
OTF_API uint8_t OTF_KeyValueList_hasKey(OTF_KeyValueList *list, uint32_t key);
/** Remove a key and its value. @return 1 if the key is not in the list */
OTF_API uint8_t OTF_KeyValueList_removeKey(OTF_KeyValueList *list, uint32_t key);
/** The key, or a pointer to its first pair, at an index from 0 to OTF_KeyValueList_getCount - 1. The pair belongs to
 * the list and is valid until the list changes. @return 1 if the index is too large */
OTF_API uint8_t OTF_KeyValueList_getKeyByIndex(OTF_KeyValueList *list, uint32_t index, uint32_t *key);
OTF_API uint8_t OTF_KeyValueList_getPairByIndex(OTF_KeyValueList *list, uint32_t index, OTF_KeyValuePair **pair);

/* ---- the bits of floating-point values, IEEE 754; they never fail ---- */

OTF_API float OTF_Int32ToFloat(uint32_t value);
OTF_API uint32_t OTF_FloatToInt32(float value);
OTF_API double OTF_Int64ToDouble(uint64_t value);
OTF_API uint64_t OTF_DoubleToInt64(double value);

#ifdef __cplusplus
}
#endif
#endif
