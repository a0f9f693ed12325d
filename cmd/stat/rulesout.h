/*
 * rulesout.h - filter rules that drop the cheap, frequent calls.
 *
 * Functions are taken in the order of exclusive time a call, least first, until so many calls would be gone. Those
 * in whose calls communication was recorded, or file operations, are never taken: it would lose its place.
 * Functions of one name are one function. Memory: 100 bytes a function.
 */
#ifndef OTFP_CMD_STAT_RULESOUT_H
#define OTFP_CMD_STAT_RULESOUT_H
#include "profile/profile.h"
#include <stdio.h>

#define OTFP_WHOLE_CALLS 1000000000u /* shares of calls are in units of 1e-9 */

struct otfp_rules_form; /* how rules are written */

/** The forms by number, the default first, and their names. @return NULL past the last */
const struct otfp_rules_form *otfp_rules_form(unsigned i);
const char *otfp_rules_form_name(unsigned i);

/* Zero-filled is valid. */
struct otfp_rules_out {
	struct otfp_map busy; /* functions that are never taken, by otfp_ref */

	/* set by otfp_rules_out_write */
	otfp_wide calls, gone; /* in all; by the rules */
	size_t taken;          /* functions */
	size_t unnamed;        /* that a rule cannot name without naming others, or at all */
	struct otfp_str first; /* of these, the profile's */
};

void otfp_rules_out_release(struct otfp_rules_out *r);
/** A record that comes, whether it counts in the profile, by function, or not. @return 0, or -1 when memory is out */
int otfp_rules_out_see(struct otfp_rules_out *r, const struct otfp_profile *p, const struct otfp_record *rec);
/** Write rules for functions that make up at least `share` of all calls, or as many as can be. Writing is checked by
 * the caller. @return 0, or -1 when memory is out */
int otfp_rules_out_write(struct otfp_rules_out *r, const struct otfp_profile *p, const struct otfp_rules_form *form,
                         uint64_t share, FILE *out);
#endif
