/*
 * OTF_MasterControl.h - which processes are in which stream: the master file NAME.otf: otf.h. An "argument" is a
 * stream, a "value" a process. Streams, and the processes of each, are sorted by number. A process is in one stream.
 */
#ifndef OTF_MASTERCONTROL_H
#define OTF_MASTERCONTROL_H
#include "OTF_FileManager.h"
#include "OTF_Filenames.h"
#include "OTF_inttypes.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A stream and its processes. */
struct struct_OTF_MapEntry {
	uint32_t argument;
	uint32_t n; /* processes */
	uint32_t s; /* room at values */
	uint32_t *values;
};
typedef struct struct_OTF_MapEntry OTF_MapEntry;

/* A process, `argument`, and its stream, `value`. */
struct struct_OTF_Pair {
	uint32_t argument;
	uint32_t value;
};
typedef struct struct_OTF_Pair OTF_Pair;

/* The members are those of version 1.12.5. Programs may read them; only the functions change them. */
struct struct_OTF_MasterControl {
	uint32_t n;        /* streams */
	uint32_t s;        /* room at map */
	OTF_MapEntry *map; /* sorted by stream; each has at least one process */
	uint32_t rn;       /* processes */
	uint32_t rs;       /* room at rmap */
	OTF_Pair *rmap;    /* sorted by process */
	OTF_FileManager *manager;
};
typedef struct struct_OTF_MasterControl OTF_MasterControl;

/** An empty master control, which the caller frees with OTF_MasterControl_close. @return NULL with otf_errno set */
OTF_API OTF_MasterControl *OTF_MasterControl_new(OTF_FileManager *manager);
/**
 * Replace the contents by those of NAMESTUB.otf. A line that is no stream is ignored. Of what cannot be right - a
 * process in two streams, the streams 0 and ffffffff - the first is kept and otf_errno set.
 * @return 1, also if it has no process; 0 with otf_errno set: no such file
 */
OTF_API int OTF_MasterControl_read(OTF_MasterControl *mc, const char *namestub);
/** Free a master control, which may be NULL. Both are the same; _finish is the older name. */
OTF_API void OTF_MasterControl_close(OTF_MasterControl *mc);
OTF_API void OTF_MasterControl_finish(OTF_MasterControl *mc);
/** A copy, which the caller frees with OTF_MasterControl_close. @return NULL with otf_errno set */
OTF_API OTF_MasterControl *OTF_MasterControl_clone(OTF_MasterControl *mc, OTF_FileManager *manager);
/** Add a process to a stream. @return 1; 0 with otf_errno set: the process has a stream already, or the stream is 0 or
 * ffffffff */
OTF_API int OTF_MasterControl_append(OTF_MasterControl *mc, uint32_t argument, uint32_t value);
/** Add l processes to a stream. @return 1; 0 with otf_errno set if some of them were refused */
OTF_API int OTF_MasterControl_appendList(OTF_MasterControl *mc, uint32_t argument, uint32_t l, uint32_t *values);
/** The stream of a process. @return 0 if it has none */
OTF_API uint32_t OTF_MasterControl_mapReverse(OTF_MasterControl *mc, uint32_t value);
/** Write NAMESTUB.otf; streams without process are left out. @return 1, or 0 with otf_errno set */
OTF_API int OTF_MasterControl_write(OTF_MasterControl *mc, const char *namestub);
/** Check that each process is in one stream. @return 1, or 0 with otf_errno set */
OTF_API int OTF_MasterControl_check(OTF_MasterControl *mc);
/** Print both maps to standard error. */
OTF_API void OTF_MasterControl_print(OTF_MasterControl *mc);

/* Entries belong to the master control and are valid until it changes. @return NULL if there is none */

OTF_API OTF_MapEntry *OTF_MasterControl_getEntry(OTF_MasterControl *mc, uint32_t argument);
OTF_API OTF_MapEntry *OTF_MasterControl_getEntryByIndex(OTF_MasterControl *mc, uint32_t index);
OTF_API OTF_Pair *OTF_MasterControl_getREntryByIndex(OTF_MasterControl *mc, uint32_t index);
/** The processes of a stream. */
OTF_API uint32_t *OTF_MasterControl_getValues(OTF_MasterControl *mc, uint32_t argument);
/** How many streams, processes, and processes of a stream there are. */
OTF_API uint32_t OTF_MasterControl_getCount(OTF_MasterControl *mc);
OTF_API uint32_t OTF_MasterControl_getrCount(OTF_MasterControl *mc);
OTF_API uint32_t OTF_MasterControl_getValueCount(OTF_MasterControl *mc, uint32_t argument);
/** A stream id that is not used: one more than the largest, or if that is fffffffe, the smallest. */
OTF_API uint32_t OTF_MasterControl_getNewStreamId(OTF_MasterControl *mc);

#ifdef __cplusplus
}
#endif
#endif
