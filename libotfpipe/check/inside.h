/*
 * inside.h - the data of a running check: private to libotfpipe/check.
 *
 * Functions that return int return 0, or -1 when memory is out, unless stated otherwise.
 */
#ifndef OTFP_CHECK_INSIDE_H
#define OTFP_CHECK_INSIDE_H
#include "base/assert.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/outlier.h"
#include "check/check.h"
#include "record/streams.h"
#include "record/table.h"
#include "record/tokens.h"
#include "state/state.h"

/* ---- definitions ---- */

/* OTFP_ONCE: an extra space for definitions that are unique in a stream, with the record type as token. */
enum { OTFP_ONCE = OTFP_W_NONE, OTFP_NSPACES = OTFP_W_MARKER + 1 };

/* A definition. */
struct otfp_defined {
	struct otfp_origin origin;
	uint16_t type;
	uint32_t stream, token;
	uint32_t detail; /* parent, counter properties, type of a key: see definers[] in define.c */
	uint64_t hash;   /* of all fields and key-values */
	struct otfp_str name;
	struct otfp_list members; /* sorted */
};

/* A reference to a token without definition so far. */
struct otfp_use {
	struct otfp_finding at;
	uint16_t type; /* type of the record; 0 = an @SM line */
	uint8_t space, reported;
	uint32_t stream, token;
};

#define OTFP_SEVERAL (1ull << 32)
struct otfp_definitions {
	struct otfp_tokens spaces[OTFP_NSPACES]; /* token -> index of its definition */
	struct otfp_memo known[OTFP_NSPACES];    /* cache of defined tokens */
	struct otfp_defined *p;
	size_t n, cap;
	struct otfp_arena arena;
	/* space and token -> stream of a local definition, | OTFP_SEVERAL if other streams have one, too; made when a
	 * token turns out to be undefined */
	struct otfp_map elsewhere;
	size_t nlooked;                     /* definitions that are in it */
	struct otfp_map used[OTFP_NSPACES]; /* undefined token -> index of its first use */
	struct otfp_use *uses;
	size_t nuses, uses_cap, ntimed; /* ntimed: uses in timed records */
	int settled;                    /* all definitions were seen */
};

/* ---- processes ---- */

enum { OTFP_LIFE_ANY = 1, OTFP_LIFE_BEGUN = 2, OTFP_LIFE_ENDED = 4 };

/* Extends struct otfp_process; it has the same index. */
struct otfp_checked {
	uint32_t stream;
	uint8_t life;                 /* OTFP_LIFE_... */
	uint8_t seen;                 /* the entry is valid */
	uint8_t snapping;             /* a snapshot that repeats what is known is being compared; ... */
	uint8_t snap_is_bad;          /* ... its calls differ */
	uint8_t early;                /* it has sent messages that were received earlier */
	uint32_t snap_calls;          /* ... its calls so far */
	uint64_t snap_time;           /* ... its time */
	uint32_t member_of;           /* the last communicator that membership was checked for */
	struct otfp_message *at_send; /* the message of the last SendSnapshot */
};

/* The last values of a summary record. */
struct otfp_check_sum {
	uint64_t next;                   /* index of the summary that followed it last time */
	uint64_t key;                    /* hash of process, kind and tokens */
	uint64_t v[OTFP_MAX_FIELDS - 1]; /* values by slot - 1 */
};

struct otfp_check {
	struct otfp_check_options o;
	const struct otfp_header *header;
	int is_on_disk;
	int inline_snaps;                               /* snapshots are in the event files */
	int stopped;                                    /* see otfp_check_stopped */
	uint64_t found[OTFP_NRULES], more[OTFP_NRULES]; /* reported; only counted */
	struct otfp_buf text;                           /* of a finding */
	struct otfp_buf words[4];                       /* results of otfp_check_word and otfp_check_line */
	unsigned word;
	int failed; /* memory was out for a word, so a finding was incomplete */

	struct otfp_definitions defs;
	struct otfp_master streams; /* streams of processes, from @SM lines */
	struct otfp_map lines;      /* stream -> line of its @SM */
	struct otfp_map points;     /* times of DefAuxSamplePoint */
	uint64_t resolution;
	int has_resolution, has_range, has_timed;
	int is_piece;                     /* the run continues after it */
	uint64_t from, to;                /* of DefTimeRange; all times without one */
	uint64_t point_seen[OTFP_NFILES]; /* last time checked against `points`, by kind */

	struct otfp_carriers carriers;
	struct otfp_state state;
	struct otfp_checked *processes;
	size_t cap;
	unsigned nsnapping; /* processes with `snapping` */

	/* of a line stream: place and order of the last timed record */
	uint64_t time;
	uint32_t loc, lineno;
	uint32_t stream;
	unsigned file;

	struct otfp_outlier outlier;                /* of events */
	struct otfp_finding first_event, far_event; /* the first one, the one after the longest gap */

	struct otfp_map sums; /* key -> index in sum */
	struct otfp_check_sum *sum;
	size_t nsums, sums_cap, last_sum; /* last_sum: index used last */
};

/* ---- findings: find.c ---- */

/** Set *at to the place of a record. */
void otfp_check_at(struct otfp_check *c, const struct otfp_record *rec, struct otfp_finding *at);
/** Set *at to a place in the event file of a process; lineno 0 = unknown. */
void otfp_check_at_event(const struct otfp_check *c, const struct otfp_process *p, uint32_t lineno, uint64_t time,
                         struct otfp_finding *at);
/** Report a finding, unless the rule is off or has enough. */
void otfp_check_find(struct otfp_check *c, unsigned rule, const struct otfp_finding *at, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
/** The same for the current record. */
void otfp_check_find_here(struct otfp_check *c, unsigned rule, const struct otfp_record *rec, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
/** A token as text, "function 7 'main'"; valid until the fourth call of this or otfp_check_line after it. */
const char *otfp_check_word(struct otfp_check *c, unsigned space, uint32_t stream, uint32_t token);
/** The same for a process, with the name that its stream defines. */
const char *otfp_check_process(struct otfp_check *c, uint32_t process);

/** " in line 7", or "" if the line is unknown; valid as for otfp_check_word. */
const char *otfp_check_line(struct otfp_check *c, uint32_t lineno);
/** The name of a token space: "function". */
const char *otfp_check_space_word(unsigned space);
/** The rule that a reference to an undefined token of a space breaks. */
unsigned otfp_check_undefined_rule(unsigned space);
/** The definition of a token in a stream, valid until the next definition. @return NULL if there is none */
const struct otfp_defined *otfp_check_defined(const struct otfp_check *c, unsigned space, uint32_t stream,
                                              uint32_t token);
/** At the end: report how many findings of each rule were only counted. */
void otfp_check_report_more(struct otfp_check *c);

/* ---- definitions: define.c, cycle.c ---- */

/** Check a definition or marker. */
int otfp_check_definition(struct otfp_check *c, const struct otfp_record *rec);
/** Note that a record (or NULL with a place `at`) refers to a token. */
int otfp_check_refer(struct otfp_check *c, unsigned space, uint32_t stream, uint32_t token,
                     const struct otfp_record *rec, const struct otfp_finding *at);
/** Check the key-values of a record. */
int otfp_check_tags(struct otfp_check *c, uint32_t stream, const struct otfp_record *rec);
/** After all definitions: report undefined tokens. */
int otfp_check_report_undefined(struct otfp_check *c);
/** Report definitions that refer to themselves; in cycle.c. */
int otfp_check_cycles(struct otfp_check *c);
/** Free all. */
void otfp_definitions_release(struct otfp_definitions *d);

/** Whether a token is in the cache of defined tokens. */
static inline int otfp_check_is_known(const struct otfp_check *c, unsigned space, uint32_t stream, uint32_t token)
{
	const struct otfp_definitions *d = &c->defs;
	uint64_t key = (uint64_t)(d->spaces[space].local ? stream : 0) << 32 | token;

	return otfp_memo_get(&d->known[space], key) == OTFP_MEMO_YES;
}

/* ---- timed records: timed.c, message.c, snaps.c, sums.c, open.c ---- */

/** At the end: report times that are far from all others. */
void otfp_check_outliers(struct otfp_check *c);
/** Check a timed record. */
int otfp_check_timed(struct otfp_check *c, const struct otfp_record *rec);
/** Check a SendMsg; d is the result of otfp_state_add. */
void otfp_check_send(struct otfp_check *c, const struct otfp_record *rec, const struct otfp_change *d);
/** Check a RecvMsg; d is the result of otfp_state_add. */
void otfp_check_receive(struct otfp_check *c, const struct otfp_record *rec, const struct otfp_change *d);
/** At the end: report messages with one half missing. */
int otfp_check_messages_end(struct otfp_check *c);
/** Compare a snapshot record that repeats what is known with the state. */
int otfp_check_snapshot(struct otfp_check *c, const struct otfp_record *rec);
/** Whether a snapshot record repeats what is known, instead of setting the state. */
int otfp_check_repeats(const struct otfp_check *c, const struct otfp_record *rec);
/** The snapshot of a process has ended: check that it was complete. */
void otfp_check_snapshot_end(struct otfp_check *c, const struct otfp_process *p);
/** Whether a group is not empty and has only processes as members. */
int otfp_check_is_flat(const struct otfp_check *c, const struct otfp_defined *group);
/** Check a summary record. */
int otfp_check_summary(struct otfp_check *c, const struct otfp_record *rec);
/** At the end: report what is open, and members missing in collective operations. */
int otfp_check_open(struct otfp_check *c);

/** The entry of a process of the state; it must have been seen. */
static inline struct otfp_checked *otfp_checked_of(const struct otfp_check *c, const struct otfp_process *p)
{
	OTFP_ASSERT_HOT(p->index < c->cap && c->processes[p->index].seen);
	return &c->processes[p->index];
}
#endif
