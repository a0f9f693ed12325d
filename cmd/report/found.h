/* found.h - the findings of the check of a trace, by rule: their number, and the first ones.
 *
 * Memory: FOUND_EXAMPLES texts for each rule. */
#ifndef CMD_REPORT_FOUND_H
#define CMD_REPORT_FOUND_H
#include "base/arena.h"
#include "check/check.h"

enum { FOUND_EXAMPLES = 3 };

struct found_rule {
	uint64_t n;
	unsigned severity;
	unsigned nexamples;
	struct found_example {
		const char *path, *whose, *text; /* whose may be NULL */
		uint64_t line;                   /* 0 = unknown */
		uint64_t time;                   /* ticks, if has_time */
		int has_time;
	} examples[FOUND_EXAMPLES];
};

/* Zero-filled is empty. */
struct findings {
	struct found_rule rules[OTFP_NRULES];
	struct otfp_arena arena; /* owns the texts */
};

/** Free the texts. */
void found_release(struct findings *f);
/** Count a finding. @param src  NULL while the trace is being opened. @param name  of the trace
 * @return 0, or -1 when memory is out */
int found_add(struct findings *f, const struct otfp_finding *finding, const struct otfp_source *src, const char *name);
/** The number of findings of a severity. @param rules  set to the number of rules that have some */
uint64_t found_count(const struct findings *f, unsigned severity, unsigned *rules);
#endif
