/*
 * rows.h - vtf3.def as constants that the compiler sees. An inline function with a row parameter, called with
 * &otfp_vtf3_const_rows[OTFP_VTF3_Downto], compiles to straight code for that record. Other code uses otfp_vtf3_rows
 * of table.h.
 */
#ifndef OTFP_VTF3_ROWS_H
#define OTFP_VTF3_ROWS_H
#include "vtf3/table.h"

#define PRIVATE OTFP_VTF3_PRIVATE

enum {
	OLD = OTFP_VTF3_R_OLD,
	SLOP = OTFP_VTF3_R_SLOP,
	EXCH = OTFP_VTF3_R_EXCH,
	COMMENT = OTFP_VTF3_R_COMMENT,
	ACTS = OTFP_VTF3_R_ACTS
};
enum {
	OPT = OTFP_VTF3_T_OPT,
	ALT = OTFP_VTF3_T_ALT,
	ON = OTFP_VTF3_T_ON,
	GAP = OTFP_VTF3_T_GAP,
	WIDE = OTFP_VTF3_T_WIDE,
	REST = OTFP_VTF3_T_REST,
	SRC = OTFP_VTF3_T_SRC,
	PAIRS = OTFP_VTF3_T_PAIRS,
	SAMPLES = OTFP_VTF3_T_SAMPLES
};

enum {
#define R(name, code, kind, keyword, flags, args, disk, text) \
	NARGS_##name = 0 args, NDISK_##name = 0 disk, NTEXT_##name = 0 text,
#define A(...) +1
#define X(...) +1
#define D(...) +1
#define T(...) +1
#include "vtf3/vtf3.def"
#undef R
#undef A
#undef X
#undef D
#undef T
	NARGS_
};

static const struct otfp_vtf3_row otfp_vtf3_const_rows[OTFP_VTF3_NTYPES] = {
#define R(name, code, kind, keyword, flags, args, disk, text)                                            \
	[OTFP_VTF3_##name] = {#name,        keyword,      code,   OTFP_VTF3_##kind, flags, NARGS_##name, \
	                      NDISK_##name, NTEXT_##name, {args}, {disk},           {text}},
#define A(name, type) {#name, OTFP_VTF3_A_##type, 0},
#define X(name, type) {#name, OTFP_VTF3_A_##type, 1},
#define D(slot, how) {slot, OTFP_VTF3_D_##how},
#define T(word, slot, flags) {word, slot, sizeof(word) - 1, flags},
#include "vtf3/vtf3.def"
#undef R
#undef A
#undef X
#undef D
#undef T
};

/* With EXCHANGE, these are nearly all records of a real trace; they get code of their own. */
#define OTFP_VTF3_HOT(X) X(Downto) X(Upfrom) X(Upto) X(Sendmsg) X(Recvmsg) X(Samp)

#undef PRIVATE
#endif
