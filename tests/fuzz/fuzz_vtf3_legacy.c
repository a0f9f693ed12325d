/* fuzz_vtf3_legacy.c - bytes as VTF3, Legacy ASCII: see vtf3.h. */
#include "vtf3.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	return fuzz_vtf3(data, size, OTFP_VTF3_LEGACY_ASCII);
}
