/*
 * filter.h - the compiled criteria of otf-filter. Only the files of cmd/filter use it.
 *
 * They are added to the selection of cmd/select: both judge each record and learn from it. As there, a plan per
 * record type says which criteria apply.
 */
#ifndef CMD_FILTER_FILTER_H
#define CMD_FILTER_FILTER_H
#include "cmd/filter/limits.h"
#include "cmd/filter/match.h"
#include "cmd/filter/represent.h"
#include "cmd/filter/run.h"
#include "cmd/filter/tally.h"
#include "cmd/select/prune.h"
#include "cmd/select/select.h"
#include "record/queue.h"
#include "record/tokens.h"
#include "state/calls.h"
#include "cmd/filter/pending.h"

/* ---- plans: plan.c ---- */

/* The part of a record type in a call, or in an operation with a begin and an end. */
enum criteria_part { PART_NONE, PART_BEGIN, PART_END, PART_SNAPSHOT };
enum operation { COLLECTIVE_OPERATION, FILE_OPERATION, NOPERATIONS };

struct field_test {
	uint8_t what, slot;
};

/* The criteria for a record type. */
struct criteria_plan {
	uint8_t timed;
	uint8_t definition; /* is written to the rejects, too, even if it is kept */
	uint8_t learn;      /* a definition of a known type */
	uint8_t tokens;     /* some criterion looks up a token */
	uint8_t special;    /* one of the criteria below applies: */
	uint8_t match;      /* --match applies */
	uint8_t function;   /* 1 + slot of a function, if calls are selected */
	uint8_t call;       /* enum criteria_part of a call, if calls are selected */
	uint8_t part;       /* enum criteria_part of an operation, if --communicator or --match is given */
	uint8_t operation;  /* enum operation */
	uint8_t matching;   /* of an operation: slots of its matching id and of its process group */
	uint8_t group;
	uint8_t ntests;
	struct field_test tests[OTFP_MAX_FIELDS];
};

struct rejects {
	struct otfp_sink *sink;
	struct otfp_error err; /* of the sink; outlives the run */
};

struct tag_filter {
	struct otfp_record copy;
	struct otfp_tag *tags;
	size_t cap;
};

/* State of --min-duration. */
struct shorts {
	uint64_t least; /* ticks; shorter calls are dropped */
	uint64_t now;   /* latest time so far */
	struct otfp_queue queue;
};

struct criteria {
	struct selector *select; /* of the selection, bound to the same stream */
	int selects;             /* the selection applies to timed records */
	int by_function, by_limits, by_short;
	int by_call; /* call stacks are needed */
	int no_tags, by_represent, dry_run;
	int plain; /* each record is kept unchanged or dropped, without delay */
	int quiet; /* the first of two passes: print nothing */
	int local; /* a definition that matters is local to a stream, so streams must be looked up */
	int warned_leave;
	struct criteria_plan plans[OTFP_NTYPES + OTFP_NFILES]; /* by plan_index */
	struct otfp_carriers carriers;
	struct otfp_space spaces[OTFP_NWHATS]; /* sets of the options, by enum otfp_what */
	struct otfp_tokens group_of;           /* group of each function */
	struct otfp_memo functions;            /* cache: verdicts of --function and --group together */
	struct match *match;
	struct limits limits; /* by_limits */
	struct otfp_calls calls;
	struct otfp_call closed; /* copy of the call that ended last */
	struct otfp_call *call;  /* by_short: the call of the current record, open or closed, or NULL */
	struct pending operations[NOPERATIONS];
	struct shorts shorts;       /* by_short */
	struct represent represent; /* by_represent */
	struct otfp_sink *out;
	struct tally tally;  /* dry_run */
	struct prune *prune; /* the caller's, or NULL */
	struct tag_filter tags;
	struct rejects rejects;
};

/** Fill the plans from the schema and the options. */
void criteria_plan(struct criteria *c);

/** @return the plan for a record */
static inline const struct criteria_plan *plan_of(const struct criteria *c, const struct otfp_record *rec)
{
	return &c->plans[plan_index(rec)];
}

/* ---- what is learned from definitions: learn.c ---- */

/** Learn names and groups from a definition. @return 0 or <0 */
int criteria_learn(struct criteria *c, const struct otfp_record *rec, struct otfp_error *err);

/** @return the stream that the tokens of a record belong to; 0 as long as all definitions are global */
static inline uint32_t stream_of(struct criteria *c, const struct otfp_record *rec, int definition)
{
	if (!c->local)
		return 0;
	return definition ? rec->loc : seen_process(c->select, rec->loc)->stream;
}

/** @return whether a function is in --function and its group in --group */
int criteria_has_function(struct criteria *c, uint32_t stream, uint32_t function);

/* ---- criteria about calls and operations, and --match: call.c ---- */

/* The result of a criterion for a record. */
enum verdict { NO, YES, NOT_APPLICABLE, VERDICT = 3 /* mask */ };

/** @return the result of both criteria together */
static inline int both(int a, int b)
{
	if (a == NOT_APPLICABLE)
		return b;
	return b == NOT_APPLICABLE ? a : a & b;
}

/** Apply the special criteria to a record whose tokens belong to `stream`. Call it for each record whose plan is
 * special, even if another criterion decides already, since it follows what is open.
 * @return enum verdict, or <0 when memory is out */
int criteria_special(struct criteria *c, const struct otfp_record *rec, const struct criteria_plan *p, uint32_t stream);

/* ---- judging a record: filter.c; carrying out the decision: stage.c ---- */

/** Apply the selection and the criteria to a record; both learn from it. @return 0 or <0 */
int criteria_judge(struct criteria *c, const struct otfp_record *rec, struct judgement *j, struct otfp_error *err);
/** @return whether a record with that judgement is kept, as selector_keeps */
static inline int keeps(struct criteria *c, const struct otfp_record *rec, struct judgement j)
{
	return c->selects ? selector_keeps(c->select, rec, j) : is_kept(c->select, j);
}

/** Put the DefProcessSubstitutes that must come before rec, unless --record drops them. @return 0 or <0 */
int criteria_put_substitutes(struct criteria *c, const struct otfp_record *rec, struct otfp_error *err);
/** Carry out the decision on a record: write it to --rejects if it is dropped, else change what the options change. May
 * set *rec to a copy. @return 1 to put *rec into the sink, 0 not to, <0 */
int criteria_settle(struct criteria *c, const struct otfp_record **rec, int keep, struct otfp_error *err);

/* ---- --min-duration: short.c ---- */

/** Parse the duration and bind it to a stream. @return 0, or <0 as otfp_time_bind */
int shorts_begin(struct shorts *to, const char *text, const struct otfp_header *h, struct otfp_error *err);
/** Free the queue. */
void shorts_release(struct shorts *s);
/** Take a record that all criteria but the duration have judged; it may be queued. @return as criteria_settle */
int shorts_push(struct criteria *c, const struct otfp_record **rec, struct judgement j, struct otfp_error *err);
/** Put the queued records at the end of the stream. @return 0 or <0 */
int shorts_end(struct criteria *c, struct otfp_error *err);

/* ---- --no-tags: tags.c; --rejects: rejects.c ---- */

/** Free all. */
void tag_filter_release(struct tag_filter *t);
/** Set *rec to a copy without the dropped tags, if it has any; valid until the next call. @return 0 or <0 */
int tag_filter(struct criteria *c, const struct otfp_record **rec, struct otfp_error *err);

/** Begin the line stream; f is open, and the caller ends it. @return 0 or <0 */
int rejects_begin(struct rejects *r, const struct otfp_newfile *f, const struct otfp_header *h, struct otfp_error *err);
/** Write a record. @return 0 or <0 */
int rejects_put(struct rejects *r, const struct otfp_record *rec, struct otfp_error *err);
/** Write @END. @return 0 or <0 */
int rejects_end(struct rejects *r, struct otfp_error *err);
/** End the stream with @ABORT, unless it has ended, and free it. */
void rejects_release(struct rejects *r);
#endif
