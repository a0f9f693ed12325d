/* table.h - vtf3.def as constants. */
#ifndef OTFP_VTF3_TABLE_H
#define OTFP_VTF3_TABLE_H
#include "vtf3/record.h"

#define OTFP_VTF3_PRIVATE 0x5600 /* first record type code of our own */

enum otfp_vtf3_kind { OTFP_VTF3_DEF, OTFP_VTF3_EVENT };

/* Types of arguments; see vtf3.def. */
enum otfp_vtf3_arg_type {
	OTFP_VTF3_A_INT,
	OTFP_VTF3_A_UNS,
	OTFP_VTF3_A_CPU,
	OTFP_VTF3_A_ANYCPU,
	OTFP_VTF3_A_CPUINT,
	OTFP_VTF3_A_COMM,
	OTFP_VTF3_A_SCL,
	OTFP_VTF3_A_JOB,
	OTFP_VTF3_A_IOTYPE,
	OTFP_VTF3_A_VTYPE,
	OTFP_VTF3_A_SECS,
	OTFP_VTF3_A_COUNT, /* last type of 4 bytes in binary */
	OTFP_VTF3_A_DUR,
	OTFP_VTF3_A_REAL, /* last type that is one number */
	OTFP_VTF3_A_STR,
	OTFP_VTF3_A_INTS,
	OTFP_VTF3_A_CPUS,
	OTFP_VTF3_A_STRS,
	OTFP_VTF3_A_VTYPES,
	OTFP_VTF3_A_REALS,
	OTFP_VTF3_A_VALUES,
	OTFP_VTF3_A_TRIPLETS,
	OTFP_VTF3_A_BOUNDS,
	OTFP_VTF3_A_BYTES
};

enum { /* flags of a row */
       OTFP_VTF3_R_OLD = 1,
       OTFP_VTF3_R_SLOP = 2,
       OTFP_VTF3_R_EXCH = 4,
       OTFP_VTF3_R_COMMENT = 8,
       OTFP_VTF3_R_ACTS = 16
};
enum otfp_vtf3_how { /* a part of the payload */
	             OTFP_VTF3_D_STD,
	             OTFP_VTF3_D_WORD,
	             OTFP_VTF3_D_PAD, /* last one that is always present */
	             OTFP_VTF3_D_CALL,
	             OTFP_VTF3_D_SRC,
	             OTFP_VTF3_D_LAST
};
enum { /* flags of a part of a line */
       OTFP_VTF3_T_OPT = 1,
       OTFP_VTF3_T_ALT = 2,
       OTFP_VTF3_T_ON = 4,
       OTFP_VTF3_T_GAP = 8,
       OTFP_VTF3_T_WIDE = 16,
       OTFP_VTF3_T_REST = 32,
       OTFP_VTF3_T_SRC = 64,
       OTFP_VTF3_T_PAIRS = 128,
       OTFP_VTF3_T_SAMPLES = 256
};

struct otfp_vtf3_arg {
	const char *name;
	uint8_t type;     /* enum otfp_vtf3_arg_type */
	uint8_t is_extra; /* not an argument of VTF3_Write<name> (row X) */
};
struct otfp_vtf3_part {
	uint8_t slot, how; /* enum otfp_vtf3_how */
};
struct otfp_vtf3_text {
	char word[10];
	uint8_t slot, n; /* n: length of word */
	uint16_t flags;
};

struct otfp_vtf3_row {
	const char *name, *keyword;
	uint16_t code;
	uint8_t kind, flags, nargs, ndisk, ntext; /* nargs: with the extra ones */
	struct otfp_vtf3_arg args[OTFP_VTF3_MAX_ARGS];
	struct otfp_vtf3_part disk[12];
	struct otfp_vtf3_text text[14];
};

/* By enum otfp_vtf3_type. */
extern const struct otfp_vtf3_row *const otfp_vtf3_rows;

/** Whether a type is an event; declarations come first in vtf3.def. */
static inline int otfp_vtf3_is_event(unsigned type)
{
	return type >= OTFP_VTF3_Comment;
}

/** Bytes of one element of an array type; 0 for STRS and for other types. */
static inline size_t otfp_vtf3_size(unsigned type)
{
	switch (type) {
	case OTFP_VTF3_A_BYTES: return 1;
	case OTFP_VTF3_A_REALS:
	case OTFP_VTF3_A_VALUES:
	case OTFP_VTF3_A_BOUNDS: return 8;
	default: return type > OTFP_VTF3_A_STR && type != OTFP_VTF3_A_STRS ? 4 : 0;
	}
}
/** Number of elements of an array, or of bytes, in slot k of rec; SIZE_MAX / 8 if the count is negative. */
static inline size_t otfp_vtf3_row_elements(const struct otfp_vtf3_row *row, const struct otfp_vtf3_record *rec,
                                            unsigned k)
{
	const unsigned type = row->args[k].type;
	unsigned counter = 0;

	if (type == OTFP_VTF3_A_BOUNDS)
		return 2;
	while (counter < row->nargs - 1u && row->args[counter].type != OTFP_VTF3_A_COUNT)
		counter++;
	if (rec->v[counter].i < 0)
		return SIZE_MAX / 8;
	return (size_t)rec->v[counter].i * (type == OTFP_VTF3_A_TRIPLETS ? 3 : 1);
}
/** The same, of the row of rec. */
size_t otfp_vtf3_elements(const struct otfp_vtf3_record *rec, unsigned k);
/**
 * Whether a number of that type means "none": for a source location, communicator or job; for other numbers, whether it
 * is 0.
 */
static inline int otfp_vtf3_is_no(unsigned type, int32_t number)
{
	switch (type) {
	case OTFP_VTF3_A_COMM: return number == OTFP_VTF3_NOCOMMUNICATOR;
	case OTFP_VTF3_A_JOB: return number == OTFP_VTF3_NOJOB;
	default: return number == 0;
	}
}
/** The same of slot k of rec. */
int otfp_vtf3_is_none(const struct otfp_vtf3_record *rec, unsigned k);
/** Element i of an array of 8-byte elements, clipped if it is floating-point. */
uint64_t otfp_vtf3_clipped(const struct otfp_vtf3_record *rec, unsigned k, size_t i);
/**
 * Initialise rec: this type, no time, no flags, every slot empty (communicator, source location and job none; empty
 * text; arrays without elements; bounds 0 and 0).
 */
void otfp_vtf3_record_init(struct otfp_vtf3_record *rec, enum otfp_vtf3_type type);
#endif
