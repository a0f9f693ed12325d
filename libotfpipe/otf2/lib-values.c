/* lib-values.c - the values of values.def are those of libotf2. */
#include "otf2/values.h"
#include "otf2/wire.h"
#include <otf2/otf2.h>

const char otfp_otf2_lib_version[] = OTF2_VERSION;

#define VALUE(type, name, value) _Static_assert((uint64_t)OTF2_##name == (value), #name);
#include "otf2/values.def"
#undef VALUE

_Static_assert(OTF2_UNDEFINED_STRING == UINT32_MAX && OTF2_UNDEFINED_IO_PARADIGM == UINT8_MAX &&
                       OTF2_UNDEFINED_LOCATION == UINT64_MAX && OTF2_UNDEFINED_TIMESTAMP == UINT64_MAX,
               "undefined values");
