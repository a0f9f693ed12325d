/*
 * TAU_tf.h - read and write TAU traces (.trc and .edf): the Ttf interface of the TAU reference guide, chapter "TAU
 * Trace Format Reader Library", and of TAU's own header of that name, by otfpipe. Link with -lotfpipe-tau
 * (pkg-config otfpipe-tau). TAU_tf(3) describes it, and says where it keeps the document's promise and TAU does not.
 *
 * The library never prints and never exits. Several threads may use it, each handle by one of them at a time.
 * Times are microseconds.
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

/* ---- callbacks; their results are not looked at ---- */

/* Once a pass, before anything else: seconds a tick of the clock, 1e-6. */
typedef int (*Ttf_DefClkPeriodT)(void *userData, double clkPeriod);
/* Before the first event of each thread. */
typedef int (*Ttf_DefThreadT)(void *userData, unsigned int nodeToken, unsigned int threadToken, const char *threadName);
/* The last record of the thread was read. */
typedef int (*Ttf_EndTraceT)(void *userData, unsigned int nodeToken, unsigned int threadToken);
/* Before the states of the group; also of groups that have none. */
typedef int (*Ttf_DefStateGroupT)(void *userData, unsigned int stateGroupToken, const char *stateGroupName);
/* The name stands between double quotes, as in the file. */
typedef int (*Ttf_DefStateT)(void *userData, unsigned int stateToken, const char *stateName,
                             unsigned int stateGroupToken);
typedef int (*Ttf_EnterStateT)(void *userData, double time, unsigned int nodeToken, unsigned int threadToken,
                               unsigned int stateToken);
typedef int (*Ttf_LeaveStateT)(void *userData, double time, unsigned int nodeToken, unsigned int threadToken,
                               unsigned int stateToken);
/* The thread of the peer is not in the trace: it is 0. */
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
                                 unsigned int userEventToken, long long userEventValue);

/* One that is 0 is not called. */
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

/** Open a trace and its definitions. @return NULL on failure, errno says why. Close with Ttf_CloseFile. */
TTF_API Ttf_FileHandleT Ttf_OpenFileForInput(const char *name, const char *edf);
/** Read up to numberOfEvents records and call back for each. @return how many were read, of any kind; 0 at the end, and
 * -1 from then on, so that a loop to below 0 ends, too; -1 on error, see Ttf_Error. What cannot be told by callbacks,
 * that events are not defined or the file was cut, is such an error, at the end, once before the 0. */
TTF_API int Ttf_ReadNumEvents(Ttf_FileHandleT fileHandle, Ttf_CallbacksT callbacks, int numberOfEvents);
/** Go to a record: from 0, or with a negative position from behind the last. To 0 begins a new pass: all is defined
 * anew. @return the position; 0 if there is none such, and nothing has changed then, see Ttf_Error */
TTF_API int Ttf_AbsSeek(Ttf_FileHandleT handle, int eventPosition);
/** The same, from the record that would be read next. */
TTF_API int Ttf_RelSeek(Ttf_FileHandleT handle, int plusMinusNumEvents);
/** Whether times are told from that of the first record in the file; without this call they are. */
TTF_API void Ttf_SetSubtractFirstTimestamp(Ttf_FileHandleT handle, int value);
/** Whether the file may still grow: then the end is told as 0 each time. */
TTF_API void Ttf_SetNonBlocking(Ttf_FileHandleT handle, int value);
/** Close what was opened for input or output. @return the handle, no longer valid; NULL on error */
TTF_API Ttf_FileHandleT Ttf_CloseFile(Ttf_FileHandleT fileHandle);

/* ---- writing; all that return int: 0, or -1 and nothing was written, see Ttf_Error ---- */

/** Begin a new trace in place of what the two files hold. @return NULL on failure, errno says why.
 * Close with Ttf_CloseOutputFile. */
TTF_API Ttf_FileHandleT Ttf_OpenFileForOutput(const char *name, const char *edf);
/** Only 1e-6 can be: the format has no other. */
TTF_API int Ttf_DefClkPeriod(Ttf_FileHandleT file, double clkPeriod);
/** The name has no place in the format. Threads need not be defined. */
TTF_API int Ttf_DefThread(Ttf_FileHandleT file, unsigned int nodeToken, unsigned int threadToken,
                          const char *threadName);
TTF_API int Ttf_DefStateGroup(Ttf_FileHandleT file, const char *stateGroupName, unsigned int stateGroupToken);
/** Its group must be defined. The name stands without outer quotes. States and user events share their tokens;
 * 60000 and 60003 to 60008 are the format's own. */
TTF_API int Ttf_DefState(Ttf_FileHandleT file, unsigned int stateToken, const char *stateName,
                         unsigned int stateGroupToken);
TTF_API int Ttf_DefUserEvent(Ttf_FileHandleT file, unsigned int userEventToken, const char *userEventName,
                             int monotonicallyIncreasing);
TTF_API int Ttf_EnterState(Ttf_FileHandleT file, unsigned long long time, unsigned int nodeToken,
                           unsigned int threadToken, unsigned int stateToken);
TTF_API int Ttf_LeaveState(Ttf_FileHandleT file, unsigned long long time, unsigned int nodeToken,
                           unsigned int threadToken, unsigned int stateToken);
/** The peer's thread has no place. Size below 2^26, tag below 2^16, communicator below 2^6. */
TTF_API int Ttf_SendMessage(Ttf_FileHandleT file, double time, unsigned int sourceNodeToken,
                            unsigned int sourceThreadToken, unsigned int destinationNodeToken,
                            unsigned int destinationThreadToken, unsigned int messageSize, unsigned int messageTag,
                            unsigned int messageComm);
TTF_API int Ttf_RecvMessage(Ttf_FileHandleT file, double time, unsigned int sourceNodeToken,
                            unsigned int sourceThreadToken, unsigned int destinationNodeToken,
                            unsigned int destinationThreadToken, unsigned int messageSize, unsigned int messageTag,
                            unsigned int messageComm);
/** The value without its fraction. */
TTF_API int Ttf_EventTrigger(Ttf_FileHandleT file, double time, unsigned int nodeToken, unsigned int threadToken,
                             unsigned int userEventToken, double userEventValue);
/** The value as its 64 bits are. */
TTF_API int Ttf_LongEventTrigger(Ttf_FileHandleT file, unsigned long long time, unsigned int nodeToken,
                                 unsigned int threadToken, unsigned int userEventToken,
                                 unsigned long long userEventValue);
/** Write what is buffered, the definitions first. -1 also if an earlier write failed. */
TTF_API int Ttf_FlushTrace(Ttf_FileHandleT file);
/** End each thread, flush, free the handle in any case. -1 also if a token was used that was never defined. */
TTF_API int Ttf_CloseOutputFile(Ttf_FileHandleT file);

/* ---- by otfpipe, not in TAU ---- */

/** Why the last call with the handle failed: "where: what", valid until the next one. @return NULL if it did not */
TTF_API const char *Ttf_Error(Ttf_FileHandleT handle);
/** As Ttf_OpenFileForInput, Ttf_OpenFileForOutput; on failure the reason is put into error[0..size), ended by a NUL. */
TTF_API Ttf_FileHandleT Ttf_OpenFileForInputError(const char *name, const char *edf, char *error, size_t size);
TTF_API Ttf_FileHandleT Ttf_OpenFileForOutputError(const char *name, const char *edf, char *error, size_t size);
/** As Ttf_AbsSeek and Ttf_RelSeek, for traces of more than 2^31 - 1 records; -1 if there is none such. */
TTF_API long long Ttf_AbsSeek64(Ttf_FileHandleT handle, long long eventPosition);
TTF_API long long Ttf_RelSeek64(Ttf_FileHandleT handle, long long plusMinusNumEvents);

#ifdef __cplusplus
}
#endif
#endif
