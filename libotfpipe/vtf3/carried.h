/* carried.h - the carriers of OTF that stand in VTF3 (keys.h), on their way back. A part of convert.h. */
#ifndef OTFP_VTF3_CARRIED_H
#define OTFP_VTF3_CARRIED_H
#include "line/names.h"
#include "record/scratch.h"
#include "vtf3/keys.h"
#include "vtf3/record.h"

struct otfp_vtf3_convert;

struct otfp_vtf3_carried {
	struct otfp_name_index names;
	struct otfp_scratch scratch; /* of rec */
	struct otfp_buf text;        /* the parts so far, or the line that rec points into */
	struct otfp_record rec;
	double time;            /* of the comment that was taken last */
	struct otfp_buf header; /* header.other */
};

/** A comment, or a record while something waits for it (c->waits). @return 0 or <0 */
int otfp_vtf3_carried_take(struct otfp_vtf3_convert *c, const struct otfp_vtf3_record *rec);
/** What is to be known of a record of OTF that comes as a line. @return 0 or <0 */
int otfp_vtf3_learn(struct otfp_vtf3_convert *c, const struct otfp_record *rec);
/** No more records come for what waits: it stays as comments. @return 0 or <0 */
int otfp_vtf3_carried_end(struct otfp_vtf3_convert *c);
void otfp_vtf3_carried_free(struct otfp_vtf3_carried *k); /* may be NULL */
#endif
