/*
 * select.h - the selection, compiled. Only the files pipe/select*.c use it.
 *
 * What a record needs is settled once per type in a plan, so that the hot path
 * is table lookups: no strings, and hash lookups only for what was not asked lately.
 */
#ifndef OTFP_CMD_RUN_SELECT_SELECT_H
#define OTFP_CMD_RUN_SELECT_SELECT_H
#include "cmd/run/select/selection.h"
#include "cmd/run/select/limits.h"
#include "cmd/run/select/match.h"
#include "cmd/run/select/prune.h"
#include "cmd/run/select/represent.h"
#include "cmd/run/select/tally.h"
#include "record/tokens.h"
#include "record/queue.h"
#include "state/calls.h"
#include "state/pending.h"

/* What an option selects by a set of numbers or names. */
enum space {
	SPACE_PROCESS,
	SPACE_STREAM,
	SPACE_FUNCTION,
	SPACE_GROUP,
	SPACE_COUNTER,
	SPACE_PEER,
	SPACE_TAG,
	SPACE_LENGTH,
	SPACE_COMMUNICATOR,
	SPACE_KEY,
	NSPACES
};

/* ---- --record: record.c ---- */

struct record_term {
	struct otfp_set *set; /* one number, range or glob; NULL for a class */
	int file;             /* of a class: enum otfp_file; else -1 */
	int out;              /* with ! */
};

struct record_terms {
	struct record_term *terms;
	size_t n, cap;
	int plain; /* some term has no ! */
};

/** Parse text. A term that no record type answers to is OTFP_EUSAGE. @return 0 or <0 */
int otfp_record_terms_parse(struct record_terms *r, const char *text, struct otfp_error *err);
void otfp_record_terms_release(struct record_terms *r);
/** Whether a row of the schema, in a file of kind `file`, is selected. */
int otfp_record_terms_has(const struct record_terms *r, const struct otfp_schema *s, int file);
/** The same for a record whose type the library does not know. */
int otfp_record_terms_has_name(const struct record_terms *r, struct otfp_str name);

/* ---- plans: plan.c ---- */

/* What a record type says of a call, or of an operation with a begin and an end. */
enum part { PART_NONE, PART_BEGIN, PART_END, PART_SNAPSHOT };
enum operation { COLLECTIVE_OPERATION, FILE_OPERATION, NOPERATIONS };

struct field_test {
	uint8_t space, slot;
};

/* What to do with a record type. */
struct plan {
	uint8_t record;     /* what --record says */
	uint8_t timed;      /* --process, --stream and --time apply */
	uint8_t criteria;   /* how many of them and --record apply */
	uint8_t definition; /* stays among the rejects, too */
	uint8_t learn;      /* a definition that some option refers to */
	uint8_t peer;       /* 1 + slot of a peer, if --process or --stream is given */
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

/* A process and what --process and --stream say of it. */
struct seen {
	uint32_t process, stream;
	int verdict; /* OTFP_MEMO_... */
};
#define SEEN_SIZE 256

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

struct otfp_selector {
	int exclude;
	int by_record, by_process, by_time, by_function, by_limits, by_short;
	int by_call; /* calls are followed */
	int no_tags, by_represent, dry_run;
	int plain;         /* records stay as they are or go, at once */
	int quiet;         /* the first of two passes: nothing is told */
	uint64_t from, to; /* by_time: [from, to) */
	int has_to;
	int local; /* some definition that matters is of a stream, so streams must be known */
	int told_leave;
	uint64_t lost_peers; /* records that stay though their peer goes */
	struct record_terms records;
	struct plan plans[OTFP_NTYPES + OTFP_NFILES]; /* behind the types: UnknownRecord by kind of file */
	struct otfp_space spaces[NSPACES];
	struct otfp_map streams; /* by process, from @SM */
	struct seen seen[SEEN_SIZE];
	struct otfp_tokens group_of; /* by function */
	struct otfp_memo functions;  /* verdicts of --function and --group together */
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

void otfp_selector_plan(struct otfp_selector *s);

static inline const struct plan *plan_of(const struct otfp_selector *s, const struct otfp_record *rec)
{
	if (rec->type == OTFP_UnknownRecord)
		return &s->plans[OTFP_NTYPES + rec->f[0].u % OTFP_NFILES];
	return &s->plans[rec->type < OTFP_NTYPES ? rec->type : 0];
}

/* ---- what is learned from the stream: learn.c ---- */

/** A control line: @SM says where processes live. @return 0 or <0 */
int otfp_selector_control(struct otfp_selector *s, struct otfp_str line, struct otfp_error *err);
/** A definition. @return 0 or <0 */
int otfp_selector_learn(struct otfp_selector *s, const struct otfp_record *rec, struct otfp_error *err);
/** Fill the place for what is known of a process. */
const struct seen *otfp_selector_judge_process(struct otfp_selector *s, struct seen *to, uint32_t process);

static inline const struct seen *seen_process(struct otfp_selector *s, uint32_t process)
{
	struct seen *p = &s->seen[otfp_memo_slot(process)];

	if (p->process == process && p->verdict)
		return p;
	return otfp_selector_judge_process(s, p, process);
}

/** The stream that a record's tokens belong to; 0 as long as all definitions are global. */
static inline uint32_t stream_of(struct otfp_selector *s, const struct otfp_record *rec, int definition)
{
	if (!s->local)
		return 0;
	return definition ? rec->loc : seen_process(s, rec->loc)->stream;
}

/** Whether a function is in --function and its group in --group. */
int otfp_selector_has_function(struct otfp_selector *s, uint32_t stream, uint32_t function);

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
int otfp_selector_special(struct otfp_selector *s, const struct otfp_record *rec, const struct plan *p,
                          uint32_t stream);

/* ---- one record: select.c, and what becomes of it: stage.c ---- */

/* What all criteria say of a record. */
struct judgement {
	int applies; /* some criterion applies */
	int match;   /* all that apply hold */
};

static inline int is_kept(const struct otfp_selector *s, struct judgement j)
{
	return !j.applies || j.match != s->exclude;
}

/** Judge a record, and learn from it. @return 0 or <0 */
int otfp_selector_judge(struct otfp_selector *s, const struct otfp_record *rec, struct judgement *j,
                        struct otfp_error *err);
/** A record stays or goes: into --rejects, or with fewer tags. May point *rec to a copy.
 * @return 1 to put *rec into the sink, 0 not to, <0 */
int otfp_selector_settle(struct otfp_selector *s, const struct otfp_record **rec, int keep, struct otfp_error *err);

/* ---- --min-duration: short.c ---- */

int otfp_shorts_begin(struct shorts *to, const char *text, const struct otfp_header *h, struct otfp_error *err);
void otfp_shorts_release(struct shorts *s);
/** A record that was judged but for the length of calls. @return as otfp_selector_settle */
int otfp_shorts_take(struct otfp_selector *s, const struct otfp_record **rec, struct judgement j,
                     struct otfp_error *err);
/** The end of the stream. @return 0 or <0 */
int otfp_shorts_end(struct otfp_selector *s, struct otfp_error *err);

/* ---- --no-tags: tags.c; --rejects: select-rejects.c ---- */

int otfp_tag_filter_begin(struct tag_filter *t, const char *keys, struct otfp_error *err);
void otfp_tag_filter_release(struct tag_filter *t);
/** Point *rec to a copy with fewer tags, if it loses some. @return 0 or <0 */
int otfp_tag_filter(struct otfp_selector *s, const struct otfp_record **rec, struct otfp_error *err);

int otfp_rejects_begin(struct rejects *r, const char *name, const struct otfp_header *h, struct otfp_error *err);
int otfp_rejects_put(struct rejects *r, const struct otfp_record *rec, struct otfp_error *err);
int otfp_rejects_end(struct rejects *r, struct otfp_error *err);
void otfp_rejects_release(struct rejects *r);
#endif
