/*
 * runs.h - reads TAU runs as one trace: what the files of this directory share.
 *
 *     files.c      operands: pairs and directories, as files with their definitions
 *     survey.c     the first pass over all records: processes, times, order, kinds of values
 *     processes.c  numbers processes, and finds who sends and receives the messages of a node
 *     define.c     definitions
 *     order.c      records in time order
 *     peers.c      both ends of messages between nodes with several threads
 *     records.c    converts records of TAU to records of OTF
 *     source.c     the source
 */
#ifndef OTFP_TAU_READ_RUNS_H
#define OTFP_TAU_READ_RUNS_H
#include "base/buf.h"
#include "base/index.h"
#include "base/map.h"
#include "record/queue.h"
#include "tau/read/source.h"
#include "tau/read/trc.h"

enum { OTFP_TAU_RESOLUTION = 1000000 }; /* TAU's ticks per second */
enum { OTFP_TAU_NO_NODE = 65535 };      /* node of records made before the node was known */
#define OTFP_TAU_INVALID_MESSAGE (-1)   /* parameter of a message without peer */
#define OTFP_TAU_NOBODY UINT32_MAX

/* ---- events of all runs; equal definitions have one entry ---- */

enum otfp_tau_role {
	OTFP_TAU_DROPPED, /* unknown kind, or continuation of a long event; reported */
	OTFP_TAU_SILENT,  /* nothing that a trace keeps: the time of day */
	OTFP_TAU_FUNCTION,
	OTFP_TAU_COUNTER,
	OTFP_TAU_TRIGGER,  /* a counter whose records all come as 0, value, 0 */
	OTFP_TAU_METADATA, /* a counter that is a fact, by its name "KEY | VALUE" */
	OTFP_TAU_SEND,
	OTFP_TAU_RECV,
	OTFP_TAU_INIT,
	OTFP_TAU_CLOSE,
	OTFP_TAU_PEER_THREAD,
	OTFP_TAU_RMA_OUT,
	OTFP_TAU_RMA_IN,
	OTFP_TAU_RMA_EITHER,
	OTFP_TAU_RMA_KEY1,
	OTFP_TAU_RMA_KEY2
};

struct otfp_tau_def {
	struct otfp_str group, name;     /* NUL-terminated, in the arena of the dictionary */
	int64_t id, tag;                 /* of the first EDF */
	uint64_t count;                  /* number of records */
	uint64_t triples, short_triples; /* triples 0, value, 0; those that took hardly any time */
	uint32_t token, group_token, source;
	uint8_t kind;       /* enum otfp_edf_kind */
	uint8_t role;       /* enum otfp_tau_role; final after the survey */
	uint8_t is_single;  /* some record is not part of 0, value, 0 */
	uint8_t is_counter; /* named like a fact, but with other values than 0 and 1 */
	uint8_t collective; /* index + 1 in the table of collective operations */
	uint32_t *owners;   /* of a fact: processes that recorded it */
	size_t nowners, cap;
};

struct otfp_tau_dictionary {
	struct otfp_tau_def *defs;
	size_t n, cap;
	struct otfp_index index; /* of defs, by kind, tag, group and name */
	struct otfp_arena text;
	unsigned sources; /* number of EDFs */
};

/* ---- files ---- */

/* The meaning of the ids in the files of one EDF. */
struct otfp_tau_ids {
	struct otfp_map defs; /* id -> index of the definition */
	char *path;
};

struct otfp_tau_file {
	struct otfp_trc trc;
	uint32_t run, ids;   /* indexes */
	uint32_t node;       /* of a file with one thread, from its name; OTFP_TAU_NOBODY: merged */
	uint32_t process;    /* lowest process with records in it */
	int is_mixed;        /* it contains several processes */
	uint64_t most_equal; /* most records of one time in a row */
};

/* A part of a file in which times never go back. */
struct otfp_tau_piece {
	uint32_t file;
	uint64_t from, to; /* record numbers */
};

struct otfp_tau_run {
	const char *name;   /* operand */
	uint32_t node;      /* number of its node 0 among the nodes of all runs */
	uint32_t group;     /* token of the group of all its processes */
	uint32_t first, n;  /* its processes */
	uint32_t comms[64]; /* tokens of the groups for communicators; 0: not used */
	uint8_t *peers;     /* one bit for each node: messages went to it or came from it */
};

/* ---- processes ---- */

struct otfp_tau_process {
	uint32_t run, old;     /* old: its index before sorting */
	uint16_t node, thread; /* in its run */
	uint8_t has_init, has_close, sends, receives;
	uint8_t phase;     /* of the current trigger: number of its records so far, 0 to 2 */
	uint8_t suspended; /* triggers were interrupted by others */
	uint8_t began;
	uint8_t rma;         /* enum otfp_tau_role of an incomplete transfer */
	uint8_t has_key;     /* has the first half of its key */
	uint32_t trigger;    /* current trigger, index into defs */
	int32_t peer_thread; /* for the next message; -1: unknown */
	uint32_t slots;      /* number of messages and transfers */
	uint64_t first_slot, next_slot;
	uint64_t comms;       /* one bit for each communicator of its messages */
	uint64_t latest;      /* maximum of its times so far */
	uint64_t first, last; /* times */
	uint64_t left;        /* records not read yet */
	uint64_t trigger_time;
	int64_t rma_bytes, rma_key;
	uint32_t *open; /* stack of open calls, index into defs */
	size_t depth, cap;
};

/* Irregularities of the input. */
enum otfp_tau_finding {
	/* damage: something is lost */
	OTFP_TAU_UNDEFINED, /* records of events that no EDF defines */
	OTFP_TAU_NO_MEANING,
	OTFP_TAU_CONTINUATIONS,
	OTFP_TAU_NEITHER, /* neither enter nor leave */
	OTFP_TAU_NO_PEER,
	OTFP_TAU_HALF_RMA,
	/* repairs */
	OTFP_TAU_FIRST_REPAIR,
	OTFP_TAU_LATE = OTFP_TAU_FIRST_REPAIR,
	OTFP_TAU_NODE_GIVEN,
	OTFP_TAU_NO_ENTER,
	OTFP_TAU_CROSSED,
	OTFP_TAU_OPEN,
	OTFP_TAU_NO_INIT,
	OTFP_TAU_NO_CLOSE,
	OTFP_TAU_ABSENT,
	OTFP_TAU_LONE_RMA,
	OTFP_TAU_NFINDINGS
};

/* ---- all of it ---- */

struct otfp_tau_order;
struct otfp_tau_reading;

struct otfp_tau {
	struct otfp_error *err;
	struct otfp_read_options o;
	struct otfp_tau_options options;
	struct otfp_files *budget;
	struct otfp_tau_dictionary dict;
	struct otfp_tau_run *runs;
	size_t nruns, runs_cap;
	struct otfp_tau_file *files;
	size_t nfiles, files_cap;
	struct otfp_tau_ids *ids;
	size_t nids, ids_cap;
	struct otfp_tau_piece *pieces;
	size_t npieces, pieces_cap;
	struct otfp_tau_process *processes; /* token = index + 1 */
	size_t nprocesses, processes_cap;
	struct otfp_map by_place;           /* index of process, by run << 32 | node << 16 | thread */
	struct otfp_map suspended;          /* phase of a trigger, by process << 32 | definition */
	struct otfp_map senders, receivers; /* index of process | OTFP_TAU_SEVERAL, by run << 16 | node */
	int is_mixed;                       /* a file contains several processes, or one process is in several files */
	int is_shuffled;                    /* times go back too often for pieces */
	uint64_t most_equal;                /* upper limit of records of one time */
	uint64_t first, last;               /* times as in the files */
	uint64_t base;                      /* subtracted from all times */
	int has_times;
	int64_t wall_clock; /* seconds since 1970 at the beginning; 0: unknown */
	uint64_t found[OTFP_TAU_NFINDINGS];
	uint64_t latest_by; /* largest delay of a record, in microseconds */
	int64_t undefined;  /* first id that no EDF defines */
	uint64_t troubles;
	uint32_t *slots;   /* index + 1 of the process at the other end, by slot; NULL: not needed */
	size_t slots_size; /* bytes */
	struct otfp_header header;
	struct otfp_queue definitions;
	struct otfp_buf text;
	struct otfp_record control;
	const struct otfp_record *one;
	struct otfp_tau_order *order;
	struct otfp_tau_reading *convert;
	int phase;
	size_t at;
};

#define OTFP_TAU_SEVERAL (UINT64_C(1) << 32) /* several threads of the node do it */

/** The key of a process for by_place. */
static inline uint64_t otfp_tau_place(uint32_t run, unsigned node, unsigned thread)
{
	return (uint64_t)run << 32 | (uint64_t)node << 16 | thread;
}

/** The key of the process of a record. A record from before its node was known belongs to the node of its file. */
static inline uint64_t otfp_tau_place_of(const struct otfp_tau_file *f, const struct otfp_tau_record *r)
{
	int is_known = r->nid != OTFP_TAU_NO_NODE || f->node == OTFP_TAU_NOBODY;

	return otfp_tau_place(f->run, is_known ? r->nid : f->node & 0xffff, r->tid);
}

/** Whether a record with this role and parameter is converted; other records are not counted anywhere. */
static inline int otfp_tau_has_record(unsigned role, int64_t par)
{
	switch (role) {
	case OTFP_TAU_DROPPED:
	case OTFP_TAU_SILENT: return 0;
	case OTFP_TAU_FUNCTION: return par == 1 || par == -1;
	case OTFP_TAU_SEND:
	case OTFP_TAU_RECV: return par != OTFP_TAU_INVALID_MESSAGE;
	default: return 1;
	}
}

/** The definition of an id. @return index + 1; 0 if no EDF defines it */
static inline uint32_t otfp_tau_def_of(const struct otfp_tau_ids *ids, int64_t id)
{
	const uint64_t *at = otfp_map_get(&ids->defs, (uint64_t)id);

	return at ? (uint32_t)*at + 1 : 0;
}

/* files.c */
/** Open n inputs that otfp_tau_look took, as runs and files. @return 0 or <0 */
int otfp_tau_open_files(struct otfp_tau *t, struct otfp_inputs *in, unsigned at, unsigned n);
/* dictionary.c */
/** Add the definitions of an EDF; fills ids to find them. @return 0, or -1 when memory is out */
int otfp_tau_learn(struct otfp_tau_dictionary *d, const struct otfp_edf *edf, struct otfp_tau_ids *ids);
/** Choose the tokens of functions and counters, after the survey. */
void otfp_tau_number_events(struct otfp_tau_dictionary *d);
/** Free what d owns, not d itself. */
void otfp_tau_dictionary_release(struct otfp_tau_dictionary *d);
/* survey.c */
/** Read all records once. @return 0 or <0 */
int otfp_tau_survey(struct otfp_tau *t);
/* processes.c */
/** The process of a place, added if it is new. @return its index; OTFP_TAU_NOBODY when memory is out */
uint32_t otfp_tau_find_process(struct otfp_tau *t, uint64_t place);
/** Switch a process to another trigger; an incomplete one is kept for later. @return 0, or -1 when memory is out */
int otfp_tau_switch_trigger(struct otfp_tau *t, uint32_t process, uint32_t def);
/** Sort the processes by run, node and thread, after the survey. @return 0 or <0 */
int otfp_tau_number_processes(struct otfp_tau *t);
/* define.c */
/** Make the definitions. @return 0 or <0 */
int otfp_tau_define(struct otfp_tau *t);
/* peers.c */
/** Find the peers of messages where the node is not enough. @return 0 or <0 */
int otfp_tau_match_peers(struct otfp_tau *t);
/** Free the table of peers. */
void otfp_tau_forget_peers(struct otfp_tau *t);
/* note.c */
/** What messages call all that is read: the name of the only run, or "input". */
const char *otfp_tau_what_is_read(const struct otfp_tau *t);
/** Report the findings first .. end - 1 that occurred. @return 0, or OTFP_EDAMAGE with --strict */
int otfp_tau_report(struct otfp_tau *t, enum otfp_tau_finding first, enum otfp_tau_finding end);
/** Ask the caller whether to stop. @return 0, or OTFP_EINTR */
int otfp_tau_stops(struct otfp_tau *t);
/** Count a finding. @return 0, or OTFP_EDAMAGE with --strict */
int otfp_tau_note(struct otfp_tau *t, enum otfp_tau_finding what);
#endif
