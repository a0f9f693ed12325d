/* stacks.h - the stack of states of each cpu, from the calls and returns of old and new records. */
#ifndef OTFP_VTF3_STACKS_H
#define OTFP_VTF3_STACKS_H
#include "base/map.h"
#include "vtf3/record.h"

struct otfp_vtf3_stack {
	int32_t *state; /* innermost last */
	size_t n, cap;
};
struct otfp_vtf3_stacks {
	struct otfp_map by_cpu; /* index into all */
	struct otfp_vtf3_stack *all;
	size_t n, cap;
	uint32_t last_cpu; /* cpu of the stack used last */
	size_t last;       /* its index + 1; 0: none */
};

/** The stack of a cpu, made if it is new; valid until the next new one. @return NULL when memory is out */
struct otfp_vtf3_stack *otfp_vtf3_stack_of(struct otfp_vtf3_stacks *s, uint32_t cpu);
/** Enter a state. @return 0, or -1 when memory is out */
int otfp_vtf3_stack_push(struct otfp_vtf3_stack *s, int32_t state);
/** Leave all states inside the innermost one equal to `state`; NOSTATE: all. @return whether it was found */
int otfp_vtf3_stack_return(struct otfp_vtf3_stack *s, int32_t state);
/** The innermost state; NOSTATE if there is none. */
static inline int32_t otfp_vtf3_stack_top(const struct otfp_vtf3_stack *s)
{
	return s->n ? s->state[s->n - 1] : OTFP_VTF3_NOSTATE;
}
/** Free all stacks, not s itself. */
void otfp_vtf3_stacks_release(struct otfp_vtf3_stacks *s);
#endif
