/*
 * reader.h - VTF3 files as a source: of all four formats, also gzip, one or several fragments of a trace.
 *
 * Records come as they stand in the files, one file after the other; where they may be out of order,
 * otfp_vtf3_is_unsorted() says so, and the caller sorts them.
 */
#ifndef OTFP_VTF3_READER_H
#define OTFP_VTF3_READER_H
#include "otfpipe.h"

struct otfp_vtf3_reader;

/** Whether a regular file at name is VTF3, by its first bytes: a header, also behind gzip. Legacy ASCII has none: then
 * each of the first lines must begin, behind the time, with a keyword of that format. */
int otfp_vtf3_is(const char *name);
/** @param names  files; "-" or NULL = standard input. @return 0 or <0; see otfp_source_open */
int otfp_vtf3_open(struct otfp_vtf3_reader **v, const char *const *names, unsigned n, const struct otfp_read_options *o,
                   struct otfp_error *err);
/** Whether records may come in any order: several files, Legacy ASCII (tau_convert wrote such), a file that begins with
 * Unmerged, or o->vtf3->unmerged. */
int otfp_vtf3_is_unsorted(const struct otfp_vtf3_reader *v);
const struct otfp_header *otfp_vtf3_reader_header(const struct otfp_vtf3_reader *v);
/** See otfp_source_batch. */
int otfp_vtf3_batch(struct otfp_vtf3_reader *v, const struct otfp_record *const **recs, size_t *n);
uint64_t otfp_vtf3_troubles(const struct otfp_vtf3_reader *v);
void otfp_vtf3_close(struct otfp_vtf3_reader *v);
#endif
