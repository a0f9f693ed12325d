/*
 * rules.h - filter files of VampirTrace, Score-P and TAU as one list of rules.
 *
 * Each rule names functions by a pattern and says how many of their calls stay. The first one that fits
 * a function counts; a function without one stays. What the file asks for beyond that is told.
 */
#ifndef OTFP_CMD_FILTER_RULES_H
#define OTFP_CMD_FILTER_RULES_H
#include "base/glob.h"
#include "base/set.h"

#define OTFP_UNLIMITED UINT64_MAX

struct otfp_call_rule {
	struct otfp_glob *glob;
	const struct otfp_set *ranks;  /* NULL = all; rank r is process r + 1 */
	uint64_t limit;                /* so many calls by process and function stay */
	uint64_t min_level, max_level; /* only calls at these levels of the stack, outermost 1 */
	uint8_t by_group;              /* the pattern is for the function's group */
	uint8_t recursive;             /* what a dropped call calls goes, too */
	uint8_t bare;                  /* fits a name without the place " [{file} {line}]" behind it, too */
};

struct otfp_rules {
	struct otfp_call_rule *rules;
	size_t n, cap;
	struct otfp_set **ranks; /* what the rules and `off` point to */
	size_t nranks;
	const struct otfp_set **off; /* ranks that are not recorded at all */
	size_t noff;
};

/** Read a file; its kind is told by its first word. @return 0; OTFP_EUSAGE with the line; OTFP_EFAIL */
int otfp_rules_read(struct otfp_rules *r, const char *file, struct otfp_error *err);
void otfp_rules_release(struct otfp_rules *r);
/** The rule for a function of that name and group (p NULL = none). @return NULL if there is none */
const struct otfp_call_rule *otfp_rules_find(const struct otfp_rules *r, struct otfp_str name, struct otfp_str group,
                                             uint32_t process);
/** Whether the process is not recorded at all. */
int otfp_rules_is_off(const struct otfp_rules *r, uint32_t process);
#endif
