/* fileset.h - the files of one stream set: opening them by stream and kind. */
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
	struct otfp_buf path; /* of the file found last */
	int packed;           /* it is zlib */
	/* The hashes of what follows the stub in the names of its directory; once listed, what is not among them
	 * does not exist. Of few streams each file is asked for instead. */
	struct otfp_map names;
	int listed;
};

/**
 * Find the file of a stream and kind: the plain one, else the one with ".z"; definitions
 * also as ".defs". The path and packing are left in fs.
 * @return 1 found, 0 there is none, <0 error
 */
int otfp_fileset_find(struct otfp_fileset *fs, uint32_t stream, unsigned file);
/** Find and open; what fails, now or on reading, goes to err. @return 0 opened, 1 there is none, <0 error */
int otfp_fileset_open(struct otfp_fileset *fs, uint32_t stream, unsigned file, struct otfp_input **in,
                      struct otfp_error *err);
/** Free what it found out; the fields that were given are not its own. */
void otfp_fileset_release(struct otfp_fileset *fs);
/** Read NAME.otf into reading->master. @param fd  it is open as that, which is closed here; -1: it is not
 * @return 0 or <0 */
int otfp_fileset_master(struct otfp_fileset *fs, int fd);
#endif
