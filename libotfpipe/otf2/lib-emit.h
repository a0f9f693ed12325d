/* lib-emit.h - frames to libotf2; the calls are made of records.def. */
#ifndef OTFP_OTF2_LIB_EMIT_H
#define OTFP_OTF2_LIB_EMIT_H
#include "otf2/lib.h"

struct otfp_otf2_emitter {
	void *to; /* the writer of libotf2 for frames of this kind: of a location's events, of global definitions, ...
	           */
	OTF2_AttributeList *tags;
	char *scratch; /* texts with their NUL, lists of elements of less than 8 bytes */
	size_t used, room;
	const char *failed; /* what libotf2 was not asked to write */
};

/** Write a sound frame. @return 0; -1: libotf2 has said why, or e->failed does */
OTFP_MUST_CHECK int otfp_otf2_write_frame(struct otfp_otf2_emitter *e, const struct otfp_otf2_frame *f);
#endif
