#include "vtf3/stacks.h"
#include "base/grow.h"
#include <stdlib.h>
#include <string.h>

static struct otfp_vtf3_stack *make_stack(struct otfp_vtf3_stacks *s, uint32_t cpu)
{
	if (otfp_grow(&s->all, s->n, &s->cap, sizeof *s->all) < 0 || otfp_map_set(&s->by_cpu, cpu, s->n) < 0)
		return NULL;
	memset(&s->all[s->n], 0, sizeof *s->all);
	return &s->all[s->n++];
}

struct otfp_vtf3_stack *otfp_vtf3_stack_of(struct otfp_vtf3_stacks *s, uint32_t cpu)
{
	const uint64_t *at;
	struct otfp_vtf3_stack *stack;

	if (s->last && s->last_cpu == cpu)
		return &s->all[s->last - 1];
	at = otfp_map_get(&s->by_cpu, cpu);
	stack = at ? &s->all[*at] : make_stack(s, cpu);
	s->last_cpu = cpu;
	s->last = stack ? (size_t)(stack - s->all) + 1 : 0;
	return stack;
}

int otfp_vtf3_stack_push(struct otfp_vtf3_stack *s, int32_t state)
{
	if (otfp_grow(&s->state, s->n, &s->cap, sizeof *s->state) < 0)
		return -1;
	s->state[s->n++] = state;
	return 0;
}

int otfp_vtf3_stack_return(struct otfp_vtf3_stack *s, int32_t state)
{
	size_t n = s->n;

	if (state == OTFP_VTF3_NOSTATE) {
		s->n = 0;
		return 1;
	}
	while (n && s->state[n - 1] != state)
		n--;
	if (n)
		s->n = n;
	return n > 0;
}

void otfp_vtf3_stacks_release(struct otfp_vtf3_stacks *s)
{
	for (size_t i = 0; i < s->n; i++)
		free(s->all[i].state);
	free(s->all);
	otfp_map_release(&s->by_cpu);
}
