/*
 * TAU_tf.h - read and write TAU traces (.trc and .edf). otfpipe's implementation of the Ttf interface in the TAU
 * reference guide, chapter "TAU Trace Format Reader Library", and in TAU's own header of that name. Link with
 * -lotfpipe-tau (pkg-config otfpipe-tau). The manual is TAU_tf(3); it lists where this library follows the document
 * and TAU does not.
 *
 * The library never prints and never exits. Several threads may use it, but only one at a time may use the same
 * handle. Times are microseconds.
 *
 * Programs may keep the strings that callbacks get: each stays valid until the process ends, also after Ttf_CloseFile.
 * The library never frees them, and contains equal strings once, whatever the number of handles.
 */
#ifndef TAU_TF_H
#define TAU_TF_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TTF_API
#define TTF_API __attribute__((visibility("default")))
#endif

/* ---- numbers, as in TAU's own header; C89 has no name for them ---- */

#ifdef __GNUC__
__extension__ typedef long long x_int64;
__extension__ typedef unsigned long long x_uint64;
#else
typedef long long x_int64;
typedef unsigned long long x_uint64;
#endif

/* ---- callbacks; their results are ignored ---- */

/* Called once for each pass, before all others: seconds per tick, 1e-6. */
typedef int (*Ttf_DefClkPeriodT)(void *userData, double clkPeriod);
/* Called before the first event of each thread. */
typedef int (*Ttf_DefThreadT)(void *userData, unsigned int nodeToken, unsigned int threadToken, const char *threadName);
/* Called after the last record of the thread. */
typedef int (*Ttf_EndTraceT)(void *userData, unsigned int nodeToken, unsigned int threadToken);
/* Called before the states of the group, also for groups without states. */
typedef int (*Ttf_DefStateGroupT)(void *userData, unsigned int stateGroupToken, const char *stateGroupName);
/* The name is in double quotes, as in the file. */
typedef int (*Ttf_DefStateT)(void *userData, unsigned int stateToken, const char *stateName,
                             unsigned int stateGroupToken);
typedef int (*Ttf_EnterStateT)(void *userData, double time, unsigned int nodeToken, unsigned int threadToken,
                               unsigned int stateToken);
typedef int (*Ttf_LeaveStateT)(void *userData, double time, unsigned int nodeToken, unsigned int threadToken,
                               unsigned int stateToken);
/* The trace does not contain the thread of the peer: it is 0. */
typedef int (*Ttf_SendMessageT)(void *userData, double time, unsigned int sourceNodeToken,
                                unsigned int sourceThreadToken, unsigned int destinationNodeToken,
                                unsigned int destinationThreadToken, unsigned int messageSize, unsigned int messageTag,
                                unsigned int messageComm);
typedef int (*Ttf_RecvMessageT)(void *userData, double time, unsigned int sourceNodeToken,
                                unsigned int sourceThreadToken, unsigned int destinationNodeToken,
                                unsigned int destinationThreadToken, unsigned int messageSize, unsigned int messageTag,
                                unsigned int messageComm);
typedef int (*Ttf_DefUserEventT)(void *userData, unsigned int userEventToken, const char *userEventName,
                                 int monotonicallyIncreasing);
typedef int (*Ttf_EventTriggerT)(void *userData, double time, unsigned int nodeToken, unsigned int threadToken,
                                 unsigned int userEventToken, x_int64 userEventValue);

/* A callback that is 0 is not called. */
typedef struct Ttf_Callbacks {
	void *UserData;
	Ttf_DefClkPeriodT DefClkPeriod;
	Ttf_DefThreadT DefThread;
	Ttf_DefStateGroupT DefStateGroup;
	Ttf_DefStateT DefState;
	Ttf_EndTraceT EndTrace;
	Ttf_EnterStateT EnterState;
	Ttf_LeaveStateT LeaveState;
	Ttf_SendMessageT SendMessage;
	Ttf_RecvMessageT RecvMessage;
	Ttf_DefUserEventT DefUserEvent;
	Ttf_EventTriggerT EventTrigger;
} Ttf_CallbacksT;

typedef void *Ttf_FileHandleT;

/* ---- reading ---- */

/** Open a trace and its definitions; close it with Ttf_CloseFile. @return NULL on failure, with errno */
TTF_API Ttf_FileHandleT Ttf_OpenFileForInput(const char *name, const char *edf);
/**
 * Read up to numberOfEvents records and call back for each.
 * @return the number of records read, of any kind; 0 once at the end, then -1, so that a loop until < 0 also ends; -1
 *   on error, see Ttf_Error. Damage that callbacks cannot report (undefined events, a truncated file) is such an
 *   error, once, at the end before the 0.
 */
TTF_API int Ttf_ReadNumEvents(Ttf_FileHandleT fileHandle, Ttf_CallbacksT callbacks, int numberOfEvents);
/**
 * Go to a record: from 0, or with a negative position from the end. Position 0 starts a new pass, with all
 * definitions.
 * @return the position; 0 if it does not exist, and nothing has changed, see Ttf_Error
 */
TTF_API int Ttf_AbsSeek(Ttf_FileHandleT handle, int eventPosition);
/** The same, relative to the next record. */
TTF_API int Ttf_RelSeek(Ttf_FileHandleT handle, int plusMinusNumEvents);
/** Whether times are relative to the first record in the file; by default they are. */
TTF_API void Ttf_SetSubtractFirstTimestamp(Ttf_FileHandleT handle, int value);
/** Whether the file may still grow: then Ttf_ReadNumEvents returns 0 at each end. */
TTF_API void Ttf_SetNonBlocking(Ttf_FileHandleT handle, int value);
/** Close a handle for input or output. @return the handle, no longer valid; NULL on error */
TTF_API Ttf_FileHandleT Ttf_CloseFile(Ttf_FileHandleT fileHandle);

/* ---- writing; functions that return int return 0; or -1, and nothing was written, see Ttf_Error. Names are copied
 * ---- */

/**
 * Create or overwrite the two files of a trace; close it with Ttf_CloseOutputFile. @return NULL on failure, with errno
 */
TTF_API Ttf_FileHandleT Ttf_OpenFileForOutput(const char *name, const char *edf);
/** Only 1e-6 is possible: the format has no other. */
TTF_API int Ttf_DefClkPeriod(Ttf_FileHandleT file, double clkPeriod);
/** Threads need not be defined; the format has no place for the name. */
TTF_API int Ttf_DefThread(Ttf_FileHandleT file, unsigned int nodeToken, unsigned int threadToken,
                          const char *threadName);
/** Define a group, before its states. */
TTF_API int Ttf_DefStateGroup(Ttf_FileHandleT file, const char *stateGroupName, unsigned int stateGroupToken);
/**
 * Define a state. Its group must be defined. The name is without outer quotes. States and user events share the token
 * numbers; 60000 and 60003 to 60008 are reserved for the format.
 */
TTF_API int Ttf_DefState(Ttf_FileHandleT file, unsigned int stateToken, const char *stateName,
                         unsigned int stateGroupToken);
/** Define a user event, as Ttf_DefState without a group. */
TTF_API int Ttf_DefUserEvent(Ttf_FileHandleT file, unsigned int userEventToken, const char *userEventName,
                             int monotonicallyIncreasing);
/** Write the enter of a state; its token may be defined later. */
TTF_API int Ttf_EnterState(Ttf_FileHandleT file, x_uint64 time, unsigned int nodeToken, unsigned int threadToken,
                           unsigned int stateToken);
/** Write the leave of a state. */
TTF_API int Ttf_LeaveState(Ttf_FileHandleT file, x_uint64 time, unsigned int nodeToken, unsigned int threadToken,
                           unsigned int stateToken);
/**
 * Write a send. The format has no place for the thread of the peer. Limits: size below 2^26, tag below 2^16,
 * communicator below 2^6.
 */
TTF_API int Ttf_SendMessage(Ttf_FileHandleT file, double time, unsigned int sourceNodeToken,
                            unsigned int sourceThreadToken, unsigned int destinationNodeToken,
                            unsigned int destinationThreadToken, unsigned int messageSize, unsigned int messageTag,
                            unsigned int messageComm);
/** Write a receive; limits as for Ttf_SendMessage. */
TTF_API int Ttf_RecvMessage(Ttf_FileHandleT file, double time, unsigned int sourceNodeToken,
                            unsigned int sourceThreadToken, unsigned int destinationNodeToken,
                            unsigned int destinationThreadToken, unsigned int messageSize, unsigned int messageTag,
                            unsigned int messageComm);
/** Write a value, without its fraction. */
TTF_API int Ttf_EventTrigger(Ttf_FileHandleT file, double time, unsigned int nodeToken, unsigned int threadToken,
                             unsigned int userEventToken, double userEventValue);
/** Write a value with all its 64 bits. */
TTF_API int Ttf_LongEventTrigger(Ttf_FileHandleT file, x_uint64 time, unsigned int nodeToken, unsigned int threadToken,
                                 unsigned int userEventToken, x_uint64 userEventValue);
/** Write the buffer, definitions first. @return 0; -1 also if an earlier write failed */
TTF_API int Ttf_FlushTrace(Ttf_FileHandleT file);
/**
 * End each thread, write the buffer and free the handle, also on error. @return the handle, no longer valid; NULL on
 * error, also if a token was used but never defined
 */
TTF_API Ttf_FileHandleT Ttf_CloseOutputFile(Ttf_FileHandleT file);

/* ---- extensions of otfpipe, not in TAU ---- */

/**
 * The message of the last call with the handle if it failed: "where: what", valid until the next call. @return NULL if
 * it did not fail
 */
TTF_API const char *Ttf_Error(Ttf_FileHandleT handle);
/** As Ttf_OpenFileForInput and Ttf_OpenFileForOutput; on failure the message is in error[0..size), with a NUL. */
TTF_API Ttf_FileHandleT Ttf_OpenFileForInputError(const char *name, const char *edf, char *error, size_t size);
TTF_API Ttf_FileHandleT Ttf_OpenFileForOutputError(const char *name, const char *edf, char *error, size_t size);
/**
 * As Ttf_AbsSeek and Ttf_RelSeek, for traces of more than 2^31 - 1 records. @return -1 if the position does not exist
 */
TTF_API x_int64 Ttf_AbsSeek64(Ttf_FileHandleT handle, x_int64 eventPosition);
TTF_API x_int64 Ttf_RelSeek64(Ttf_FileHandleT handle, x_int64 plusMinusNumEvents);

#ifdef __cplusplus
}
#endif
#endif
