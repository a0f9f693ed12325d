/*
 * to-tau.h - records of a stream as those of a TAU trace. What has no place there is counted.
 */
#ifndef OTFP_TO_TAU_H
#define OTFP_TO_TAU_H
#include "base/words.h"
#include "otfpipe-cmd.h"
#include "state/names.h"
#include "tau/limits.h"
#include "tau/out.h"

/* A process: a thread of a node. */
struct otfp_to_tau_thread {
	uint32_t process, parent;
	uint32_t node, thread;
	int is_placed, has_begun, has_ended;
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

struct otfp_to_tau_state {
	const struct otfp_to_tau *o;
	const char *name; /* -o */
	unsigned max_files;
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
	/* what went */
	uint64_t dropped[OTFP_NTYPES];
	uint64_t lost[OTFP_NLOSSES];
};

/* ---- to-tau-place.c ---- */

/** A definition of a process. @return 0 or <0 */
int otfp_to_tau_process(struct otfp_to_tau_state *s, const struct otfp_record *rec, struct otfp_error *err);
/** The place of a process, which has a node and a thread from then on; valid until the next call of these. @return NULL
 * with err filled */
struct otfp_to_tau_thread *otfp_to_tau_place(struct otfp_to_tau_state *s, uint32_t process, struct otfp_error *err);
/** All that were defined get their node and thread. @return 0 or <0 */
int otfp_to_tau_place_all(struct otfp_to_tau_state *s, struct otfp_error *err);

/* ---- to-tau-define.c ---- */

/** Functions and counters that were defined since get their lines. @return 0 or <0 */
int otfp_to_tau_define(struct otfp_to_tau_state *s, struct otfp_error *err);
/** The event that a token of a record of that process means. @param kind  OTFP_EDF_LINE_STATE or OTFP_EDF_LINE_TRIGGER
 * @return its id, or <0 */
int64_t otfp_to_tau_id(struct otfp_to_tau_state *s, enum otfp_edf_line_kind kind, uint32_t process, uint32_t token,
                       struct otfp_error *err);

/* ---- to-tau-event.c ---- */

/** Ticks per second. */
void otfp_to_tau_resolution(struct otfp_to_tau_state *s, uint64_t resolution);
/** A record of any kind. @return 0 or <0 */
int otfp_to_tau_see(struct otfp_to_tau_state *s, const struct otfp_record *rec, struct otfp_error *err);
/** Each thread has its first and last records. @return 0 or <0 */
int otfp_to_tau_end(struct otfp_to_tau_state *s, struct otfp_error *err);
#endif
