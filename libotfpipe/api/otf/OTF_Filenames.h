/* OTF_Filenames.h - names of the files of a trace: otf.h. The manual is otfpipe-otf(3). */
#ifndef OTF_FILENAMES_H
#define OTF_FILENAMES_H
#include "OTF_Definitions.h"
#include "OTF_inttypes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- what a file contains; OTF_getFilename takes one of these, | the compression ---- */

#define OTF_FILETYPE_MASTER 16
#define OTF_FILETYPE_GLOBAL_DEF 32
#define OTF_FILETYPE_DEF 64
#define OTF_FILETYPE_EVENT 128
#define OTF_FILETYPE_SNAPS 256
#define OTF_FILETYPE_STATS 512
#define OTF_FILETYPE_MARKER 1024
#define OTF_FILETYPE_IOFSL_ALL 2048
#define OTF_FILETYPE_IOFSL_IDX 4096
#define OTF_FILETYPE_BITS (16 + 32 + 64 + 128 + 256 + 512 + 1024)
typedef uint32_t OTF_FileType;

/* ---- compression: a level of zlib, 0 to 9 ---- */

#define OTF_FILECOMPRESSION_UNCOMPRESSED 0
#define OTF_FILECOMPRESSION_COMPRESSED 4
#define OTF_FILECOMPRESSION_BITS (1 + 2 + 4 + 8)
typedef uint32_t OTF_FileCompression;

/**
 * The name of a file of a trace, with ".z" if the compression is 1 to 9. The master file has no stream and no ".z".
 * @param namestub  the path of the trace without ".otf"
 * @param length    bytes at `result`
 * @param result    where to write the name; NULL with length 0: it is malloc'd, and the caller frees it
 * @return the name; NULL if there is no such type, or if the name and its NUL are longer than `length`
 */
OTF_API char *OTF_getFilename(const char *namestub, uint32_t stream, OTF_FileType type, unsigned int length,
                              char *result);
/** A malloc'd copy without ".otf" at its end. @return NULL if nothing is left, or when memory is out */
OTF_API char *OTF_stripFilename(const char *filename);
/** Whether there is such a file or directory. @return 1 or 0 */
OTF_API int OTF_fileExists(const char *filename);

#ifdef __cplusplus
}
#endif
#endif
