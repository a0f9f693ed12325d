/*
 * back.h - records of OTF as bytes of VTF3: otf-to-vtf3(1) has the table; convert.h is the other way.
 *
 * What convert.h and keys.h put into key-values and comments becomes the records again that it was. Declarations that
 * stand before all events are written in the order of table 2 of the report, others as they come.
 *
 * Memory: the declarations, open calls, and the bytes that the caller did not take.
 */
#ifndef OTFP_VTF3_BACK_H
#define OTFP_VTF3_BACK_H
#include "base/buf.h"
#include "base/map.h"
#include "record/table.h"
#include "vtf3/keys.h"
#include "vtf3/scan.h"
#include "vtf3/table.h"
#include "vtf3/write.h"

/* Parts of records that VTF3 has no place for. */
enum otfp_vtf3_loss {
	OTFP_VTF3_LOST_TAGS,    /* key-values */
	OTFP_VTF3_LOST_FIELD,   /* what a field says: parents, names of communicators, kinds of operations ... */
	OTFP_VTF3_LOST_NUMBER,  /* numbers that 32 bits with a sign do not hold */
	OTFP_VTF3_LOST_TIME,    /* times and durations that a double does not hold */
	OTFP_VTF3_LOST_PROCESS, /* of comments */
	OTFP_VTF3_LOST_LINE,    /* records that the format has no line for */
	OTFP_VTF3_NLOSSES
};

struct otfp_vtf3_back_process {
	uint32_t *open; /* functions, the innermost last */
	size_t n, cap;
	uint32_t skip; /* leaves that one Upto has said already */
	int returns_upto;
};

struct otfp_vtf3_kept {
	unsigned type;
	size_t number, at, n; /* place in `kept` */
};

struct otfp_vtf3_back {
	struct otfp_error *err, inner;       /* inner: what a writer refused */
	struct otfp_vtf3_writer *to, *plain; /* plain: Standard Binary, for what is kept */
	struct otfp_vtf3_scanner *binary, *fast;
	struct otfp_buf out;  /* bytes of the file; the caller takes them */
	struct otfp_buf text; /* strings of the record that is made */
	struct otfp_buf kept; /* declarations of the head */
	struct otfp_vtf3_kept *defs;
	size_t ndefs, defs_cap;
	int has_events, is_vtf3; /* it was VTF3 before */
	uint64_t time;
	uint32_t process, nprocesses;
	uint8_t key_of[OTFP_VTF3_NKEYS]; /* whether key[k] is known */
	uint32_t key[OTFP_VTF3_NKEYS];
	struct otfp_map processes; /* index into all */
	struct otfp_vtf3_back_process *all;
	size_t n, cap;
	struct otfp_map properties; /* of counters */
	struct {                    /* a Samp of several values */
		uint32_t want, n;
		uint32_t process;
		uint64_t time;
		struct otfp_buf tokens, types, values;
	} samples;
	uint64_t dropped[OTFP_NTYPES], lost[OTFP_VTF3_NLOSSES];
};

/** @return 0 or <0; release it in any case */
int otfp_vtf3_back_init(struct otfp_vtf3_back *b, enum otfp_vtf3_format format, enum otfp_vtf3_profile profile,
                        struct otfp_error *err);
void otfp_vtf3_back_release(struct otfp_vtf3_back *b);
/** A record of the stream; bytes are put behind b->out. @return 0 or <0 */
int otfp_vtf3_back_take(struct otfp_vtf3_back *b, const struct otfp_record *rec);
int otfp_vtf3_back_end(struct otfp_vtf3_back *b);
/** Things that the writer could not keep, too. */
uint64_t otfp_vtf3_back_lost(const struct otfp_vtf3_back *b, enum otfp_vtf3_loss what);

/* ---- for back-define.c and back-event.c ---- */

int otfp_vtf3_back_put(struct otfp_vtf3_back *b, const struct otfp_vtf3_record *rec);
/** The key-value of that key. @return NULL if rec has none */
const struct otfp_tag *otfp_vtf3_back_tag(const struct otfp_vtf3_back *b, const struct otfp_record *rec,
                                          enum otfp_vtf3_key key);
/** A string with a NUL behind it, valid until the next record. p is NULL when memory is out */
struct otfp_str otfp_vtf3_back_text(struct otfp_vtf3_back *b, struct otfp_str s);
int32_t otfp_vtf3_back_token(uint64_t token);
/** A number of 32 bits with a sign, and one that may count as lost. */
int32_t otfp_vtf3_back_number(struct otfp_vtf3_back *b, uint64_t number);
double otfp_vtf3_back_ticks(struct otfp_vtf3_back *b, uint64_t ticks);
int32_t otfp_vtf3_back_communicator(struct otfp_vtf3_back *b, uint64_t group);
uint32_t otfp_vtf3_back_cpu(uint64_t process);
int otfp_vtf3_back_define(struct otfp_vtf3_back *b, const struct otfp_record *rec);
int otfp_vtf3_back_event(struct otfp_vtf3_back *b, const struct otfp_record *rec);
/** The Samp whose values came so far. @return 0 or <0 */
int otfp_vtf3_back_samples(struct otfp_vtf3_back *b);
/** A Leave of the process went as what it was: if it is of the innermost call, that is over. */
void otfp_vtf3_back_left(struct otfp_vtf3_back *b, uint32_t process, uint64_t function);
#endif
