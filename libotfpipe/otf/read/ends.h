/*
 * ends.h - a first look at a timed file, for the magic line, which precedes all records. It reads both ends of the
 * file. It reads a whole file only if the file is compressed without a flush point near its end, and skips even that
 * if the caller wants the header only.
 */
#ifndef OTFP_OTF_READ_ENDS_H
#define OTFP_OTF_READ_ENDS_H
#include "otf/read/stream.h"

struct otfp_ends {
	uint64_t first, last; /* times of the first and last record */
	int has_first, has_last;
	int unseen;      /* the end was skipped: it would have needed a full read */
	int has_half;    /* of several files together: one of them shows only one end, so the span is unknown */
	int has_trailer; /* after a record: time and process lines alone are no trailer */
	int has_inline;  /* snapshot records in an event file */
	size_t tail_text, tail_packed; /* of the end of a compressed file: bytes of text, and bytes on disk */
	int forms;                     /* OTFP_DISK_SHORT | OTFP_DISK_LONG as seen in keywords */
};

/** Look at the complete lines [p, lines) from the start of a file of that kind. */
void otfp_ends_head(struct otfp_ends *b, const struct otfp_keywords *k, unsigned file, const char *p,
                    const char *lines);
/** Look at the end of the file at path. What is not found stays unset; damage is not reported.
 * @return 0, or <0 if memory or descriptors are out or the file cannot be read */
int otfp_ends_tail(struct otfp_ends *b, struct otfp_reading *r, struct otfp_files *fs, const char *path, int packed,
                   uint32_t id, unsigned file);
#endif
