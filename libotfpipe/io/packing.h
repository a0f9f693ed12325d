/* packing.h - how bytes of a file are packed. */
#ifndef OTFP_IO_PACKING_H
#define OTFP_IO_PACKING_H

enum otfp_packing {
	OTFP_PLAIN,
	OTFP_ZLIB, /* unfinished streams are normal; finished and concatenated ones are read completely */
	OTFP_ZSTD,
	OTFP_GZIP,       /* one or more members, all finished */
	OTFP_DETECT,     /* of what is read: plain or zstd, by the first bytes */
	OTFP_DETECT_GZIP /* of what is read: plain or gzip, by the first bytes */
};
#endif
