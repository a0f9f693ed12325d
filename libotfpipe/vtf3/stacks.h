/* stacks.h - the states that each cpu is in, as calls and returns of old and new records tell. */
#ifndef OTFP_VTF3_STACKS_H
#define OTFP_VTF3_STACKS_H
#include "base/map.h"
#include "vtf3/record.h"

struct otfp_vtf3_stack {
	int32_t *state; /* the innermost last */
	size_t n, cap;
};
struct otfp_vtf3_stacks {
	struct otfp_map by_cpu; /* index into all */
	struct otfp_vtf3_stack *all;
	size_t n, cap;
	uint32_t last_cpu; /* of the stack got last */
	size_t last;       /* its index + 1; 0 = none yet */
};

/** The stack of a cpu, made when it is new; valid until the next one is made. @return NULL when memory is out */
struct otfp_vtf3_stack *otfp_vtf3_stack_of(struct otfp_vtf3_stacks *s, uint32_t cpu);
/** @return 0, or -1 when memory is out */
int otfp_vtf3_stack_push(struct otfp_vtf3_stack *s, int32_t state);
/** Leave all states inside the innermost one of that kind; NOSTATE: all. @return whether it was there */
int otfp_vtf3_stack_return(struct otfp_vtf3_stack *s, int32_t state);
static inline int32_t otfp_vtf3_stack_top(const struct otfp_vtf3_stack *s)
{
	return s->n ? s->state[s->n - 1] : OTFP_VTF3_NOSTATE;
}
void otfp_vtf3_stacks_release(struct otfp_vtf3_stacks *s);
#endif
