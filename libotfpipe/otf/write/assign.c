#include "otf/write/assign.h"

void otfp_assign_release(struct otfp_assign *a)
{
	otfp_master_release(&a->given);
	otfp_master_release(&a->master);
}

static uint32_t new_stream(const struct otfp_assign *a)
{
	uint32_t top = a->master.n ? a->master.streams[a->master.n - 1].id : 0;
	uint32_t given = a->streams < 0 && a->given.n ? a->given.streams[a->given.n - 1].id : 0;

	return (top > given ? top : given) + 1;
}

/* The first stream with the fewest processes. */
static uint32_t smallest_stream(const struct otfp_master *m)
{
	size_t best = 0;

	for (size_t i = 1; i < m->n; i++)
		if (m->streams[i].n < m->streams[best].n)
			best = i;
	return m->streams[best].id;
}

int otfp_assign_stream(struct otfp_assign *a, uint32_t process, uint32_t *stream)
{
	*stream = otfp_master_stream(&a->master, process);
	if (*stream)
		return 0;
	if (a->streams < 0)
		*stream = otfp_master_stream(&a->given, process);
	if (!*stream)
		*stream = a->streams > 0 && a->master.n >= (size_t)a->streams ? smallest_stream(&a->master) :
		                                                                new_stream(a);
	return otfp_master_add(&a->master, *stream, process) < 0 ? -1 : 0;
}
