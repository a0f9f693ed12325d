#include "otf2/pending.h"
#include "base/hash.h"
#include <stdlib.h>
#include <string.h>

static uint32_t *slot_of(const struct otfp_otf2_pending *o, uint64_t key)
{
	return &o->slots[(otfp_hash_spread(key) >> 32) & (o->nslots - 1)];
}

static int grow_open(struct otfp_otf2_pending *o)
{
	uint32_t n = o->nslots ? 2 * o->nslots : 16;
	struct otfp_otf2_opened *rows = realloc(o->rows, n * sizeof *rows);
	uint32_t *slots;

	if (rows)
		o->rows = rows;
	slots = rows ? calloc(n, sizeof *slots) : NULL;
	if (!slots)
		return -1;
	free(o->slots);
	o->slots = slots;
	o->nslots = n;
	for (uint32_t i = 0; i < o->cap; i++) { /* all rows are in use when it grows */
		uint32_t *slot = slot_of(o, rows[i].key);
		rows[i].next = *slot;
		*slot = i + 1;
	}
	for (uint32_t i = o->cap; i < n; i++)
		rows[i].next = i + 1 < n ? i + 2 : 0;
	o->spare = o->cap + 1;
	o->cap = n;
	return 0;
}

int otfp_otf2_pending_add(struct otfp_otf2_pending *o, uint64_t key, uint64_t value)
{
	struct otfp_otf2_opened *row;
	uint32_t *slot, at;

	if (!o->spare && grow_open(o) < 0)
		return -1;
	at = o->spare;
	row = &o->rows[at - 1];
	o->spare = row->next;
	slot = slot_of(o, key);
	*row = (struct otfp_otf2_opened){key, value, *slot};
	*slot = at;
	o->n++;
	return 0;
}

uint64_t *otfp_otf2_pending_find(const struct otfp_otf2_pending *o, uint64_t key)
{
	if (o->n)
		for (uint32_t i = *slot_of(o, key); i; i = o->rows[i - 1].next)
			if (o->rows[i - 1].key == key)
				return &o->rows[i - 1].value;
	return NULL;
}

void otfp_otf2_pending_end(struct otfp_otf2_pending *o, uint64_t key)
{
	if (!o->n)
		return;
	for (uint32_t *link = slot_of(o, key); *link; link = &o->rows[*link - 1].next) {
		uint32_t at = *link;
		if (o->rows[at - 1].key != key)
			continue;
		*link = o->rows[at - 1].next;
		o->rows[at - 1].next = o->spare;
		o->spare = at;
		o->n--;
		return;
	}
}

void otfp_otf2_pending_release(struct otfp_otf2_pending *o)
{
	free(o->rows);
	free(o->slots);
	memset(o, 0, sizeof *o);
}
