/* join.h - several sources as one, or one source whose tokens are unified: what the files join*.c share. */
#ifndef OTFP_TRACE_JOIN_H
#define OTFP_TRACE_JOIN_H
#include "base/map.h"
#include "merge/loser.h"
#include "record/share.h"
#include "record/streams.h"
#include "trace/around.h"
#include "trace/source.h"
#include "record/table.h"
#include "remap/unify.h"

enum otfp_join_phase {
	OTFP_JOIN_CONTROLS,
	OTFP_JOIN_STREAMS,
	OTFP_JOIN_DEFINITIONS,
	OTFP_JOIN_MARKERS,
	OTFP_JOIN_TIMED,
	OTFP_JOIN_DONE
};

struct otfp_join_part {
	const char *name;
	struct otfp_source *src;
	const struct otfp_record *rec;   /* read and not delivered; NULL = none: read first */
	const struct otfp_record **head; /* records read ahead, to be delivered first */
	const struct otfp_record *ahead; /* the record after them; NULL = none */
	size_t nhead, head_cap, head_at;
	/* its times are multiplied by the first and divided by the second, which is 1 where no time is rounded */
	uint64_t factor, divisor;
	int (*window)(void *ctx, uint64_t *from, uint64_t *to, int *has_to); /* in ticks of the whole */
	void *window_ctx;
	uint32_t shift; /* added to its stream ids */
	int ended;
	int reported; /* a record was left out and reported */
};

/* A batch of changed records, and the memory they point to. */
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
	unsigned n, at; /* number of parts; the current one */
	enum otfp_join_phase phase;
	struct otfp_master master;  /* of all parts, to find processes that two parts have */
	struct otfp_map defined;    /* type << 32 | token -> hash of the record */
	struct otfp_map defined_by; /* the same -> index of the part */
	struct otfp_shares shares;  /* if the parts are shares of one trace */
	struct otfp_map told;       /* hash of a record that is not timed -> index of the part; of shares */
	size_t nstreams;            /* of the shares, that were delivered */
	struct otfp_record changed; /* copy of the current record with changes */
	struct otfp_buf text;
	struct otfp_loser merge;
	int merging;
	int planned;
	int told_resolution;           /* a DefTimerResolution was delivered */
	struct otfp_unify unify;       /* with o.unify */
	struct otfp_arena heads;       /* memory of the records read ahead */
	struct otfp_join_copies given; /* with o.unify: the current batch */
	const struct otfp_record *one;
};

/* ---- join-parts.c ---- */

/** Read the next record of a part into p->rec, unless it is there or the part has ended. @return 0 or <0 */
int otfp_join_peek(struct otfp_join_part *p);
/** Make j->header of those of all parts, with the times of the whole. @return 0 or <0 */
int otfp_join_headers(struct otfp_join *j);

/* ---- join-unify.c ---- */

/** With o.unify: read the definitions of all parts ahead and choose all tokens. @return 0 or <0 */
int otfp_join_plan(struct otfp_join *j);
/** Give a record of the current part the tokens of the whole; may set *rec to *copy.
 * @return 0; 1 to leave the record out; <0 */
int otfp_join_unify(struct otfp_join *j, const struct otfp_record **rec, struct otfp_record *copy);
/** Get a batch of records of the only part, unified. take() decides on records that are not timed, as otfp_join_unify.
 * @return as otfp_source_batch */
int otfp_join_unify_batch(struct otfp_join *j, const struct otfp_record *const **recs, size_t *n,
                          int (*take)(struct otfp_join *j, const struct otfp_record **rec));
/** Report, for each part, the records of unknown type, whose tokens stay the same. */
void otfp_join_report_unseen(struct otfp_join *j);
/** Write the maps to the files of o.unify_map. @return 0 or <0 */
int otfp_join_write_maps(struct otfp_join *j);
/** Free what o.unify needed. */
void otfp_join_unify_release(struct otfp_join *j);

/* ---- join-scale.c: ticks of one length ---- */

/** @return whether the ticks of a part are not those of the whole */
static inline int otfp_join_converts(const struct otfp_join_part *p)
{
	return p->factor != p->divisor;
}

/** Set *resolution and that of j->header to o.ticks, or to the least common multiple of the resolutions of all parts;
 * if that or a known time does not fit into 64 bits, to the finest of the parts, and report by how much times are
 * rounded at most. Set their factors. @return 0; OTFP_EFAIL if a part does not know its own resolution */
int otfp_join_resolution(struct otfp_join *j, uint64_t *resolution);
/** Set *to to the header of a part with the times of the whole. @return 0; OTFP_EFAIL if one does not fit */
int otfp_join_header(struct otfp_join *j, unsigned part, struct otfp_header *to);
/** Set *time to the time of the whole of a record that a part has read. @return 0; OTFP_EFAIL if it does not fit */
int otfp_join_time(struct otfp_join *j, unsigned part, const struct otfp_record *rec, uint64_t *time);
/** Pass on the question for a window, which is in ticks of the whole, to a part. */
void otfp_join_ask_window(struct otfp_join_part *p, int (*window)(void *ctx, uint64_t *from, uint64_t *to, int *has_to),
                          void *ctx);
/** otfp_join_scale for a part with other ticks. */
int otfp_join_scale_record(struct otfp_join *j, const struct otfp_record **rec);
/** Give a record of the current part, which may be j->changed, the times of the whole. May set *rec to &j->changed.
 * @return 0; OTFP_EFAIL if a time does not fit */
static inline int otfp_join_scale(struct otfp_join *j, const struct otfp_record **rec)
{
	return otfp_join_converts(&j->parts[j->at]) ? otfp_join_scale_record(j, rec) : 0;
}
#endif
