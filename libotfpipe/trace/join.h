/* join.h - several sources as one, or one whose tokens are unified: what join.c and join-unify.c share. */
#ifndef OTFP_TRACE_JOIN_H
#define OTFP_TRACE_JOIN_H
#include "base/map.h"
#include "merge/loser.h"
#include "record/streams.h"
#include "trace/around.h"
#include "trace/source.h"
#include "record/table.h"
#include "remap/unify.h"

enum otfp_join_phase { OTFP_JOIN_CONTROLS, OTFP_JOIN_DEFINITIONS, OTFP_JOIN_MARKERS, OTFP_JOIN_TIMED, OTFP_JOIN_DONE };

struct otfp_join_part {
	const char *name;
	struct otfp_source *src;
	const struct otfp_record *rec;   /* read and not delivered; NULL = read on first */
	const struct otfp_record **head; /* read ahead, to be delivered first */
	const struct otfp_record *ahead; /* and then this one; NULL = none */
	size_t nhead, head_cap, head_at;
	uint64_t factor; /* ticks of the whole in one of its own */
	uint32_t shift;  /* added to its stream ids */
	int ended;
	int reported; /* of records left out */
};

/* Records that are given out, and what they point to. */
struct otfp_join_copies {
	const struct otfp_record **recs;
	struct otfp_record *copies;
	size_t n, cap;
	struct otfp_arena arena;
};

struct otfp_join {
	struct otfp_error *err;
	struct otfp_read_options o;
	struct otfp_header header;
	struct otfp_join_part *parts;
	unsigned n, at; /* parts; the one being drained */
	enum otfp_join_phase phase;
	struct otfp_master master;  /* of all, to see processes twice */
	struct otfp_map defined;    /* type << 32 | token -> hash of the record */
	struct otfp_map defined_by; /* the same -> index of the part */
	struct otfp_record changed; /* a record with another stream id */
	struct otfp_buf text;
	struct otfp_loser merge;
	int merging;
	int planned;
	struct otfp_unify unify;       /* with o.unify */
	struct otfp_arena heads;       /* what was read ahead */
	struct otfp_join_copies given; /* with other tokens */
	const struct otfp_record *one;
};

/** Make sure that p->rec is the next record of the part, unless it has ended. @return 0 or <0 */
int otfp_join_peek(struct otfp_join_part *p);
/** Read the definitions of all parts ahead, and decide on all tokens. @return 0 or <0 */
int otfp_join_plan(struct otfp_join *j);
/** A record of the part that is drained with the tokens and times of the whole. @return 0; 1 to leave it out; <0 */
int otfp_join_unify(struct otfp_join *j, const struct otfp_record **rec, struct otfp_record *copy);
/** Records of the only part, as otfp_source_batch gives them. take() says what becomes of one that is not timed. */
int otfp_join_unify_batch(struct otfp_join *j, const struct otfp_record *const **recs, size_t *n,
                          int (*take)(struct otfp_join *j, const struct otfp_record **rec));
/** Report how many records nothing knows the tokens of. */
void otfp_join_report_unseen(struct otfp_join *j);
/** To the files of o.unify_map. @return 0 or <0 */
int otfp_join_write_maps(struct otfp_join *j);
void otfp_join_unify_release(struct otfp_join *j);
#endif
