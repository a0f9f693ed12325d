/* refs.h - which fields of a record are tokens: records.def as lists, a list a record type. */
#ifndef OTFP_REMAP_REFS_H
#define OTFP_REMAP_REFS_H
#include "record/table.h"

/* A field that is a token or a list of them. */
struct otfp_ref {
	uint8_t slot;
	uint8_t what;  /* its space; OTFP_W_PROCORGROUP: of two spaces */
	uint8_t list;  /* a list of tokens */
	uint8_t blank; /* 0 says that there is none */
};

struct otfp_refs {
	uint8_t n;
	struct otfp_ref ref[OTFP_MAX_FIELDS];
};

/** The tokens of each record type in spaces of which active[] is set, without the one that a definition
 * defines: that is `defines` of its row. */
void otfp_refs_make(struct otfp_refs refs[OTFP_NTYPES], const uint8_t active[OTFP_NWHATS]);
#endif
