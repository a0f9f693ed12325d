/*
 * members.h - the members of a zlib or gzip file, one after the other: what both of its decoders keep.
 */
#ifndef OTFP_IO_MEMBERS_H
#define OTFP_IO_MEMBERS_H
#include "io/unpack.h"

/* The bytes at the end of a flush. A writer flushes before it closes, so other block borders are cuts. */
#define OTFP_FLUSH_MARK 0x0000ffffu

struct otfp_unpack_members {
	int ended;     /* a member is finished; further bytes are the next one */
	int raw;       /* started at a flush point: without header, with unknown checksum */
	int skip;      /* checksum bytes of such a member still to skip */
	uint32_t tail; /* last four bytes consumed, the last one lowest */
};

/** Before bytes are decoded. @return 1 if none are left after the end of a member, or 0 */
static inline int otfp_unpack_members_over(struct otfp_unpack_members *m, struct otfp_unpack_io *io)
{
	for (; m->skip && io->in < io->in_end; m->skip--)
		io->in++;
	return m->ended && io->in == io->in_end;
}

/** After it: the bytes from `from` to `to` were consumed. @param ended  whether they end the member */
static inline void otfp_unpack_members_took(struct otfp_unpack_members *m, const unsigned char *from,
                                            const unsigned char *to, int ended)
{
	for (const unsigned char *p = to - from > 4 ? to - 4 : from; p < to; p++)
		m->tail = m->tail << 8 | *p;
	m->ended = ended;
	m->skip = ended && m->raw ? 4 : 0;
	m->raw &= !ended;
}

/** Go on at a flush point. */
static inline void otfp_unpack_members_restart(struct otfp_unpack_members *m)
{
	*m = (struct otfp_unpack_members){.raw = 1, .tail = OTFP_FLUSH_MARK};
}
#endif
