/* records.h - converts the records of a stream to records of a TAU trace. What TAU has no place for is counted. */
#ifndef OTFP_TAU_WRITE_RECORDS_H
#define OTFP_TAU_WRITE_RECORDS_H
#include "base/intern.h"
#include "base/map.h"
#include "otfpipe.h"
#include "record/names.h"
#include "tau/limits.h"
#include "tau/write/out.h"

/* A process: a thread of a node. */
struct otfp_to_tau_thread {
	uint32_t process, parent;
	uint32_t node, thread;
	int is_placed, has_begun, has_ended, has_facts; /* has_facts: its metadata is written */
	size_t file;
	uint32_t *open; /* stack of open calls, by event id */
	size_t nopen, cap;
};

/* Parts of records that TAU has no place for, or not for all of it. */
enum otfp_to_tau_loss {
	OTFP_LOST_TAGS,     /* key-values */
	OTFP_LOST_OTHER,    /* lines of unknown records */
	OTFP_LOST_EVENTS,   /* @LOST lines */
	OTFP_LOST_LEAVE,    /* Leave without a token while no call is open */
	OTFP_LOST_TAG,      /* message tags that do not fit */
	OTFP_LOST_LENGTH,   /* message lengths that do not fit */
	OTFP_LOST_COMM,     /* more communicators than TAU has numbers */
	OTFP_LOST_FRACTION, /* fractions of counter values */
	OTFP_LOST_VALUE,    /* counter values outside 64-bit integers */
	OTFP_LOST_TIME,     /* parts of a microsecond; counted, but not reported as loss */
	OTFP_LOST_NAME,     /* names that were changed; counted, but not reported as loss */
	OTFP_NLOSSES
};

/* Metadata: an event that each of its owners has once. */
struct otfp_to_tau_fact {
	uint32_t name;    /* number in texts */
	int64_t id;       /* 0: not defined yet */
	uint32_t *owners; /* processes; NULL: the first thread of each node */
	size_t nowners, cap;
};

struct otfp_to_tau_state {
	struct otfp_tau_out *out;
	struct otfp_edf_lines defs;
	/* processes */
	struct otfp_to_tau_thread *places;
	size_t nplaces, places_cap;
	struct otfp_map place_index; /* index into places, by process */
	size_t nplaced, nbegun;      /* places that have a node; places whose first record is written */
	uint32_t next_node;
	/* functions and counters */
	struct otfp_names names;
	size_t ndefined;            /* definitions already handled */
	struct otfp_interns words;  /* keys "kind, tag, group, name" of events */
	struct otfp_map ids;        /* event id, by number in words */
	struct otfp_interns taken;  /* names of events in use */
	struct otfp_map defined[2]; /* by enum otfp_edf_line_kind: event id, by otfp_ref */
	struct otfp_map known[2];   /* cache: event id, by stream << 32 | token; cleared at each definition */
	uint32_t next_id;
	/* time */
	uint64_t resolution; /* ticks per second */
	uint64_t per;        /* ticks per microsecond; 0 if that is no whole number */
	uint64_t base;       /* microseconds to add to all times */
	uint64_t ticks;      /* time of the last record */
	uint64_t last;       /* the same in microseconds */
	/* from the comments of tau-to-otf */
	int is_tau;
	uint64_t began;      /* microseconds at time 0, also if times are absolute */
	uint64_t wall_clock; /* seconds since 1970 at time 0; 0: unknown */
	struct otfp_interns texts;
	struct otfp_map tau_names; /* original name of a function, number in texts, by token */
	struct otfp_map triggers;  /* counters whose values are written as three records, by token ... */
	struct otfp_map threefold; /* ... and by event id */
	struct otfp_to_tau_fact *facts;
	size_t nfacts, facts_cap;
	/* communicators */
	struct otfp_map comms; /* communicator, by process group */
	uint64_t comms_taken;  /* one bit for each communicator in use */
	/* what is lost */
	uint64_t dropped[OTFP_NTYPES];
	uint64_t lost[OTFP_NLOSSES];
};

/* ---- records.c ---- */

/** Start a conversion. s must be zero-filled, except `out`. @return 0 or <0 */
int otfp_to_tau_begin(struct otfp_to_tau_state *s, const struct otfp_header *h, struct otfp_error *err);
/** Free what s owns, except `out`. */
void otfp_to_tau_release(struct otfp_to_tau_state *s);

/* ---- place.c ---- */

/** Handle a DefProcess. @return 0 or <0 */
int otfp_to_tau_process(struct otfp_to_tau_state *s, const struct otfp_record *rec, struct otfp_error *err);
/**
 * The entry of a process, with node and thread; valid until the next call of these functions. @return NULL with err
 * set
 */
struct otfp_to_tau_thread *otfp_to_tau_place(struct otfp_to_tau_state *s, uint32_t process, struct otfp_error *err);
/** Give all defined processes a node and a thread. @return 0 or <0 */
int otfp_to_tau_place_all(struct otfp_to_tau_state *s, struct otfp_error *err);

/* ---- define.c ---- */

/** Make events for the functions and counters defined since the last call. @return 0 or <0 */
int otfp_to_tau_define(struct otfp_to_tau_state *s, struct otfp_error *err);
/**
 * The event of a token in a record of that process. @param kind  OTFP_EDF_LINE_STATE or OTFP_EDF_LINE_TRIGGER. @return
 * its id, or <0
 */
int64_t otfp_to_tau_id(struct otfp_to_tau_state *s, enum otfp_edf_line_kind kind, uint32_t process, uint32_t token,
                       struct otfp_error *err);

/** The event of a fact. @return its id, or <0 */
int64_t otfp_to_tau_fact_id(struct otfp_to_tau_state *s, struct otfp_to_tau_fact *f, struct otfp_error *err);

/* ---- restore/comment.c ---- */

/** Remove a word from the front of a text. @return whether it was there */
int otfp_to_tau_skip(struct otfp_str *text, const char *word);
/** Remove a decimal number from the front of a text. @return whether there was one, `most` at most */
int otfp_to_tau_number(struct otfp_str *text, uint64_t most, uint64_t *v);
/** Handle a DefinitionComment. @return 1 if tau-to-otf made it, 0 if not, <0 */
int otfp_to_tau_comment(struct otfp_to_tau_state *s, const struct otfp_record *rec, struct otfp_error *err);
/**
 * The communicator for a process group in a message of that process. @return its number, more than OTFP_TAU_COMM_MAX
 * if there are too many; -1 when memory is out
 */
int otfp_to_tau_comm(struct otfp_to_tau_state *s, uint32_t process, uint32_t group);

/* ---- event.c ---- */

/** Set the ticks per second. */
void otfp_to_tau_resolution(struct otfp_to_tau_state *s, uint64_t resolution);
/** Compare two uint32_t, for qsort and bsearch. */
int otfp_to_tau_by_number(const void *a, const void *b);
/** Convert one record of any kind. @return 0 or <0 */
int otfp_to_tau_add(struct otfp_to_tau_state *s, const struct otfp_record *rec, struct otfp_error *err);
/** Write the missing first and last records of all threads, after the last record. @return 0 or <0 */
int otfp_to_tau_end(struct otfp_to_tau_state *s, struct otfp_error *err);
#endif
