/* OTFAUX_State.h - the state at an instant, and its snapshots: otfaux.h. The manual is otfpipe-otf(3). */
#ifndef OTFAUX_STATE_H
#define OTFAUX_STATE_H
#include "OTF_inttypes.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct OTFAUX_State OTFAUX_State;

/** @return an empty state; NULL when memory is out */
OTF_API OTFAUX_State *OTFAUX_State_create(void);
/** Release the data of all that is still open, then free the state, which may be NULL. */
OTF_API void OTFAUX_State_destroy(OTFAUX_State *state);

/*
 * All functions below return 1, or 0 with otf_errno and otf_strerr set: the state is NULL, memory is out, or as stated.
 */

/**
 * Sample the functions of processes for a thumbnail from now on; earlier samples are dropped.
 * @param width  number of samples at equal distances from minTime to maxTime, in ticks; 0, or more than there are
 * ticks, is an error
 */
OTF_API int OTFAUX_State_setupThumbnail(OTFAUX_State *state, uint64_t minTime, uint64_t maxTime, uint32_t width);
/** Name a process in advance. @param isThumbnail  it has a row in the thumbnail; its samples start now */
OTF_API int OTFAUX_State_declareProcess(OTFAUX_State *state, uint64_t process, int isThumbnail);

/* ---- data of the caller: each event may bring a pointer `data` along, which callbacks get; NULL = none ---- */

typedef void (*OTFAUX_ReleaseEventData)(void *userData, void *data);
/**
 * Set what is called once for each pointer that the state took, when what it belongs to ends. The state takes it if the
 * function of the event returns 1.
 */
OTF_API int OTFAUX_State_setReleaseEventDataCallback(OTFAUX_State *state, OTFAUX_ReleaseEventData release,
                                                     void *userData);

/* ---- what a snapshot calls; NULL = nothing. They return 1, or 0 to stop it. They must not change the state. ---- */

typedef int (*OTFAUX_WriteEnterSnapshotCallback)(void *userData, uint64_t snapshotTime, uint64_t time, uint64_t process,
                                                 uint32_t function, uint32_t source, void *data);
OTF_API int OTFAUX_State_setWriteEnterSnapshotCallback(OTFAUX_State *state, OTFAUX_WriteEnterSnapshotCallback write);

typedef int (*OTFAUX_WriteSendSnapshotCallback)(void *userData, uint64_t snapshotTime, uint64_t time, uint64_t sender,
                                                uint64_t receiver, uint32_t communicator, uint32_t tag, uint32_t length,
                                                uint32_t source, uint64_t receivedTime, uint32_t receivedLength,
                                                uint32_t receivedSource, void *data);
OTF_API int OTFAUX_State_setWriteSendSnapshotCallback(OTFAUX_State *state, OTFAUX_WriteSendSnapshotCallback write);

typedef int (*OTFAUX_WriteOpenFileSnapshotCallback)(void *userData, uint64_t snapshotTime, uint64_t time,
                                                    uint64_t process, uint32_t file, uint64_t handle, uint32_t source,
                                                    void *data);
OTF_API int OTFAUX_State_setWriteOpenFileSnapshotCallback(OTFAUX_State *state,
                                                          OTFAUX_WriteOpenFileSnapshotCallback write);

typedef int (*OTFAUX_WriteBeginCollopSnapshotCallback)(void *userData, uint64_t snapshotTime, uint64_t time,
                                                       uint64_t process, uint32_t collective, uint64_t matchingId,
                                                       uint32_t communicator, uint32_t root, uint64_t sent,
                                                       uint64_t received, uint32_t source, void *data);
OTF_API int OTFAUX_State_setWriteBeginCollopSnapshotCallback(OTFAUX_State *state,
                                                             OTFAUX_WriteBeginCollopSnapshotCallback write);

typedef int (*OTFAUX_WriteBeginFileOpSnapshotCallback)(void *userData, uint64_t snapshotTime, uint64_t time,
                                                       uint64_t process, uint64_t matchingId, uint32_t source,
                                                       void *data);
OTF_API int OTFAUX_State_setWriteBeginFileOpSnapshotCallback(OTFAUX_State *state,
                                                             OTFAUX_WriteBeginFileOpSnapshotCallback write);

typedef int (*OTFAUX_WriteCollopCountSnapshotCallback)(void *userData, uint64_t snapshotTime, uint64_t process,
                                                       uint32_t communicator, uint64_t count);
OTF_API int OTFAUX_State_setWriteCollopCountSnapshotCallback(OTFAUX_State *state,
                                                             OTFAUX_WriteCollopCountSnapshotCallback write);

typedef int (*OTFAUX_WriteCounterSnapshotCallback)(void *userData, uint64_t snapshotTime, uint64_t time,
                                                   uint64_t process, uint32_t counter, uint64_t value, void *data);
OTF_API int OTFAUX_State_setWriteCounterSnapshotCallback(OTFAUX_State *state,
                                                         OTFAUX_WriteCounterSnapshotCallback write);

/* ---- events, in the order of time for each process; an unknown process is added ---- */

/** Announce a receive. All receives must be announced before their sends. */
OTF_API int OTFAUX_State_enqueueRecvMsg(OTFAUX_State *state, uint64_t time, uint64_t receiver, uint64_t sender,
                                        uint32_t communicator, uint32_t tag, uint32_t length, uint32_t source);
OTF_API int OTFAUX_State_processEnter(OTFAUX_State *state, uint64_t time, uint64_t process, uint32_t function,
                                      uint32_t source, void *data);
/** Close the innermost call; `function` is ignored. @return also 0 if no call is open */
OTF_API int OTFAUX_State_processLeave(OTFAUX_State *state, uint64_t time, uint64_t process, uint32_t function);
/**
 * A message is in transit from its send to the time of its receive, and in the snapshots between them.
 * @param receivedTime, receivedLength, receivedSource  set to those of its receive; each may be NULL
 * @return 1; 2 if no receive was announced: nothing is set, and `data` stays the caller's; 0
 */
OTF_API int OTFAUX_State_processSendMsg(OTFAUX_State *state, uint64_t time, uint64_t sender, uint64_t receiver,
                                        uint32_t communicator, uint32_t tag, uint32_t length, uint32_t source,
                                        uint64_t *receivedTime, uint32_t *receivedLength, uint32_t *receivedSource,
                                        void *data);
/** A begin replaces an open one of the same process and matching id, or handle. */
OTF_API int OTFAUX_State_processBeginCollectiveOperation(OTFAUX_State *state, uint64_t time, uint64_t process,
                                                         uint32_t communicator, uint32_t root, uint32_t collective,
                                                         uint64_t matchingId, uint64_t sent, uint64_t received,
                                                         uint32_t source, void *data);
/** Close an operation, and count it. @return also 0 if it is not open; so do the other ends */
OTF_API int OTFAUX_State_processEndCollectiveOperation(OTFAUX_State *state, uint64_t time, uint64_t process,
                                                       uint64_t matchingId);
/** Count an operation of the communicator. */
OTF_API int OTFAUX_State_processCollectiveOperation(OTFAUX_State *state, uint64_t time, uint64_t process,
                                                    uint32_t communicator, uint32_t root, uint32_t collective,
                                                    uint64_t sent, uint64_t received, uint32_t source);
OTF_API int OTFAUX_State_processFileOpen(OTFAUX_State *state, uint64_t time, uint64_t process, uint32_t file,
                                         uint64_t handle, uint32_t source, void *data);
OTF_API int OTFAUX_State_processFileClose(OTFAUX_State *state, uint64_t time, uint64_t process, uint64_t handle);
OTF_API int OTFAUX_State_processBeginFileOperation(OTFAUX_State *state, uint64_t time, uint64_t process,
                                                   uint64_t matchingId, uint32_t source, void *data);
/** Close an operation. One that opens or closes a file is passed to processFileOpen or processFileClose, too. */
OTF_API int OTFAUX_State_processEndFileOperation(OTFAUX_State *state, uint64_t time, uint64_t process,
                                                 uint64_t matchingId);
OTF_API int OTFAUX_State_processCounter(OTFAUX_State *state, uint64_t time, uint64_t process, uint32_t counter,
                                        uint64_t value, void *data);

/* ---- output ---- */

/**
 * Call the callbacks for all that is open: process by process in the order in which they were first named, for each its
 * calls (outermost first), messages, files, collective operations, their counts, file operations, counters. Messages
 * that are received before snapshotTime are released.
 * @return also 0 if a callback returned 0
 */
OTF_API int OTFAUX_State_writeSnapshot(OTFAUX_State *state, uint64_t snapshotTime, void *userData);
/**
 * Write the thumbnail to NAMESTUB.thumb. Several states of the same width can write one file: the first one with
 * `create`, the others append.
 * @param ...  with `create` the number of processes of all states: uint32_t
 * @return also 0 without setupThumbnail, or if the file cannot be written
 */
OTF_API int OTFAUX_State_writeThumbnail(OTFAUX_State *state, const char *namestub, int create, ...);

#ifdef __cplusplus
}
#endif
#endif
