/* emit.c - put a record of a piece. */
#include "cmd/slice/slice.h"
#include "record/table.h"

int cut_is_of_snapshots(const struct otfp_record *rec)
{
	return rec->type < OTFP_NTYPES && otfp_table[rec->type].file == OTFP_FILE_SNAP;
}

uint32_t cut_stream(const struct cut *c, uint32_t process)
{
	uint32_t stream = otfp_master_stream(&c->streams, process);

	return stream ? stream : UINT32_MAX;
}

static void widen(struct cut_span *s, uint64_t time)
{
	if (!s->any)
		s->first = time;
	s->any = 1;
	s->last = time;
}

int cut_emit(struct cut *c, const struct otfp_record *rec)
{
	widen(&c->all, rec->time);
	if (rec->file == OTFP_FILE_EVENT && !cut_is_of_snapshots(rec))
		widen(&c->events, rec->time);
	return c->put(c->ctx, rec);
}
