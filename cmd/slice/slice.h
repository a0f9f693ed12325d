/*
 * slice.h - cutting a stream at times so that each piece stands for itself.
 *
 * A struct otfp_cut takes the records of a stream in their order and puts those of [from, to), before them
 * the snapshot records of what is true at `from`, each kind of record at its place in the order of
 * otfpipe-stream(5). Snapshots of the source count where a DefAuxSamplePoint announces them: there the state
 * of a process begins anew, so that it does not matter whether what is before was read.
 *
 * Memory: what is open, and the snapshots and comments of the instant `from`, of a stream with inline
 * snapshots all records of that instant.
 */
#ifndef OTFP_CMD_SLICE_SLICE_H
#define OTFP_CMD_SLICE_SLICE_H
#include "base/error.h"
#include "record/streams.h"
#include "cmd/slice/run.h"
#include "record/queue.h"
#include "state/state.h"

/* Times of snapshots, as announced. */
struct otfp_cut_points {
	uint64_t *p;
	size_t n, cap;
	int sorted;
};

/* A process at its place in the order of streams, then processes. */
struct otfp_cut_place {
	uint32_t stream, process, index; /* index in the processes of the state */
};

/* Zero-filled is valid but for err, put, ctx and the interval. */
struct otfp_cut {
	struct otfp_error *err;
	otfp_put_fn *put; /* takes what comes out */
	void *ctx;
	uint64_t from, to; /* from 0: nothing is before */
	uint64_t end;      /* closed: time of the last Leave, if has_end */
	uint8_t has_to, has_end;
	uint8_t closed;       /* Enter and Leave, not snapshots */
	uint8_t blind;        /* what happens inside does not matter to the state */
	uint8_t inline_snaps; /* snapshots live in the event files */
	uint8_t announce;     /* there are snapshot records at `from` */
	uint8_t announced;    /* and the definitions say so */
	uint8_t opened;       /* what is true at `from` is known */
	uint8_t continues;    /* the stream has records behind the interval */
	/* of the timed records that came out, and of the events among them */
	struct otfp_cut_span {
		uint64_t first, last;
		uint8_t any;
	} all, events;
	uint64_t instant;          /* time of the record that came last */
	uint64_t point;            /* last announced snapshot that was met */
	uint64_t start;            /* what is before this point is not read; 0 = all is read */
	uint64_t snapped, dropped; /* records put at `from`; snapshot records left out */
	uint64_t unreceived;       /* closed: messages still on their way at the end */
	struct otfp_state state;
	struct otfp_master streams;
	struct otfp_cut_points points;
	struct otfp_queue waiting;    /* events of an instant whose snapshot is not complete */
	struct otfp_queue held;       /* records at `from` that wait for the snapshot */
	struct otfp_queue opening;    /* what is put at `from` and waits for its place */
	struct otfp_cut_place *order; /* of norder processes */
	size_t norder, order_cap;
	uint64_t closed_below; /* streams below this have their Leaves */
	struct otfp_record changed;
};

void otfp_cut_release(struct otfp_cut *c);
/** The next interval; what is open stays so. to UINT64_MAX and has_to 0 = no end. */
void otfp_cut_begin(struct otfp_cut *c, uint64_t from, uint64_t to, int has_to);
/** A timed record, or one of unknown name that has a time. @return 0 or <0 */
int otfp_cut_timed(struct otfp_cut *c, const struct otfp_record *rec);
/** The interval is over: what is not put yet. @return 0 or <0 */
int otfp_cut_end(struct otfp_cut *c);
/** A record comes out. @return 0 or <0 */
int otfp_cut_emit(struct otfp_cut *c, const struct otfp_record *rec);
/** What was odd, a warning each kind. @return 0; <0 under strict, if anything was */
int otfp_cut_report(const struct otfp_cut *c, int strict);

/* ---- define.c ---- */

/** Learn from a control line or definition that is read. @return 0 or <0 */
int otfp_cut_learn(struct otfp_cut *c, const struct otfp_record *rec);
/** A definition or marker, put before the first timed record. *rec may come to point to a changed copy.
 * @return 1 it belongs to the interval, 0 not */
int otfp_cut_keeps(struct otfp_cut *c, const struct otfp_record **rec);
/** The definition that announces the snapshot at `from`; once, behind all global definitions. @return 0 or <0 */
int otfp_cut_announce(struct otfp_cut *c);
/** Whether a snapshot of that time was announced. */
int otfp_cut_is_point(struct otfp_cut *c, uint64_t time);
/** The place from the end, 0 the last, among announced times that are not above `from`.
 * @return 1 with *time set, 0 if there are not so many */
int otfp_cut_point_before(struct otfp_cut *c, uint64_t from, size_t place, uint64_t *time);

/* ---- open.c ---- */

/** What is true at `from`, into c->opening. @return 0 or <0 */
int otfp_cut_open(struct otfp_cut *c);
/** Leaves at c->end for what is open in the streams below that. @return 0 or <0 */
int otfp_cut_close(struct otfp_cut *c, uint64_t below);
/** The stream of a process, UINT32_MAX if it has none. */
uint32_t otfp_cut_stream(const struct otfp_cut *c, uint32_t process);

/* ---- inside.c ---- */

struct otfp_twice;
/** The interval of the n-th call that the options ask for, by reading the input once. @return 0 or <0 */
int otfp_slice_find(struct otfp_job *job, const struct otfp_slicing *o, struct otfp_twice *twice, uint64_t *from,
                    uint64_t *to, int *has_to, struct otfp_error *err);

/* ---- run.c, pieces.c ---- */

struct otfp_prune;

/* A job of otf-slice. */
struct otfp_slice {
	struct otfp_job *job;
	const struct otfp_slicing *o;
	struct otfp_error *err;   /* of the pass */
	struct otfp_error failed; /* of an earlier pass; code 0 = none */
	struct otfp_cut cut;
	struct otfp_header header;
	struct otfp_prune *prune; /* of the piece */
	struct otfp_sink *out;
	uint64_t from, to;
	uint8_t has_to;
	uint8_t found;   /* from, to and has_to are settled, not to be had from the options */
	uint8_t final;   /* this pass is the last */
	uint8_t retry;   /* the pass failed since an announced snapshot does not exist */
	uint8_t probing; /* nothing is wanted but what is true at `from` */
	size_t back;     /* from `from` back, so many announced snapshots are passed over */
	struct otfp_record other;
};

/** As begin of a stage: the interval is bound, the cut is ready. @return 0 or <0 */
int otfp_slice_begin(struct otfp_slice *s, const struct otfp_header *h, struct otfp_error *err);
/** As window of a stage: from the nearest snapshot on. ctx is the struct otfp_slice. */
int otfp_slice_window(void *ctx, uint64_t *from, uint64_t *to, int *has_to);
/** What a record is for a slice: *rec may come to point to one of unknown name with its time.
 * @return 1 it is timed, 0 it is not */
int otfp_slice_is_timed(struct otfp_slice *s, const struct otfp_record **rec);
/** A timed record goes through the cut. @return 0 or <0 */
int otfp_slice_timed(struct otfp_slice *s, const struct otfp_record *rec);
/** Through s->prune into s->out: what comes out of the cut. ctx is the struct otfp_slice. @return 0 or <0 */
int otfp_slice_put(void *ctx, const struct otfp_record *rec);
/** After the last record of the last pass: notes and warnings. @return 0 or <0 */
int otfp_slice_report(const struct otfp_slice *s);
/** Find a snapshot from which the state at s->from is to be had, by a pass over what is before that. */
void otfp_slice_probe(struct otfp_slice *s, struct otfp_twice *twice);
/** Into numbered traces; twice NULL: the input is read once. @return the exit status */
int otfp_slice_pieces(struct otfp_slice *s, struct otfp_twice *twice);
#endif
