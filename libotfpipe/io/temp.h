/*
 * temp.h - files without a name, for data that memory has no room for. The system removes such a file when its
 * descriptor is closed, however the program ends.
 */
#ifndef OTFP_IO_TEMP_H
#define OTFP_IO_TEMP_H

/** The directory for such files: $TMPDIR, or /tmp. */
const char *otfp_temp_dir(void);
/** Create a file in dir, to read and write. @return its descriptor, owned by the caller; -1 with errno */
int otfp_temp_open(const char *dir);
#endif
