#include "base/options.h"
#include <string.h>

enum { SIZE_MOST = 4096 }; /* a size beyond that was never set */

int otfp_options_copy(void *to, size_t size, const void *from, const char *what, struct otfp_error *err)
{
	size_t given;

	if (!from)
		return 0;
	memcpy(&given, from, sizeof given);
	if (given < sizeof given || given > SIZE_MOST)
		return otfp_fail(err, OTFP_EUSAGE, "struct %s has no size; %s_init() sets it", what, what);
	for (size_t i = size; i < given; i++)
		if (((const char *)from)[i])
			return otfp_fail(err, OTFP_EUSAGE,
			                 "struct %s has options that libotfpipe " OTFP_VERSION " does not know", what);
	memcpy(to, from, given < size ? given : size);
	memcpy(to, &size, sizeof size);
	return 0;
}

const char *otfp_version(void)
{
	return OTFP_VERSION;
}

unsigned otfp_version_number(void)
{
	return OTFP_VERSION_NUMBER;
}
