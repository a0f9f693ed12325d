/*
 * OTF_File.h - the bytes of one file of a trace: otf.h. A file whose name ends in ".z" is compressed: written so that
 * each OTF_File_write ends in a flush point, and inflated when it is read.
 */
#ifndef OTF_FILE_H
#define OTF_FILE_H
#include "OTF_FileManager.h"
#include "OTF_Filenames.h"
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

enum enum_OTF_FileMode {
	OTF_FILEMODE_NOTHING = 0,
	OTF_FILEMODE_READ = 1,
	OTF_FILEMODE_WRITE = 2,
	OTF_FILEMODE_SEEK = 3 /* as READ */
};
typedef enum enum_OTF_FileMode OTF_FileMode;

enum enum_OTF_FileStatus {
	OTF_FILESTATUS_UNKNOWN = 0,
	OTF_FILESTATUS_ACTIVE = 1,    /* it has a descriptor */
	OTF_FILESTATUS_SUSPENDED = 2, /* the next use opens it again */
	OTF_FILESTATUS_CLOSED = 3     /* not used yet */
};
typedef enum enum_OTF_FileStatus OTF_FileStatus;

/** Open a file; WRITE creates or empties it. The caller closes it with OTF_File_close. The level is 4, or
 * `compression`, 1 to 9; it counts only for writing a name with ".z". @return NULL with otf_errno set */
OTF_API OTF_File *OTF_File_open(const char *filename, OTF_FileManager *manager, OTF_FileMode mode);
OTF_API OTF_File *OTF_File_open_zlevel(const char *filename, OTF_FileManager *manager, OTF_FileMode mode,
                                       OTF_FileCompression compression);
/** Read from memory that stays the caller's and must exist until the close; only READ. Size, position and status of
 * such a file are unknown. */
OTF_API OTF_File *OTF_File_open_with_external_buffer(uint32_t len, const char *buffer, uint8_t is_compressed,
                                                     OTF_FileMode mode);
/** Free a file. @return 1; 0 with otf_errno set: also if an earlier write failed, then data are missing */
OTF_API int OTF_File_close(OTF_File *file);
/** Handles are complete when they are opened: _init does nothing, _finalize gives back descriptor and memory, after
 * which only OTF_File_close may follow. */
OTF_API void OTF_File_init(OTF_File *o);
OTF_API void OTF_File_finalize(OTF_File *o);

/** Write all bytes. @return size; 0 with otf_errno set, also for every call after that */
OTF_API size_t OTF_File_write(OTF_File *file, const void *ptr, size_t size);
/** Read up to `size` bytes. @return their number, less at the end of the file; 0 with otf_errno set */
OTF_API size_t OTF_File_read(OTF_File *file, void *ptr, size_t size);
/** The same without compression, whatever the name. */
OTF_API size_t OTF_File_write_internal(OTF_File *file, const void *src, size_t length);
OTF_API size_t OTF_File_read_internal(OTF_File *file, void *dest, size_t length);
/** Read on at byte `pos`; in a compressed file, at the first flush point from that byte of the disk on.
 * @return 0; -1 with otf_errno set, or if there is no flush point */
OTF_API int OTF_File_seek(OTF_File *file, uint64_t pos);
/** The place of the next byte on disk, in bytes. @return (uint64_t)-1 if unknown */
OTF_API uint64_t OTF_File_tell(OTF_File *file);
/** Bytes on disk. @return (uint64_t)-1 if unknown */
OTF_API uint64_t OTF_File_size(OTF_File *file);
OTF_API OTF_FileStatus OTF_File_status(OTF_File *file);
/** Close the descriptor until the next use. */
OTF_API void OTF_File_suspend(OTF_File *file);
/** Open it again, which every use does by itself. @return 1, or 0 for another mode than that of the file */
OTF_API int OTF_File_revive(OTF_File *file, OTF_FileMode mode);
/** Size of the buffer for compressed data, in bytes; under 32 is refused. It changes nothing that can be seen. */
OTF_API void OTF_File_setZBufferSize(OTF_File *file, uint32_t size);

/** rename(2), access(2), unlink(2): 0, or -1 with errno set. */
OTF_API int OTF_File_rename(const char *from, const char *to);
OTF_API int OTF_File_access(const char *filename, int mode);
OTF_API int OTF_File_remove(const char *filename);
/** Files of IOFSL would be removed; there are none. @return 0 */
OTF_API int OTF_File_clean(const char *filename);

#ifdef __cplusplus
}
#endif
#endif
