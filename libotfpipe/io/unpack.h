/*
 * unpack.h - zlib, gzip and zstd behind one table of functions: bytes in, bytes out.
 * Nothing here reads or waits; input.c feeds it.
 */
#ifndef OTFP_IO_UNPACK_H
#define OTFP_IO_UNPACK_H
#include "base/error.h"

struct otfp_unpack_ops;

/* One decoder; the state of each kind begins with this. */
struct otfp_unpack {
	const struct otfp_unpack_ops *ops;
	const char *why; /* a constant text, set when step returns OTFP_EDAMAGE */
};

/* Bytes to decode and room for the result; step moves in and out. */
struct otfp_unpack_io {
	const unsigned char *in, *in_end;
	unsigned char *out, *out_end;
};

struct otfp_unpack_ops {
	/** @param name  for the message. @return 0 or <0 with err filled */
	int (*init)(struct otfp_unpack **u, const char *name, struct otfp_error *err);
	/** Decode until all input is used or the room is full. Call it again where the room was full,
	 * even without input. @return 0; OTFP_EDAMAGE with why set, after all before the damage was
	 * put out; OTFP_EFAIL when memory is out */
	int (*step)(struct otfp_unpack *u, struct otfp_unpack_io *io);
	/** What is cut in two if the input ends here ("block"); NULL when it may end here. */
	const char *(*cut)(const struct otfp_unpack *u);
	/** Begin anew behind a flush point, without the header of the member; NULL: cannot. @return 0 or <0 */
	int (*restart)(struct otfp_unpack *u);
	void (*release)(struct otfp_unpack *u);
};

/* Any number of members, the last one finished or not. */
extern const struct otfp_unpack_ops otfp_unpack_zlib;
/* Any number of members, each finished. */
extern const struct otfp_unpack_ops otfp_unpack_gzip;
/* Any number of frames. In a build without zstd, init fails. */
extern const struct otfp_unpack_ops otfp_unpack_zstd;
#endif
