/*
 * records.h - converts records of OTF to bytes of VTF3. otf-to-vtf3(1) has the table; read/records.h is the other
 * direction.
 *
 * Key-values and comments made by read/records.h (keys.h) become the original VTF3 records again. Declarations before
 * the first event are written in the order of table 2 of the report; later ones where they occur.
 *
 * Profile full loses nothing: each VTF3 record is read again with read/records.h at once, and if the result differs
 * from the input, a carrier (keys.h) stores the OTF record. Profiles plain and compat only count the differences.
 *
 * Memory: the declarations, the open calls, and the output bytes that the caller has not taken.
 */
#ifndef OTFP_VTF3_WRITE_RECORDS_H
#define OTFP_VTF3_WRITE_RECORDS_H
#include "base/arena.h"
#include "base/buf.h"
#include "base/map.h"
#include "record/table.h"
#include "vtf3/read/records.h"
#include "vtf3/keys.h"
#include "vtf3/read/legacy.h"
#include "vtf3/read/scan.h"
#include "vtf3/table.h"
#include "vtf3/write/write.h"

/* Beside OTFP_OK and errors: VTF3 has no record for this. */
#define OTFP_VTF3_NOTHING 1

/* Spaces whose token 0 means "none" in VTF3: without carriers it is written as another one. zero.c */
enum otfp_vtf3_renumbered { OTFP_VTF3_FUNCTIONS, OTFP_VTF3_FUNCTION_GROUPS, OTFP_VTF3_NRENUMBERED };
extern const uint8_t otfp_vtf3_renumbered[OTFP_VTF3_NRENUMBERED]; /* their enum otfp_what */

/* A declaration before the first event. */
struct otfp_vtf3_kept {
	unsigned type;
	size_t number, at, n;          /* its bytes in `kept`; n 0: no VTF3 record, or is_again */
	int is_again;                  /* the VTF3 record is made of rec again: it may be large */
	const struct otfp_record *rec; /* NULL: only for other readers */
};

/* A definition that the reader of the VTF3 file will make by itself, but has not made yet. */
struct otfp_vtf3_implied {
	const struct otfp_record *rec;
	int state; /* see verify.c */
};

struct otfp_vtf3_writing {
	struct otfp_error *err, inner;       /* inner: errors of scanner and writers */
	struct otfp_vtf3_writer *to, *plain; /* plain: Standard Binary, for `kept` */
	struct otfp_vtf3_scanner *binary, *fast;
	struct otfp_buf out;     /* output; the caller empties it, and where it may become large `drain` */
	int (*drain)(void *ctx); /* @return 0 or <0; may be NULL */
	void *drain_ctx;
	struct otfp_buf text;  /* strings of the record being made */
	struct otfp_buf kept;  /* declarations before the first event, as Standard Binary */
	struct otfp_buf line;  /* the line of a carrier */
	struct otfp_buf aside; /* bytes of the VTF3 record while its carrier is written before it */
	struct otfp_vtf3_kept *defs;
	size_t ndefs, defs_cap;
	struct otfp_arena arena;                     /* copies of kept and implied definitions */
	int carries, is_modern, has_events, is_vtf3; /* is_vtf3: the trace was made from VTF3 */
	double now;                                  /* VTF3 time of the last event */
	struct otfp_buf cpus;                        /* uint32_t: the cpuid of each process */
	int wants_all_cpus, has_all_cpus;            /* a counter names the cpu group OTFP_VTF3_ALL_CPUS; it exists */
	uint8_t key_of[OTFP_VTF3_NKEYS];             /* key[k] is known */
	uint8_t is_ours[OTFP_VTF3_NKEYS];            /* its definition equals that of read/records.h */
	uint32_t key[OTFP_VTF3_NKEYS];
	struct otfp_map properties;                  /* by token of a counter */
	struct otfp_map used[OTFP_VTF3_NRENUMBERED]; /* without carriers: sets of tokens defined, by enum
	                                                otfp_vtf3_renumbered */
	uint32_t zero[OTFP_VTF3_NRENUMBERED];        /* what token 0 is written as; 0 = itself */
	int has_zero;                                /* one of them is not 0 */
	struct otfp_vtf3_implied *implied;
	size_t nimplied, implied_cap;
	struct otfp_map implied_by_token; /* index into implied, by type and token */
	struct { /* records that may form one VTF3 record: leaves of an Upto, values of a Samp */
		struct otfp_record *recs;
		size_t want, n, cap;
		struct otfp_arena arena;
		struct otfp_buf tokens, types, values;
	} group;
	int is_alone; /* nonzero while the members of a group are written one by one */

	struct otfp_vtf3_reading reader; /* what a reader makes of the output */
	struct otfp_vtf3_legacy *legacy;
	uint8_t is_odd[OTFP_VTF3_NTYPES]; /* VTF3 types that read/records.h may reject */

	uint64_t dropped[OTFP_NTYPES], changed[OTFP_NTYPES]; /* number of records by type; [0]: unknown types */
};

/** Prepare the conversion; w->out gets the file header. @return 0 or <0; release w in both cases */
int otfp_vtf3_write_init(struct otfp_vtf3_writing *w, const struct otfp_vtf3_write_options *o, struct otfp_error *err);
/** Free what w owns, not w itself. */
void otfp_vtf3_write_release(struct otfp_vtf3_writing *w);
/** Pass the header of the stream, before all records. @return 0 or <0 */
int otfp_vtf3_write_header(struct otfp_vtf3_writing *w, const struct otfp_header *h);
/** Convert one record of the stream; bytes are appended to w->out. @return 0 or <0 */
int otfp_vtf3_write_record(struct otfp_vtf3_writing *w, const struct otfp_record *rec);
/** Write what is still pending, after the last record. @return 0 or <0 */
int otfp_vtf3_write_end(struct otfp_vtf3_writing *w);

/* ---- put.c ---- */

/** Write `native`, the VTF3 form of rec, or keep it if no event came yet. @return 0, OTFP_VTF3_NOTHING, <0 */
int otfp_vtf3_write_put(struct otfp_vtf3_writing *w, const struct otfp_vtf3_record *native,
                        const struct otfp_record *rec);
/** The same for a VTF3 record that otfp_vtf3_write_define makes of rec once more: only rec is kept. @return as
 * otfp_vtf3_write_put */
int otfp_vtf3_write_put_again(struct otfp_vtf3_writing *w, const struct otfp_vtf3_record *native,
                              const struct otfp_record *rec);
/** The key-value of rec with that key of keys.h. @return NULL if rec has none */
const struct otfp_tag *otfp_vtf3_write_tag(const struct otfp_vtf3_writing *w, const struct otfp_record *rec,
                                           enum otfp_vtf3_key key);
/** Copy a string and add a NUL; valid until the next record. p is NULL when memory is out */
struct otfp_str otfp_vtf3_write_text(struct otfp_vtf3_writing *w, struct otfp_str s);
/** Keep a declaration until the first event. native or rec may be NULL; is_again: native is not kept, but made of rec
 * again. @return 0 or <0 */
int otfp_vtf3_write_keep(struct otfp_vtf3_writing *w, const struct otfp_vtf3_record *native,
                         const struct otfp_record *rec, int is_again);
/** Before the first event: write the number of processes, and the cpu group of all if it is wanted. @return 0 or <0 */
int otfp_vtf3_write_put_cpus(struct otfp_vtf3_writing *w);
/** A counter names the cpu group of all processes: write that group, with the other declarations or now. @return 0 or
 * <0 */
int otfp_vtf3_write_want_all_cpus(struct otfp_vtf3_writing *w);

/* ---- define.c, event.c ---- */

/** Convert a definition. @return as otfp_vtf3_write_put */
int otfp_vtf3_write_define(struct otfp_vtf3_writing *w, const struct otfp_record *rec);
/** Convert an event. @return as otfp_vtf3_write_put */
int otfp_vtf3_write_event(struct otfp_vtf3_writing *w, const struct otfp_record *rec);
/** Whether rec can join the pending group (same type, process and time). */
int otfp_vtf3_write_belongs(const struct otfp_vtf3_writing *w, const struct otfp_record *rec);
/** Write the pending group, as one VTF3 record if it is complete. @return 0 or <0 */
int otfp_vtf3_write_group(struct otfp_vtf3_writing *w);

/* ---- zero.c ---- */

/** Without carriers: learn the token that a definition defines. @return 0, or -1 when memory is out */
int otfp_vtf3_write_learn(struct otfp_vtf3_writing *w, const struct otfp_record *rec);
/** Before a VTF3 record for rec is written: if it has token 0, set *native to *copy, which has another token that is
 * free. @return 0; OTFP_EFAIL if none is free, or rec has that token itself */
int otfp_vtf3_write_free_zero(struct otfp_vtf3_writing *w, const struct otfp_record *rec,
                              const struct otfp_vtf3_record **native, struct otfp_vtf3_record *copy);
/** Give the fields of a record the tokens that 0 is written as. */
void otfp_vtf3_write_renumber(const struct otfp_vtf3_writing *w, struct otfp_record *rec);

/* ---- verify.c ---- */

/** After a scanner, a writer or the reader has returned code: <0 makes its message that of the conversion.
 * @return code */
int otfp_vtf3_write_inner(struct otfp_vtf3_writing *w, int code);
/**
 * Write n OTF records as one VTF3 record, with carriers where the reader would get something else. @return 0,
 * OTFP_VTF3_NOTHING, <0
 */
int otfp_vtf3_write_write(struct otfp_vtf3_writing *w, const struct otfp_vtf3_record *native,
                          const struct otfp_record *const *recs, size_t n);
/** Write a record or control line as the text of a carrier; profiles without carriers drop and count it. @return 0 or
 * <0 */
int otfp_vtf3_write_carry(struct otfp_vtf3_writing *w, const struct otfp_record *rec);
/** Write a record that only other readers need, if the format can contain it; a carrier tells ours to skip it. @return
 * 0 or <0 */
int otfp_vtf3_write_aside(struct otfp_vtf3_writing *w, const struct otfp_vtf3_record *native);
/** Remember a definition that the reader will make by itself. @return 0, OTFP_VTF3_NOTHING, <0 */
int otfp_vtf3_write_imply(struct otfp_vtf3_writing *w, const struct otfp_record *rec);
/** Whether the reader will make this Leave by itself. Marks the matching one as seen. */
int otfp_vtf3_write_is_due(struct otfp_vtf3_writing *w, const struct otfp_record *rec);
/** Write the definitions and leaves that the reader will not make by itself. @return 0 or <0 */
int otfp_vtf3_write_verify_end(struct otfp_vtf3_writing *w);
#endif
