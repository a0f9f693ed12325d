/* partial-load.c - lines as a profile. */
#include "base/assert.h"
#include "base/grow.h"
#include "cmd/stat/partial-merge.h"
#include <string.h>

void partial_load_head(struct otfp_profile *p, const struct partial_head *h)
{
	otfp_profile_begin(p, &h->o, &h->header);
	p->base = h->base;
	p->first = h->header.first;
	p->last = h->header.last;
	p->events = h->events;
	p->folded = h->folded;
	memcpy(p->odd, h->odd, sizeof p->odd);
}

static int load_definition(struct partial_loader *l, const struct partial_line *line)
{
	return otfp_names_put(&l->p->names, &line->definition);
}

static int load_process(struct partial_loader *l, const struct partial_line *line)
{
	const struct partial_process *p = &line->process;
	int rc = p->counted ? otfp_map_set(&l->p->processes, line->key[1], 0) : 0;

	if (rc == 0 && p->stream != PARTIAL_NO_STREAM)
		rc = otfp_map_set(&l->p->names.streams, line->key[1], p->stream);
	return rc == 0 && p->has_load ? otfp_loads_add(&l->p->loads, p->load) : rc;
}

static int load_path(struct partial_loader *l, const struct partial_line *line)
{
	const uint32_t depth = line->depth;

	OTFP_ASSERT(depth > 0 && depth <= l->depth + 1);
	if (otfp_grow(&l->parents, depth - 1, &l->cap, sizeof *l->parents) < 0)
		return -1;
	l->parents[depth - 1] = otfp_paths_child(&l->p->paths, depth > 1 ? l->parents[depth - 2] : 0, line->function);
	l->depth = depth;
	return l->parents[depth - 1] ? 0 : -1;
}

/* What is left has no other half anywhere: only its number matters. */
static int load_halves(struct partial_loader *l, const struct partial_line *line)
{
	l->p->halves.number[line->key[5]] += line->nhalves;
	return 0;
}

static int load_row(struct partial_loader *l, const struct partial_line *line)
{
	struct otfp_row *row = otfp_rows_get(&l->p->rows, &line->row->key);

	if (row && row->counted)
		*row->counted = *line->row->counted;
	return row ? otfp_row_merge(row, line->row) : -1;
}

int partial_load_line(void *ctx, const struct partial_line *line)
{
	static int (*const loads[])(struct partial_loader *, const struct partial_line *) = {
		[PARTIAL_DEFINE] = load_definition, [PARTIAL_PROCESS] = load_process, [PARTIAL_PATH] = load_path,
		[PARTIAL_HALF] = load_halves,       [PARTIAL_ROW] = load_row,
	};
	struct partial_loader *l = ctx;

	return loads[line->key[0]](l, line) < 0 ? otfp_fail_memory(l->err) : 0;
}
