/* refs.h - the token fields of each record type, from records.def. */
#ifndef OTFP_REMAP_REFS_H
#define OTFP_REMAP_REFS_H
#include "record/table.h"

/* A field that is a token or a list of tokens. */
struct otfp_ref {
	uint8_t slot;
	uint8_t what;  /* token space; OTFP_W_PROCORGROUP: one of two spaces */
	uint8_t list;  /* the field is a list of tokens */
	uint8_t blank; /* 0 means none */
};

struct otfp_refs {
	uint8_t n;
	struct otfp_ref ref[OTFP_MAX_FIELDS];
};

/** Collect the token fields of each record type in spaces with active[] set, without the token that a definition
 * defines (`defines` of its row). */
void otfp_refs_make(struct otfp_refs refs[OTFP_NTYPES], const uint8_t active[OTFP_NWHATS]);
#endif
