/*
 * back.h - records of OTF as bytes of VTF3: otf-to-vtf3(1) has the table; convert.h is the other way.
 *
 * What convert.h and keys.h put into key-values and comments becomes the records again that it was. Declarations that
 * stand before all events are written in the order of table 2 of the report, others as they come.
 *
 * Nothing is lost in profile full, by construction: each record that is written goes through convert.h, which is the
 * reader that will read it, and where something else comes out than went in, a carrier (keys.h) says what it was. In
 * profile compat that is counted.
 *
 * Memory: the declarations, open calls, and the bytes that the caller did not take.
 */
#ifndef OTFP_VTF3_BACK_H
#define OTFP_VTF3_BACK_H
#include "base/arena.h"
#include "base/buf.h"
#include "base/map.h"
#include "record/table.h"
#include "vtf3/convert.h"
#include "vtf3/keys.h"
#include "vtf3/legacy.h"
#include "vtf3/scan.h"
#include "vtf3/table.h"
#include "vtf3/write.h"

/* Besides OTFP_OK and errors: no record of VTF3 says it. */
#define OTFP_VTF3_NOTHING 1

struct otfp_vtf3_back_options {
	enum otfp_vtf3_format format;
	enum otfp_vtf3_profile profile;
	int modern; /* no old records, whatever the profile is or the trace was made of */
};

/* A declaration of the head. */
struct otfp_vtf3_kept {
	unsigned type;
	size_t number, at, n;          /* place in `kept`; n 0: none */
	const struct otfp_record *rec; /* NULL: for other readers only */
};

/* A definition that a record of VTF3 will make again, which did not come so far. */
struct otfp_vtf3_implied {
	const struct otfp_record *rec;
	int state; /* for verify.c */
};

struct otfp_vtf3_back {
	struct otfp_error *err, inner;       /* inner: what a writer refused */
	struct otfp_vtf3_writer *to, *plain; /* plain: Standard Binary, for what is kept */
	struct otfp_vtf3_scanner *binary, *fast;
	struct otfp_buf out;   /* bytes of the file; the caller takes them */
	struct otfp_buf text;  /* strings of the record that is made */
	struct otfp_buf kept;  /* declarations of the head */
	struct otfp_buf line;  /* that is carried */
	struct otfp_buf aside; /* bytes of the record that it stands before */
	struct otfp_vtf3_kept *defs;
	size_t ndefs, defs_cap;
	struct otfp_arena arena;                     /* definitions that wait: those of the head, and implied ones */
	int carries, is_modern, has_events, is_vtf3; /* the last: it was VTF3 before */
	double now;                                  /* time of the last event */
	uint32_t nprocesses;
	uint8_t key_of[OTFP_VTF3_NKEYS];  /* whether key[k] is known */
	uint8_t is_ours[OTFP_VTF3_NKEYS]; /* and its definition is the one that convert.h makes */
	uint32_t key[OTFP_VTF3_NKEYS];
	struct otfp_map properties; /* of counters */
	struct otfp_vtf3_implied *implied;
	size_t nimplied, implied_cap;
	struct otfp_map implied_by_token; /* index into implied, by type and token */
	struct {                          /* records that may be one of VTF3: leaves of an Upto, values of a Samp */
		struct otfp_record *recs;
		size_t want, n, cap;
		struct otfp_arena arena;
		struct otfp_buf tokens, types, values;
	} group;
	int is_alone; /* what is made now is no group */

	struct otfp_vtf3_convert reader; /* what reading it gives */
	struct otfp_vtf3_legacy *legacy;
	uint8_t is_odd[OTFP_VTF3_NTYPES]; /* types that may hold what is not convertible */

	uint64_t dropped[OTFP_NTYPES], changed[OTFP_NTYPES]; /* [0]: unknown ones */
};

/** @return 0 or <0; release it in any case */
int otfp_vtf3_back_init(struct otfp_vtf3_back *b, const struct otfp_vtf3_back_options *o, struct otfp_error *err);
void otfp_vtf3_back_release(struct otfp_vtf3_back *b);
/** What the stream says of its files; before all records. @return 0 or <0 */
int otfp_vtf3_back_header(struct otfp_vtf3_back *b, const struct otfp_header *h);
/** A record of the stream; bytes are put behind b->out. @return 0 or <0 */
int otfp_vtf3_back_take(struct otfp_vtf3_back *b, const struct otfp_record *rec);
int otfp_vtf3_back_end(struct otfp_vtf3_back *b);

/* ---- for the files beside back.c ---- */

/** What `rec` becomes. @return 0, OTFP_VTF3_NOTHING, <0 */
int otfp_vtf3_back_put(struct otfp_vtf3_back *b, const struct otfp_vtf3_record *native, const struct otfp_record *rec);
/** The key-value of that key. @return NULL if rec has none */
const struct otfp_tag *otfp_vtf3_back_tag(const struct otfp_vtf3_back *b, const struct otfp_record *rec,
                                          enum otfp_vtf3_key key);
/** A string with a NUL behind it, valid until the next record. p is NULL when memory is out */
struct otfp_str otfp_vtf3_back_text(struct otfp_vtf3_back *b, struct otfp_str s);
/** @return as otfp_vtf3_back_put */
int otfp_vtf3_back_define(struct otfp_vtf3_back *b, const struct otfp_record *rec);
int otfp_vtf3_back_event(struct otfp_vtf3_back *b, const struct otfp_record *rec);
/** Whether a record may be one with those that wait. */
int otfp_vtf3_back_belongs(const struct otfp_vtf3_back *b, const struct otfp_record *rec);
/** Records that waited to be one. @return 0 or <0 */
int otfp_vtf3_back_group(struct otfp_vtf3_back *b);
/* verify.c */

/** n records as one of VTF3, or where that does not say it, with carriers. @return 0, OTFP_VTF3_NOTHING, <0 */
int otfp_vtf3_back_write(struct otfp_vtf3_back *b, const struct otfp_vtf3_record *native,
                         const struct otfp_record *const *recs, size_t n);
/** A record, or control line, as a line. In profile compat: counted. @return 0 or <0 */
int otfp_vtf3_back_carry(struct otfp_vtf3_back *b, const struct otfp_record *rec);
/** A record for other readers. @return 0 or <0 */
int otfp_vtf3_back_aside(struct otfp_vtf3_back *b, const struct otfp_vtf3_record *native);
/** A definition that comes of its own. @return 0 or <0 */
int otfp_vtf3_back_imply(struct otfp_vtf3_back *b, const struct otfp_record *rec);
/** Whether a Leave comes of its own; it is one, then. */
int otfp_vtf3_back_comes(struct otfp_vtf3_back *b, const struct otfp_record *rec);
/** What was to come of its own, and did not. @return 0 or <0 */
int otfp_vtf3_back_verify_end(struct otfp_vtf3_back *b);
#endif
