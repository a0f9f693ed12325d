/*
 * convert.h - makes records of OTF of the frames of an archive: the batch that they go to, key-values, and what is open
 * in each location.
 *
 * The key-values of a record are added before the record, so that a new key is defined before it:
 *
 *     otfp_otf2_carry(c, frame, OTFP_OTF2_MpiIsend_requestID);
 *     rec = otfp_otf2_emit(c, OTFP_SendMsg);
 *
 * The first record emitted for a frame gets all of them.
 */
#ifndef OTFP_OTF2_CARRY_CONVERT_H
#define OTFP_OTF2_CARRY_CONVERT_H
#include "base/buf.h"
#include "otf2/carry/carry.h"
#include "otf2/carry/model.h"
#include "otf2/carry/past.h"
#include "otf2/report.h"
#include "record/table.h"

/* ---- a location ---- */

/* Collective operations of a kind. */
struct otfp_otf2_collectives {
	uint64_t open;     /* begins whose end did not come yet */
	uint64_t matching; /* of the last begin: the number of its end */
	/* Where the search for the next end goes on: in words after `start`, and the number of the frame before that */
	size_t sought;
	uint64_t number;
};

/* The state of the events or snapshots of a location. */
struct otfp_otf2_lane {
	const struct otfp_otf2_process *process;
	uint32_t token;
	unsigned at; /* index of the location among those that are read */
	int is_snaps;
	int is_over; /* no frame is left */
	/* Frames [p, end) are not converted yet; the frame that is being converted stands at p. */
	const uint64_t *start, *p, *end;
	int was_read;   /* the file was opened */
	int is_at_end;  /* nothing comes after `end` */
	uint64_t *kept; /* where start points to, if frames had to wait */
	size_t kept_cap;
	/* Put more frames after `end`; start, p and end move. @return 0, 1 if there are no more, <0 */
	int (*more)(struct otfp_otf2_lane *lane, void *ctx);
	void *ctx;
	uint64_t time; /* of the last record */
	uint64_t next; /* of the frame at p; 0: not known */
	uint64_t done; /* the number of the frame that was converted last, or is being so, in its file */
	/* Damage: in all; after `end`, so that no more frames can be put there; the frames that it took there */
	int is_damaged, is_broken;
	uint64_t skipped;
	struct otfp_otf2_collectives collectives[OTFP_OTF2_COLLECTIVES];
	struct otfp_otf2_pending transfers; /* tag by matching id */
	struct otfp_otf2_pending tags;      /* matching id by tag */
	uint32_t tags_from, tags_next;      /* transfers with the tags from tags_from to tags_next - 1 are open */
	struct otfp_otf2_pending io;        /* mode and flags by matching id */
	struct otfp_otf2_life life;
	/* What was open where the reading started, if events before that were left out; which of it is in the fields
	 * above */
	uint64_t left_out;
	struct otfp_otf2_past past[OTFP_OTF2_PASTS];
	int knows_past[OTFP_OTF2_COLLECTIVES], knows_life;
	/* Fill p with the last events that were left out, or all of them. @return 0 or <0 */
	int (*look_back)(struct otfp_otf2_lane *lane, struct otfp_otf2_past *p, void *ctx);
	uint32_t *stack; /* of --unwind: calling contexts, innermost last */
	size_t depth, stack_cap;
	/* of snapshots: */
	struct otfp_otf2_lane *events; /* of the same location; NULL = they are not read */
	uint64_t waits_since;          /* a begun collective operation, waiting for the record of what it is */
	int waits;
};

/* ---- the conversion ---- */

/* Records that were made. Zero-filled is empty. */
struct otfp_otf2_batch {
	struct otfp_record *recs;
	const struct otfp_record **out; /* the address of each */
	size_t n, cap;
	struct otfp_arena arena; /* what recs point to */
	size_t nmembers;         /* of their lists */
};

struct otfp_otf2_carrying {
	struct otfp_error *err;
	const char *name; /* of the archive, for messages */
	struct otfp_otf2_options options;
	int strict;
	void (*report_to)(void *ctx, const struct otfp_error *e);
	void *report_ctx;
	struct otfp_otf2_model model;
	struct otfp_otf2_report report;
	uint64_t troubles, unreported; /* damage; that much of it was not reported singly */

	struct otfp_otf2_batch batch;
	struct otfp_buf text;
	struct otfp_tag *tags; /* of the frame being converted */
	size_t ntags, tags_cap;
	size_t first; /* the first record of that frame; SIZE_MAX = none yet */
	int is_carried, is_lost;
	unsigned told_space; /* of the undefined reference that was reported last; 0 = none in this frame */
	uint64_t told_ref;
	struct otfp_otf2_lane *lane; /* of an event or snapshot */
	uint32_t lineno;             /* number of the frame in its file, UINT32_MAX and more: as that; 0 = unknown */
	uint64_t time;
	/* what the last event of the kind referred to: events often refer to the same again */
	uint64_t last_comm_ref, last_metric_ref;
	const struct otfp_otf2_partners *last_comm;
	const struct otfp_otf2_metric *last_metric;

	struct {
		uint8_t is_defined;
		struct otfp_otf2_type type;
	} keys[OTFP_OTF2_NROWS][OTFP_OTF2_MAX_FIELDS];
	uint8_t words[OTFP_OTF2_NWORDS]; /* defined */
	struct otfp_map named;           /* keys by hash of their name and type */
	uint8_t has_operation[256];      /* by OTF2_CollectiveOp: it has a definition */
	struct otfp_map sources;         /* tokens of source locations by file and line */
	uint32_t nsources, last_source;
	struct otfp_map files, groups;       /* source files and function groups that are defined */
	uint64_t source_attribute;           /* its value is the field `source`; UINT64_MAX = none */
	struct otfp_otf2_original *original; /* NULL = the archive was no OTF trace: original-read.h */
};

/** Prepare a conversion that is zero-filled but for err, name, options and what damage is reported to. @return 0 or <0
 */
int otfp_otf2_carrying_init(struct otfp_otf2_carrying *c);
/** After the model is resolved: find what the conversion treats in its own way. @return 0 or <0 */
int otfp_otf2_carrying_begin(struct otfp_otf2_carrying *c);
/** Free what c owns, not c itself. */
void otfp_otf2_carrying_release(struct otfp_otf2_carrying *c);
/** Remove all records of the batch. */
void otfp_otf2_carrying_clear(struct otfp_otf2_carrying *c);
/** Make room for more records of the batch. @return 0 or <0 */
int otfp_otf2_more(struct otfp_otf2_carrying *c);

/** Append a record without key-values, at the current time; its fields are those of an older record. @return NULL when
 * memory is out */
static inline struct otfp_record *otfp_otf2_append(struct otfp_otf2_carrying *c, unsigned type)
{
	struct otfp_record *rec;

	if (OTFP_UNLIKELY(c->batch.n == c->batch.cap) && otfp_otf2_more(c) < 0)
		return NULL;
	rec = &c->batch.recs[c->batch.n++];
	rec->type = (uint16_t)type;
	rec->file = otfp_table[type].file;
	rec->form = OTFP_FORM_RAW;
	rec->ntags = 0;
	rec->lineno = c->lineno;
	rec->time = c->time;
	rec->loc = c->lane ? c->lane->token : 0;
	return rec;
}
/** Append the next record of the frame, all fields 0. @return NULL when memory is out */
struct otfp_record *otfp_otf2_emit(struct otfp_otf2_carrying *c, unsigned type);
/** Append the definition of a key. p of a text NULL: memory was out, which is reported. @return 0 or <0 */
int otfp_otf2_emit_key(struct otfp_otf2_carrying *c, uint32_t key, unsigned type, struct otfp_str name,
                       struct otfp_str description);
/** Begin and end the conversion of a frame: the records between get its key-values, and it is counted. @return 0 or <0
 */
void otfp_otf2_begin(struct otfp_otf2_carrying *c);
int otfp_otf2_end(struct otfp_otf2_carrying *c, unsigned row);
/** Give the key-values so far to the first record, before those of another one begin. @return 0 or <0 */
int otfp_otf2_seal(struct otfp_otf2_carrying *c);

/** Add a key-value to the frame's first record, not counted as carried. @return the pair, all but its key for the
 * caller to fill; NULL when memory is out */
struct otfp_tag *otfp_otf2_tag(struct otfp_otf2_carrying *c, uint32_t key);
/** Whether key-values of the conversion itself go into the output, otherwise they are counted as dropped. */
int otfp_otf2_carries(struct otfp_otf2_carrying *c);

/** Report damage: "ARCHIVE: location 3: what". @return 0, or <0 if it is an error (--strict) */
int otfp_otf2_bad(struct otfp_otf2_carrying *c, enum otfp_flaw flaw, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/** At the end: report how many faults were not reported singly, if any. */
void otfp_otf2_report_unlisted(struct otfp_otf2_carrying *c);
/** Report that a reference is undefined, once for a frame. @return as otfp_otf2_bad */
int otfp_otf2_undefined(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame, unsigned space,
                        uint64_t ref);
/** Copy bytes for the lifetime of the batch; p NULL when memory is out. */
struct otfp_str otfp_otf2_keep(struct otfp_otf2_carrying *c, const char *p, size_t n);

/* ---- carry-type.c ---- */

/** The bits of a number that a key-value of that type has. */
uint64_t otfp_otf2_cut(uint64_t v, unsigned type);
/** A text as a byte array of OTF, which cannot be empty: an empty text is one zero byte. */
struct otfp_str otfp_otf2_stored(struct otfp_str s);

/* ---- carry.c ---- */

/** What is carried as a text or a token must be defined, or else it is reported. @return 0, or <0 for --strict */
int otfp_otf2_check_reference(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame,
                              struct otfp_otf2_type type, uint64_t ref);
/** The same of all that a field refers to. */
int otfp_otf2_check_field(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame, unsigned field);
/** The type of a field of a frame: members of a group have that of the group. */
struct otfp_otf2_type otfp_otf2_type_in(const struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame,
                                        unsigned field);
/** Carry a field in a key-value, unless it is undefined. @return 0 or <0 */
int otfp_otf2_carry(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame, unsigned field);
/** Carry a field in a key-value, also if all bits are set. @return 0 or <0 */
int otfp_otf2_carry_any(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame, unsigned field);
/** Carry all fields, from `from` on. @return 0 or <0 */
int otfp_otf2_carry_from(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame, unsigned from);
/** Carry a number under a word. @return 0 or <0 */
int otfp_otf2_carry_word(struct otfp_otf2_carrying *c, enum otfp_otf2_word word, uint64_t v);
/** Carry that a field, which the record expresses, is undefined. @return 0 or <0 */
int otfp_otf2_carry_undefined(struct otfp_otf2_carrying *c, unsigned field);
/** Carry bytes under a word. @return 0 or <0 */
int otfp_otf2_carry_bytes(struct otfp_otf2_carrying *c, enum otfp_otf2_word word, struct otfp_str s);
/** Carry which event a record stands for. @return 0 or <0 */
int otfp_otf2_carry_kind(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame);
/** Carry a property: prefix<name>, with its type and value. @return 0 or <0 */
int otfp_otf2_carry_property(struct otfp_otf2_carrying *c, const char *prefix, uint64_t name, uint64_t type,
                             uint64_t v);
/** As otfp_otf2_attributes, for a frame that has some. */
int otfp_otf2_some_attributes(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame);
/** Give the attributes of a frame to its record. @return 0 or <0 */
static inline int otfp_otf2_attributes(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame)
{
	return frame->ntags ? otfp_otf2_some_attributes(c, frame) : 0;
}
/** Carry an event as a NoOp, a snapshot as a comment, with its attributes. @return 0 or <0 */
int otfp_otf2_carry_event(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame);
/** Carry a definition or snapshot as a comment. @return 0 or <0 */
int otfp_otf2_carry_comment(struct otfp_otf2_carrying *c, const struct otfp_otf2_frame *frame);
/** Append the percent-encoded text. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_otf2_encode(struct otfp_buf *b, struct otfp_str s);
#endif
