#include "check/rules.h"
#include <string.h>

const struct otfp_rule otfp_rules[OTFP_NRULES] = {
#define RULE(id, name, severity, ...) [OTFP_RULE_##id] = {name, OTFP_SEVERITY_##severity, __VA_ARGS__},
#include "check/rules.def"
#undef RULE
};

int otfp_rule_find(const char *name, size_t n)
{
	for (int i = 0; i < OTFP_NRULES; i++)
		if (strlen(otfp_rules[i].name) == n && memcmp(otfp_rules[i].name, name, n) == 0)
			return i;
	return -1;
}

int otfp_rule_of_flaw(int flaw)
{
	static const int rules[OTFP_NFLAWS] = {
		[OTFP_FLAW_NONE] = -1,
		[OTFP_FLAW_LINE] = OTFP_RULE_MALFORMED,
		[OTFP_FLAW_UNKNOWN] = OTFP_RULE_UNKNOWN_RECORD,
		[OTFP_FLAW_KEYVALUE] = OTFP_RULE_KEY_VALUE,
		[OTFP_FLAW_CUT] = OTFP_RULE_CUT,
		[OTFP_FLAW_TRAILER] = OTFP_RULE_TRAILER,
		[OTFP_FLAW_GAVE_UP] = OTFP_RULE_GAVE_UP,
		[OTFP_FLAW_PACKING] = OTFP_RULE_COMPRESSION,
		[OTFP_FLAW_ORDER] = OTFP_RULE_ORDER,
		[OTFP_FLAW_HOME] = OTFP_RULE_HOME,
		[OTFP_FLAW_TWO_STREAMS] = OTFP_RULE_TWO_STREAMS,
		[OTFP_FLAW_MASTER] = OTFP_RULE_MASTER,
		[OTFP_FLAW_NO_EVENTS] = OTFP_RULE_NO_EVENTS,
		[OTFP_FLAW_NO_DEFINITIONS] = OTFP_RULE_NO_DEFINITIONS,
		[OTFP_FLAW_SHADOWED] = OTFP_RULE_SHADOWED,
		[OTFP_FLAW_STRAY] = OTFP_RULE_STRAY,
		[OTFP_FLAW_COUNT] = OTFP_RULE_COUNT,
		[OTFP_FLAW_HEADER] = OTFP_RULE_HEADER,
		[OTFP_FLAW_ABORTED] = OTFP_RULE_ABORTED,
		[OTFP_FLAW_FORMAT] = OTFP_RULE_FORMAT,
		[OTFP_FLAW_NO_NEWLINE] = OTFP_RULE_NO_NEWLINE,
		[OTFP_FLAW_REDEFINED] = OTFP_RULE_REDEFINED,
		[OTFP_FLAW_UNDEFINED] = OTFP_RULE_UNDEFINED_EVENT,
		[OTFP_FLAW_LEFT_OUT] = OTFP_RULE_LEFT_OUT,
		[OTFP_FLAW_REPAIRED] = OTFP_RULE_REPAIRED,
	};

	return flaw >= 0 && flaw < OTFP_NFLAWS ? rules[flaw] : -1;
}
