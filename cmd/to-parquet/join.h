/* join.h - trace.json of a directory of which shares wrote the files; whether a directory is whole. */
#ifndef CMD_TO_PARQUET_JOIN_H
#define CMD_TO_PARQUET_JOIN_H
#include "base/error.h"

/** Write trace.json, if no file is missing, doubled or foreign. @param is_incomplete  set to whether some are only
 * missing. @return 0 or <0 */
int join_shares(const char *dir, int replaces, int *is_incomplete, struct otfp_error *err);
/** Compare the files with trace.json. @return 0, or <0 if any is missing, doubled, foreign or other than that says */
int check_directory(const char *dir, struct otfp_error *err);
#endif
