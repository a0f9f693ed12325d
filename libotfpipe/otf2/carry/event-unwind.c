/*
 * event-unwind.c - calls out of calling contexts and samples (--unwind), as otf2-print --unwind-calling-context makes
 * them.
 *
 * A call that was sampled twice may have two contexts: of the same region, at another line. The unwind distance of an
 * event says how many contexts, from its own outwards, were touched since the last event: the outermost of them only
 * went on, the others are new calls; but the context of an Enter is always a new one. The stack of the location becomes
 * the path of the context: calls that are no longer on it are left, innermost first, then the new ones are entered.
 */
#include "base/grow.h"
#include "otf2/carry/event.h"
#include <string.h>

enum { DEEPEST = 4096 }; /* contexts that refer to one another in a circle have no end */

static const struct otfp_otf2_frame *context_of(const struct otfp_otf2_carrying *c, uint64_t ref)
{
	return otfp_otf2_find(&c->model, OTFP_OTF2_CONTEXTS, ref);
}

static int emit_call(struct otfp_otf2_carrying *c, unsigned type, uint64_t ref)
{
	const struct otfp_otf2_frame *context = context_of(c, ref);
	struct otfp_record *rec = otfp_otf2_emit(c, type);

	if (!rec)
		return OTFP_EFAIL;
	if (!context)
		return 0;
	rec->f[OTFP_Enter_function].u =
		otfp_otf2_token(&c->model, OTFP_OTF2_REGIONS, OTFP_OTF2_F(context, CallingContext, region));
	rec->f[OTFP_Enter_source].u =
		otfp_otf2_token(&c->model, OTFP_OTF2_SOURCES, OTFP_OTF2_F(context, CallingContext, sourceCodeLocation));
	return 0;
}

/* How deep a context is: 1 without a parent. @return 0 if it is not defined */
static size_t depth_of(const struct otfp_otf2_carrying *c, uint64_t ref)
{
	const struct otfp_otf2_frame *context = context_of(c, ref);
	size_t n = 0;

	for (; context && n < DEEPEST; n++)
		context = context_of(c, OTFP_OTF2_F(context, CallingContext, parent));
	return n;
}

/* Leave contexts until `depth` are open. */
static int leave_to(struct otfp_otf2_carrying *c, size_t depth)
{
	struct otfp_otf2_lane *lane = c->lane;
	int code = 0;

	while (lane->depth > depth && code == 0)
		code = emit_call(c, OTFP_Leave, lane->stack[--lane->depth]);
	return code;
}

/* The path of a context, outermost first, in lane->stack after those that are open. */
static int write_path(struct otfp_otf2_carrying *c, uint64_t ref, size_t depth)
{
	struct otfp_otf2_lane *lane = c->lane;

	while (lane->stack_cap < lane->depth + depth)
		if (otfp_grow(&lane->stack, lane->stack_cap, &lane->stack_cap, sizeof *lane->stack) < 0)
			return otfp_fail_memory(c->err);
	for (size_t i = depth; i-- > 0;) {
		lane->stack[lane->depth + i] = (uint32_t)ref;
		ref = OTFP_OTF2_F(context_of(c, ref), CallingContext, parent);
	}
	return 0;
}

/* Whether two contexts may be the same call. */
static int is_same_call(const struct otfp_otf2_carrying *c, uint64_t a, uint64_t b)
{
	const struct otfp_otf2_frame *one = context_of(c, a), *other = context_of(c, b);

	return a == b ||
	       (one && other && OTFP_OTF2_F(one, CallingContext, region) == OTFP_OTF2_F(other, CallingContext, region));
}

/* Make the path of a context the open calls. The innermost `changed` ones are new. */
static int unwind_to(struct otfp_otf2_carrying *c, uint64_t ref, size_t changed)
{
	struct otfp_otf2_lane *lane = c->lane;
	size_t depth = depth_of(c, ref), common = 0, most = depth - (changed < depth ? changed : depth),
	       open = lane->depth;
	int code = write_path(c, ref, depth);

	if (code < 0)
		return code;
	while (common < most && common < open && is_same_call(c, lane->stack[common], lane->stack[open + common]))
		common++;
	while (lane->depth > common && code == 0)
		code = emit_call(c, OTFP_Leave, lane->stack[--lane->depth]);
	memmove(lane->stack + common, lane->stack + open + common, (depth - common) * sizeof *lane->stack);
	while (lane->depth < depth && code == 0)
		code = emit_call(c, OTFP_Enter, lane->stack[lane->depth++]);
	return code;
}

int otfp_otf2_unwind(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame)
{
	struct otfp_otf2_lane *lane = c->lane;
	uint64_t ref = frame->f[0], distance;
	size_t depth = depth_of(c, ref);

	if (!depth)
		return otfp_otf2_undefined(c, frame, OTFP_OTF2_CONTEXTS, ref);
	if (otfp_otf2_carry_kind(c, frame) < 0 || otfp_otf2_carry_from(c, frame, 0) < 0 ||
	    otfp_otf2_attributes(c, frame) < 0)
		return OTFP_EFAIL;
	if (frame->row == OTFP_OTF2_CallingContextLeave)
		return leave_to(c, depth - 1 < lane->depth ? depth - 1 : lane->depth);
	distance = frame->f[1];
	/* the innermost context of a sample is where it was taken, not a new call */
	return unwind_to(c, ref,
	                 distance && frame->row == OTFP_OTF2_CallingContextEnter ? distance :
	                 distance                                                ? distance - 1 :
	                                                                           0);
}
