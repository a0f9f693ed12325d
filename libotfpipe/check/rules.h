/* rules.h - the rules of rules.def, by id and by name. */
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
	uint8_t severity; /* default: enum otfp_severity */
	const char *summary, *explanation, *fix;
};

extern const struct otfp_rule otfp_rules[OTFP_NRULES];

/** Find a rule by name. @return enum otfp_rule_id, or -1 */
int otfp_rule_find(const char *name, size_t n);
/** The rule for a flaw (enum otfp_flaw) of the input. @return enum otfp_rule_id, or -1 if the input is not the cause */
int otfp_rule_of_flaw(int flaw);
#endif
