/* join.h - several sources as one, or one source whose tokens are unified: what join.c and join-unify.c share. */
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
	const struct otfp_record *rec;   /* read and not delivered; NULL = none: read first */
	const struct otfp_record **head; /* records read ahead, to be delivered first */
	const struct otfp_record *ahead; /* the record after them; NULL = none */
	size_t nhead, head_cap, head_at;
	uint64_t factor; /* its ticks are multiplied by this */
	uint32_t shift;  /* added to its stream ids */
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
	struct otfp_record changed; /* copy of the current record with changes */
	struct otfp_buf text;
	struct otfp_loser merge;
	int merging;
	int planned;
	struct otfp_unify unify;       /* with o.unify */
	struct otfp_arena heads;       /* memory of the records read ahead */
	struct otfp_join_copies given; /* with o.unify: the current batch */
	const struct otfp_record *one;
};

/** Read the next record of a part into p->rec, unless it is there or the part has ended. @return 0 or <0 */
int otfp_join_peek(struct otfp_join_part *p);
/** With o.unify: read the definitions of all parts ahead and choose all tokens. @return 0 or <0 */
int otfp_join_plan(struct otfp_join *j);
/** Give a record of the current part the tokens and times of the whole; may set *rec to *copy.
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
#endif
