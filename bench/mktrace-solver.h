/*
 * mktrace-solver.h - the made-up flow solver: its functions and what it does.
 */
#ifndef MKTRACE_SOLVER_H
#define MKTRACE_SOLVER_H

enum group { G_Application = 1, G_MPI, G_Kernel, G_BLAS, G_libm, G_libc };

#define F(name, group, level) F_##name,
enum function {
	F_NONE,
#include "solver.def"
	F_END,
	F_COLLECTIVE = F_END /* no function: the collective whose turn it is */
};
#undef F

struct function_def {
	const char *name;
	enum group group;
	int level;
};

#define F(name, group, level) {#name, G_##group, level},
static const struct function_def functions[F_END] = {
	{"", 0, 0},
#include "solver.def"
};
#undef F

#define LEVELS 4

struct collective_def {
	enum function function;
	int type;  /* OTF_COLLECTIVE_TYPE_* */
	int root;  /* process; 0 = none */
	int moves; /* carries bytes */
};

/* their definitions stand in mktrace-defs.h */
static const struct collective_def collectives[] = {
	{F_MPI_Allreduce, 4, 0, 1},
	{F_MPI_Bcast, 2, 1, 1},
	{F_MPI_Reduce, 3, 1, 1},
	{F_MPI_Barrier, 1, 0, 0},
};

enum counter { C_INSTRUCTIONS = 1, C_HEAP, C_TEMPERATURE };
enum key { K_BYTES = 1, K_OFFSET, K_LOAD, K_BLOB };

/* the program that every process runs */
enum op {
	/* these put one event */
	OP_BEGIN,
	OP_ENTER,
	OP_LEAVE,
	OP_SEND,
	OP_RECV,
	OP_COLL_BEGIN,
	OP_COLL_END,
	OP_END,
	/* puts events until its share is used up */
	OP_COMPUTE,
	/* these put none: open a compute phase, take the next step or go on behind
	 * the loop, jump */
	OP_WORK,
	OP_REST,
	OP_STEP,
	OP_UNLESS_ALONE,
	OP_IF_COLL,
	OP_LOOP,
};

struct insn {
	enum op op;
	int arg; /* function, or the jump's distance */
};

static const struct insn program[] = {
	{OP_BEGIN, 0},
	{OP_ENTER, F_main},
	{OP_ENTER, F_MPI_Init},
	{OP_LEAVE, 0},
	{OP_ENTER, F_init_grid},
	{OP_WORK, 0},
	{OP_COMPUTE, 0},
	{OP_LEAVE, 0},
	{OP_ENTER, F_solve},
	{OP_STEP, 20},
	{OP_ENTER, F_time_step},
	{OP_WORK, 0},
	{OP_COMPUTE, 0},
	{OP_UNLESS_ALONE, 9},
	{OP_ENTER, F_exchange_halo},
	{OP_ENTER, F_MPI_Send},
	{OP_SEND, 0},
	{OP_LEAVE, 0},
	{OP_ENTER, F_MPI_Recv},
	{OP_RECV, 0},
	{OP_LEAVE, 0},
	{OP_LEAVE, 0},
	{OP_IF_COLL, 5},
	{OP_ENTER, F_COLLECTIVE},
	{OP_COLL_BEGIN, 0},
	{OP_COLL_END, 0},
	{OP_LEAVE, 0},
	{OP_LEAVE, 0},
	{OP_LOOP, -19},
	{OP_REST, 0},
	{OP_COMPUTE, 0},
	{OP_LEAVE, 0},
	{OP_ENTER, F_MPI_Finalize},
	{OP_LEAVE, 0},
	{OP_LEAVE, 0},
	{OP_END, 0},
};

/* events that a process must put, whatever the size of the trace */
#define OUTSIDE_EVENTS 12
#define STEP_EVENTS 2
#define EXCHANGE_EVENTS 8
#define COLL_EVENTS 4

#endif
