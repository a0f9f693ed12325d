/* paradigm.h - the paradigms of OTF2, and the names of function groups that they are in OTF. */
#ifndef OTFP_OTF2_CARRY_PARADIGM_H
#define OTFP_OTF2_CARRY_PARADIGM_H
#include "otfpipe.h"

/** The name of the group of functions of a paradigm; "OTHER" for one that is not known. The text is static. */
struct otfp_str otfp_otf2_paradigm_name(uint64_t paradigm);
/** The paradigm of that name, exactly. @return -1 if there is none, as for "OTHER" */
int otfp_otf2_paradigm_by_name(const struct otfp_str *name);

/* Paradigms whose locations have an attribute in OTF, OTF_ATTR_TYPE. */
enum { OTFP_OTF2_NMARKS = 4 };
extern const struct otfp_otf2_mark {
	uint8_t paradigm, attribute;
} otfp_otf2_marks[OTFP_OTF2_NMARKS];
#endif
