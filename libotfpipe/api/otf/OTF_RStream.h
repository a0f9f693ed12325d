/* OTF_RStream.h - read the files of one stream of a trace: otf.h. The manual is otfpipe-otf(3). */
#ifndef OTF_RSTREAM_H
#define OTF_RSTREAM_H
#include "OTF_FileManager.h"
#include "OTF_Filenames.h"
#include "OTF_HandlerArray.h"
#include "OTF_RBuffer.h"
#include "OTF_inttypes.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct struct_OTF_RStream OTF_RStream;

/**
 * A stream of the trace NAMESTUB.otf, which is not read. Files are opened when they are needed. The caller closes the
 * stream before the manager. @param id  0 for global definitions and markers
 * @return NULL with otf_errno set
 */
OTF_API OTF_RStream *OTF_RStream_open(const char *nameStub, uint32_t id, OTF_FileManager *manager);
/** Close a stream and its files. @return 1, or 0 for NULL */
OTF_API int OTF_RStream_close(OTF_RStream *rstream);

/* ---- the file of each kind; it belongs to the stream ---- */

/* @return NULL if there is no such file, or with otf_errno set */
OTF_API OTF_RBuffer *OTF_RStream_getDefBuffer(OTF_RStream *rstream);
OTF_API OTF_RBuffer *OTF_RStream_getEventBuffer(OTF_RStream *rstream);
OTF_API OTF_RBuffer *OTF_RStream_getSnapsBuffer(OTF_RStream *rstream);
OTF_API OTF_RBuffer *OTF_RStream_getStatsBuffer(OTF_RStream *rstream);
OTF_API OTF_RBuffer *OTF_RStream_getMarkerBuffer(OTF_RStream *rstream);
/* Close it; the next use opens it again and starts at its begin. @return 1, or 0 for NULL */
OTF_API int OTF_RStream_closeDefBuffer(OTF_RStream *rstream);
OTF_API int OTF_RStream_closeEventBuffer(OTF_RStream *rstream);
OTF_API int OTF_RStream_closeSnapsBuffer(OTF_RStream *rstream);
OTF_API int OTF_RStream_closeStatsBuffer(OTF_RStream *rstream);
OTF_API int OTF_RStream_closeMarkerBuffer(OTF_RStream *rstream);
/** Read definitions from another buffer, which the stream owns from now on. @return the one before, which the caller
 * closes; NULL if there was none */
OTF_API OTF_RBuffer *OTF_RStream_setDefBuffer(OTF_RStream *rstream, OTF_RBuffer *rbuffer);

/* Sizes in bytes: they are remembered, but the library chooses how much it reads at a time. */

OTF_API void OTF_RStream_setBufferSizes(OTF_RStream *rstream, uint32_t size);
OTF_API uint32_t OTF_RStream_getBufferSizes(OTF_RStream *rstream);
OTF_API void OTF_RStream_setZBufferSizes(OTF_RStream *rstream, uint32_t size);
OTF_API uint32_t OTF_RStream_getZBufferSizes(OTF_RStream *rstream);

/* ---- reading ---- */

/** How many records a read function delivers; its next call continues after them. OTF_READ_MAXRECORDS, the default: all
 */
OTF_API void OTF_RStream_setRecordLimit(OTF_RStream *rstream, uint64_t limit);
OTF_API uint64_t OTF_RStream_getRecordLimit(OTF_RStream *rstream);
/*
 * Call the handlers for the records of the file of that kind, in its order.
 * @return the number of records, also of those without a handler; 0 at the end; OTF_READ_ERROR: a handler stopped the
 *   reading; or with otf_errno set: there is no such file, or it is damaged
 */
OTF_API uint64_t OTF_RStream_readDefinitions(OTF_RStream *rstream, OTF_HandlerArray *handlers);
OTF_API uint64_t OTF_RStream_readEvents(OTF_RStream *rstream, OTF_HandlerArray *handlers);
OTF_API uint64_t OTF_RStream_readSnapshots(OTF_RStream *rstream, OTF_HandlerArray *handlers);
OTF_API uint64_t OTF_RStream_readStatistics(OTF_RStream *rstream, OTF_HandlerArray *handlers);
OTF_API uint64_t OTF_RStream_readMarker(OTF_RStream *rstream, OTF_HandlerArray *handlers);

/* ---- progress: (current - minimum) / (maximum - minimum) is done ---- */

/* In ticks: the first time of the file, that of the next record, the last. Those without Time are the older names.
 * @return 1, or 0 before the first read, or if there is no such file */
OTF_API uint8_t OTF_RStream_eventTimeProgress(OTF_RStream *rstream, uint64_t *minimum, uint64_t *current,
                                              uint64_t *maximum);
OTF_API uint8_t OTF_RStream_snapshotTimeProgress(OTF_RStream *rstream, uint64_t *minimum, uint64_t *current,
                                                 uint64_t *maximum);
OTF_API uint8_t OTF_RStream_statisticTimeProgress(OTF_RStream *rstream, uint64_t *minimum, uint64_t *current,
                                                  uint64_t *maximum);
OTF_API uint8_t OTF_RStream_eventProgress(OTF_RStream *rstream, uint64_t *minimum, uint64_t *current,
                                          uint64_t *maximum);
OTF_API uint8_t OTF_RStream_snapshotProgress(OTF_RStream *rstream, uint64_t *minimum, uint64_t *current,
                                             uint64_t *maximum);
OTF_API uint8_t OTF_RStream_statisticProgress(OTF_RStream *rstream, uint64_t *minimum, uint64_t *current,
                                              uint64_t *maximum);
/* In bytes on the disk: 0, those that were read, all. @return 1, or 0 before the first read, or if there is no such
 * file */
OTF_API uint8_t OTF_RStream_eventBytesProgress(OTF_RStream *rstream, uint64_t *minimum, uint64_t *current,
                                               uint64_t *maximum);
OTF_API uint8_t OTF_RStream_snapshotBytesProgress(OTF_RStream *rstream, uint64_t *minimum, uint64_t *current,
                                                  uint64_t *maximum);
OTF_API uint8_t OTF_RStream_statisticBytesProgress(OTF_RStream *rstream, uint64_t *minimum, uint64_t *current,
                                                   uint64_t *maximum);

#ifdef __cplusplus
}
#endif
#endif
