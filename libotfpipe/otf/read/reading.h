/*
 * reading.h - what all files of a trace that is read share: the keywords, who
 * lives where, how counters are written, and where damage is told.
 */
#ifndef OTFP_OTF_READ_READING_H
#define OTFP_OTF_READ_READING_H
#include "otf/read/decode.h"
#include "record/streams.h"

struct otfp_reading {
	struct otfp_error *err;
	struct otfp_read_options o;
	struct otfp_keywords keywords;
	struct otfp_master master;
	struct otfp_map counters; /* stream << 32 | counter -> enum otfp_form */
	int special_counters;     /* some counter is not plain unsigned */
	int trailer_required;     /* this version of OTF writes trailers, or a sibling has one */
	int quiet;                /* first look: nothing is told or counted yet */
	uint64_t troubles;        /* told so far */
	struct otfp_map unwanted; /* processes whose timed records nobody wants */
};

/**
 * Tell damage that reading can go on behind; err is filled.
 * @return 0 with --keep-going (it was reported), else OTFP_EDAMAGE
 */
int otfp_reading_damage(struct otfp_reading *r);
/** Tell what makes the exit status 1, though the reading goes on; err is filled. */
void otfp_reading_tell(struct otfp_reading *r);
/** Whether the timed records of a process are to be passed over, unseen. */
static inline int otfp_reading_is_unwanted(const struct otfp_reading *r, uint32_t process)
{
	return r->unwanted.n && otfp_map_get(&r->unwanted, process);
}
/** How values of a counter are written, by the local definition or the global one. */
unsigned otfp_reading_counter(const struct otfp_reading *r, uint32_t stream, uint32_t counter);
#endif
