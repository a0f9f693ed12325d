/* fileset.h - open the files of a stream set by stream and kind. */
#ifndef OTFP_OTF_READ_FILESET_H
#define OTFP_OTF_READ_FILESET_H
#include "base/map.h"
#include "io/input.h"
#include "otf/read/reading.h"

struct otfp_fileset {
	struct otfp_reading *reading;
	struct otfp_files *files;
	const char *stub;     /* path without ".otf" */
	size_t block;         /* bytes read at a time */
	struct otfp_buf path; /* of the file that was found last */
	int packed;           /* that file is zlib-compressed */
	/* Hashes of the suffixes after the stub in its directory. With `listed`, a suffix that is not in the map does
	 * not exist; otherwise (few streams) access(2) decides for each file. */
	struct otfp_map names;
	int listed;
};

/**
 * Find the file of a stream and kind: the plain one, else the one with ".z"; definitions also as ".defs".
 * Sets fs->path and fs->packed.
 * @return 1 if found, 0 if not, <0 with reading->err filled
 */
int otfp_fileset_find(struct otfp_fileset *fs, uint32_t stream, unsigned file);
/** Find and open a file; errors of opening and of later reading go to err. @return 0; 1 if there is no such file; <0 */
int otfp_fileset_open(struct otfp_fileset *fs, uint32_t stream, unsigned file, struct otfp_input **in,
                      struct otfp_error *err);
/** Free path and names; the caller owns the other fields. */
void otfp_fileset_release(struct otfp_fileset *fs);
/** Report that the master file at path names no process, though the trace is no share. @param is_empty  it has 0 bytes
 * @return 0 with keep_going, else <0 */
int otfp_fileset_no_process(struct otfp_fileset *fs, const char *path, int is_empty);
/** Read NAME.otf into reading->master. @param fd  it is open as that, which is closed here; -1: it is not
 * @return 0 or <0 */
int otfp_fileset_master(struct otfp_fileset *fs, int fd);
#endif
