/*
 * folder.h - the directory of a trace as tables:
 *
 *     DIR/trace.json
 *     DIR/TABLE/part-0.parquet         the whole trace
 *     DIR/TABLE/part-00003.parquet     share 3 of several
 *
 * The directory of a whole trace appears complete, and replaces another one as every trace does (commit/staging.h). The
 * files of a share appear one by one, each complete, when all of them are.
 */
#ifndef CMD_TO_PARQUET_FOLDER_H
#define CMD_TO_PARQUET_FOLDER_H
#include "commit/newfile.h"
#include "commit/staging.h"

/* Zero-filled is not open. */
struct folder {
	char *name;                 /* DIR, without a slash at its end */
	char *dir;                  /* where files are made: the same, or in the directory of new files */
	struct otfp_staging *stage; /* NULL: of a share */
	unsigned part;              /* 0: the whole trace */
	int replaces;
	struct otfp_error *err;
};

enum { FOLDER_FILE = 40 }; /* bytes of the name of a file of a table */

/** Write the name of the file of a share, or with 0 of the whole trace. @return to */
const char *folder_file_name(char to[FOLDER_FILE], unsigned part);
/** Begin. @param part  the share, 0: the whole trace. @param replaces  files that exist are replaced. err must outlive
 * f. @return 0 or <0 */
int folder_open(struct folder *f, const char *name, unsigned part, int replaces, struct otfp_error *err);
/** Create the file of a table. @return 0 or <0 */
int folder_create(struct folder *f, const char *table, struct otfp_newfile *file);
/** Create trace.json, which says what the files are. @return 0 or <0 */
int folder_create_facts(struct folder *f, struct otfp_newfile *file);
/** All files of the whole trace are complete and closed: nothing may be created any more. @return 0 or <0 */
int folder_end(struct folder *f);
/** Before the files of a share get their names: what trace.json says is no longer true. @return 0 or <0 */
int folder_begin_share(struct folder *f);
/** Give the directory its name; nothing to do for a share. @return 0 or <0 */
int folder_commit(struct folder *f);
/** Free it; what has no name yet is removed. */
void folder_release(struct folder *f);
#endif
