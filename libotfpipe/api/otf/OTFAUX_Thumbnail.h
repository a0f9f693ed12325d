/* OTFAUX_Thumbnail.h - write and read thumbnails, NAME.thumb: otfaux.h. The manual is otfpipe-otf(3). */
#ifndef OTFAUX_THUMBNAIL_H
#define OTFAUX_THUMBNAIL_H
#include "OTFAUX_State.h"
#include "otf.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef OTFAUX_State OTFAUX_Thumbnail_Context;

/** Arguments as of OTFAUX_State_setupThumbnail. @return NULL if they are wrong, or when memory is out */
OTF_API OTFAUX_Thumbnail_Context *OTFAUX_Thumbnail_create(uint64_t minTime, uint64_t maxTime, uint32_t width);
/** Free a context, which may be NULL. */
OTF_API void OTFAUX_Thumbnail_destroy(OTFAUX_Thumbnail_Context *context);

/* ---- 1, or 0 with otf_errno and otf_strerr set: the functions of OTFAUX_State.h ---- */

/** Add a row for a process. */
OTF_API int OTFAUX_Thumbnail_declareProcess(OTFAUX_Thumbnail_Context *context, uint64_t process);
/** Events, in the order of time for each process. */
OTF_API int OTFAUX_Thumbnail_handleEnter(OTFAUX_Thumbnail_Context *context, uint64_t time, uint64_t process,
                                         uint32_t function);
OTF_API int OTFAUX_Thumbnail_handleLeave(OTFAUX_Thumbnail_Context *context, uint64_t time, uint64_t process);
/** Nothing to do: the thumbnail is complete after the last event. */
OTF_API int OTFAUX_Thumbnail_finalize(OTFAUX_Thumbnail_Context *context);
OTF_API int OTFAUX_Thumbnail_write(const OTFAUX_Thumbnail_Context *context, const char *namestub, int create, ...);

/** NAMESTUB.thumb, malloc'd. @return NULL when memory is out */
OTF_API char *OTFAUX_Thumbnail_getFilename(const char *namestub);

/* ---- reading; 1, or 0 with otf_errno and otf_strerr set ---- */

typedef struct OTFAUX_ThumbnailReader OTFAUX_ThumbnailReader;

/** Open NAMESTUB.thumb and read its first line. @return NULL if it is missing, or no thumbnail */
OTF_API OTFAUX_ThumbnailReader *OTFAUX_ThumbnailReader_open(const char *namestub);
OTF_API int OTFAUX_ThumbnailReader_close(OTFAUX_ThumbnailReader *reader);
/** Number of samples of each process. */
OTF_API int OTFAUX_ThumbnailReader_getWidth(const OTFAUX_ThumbnailReader *reader, uint32_t *width);
/** Number of processes, as the first line says. */
OTF_API int OTFAUX_ThumbnailReader_getNumberOfProcs(const OTFAUX_ThumbnailReader *reader, uint32_t *number);
/**
 * Read all processes, once.
 * @param handler  called for each with its samples, which are valid until it returns; 0 = no function
 * @return 0 if the file is damaged or cut off, or has more or fewer processes than its first line says; what precedes
 *         that was delivered
 */
OTF_API int OTFAUX_ThumbnailReader_read(OTFAUX_ThumbnailReader *reader,
                                        void (*handler)(void *data, uint64_t process, const uint32_t *samples),
                                        void *data);

#ifdef __cplusplus
}
#endif
#endif
