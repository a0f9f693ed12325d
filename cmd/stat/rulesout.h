/*
 * rulesout.h - filter rules that drop cheap, frequent calls; see --filter-rules in otf-stat(1).
 *
 * Functions get a rule in ascending order of exclusive time per call, until the rules drop the wanted share of all
 * calls. Functions whose calls directly contain communication or file operations never get a rule: without its call
 * such an operation would lose its place. Functions with the same name are one function. A form may keep more: main,
 * the functions of MPI, and every function that calls one that stays, so that call paths stay whole.
 *
 * Memory: 100 bytes a function, 40 a pair of caller and callee.
 */
#ifndef CMD_STAT_RULESOUT_H
#define CMD_STAT_RULESOUT_H
#include "profile/profile.h"
#include <stdio.h>

#define WHOLE_CALLS 1000000000u /* shares of calls are in units of 1e-9 */

struct rules_form;

/** The form of rules number i; 0 is the default. @return NULL past the last */
const struct rules_form *rules_form(unsigned i);
/** The name of form i, for options. @return NULL past the last */
const char *rules_form_name(unsigned i);

/* Zero-filled is valid. */
struct rules_out {
	struct otfp_map busy; /* functions that never get a rule, by otfp_ref */

	/* who calls whom, if the form keeps paths */
	struct otfp_map numbers; /* otfp_ref -> number of a function, from 0 */
	struct otfp_map called;  /* caller << 32 | callee, numbers */
	struct otfp_map stacks;  /* processes whose open calls are in `called` */
	struct calling {
		otfp_ref caller, callee;
	} * calls_of;
	size_t ncalls_of, calls_cap;

	/* set by rules_out_write */
	otfp_wide calls, gone; /* all calls; those that the rules drop */
	size_t taken;          /* functions with a rule */
	size_t unnamed;        /* functions that no rule can match alone */
	struct otfp_str first; /* name of the first of these, owned by the profile */
};

/** Free what r owns. */
void rules_out_release(struct rules_out *r);
/** Learn from a record, before the profile counts it; call it for records that are not counted too.
 * @return 0, or -1 when memory is out */
int rules_out_add(struct rules_out *r, const struct otfp_profile *p, const struct otfp_record *rec);
/** Learn who calls whom from a record that counts, before the profile sees it. @return 0, or -1 when memory is out */
int rules_out_count(struct rules_out *r, const struct otfp_profile *p, const struct otfp_record *rec);
/**
 * Write rules that drop at least `share` of all calls, or as many as possible. The caller checks `out` for write
 * errors.
 * @param p  after its end; its rows must be by function
 * @param share  in 1/WHOLE_CALLS
 * @return 0, or -1 when memory is out
 */
int rules_out_write(struct rules_out *r, const struct otfp_profile *p, const struct rules_form *form, uint64_t share,
                    FILE *out);
#endif
