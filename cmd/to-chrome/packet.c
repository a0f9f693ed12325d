/* packet.c - a packet of the trace file. */
#include "cmd/to-chrome/perfetto.h"

enum { TRACE_PACKET = 1 };
/* flags of a packet: nothing before it counts; it needs what came before */
enum { CLEARED = 1, NEEDS_STATE = 2 };

enum { HEAD = 24 }; /* bytes of room for a key and a length */

/* Write n bytes that are built already. */
static void put_built(struct chrome *c, const struct proto *m)
{
	pen_put(&c->pen, m->b.p, m->b.n);
}

/* Write the key of a field and the n bytes of its message, which follow. */
static void put_head(struct chrome *c, unsigned field, size_t n)
{
	c->pen.out.p = proto_put_head(pen_room(&c->pen, HEAD), field, n);
}

void perfetto_packet(struct chrome *c, unsigned field)
{
	struct perfetto *pf = c->perfetto;
	struct proto *m = &pf->packet;
	char head[HEAD];

	proto_uint(m, PACKET_SEQUENCE, 1);
	proto_uint(m, PACKET_FLAGS, pf->packets++ ? NEEDS_STATE : CLEARED);
	if (OTFP_UNLIKELY(pf->interned.b.n != 0))
		proto_bytes(m, PACKET_INTERNED, pf->interned.b.p, pf->interned.b.n);
	if (m->failed || pf->body.failed || pf->interned.failed)
		pen_fail(&c->pen);
	put_head(c, TRACE_PACKET, m->b.n + (size_t)(proto_put_head(head, field, pf->body.b.n) - head) + pf->body.b.n);
	put_built(c, m);
	put_head(c, field, pf->body.b.n);
	put_built(c, &pf->body);
	m->b.n = pf->body.b.n = pf->interned.b.n = 0;
}
