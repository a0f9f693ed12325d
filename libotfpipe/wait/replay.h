/* replay.h - private to the files of root causes: the diary is read beside the waits, in the order of time, and each
 * wait is shared out. */
#ifndef OTFP_WAIT_REPLAY_H
#define OTFP_WAIT_REPLAY_H
#include "base/intern.h"
#include "merge/sort.h"
#include "wait/diary.h"
#include "wait/share.h"
#include "wait/trail.h"

/* Zero-filled, but for the first four. */
struct wait_replay {
	struct otfp_sort *debts, *credits; /* which can be read */
	struct wait_diary *diary;
	struct wait_ledger *ledger;
	struct otfp_trail *trail; /* which takes what passes, too; or NULL */
	uint64_t number;          /* of the latest call that began */
	/* the next ones, and those whose calls may begin: records of a tick come in any order */
	struct wait_debt debt, *debts_now;
	struct wait_credit credit, *credits_now;
	size_t ndebts, debts_cap, ncredits, credits_cap;
	int has_debt, has_credit;
	uint32_t *due; /* waits that end in the current tick */
	size_t ndue, due_cap;
	struct otfp_interns names; /* nodes: functions of equal names are one */
	otfp_ref *functions;       /* by node */
	size_t nfunctions, functions_cap;
	uint32_t *nodes; /* by number in the diary; NULL: numbers are call paths */
};

/* What processes do is a node: 0 is unknown, then outside of every call, then the functions, or call paths. */
enum { WAIT_NO_CALL = 1 };

/** Read all of the diary. @return 0, or -1: memory is out, or the error of the diary is set */
OTFP_MUST_CHECK int otfp_wait_replay(struct wait_replay *r);
void otfp_wait_replay_release(struct wait_replay *r);
#endif
