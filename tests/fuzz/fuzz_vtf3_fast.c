/* fuzz_vtf3_fast.c - bytes as VTF3, Fast ASCII: see vtf3.h. */
#include "vtf3.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	return fuzz_vtf3(data, size, OTFP_VTF3_FST_ASCII);
}
