/*
 * sample.h - a stage that tells at points of time what is true: records of its clients for each process,
 * and DefAuxSamplePoint definitions that announce them.
 *
 * All records pass, but for old ones of the kinds that the clients make. Of those stay: records of unknown name;
 * those of streams that are not sampled; and snapshots that say what was open where the stream begins in the
 * middle of a run, since nothing else says it.
 *
 * A point stands before the first event of its time or later. There the clients are asked one after the other, each
 * for the processes by stream, then number; processes in no stream come last.
 * Memory: the state (state/state.h), 16 bytes a process, and what the clients need.
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

/* What makes records at the points, or looks on. */
struct otfp_sample_client {
	void *self;
	/** Each record but control lines and those of unknown name, after the state has seen it; may be NULL.
	 * @return 0, or -1 when memory is out */
	int (*see)(void *self, const struct otfp_record *rec, const struct otfp_change *did);
	/** The records of a process at a point; may be NULL. @return 0, or what put returned */
	int (*emit)(void *self, const struct otfp_process *p, uint64_t time, otfp_put_fn *put, void *ctx);
	/** At the end of the stream, before that of the sink; may be NULL. @return 0 or <0 with the message filled */
	int (*end)(void *self, struct otfp_sink *out);
	uint8_t file;   /* OTFP_SNAP or OTFP_STAT: old records of it are replaced; 0 = none are */
	uint8_t aux;    /* OTFP_AUX_... */
	uint8_t closes; /* makes records at the closing point, too */
};

enum { OTFP_SAMPLE_CLIENTS = 4 };

/* One that is to be sampled: state index by stream and number. */
struct otfp_sampled {
	uint64_t stream; /* UINT64_MAX = in none */
	uint32_t process, index;
};

/* Where the emission at the point stands. */
struct otfp_sample_point {
	uint64_t time;
	int on, closing; /* on: there is one */
	unsigned client; /* and `at`: who is next */
	size_t at;
	uint64_t done; /* the client was asked about streams before */
};

/* Zero-filled, then the first part, is valid. */
struct otfp_sampler {
	struct otfp_points *points;     /* parsed; NULL = old records are removed, none are made */
	const struct otfp_set *streams; /* those that are sampled; NULL = all */
	struct otfp_sample_client clients[OTFP_SAMPLE_CLIENTS];
	unsigned nclients;
	int inline_snaps; /* snapshots go into the event files */
	int strict;       /* what is odd is an error */
	/* what was odd, and as notes (OTFP_END) the points */
	void (*report)(void *ctx, const struct otfp_error *e);
	void *report_ctx;
	int keeps_thumbnail; /* in place, if the events stay */

	struct otfp_state state;   /* `keeps` is the user's */
	struct otfp_header header; /* of the stream, with what definitions added */
	struct otfp_header made;   /* of what comes out */
	int bound;                 /* the points were known before the first record */
	struct otfp_sink *out;
	struct otfp_master master;
	struct otfp_map announced; /* old points that stay: time to bits of their types */
	struct otfp_sampled *order;
	size_t norder, order_cap, ordered; /* ordered: processes and streams that it was made of */
	struct otfp_sample_point point;
	uint64_t due;           /* nothing has to be done before a record of an earlier time */
	struct otfp_queue held; /* inline snapshots, while events of the same time pass that stand before them */
	int holds;
	uint64_t opened;   /* the last time of snapshots that stay since they open the stream, ... */
	int has_opened;    /* ... if there were any */
	int started;       /* the global definitions are over */
	unsigned replaced; /* bits 1 << OTFP_SNAP, 1 << OTFP_STAT */
	int keeps_events;  /* in place: their files are not written */
	int watches;       /* the state is needed */
	unsigned nseers;
	struct otfp_error *err;
};

void otfp_sampler_release(struct otfp_sampler *s);
/** ctx is the struct otfp_sampler. */
extern const struct otfp_stage_ops otfp_sample_stage;
#endif
