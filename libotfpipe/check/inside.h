/*
 * inside.h - a check while it runs, as the files of this room share it.
 *
 * Functions return 0, or -1 when memory is out.
 */
#ifndef OTFP_CHECK_INSIDE_H
#define OTFP_CHECK_INSIDE_H
#include "base/arena.h"
#include "base/buf.h"
#include "check/check.h"
#include "record/streams.h"
#include "record/table.h"
#include "record/tokens.h"
#include "state/state.h"

/* ---- definitions ---- */

/* Beside the token spaces: what there is once in a stream, with its record type for a token. */
enum { OTFP_ONCE = OTFP_W_NONE, OTFP_NSPACES = OTFP_W_MARKER + 1 };

struct otfp_defined {
	struct otfp_origin origin;
	uint16_t type;
	uint32_t stream, token;
	uint32_t detail; /* parent, properties, type of a key: as in the table of define.c */
	uint64_t hash;   /* of all it says */
	struct otfp_str name;
	struct otfp_list members; /* ascending */
};

/* A token that something refers to and that has no definition yet. */
struct otfp_use {
	struct otfp_finding at;
	uint16_t type; /* of the record */
	uint8_t space, told;
	uint32_t stream, token;
};

struct otfp_definitions {
	struct otfp_tokens spaces[OTFP_NSPACES]; /* to the index of a definition */
	struct otfp_memo known[OTFP_NSPACES];    /* that are defined, asked for lately */
	struct otfp_defined *p;
	size_t n, cap;
	struct otfp_arena arena;
	struct otfp_map used[OTFP_NSPACES]; /* undefined ones to the index of a use */
	struct otfp_use *uses;
	size_t nuses, uses_cap, ntimed; /* ntimed: in timed records */
	int settled;                    /* no definition comes any more */
};

/* ---- processes ---- */

enum { OTFP_LIFE_ANY = 1, OTFP_LIFE_BEGUN = 2, OTFP_LIFE_ENDED = 4 };

/* Beside struct otfp_process, by the same index. */
struct otfp_checked {
	uint32_t stream;
	uint8_t life;                 /* OTFP_LIFE_... */
	uint8_t seen;                 /* the rest is valid */
	uint8_t snapping;             /* a snapshot that repeats what is known is being compared, ... */
	uint8_t snap_is_bad;          /* ... and its calls are other ones */
	uint8_t early;                /* it sent messages that were received before */
	uint32_t snap_calls;          /* calls of it so far */
	uint64_t snap_time;           /* ... and its time */
	uint32_t member_of;           /* the communicator that it was last found in */
	struct otfp_message *at_send; /* where the last SendSnapshot was found */
};

struct otfp_check_sum {
	uint64_t next;                   /* index of the one that came behind it the last time */
	uint64_t key;                    /* hash of process, kind and tokens */
	uint64_t v[OTFP_MAX_FIELDS - 1]; /* by slot - 1 */
};

struct otfp_check {
	struct otfp_check_options o;
	const struct otfp_header *header;
	int is_on_disk;
	int inline_snaps; /* snapshots stand among the events */
	int stopped;
	uint64_t found[OTFP_NRULES], more[OTFP_NRULES];
	struct otfp_buf text;     /* of a finding */
	struct otfp_buf words[4]; /* parts of it */
	unsigned word;

	struct otfp_definitions defs;
	struct otfp_master streams; /* of a line stream, by its @SM lines */
	struct otfp_map lines;      /* of them, by stream */
	struct otfp_map points;     /* times of DefAuxSamplePoint */
	uint64_t resolution;
	int has_resolution, has_range, has_timed;
	uint64_t from, to; /* of DefTimeRange; all times without one */
	uint64_t point_seen[OTFP_NFILES];

	struct otfp_state state;
	struct otfp_checked *processes;
	size_t cap;
	unsigned nsnapping;
	struct otfp_messages early; /* received, and not sent yet */
	struct otfp_sends early_list;

	/* of a line stream, the last timed record */
	uint64_t time;
	uint32_t stream;
	unsigned file;

	struct otfp_map sums; /* key to an index */
	struct otfp_check_sum *sum;
	size_t nsums, sums_cap, last_sum; /* last_sum: the one that was asked for last */
};

/* ---- findings: check.c ---- */

/** The record as the place of a finding. */
void otfp_check_at(struct otfp_check *c, const struct otfp_record *rec, struct otfp_finding *at);
/** What stands in an event file of a process, lineno 0 = not known in which line. */
void otfp_check_at_event(const struct otfp_check *c, const struct otfp_process *p, uint32_t lineno, uint64_t time,
                         struct otfp_finding *at);
/** Something was found. What has a time and does not say whose it is gets the process before it. */
void otfp_check_find(struct otfp_check *c, unsigned rule, const struct otfp_finding *at, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
/** The same, of a record that is being seen. */
void otfp_check_find_here(struct otfp_check *c, unsigned rule, const struct otfp_record *rec, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
/** A token for people, "function 7 'main'", valid until the fourth word after it. */
const char *otfp_check_word(struct otfp_check *c, unsigned space, uint32_t stream, uint32_t token);
/** The same of a process, by the definitions of its stream. */
const char *otfp_check_process(struct otfp_check *c, uint32_t process);

/** " in line 7", or "" where it is not known; as otfp_check_word. */
const char *otfp_check_line(struct otfp_check *c, uint32_t lineno);
/** No definition comes any more: report what is undefined. Of a trace on disk before the first timed record,
 * else at the end. */
int otfp_check_settle(struct otfp_check *c);

/* ---- definitions: define.c ---- */

int otfp_check_definition(struct otfp_check *c, const struct otfp_record *rec);
/** @return the definition that a token of a space has in that stream; NULL = none */
const struct otfp_defined *otfp_check_defined(const struct otfp_check *c, unsigned space, uint32_t stream,
                                              uint32_t token);
/** The record, or NULL with `at`, refers to a token. */
int otfp_check_refer(struct otfp_check *c, unsigned space, uint32_t stream, uint32_t token,
                     const struct otfp_record *rec, const struct otfp_finding *at);
/** The key-values of a record. */
int otfp_check_tags(struct otfp_check *c, uint32_t stream, const struct otfp_record *rec);
/** All definitions were seen: tell what is still undefined. */
int otfp_check_tell_undefined(struct otfp_check *c);
/** Definitions that refer to themselves: cycle.c. */
int otfp_check_cycles(struct otfp_check *c);
void otfp_definitions_release(struct otfp_definitions *d);
/** A word for a token space: "function". */
const char *otfp_check_space_word(unsigned space);

/** Whether a token needs no second look. */
static inline int otfp_check_is_known(const struct otfp_check *c, unsigned space, uint32_t stream, uint32_t token)
{
	const struct otfp_definitions *d = &c->defs;
	uint64_t key = (uint64_t)(d->spaces[space].local ? stream : 0) << 32 | token;

	return otfp_memo_get(&d->known[space], key) == OTFP_MEMO_YES;
}

/* ---- timed records: timed.c, message.c, snaps.c, sums.c, open.c ---- */

int otfp_check_timed(struct otfp_check *c, const struct otfp_record *rec);
int otfp_check_send(struct otfp_check *c, const struct otfp_record *rec, const struct otfp_change *d);
int otfp_check_receive(struct otfp_check *c, const struct otfp_record *rec, const struct otfp_change *d);
/** Messages of which one half is missing. */
int otfp_check_messages_end(struct otfp_check *c);
/** A snapshot record of a process of which more is known already. */
int otfp_check_snapshot(struct otfp_check *c, const struct otfp_record *rec);
/** Whether it is one. */
int otfp_check_repeats(const struct otfp_check *c, const struct otfp_record *rec);
/** The snapshot of a process is over. */
void otfp_check_snapshot_end(struct otfp_check *c, const struct otfp_process *p);
/** Whether a group holds processes only, and some. */
int otfp_check_is_flat(const struct otfp_check *c, const struct otfp_defined *group);
int otfp_check_summary(struct otfp_check *c, const struct otfp_record *rec);
/** What is open. */
int otfp_check_open(struct otfp_check *c);

static inline struct otfp_checked *otfp_checked_of(const struct otfp_check *c, const struct otfp_process *p)
{
	return &c->processes[p->index];
}
#endif
