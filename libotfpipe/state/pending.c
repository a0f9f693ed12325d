#include "state/pending.h"
#include "base/grow.h"
#include <stdlib.h>
#include <string.h>

struct entry {
	uint64_t id;
	uint32_t mark;
};

struct otfp_pending_list {
	struct entry *open;
	size_t n, cap;
};

void otfp_pending_release(struct otfp_pending *p)
{
	for (size_t i = 0; i < p->n; i++)
		free(p->lists[i].open);
	free(p->lists);
	otfp_map_release(&p->index);
	memset(p, 0, sizeof *p);
}

static struct otfp_pending_list *find_list(const struct otfp_pending *p, uint32_t process)
{
	const uint64_t *i = otfp_map_get(&p->index, process);

	return i ? &p->lists[*i] : NULL;
}

static struct entry *find_entry(const struct otfp_pending_list *list, uint64_t id)
{
	for (size_t i = list ? list->n : 0; i-- > 0;)
		if (list->open[i].id == id)
			return &list->open[i];
	return NULL;
}

static struct otfp_pending_list *add_list(struct otfp_pending *p, uint32_t process)
{
	if (otfp_grow(&p->lists, p->n, &p->cap, sizeof *p->lists) < 0 || otfp_map_set(&p->index, process, p->n) < 0)
		return NULL;
	p->lists[p->n] = (struct otfp_pending_list){NULL, 0, 0};
	return &p->lists[p->n++];
}

int otfp_pending_begin(struct otfp_pending *p, uint32_t process, uint64_t id, uint32_t mark)
{
	struct otfp_pending_list *list = find_list(p, process);

	if (!list)
		list = add_list(p, process);
	if (!list || otfp_grow(&list->open, list->n, &list->cap, sizeof *list->open) < 0)
		return -1;
	list->open[list->n++] = (struct entry){id, mark};
	return 0;
}

int otfp_pending_get(const struct otfp_pending *p, uint32_t process, uint64_t id, uint32_t *mark)
{
	const struct entry *e = find_entry(find_list(p, process), id);

	if (e)
		*mark = e->mark;
	return e != NULL;
}

int otfp_pending_end(struct otfp_pending *p, uint32_t process, uint64_t id, uint32_t *mark)
{
	struct otfp_pending_list *list = find_list(p, process);
	struct entry *e = find_entry(list, id);

	if (!e)
		return 0;
	*mark = e->mark;
	*e = list->open[--list->n];
	return 1;
}
