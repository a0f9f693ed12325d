/*
 * reader.h - reads VTF3 files as a source of OTF records: all four formats, also with gzip, one or several fragments
 * of a trace.
 *
 * Records come in the order of the files, one file after the other. If they may be out of order,
 * otfp_vtf3_is_unsorted() is true and the caller must sort them.
 */
#ifndef OTFP_VTF3_READER_H
#define OTFP_VTF3_READER_H
#include "otfpipe.h"

struct otfp_vtf3_reader;

/**
 * Whether a regular file is VTF3, by its first bytes (after gunzip). Legacy ASCII has no header: there, each of the
 * first lines must be a record of that format.
 */
int otfp_vtf3_is(const char *name);
/**
 * Open files and read up to the first event. @param names  files; "-" or NULL is standard input. @return 0 or <0; see
 * otfp_source_open
 */
int otfp_vtf3_open(struct otfp_vtf3_reader **v, const char *const *names, unsigned n, const struct otfp_read_options *o,
                   struct otfp_error *err);
/**
 * Whether records may come in any order: several files, Legacy ASCII (tau_convert writes it unsorted), a file that
 * begins with Unmerged, or o->vtf3->unmerged.
 */
int otfp_vtf3_is_unsorted(const struct otfp_vtf3_reader *v);
/** The header of the stream; owned by v. */
const struct otfp_header *otfp_vtf3_reader_header(const struct otfp_vtf3_reader *v);
/** The next records; see otfp_source_batch. */
int otfp_vtf3_batch(struct otfp_vtf3_reader *v, const struct otfp_record *const **recs, size_t *n);
/** Number of damaged records so far. */
uint64_t otfp_vtf3_troubles(const struct otfp_vtf3_reader *v);
/** Close the files; v may be NULL. */
void otfp_vtf3_close(struct otfp_vtf3_reader *v);
#endif
