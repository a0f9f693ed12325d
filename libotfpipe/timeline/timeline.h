/*
 * timeline.h - what each process did in each column of a picture of an interval: the class of calls with the largest
 * share of the column, by depth of the call stack; and how large a part of the column has calls, if that is less than
 * what has none.
 *
 * The rows of the picture are processes in the order of their definitions, or several processes a row if there are more
 * than rows. A row has lanes: lane d shows the call at depth d, the last lane the innermost call at its depth or
 * deeper. If the columns have many calls (is_dense), or a row has no room for lanes, it shows the innermost calls
 * alone: in bands, each of which has an equal part of the time of the column, sorted by class, so that the bands show
 * the shares of the classes. One more lane shows collective operations.
 *
 * Records come in time order, so only one column is open at a time: a lane has the shares of this column, and bars of
 * the columns before it.
 *
 * Several timelines of one interval, each finer than the one before, may be one chain (otfp_timeline_chain): the first
 * takes the records for all of them, and has the state, the names and the classes. As soon as a timeline shows no
 * single calls any more, it takes the shares of its columns from the finer one, so a call costs little more than in one
 * timeline. One with other rows may take part, too, and counts for itself.
 *
 * Memory: 56 bytes for each bar, which has at least one column; the shares of one column; 600 bytes and 40 bytes a lane
 * for each process; what the state keeps; the definitions.
 */
#ifndef OTFP_TIMELINE_TIMELINE_H
#define OTFP_TIMELINE_TIMELINE_H
#include "state/state.h"
#include "timeline/arrows.h"
#include "timeline/classes.h"
#include "timeline/density.h"

enum { OTFP_TIMELINE_COLUMNS = 1 << 15, OTFP_TIMELINE_LANES = 24, OTFP_TIMELINE_BANDS = 8 }; /* at most */
enum { OTFP_TIMELINE_DENSE = 5 }; /* with more calls in a column of a row, on average, lanes cannot be read */

struct otfp_timeline_options {
	uint64_t from, to;    /* ticks; an event at `to` counts, at the end of the last column */
	int has_to;           /* events at `to` do not count */
	uint32_t columns;     /* 1 to OTFP_TIMELINE_COLUMNS */
	uint32_t rows;        /* at most; at least 1 */
	uint32_t lanes;       /* of all rows at most; a row has at least one */
	uint32_t depth;       /* lanes of a row at most, however dense; 1: innermost calls alone; 0: not given */
	size_t arrows, flags; /* messages and markers to keep at most */
	uint64_t most_calls;  /* no more records open or close calls; 0: unknown */
	uint64_t least_calls; /* at least so many do, in the interval and of processes that are shown */
	int by_bytes;         /* keep the largest messages, not the longest */
	int has_density;      /* count where messages are */
	int no_calls, no_messages, no_operations, no_markers; /* leave them out */
	int (*wanted)(void *ctx, uint32_t process);           /* whether a process is shown; NULL: all are */
	void *ctx;
};

/* Adjacent columns of a lane with one class. */
struct otfp_bar {
	uint32_t column, end; /* columns [column, end) */
	uint32_t class;       /* of otfp_timeline.classes, or of `operations` */
	uint32_t called;      /* of one call: 1 + index of the definition of its function; 0 = it has none */
	int is_one;           /* one call has the largest share of each column */
	uint32_t busy;        /* 0: no larger share is without calls; else eighths of the time in calls, rounded up */
	uint64_t start, stop; /* ticks: of that call, which may exceed the columns; else of the columns */
	uint64_t units;       /* time of the class in the columns; a column of a process has otfp_timeline.width */
};

/* What is open in a lane of a process. */
struct otfp_open {
	uint64_t since;         /* units up to which it is counted */
	uint64_t start;         /* ticks */
	uint64_t until;         /* ticks at which it ends, if known; else UINT64_MAX */
	uint32_t class, called; /* class 0: nothing is open */
};

struct otfp_column_piece {
	uint64_t units;
	uint32_t column; /* 1 + the column that it is of */
	uint32_t class;
};

struct otfp_lane {
	struct otfp_bar *bars;
	size_t n, cap;
	/* the column that is open */
	struct otfp_column_piece *shares; /* open addressing by class; a share of another column is free */
	unsigned bits;                    /* of their number */
	unsigned used;
	uint64_t total;         /* units of all classes */
	uint64_t longest, stop; /* units of the longest call in the column; ticks at which it ends or the column does */
	struct otfp_open call;  /* that call */
};

/* A class of the innermost calls of a row. */
struct otfp_crowd_class {
	uint64_t units; /* in the open column, modulo 2^64, but for those that are open: a column less than the time
	                   since */
	uint32_t class; /* 0: free */
	uint32_t n;     /* calls that are open */
};

/* The innermost calls of the processes of a row, if rows have several. */
struct otfp_crowd {
	struct otfp_crowd_class *p; /* open addressing by class */
	unsigned bits, used;        /* of their number; those with a class */
	uint64_t n, who;            /* calls that are open; the sum of the indices of their processes */
};

struct otfp_timeline_row {
	uint32_t first, last;    /* processes: the first and the last one */
	uint32_t n;              /* number of processes */
	uint32_t is_marked;      /* it has an end of a message; or a marker, once folded */
	struct otfp_crowd crowd; /* if otfp_timeline.per_row is more than 1 */
	struct otfp_lane *lanes; /* depths, collective operations, innermost calls, bands: see otfp_timeline_lane */
};

enum { OTFP_NO_ROW = UINT32_MAX };

/* A process of the state. */
struct otfp_timeline_process {
	uint32_t row;           /* OTFP_NO_ROW: not shown */
	uint32_t deepest;       /* number of elements of `open` of depths in use */
	uint32_t class;         /* of the innermost call */
	uint32_t operating;     /* 1 + its place in otfp_timeline.operating; 0: it is not there */
	uint64_t since;         /* ticks up to which it is counted */
	struct otfp_open *open; /* of depths, one more, of the innermost call */
};

/* A process in which a collective operation may be open; all of it here, since each column looks at each of them. */
struct otfp_operating {
	uint32_t process, row; /* indices */
	struct otfp_open open;
};

/* A marker. */
struct otfp_flag {
	uint64_t time;
	uint32_t process; /* 0: all */
	struct otfp_str name, text;
};

/* Zero-filled, then `classes.by_function`; then otfp_timeline_begin. */
struct otfp_timeline {
	struct otfp_timeline_options o;
	uint64_t resolution; /* ticks per second; 0 = unknown */
	struct otfp_names names;
	struct otfp_classes classes;
	struct otfp_classes *operations; /* collective operations */
	struct otfp_state state;
	struct otfp_timeline_row *rows;
	size_t nrows, rows_cap;
	uint32_t per_row; /* processes a row */
	uint32_t lanes;   /* of a row, for depths; 0: it shows innermost calls alone */
	uint32_t bands;   /* of a row; 0: it will not be dense */
	int is_dense;     /* rows show innermost calls; the lanes of depths are not complete */
	uint64_t calls;   /* records of calls in the interval */
	size_t nshown;    /* processes in all rows, and folded */
	size_t nfolded;   /* processes whose rows otfp_timeline_fold dropped */
	uint32_t deepest; /* the largest depth of a call stack in the interval */
	int has_operations;
	struct otfp_map row_of; /* process -> row; OTFP_NO_ROW: it is folded */
	struct otfp_arrows arrows;
	struct otfp_density density;
	struct otfp_flag *flags;
	size_t nflags, flags_cap;
	uint64_t flags_seen;
	struct otfp_arena arena;
	uint64_t events;      /* timed records in the interval */
	uint64_t first, last; /* ticks: of them */

	/* while records come */
	struct otfp_timeline_process *processes; /* by index of the process in the state */
	size_t nprocesses, processes_cap;
	struct otfp_operating *operating;
	size_t noperating, operating_cap;
	uint32_t column; /* the open one */
	uint64_t width;  /* units of a column */
	unsigned shift;  /* a tick is columns >> shift units */
	uint64_t edge;   /* the first tick past the open column */
	int has_layout, is_inside;
	struct otfp_timeline *first_of_all; /* of the chain; itself */
	struct otfp_timeline *finer, *coarser;
	uint32_t factor;      /* columns of `finer` in one of this; 0: they do not have the same edges */
	int has_shared_names; /* those of the first, which owns them */
	int is_out;           /* memory was out when `finer` was released */
	int is_fed;           /* innermost calls come from the columns of `finer`, in its units */
	uint64_t soonest;     /* of the first: the least `edge` of all */
	/* of the first: the only one of the chain that counts calls by itself, if it shows innermost calls alone */
	struct otfp_timeline *counting;
};

/** Begin. @param h  header of the stream. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_timeline_begin(struct otfp_timeline *t, const struct otfp_timeline_options *o,
                                        const struct otfp_header *h);
/** Let t, with the same interval, `wanted` and kinds of calls, but without messages and markers, take part with
 * `coarser`, the last of a chain. Both have begun and have taken no record. */
void otfp_timeline_chain(struct otfp_timeline *t, struct otfp_timeline *coarser);
/** Free all; *t is zero-filled then. Of a chain, release one with the same rows after the finer one, the first one at
 * last; the others go on. */
void otfp_timeline_release(struct otfp_timeline *t);
/** Take a record or control line. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_timeline_add(struct otfp_timeline *t, const struct otfp_record *rec);
/** otfp_timeline_add for n records in order. */
OTFP_MUST_CHECK int otfp_timeline_add_all(struct otfp_timeline *t, const struct otfp_record *const *recs, size_t n);
/** After the last record: close all columns. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_timeline_end(struct otfp_timeline *t);
/** After the end: if two rows or more, but not all, show nothing, drop them. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_timeline_fold(struct otfp_timeline *t);
/** The tick at which a column begins; that of `columns` is the end. */
uint64_t otfp_timeline_tick(const struct otfp_timeline *t, uint32_t column);
/** Where a tick is, in columns; may be outside of [0, columns]. */
double otfp_timeline_place(const struct otfp_timeline *t, uint64_t tick);
/** The number of lanes or bands of a row that show calls, at least 1. */
uint32_t otfp_timeline_lanes(const struct otfp_timeline *t);
/** Lane or band k of a row. */
const struct otfp_lane *otfp_timeline_lane(const struct otfp_timeline *t, const struct otfp_timeline_row *row,
                                           uint32_t k);
/** The lane of collective operations. */
const struct otfp_lane *otfp_timeline_operations(const struct otfp_timeline *t, const struct otfp_timeline_row *row);
/** Ticks of all processes shown, in the interval. */
double otfp_timeline_total(const struct otfp_timeline *t);

#endif
