/*
 * state.h - what is true at an instant: open calls, messages on their way, running collective and file
 * operations, open files, last counter values.
 *
 * Every record of a stream is shown to otfp_state_see in its order; what it did is told in a struct
 * otfp_change, from which its users (snapshots, slices, statistics, checks) do their own accounts. The
 * state is that before the events at an instant if it is asked before the first of them is shown: what
 * section 2.8 of the OTF specification calls a snapshot.
 *
 * A stream may begin in the middle of a run. The snapshot records of one instant then say what was true
 * there: they count for a process of which no event was seen yet, later ones only repeat what is known.
 *
 * Memory: what is open now, and some 40 bytes for each communicator and counter, 80 for each
 * function (where they are kept) that a process ever used.
 * Calls 56 bytes, messages 80, other things open 72 bytes, and their tags.
 */
#ifndef OTFP_STATE_STATE_H
#define OTFP_STATE_STATE_H
#include "base/map.h"
#include "otfpipe.h"
#include "state/begun.h"
#include "state/calls.h"
#include "state/messages.h"

/* What is kept; what is not asked for costs nothing. */
enum {
	OTFP_STATE_CALLS = 1,
	OTFP_STATE_FUNCTIONS = 2, /* with CALLS: struct otfp_callee of each call */
	OTFP_STATE_MESSAGES = 4,
	OTFP_STATE_COLLECTIVES = 8,
	OTFP_STATE_FILES = 16,
	OTFP_STATE_COUNTERS = 32,
	OTFP_STATE_TAGS = 64, /* the key-values of what is open, for snapshots of it */
	OTFP_STATE_ALL = 127
};

/* What cannot be true, counted by otfp_state_see. Nothing is changed by such a record but where it says so. */
enum otfp_oddity {
	OTFP_ODD_LEAVE,       /* Leave, and no call is open */
	OTFP_ODD_LEAVE_OTHER, /* Leave of another function than the innermost; that is closed */
	OTFP_ODD_RECEIVE,     /* RecvMsg of what was not sent */
	OTFP_ODD_COLLECTIVE,  /* EndCollectiveOperation without its begin */
	OTFP_ODD_FILEOP,      /* EndFileOperation without its begin; the operation counts */
	OTFP_ODD_CLOSE,       /* a file is closed that is not open */
	OTFP_ODD_BEGUN_TWICE, /* a matching id or handle begins that is in use; both are open */
	OTFP_NODDITIES
};

/* What is known of a process. */
enum { OTFP_KNOWN_NOTHING, OTFP_KNOWN_SNAPSHOT, OTFP_KNOWN_EVENTS };

/* One process; found by otfp_state_process, valid until the next process is first seen. */
struct otfp_process {
	uint32_t process;
	uint32_t index; /* 0.. in the order in which they were first seen */
	struct otfp_call_stack calls;
	struct otfp_sends sends; /* on their way, in the order of sending */
	struct otfp_begun_list collectives, fileops, files;
	struct otfp_lasts collcounts; /* by communicator: collective operations that ended */
	struct otfp_lasts counters;   /* by counter: its last value */
	uint64_t snap_time;           /* of the snapshot that was taken over */
	uint8_t known;                /* OTFP_KNOWN_... */
};

/* What a record did. Pointers are valid until the next otfp_state_see; NULL = no such thing. */
struct otfp_change {
	struct otfp_process *process; /* whose record it is; NULL for what is no timed record */
	enum otfp_did {
		OTFP_DID_NOTHING,    /* nothing that is kept, or repeats what is known, or is odd */
		OTFP_DID_OPEN_CALL,  /* Enter, or EnterSnapshot that says something new: `call` is open now */
		OTFP_DID_CLOSE_CALL, /* Leave: `call` was open until now */
		OTFP_DID_SEND,       /* SendMsg or SendSnapshot: `message` is on its way */
		OTFP_DID_RECEIVE,    /* RecvMsg: `message` was on its way until now */
		OTFP_DID_BEGIN,      /* BeginCollectiveOperation, BeginFileOperation: `begun` */
		OTFP_DID_END,        /* EndCollectiveOperation, EndFileOperation: `begun` until now */
		OTFP_DID_OPERATE,    /* CollectiveOperation, FileOperation, EndFileOperation without begin */
		OTFP_DID_COUNT       /* Counter: `last` is the value before it, NULL if it is the first */
	} did;
	struct otfp_call *call;
	struct otfp_message *message;
	struct otfp_begun *begun;
	const struct otfp_last *last;
	int odd; /* -1, or what was odd: enum otfp_oddity */
};

#define OTFP_NEAR 4096

/* Zero-filled, then `keeps`, is valid: nothing was seen. */
struct otfp_state {
	unsigned keeps; /* OTFP_STATE_... */
	struct otfp_process *processes;
	size_t n, cap;
	struct otfp_map index;    /* process to its place */
	uint32_t near[OTFP_NEAR]; /* 1 + index of the processes of small numbers, 0 = not seen */
	struct otfp_messages messages;
	struct otfp_begun ended; /* what otfp_change points to */
	struct otfp_last before;
	uint64_t odd[OTFP_NODDITIES];
};

void otfp_state_release(struct otfp_state *s);
/**
 * Take a record of the stream; other than timed ones are passed over.
 * @param did  set
 * @return 0, or -1 when memory is out
 */
int otfp_state_see(struct otfp_state *s, const struct otfp_record *rec, struct otfp_change *did);
/** Whether the state keeps anything of records of that type. */
int otfp_state_cares(const struct otfp_state *s, unsigned type);
/** The process of that number, made if it was not seen. @return NULL when memory is out */
struct otfp_process *otfp_state_process(struct otfp_state *s, uint32_t process);
/** The process if it was seen. @return NULL if not */
struct otfp_process *otfp_state_find(const struct otfp_state *s, uint32_t process);

/** Nothing is known of the process any more; its next snapshot counts. */
void otfp_state_forget(struct otfp_state *s, struct otfp_process *p);

/** Where records go that are made: called with each, valid during the call. @return 0 or <0, which ends it */
typedef int otfp_put_fn(void *ctx, const struct otfp_record *rec);
/**
 * The snapshot records of a process at `time`, in the order EnterSnapshot (outermost call first), SendSnapshot,
 * OpenFileSnapshot, BeginCollopSnapshot, CollopCountSnapshot, BeginFileOpSnapshot, CounterSnapshot.
 * @return 0, or what put returned
 */
int otfp_state_snapshot(const struct otfp_process *p, uint64_t time, otfp_put_fn *put, void *ctx);
/** What was odd, for a message: "leave without enter". */
const char *otfp_oddity_name(unsigned odd);
#endif
