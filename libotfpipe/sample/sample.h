/*
 * sample.h - a stage that adds records of its clients (snapshots, summaries) for each process at points of time, and
 * the DefAuxSamplePoint definitions that announce them (OTF specification, sections 2.8 and 2.9).
 *
 * All records pass, except old ones of the kinds that the clients generate. Of those the stage keeps: records of
 * unknown type; those of streams that are not sampled; and the snapshots that give the state where the stream starts in
 * the middle of a run, because nothing else gives it.
 *
 * A point comes before the first event at its time or later. There the clients generate records in turn, each for the
 * processes sorted by stream, then token; processes without a stream come last.
 * Memory: the state (state/state.h), 16 bytes per process, and what the clients need.
 */
#ifndef OTFP_SAMPLE_SAMPLE_H
#define OTFP_SAMPLE_SAMPLE_H
#include "trace/stage.h"
#include "base/set.h"
#include "record/streams.h"
#include "sample/points.h"
#include "record/queue.h"
#include "state/state.h"

/* The types of DefAuxSamplePoint. */
enum { OTFP_AUX_SNAPSHOT, OTFP_AUX_SUMMARY, OTFP_AUX_INLINE };

/* A client generates records at the points, or only observes the stream. */
struct otfp_sample_client {
	void *self;
	/** Called for each record except control lines and unknown types, after otfp_state_add; may be NULL.
	 * @return 0, or -1 when memory is out */
	int (*see)(void *self, const struct otfp_record *rec, const struct otfp_change *did);
	/** Generate the records of a process at a point; may be NULL. @return 0, or what put returned */
	int (*emit)(void *self, const struct otfp_process *p, uint64_t time, otfp_put_fn *put, void *ctx);
	/** Called at the end of the stream, before the sink is ended; may be NULL. @return 0 or <0 with the message
	 * filled */
	int (*end)(void *self, struct otfp_sink *out);
	uint8_t file;   /* OTFP_FILE_SNAP or OTFP_FILE_STAT: replaces old records of that kind; 0 = none */
	uint8_t aux;    /* OTFP_AUX_... */
	uint8_t closes; /* generates records at the closing point, too */
};

enum { OTFP_SAMPLE_CLIENTS = 4 };

/* A process to be sampled: its index in the state, by stream and token. */
struct otfp_sampled {
	uint64_t stream; /* UINT64_MAX = none */
	uint32_t process, index;
};

/* The progress of the records at the current point. */
struct otfp_sample_point {
	uint64_t time;
	int on, closing; /* on: there is a point */
	unsigned client; /* next client, and index of its next process */
	size_t at;
	uint64_t done; /* the client is done with streams below this one */
};

/* Valid at the start: zero-filled except the first part, which the caller sets; pointers in it stay the caller's. */
struct otfp_sampler {
	struct otfp_points *points; /* parsed; NULL = remove old records, generate none */
	struct otfp_set *streams;   /* streams to sample; NULL = all */
	struct otfp_sample_client clients[OTFP_SAMPLE_CLIENTS];
	unsigned nclients;
	int inline_snaps; /* write snapshots to the event files */
	int strict;       /* contradictions in the stream are an error */
	/* called with contradictions, and with each point as a note (code OTFP_END) */
	void (*report)(void *ctx, const struct otfp_error *e);
	void *report_ctx;
	int keeps_thumbnail; /* in place: keep the thumbnail if event files are kept */

	struct otfp_state state;   /* the caller sets `keeps` */
	struct otfp_header header; /* of the stream, completed from definitions */
	struct otfp_header made;   /* of the output */
	int bound;                 /* the points are known before the first record */
	struct otfp_sink *out;
	struct otfp_master master;
	struct otfp_map announced; /* old points that are kept: time -> bits of their types */
	struct otfp_sampled *order;
	size_t norder, order_cap, ordered; /* ordered: number of processes in it; SIZE_MAX = outdated */
	struct otfp_sample_point point;
	uint64_t due;           /* records before this time need no action */
	struct otfp_queue held; /* inline snapshots that wait until events of the same time and lower streams passed */
	int holds;              /* generated inline snapshots go to `held` */
	uint64_t opened;        /* time of the last kept snapshots that open the stream, ... */
	int has_opened;         /* ... if there are any */
	int started;            /* the global definitions have ended */
	unsigned replaced;      /* bits 1 << OTFP_FILE_SNAP, 1 << OTFP_FILE_STAT */
	int keeps_events;       /* in place: event files are not rewritten */
	int watches;            /* the state is needed */
	const struct otfp_sample_client *seers[OTFP_SAMPLE_CLIENTS]; /* those with `see` */
	unsigned nseers;
	struct otfp_error *err;
};

/** Free what the stage allocated; the first part stays. */
void otfp_sampler_release(struct otfp_sampler *s);
/** The stage; its ctx is a struct otfp_sampler. */
extern const struct otfp_stage_ops otfp_sample_stage;
#endif
