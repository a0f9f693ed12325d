/* processes.c - the processes of a state. See state.h. */
#include "base/assert.h"
#include "base/grow.h"
#include "state/callstate.h"
#include "state/state.h"
#include <stdlib.h>
#include <string.h>

enum { NEAR = 1 << 10 }; /* processes with smaller tokens are found without hashing, whichever comes first */

const struct otfp_operations otfp_no_operations;

static void release_process(struct otfp_process *p)
{
	otfp_stack_release(&p->calls);
	otfp_lasts_release(&p->counters);
	if (!p->operations)
		return;
	otfp_begun_release(&p->operations->collectives);
	otfp_begun_release(&p->operations->fileops);
	otfp_begun_release(&p->operations->files);
	otfp_lasts_release(&p->operations->collcounts);
	free(p->operations);
}

void otfp_state_release(struct otfp_state *s)
{
	for (size_t i = 0; i < s->n; i++)
		release_process(&s->processes[i]);
	free(s->processes);
	otfp_map_release(&s->index);
	otfp_ranks_release(&s->ranks);
	otfp_messages_release(&s->messages);
	otfp_messages_release(&s->early);
	memset(s, 0, sizeof *s);
}

struct otfp_process *otfp_state_find(const struct otfp_state *s, uint32_t process)
{
	const uint64_t *i = otfp_map_get(&s->index, process);

	return i ? &s->processes[*i] : NULL;
}

static struct otfp_process new_process(const struct otfp_state *s, uint32_t process, uint32_t index)
{
	const uint32_t size = s->keeps & (OTFP_STATE_FUNCTIONS | OTFP_STATE_BELOW) ? OTFP_CALL_FUNCTION :
	                      s->keeps & (OTFP_STATE_PLACES | OTFP_STATE_CHILDREN) ? OTFP_CALL_PLACED :
	                                                                             OTFP_CALL_SHORT;

	return (struct otfp_process){.process = process, .index = index, .calls.size = size};
}

struct otfp_process *otfp_state_process(struct otfp_state *s, uint32_t process)
{
	struct otfp_process *p = otfp_state_find(s, process);

	if (OTFP_LIKELY(p))
		return p;
	if (otfp_map_reserve(&s->index, NEAR) < 0 || otfp_grow(&s->processes, s->n, &s->cap, sizeof *p) < 0 ||
	    otfp_map_set(&s->index, process, s->n) < 0)
		return NULL;
	p = &s->processes[s->n];
	*p = new_process(s, process, (uint32_t)s->n++);
	return p;
}

void otfp_state_forget(struct otfp_state *s, struct otfp_process *p)
{
	while (p->sends.first)
		otfp_messages_drop(&s->messages, &p->sends, p->sends.first);
	OTFP_ASSERT(!p->sends.first && !p->sends.last);
	release_process(p);
	*p = new_process(s, p->process, p->index);
}
