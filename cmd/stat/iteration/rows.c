/* rows.c - the n-th calls of all processes as rows. */
#include "base/grow.h"
#include "base/order.h"
#include "cmd/stat/iteration/iteration.h"
#include <stdlib.h>
#include <string.h>

void iterations_release(struct iterations *i)
{
	free(i->rows);
	free(i->processes);
	memset(i, 0, sizeof *i);
}

static struct iteration_process *process_of(struct iterations *i, uint32_t index)
{
	while (i->nprocesses <= index) {
		if (otfp_grow(&i->processes, i->nprocesses, &i->processes_cap, sizeof *i->processes) < 0)
			return NULL;
		i->processes[i->nprocesses++] = (struct iteration_process){0};
	}
	return &i->processes[index];
}

/* Ticks so far in calls that communicate. */
static uint64_t comm_at(const struct iteration_process *p, uint64_t time)
{
	return p->comm + (p->open_comm && time > p->since ? time - p->since : 0);
}

int iterations_communicate(struct iterations *i, uint32_t index, uint64_t time, int enters)
{
	struct iteration_process *p = process_of(i, index);

	if (!p)
		return -1;
	if (enters && !p->open_comm++)
		p->since = time;
	if (enters || !p->open_comm)
		return 0;
	if (p->open_comm == 1)
		p->comm = comm_at(p, time);
	p->open_comm--;
	return 0;
}

int iterations_enter(struct iterations *i, uint32_t index, uint64_t time, uint64_t most)
{
	struct iteration_process *p = process_of(i, index);
	struct iteration *row;

	if (!p)
		return -1;
	if (p->depth++)
		return 0;
	if (p->calls == i->n) {
		if (i->n >= most)
			return 1;
		if (otfp_grow(&i->rows, i->n, &i->cap, sizeof *i->rows) < 0)
			return -1;
		i->rows[i->n++] = (struct iteration){.number = p->calls + 1, .begin = time};
	}
	p->before = comm_at(p, time);
	row = &i->rows[p->calls++];
	row->begin = time < row->begin ? time : row->begin;
	row->calls++;
	row->open++;
	return 0;
}

/* Whether a call is slower than the slowest so far. */
static int is_slower(const struct iteration *row, uint64_t useful, uint64_t ticks, uint32_t process)
{
	if (useful != row->useful)
		return useful > row->useful;
	return ticks != row->ticks ? ticks > row->ticks : process < row->slowest;
}

void iterations_leave(struct iterations *i, uint32_t index, uint32_t process, uint64_t begin, uint64_t time)
{
	struct iteration_process *p = &i->processes[index];
	struct iteration *row = &i->rows[p->calls - 1];
	const uint64_t ticks = time > begin ? time - begin : 0;
	const uint64_t comm = comm_at(p, time) - p->before, useful = ticks > comm ? ticks - comm : 0;
	const int is_first = row->open == row->calls;

	if (--p->depth)
		return;
	if (is_first || is_slower(row, useful, ticks, process)) {
		row->useful = useful;
		row->ticks = ticks;
		row->slowest = process;
	}
	row->max = ticks > row->max ? ticks : row->max;
	row->end = time > row->end ? time : row->end;
	row->total += ticks;
	row->open--;
}

/* The value that `percent` of n sorted values do not exceed; n > 0. */
static uint64_t quantile(const uint64_t *sorted, size_t n, unsigned percent)
{
	const size_t at = (n / 100) * percent + ((n % 100) * percent + 99) / 100;

	return sorted[at ? at - 1 : 0];
}

int iterations_end(struct iterations *i)
{
	uint64_t *ticks = malloc((i->n + 1) * sizeof *ticks), low, high;
	size_t n = 0;

	if (!ticks)
		return -1;
	for (size_t k = 0; k < i->n; k++)
		if (i->rows[k].open < i->rows[k].calls)
			ticks[n++] = i->rows[k].max;
	i->has_fence = n > 0;
	if (n) {
		qsort(ticks, n, sizeof *ticks, otfp_by_u64);
		low = quantile(ticks, n, 25);
		high = quantile(ticks, n, 75);
		i->fence = high - low > (UINT64_MAX - high) / 3 ? UINT64_MAX : high + 3 * (high - low);
	}
	for (size_t k = 0; k < i->n; k++) {
		struct iteration *row = &i->rows[k];
		row->is_slow = row->open < row->calls && row->max > i->fence;
		i->slow += (uint64_t)row->is_slow;
	}
	free(ticks);
	return 0;
}
