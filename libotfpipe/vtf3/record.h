/*
 * record.h - one VTF3 record, as the scanner returns it and the writer takes it.
 *
 * v[k] is the k-th argument of VTF3_Write<name> after the time; vtf3.def has its type. The slots after the arguments
 * are for values that only old files have. The member of the union for P = otfp_vtf3_rows[type].args[k].type:
 *
 *     i    INT CPUINT COMM SCL JOB IOTYPE VTYPE COUNT      u   UNS CPU ANYCPU (0-based, as in the interface)
 *     d    DUR REAL SECS                                   s   STR: n bytes and a NUL
 *     is   INTS VTYPES       us  CPUS, TRIPLETS (3 * count)    ss  STRS, each with NUL
 *     ds   REALS             qs  VALUES; BOUNDS (always two)   p   BYTES (count of them)
 *
 * The one COUNT of a record is the number of elements of all its arrays.
 */
#ifndef OTFP_VTF3_RECORD_H
#define OTFP_VTF3_RECORD_H
#include "otfpipe.h"

/* The record types, in the order of vtf3.def: declarations first, Defunmerged before all. */
enum otfp_vtf3_type {
#define R(name, ...) OTFP_VTF3_##name,
#include "vtf3/vtf3.def"
#undef R
	OTFP_VTF3_NTYPES
};

/* Special values. The original header is lost; NOACT, NOSTATE, the value types and the hints are our choice. */
enum {
	OTFP_VTF3_NOACT = -1,
	OTFP_VTF3_NOSTATE = -1,
	OTFP_VTF3_OLD_NOACT = 0, /* activity token in old records (Exchange_obsol, Defact_obsol): no activity */
	OTFP_VTF3_NOCOMMUNICATOR = -0x7fff,
	OTFP_VTF3_NOJOB = -9999999,
	OTFP_VTF3_SCLNONE = 0,
	OTFP_VTF3_READ = 1, /* types of file I/O */
	OTFP_VTF3_WRITE = 2,
	OTFP_VTF3_UINT = 1, /* types of values */
	OTFP_VTF3_FLOAT = 2,
	OTFP_VTF3_BEFORE = 1, /* datarephint: the value counts from the previous sample to this one */
	OTFP_VTF3_POINT = 2,
	OTFP_VTF3_AFTER = 3,
	OTFP_VTF3_SAMPLE = 4,
	OTFP_VTF3_EXCH_TO = 0, /* exchangetype; TO has no direction */
	OTFP_VTF3_EXCH_DOWNTO = 1,
	OTFP_VTF3_EXCH_UPTO = 2,
	OTFP_VTF3_EXCH_UPFROM = 3,
	OTFP_VTF3_TOKEN_VALID = 1, /* validity of an activity: which of its token and name are set */
	OTFP_VTF3_NAME_VALID = 2
};
#define OTFP_VTF3_CPUGRP_MASK 0x80000000u
#define OTFP_VTF3_TIME_MAX 1e30
#define OTFP_VTF3_STRING_MAX 65535u     /* bytes, in binary */
#define OTFP_VTF3_RECORD_MAX (8u << 20) /* bytes; longer records are Unrecognizable */

#define OTFP_VTF3_MAX_ARGS 14

union otfp_vtf3_value {
	int32_t i;
	uint32_t u;
	double d;
	struct otfp_str s;
	const int32_t *is;
	const uint32_t *us;
	const uint64_t *qs;
	const double *ds;
	const char *const *ss;
	const void *p;
};

enum {
	OTFP_VTF3_HAS_SRC = 1, /* the slots file and line are set */
	OTFP_VTF3_IMPLIED = 2  /* is not in the file: Defact_obsol of an activity that an old ASCII file only names */
};

/* Points into the scanner; valid until its next read. */
struct otfp_vtf3_record {
	double time;   /* ticks, an integer in 0..1e30; 0 for declarations */
	uint16_t type; /* enum otfp_vtf3_type */
	uint16_t flags;
	union otfp_vtf3_value v[OTFP_VTF3_MAX_ARGS];
};

/* Slots of the old records, named as in vtf3.def. */
enum otfp_vtf3_exchange_slot {
	OTFP_EXCH_CPU,
	OTFP_EXCH_TYPE,
	OTFP_EXCH_STATE,
	OTFP_EXCH_ACT,
	OTFP_EXCH_ACTNAME,
	OTFP_EXCH_VALIDITY,
	OTFP_EXCH_JOB,
	OTFP_EXCH_FROMACT,
	OTFP_EXCH_FROMNAME,
	OTFP_EXCH_FROMSTATE,
	OTFP_EXCH_CLUSTER,
	OTFP_EXCH_SCL,
	OTFP_EXCH_FILE,
	OTFP_EXCH_LINE
};
enum otfp_vtf3_symbol_slot {
	OTFP_SYMBOL_ACT,
	OTFP_SYMBOL_ACTNAME,
	OTFP_SYMBOL_VALIDITY,
	OTFP_SYMBOL_STATE,
	OTFP_SYMBOL_NAME,
	OTFP_SYMBOL_FILE,
	OTFP_SYMBOL_LINE,
	OTFP_SYMBOL_SCL
};
#endif
