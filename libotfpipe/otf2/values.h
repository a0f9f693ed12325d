/*
 * values.h - the enumerations of OTF2 by name: OTFP_OTF2_PARADIGM_MPI is OTF2_PARADIGM_MPI, and so on for all names of
 * values.def. An undefined reference is the largest number of its width: UINT8_MAX of an IoParadigmRef, UINT64_MAX of
 * a LocationRef and a TimeStamp, UINT32_MAX of the others.
 */
#ifndef OTFP_OTF2_VALUES_H
#define OTFP_OTF2_VALUES_H

enum otfp_otf2_value {
#define VALUE(type, name, value) OTFP_OTF2_##name = value,
#include "otf2/values.def"
#undef VALUE
};
#endif
