/*
 * state.h - the state at an instant: call stacks, messages in transit, running collective and file operations, open
 * files, last counter values.
 *
 * Pass every record of a stream in order to otfp_state_add; it returns what the record did in a struct otfp_change,
 * from which callers (snapshots, slices, statistics, checks) update their own data. A state that is read before the
 * first event at an instant is passed is a snapshot as defined in the OTF specification, section 2.8.
 *
 * A stream may start in the middle of a run. Then the snapshot records of one instant give the state there: they count
 * for a process without an earlier event; later ones repeat what is known.
 *
 * A receive that comes before its send (skewed clocks) matches it, see match.h. A thread that is no member of the
 * communicator sends and receives for its rank, see ranks.h.
 *
 * Memory: that of ranks.h; 16 to 32 bytes per open call, 104 per message of which one half came and 48 per combination
 * of such messages, 72 per other open thing, and their tags. A process has 112 bytes, 64 once it has a collective or
 * file operation, and adds 32 bytes per communicator and counter and 80 per function (if kept) that it ever used.
 */
#ifndef OTFP_STATE_STATE_H
#define OTFP_STATE_STATE_H
#include "base/map.h"
#include "otfpipe.h"
#include "record/carriers.h"
#include "state/begun.h"
#include "state/calls.h"
#include "state/messages.h"
#include "state/ranks.h"

/* What the state keeps; a part that is not asked for costs nothing. */
enum {
	OTFP_STATE_CALLS = 1,
	OTFP_STATE_FUNCTIONS = 2, /* with CALLS: struct otfp_callee of each call */
	OTFP_STATE_MESSAGES = 4,
	OTFP_STATE_COLLECTIVES = 8,
	OTFP_STATE_FILES = 16,
	OTFP_STATE_COUNTERS = 32,
	OTFP_STATE_TAGS = 64,     /* key-values of what is open, for its snapshot records */
	OTFP_STATE_SOURCES = 128, /* with CALLS: `source` of each call, else it has a `mark` */
	OTFP_STATE_ALL = 255,
	/* what else a call has: one of these; with FUNCTIONS and without CHILDREN it has a place */
	OTFP_STATE_PLACES = 256,   /* `place` */
	OTFP_STATE_CHILDREN = 512, /* `children` */
	OTFP_STATE_BELOW = 1024,   /* `below`, in place of FUNCTIONS */
	/* `ranks`, for callers that pair messages without MESSAGES, which has them, too */
	OTFP_STATE_RANKS = 2048
};

/* Contradictions, counted by otfp_state_add. Such a record changes nothing, except as stated. A receive is counted as
 * long as its send has not come. */
enum otfp_oddity {
	OTFP_ODD_LEAVE,       /* Leave without an open call */
	OTFP_ODD_LEAVE_OTHER, /* Leave of a function other than the innermost; the innermost call is closed */
	OTFP_ODD_RECEIVE,     /* RecvMsg without a message in transit; kept, since its send may still come */
	OTFP_ODD_COLLECTIVE,  /* EndCollectiveOperation without a begin */
	OTFP_ODD_FILEOP,      /* EndFileOperation without a begin; the operation counts */
	OTFP_ODD_CLOSE,       /* close of a handle that is not open */
	OTFP_ODD_BEGUN_TWICE, /* begin with a matching id or handle in use; both are open then */
	OTFP_NODDITIES
};

/* Field of a SendSnapshot from otfp_state_snapshot, behind those of the record: the function of struct otfp_message. */
enum { OTFP_SENT_IN = 6 };

/* What is known of a process. */
enum { OTFP_KNOWN_NOTHING, OTFP_KNOWN_SNAPSHOT, OTFP_KNOWN_EVENTS };

/* Operations of a process, and what they opened. */
struct otfp_operations {
	struct otfp_begun_list collectives, fileops, files;
	struct otfp_lasts
		collcounts; /* by communicator: number of ended collective operations, when the last one did */
};

/* A process of the state; a pointer is valid until another process is added. */
struct otfp_process {
	/* what each call needs comes first: with many processes each line of the cache counts */
	uint32_t process;
	uint32_t index; /* from 0, in the order of first appearance */
	struct otfp_call_stack calls;
	uint8_t known;                      /* OTFP_KNOWN_... */
	struct otfp_sends sends;            /* in transit, in the order of sending */
	struct otfp_operations *operations; /* NULL = none so far; read them by otfp_operations_of */
	struct otfp_lasts counters;         /* by counter: last value */
	uint64_t snap_time;                 /* of the snapshot that set the state */
};

extern const struct otfp_operations otfp_no_operations;

/** The operations of a process, perhaps none. */
static inline const struct otfp_operations *otfp_operations_of(const struct otfp_process *p)
{
	return p->operations ? p->operations : &otfp_no_operations;
}

/* What a record did. Pointers are owned by the state and valid until the next otfp_state_add; NULL = not applicable. */
struct otfp_change {
	struct otfp_process *process; /* of the record; NULL if it is not timed */
	enum otfp_did {
		OTFP_DID_NOTHING,    /* not kept, repeats what is known, or odd */
		OTFP_DID_OPEN_CALL,  /* Enter, or EnterSnapshot that adds to the state: opened `call` */
		OTFP_DID_CLOSE_CALL, /* Leave: closed `call` */
		OTFP_DID_SEND,    /* SendMsg or SendSnapshot: sent `message`; with `early`, which received it before */
		OTFP_DID_RECEIVE, /* RecvMsg: received `message` */
		OTFP_DID_BEGIN,   /* BeginCollectiveOperation, BeginFileOperation: began `begun` */
		OTFP_DID_END,     /* EndCollectiveOperation, EndFileOperation: ended `begun` */
		OTFP_DID_OPERATE, /* CollectiveOperation, FileOperation, EndFileOperation without begin */
		OTFP_DID_COUNT    /* Counter: `last` is the previous value, NULL if there is none */
	} did;
	struct otfp_call *call;
	struct otfp_message *message;
	struct otfp_message
		*early; /* the receive: of SendMsg, if it came before; of RecvMsg without a message, this one */
	struct otfp_begun *begun;
	const struct otfp_last *last;
	int odd; /* enum otfp_oddity, or -1 */
};

/* Valid at the start: zero-filled except `keeps` and perhaps `carriers`, which the caller sets. */
struct otfp_state {
	unsigned keeps; /* OTFP_STATE_... */
	/* for the length of a message from 4 GiB on; owned by the caller; NULL = such a message has 4 GiB - 1 */
	const struct otfp_carriers *carriers;
	struct otfp_process *processes;
	size_t n, cap;
	struct otfp_map index;   /* process -> index */
	struct otfp_ranks ranks; /* whom a thread sends and receives for */
	struct otfp_messages messages;
	struct otfp_messages early;   /* received, and not sent so far */
	struct otfp_sends early_list; /* all of them, in the order of receiving */
	struct otfp_begun ended;      /* targets of pointers in struct otfp_change */
	struct otfp_last before;
	uint64_t odd[OTFP_NODDITIES]; /* how often each was seen */
};

/* ---- processes.c ---- */

/** Free all; *s is zero-filled then. */
void otfp_state_release(struct otfp_state *s);
/** Find or add a process. @return NULL when memory is out */
struct otfp_process *otfp_state_process(struct otfp_state *s, uint32_t process);
/** Find a process. @return NULL if it was not seen */
struct otfp_process *otfp_state_find(const struct otfp_state *s, uint32_t process);
/** Reset a process as if it had no record yet, so that its next snapshot counts; its messages in transit are removed.
 */
void otfp_state_forget(struct otfp_state *s, struct otfp_process *p);

/* ---- state.c, match.c, snapshot.c ---- */

/**
 * Take a record of the stream. Of those that are not timed it learns `ranks`.
 * @param did  set to what the record did
 * @return 0, or -1 when memory is out
 */
int otfp_state_add(struct otfp_state *s, const struct otfp_record *rec, struct otfp_change *did);
/** Whether records of that type can change the state, given s->keeps. */
int otfp_state_cares(const struct otfp_state *s, unsigned type);
/** At a place where snapshots describe the whole state: forget oddities, and receives without a send. */
void otfp_state_restart(struct otfp_state *s);

/** Callback for generated records; rec is valid during the call. @return 0; <0 stops the generation */
typedef int otfp_put_fn(void *ctx, const struct otfp_record *rec);
/**
 * Generate the snapshot records of a process at `time`, in the order EnterSnapshot (outermost call first),
 * SendSnapshot, OpenFileSnapshot, BeginCollopSnapshot, CollopCountSnapshot, BeginFileOpSnapshot, CounterSnapshot.
 * @return 0, or what put returned
 */
int otfp_state_snapshot(const struct otfp_process *p, uint64_t time, otfp_put_fn *put, void *ctx);
/** Text of an oddity for messages, e.g. "leave without enter". @return NULL if odd is not one */
const char *otfp_oddity_name(unsigned odd);
#endif
