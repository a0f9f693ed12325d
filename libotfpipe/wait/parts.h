/* parts.h - private to the files of this room: what the engine keeps. The functions on it are in engine.h. */
#ifndef OTFP_WAIT_PARTS_H
#define OTFP_WAIT_PARTS_H
#include "base/arena.h"
#include "base/index.h"
#include "base/intern.h"
#include "record/table.h"
#include "state/callstate.h"
#include "state/halves.h"
#include "wait/wait.h"

struct wait_watch;
struct wait_clock_watch;

/* ---- functions ---- */

/* Calls that no process leaves before all are in theirs, though no record says so. */
enum wait_end_kind { WAIT_INIT, WAIT_FINALIZE, WAIT_NENDS };

/* A function, by its definition. */
struct wait_function {
	otfp_ref ref;
	uint32_t number;   /* from 0 */
	uint8_t is_comm;   /* it communicates */
	uint8_t receives;  /* it returns when its message is there: a receive in it was posted when it was entered */
	uint8_t starts;    /* it only starts a collective operation, as MPI_Ibarrier */
	uint8_t is_inside; /* its calls are windows */
	uint8_t ends;      /* 1 + enum wait_end_kind; 0 = none */
	uint8_t posts;     /* it starts a send, which another call completes */
	uint8_t completes; /* it may complete several operations, as MPI_Waitall */
	uint8_t is_openmp; /* a parallel region, or something in one: see idle.c */
};

/* A function as called by a process: `user` of struct otfp_callee, and `place` of its open calls. */
struct wait_cell {
	const struct wait_function *function;
	uint8_t is_comm, is_inside; /* those of the function */
	uint32_t above, path;       /* the last path that was looked for: its caller's, and its own; 0 = none */
	uint64_t passed;            /* of the diary: ticks that are not in it yet */
	uint64_t exclusive;         /* ticks in the current window */
	uint64_t total;             /* ticks in the windows that are over */
	uint64_t around;            /* ticks in the current window in which it is the outermost communication call */
	uint32_t calls;             /* with clock_watch: so far; `mark` of a call is its number, from 1 */
	struct wait_cell *next;
	struct wait_cell *charged; /* the next one with ticks in the current window */
};

/* ---- processes ---- */

struct wait_process {
	/* of its clocks */
	uint64_t first, first_order; /* when its life begins, and the number of that record */
	uint64_t last;               /* time up to which it is accounted */
	uint64_t clock;              /* the second clock, in absolute ticks */
	uint64_t useful;             /* ticks in the window */
	uint64_t stage;              /* useful when its stage began: see stage.c */
	uint64_t stood;              /* if has_stood: useful when it began the operation that ends its stage */
	uint64_t edge;               /* the window changes at this time; UINT64_MAX = never */
	uint64_t window, start;      /* the current one, and where the life in it starts */
	uint64_t idle, idle_total;   /* as in struct wait_cell, outside of every call */
	uint8_t is_counted;          /* a part of its life is in a window */
	uint8_t begun;               /* it lives */
	uint8_t is_thread;           /* it has a parent */
	uint8_t has_stood;           /* it began an operation of all that others have not */
	uint8_t unsettled;           /* it is in the list of these */
	uint8_t has_posted;          /* sends that the next call that completes several may complete */
	uint32_t comm;               /* open communication calls */
	uint32_t call;               /* 1 + index of the outermost one; 0 = none */
	uint32_t ordinal;            /* number of outermost ones so far */
	uint32_t process;            /* its token */
	uint32_t inside;             /* open calls of windows */
	uint32_t openmp;             /* open calls of OpenMP, with w->has_threads */
	uint32_t member;             /* 1 + index of what is known of it as a thread; 0 = it is none */
	uint64_t calls;              /* of windows, so far */
	uint32_t due;                /* end of the last CollectiveOperation: 1 + index; 0 = it is over */
	uint64_t due_time;           /* when it ends */
	uint32_t nheld;              /* its records in `held` */
	uint64_t round;              /* of otfp_wait_release: its first one must wait */
	struct wait_cell *charged;   /* the first one with ticks in the current window */
	struct wait_cell *cells;
	struct wait_cell *outer; /* of the outermost communication call that is open, or was last */
};

/* ---- communication calls ---- */

/* What may become a wait of a call; kind OTFP_NWAITS = none. */
struct wait_part {
	uint64_t start, end;
	uint64_t peer, peer_enter;
	uint64_t order;
	uint64_t reason, peer_call; /* as in struct otfp_wait_found */
	otfp_ref communicator, peer_caller;
	uint64_t sent;     /* of a late sender: the time of its last send to the call, ... */
	uint32_t receiver; /* ... and whose inbox it was in; 0 = in none */
	uint8_t kind, wrong_order;
};

/* An outermost communication call: open, or with a message or collective operation under way. */
struct wait_call {
	uint64_t enter, leave, order; /* order: of its Enter in the stream */
	uint64_t number;              /* of its Enter, for the caller */
	uint64_t window;
	const struct wait_function *function;
	otfp_ref caller;
	uint32_t refs;    /* 1 while it is open, and 1 for each message and operation; 0 = free */
	uint32_t next;    /* of a free one: 1 + index of the next */
	uint32_t process; /* token */
	uint32_t index;   /* of the process */
	uint32_t ordinal; /* among the outermost calls of the process, from 1 */
	uint32_t path;
	uint32_t stakes; /* 1 + index of the first stake */
	uint8_t is_open;
	uint8_t with_sends;                         /* it may complete sends */
	uint8_t is_old;                             /* an operation ended in it before the state of resume.c */
	uint32_t deliveries;                        /* 1 + index of the last message that it received; 0 = none */
	uint32_t ndeliveries;                       /* how many */
	uint64_t latest_enter;                      /* of the calls that sent them */
	struct wait_part front, spread, completion; /* from its enter on; after it; up to its leave */
};

/* A call takes part in a collective operation. */
struct wait_stake {
	uint32_t instance, next; /* next: 1 + index, 0 = none */
};

/* ---- messages ---- */

/* A message that an open call received. */
struct wait_delivery {
	uint64_t time;
	uint32_t sender, bytes;
	uint32_t next; /* of the same call, or of free ones: 1 + index */
	uint8_t is_in; /* the interval has its receive */
};

/* What is known of the call of a send. */
enum wait_old { WAIT_OLD_UNKNOWN = 1, WAIT_OLD_CALL /* it communicates */ };

/* A half of a message that waits for the other one. */
struct wait_half {
	uint64_t time, clock, window;
	uint32_t call;          /* 1 + index; 0 = none */
	uint32_t before, after; /* in the list of its receiver: 1 + index of sends */
	uint32_t bytes;
	uint32_t process, peer; /* who sent or received it, and the other one as the record names it */
	uint8_t is_pending;     /* its other half was not read */
	uint8_t is_receive;
	uint8_t is_old; /* sent before the state of resume.c, in a call that is over there: enum wait_old */
};

/* Sends to a receiver that were not received, in the order of the stream: 1 + index. */
struct wait_inbox {
	uint32_t first, last;
};

/* ---- collective operations ---- */

enum wait_type {
	WAIT_UNTYPED,
	WAIT_BARRIER,
	WAIT_ALL,   /* all to all */
	WAIT_FROM,  /* one to all */
	WAIT_TO,    /* all to one */
	WAIT_PREFIX /* from lower positions in the group */
};

/* A member that began. */
struct wait_arrival {
	uint64_t clock, window, number;
	uint64_t bytes;    /* that it sends and receives */
	uint32_t position; /* in the group */
	uint32_t member;   /* index in its members */
	uint32_t call;     /* 1 + index; 0 = none */
};

/* Members that ended before so many others began, in a window. */
struct wait_early {
	uint64_t window, n;
};

/* The maximum of the second clocks that members of one window gave. */
struct wait_given {
	uint64_t window, clock;
};

struct wait_instance {
	uint64_t index; /* among those of its communicator */
	otfp_ref operation;
	uint64_t window; /* of its first member, for counts */
	uint32_t communicator;
	uint32_t begun, ended, left;
	uint32_t next;    /* of a free one: 1 + index */
	uint32_t root;    /* position in the group */
	uint32_t root_at; /* if has_root: index in arrivals */
	uint8_t type, is_blocking, has_root, has_outside, used;
	uint8_t is_reported; /* a member is */
	uint8_t has_thread;  /* a thread began it for its process */
	uint8_t is_old;      /* not all of it is known: it began before the state of resume.c */
	struct wait_arrival *arrivals;
	size_t arrivals_cap;
	struct wait_given *given;
	size_t ngiven, given_cap;
	struct wait_early *early;
	size_t nearly, early_cap;
	struct wait_given from_root;
};

/* A process group that is used as a communicator. */
struct wait_group {
	otfp_ref ref;
	const struct otfp_member *members; /* sorted by process; of struct otfp_ranked with the same index */
	uint64_t *next;                    /* by index in members: number of collective operations begun */
	uint32_t n;
	uint32_t *ring; /* 1 + index of the instance with an index, modulo cap; 0 = none */
	size_t cap;
	uint64_t base, end; /* indexes of instances under way are in [base, end) */
	uint64_t floor;     /* all below are closed */
	uint64_t *over;     /* by index in members: operations that were over at the state of resume.c; NULL: all of */
	uint64_t most_over; /* them the same; the most of them */
	size_t nknown;      /* processes when it was judged whether the group is of all, ... */
	uint8_t is_of_all;  /* ... that live and have no parent */
};

/* Who must end a collective operation. */
struct wait_end {
	uint64_t index;
	uint64_t order; /* of the begin; 0 = it was taken */
	uint32_t group, position;
	uint32_t next; /* of a free one: 1 + index */
};

/* The end of a CollectiveOperation, which has no record. */
struct wait_due {
	uint64_t time, order;
	uint32_t process; /* index */
	uint32_t end;     /* index */
};

/* A record that waits for others of the same tick. */
struct wait_held {
	struct otfp_record rec; /* type 0: it is gone */
	uint64_t order, number;
	uint64_t instance; /* 1 + index of the operation that it begins */
	uint32_t process;  /* index */
};

struct wait_collective {
	uint8_t type, is_blocking;
};

/* ---- MPI_Init and MPI_Finalize ---- */

/* The call that was entered last; of equal ones that of the lower process. */
struct wait_gate {
	uint64_t enter, order, number;
	otfp_ref caller;
	uint32_t process;
	uint8_t is_set;
};

/* ---- threads ---- */

/* A thread; see idle.c. Its times are inside of the interval. */
struct wait_member {
	uint64_t busy;      /* ticks in calls, up to `last` */
	uint64_t last, end; /* end: of the process; UINT64_MAX = it lives */
	uint64_t before;    /* busy when the call of OpenMP that its parent is in was entered */
	uint32_t process;   /* index */
	uint32_t next;      /* of the same parent: 1 + index */
	uint8_t is_busy;    /* it is in a call */
};

/* A process that has threads, or a call of OpenMP. */
struct wait_team {
	uint64_t begin; /* of the call */
	const struct wait_function *function;
	uint32_t first; /* 1 + index of its last member */
	uint8_t is_open;
};

/* ---- all ---- */

/* All functions of one name. */
struct wait_called {
	otfp_ref first;     /* the one that stands for all */
	otfp_wide ticks[2]; /* their exclusive time on processes without parent, and with one */
	int is_set;
};

struct otfp_wait_engine {
	struct otfp_wait_options o;
	struct otfp_names names;
	struct otfp_paths paths;
	struct otfp_state state;
	uint64_t order;    /* of the current record in the stream */
	uint64_t number;   /* of the current record, for the caller */
	uint64_t instance; /* 1 + index of the operation that it begins, if that is known; 0 */
	uint64_t base;     /* start of window 0 */
	int has_base, too_many, stopped;
	int failed;     /* memory is out */
	int is_renamed; /* functions were defined after calls */

	struct otfp_arena arena;   /* functions and cells */
	struct otfp_map functions; /* ref -> number */
	struct wait_function **by_number;
	size_t nfunctions, functions_cap;

	struct wait_process *processes; /* by index of struct otfp_process */
	size_t nprocesses, processes_cap;
	uint32_t *unsettled; /* indexes of processes with collective operations in snapshots, until the next event */
	size_t nunsettled, unsettled_cap;

	struct wait_call *calls;
	size_t ncalls, calls_cap;
	uint32_t spare_call;
	struct wait_stake *stakes;
	size_t nstakes, stakes_cap;
	uint32_t spare_stake;

	struct otfp_halves halves; /* `time` of a half is an index in `half` */
	struct wait_half *half;
	size_t nhalf, half_cap;
	uint32_t spare_half;
	struct otfp_map inbox_index; /* receiver -> inbox */
	struct wait_inbox *inboxes;
	size_t ninboxes, inboxes_cap;

	struct wait_delivery *deliveries;
	size_t ndeliveries, deliveries_cap;
	uint32_t spare_delivery;

	struct wait_group *groups; /* as in state.ranks */
	size_t ngroups, groups_cap;
	struct wait_instance *instances;
	size_t ninstances, instances_cap;
	uint32_t spare_instance;
	struct wait_end *ends;
	size_t nends, ends_cap;
	uint32_t spare_end;
	struct wait_due *due; /* a heap, the earliest first */
	size_t ndue, due_cap;

	int is_resuming;        /* it takes a state; */
	int is_resumed;         /* it has begun at one, */
	uint64_t resumed;       /* of this time */
	uint64_t needs_earlier; /* the windows need a state from before this time; UINT64_MAX: they do not */

	uint64_t tick; /* time of the last event */
	struct wait_held *held;
	size_t nheld, held_cap;
	uint64_t round; /* of otfp_wait_release */

	struct wait_gate gates[WAIT_NENDS];
	uint32_t *leavers; /* 1 + index of calls that were left in this tick, and wait for those entered in it */
	size_t nleavers, leavers_cap;

	int has_threads;            /* with o.idle: a process has a parent */
	struct otfp_map team_index; /* parent -> index */
	struct wait_team *teams;
	size_t nteams, teams_cap;
	struct wait_member *members;
	size_t nmembers, members_cap;

	/* the result */
	struct otfp_map window_index;
	struct otfp_wait_window *windows;
	size_t nwindows, windows_cap;
	struct otfp_wait_life *lives;
	size_t nlives, lives_cap;
	struct otfp_map load_index; /* window << 32 | number of the function -> index */
	struct otfp_wait_load *loads;
	size_t nloads, loads_cap;
	struct otfp_map rest_index; /* as load_index */
	struct otfp_wait_rest *rests;
	size_t nrests, rests_cap;
	struct otfp_map idle_index; /* index of the thread << 32 | number of the function -> index */
	struct otfp_wait_idle *idles;
	size_t nidles, idles_cap;
	otfp_wide *sums; /* exclusive time: outside of every call, then by number of the function; each of processes
	                  * without parent, and with one */
	struct otfp_interns called;      /* names of functions */
	struct wait_called *called_sums; /* by number of the name - 1 */
	uint64_t ncounted[2]; /* processes without parent, and with one, that have a part of their life in a window */
	struct otfp_index row_index; /* of rows, by key */
	struct otfp_wait_row *rows;
	size_t nrows, rows_cap;
	struct otfp_wait_found *worst; /* a heap, the least bad first, until the end */
	size_t nworst, worst_cap;
	int (*report)(void *ctx, const struct otfp_wait_found *f);
	int (*report_transfer)(void *ctx, const struct otfp_wait_transfer *t);
	void *transfer_ctx;
	int (*report_member)(void *ctx, uint64_t number, uint64_t instance);
	void *report_ctx;
	const struct wait_watch *watch; /* NULL = nobody follows: watch.h */
	const struct wait_clock_watch *clock_watch;
};
#endif
