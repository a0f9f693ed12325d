/* carried.h - reads the carriers of OTF in VTF3 files (keys.h). A part of records.h. */
#ifndef OTFP_VTF3_READ_CARRIED_H
#define OTFP_VTF3_READ_CARRIED_H
#include "line/names.h"
#include "record/scratch.h"
#include "vtf3/keys.h"
#include "vtf3/record.h"

struct otfp_vtf3_reading;

struct otfp_vtf3_carried {
	struct otfp_name_index names;
	struct otfp_scratch scratch; /* memory of rec */
	struct otfp_buf text;        /* the parts so far, or the line that rec points into */
	struct otfp_record rec;
	double time;            /* time of the last carrier comment */
	struct otfp_buf header; /* memory of header.other */
};

/** Convert a comment, or the record that a carrier waits for (c->waits). @return 0 or <0 */
int otfp_vtf3_carried_read(struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec);
/** Remember what later records need of a carried OTF record: resolution, counter forms, keys. @return 0 or <0 */
int otfp_vtf3_learn(struct otfp_vtf3_reading *c, const struct otfp_record *rec);
/** End of input for a waiting carrier: report it and keep it as a comment. @return 0 or <0 */
int otfp_vtf3_carried_end(struct otfp_vtf3_reading *c);
/** Free it; k may be NULL. */
void otfp_vtf3_carried_free(struct otfp_vtf3_carried *k);
#endif
