/*
 * limits.h - how many calls of a function stay: --max-calls and --rules.
 *
 * Calls are counted by process and function, over the whole stream and whatever other options say.
 * Memory: the names of functions and groups where there are rules, and 60 bytes for each function of
 * each process.
 */
#ifndef OTFP_CMD_FILTER_LIMITS_H
#define OTFP_CMD_FILTER_LIMITS_H
#include "cmd/filter/rules.h"
#include "record/names.h"

/* What a rule drops may hide what it calls; joined to the verdict of a call. */
enum { OTFP_LIMITS_HIDE = 4 };

struct limit; /* of a function of a process */

/* Zero-filled, then max_calls and rules. */
struct otfp_limits {
	uint64_t max_calls; /* OTFP_UNLIMITED = as many as there are */
	struct otfp_rules rules;
	struct otfp_map index; /* process << 32 | function to limits */
	struct limit *limits;
	size_t n, cap;
	struct otfp_names names; /* of functions and groups, where there are rules */
	struct otfp_map off;     /* processes that go as a whole */
};

void otfp_limits_release(struct otfp_limits *l);
/** A definition. @return 1 if its tokens matter, 0 if not, -1 when memory is out */
int otfp_limits_learn(struct otfp_limits *l, const struct otfp_record *rec);
/** Whether a process goes as a whole. */
int otfp_limits_is_off(const struct otfp_limits *l, uint32_t process);
/** Whether all calls of a function of that process go. @return 1, 0, or -1 when memory is out */
int otfp_limits_drops_all(struct otfp_limits *l, uint32_t process, uint32_t stream, uint32_t function);
/** A call begins, at that level of the stack (outermost 1), hidden by one that it stands in or not.
 * @return 0 it goes or 1 it stays, with OTFP_LIMITS_HIDE joined if what it calls goes; -1 when memory is out */
int otfp_limits_enter(struct otfp_limits *l, uint32_t process, uint32_t stream, uint32_t function, size_t level,
                      int hidden);
#endif
