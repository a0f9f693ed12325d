/* open.c - report what is open at the end, and members missing in collective operations. */
#include "check/inside.h"
#include <inttypes.h>

static void report_calls(struct otfp_check *c, const struct otfp_process *p)
{
	struct otfp_finding at;

	for (size_t i = 0; i < p->calls.n; i++) {
		const struct otfp_call *call = otfp_stack_at(&p->calls, i);
		otfp_check_at_event(c, p, call->mark, call->time, &at);
		otfp_check_find(c, OTFP_RULE_OPEN_CALL, &at, "%s is not left",
		                otfp_check_word(c, OTFP_W_FUNCTION, otfp_checked_of(c, p)->stream, call->function));
	}
}

/* @param space  token space of `what`; 0 = no token */
static void report_begun(struct otfp_check *c, const struct otfp_process *p, const struct otfp_begun_list *list,
                         unsigned rule, unsigned space)
{
	struct otfp_finding at;

	for (const struct otfp_begun *b = otfp_begun_next(list, NULL); b; b = otfp_begun_next(list, b)) {
		otfp_check_at_event(c, p, b->mark, b->time, &at);
		otfp_check_find(c, rule, &at, "%s is still open: id %" PRIu64,
		                space ? otfp_check_word(c, space, otfp_checked_of(c, p)->stream, b->what) :
		                        "file operation",
		                b->id);
	}
}

/* ---- collective operations ---- */

static uint64_t number_of(const struct otfp_lasts *counts, uint32_t token)
{
	const struct otfp_last *v = otfp_lasts_find(counts, token);

	return v ? v->value : 0;
}

/* Set *n to the number of collective operations of the group that a member took part in. @return 0 if that cannot be
 * compared: the trace has no events of it, or its stream has another definition of the group */
static int takes_part(const struct otfp_check *c, const struct otfp_defined *group, uint32_t process, uint64_t *n)
{
	const struct otfp_process *p = otfp_state_find(&c->state, process);
	const struct otfp_defined *def;

	if (!p || p->known != OTFP_KNOWN_EVENTS)
		return 0;
	def = otfp_check_defined(c, OTFP_W_PROCESSGROUP, otfp_checked_of(c, p)->stream, group->token);
	*n = number_of(&otfp_operations_of(p)->collcounts, group->token);
	return def == group;
}

static void report_missing(struct otfp_check *c, const struct otfp_defined *group)
{
	struct otfp_finding at = {.has_origin = 1, .origin = group->origin};
	uint64_t n, most = 0;

	for (size_t i = 0; i < group->members.n; i++)
		if (takes_part(c, group, group->members.p[i], &n) && n > most)
			most = n;
	for (size_t i = 0; i < group->members.n && most; i++) {
		if (!takes_part(c, group, group->members.p[i], &n) || n == most)
			continue;
		at.is_in_time = 1;
		at.process = group->members.p[i];
		otfp_check_find(c, OTFP_RULE_COLLECTIVE_MISSING, &at,
		                "%s took part in %" PRIu64 " of %" PRIu64 " collective operations of %s",
		                otfp_check_word(c, OTFP_W_PROCESS, group->stream, at.process), n, most,
		                otfp_check_word(c, OTFP_W_PROCESSGROUP, group->stream, group->token));
	}
}

int otfp_check_open(struct otfp_check *c)
{
	for (size_t i = 0; i < c->state.n; i++) {
		const struct otfp_process *p = &c->state.processes[i];
		otfp_check_snapshot_end(c, p);
		report_calls(c, p);
		report_begun(c, p, &otfp_operations_of(p)->collectives, OTFP_RULE_COLLECTIVE_OPEN, OTFP_W_COLLECTIVE);
		report_begun(c, p, &otfp_operations_of(p)->fileops, OTFP_RULE_FILE_OPERATION_OPEN, 0);
		report_begun(c, p, &otfp_operations_of(p)->files, OTFP_RULE_FILE_OPEN, OTFP_W_FILE);
	}
	for (size_t i = 0; i < c->defs.n; i++)
		if (c->defs.p[i].type == OTFP_DefProcessGroup && otfp_check_is_flat(c, &c->defs.p[i]))
			report_missing(c, &c->defs.p[i]);
	return 0;
}
