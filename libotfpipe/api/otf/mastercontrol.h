/* mastercontrol.h - which processes are in which stream, as programs see it: private to otf.h. */
#ifndef OTFP_API_OTF_MASTERCONTROL_H
#define OTFP_API_OTF_MASTERCONTROL_H
#include "api/otf/manager.h"
#include "open-trace-format/OTF_MasterControl.h"

struct struct_OTF_MasterControl {
	OTF_FileManager *manager;
	OTF_MapEntry *map; /* sorted by stream; each has at least one process */
	uint32_t n, room;
	OTF_Pair *pairs; /* sorted by process */
	uint32_t npairs, pairs_room;
};
#endif
