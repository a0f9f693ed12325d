/*
 * layout.h - the records of a TAU trace (.trc). The whole file is an array of them.
 *
 *     24 bytes   32 bytes
 *      0 int32    0 int64   ev   event, a key into the EDF
 *      4 uint16   8 uint16  nid  node
 *      6 uint16  10 uint16  tid  thread
 *                12         padding
 *      8 int64   16 int64   par  parameter
 *     16 uint64  24 uint64  ti   microseconds
 *
 * Both exist in either byte order. The file has no header; but the first record of every file has par 3.
 */
#ifndef OTFP_TAU_LAYOUT_H
#define OTFP_TAU_LAYOUT_H
#include "tau/read/edf.h"
#include <endian.h>
#include <string.h>

enum otfp_tau_layout { OTFP_TAU_LE24, OTFP_TAU_BE24, OTFP_TAU_LE32, OTFP_TAU_BE32, OTFP_TAU_NLAYOUTS };

#if __BYTE_ORDER == __LITTLE_ENDIAN
#define OTFP_TAU_NATIVE OTFP_TAU_LE24 /* written by the runtime on this machine today */
#else
#define OTFP_TAU_NATIVE OTFP_TAU_BE24
#endif

#define OTFP_TAU_SIZE_MAX 32
#define OTFP_TAU_INIT_PAR 3 /* parameter of EV_INIT */

struct otfp_tau_record {
	int64_t ev, par;
	uint64_t ti;
	uint16_t nid, tid;
};

/** Bytes of a record. */
static inline size_t otfp_tau_size(enum otfp_tau_layout layout)
{
	return layout < OTFP_TAU_LE32 ? 24 : 32;
}

/** Load a number of 16, 32 or 64 bits, in big or little endian. */
static inline uint16_t otfp_tau_get16(const char *p, int big)
{
	uint16_t v;

	memcpy(&v, p, sizeof v);
	return big ? be16toh(v) : le16toh(v);
}

static inline uint32_t otfp_tau_get32(const char *p, int big)
{
	uint32_t v;

	memcpy(&v, p, sizeof v);
	return big ? be32toh(v) : le32toh(v);
}

static inline uint64_t otfp_tau_get64(const char *p, int big)
{
	uint64_t v;

	memcpy(&v, p, sizeof v);
	return big ? be64toh(v) : le64toh(v);
}

/** Decode the record at p. Inlined: compiles to straight code if the layout is a constant. */
static inline struct otfp_tau_record otfp_tau_decode(const char *p, enum otfp_tau_layout layout)
{
	int big = layout == OTFP_TAU_BE24 || layout == OTFP_TAU_BE32, wide = layout >= OTFP_TAU_LE32;

	return (struct otfp_tau_record){
		.ev = wide ? (int64_t)otfp_tau_get64(p, big) : (int32_t)otfp_tau_get32(p, big),
		.nid = otfp_tau_get16(p + (wide ? 8 : 4), big),
		.tid = otfp_tau_get16(p + (wide ? 10 : 6), big),
		.par = (int64_t)otfp_tau_get64(p + (wide ? 16 : 8), big),
		.ti = otfp_tau_get64(p + (wide ? 24 : 16), big),
	};
}

/** Encode a record, at most OTFP_TAU_SIZE_MAX bytes, at p; ev must fit the layout. */
void otfp_tau_encode(char *p, const struct otfp_tau_record *r, enum otfp_tau_layout layout);

/**
 * Detect the layout of a file of `size` bytes that starts with p[0..n); n >= 24 unless the file is shorter, some KiB
 * are best. Candidates have par 3 in the first record. If there are several or none, three things decide: how many ids
 * are defined, whether the first event is EV_INIT, and whether `size` is a whole number of records.
 * @param edf  definitions of the file, or NULL
 * @return 1 if the first record has par 3; 0 if not, and *layout is the best guess or the native layout
 */
int otfp_tau_detect(const char *p, size_t n, uint64_t size, const struct otfp_edf *edf, enum otfp_tau_layout *layout);

/* ---- the parameter of a message ---- */

/* The contents of its 64 bits; longer values are cut. */
struct otfp_tau_message {
	uint32_t length; /* 26 bits, bytes */
	uint16_t peer;   /* node: receiver of a send, sender of a receive */
	uint16_t tag;
	uint8_t comm; /* 6 bits; the runtime writes 0 */
};

/** Decode the parameter of a message. */
static inline struct otfp_tau_message otfp_tau_unpack(int64_t par)
{
	uint64_t x = (uint64_t)par;

	return (struct otfp_tau_message){
		.length = (uint32_t)((x & 0xffff) | (x >> 32 & 0x3ff) << 16),
		.peer = (uint16_t)((x >> 24 & 0xff) | (x >> 56 & 0xff) << 8),
		.tag = (uint16_t)((x >> 16 & 0xff) | (x >> 48 & 0xff) << 8),
		.comm = x >> 42 & 0x3f,
	};
}

/** Encode the parameter of a message. */
static inline int64_t otfp_tau_pack(const struct otfp_tau_message *m)
{
	uint64_t length = m->length, tag = m->tag, peer = m->peer, comm = m->comm;

	return (int64_t)((length & 0xffff) | (tag & 0xff) << 16 | (peer & 0xff) << 24 | (length >> 16 & 0x3ff) << 32 |
	                 (comm & 0x3f) << 42 | (tag >> 8 & 0xff) << 48 | (peer >> 8 & 0xff) << 56);
}
#endif
