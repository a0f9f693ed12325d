/*
 * fileop.h - what the field `operation` of file records contains: a kind in the low 5 bits, flags above them. The
 * numbers are those of OTF_FILEOP_ and OTF_IOFLAG_ in OTF_Definitions.h.
 */
#ifndef OTFP_RECORD_FILEOP_H
#define OTFP_RECORD_FILEOP_H
#include <stdint.h>

enum otfp_fileop {
	OTFP_FILEOP_OPEN,
	OTFP_FILEOP_CLOSE,
	OTFP_FILEOP_READ,
	OTFP_FILEOP_WRITE,
	OTFP_FILEOP_SEEK,
	OTFP_FILEOP_UNLINK,
	OTFP_FILEOP_RENAME,
	OTFP_FILEOP_DUP, /* the handle is the new one, or that which it copies */
	OTFP_FILEOP_SYNC,
	OTFP_FILEOP_LOCK,
	OTFP_FILEOP_UNLOCK,
	OTFP_FILEOP_OTHER = 31,
	OTFP_FILEOP_BITS = 31
};

enum otfp_fileop_flag {
	OTFP_FILEOP_FAILED = 32,
	OTFP_FILEOP_ASYNC = 64,
	OTFP_FILEOP_COLLECTIVE = 128,
	OTFP_FILEOP_DIRECT = 256,
	OTFP_FILEOP_SYNCHRONOUS = 512,
	OTFP_FILEOP_READ_LOCK = 1024
};

/** @return the kind of an operation, without its flags */
static inline enum otfp_fileop otfp_fileop_kind(uint64_t operation)
{
	return (enum otfp_fileop)(operation & OTFP_FILEOP_BITS);
}

/** @return the kind in a word, as "open"; NULL if it is OTFP_FILEOP_OTHER or unknown */
const char *otfp_fileop_word(uint64_t operation);
#endif
