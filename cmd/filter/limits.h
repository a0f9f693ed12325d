/*
 * limits.h - limits on the number of calls of a function: --max-calls and --rules.
 *
 * Calls are counted by process and function, in the whole stream, also those that other options drop. Memory: with
 * --rules the names of functions and groups; 60 bytes for each function of each process.
 */
#ifndef CMD_FILTER_LIMITS_H
#define CMD_FILTER_LIMITS_H
#include "cmd/filter/rules.h"
#include "record/names.h"

/* A flag in the verdict of a call: the calls inside it are dropped, too. */
enum { LIMITS_HIDE = 4 };

struct limit; /* of a function of a process */

/* Zero-filled, then max_calls and rules. */
struct limits {
	uint64_t max_calls; /* by process and function; UNLIMITED = no limit */
	struct call_rules rules;
	struct otfp_map index; /* process << 32 | function to index in limits */
	struct limit *limits;
	size_t n, cap;
	struct otfp_names names; /* of functions and groups, if there are rules */
	struct otfp_map off;     /* processes that are dropped completely */
};

/** Free all, the rules too. */
void limits_release(struct limits *l);
/** Learn from a definition. @return 1 if its tokens matter, 0 if not, -1 when memory is out */
int limits_learn(struct limits *l, const struct otfp_record *rec);
/** @return whether a process is dropped completely */
int limits_is_off(const struct limits *l, uint32_t process);
/** @return 1 if all calls of a function by that process are dropped, 0 if not, -1 when memory is out */
int limits_drops_all(struct limits *l, uint32_t process, uint32_t stream, uint32_t function);
/** Count a call that begins. @param level  of the call stack, the outermost is 1. @param hidden  the call around it has
 * LIMITS_HIDE. @return 1 to keep it, 0 to drop it, either with LIMITS_HIDE if the calls inside it are
 * dropped; -1 when memory is out */
int limits_enter(struct limits *l, uint32_t process, uint32_t stream, uint32_t function, size_t level, int hidden);
#endif
