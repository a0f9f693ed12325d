/*
 * back.h - records of a stream as those of a TAU trace. What has no place there is counted.
 */
#ifndef OTFP_TAU_BACK_H
#define OTFP_TAU_BACK_H
#include "base/words.h"
#include "otfpipe.h"
#include "record/names.h"
#include "tau/limits.h"
#include "tau/out.h"

/* A process: a thread of a node. */
struct otfp_to_tau_thread {
	uint32_t process, parent;
	uint32_t node, thread;
	int is_placed, has_begun, has_ended, has_facts; /* the latter: they are written */
	size_t file;
	uint32_t *open; /* events of the calls that are open */
	size_t nopen, cap;
};

/* Parts of records that have no place, or not all of it. */
enum otfp_to_tau_loss {
	OTFP_LOST_TAGS,     /* key-values */
	OTFP_LOST_OTHER,    /* lines of unknown records */
	OTFP_LOST_EVENTS,   /* @LOST lines */
	OTFP_LOST_LEAVE,    /* Leave without token of no open call */
	OTFP_LOST_TAG,      /* message tags */
	OTFP_LOST_LENGTH,   /* of messages */
	OTFP_LOST_COMM,     /* communicators */
	OTFP_LOST_FRACTION, /* of counter values */
	OTFP_LOST_VALUE,    /* counter values that 64 bits of an integer do not hold */
	OTFP_LOST_TIME,     /* ticks below a microsecond; no loss that fails */
	OTFP_LOST_NAME,     /* names of which something had to change; the same */
	OTFP_NLOSSES
};

/* Metadata: an event that all its owners have once. */
struct otfp_to_tau_fact {
	size_t name;      /* in texts */
	int64_t id;       /* 0 = not defined yet */
	uint32_t *owners; /* processes; NULL = the first thread of each node */
	size_t nowners, cap;
};

struct otfp_to_tau_state {
	struct otfp_tau_out *out;
	struct otfp_edf_lines defs;
	/* processes */
	struct otfp_to_tau_thread *places;
	size_t nplaces, places_cap;
	struct otfp_map place_index; /* process to its place */
	size_t nplaced, nbegun;      /* places that have a node; whose first record is written */
	uint32_t next_node;
	/* functions and counters */
	struct otfp_names names;
	size_t ndefined;            /* definitions of them that were looked at */
	struct otfp_words words;    /* group, HT, name, by kind */
	struct otfp_map ids;        /* number of the word to id */
	struct otfp_words taken;    /* names of lines */
	struct otfp_map defined[2]; /* enum otfp_edf_line_kind: ref to id */
	struct otfp_map known[2];   /* stream << 32 | token to id, for speed; dropped at each definition */
	uint32_t next_id;
	/* time */
	uint64_t resolution; /* ticks per second */
	uint64_t per;        /* ticks per microsecond, if that is a whole number */
	uint64_t base;       /* microseconds that time 0 stands for */
	uint64_t ticks;      /* of the last record */
	uint64_t last;       /* the same, microseconds */
	/* what tau-to-otf said */
	int is_tau;
	uint64_t began;      /* microseconds; the base, also where times are absolute */
	uint64_t wall_clock; /* seconds since 1970 then; 0 = not known */
	struct otfp_words texts;
	struct otfp_map tau_names; /* function to its name, in texts */
	struct otfp_map triggers;  /* counters of which a record stands for three, by token ... */
	struct otfp_map threefold; /* ... and by id */
	struct otfp_to_tau_fact *facts;
	size_t nfacts, facts_cap;
	/* communicators */
	struct otfp_map comms; /* process group to communicator */
	uint64_t comms_taken;  /* bits */
	/* what went */
	uint64_t dropped[OTFP_NTYPES];
	uint64_t lost[OTFP_NLOSSES];
};

/* ---- back.c ---- */

/** After zero-filling, the records of a stream with that header. @return 0 or <0 */
int otfp_to_tau_begin(struct otfp_to_tau_state *s, const struct otfp_header *h, struct otfp_error *err);
/** Free all but `out`. */
void otfp_to_tau_release(struct otfp_to_tau_state *s);

/* ---- back-place.c ---- */

/** A definition of a process. @return 0 or <0 */
int otfp_to_tau_process(struct otfp_to_tau_state *s, const struct otfp_record *rec, struct otfp_error *err);
/** The place of a process, which has a node and a thread from then on; valid until the next call of these. @return NULL
 * with err filled */
struct otfp_to_tau_thread *otfp_to_tau_place(struct otfp_to_tau_state *s, uint32_t process, struct otfp_error *err);
/** All that were defined get their node and thread. @return 0 or <0 */
int otfp_to_tau_place_all(struct otfp_to_tau_state *s, struct otfp_error *err);

/* ---- back-define.c ---- */

/** Functions and counters that were defined since get their lines. @return 0 or <0 */
int otfp_to_tau_define(struct otfp_to_tau_state *s, struct otfp_error *err);
/** The event that a token of a record of that process means. @param kind  OTFP_EDF_LINE_STATE or OTFP_EDF_LINE_TRIGGER
 * @return its id, or <0 */
int64_t otfp_to_tau_id(struct otfp_to_tau_state *s, enum otfp_edf_line_kind kind, uint32_t process, uint32_t token,
                       struct otfp_error *err);

/** The event of a fact. @return its id, or <0 */
int64_t otfp_to_tau_fact_id(struct otfp_to_tau_state *s, struct otfp_to_tau_fact *f, struct otfp_error *err);

/* ---- back-comment.c ---- */

/** Cut a word off the front of a text. @return whether it stands there */
int otfp_to_tau_skip(struct otfp_str *text, const char *word);
/** Cut a decimal off the front of a text. @return whether there is one, `most` at most */
int otfp_to_tau_number(struct otfp_str *text, uint64_t most, uint64_t *v);
/** A definition comment. @return 1 if it is one of tau-to-otf, 0 if not, <0 */
int otfp_to_tau_comment(struct otfp_to_tau_state *s, const struct otfp_record *rec, struct otfp_error *err);
/** The communicator that a process group in a message of that process stands for. @return it, more than
 * OTFP_TAU_COMM_MAX if there are too many; -1 when memory is out */
int otfp_to_tau_comm(struct otfp_to_tau_state *s, uint32_t process, uint32_t group);

/* ---- back-event.c ---- */

/** Ticks per second. */
void otfp_to_tau_resolution(struct otfp_to_tau_state *s, uint64_t resolution);
/** For qsort and bsearch of uint32_t. */
int otfp_to_tau_by_number(const void *a, const void *b);
/** A record of any kind. @return 0 or <0 */
int otfp_to_tau_see(struct otfp_to_tau_state *s, const struct otfp_record *rec, struct otfp_error *err);
/** Each thread has its first and last records. @return 0 or <0 */
int otfp_to_tau_end(struct otfp_to_tau_state *s, struct otfp_error *err);
#endif
