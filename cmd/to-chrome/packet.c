/* packet.c - a packet of the trace file. */
#include "cmd/to-chrome/perfetto.h"

enum { TRACE_PACKET = 1 };
/* flags of a packet: nothing before it counts; it needs what came before */
enum { CLEARED = 1, NEEDS_STATE = 2 };

void perfetto_packet(struct chrome *c, unsigned field)
{
	struct perfetto *pf = c->perfetto;
	struct proto *m = &pf->packet;
	char head[16];
	size_t at, n;

	proto_uint(m, PACKET_SEQUENCE, 1);
	proto_uint(m, PACKET_FLAGS, pf->packets++ ? NEEDS_STATE : CLEARED);
	if (pf->interned.b.n)
		proto_bytes(m, PACKET_INTERNED, pf->interned.b.p, pf->interned.b.n);
	proto_bytes(m, field, pf->body.b.p, pf->body.b.n);
	if (m->failed || pf->body.failed || pf->interned.failed)
		pen_fail(&c->pen);
	n = m->b.n;
	at = 0;
	head[at++] = TRACE_PACKET << 3 | 2;
	for (; n > 127; n >>= 7)
		head[at++] = (char)(n | 128);
	head[at++] = (char)n;
	pen_put(&c->pen, head, at);
	pen_put(&c->pen, m->b.p, m->b.n);
	m->b.n = pf->body.b.n = pf->interned.b.n = 0;
}
