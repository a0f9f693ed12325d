/* OTF_inttypes.h - integers, and the values of counters as their 64 bits: otf.h. */
#ifndef OTF_INTTYPES_H
#define OTF_INTTYPES_H
#include <inttypes.h>
#include <stdint.h>

/* Marks what the library exports. */
#ifndef OTF_API
#define OTF_API __attribute__((visibility("default")))
#endif

#define OTF_HAVE_STDINT_H 1
#define OTF_HAVE_INTTYPES_H 1
#define OTF_SIZEOF_LONG __SIZEOF_LONG__
#define OTF_UINT64_MAX ((uint64_t)-1)

#ifdef __cplusplus
extern "C" {
#endif

/** The 64 bits of a counter value, and back. They never fail. */
OTF_API uint64_t OTF_Unsigned2Counter(uint64_t value);
OTF_API uint64_t OTF_Counter2Unsigned(uint64_t value);
OTF_API uint64_t OTF_Signed2Counter(int64_t value);
OTF_API int64_t OTF_Counter2Signed(uint64_t value);
/** A float is stored in the low 32 bits. */
OTF_API uint64_t OTF_Float2Counter(float value);
OTF_API float OTF_Counter2Float(uint64_t value);
OTF_API uint64_t OTF_Double2Counter(double value);
OTF_API double OTF_Counter2Double(uint64_t value);

#ifdef __cplusplus
}
#endif
#endif
