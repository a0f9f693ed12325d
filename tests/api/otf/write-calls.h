/* write-calls.h - what the programs that call each write function share: arguments, and a line for each call. */
#ifndef TESTS_WRITE_CALLS_H
#define TESTS_WRITE_CALLS_H
#include <otf.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t t;
static uint32_t p = 1;
static uint32_t list[3] = {1, 20, 0xffffffff};
static OTF_ATTR_TYPE types[3] = {OTF_ATTR_IsMPIRank, OTF_ATTR_UNKNOWN, OTF_ATTR_IsMasterThread};
static OTF_KeyValueList *kv;

/* Fill the list again: each write empties it. */
static OTF_KeyValueList *pairs(void)
{
	static uint8_t bytes[250];

	bytes[0] = (uint8_t)t;
	OTF_KeyValueList_appendUint64(kv, 1, t);
	OTF_KeyValueList_appendByteArray(kv, 2, bytes, (uint32_t)(t % 250));
	return kv;
}

static void show(const char *call, int result)
{
	printf("%s %d %u\n", call, result, OTF_KeyValueList_getCount(kv));
}

#define TRY(call) show(#call, call)

#endif
