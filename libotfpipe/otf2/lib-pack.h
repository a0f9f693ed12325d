/* lib-pack.h - frames out of what libotf2 hands to callbacks; the callbacks themselves are made of records.def. */
#ifndef OTFP_OTF2_LIB_PACK_H
#define OTFP_OTF2_LIB_PACK_H
#include "otf2/lib.h"

/* Frames, one after the other. */
struct otfp_otf2_pack {
	uint64_t *p;
	size_t n, room; /* words */
};

/* The callbacks for each kind of file, with a struct otfp_otf2_pack as their data. NULL when memory is out. */
struct otfp_otf2_callbacks {
	OTF2_GlobalDefReaderCallbacks *def;
	OTF2_DefReaderCallbacks *local;
	OTF2_EvtReaderCallbacks *event;
	OTF2_SnapReaderCallbacks *snap;
	OTF2_MarkerReaderCallbacks *marker;
};

/** @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_otf2_callbacks_init(struct otfp_otf2_callbacks *c);
#endif
