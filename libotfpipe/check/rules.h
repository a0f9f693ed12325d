/* rules.h - what is looked for, each by a name. */
#ifndef OTFP_CHECK_RULES_H
#define OTFP_CHECK_RULES_H
#include "otfpipe.h"

enum otfp_rule_id {
#define RULE(id, ...) OTFP_RULE_##id,
#include "check/rules.def"
#undef RULE
	OTFP_NRULES
};

enum otfp_severity { OTFP_SEVERITY_OFF, OTFP_SEVERITY_WARNING, OTFP_SEVERITY_ERROR };

struct otfp_rule {
	const char *name;
	uint8_t severity; /* unless the user says otherwise */
	const char *summary, *explanation, *mend;
};

extern const struct otfp_rule otfp_rules[OTFP_NRULES];

/** @return its id, or -1 */
int otfp_rule_find(const char *name, size_t n);
/** The rule for what is amiss with an input. @return enum otfp_rule_id, or -1 if it is no fault of the input */
int otfp_rule_of_flaw(int flaw);
#endif
