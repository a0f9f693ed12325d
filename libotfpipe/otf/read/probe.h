/*
 * probe.h - a first look at a timed file: what the magic line must say before any
 * record is read. Looks at both ends; reads the whole file only where compressed
 * data have no flush point near their end, and not even then where a glance is enough.
 */
#ifndef OTFP_OTF_READ_PROBE_H
#define OTFP_OTF_READ_PROBE_H
#include "otf/read/stream.h"

struct otfp_probe {
	uint64_t first, last; /* times of the first and last record */
	int has_first, has_last;
	int unseen;      /* the end was not looked at, since that would have been a full read */
	int has_half;    /* of several files together: one showed only one end, so the span is not known */
	int has_trailer; /* behind a record: a time and process line alone say nothing */
	int has_inline;  /* snapshot records in an event file */
	size_t tail_text, tail_packed; /* of a compressed file, bytes of its end as text and as they are */
	int forms;                     /* OTFP_SHORT | OTFP_LONG as seen in keywords */
};

/** Look at the window [p, lines) at the beginning of a file of that kind. */
void otfp_probe_head(struct otfp_probe *b, const struct otfp_keywords *k, unsigned file, const char *p,
                     const char *lines);
/** Look at the end of the file at path. What cannot be found stays unset; nothing is told.
 * @return 0, or <0 where memory or descriptors fail */
int otfp_probe_tail(struct otfp_probe *b, struct otfp_reading *r, struct otfp_files *fs, const char *path, int packed,
                    uint32_t id, unsigned file);
#endif
