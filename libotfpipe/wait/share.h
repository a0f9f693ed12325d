/* share.h - private to the files of root causes: the waits, in the order of time, and how each is shared out. */
#ifndef OTFP_WAIT_SHARE_H
#define OTFP_WAIT_SHARE_H
#include "wait/carry.h"
#include "wait/syncs.h"

/* A wait between the passes, by its call. */
struct wait_debt {
	uint64_t call, peer_call; /* numbers of records */
	uint64_t size, start;     /* ticks; where it starts, or with windows that are calls which one it is in */
	uint32_t process, peer;   /* tokens */
	uint32_t path;
	uint8_t kind, is_counted; /* in rows: it is in a window */
	uint8_t is_reported;      /* its process is */
};

/* What ends it, by the call of the peer. */
struct wait_credit {
	uint64_t peer_call, call;
	uint32_t process, pad; /* token of the one that waits */
};

/* A wait whose call is known. */
struct wait_loss {
	struct wait_debt debt;
	struct wait_visit own, peer; /* peer.call 0: it has not come yet */
	uint64_t from, peer_from;    /* where both synchronized last, once the peer has come */
	uint64_t end;                /* ticks: the peer came */
	uint32_t next;               /* of a free one, or of its process: 1 + index */
	uint8_t is_due, is_left, is_shared, is_being_shared;
};

struct wait_ledger {
	struct otfp_wait_engine *w;        /* which found the waits */
	const struct otfp_wait_options *o; /* interval and windows */
	int has_windows;
	uint64_t time;              /* of the current tick */
	struct wait_places *places; /* by process */
	size_t nplaces;
	struct wait_store store;
	struct wait_syncs syncs;
	size_t most; /* bytes of these */
	int is_coarse;
	uint64_t coarse_from; /* time at which there were more for the first time */
	struct wait_loss *losses;
	size_t nlosses, losses_cap;
	uint32_t spare_loss;
	struct wait_causes causes;
	struct wait_carry carry;
	size_t nslots; /* of the store, when it is released */
	/* of the wait that is shared out */
	struct wait_piece *pieces;
	size_t npieces, pieces_cap;
	struct wait_list direct;
};

/** Add a wait of a process, whose call begins. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_wait_open_loss(struct wait_ledger *l, const struct wait_debt *d, struct wait_visit own);
/** The wait of a process in the call of that number, if it is not shared out or left. @return 1 + index; 0 = none */
uint32_t otfp_wait_find_loss(const struct wait_ledger *l, uint32_t process, uint64_t call);
/** The peer of a wait comes, in a call that begins. */
void otfp_wait_end_loss(struct wait_ledger *l, uint32_t loss, struct wait_visit peer);
/** Share out a wait that is due, after those that it needs. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_wait_share_out(struct wait_ledger *l, uint32_t loss);
/** The call of a wait is left. */
void otfp_wait_settle_loss(struct wait_ledger *l, uint32_t loss);
/** A wait whose peer never came has an unknown cause. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_wait_give_up(struct wait_ledger *l, uint32_t loss);
/** Keep to the memory that may be used. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_wait_ledger_bound(struct wait_ledger *l);
/** Free what only waits that are not shared out need. */
void otfp_wait_ledger_end(struct wait_ledger *l);
void otfp_wait_ledger_release(struct wait_ledger *l);
#endif
