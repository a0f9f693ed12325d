/* note.c - what is irregular in the input: counted where it is found, reported once. */
#include "base/error.h"
#include "tau/read/runs.h"
#include <inttypes.h>
#include <stdio.h>

static const char *const findings[OTFP_TAU_NFINDINGS] = {
	[OTFP_TAU_UNDEFINED] = "lost: records of events that no EDF defines",
	[OTFP_TAU_NO_MEANING] = "lost: records of events of unknown kind",
	[OTFP_TAU_CONTINUATIONS] = "lost: continuations of long events",
	[OTFP_TAU_NEITHER] = "lost: function records that are neither enter nor leave",
	[OTFP_TAU_NO_PEER] = "lost: messages without a peer",
	[OTFP_TAU_HALF_RMA] = "lost: records of incomplete one-sided transfers",
	[OTFP_TAU_LATE] = "records out of time order, now sorted",
	[OTFP_TAU_NODE_GIVEN] = "records without a node, given the node of their file",
	[OTFP_TAU_NO_ENTER] = "leaves without an enter, given one at the same time",
	[OTFP_TAU_CROSSED] = "leaves of a function that is not the innermost, taken as leaves of the innermost",
	[OTFP_TAU_OPEN] = "calls open at the end of their process, ended there",
	[OTFP_TAU_NO_INIT] = "processes without a record of their begin",
	[OTFP_TAU_NO_CLOSE] = "processes without a record of their end, as in a truncated trace",
	[OTFP_TAU_ABSENT] = "nodes with messages but no records, added as processes without events",
	[OTFP_TAU_LONE_RMA] = "one-sided transfers whose other end is missing",
};

static int is_damage(enum otfp_tau_finding what)
{
	return what < OTFP_TAU_FIRST_REPAIR;
}

static enum otfp_flaw flaw_of(enum otfp_tau_finding what)
{
	if (!is_damage(what))
		return OTFP_FLAW_REPAIRED;
	return what == OTFP_TAU_UNDEFINED ? OTFP_FLAW_UNDEFINED : OTFP_FLAW_LEFT_OUT;
}

const char *otfp_tau_what_is_read(const struct otfp_tau *t)
{
	return t->nruns == 1 ? t->runs[0].name : "input";
}

static void describe(struct otfp_tau *t, enum otfp_tau_finding what)
{
	int code = is_damage(what) || t->o.strict ? OTFP_EDAMAGE : OTFP_OK;
	const char *text = what == OTFP_TAU_OPEN && t->options.leave_open ?
	                           "calls open at the end of their process, left open" :
	                           findings[what];
	char more[64] = "";

	if (what == OTFP_TAU_UNDEFINED)
		snprintf(more, sizeof more, "; the first has id %" PRId64, t->undefined);
	if (what == OTFP_TAU_LATE)
		snprintf(more, sizeof more, ", by %" PRIu64 " us at most", t->latest_by);
	otfp_fail_at(t->err, code, flaw_of(what), otfp_tau_what_is_read(t), 0, "%s: %" PRIu64 "%s", text,
	             t->found[what], more);
}

int otfp_tau_report(struct otfp_tau *t, enum otfp_tau_finding first, enum otfp_tau_finding end)
{
	for (enum otfp_tau_finding what = first; what < end; what++) {
		if (!t->found[what])
			continue;
		describe(t, what);
		t->found[what] = 0;
		if (t->o.strict)
			return OTFP_EDAMAGE;
		t->troubles += (uint64_t)is_damage(what);
		if (t->o.report)
			t->o.report(t->o.ctx, t->err);
	}
	return 0;
}

int otfp_tau_note(struct otfp_tau *t, enum otfp_tau_finding what)
{
	t->found[what]++;
	return t->o.strict ? otfp_tau_report(t, what, what + 1) : 0;
}

int otfp_tau_stops(struct otfp_tau *t)
{
	return t->o.stop && t->o.stop() ? otfp_fail(t->err, OTFP_EINTR, "interrupted") : 0;
}
