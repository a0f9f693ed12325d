/*
 * writer.h - writes an archive from frames (frame.h). Events and snapshots go to the files of their location as they
 * come, in any order of locations; definitions and markers follow; the anchor file is the last.
 *
 *     otfp_otf2_writer_open
 *     otfp_otf2_writer_put ...       events and snapshots
 *     otfp_otf2_writer_location ...  each, also one without events
 *     otfp_otf2_writer_define ...    global definitions, each after what it refers to, and markers
 *     otfp_otf2_writer_end
 *
 * Descriptors: the budget of io/files.h. Memory: a buffer for each file of events, together at most about
 * OTFP_OTF2_BUFFERS, but 4 KiB for each at least; one for the file of definitions.
 */
#ifndef OTFP_OTF2_WRITE_WRITER_H
#define OTFP_OTF2_WRITE_WRITER_H
#include "otf2/archive.h"

#define OTFP_OTF2_BUFFERS ((size_t)32 << 20) /* bytes */

struct otfp_otf2_writer;

/** Start an archive: make the directory NAME in `directory`, which must exist. No file of the archive may exist.
 * @param err  gets messages until close, with the paths of files. @return 0 or <0; close *w in both cases */
int otfp_otf2_writer_open(struct otfp_otf2_writer **w, const char *directory, const char *name, struct otfp_error *err);
/** Add an event or snapshot to a location. @param row  the caller's number of the location, a small one. @param id  its
 * id in the archive. @return 0 or <0 */
int otfp_otf2_writer_put(struct otfp_otf2_writer *w, size_t row, uint64_t id, const struct otfp_otf2_frame *frame);
/** The file of the events of a location, by row, for encode.h; it stays at its place until the location ends. @return
 * NULL: it has none yet */
struct otfp_otf2_out *otfp_otf2_writer_events(const struct otfp_otf2_writer *w, size_t row);
/** End the files of a location, which nothing may be put into any more. @param has_snaps  whether it needs a file of
 * snapshots. @return 0 or <0 */
int otfp_otf2_writer_location(struct otfp_otf2_writer *w, size_t row, uint64_t id, int has_snaps);
/** Add a global definition or a marker. @param longest  words of the longest of these frames, the same in all calls.
 * @return 0 or <0 */
int otfp_otf2_writer_define(struct otfp_otf2_writer *w, const struct otfp_otf2_frame *frame, size_t longest);
/** Write the anchor file. @param a  version, trace_id and counts are ignored. @return 0 or <0 */
int otfp_otf2_writer_end(struct otfp_otf2_writer *w, const struct otfp_otf2_anchor *a);
/** Free everything; files of an archive that did not end may be left. w may be NULL. */
void otfp_otf2_writer_close(struct otfp_otf2_writer *w);
#endif
