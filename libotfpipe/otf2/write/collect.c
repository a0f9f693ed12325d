/* collect.c - collective operations of OTF as events of OTF2. See records.h. */
#include "base/grow.h"
#include "otf2/write/records.h"
#include "otf2/carry/operation.h"
#include "otf2/original.h"
#include <string.h>

typedef struct otfp_otf2_writing writing;

/* The operation of OTF2 by name, or else by the type of OTF. */
uint64_t otfp_otf2_write_operation(struct otfp_otf2_writing *w, const struct otfp_record *rec, uint64_t token)
{
	static const uint8_t by_type[] = {
		OTFP_OTF2_COLLECTIVE_OP_ALLREDUCE,                                /* unknown */
		OTFP_OTF2_COLLECTIVE_OP_BARRIER,   OTFP_OTF2_COLLECTIVE_OP_BCAST, /* one to all */
		OTFP_OTF2_COLLECTIVE_OP_REDUCE,                                   /* all to one */
		OTFP_OTF2_COLLECTIVE_OP_ALLREDUCE,
	};
	const struct otfp_otf2_token *row = otfp_otf2_write_token(w, OTFP_W_COLLECTIVE, rec->loc, (uint32_t)token);
	const struct otfp_record *def = row ? row->def : NULL;
	const struct otfp_tag *number = def ? otfp_otf2_restore_word(w, def, OTFP_OTF2_WORD_OPERATION) : NULL;
	const int op = def ? otfp_otf2_operation_by_name(&def->f[OTFP_DefCollectiveOperation_name].s) : -1;
	const uint64_t type = def ? def->f[OTFP_DefCollectiveOperation_type].u : 0;

	if (w->is_otf2 && number)
		return number->bits;
	return op >= 0 ? (uint64_t)op : by_type[type < sizeof by_type ? type : 0];
}

/* The parts of a collective operation, of the three records that have one. */
struct operation {
	uint64_t collective, group, root, sent, received;
};

static struct operation operation_of(const struct otfp_record *rec)
{
	if (rec->type == OTFP_CollectiveOperation)
		return (struct operation){rec->f[OTFP_CollectiveOperation_collective].u,
		                          rec->f[OTFP_CollectiveOperation_group].u,
		                          rec->f[OTFP_CollectiveOperation_root].u,
		                          rec->f[OTFP_CollectiveOperation_sent].u,
		                          rec->f[OTFP_CollectiveOperation_received].u};
	return (struct operation){rec->f[OTFP_BeginCollectiveOperation_collective].u,
	                          rec->f[OTFP_BeginCollectiveOperation_group].u,
	                          rec->f[OTFP_BeginCollectiveOperation_root].u,
	                          rec->f[OTFP_BeginCollectiveOperation_sent].u,
	                          rec->f[OTFP_BeginCollectiveOperation_received].u};
}

/* The end of a collective operation as a frame. begin: the record of OTF with its parts; id: of a request, if it does
 * not block. */
static int make_end(writing *w, const struct otfp_record *begin, uint64_t time, int is_blocking, uint64_t id)
{
	const struct operation o = operation_of(begin);
	const unsigned row = is_blocking ? OTFP_OTF2_MpiCollectiveEnd : OTFP_OTF2_NonBlockingCollectiveComplete;
	const struct otfp_otf2_communicator *comm = otfp_otf2_write_comm(w, begin->loc, (uint32_t)o.group);
	struct otfp_otf2_frame *frame = otfp_otf2_write_frame(w, row, time);
	int64_t root;

	if (!comm)
		return OTFP_EFAIL;
	root = o.root ? otfp_otf2_write_rank(w, comm, (uint32_t)o.root) : -1;
	OTFP_OTF2_F(frame, MpiCollectiveEnd, collectiveOp) = otfp_otf2_write_operation(w, begin, o.collective);
	OTFP_OTF2_F(frame, MpiCollectiveEnd, communicator) = comm->ref;
	OTFP_OTF2_F(frame, MpiCollectiveEnd, root) = root < 0 ? OTFP_OTF2_COLLECTIVE_ROOT_NONE : (uint64_t)root;
	OTFP_OTF2_F(frame, MpiCollectiveEnd, sizeSent) = o.sent;
	OTFP_OTF2_F(frame, MpiCollectiveEnd, sizeReceived) = o.received;
	if (!is_blocking)
		OTFP_OTF2_F(frame, NonBlockingCollectiveComplete, requestID) = id;
	return 0;
}

/* The begin of a collective operation; one that begins within another one is a request. */
static int begin_collective(writing *w, const struct otfp_record *rec, size_t location, int is_blocking, uint64_t id)
{
	const unsigned row = is_blocking ? OTFP_OTF2_MpiCollectiveBegin : OTFP_OTF2_NonBlockingCollectiveRequest;
	struct otfp_otf2_frame *frame = otfp_otf2_write_frame(w, row, rec->time);

	if (!is_blocking)
		OTFP_OTF2_F(frame, NonBlockingCollectiveRequest, requestID) = id;
	return otfp_otf2_write_put(w, rec, location, 0);
}

int otfp_otf2_write_collective(struct otfp_otf2_writing *w, const struct otfp_record *rec, size_t location)
{
	const uint64_t id = w->next_id++, duration = rec->f[OTFP_CollectiveOperation_duration].u;
	int code = otfp_otf2_write_flush(w, location, rec->time);
	const int is_blocking = w->places[location].blocking == 0;

	if (rec->time + duration < rec->time)
		return otfp_otf2_write_fallback(w, rec, location);
	if (code == 0)
		code = begin_collective(w, rec, location, is_blocking, id);
	if (code == 0)
		code = make_end(w, rec, rec->time + duration, is_blocking, id);
	if (code == 0)
		code = otfp_otf2_write_original(w, NULL);
	return code == 0 ? otfp_otf2_write_later(w, location, is_blocking) : code;
}

int otfp_otf2_write_collective_begin(struct otfp_otf2_writing *w, const struct otfp_record *rec, size_t location)
{
	struct otfp_otf2_place *p = &w->places[location];
	struct otfp_otf2_begun open = {.matching = rec->f[OTFP_BeginCollectiveOperation_matching].u,
	                               .id = w->next_id++,
	                               .begin = *rec};
	int code = otfp_otf2_write_flush(w, location, rec->time);

	open.begin.ntags = 0;
	open.is_blocking = p->blocking == 0;
	p->blocking += open.is_blocking;
	if (otfp_otf2_write_add_open(w, location, &open) < 0)
		return OTFP_EFAIL;
	return code < 0 ? code : begin_collective(w, rec, location, open.is_blocking, open.id);
}

int otfp_otf2_write_collective_end(struct otfp_otf2_writing *w, const struct otfp_record *rec, size_t location)
{
	struct otfp_otf2_begun open;
	int code;

	if (!otfp_otf2_write_end_open(w, location, rec->f[OTFP_EndCollectiveOperation_matching].u, 0, &open))
		return otfp_otf2_write_fallback(w, rec, location);
	w->places[location].blocking -= open.is_blocking;
	code = make_end(w, &open.begin, rec->time, open.is_blocking, open.id);
	return code < 0 ? code : otfp_otf2_write_put(w, rec, location, 0);
}
