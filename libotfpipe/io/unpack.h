/*
 * unpack.h - decoders for zlib, gzip and zstd with one table of functions: bytes in, bytes out. They do not read or
 * wait; input.c feeds them.
 */
#ifndef OTFP_IO_UNPACK_H
#define OTFP_IO_UNPACK_H
#include "base/error.h"

struct otfp_unpack_ops;

/* One decoder; first member of the state of each kind. */
struct otfp_unpack {
	const struct otfp_unpack_ops *ops;
	const char *why; /* constant text, set when step returns OTFP_EDAMAGE */
};

/* Bytes to decode and room for the result; step advances in and out. */
struct otfp_unpack_io {
	const unsigned char *in, *in_end;
	unsigned char *out, *out_end;
};

struct otfp_unpack_ops {
	/** Make a decoder. @param name  file name for the message. @return 0 or <0 with err set */
	int (*init)(struct otfp_unpack **u, const char *name, struct otfp_error *err);
	/**
	 * Decode until the input is used up or the room is full. If the room was full, call it again even without
	 * input. @return 0; OTFP_EDAMAGE with why set, after all data before the damage was put out; OTFP_EFAIL when
	 * memory is out
	 */
	int (*step)(struct otfp_unpack *u, struct otfp_unpack_io *io);
	/** What is truncated if the input ends here ("block"); NULL if it may end here. */
	const char *(*cut)(const struct otfp_unpack *u);
	/** Restart at a flush point, without the header of a member; NULL: not possible. @return 0 or <0 */
	int (*restart)(struct otfp_unpack *u);
	void (*release)(struct otfp_unpack *u);
};

/* Any number of members; the last one may be unfinished. */
extern const struct otfp_unpack_ops otfp_unpack_zlib;
/* Any number of members, all finished. */
extern const struct otfp_unpack_ops otfp_unpack_gzip;
/* Any number of frames. In a build without zstd, init fails. */
extern const struct otfp_unpack_ops otfp_unpack_zstd;
/**
 * A decoder of the same format that is faster (ISA-L), needs twice the memory, 90 KB, and does not say exactly where a
 * damage is or what it is: then the exact one must read the same bytes again. @return NULL if there is none
 */
const struct otfp_unpack_ops *otfp_unpack_fast(const struct otfp_unpack_ops *exact);
#endif
