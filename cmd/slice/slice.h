/*
 * slice.h - cut a stream at times into pieces that are complete traces.
 *
 * A struct cut takes the records of a stream in order and puts those of [from, to). Before them it puts snapshot
 * records of the state at `from`, each kind of record at its place in the order of otfpipe-stream(5). Snapshots of the
 * source are used if a DefAuxSamplePoint announces them: such a snapshot replaces the state of a process, so the
 * records before it need not be read.
 *
 * Memory: what is open (as records only of one process at a time), and the snapshots and comments at time `from`; of a
 * stream with inline snapshots all records at that time.
 */
#ifndef CMD_SLICE_SLICE_H
#define CMD_SLICE_SLICE_H
#include "base/error.h"
#include "record/streams.h"
#include "cmd/slice/run.h"
#include "record/queue.h"
#include "state/state.h"

/* Times of the announced snapshots, in ticks. */
struct cut_points {
	uint64_t *p;
	size_t n, cap;
	int sorted;
};

/* A process at its place in the order of streams, then processes. */
struct cut_place {
	uint32_t stream, process, index; /* index in the processes of the state */
};

/* Zero-filled is valid, except for err, put, ctx and the interval. Times are in ticks. */
struct cut {
	struct otfp_error *err;
	otfp_put_fn *put; /* takes the records of the piece */
	void *ctx;
	uint64_t from, to; /* from 0 = the start of the stream */
	uint64_t end;      /* closed: time of the last Leaves, if has_end */
	uint8_t has_to, has_end;
	uint8_t closed;       /* write what is open as Enter and Leave, not as snapshots */
	uint8_t blind;        /* the state at the end is not needed, so it is not followed inside */
	uint8_t inline_snaps; /* snapshots are in the event files */
	uint8_t announce;     /* the piece has snapshot records at `from` */
	uint8_t announced;    /* cut_announce was called */
	uint8_t opened;       /* the state at `from` is complete */
	uint8_t continues;    /* the stream has records after the interval, ... */
	uint8_t begun;        /* ... before it */
	/* what the piece is a window of, for its DefTimeRange and header */
	struct cut_window {
		uint64_t from, to;
		uint8_t is_one, ends; /* it is a window; the run goes on after it */
	} window;
	/* times of the timed records put, and of the events among them */
	struct cut_span {
		uint64_t first, last;
		uint8_t any;
	} all, events;
	uint64_t instant;          /* time of the last record taken */
	uint64_t point;            /* time of the last announced snapshot with records */
	uint64_t start;            /* records before this snapshot are not read; 0 = all are read */
	uint64_t snapped, dropped; /* records made at `from`; snapshot records left out */
	uint64_t unreceived;       /* closed: messages in transit at the end */
	struct otfp_state state;
	struct otfp_master streams;
	struct cut_points points;
	struct otfp_queue waiting; /* events at a time whose snapshot may be incomplete */
	struct otfp_queue held;    /* records at `from` until the snapshot there is complete */
	struct otfp_queue opening; /* records made for `from`, until it is their turn, of few processes at a time */
	struct cut_place *order;   /* of norder processes of the state */
	size_t norder, order_cap;
	size_t unopened, nopened; /* order[unopened .. nopened) have no records in `opening` so far */
	uint64_t closed_below;    /* streams below this number have their Leaves */
};

/** Free all. */
void cut_release(struct cut *c);
/** Begin the next interval; the state goes on. No end: to UINT64_MAX and has_to 0. */
void cut_begin(struct cut *c, uint64_t from, uint64_t to, int has_to);
/** Take a timed record, or one of unknown type that has a time. @return 0 or <0 */
int cut_timed(struct cut *c, const struct otfp_record *rec);
/** End the interval: put what is not put yet. @return 0 or <0 */
int cut_end(struct cut *c);
/** Put a record of the piece, and note its time in all and events. @return 0 or <0 */
int cut_emit(struct cut *c, const struct otfp_record *rec);
/** Warn about contradictions in the stream, once per kind (otfp_oddity_name). @return 0; <0 if strict and there are any
 */
int cut_report(const struct cut *c, int strict);

/* ---- define.c ---- */

/** Learn from a control line or definition that is read. @return 0 or <0 */
int cut_learn(struct cut *c, const struct otfp_record *rec);
/** @return whether a definition or marker belongs to the interval */
int cut_keeps(const struct cut *c, const struct otfp_record *rec);
/** Find the window from what was seen of the piece, in c or in an earlier pass, and the header of the source. */
void cut_find_window(struct cut *c, const struct cut *seen, const struct otfp_header *h);
/** Put the definition that announces the snapshot at `from`, if c->announce, and those of the window. Call it after the
 * global definitions; only the first call has an effect. @return 0 or <0 */
int cut_announce(struct cut *c);
/** @return whether a snapshot of that time was announced */
int cut_is_point(struct cut *c, uint64_t time);
/** Get an announced time at or before `from`: place 0 is the last one, 1 the one before it, ...
 * @return 1 with *time set, 0 if there are not that many */
int cut_point_before(struct cut *c, uint64_t from, size_t place, uint64_t *time);

/* ---- open.c ---- */

/** Begin to make the records of the state at `from`. @return 0 or <0 */
int cut_open(struct cut *c);
/** Set *q to the next of these records, in c->opening; NULL after the last one. @return 0 or <0 */
int cut_opening(struct cut *c, struct otfp_queued **q);
/** Make all of these records, before the state changes. @return 0 or <0 */
int cut_open_all(struct cut *c);
/** Put the Leaves and other ends at c->end for what is open in streams below that number. @return 0 or <0 */
int cut_close(struct cut *c, uint64_t below);
/** @return the stream of a process, UINT32_MAX if it has none */
uint32_t cut_stream(const struct cut *c, uint32_t process);

/* ---- run.c, pieces.c ---- */

struct twice;

struct prune;

/* A job of otf-slice. */
struct slice {
	struct job *job;
	const struct slice_options *o;
	struct otfp_error *err;   /* of the pass */
	struct otfp_error failed; /* in an earlier pass; code 0 = none */
	struct cut cut;
	struct otfp_header header;
	struct prune *prune; /* of the piece */
	struct otfp_sink *out;
	uint64_t from, to;
	uint8_t has_to;
	uint8_t found;            /* --inside: from, to and has_to are set already */
	uint8_t final;            /* this pass is the last */
	uint8_t retry;            /* the pass failed because an announced snapshot has no records */
	uint8_t probing;          /* the pass looks only for the snapshot before `from` */
	size_t back;              /* number of announced snapshots before `from` to skip */
	struct otfp_record other; /* the copy that slice_is_timed made */
};

/** As begin() of a stage: bind the interval and prepare the cut. @return 0 or <0 */
int slice_begin(struct slice *s, const struct otfp_header *h, struct otfp_error *err);
/** As window() of a stage: from the nearest snapshot before the piece. ctx is the struct slice. */
int slice_window(void *ctx, uint64_t *from, uint64_t *to, int *has_to);
/** Tell timed records from others; sets *rec of an unknown type to a copy with its time and process.
 * @return 1 if it is timed, 0 if not */
int slice_is_timed(struct slice *s, const struct otfp_record **rec);
/** Pass a timed record to the cut. @return 0 or <0; s->retry is set if the snapshot to start at does not exist */
int slice_timed(struct slice *s, const struct otfp_record *rec);
/** Take a record of the piece: pass it through s->prune into s->out. ctx is the struct slice. @return 0 or <0 */
int slice_put(void *ctx, const struct otfp_record *rec);
/** Print notes and warnings, after the last record of the last pass. @return 0; <0 as cut_report */
int slice_report(const struct slice *s);
/** Find a snapshot to start at, by a pass that reads up to s->from; sets s->back, or s->failed. */
void slice_find_snapshot(struct slice *s, struct twice *twice);
/** Cut into numbered traces. @param twice  NULL: read the input only once. @return the exit status */
int slice_pieces(struct slice *s, struct twice *twice);
#endif
