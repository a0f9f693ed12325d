/*
 * run.h - TAU runs that are read as one trace: what the files of this room share.
 *
 *     files.c      operands: pairs and directories, as files with their definitions
 *     survey.c     first look at all records: processes, times, order, what events hold
 *     processes.c  processes numbered, and who is at the other end of messages
 *     define.c     definitions
 *     order.c      records in the order of time
 *     peers.c      both ends of messages between nodes of several threads
 *     convert.c    records of TAU as those of OTF
 *     tau.c        the source
 */
#ifndef OTFP_TAU_RUN_H
#define OTFP_TAU_RUN_H
#include "base/buf.h"
#include "base/map.h"
#include "record/queue.h"
#include "tau/tau.h"
#include "tau/trc.h"

enum { OTFP_TAU_RESOLUTION = 1000000 }; /* ticks per second: TAU's own */
enum { OTFP_TAU_NO_NODE = 65535 };      /* of records made before the node was known */
enum { OTFP_TAU_RAW = 64 << 10 };       /* bytes read at a time, where few files are read */
#define OTFP_TAU_INVALID_MESSAGE (-1)   /* parameter of a message to nowhere */
#define OTFP_TAU_NOBODY UINT32_MAX

/* ---- events: what all runs define, one entry for all definitions that say the same ---- */

enum otfp_tau_role {
	OTFP_TAU_DROPPED, /* of no known kind, or the continuation of a long event: told */
	OTFP_TAU_SILENT,  /* nothing that a trace keeps: the time of day */
	OTFP_TAU_FUNCTION,
	OTFP_TAU_COUNTER,
	OTFP_TAU_TRIGGER,  /* a counter all of whose records come as 0, value, 0 */
	OTFP_TAU_METADATA, /* a counter that is a fact by its name: KEY | VALUE */
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
	int64_t id, tag;                 /* as the first EDF has them */
	uint64_t count;                  /* records */
	uint64_t triples, short_triples; /* 0, value, 0; those that took hardly any time */
	uint32_t token, group_token, source;
	uint8_t kind;       /* enum otfp_edf_kind */
	uint8_t role;       /* enum otfp_tau_role; final after the survey */
	uint8_t is_single;  /* some record is not of 0, value, 0 */
	uint8_t is_counter; /* named as a fact is, but with other values than 0 and 1 */
	uint8_t collective; /* index + 1 of the table of collective operations */
	uint32_t *owners;   /* of a fact: processes that recorded it */
	size_t nowners, cap;
};

struct otfp_tau_dictionary {
	struct otfp_tau_def *defs;
	size_t n, cap;
	struct otfp_map by_hash; /* -> index */
	struct otfp_arena text;
	unsigned sources; /* EDFs */
};

/* ---- files ---- */

/* What an id in the files of one EDF means. */
struct otfp_tau_ids {
	struct otfp_tau_id {
		int64_t id;
		uint32_t def; /* index + 1; 0 = free */
	} * slots;
	size_t n; /* a power of two */
	char *path;
};

struct otfp_tau_file {
	struct otfp_trc trc;
	uint32_t run, ids;   /* indexes */
	uint32_t node;       /* of a file that holds one thread, by its name; OTFP_TAU_NOBODY = merged */
	uint32_t process;    /* the lowest that has records in it */
	int is_mixed;        /* it holds several */
	uint64_t most_equal; /* records of one time in a row */
};

/* A part of a file whose times do not fall. */
struct otfp_tau_piece {
	uint32_t file;
	uint64_t from, to; /* records */
};

struct otfp_tau_run {
	const char *name;   /* operand */
	uint32_t node;      /* number of its node 0 among those of all runs */
	uint32_t group;     /* token of the group of all its processes */
	uint32_t first, n;  /* its processes */
	uint32_t comms[64]; /* tokens of the groups that stand for communicators; 0 = not used */
	uint8_t *peers;     /* bits by node: those that messages went to or came from */
};

/* ---- processes ---- */

struct otfp_tau_process {
	uint32_t run, old;     /* old: its index while they were found */
	uint16_t node, thread; /* in its run */
	uint8_t has_init, has_close, sends, receives;
	uint8_t phase;     /* of the trigger that is under way: 0 none, 1 and 2 = so many records of it came */
	uint8_t suspended; /* triggers were that others came between */
	uint8_t began;
	uint8_t rma;         /* enum otfp_tau_role of a transfer of which not all records came */
	uint8_t has_key;     /* its first half */
	uint32_t trigger;    /* its definition */
	int32_t peer_thread; /* of the next message; -1 = not said */
	uint32_t slots;      /* messages and transfers */
	uint64_t first_slot, next_slot;
	uint64_t comms;       /* bits: communicators of its messages */
	uint64_t latest;      /* time so far */
	uint64_t first, last; /* times */
	uint64_t left;        /* records that were not read yet */
	uint64_t trigger_time;
	int64_t rma_bytes, rma_key;
	uint32_t *open; /* calls, by definition */
	size_t depth, cap;
};

/* What was found that is not as it should be. */
enum otfp_tau_finding {
	/* damage: something is lost */
	OTFP_TAU_UNDEFINED, /* records of an event that no EDF defines */
	OTFP_TAU_NO_MEANING,
	OTFP_TAU_CONTINUATIONS,
	OTFP_TAU_NEITHER, /* enter nor leave */
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
struct otfp_tau_convert;

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
	struct otfp_map by_place;           /* run << 32 | node << 16 | thread -> index of process */
	struct otfp_map suspended;          /* process << 32 | definition -> phase of a trigger */
	struct otfp_map senders, receivers; /* run << 16 | node -> index of process | TAU_SEVERAL */
	int is_mixed;                       /* a file holds several processes, or one process is in several files */
	int is_shuffled;                    /* times fall too often for pieces */
	uint64_t most_equal;                /* records of one time, at most */
	uint64_t first, last;               /* times, in the files */
	uint64_t base;                      /* subtracted of them */
	int has_times;
	int64_t wall_clock; /* seconds since 1970 when it began; 0 = not known */
	uint64_t found[OTFP_TAU_NFINDINGS];
	uint64_t latest_by; /* microseconds that a record came too late, at most */
	int64_t undefined;  /* the first id that no EDF defines */
	uint64_t troubles;
	uint32_t *slots;   /* index + 1 of the process at the other end, by slot; NULL = not asked */
	size_t slots_size; /* bytes */
	struct otfp_header header;
	struct otfp_queue definitions;
	struct otfp_buf text;
	struct otfp_record control;
	const struct otfp_record *one;
	struct otfp_tau_order *order;
	struct otfp_tau_convert *convert;
	int phase;
	size_t at;
};

#define OTFP_TAU_SEVERAL (UINT64_C(1) << 32) /* threads of the node do that */

static inline uint64_t otfp_tau_place(uint32_t run, unsigned node, unsigned thread)
{
	return (uint64_t)run << 32 | (uint64_t)node << 16 | thread;
}

/** Where a record belongs; one from before its node was known belongs to that of its file. */
static inline uint64_t otfp_tau_place_of(const struct otfp_tau_file *f, const struct otfp_tau_record *r)
{
	int is_known = r->nid != OTFP_TAU_NO_NODE || f->node == OTFP_TAU_NOBODY;

	return otfp_tau_place(f->run, is_known ? r->nid : f->node & 0xffff, r->tid);
}

/** Whether a record of a definition becomes something; one of which nothing becomes is nowhere counted. */
static inline int otfp_tau_counts(unsigned role, int64_t par)
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

static inline uint32_t otfp_tau_def_of(const struct otfp_tau_ids *ids, int64_t id)
{
	for (size_t i = (size_t)id;; i++) {
		const struct otfp_tau_id *s = &ids->slots[i & (ids->n - 1)];
		if (!s->def || s->id == id)
			return s->def;
	}
}

/* files.c */
/** n inputs, which otfp_tau_look took. @return 0 or <0 */
int otfp_tau_open_files(struct otfp_tau *t, struct otfp_inputs *in, unsigned at, unsigned n);
/* dictionary.c */
/** The definitions of an EDF; ids is made to find them. @return 0, or -1 when memory is out */
int otfp_tau_learn(struct otfp_tau_dictionary *d, const struct otfp_edf *edf, struct otfp_tau_ids *ids);
/** Tokens of functions and counters, after the survey. */
void otfp_tau_number_events(struct otfp_tau_dictionary *d);
void otfp_tau_dictionary_release(struct otfp_tau_dictionary *d);
/* survey.c */
int otfp_tau_survey(struct otfp_tau *t);
/* processes.c */
/** The process of a record, a new one if need be. @return its index; OTFP_TAU_NOBODY when memory is out */
uint32_t otfp_tau_find_process(struct otfp_tau *t, uint64_t place);
/** The process goes on with another trigger; what is left of the last is kept. @return 0, or -1 when memory is out */
int otfp_tau_switch_trigger(struct otfp_tau *t, uint32_t process, uint32_t def);
/** After the survey: the order of processes by run, node and thread. */
int otfp_tau_number_processes(struct otfp_tau *t);
/* define.c */
int otfp_tau_define(struct otfp_tau *t);
/* peers.c */
/** Find the other ends where threads are not told by nodes alone. */
int otfp_tau_match_peers(struct otfp_tau *t);
void otfp_tau_forget_peers(struct otfp_tau *t);
/* tau.c */
/** Tell findings first .. end - 1 that were made. @return 0, or OTFP_EDAMAGE with --strict */
int otfp_tau_tell(struct otfp_tau *t, enum otfp_tau_finding first, enum otfp_tau_finding end);
/** Whether the caller wants no more. @return 0, or OTFP_EINTR */
int otfp_tau_stops(struct otfp_tau *t);
/** One more finding. @return 0, or OTFP_EDAMAGE with --strict */
int otfp_tau_note(struct otfp_tau *t, enum otfp_tau_finding what);
#endif
