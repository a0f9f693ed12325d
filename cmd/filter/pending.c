#include "cmd/filter/pending.h"
#include "base/grow.h"
#include <stdlib.h>
#include <string.h>

void pending_release(struct pending *p)
{
	for (size_t i = 0; i < p->n; i++)
		otfp_begun_release(&p->lists[i]);
	free(p->lists);
	otfp_map_release(&p->index);
	memset(p, 0, sizeof *p);
}

static struct otfp_begun_list *find_list(const struct pending *p, uint32_t process)
{
	const uint64_t *i = otfp_map_get(&p->index, process);

	return i ? &p->lists[*i] : NULL;
}

static struct otfp_begun_list *add_list(struct pending *p, uint32_t process)
{
	if (otfp_grow(&p->lists, p->n, &p->cap, sizeof *p->lists) < 0 || otfp_map_set(&p->index, process, p->n) < 0)
		return NULL;
	p->lists[p->n] = (struct otfp_begun_list){0};
	return &p->lists[p->n++];
}

int pending_begin(struct pending *p, uint32_t process, uint64_t id, uint32_t mark)
{
	struct otfp_begun_list *list = find_list(p, process);

	if (!list)
		list = add_list(p, process);
	return list && otfp_begun_add(list, &(struct otfp_begun){.id = id, .mark = mark}) ? 0 : -1;
}

static struct otfp_begun *find(const struct otfp_begun_list *list, uint64_t id)
{
	return list ? otfp_begun_find(list, id) : NULL;
}

int pending_get(const struct pending *p, uint32_t process, uint64_t id, uint32_t *mark)
{
	const struct otfp_begun *b = find(find_list(p, process), id);

	if (b)
		*mark = (uint32_t)b->mark;
	return b != NULL;
}

int pending_end(struct pending *p, uint32_t process, uint64_t id, uint32_t *mark)
{
	struct otfp_begun_list *list = find_list(p, process);
	struct otfp_begun *b = find(list, id);

	if (!b)
		return 0;
	*mark = (uint32_t)b->mark;
	otfp_begun_end(list, b);
	return 1;
}
