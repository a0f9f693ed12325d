/*
 * rules.h - filter files of VampirTrace, Score-P and TAU as one list of rules.
 *
 * Each rule has a pattern for names of functions and the number of their calls to keep. The first rule whose pattern
 * matches a function counts; a function without a rule is kept. Contents that have no effect cause a warning.
 */
#ifndef CMD_FILTER_RULES_H
#define CMD_FILTER_RULES_H
#include "base/glob.h"
#include "base/set.h"

#define UNLIMITED UINT64_MAX

struct call_rule {
	struct otfp_glob *glob;
	const struct otfp_set *ranks;  /* NULL = all; rank r is process r + 1 */
	uint64_t limit;                /* calls to keep, by process and function */
	uint64_t min_level, max_level; /* only for calls at these levels of the call stack; outermost 1 */
	uint8_t by_group;              /* the pattern is for the function's group */
	uint8_t recursive;             /* drop the calls inside a dropped call, too */
	uint8_t bare;                  /* matches also a name without " [{file} {line}]" at its end */
};

struct call_rules {
	struct call_rule *rules;
	size_t n, cap;
	struct otfp_set **ranks; /* owned; the rules and `off` point to them */
	size_t nranks;
	const struct otfp_set **off; /* ranks to drop completely */
	size_t noff;
};

/** Read a file; its first word decides on its format. @return 0; OTFP_EUSAGE with the line; OTFP_EFAIL */
int rules_read(struct call_rules *r, const char *file, struct otfp_error *err);
/** Free all. */
void rules_release(struct call_rules *r);
/** @return the rule for a function of that name and group (p NULL = none) of a process; NULL if there is none */
const struct call_rule *rules_find(const struct call_rules *r, struct otfp_str name, struct otfp_str group,
                                   uint32_t process);
/** @return whether a process is dropped completely */
int rules_is_off(const struct call_rules *r, uint32_t process);
#endif
