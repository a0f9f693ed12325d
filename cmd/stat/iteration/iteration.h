/*
 * iteration.h - otf-stat --table iteration: the n-th call of a function on every process as one row; and, if no
 * function is named, functions that may be the loop of the program.
 */
#ifndef CMD_STAT_ITERATION_ITERATION_H
#define CMD_STAT_ITERATION_ITERATION_H
#include "base/buf.h"
#include "base/intern.h"
#include "base/wide.h"
#include "cmd/stat/run.h"
#include "record/names.h"

/* The n-th calls. */
struct iteration {
	uint64_t number;      /* n, from 1 */
	uint64_t calls, open; /* processes that have such a call; of these, calls that do not end */
	uint64_t begin, end;  /* ticks: the first Enter; the last Leave, unless all are open */
	uint64_t max;         /* of the calls that end: the longest, ... */
	otfp_wide total;      /* ... the sum, */
	uint32_t slowest; /* and the process with the most useful time; of several with the longest, then the lowest */
	uint64_t useful, ticks; /* of the slowest: its time outside of calls that communicate, and all */
	int is_slow;            /* the longest is beyond the fence */
};

/* Zero-filled is empty. */
struct iterations {
	struct iteration *rows; /* in order of n */
	size_t n, cap;
	struct iteration_process {
		uint64_t calls;     /* begun so far */
		uint32_t depth;     /* open calls of the functions; only the outermost counts */
		uint32_t open_comm; /* open calls that communicate, ... */
		uint64_t since;     /* ... the outermost since this tick */
		uint64_t comm;      /* ticks in such calls that ended */
		uint64_t before;    /* ticks in such calls at the begin of the iteration */
	} * processes;              /* by index of otfp_process */
	size_t nprocesses, processes_cap;
	int has_fence;
	uint64_t fence; /* p75 + 3 * (p75 - p25) of `max` of the rows */
	uint64_t slow;  /* rows beyond it */
};

/** Free what i owns. */
void iterations_release(struct iterations *i);
/** A process, by index, enters the function. @param most  rows at most
 * @return 0; 1 if there would be more rows; -1 when memory is out */
int iterations_enter(struct iterations *i, uint32_t index, uint64_t time, uint64_t most);
/** A process, by index, enters or leaves a call that communicates. @return 0, or -1 when memory is out */
int iterations_communicate(struct iterations *i, uint32_t index, uint64_t time, int enters);
/** It leaves the function. @param begin  ticks of its Enter */
void iterations_leave(struct iterations *i, uint32_t index, uint32_t process, uint64_t begin, uint64_t time);
/** After the last call: find the fence and what is beyond it. @return 0, or -1 when memory is out */
int iterations_end(struct iterations *i);

/* ---- functions that repeat: loops.c ---- */

/* Calls of a function at one depth of the call stack, of one process or of all. */
struct loop {
	uint32_t name;          /* number in loops.names */
	uint32_t depth;         /* frames above the call */
	int is_comm;            /* it communicates */
	uint64_t calls, last;   /* last: ticks of the last Enter */
	uint64_t least, most;   /* of all: calls of a process */
	uint64_t processes;     /* of all: that call it at least LOOP_CALLS times */
	double n, mean, square; /* ticks from Enter to Enter: number, mean, sum of squared differences from it */
	otfp_wide time;         /* ticks in the calls */
};
enum { LOOP_CALLS = 3, LOOP_DEPTH = 16 /* deeper calls are not looked at */ };

/* Zero-filled is empty. */
struct loops {
	struct otfp_interns names;
	struct loop_process {
		struct otfp_map index; /* function << 8 | depth -> place in loops */
		struct loop *loops;
		size_t n, cap;
		int is_left_out;
	} * processes; /* by index of otfp_process */
	size_t nprocesses, processes_cap;
	struct loop *all; /* after the end: the likeliest first; of those processes that are not left out */
	size_t n;
	size_t found; /* after the end: of all processes */
};

void loops_release(struct loops *l);
/** A process enters a function. @param depth  frames above the call
 * @return 1 + place of the loop, for loops_leave; 0 if the call is too deep; UINT32_MAX when memory is out */
uint32_t loops_enter(struct loops *l, const struct otfp_names *names, uint32_t index, uint32_t process,
                     uint32_t function, size_t depth, uint64_t time);
/** It leaves it after so many ticks. @param place  what loops_enter returned */
void loops_leave(struct loops *l, uint32_t index, uint32_t place, uint64_t ticks);
/** Leave a process out of the numbers of the loops; which functions may be loops depends on all processes. */
void loops_leave_out(struct loops *l, uint32_t index);
/** After the last call: join the processes and sort. @return 0, or -1 when memory is out */
int loops_end(struct loops *l);
/** The standard deviation of the ticks from Enter to Enter, in percent of their mean. */
double loop_spread(const struct loop *loop);

/* ---- the command ---- */

/** Run --table iteration. @return the exit status */
int stat_iteration_run(struct job *job, struct stat_options *s);

/* What is printed. */
struct iteration_report {
	const struct otfp_names *names;
	const char *inside; /* as given, or NULL */
	uint64_t resolution, first, last;
	int has_span;
	int sort;    /* as in struct stat_options */
	size_t most; /* rows at most; 0 = all */
	struct iterations *iterations;
	struct loops *loops;
};

/** @return whether the rows can be sorted by a column, counted from 1 as in struct stat_options */
int iteration_sorts(int sort);
/** Print the rows in a form of enum stat_form; print.c. @return 0, or -1 when memory is out */
int iteration_print(struct iteration_report *r, int form, size_t width, FILE *out);
#endif
