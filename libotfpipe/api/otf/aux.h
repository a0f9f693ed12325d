/*
 * aux.h - struct OTFAUX_State: for each process what is open, and its row of the thumbnail; announced receives.
 *
 * The state of libotfpipe/state reads records. This one is fed with events whose processes have 64 bits and that bring
 * a pointer of the caller along, which it owns while the event is open.
 *
 * Memory: 72 bytes per open event, 40 per announced receive, 76 per pair of processes, tag and communicator.
 */
#ifndef OTFP_API_OTF_AUX_H
#define OTFP_API_OTF_AUX_H
#include "base/index.h"
#include "base/map.h"
#include "open-trace-format/OTFAUX_State.h"
#include "sample/raster.h"

/* What can be open, in the order of a snapshot. */
enum aux_kind {
	AUX_CALL,
	AUX_SEND,
	AUX_FILE,
	AUX_COLLECTIVE,
	AUX_COUNT, /* of collective operations; the key is the communicator */
	AUX_FILEOP,
	AUX_COUNTER,
	AUX_NKINDS
};

struct aux_event {
	uint64_t time, key; /* handle, matching id, communicator or counter: once per process */
	uint64_t number[2];
	uint32_t value[6];
	void *data; /* NULL = none */
};

struct aux_list {
	struct aux_event *events;
	size_t n, cap;
};

struct aux_process {
	uint64_t process;
	struct aux_list open[AUX_NKINDS];
	struct otfp_map counts, counters; /* key -> index: these are never closed */
	struct otfp_raster_row row;
	int is_thumbnail;
};

struct aux_receive {
	uint64_t time;
	uint32_t length, source;
	size_t next; /* 1 + index; 0 = none */
};

/* The announced receives without a send of one key, oldest first. */
struct aux_channel {
	uint64_t sender, receiver;
	uint32_t communicator, tag;
	size_t first, last; /* 1 + index of a receive; 0 = none */
};

/* Zero-filled is empty. */
struct aux_receives {
	struct otfp_index index; /* of channels, by key */
	struct aux_channel *channels;
	size_t nchannels, channels_cap;
	struct aux_receive *receives;
	size_t n, cap, waiting;
	size_t spare; /* free list */
};

struct OTFAUX_State {
	struct otfp_map index; /* process -> index */
	struct aux_process *processes;
	size_t n, cap;
	struct aux_receives receives;
	OTFAUX_ReleaseEventData release;
	void *release_data;
	OTFAUX_WriteEnterSnapshotCallback write_call;
	OTFAUX_WriteSendSnapshotCallback write_send;
	OTFAUX_WriteOpenFileSnapshotCallback write_file;
	OTFAUX_WriteBeginCollopSnapshotCallback write_collective;
	OTFAUX_WriteBeginFileOpSnapshotCallback write_fileop;
	OTFAUX_WriteCollopCountSnapshotCallback write_count;
	OTFAUX_WriteCounterSnapshotCallback write_counter;
	struct otfp_raster raster; /* samples == 0: there is no thumbnail */
	uint64_t now;              /* latest time of Enter or Leave */
};

/** Whether a handle is one. @return 1, or 0 with otf_errno set */
int aux_is_state(const OTFAUX_State *s, const char *who);
/** Find or add a process. @return NULL with otf_errno set when memory is out */
struct aux_process *aux_process(OTFAUX_State *s, uint64_t process);
/** Give a pointer back to the caller. */
void aux_release(const OTFAUX_State *s, void *data);

/** Enter and Leave for the thumbnail, after the calls have changed. @return 1, or 0 with otf_errno set */
int aux_sample(OTFAUX_State *s, struct aux_process *p, uint64_t time);

void aux_receives_free(struct aux_receives *r);
/** Announce a receive. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int aux_receives_add(struct aux_receives *r, const struct aux_channel *key,
                                     const struct aux_receive *receive);
/** Take the oldest receive of a key. @return 1 with *receive set, or 0 */
int aux_receives_pop(struct aux_receives *r, const struct aux_channel *key, struct aux_receive *receive);

#endif
