/*
 * OTF_Reader.h - read a trace: otf.h. Events, snapshots and statistics come in the order of time; of equal times, in
 * the order of streams. Several readers may be open at once; each is used by one thread at a time, and so is its
 * manager. The manual is otfpipe-otf(3).
 */
#ifndef OTF_READER_H
#define OTF_READER_H
#include "OTF_FileManager.h"
#include "OTF_HandlerArray.h"
#include "OTF_MasterControl.h"
#include "OTF_RBuffer.h"
#include "OTF_RStream.h"
#include "OTF_inttypes.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct struct_OTF_Reader OTF_Reader;

/** Open the trace NAMESTUB.otf. The caller closes the reader before the manager.
 * @return NULL with otf_errno set: no such trace, or no process in its master file */
OTF_API OTF_Reader *OTF_Reader_open(const char *namestub, OTF_FileManager *manager);
/** Close a reader and all that it opened. @return 1, or 0 for NULL */
OTF_API int OTF_Reader_close(OTF_Reader *reader);
/** Close all streams. What is read next starts again at its begin. @return 1, or 0 for NULL */
OTF_API int OTF_Reader_closeAllStreams(OTF_Reader *reader);
/** The stream of an id, which is opened if it was not; it belongs to the reader. @return NULL with otf_errno set */
OTF_API OTF_RStream *OTF_Reader_getStream(OTF_Reader *reader, uint32_t id);
/** The master control of the trace, which belongs to the reader. */
OTF_API OTF_MasterControl *OTF_Reader_getMasterControl(OTF_Reader *reader);

/* Sizes in bytes: they are remembered, but the library chooses how much it reads at a time. */

OTF_API int OTF_Reader_setBufferSizes(OTF_Reader *reader, uint32_t size);
OTF_API uint32_t OTF_Reader_getBufferSizes(OTF_Reader *reader);
OTF_API void OTF_Reader_setZBufferSizes(OTF_Reader *reader, uint32_t size);
OTF_API uint32_t OTF_Reader_getZBufferSizes(OTF_Reader *reader);

/* ---- what is read ---- */

/*
 * Whether events, snapshots and statistics of a process are delivered; at first those of all processes. A stream
 * without such a process is not opened. setProcessStatus and setProcessStatusAll start the reading anew; enableProcess
 * and disableProcess, the older names, do not, and an enabled process joins only if its stream is open.
 * @return 1, or 0 with otf_errno set: the trace has no such process
 */
OTF_API int OTF_Reader_setProcessStatus(OTF_Reader *reader, uint32_t processId, uint8_t status);
OTF_API int OTF_Reader_setProcessStatusAll(OTF_Reader *reader, uint8_t status);
OTF_API int OTF_Reader_enableProcess(OTF_Reader *reader, uint32_t processId);
OTF_API int OTF_Reader_disableProcess(OTF_Reader *reader, uint32_t processId);
/** @return 1 if the process is enabled; 0 if it is not, or unknown */
OTF_API uint8_t OTF_Reader_getProcessStatus(OTF_Reader *reader, uint32_t processId);
/** Deliver only what has minTime <= time < maxTime, in ticks; start the reading anew. At first 0 and UINT64_MAX. */
OTF_API void OTF_Reader_setTimeInterval(OTF_Reader *reader, uint64_t minTime, uint64_t maxTime);
OTF_API uint64_t OTF_Reader_getTimeIntervalMin(OTF_Reader *reader);
OTF_API uint64_t OTF_Reader_getTimeIntervalMax(OTF_Reader *reader);
/** How many records a read function delivers; its next call continues after them. OTF_READ_MAXRECORDS, the default: all
 */
OTF_API void OTF_Reader_setRecordLimit(OTF_Reader *reader, uint64_t limit);
OTF_API uint64_t OTF_Reader_getRecordLimit(OTF_Reader *reader);
/** All as it was after opening: no limit, all times, all processes. The reading of events, snapshots and statistics
 * starts anew, that of definitions and markers continues. */
OTF_API void OTF_Reader_reset(OTF_Reader *reader);

/* ---- reading ---- */

/*
 * Call the handlers for the records of a kind. Events, snapshots, statistics, definitions and markers have a position
 * each. Definitions and markers come file by file: those of stream 0, then of the other streams. The functions with
 * Unsorted deliver stream after stream, each in the order of time; they share the position of the others.
 * @return the number of records, also of those without a handler; 0 at the end; OTF_READ_ERROR: a handler stopped the
 *   reading; or with otf_errno set: a file is damaged, or a file of events is missing. If the end of a file is missing,
 *   all else is delivered before. After OTF_READ_ERROR events, snapshots and statistics start anew, definitions and
 *   markers continue.
 */
OTF_API uint64_t OTF_Reader_readDefinitions(OTF_Reader *reader, OTF_HandlerArray *handlers);
OTF_API uint64_t OTF_Reader_readMarkers(OTF_Reader *reader, OTF_HandlerArray *handlers);
OTF_API uint64_t OTF_Reader_readEvents(OTF_Reader *reader, OTF_HandlerArray *handlers);
OTF_API uint64_t OTF_Reader_readEventsUnsorted(OTF_Reader *reader, OTF_HandlerArray *handlers);
OTF_API uint64_t OTF_Reader_readSnapshots(OTF_Reader *reader, OTF_HandlerArray *handlers);
OTF_API uint64_t OTF_Reader_readSnapshotsUnsorted(OTF_Reader *reader, OTF_HandlerArray *handlers);
OTF_API uint64_t OTF_Reader_readStatistics(OTF_Reader *reader, OTF_HandlerArray *handlers);
OTF_API uint64_t OTF_Reader_readStatisticsUnsorted(OTF_Reader *reader, OTF_HandlerArray *handlers);

/* ---- progress: (current - minimum) / (maximum - minimum) is done ---- */

/* In ticks: the first time, that of the last record that was delivered, the last, within the interval. Those without
 * Time are the older names. @return 1, or 0 with nothing set: before the first read, after an error, if nothing is
 * read, and once an interval that ends before the trace is read */
OTF_API uint8_t OTF_Reader_eventTimeProgress(OTF_Reader *reader, uint64_t *minimum, uint64_t *current,
                                             uint64_t *maximum);
OTF_API uint8_t OTF_Reader_snapshotTimeProgress(OTF_Reader *reader, uint64_t *minimum, uint64_t *current,
                                                uint64_t *maximum);
OTF_API uint8_t OTF_Reader_statisticTimeProgress(OTF_Reader *reader, uint64_t *minimum, uint64_t *current,
                                                 uint64_t *maximum);
OTF_API uint8_t OTF_Reader_eventProgress(OTF_Reader *reader, uint64_t *minimum, uint64_t *current, uint64_t *maximum);
OTF_API uint8_t OTF_Reader_snapshotProgress(OTF_Reader *reader, uint64_t *minimum, uint64_t *current,
                                            uint64_t *maximum);
OTF_API uint8_t OTF_Reader_statisticProgress(OTF_Reader *reader, uint64_t *minimum, uint64_t *current,
                                             uint64_t *maximum);
/* In bytes on the disk, of all streams that are read: where the interval begins, what is read, where it ends.
 * @return 1, or 0 before the first read and after an error */
OTF_API uint8_t OTF_Reader_eventBytesProgress(OTF_Reader *reader, uint64_t *minimum, uint64_t *current,
                                              uint64_t *maximum);
OTF_API uint8_t OTF_Reader_snapshotBytesProgress(OTF_Reader *reader, uint64_t *minimum, uint64_t *current,
                                                 uint64_t *maximum);
OTF_API uint8_t OTF_Reader_statisticBytesProgress(OTF_Reader *reader, uint64_t *minimum, uint64_t *current,
                                                  uint64_t *maximum);

#ifdef __cplusplus
}
#endif
#endif
