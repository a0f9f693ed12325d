/*
 * reading.h - what all files of a trace being read share: options, keywords, the master file, value types of counters,
 * and the way damage is reported.
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
	int quiet;                /* first look: nothing is reported or counted */
	uint64_t troubles;        /* reported or counted so far */
	struct otfp_map unwanted; /* processes whose timed records are skipped */
	int has_no_stream;        /* the master file is blank, as that of a share without streams */
	int is_cut;               /* --part: the only stream is shared by its processes; those of others are unwanted */
	int is_rest;              /* and the first of its processes are in another share */
};

/**
 * Damage after which reading can continue; the caller has filled err.
 * @return 0 with keep_going (then it is reported), else OTFP_EDAMAGE
 */
int otfp_reading_damage(struct otfp_reading *r);
/** Count and report a trouble, which makes the exit status 1 while the reading continues; the caller has filled err. */
void otfp_reading_report(struct otfp_reading *r);
/** Whether the timed records of a process are skipped without decoding. */
static inline int otfp_reading_is_unwanted(const struct otfp_reading *r, uint32_t process)
{
	return r->unwanted.n && otfp_map_get(&r->unwanted, process);
}
/** The value type (enum otfp_form) of a counter by its local definition, else its global one. @return OTFP_FORM_RAW if
 * undefined */
unsigned otfp_reading_counter(const struct otfp_reading *r, uint32_t stream, uint32_t counter);
#endif
