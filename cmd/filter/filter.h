/*
 * filter.h - the criteria of otf-filter, compiled. Only the files of cmd/filter use it.
 *
 * They come on top of the selection of cmd/run/select: of a record both are asked, and both learn from it. What a
 * record needs is settled once per type in a plan, as there.
 */
#ifndef OTFP_CMD_FILTER_FILTER_H
#define OTFP_CMD_FILTER_FILTER_H
#include "cmd/filter/limits.h"
#include "cmd/filter/match.h"
#include "cmd/filter/represent.h"
#include "cmd/filter/run.h"
#include "cmd/filter/tally.h"
#include "cmd/run/select/prune.h"
#include "cmd/run/select/select.h"
#include "record/queue.h"
#include "record/tokens.h"
#include "state/calls.h"
#include "state/pending.h"

/* ---- plans: plan.c ---- */

/* What a record type says of a call, or of an operation with a begin and an end. */
enum part { PART_NONE, PART_BEGIN, PART_END, PART_SNAPSHOT };
enum operation { COLLECTIVE_OPERATION, FILE_OPERATION, NOPERATIONS };

struct field_test {
	uint8_t what, slot;
};

/* What the criteria do with a record type. */
struct criteria_plan {
	uint8_t timed;
	uint8_t definition; /* stays among the rejects, too */
	uint8_t learn;      /* a definition whose type is known */
	uint8_t tokens;     /* some criterion looks up a token */
	uint8_t special;    /* some criterion below applies: */
	uint8_t match;      /* --match has something to say */
	uint8_t function;   /* 1 + slot of a function, if calls are selected */
	uint8_t call;       /* enum part of a call, if calls are selected */
	uint8_t part;       /* enum part of an operation, if --communicator or --match is given */
	uint8_t operation;  /* enum operation */
	uint8_t matching;   /* of an operation: slots of its id and of its process group */
	uint8_t group;
	uint8_t ntests;
	struct field_test tests[OTFP_MAX_FIELDS];
};

struct rejects {
	struct otfp_sink *sink;
	int fd;
	const char *name;
	struct otfp_error err; /* of the sink; outlives the run */
};

struct tag_filter {
	struct otfp_set *keys; /* NULL = all go */
	struct otfp_record copy;
	struct otfp_tag *tags;
	size_t cap;
};

/* What --min-duration has to remember. */
struct shorts {
	uint64_t least; /* ticks */
	uint64_t now;   /* the latest time */
	struct otfp_queue queue;
};

struct otfp_criteria {
	struct otfp_selector *select; /* of the selection below, bound to the same stream */
	int selects;                  /* it says something of timed records */
	int by_function, by_limits, by_short;
	int by_call; /* calls are followed */
	int no_tags, by_represent, dry_run;
	int plain; /* records stay as they are or go, at once */
	int quiet; /* the first of two passes: nothing is told */
	int local; /* some definition that matters is of a stream, so streams must be known */
	int warned_leave;
	struct criteria_plan plans[OTFP_NTYPES + OTFP_NFILES]; /* by plan_index */
	struct otfp_space spaces[OTFP_NWHATS];                 /* what options select, by what a field means */
	struct otfp_tokens group_of;                           /* by function */
	struct otfp_memo functions;                            /* verdicts of --function and --group together */
	struct otfp_match *match;
	struct otfp_limits limits; /* by_limits */
	struct otfp_calls calls;
	struct otfp_call closed; /* the last one that ended */
	struct otfp_call *call;  /* by_short: what the record is about, open or closed, or NULL */
	struct otfp_pending operations[NOPERATIONS];
	struct shorts shorts;            /* by_short */
	struct otfp_represent represent; /* by_represent */
	struct otfp_sink *out;
	struct otfp_tally tally;  /* dry_run */
	struct otfp_prune *prune; /* the caller's, or NULL */
	struct tag_filter tags;
	struct rejects rejects;
};

void otfp_criteria_plan(struct otfp_criteria *c);

static inline const struct criteria_plan *plan_of(const struct otfp_criteria *c, const struct otfp_record *rec)
{
	return &c->plans[plan_index(rec)];
}

/* ---- what is learned from definitions: learn.c ---- */

/** A definition. @return 0 or <0 */
int otfp_criteria_learn(struct otfp_criteria *c, const struct otfp_record *rec, struct otfp_error *err);

/** The stream that a record's tokens belong to; 0 as long as all definitions are global. */
static inline uint32_t stream_of(struct otfp_criteria *c, const struct otfp_record *rec, int definition)
{
	if (!c->local)
		return 0;
	return definition ? rec->loc : seen_process(c->select, rec->loc)->stream;
}

/** Whether a function is in --function and its group in --group. */
int otfp_criteria_has_function(struct otfp_criteria *c, uint32_t stream, uint32_t function);

/* ---- criteria about calls and operations, and --match: call.c ---- */

/* What a criterion says of a record. */
enum verdict { NO, YES, NOT_APPLICABLE, VERDICT = 3 /* mask */ };

/** Both criteria together. */
static inline int both(int a, int b)
{
	return a == NOT_APPLICABLE ? b : b == NOT_APPLICABLE ? a : a & b;
}

/** The special criteria of a record whose tokens are those of `stream`. To be asked for each record
 * with such a plan, whatever else is said of it, since what is open is learned from them.
 * @return enum verdict, or <0 when memory is out */
int otfp_criteria_special(struct otfp_criteria *c, const struct otfp_record *rec, const struct criteria_plan *p,
                          uint32_t stream);

/* ---- one record: filter.c, and what becomes of it: stage.c ---- */

/** What the selection and the criteria say of a record, which learn from it. @return 0 or <0 */
int otfp_criteria_judge(struct otfp_criteria *c, const struct otfp_record *rec, struct judgement *j,
                        struct otfp_error *err);
/** As otfp_selector_keeps, which only matters where the selection is asked. */
static inline int keeps(struct otfp_criteria *c, const struct otfp_record *rec, struct judgement j)
{
	return c->selects ? otfp_selector_keeps(c->select, rec, j) : is_kept(c->select, j);
}

/** A record stays or goes: into --rejects, or with fewer tags. May point *rec to a copy.
 * @return 1 to put *rec into the sink, 0 not to, <0 */
int otfp_criteria_settle(struct otfp_criteria *c, const struct otfp_record **rec, int keep, struct otfp_error *err);

/* ---- --min-duration: short.c ---- */

int otfp_shorts_begin(struct shorts *to, const char *text, const struct otfp_header *h, struct otfp_error *err);
void otfp_shorts_release(struct shorts *s);
/** A record that was judged but for the length of calls. @return as otfp_criteria_settle */
int otfp_shorts_take(struct otfp_criteria *c, const struct otfp_record **rec, struct judgement j,
                     struct otfp_error *err);
/** The end of the stream. @return 0 or <0 */
int otfp_shorts_end(struct otfp_criteria *c, struct otfp_error *err);

/* ---- --no-tags: tags.c; --rejects: rejects.c ---- */

int otfp_tag_filter_begin(struct tag_filter *t, const char *keys, struct otfp_error *err);
void otfp_tag_filter_release(struct tag_filter *t);
/** Point *rec to a copy with fewer tags, if it loses some. @return 0 or <0 */
int otfp_tag_filter(struct otfp_criteria *c, const struct otfp_record **rec, struct otfp_error *err);

int otfp_rejects_begin(struct rejects *r, const char *name, const struct otfp_header *h, struct otfp_error *err);
int otfp_rejects_put(struct rejects *r, const struct otfp_record *rec, struct otfp_error *err);
int otfp_rejects_end(struct rejects *r, struct otfp_error *err);
void otfp_rejects_release(struct rejects *r);
#endif
