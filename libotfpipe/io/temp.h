/*
 * temp.h - files without a name, for what memory does not hold. The system removes one
 * with its descriptor, however the program ends.
 */
#ifndef OTFP_IO_TEMP_H
#define OTFP_IO_TEMP_H

/** Where such files go: $TMPDIR, or /tmp. */
const char *otfp_temp_dir(void);
/** A new file in dir, to read and write. @return its descriptor, the caller's; or -1 with errno */
int otfp_temp_open(const char *dir);
#endif
