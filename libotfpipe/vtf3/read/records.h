/*
 * records.h - converts records of VTF3 to records of OTF. vtf3-to-otf(1) has the table.
 *
 * OTF tokens are VTF3 tokens + 1, since 0 is a valid VTF3 token; processes are cpuid + 1. CPU groups keep their
 * numbers, which have bit 31; source locations keep theirs. What OTF has no field for is stored as keys.h describes.
 *
 * Memory: definitions, names, about 100 bytes for each process, open calls, and the records of one batch.
 */
#ifndef OTFP_VTF3_READ_RECORDS_H
#define OTFP_VTF3_READ_RECORDS_H
#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/map.h"
#include "record/table.h"
#include "vtf3/read/carried.h"
#include "vtf3/keys.h"
#include "vtf3/table.h"
#include "vtf3/write/write.h"

struct otfp_vtf3_cpu {
	uint32_t cpuid, process;
	uint8_t is_defined, returns_upto;
	int32_t *open; /* stack of open states, innermost last */
	size_t n, cap;
	uint32_t *regions; /* stack of the functions of open regions, innermost last */
	size_t nregions, regions_cap;
};

/* A Leave that becomes due at a known later time. */
struct otfp_vtf3_later {
	uint64_t time;
	uint32_t process, function, source;
	uint64_t number; /* order among leaves of the same time */
	int is_seen;     /* for write/records.h: the OTF trace has this Leave */
};

/* State before a record, to undo its conversion. */
struct otfp_vtf3_before {
	size_t n;
	uint64_t nredefined;
	uint32_t known_keys;
};

struct otfp_vtf3_reading {
	struct otfp_error *err;
	uint64_t rescale;    /* wanted ticks per second; 0: keep */
	double factor;       /* of times; 0: unchanged */
	int is_unsorted;     /* times may go back; the caller sorts the records */
	uint64_t resolution; /* ticks per second; 0: unknown */
	double period;       /* seconds per tick, from the file; 0: unknown */
	uint64_t time;       /* time of the last event, in ticks of OTF */
	int has_events;
	int32_t job; /* of the record being converted */

	uint64_t nredefined; /* number of definitions that contradict an earlier one */
	char first_redefined[60];

	struct otfp_record *recs; /* records of this batch */
	const struct otfp_record **out;
	size_t n, cap;
	struct otfp_arena arena; /* memory of what recs point to */
	struct otfp_buf text;
	struct otfp_vtf3_writer *binary, *fast;
	uint32_t known_keys;            /* one bit for each key that has a definition */
	struct otfp_vtf3_before before; /* state before the last record, but after the leaves that were due before it */

	struct otfp_vtf3_carried *carried; /* NULL before the first carrier */
	enum otfp_vtf3_carrier waits;      /* kind of the carrier that waits for the next record */
	uint64_t troubles;                 /* number of invalid carriers; err has the message of the last */
	struct otfp_header header;         /* the header, if a carrier contains one */
	uint64_t ncontrols;                /* number of control lines given */

	struct otfp_map declared; /* hash of a definition, by type and token */
	struct otfp_map cpus;     /* index into cpu, by cpuid */
	struct otfp_vtf3_cpu **cpu, *near[64];
	size_t ncpus, cpus_cap;
	uint32_t nprocesses; /* from Defsyscpunums */
	int32_t *threads;    /* number of threads by process, from Defthreadnums; NULL: no threads */
	size_t nthreads;
	struct otfp_map value_types;    /* value type of samples, by token */
	struct otfp_map forms;          /* SIGNED or FLOAT32 counters that carriers define, by token */
	struct otfp_map names_by_token; /* struct otfp_str * of groups, regions and so on, by type and token */
	struct otfp_arena names;
	struct otfp_map functions; /* token of region functions, by type and token */
	uint32_t nfunctions;
	struct otfp_map operations; /* matching numbers of open file operations, by cpu and file */
	uint64_t noperations;
	struct otfp_vtf3_later *later; /* min-heap by time and number */
	size_t nlater, later_cap;
	uint64_t put_later; /* leaves ever added */
};

/** Prepare a conversion; messages go to err. @return 0 or <0; release c in both cases */
int otfp_vtf3_read_init(struct otfp_vtf3_reading *c, struct otfp_error *err);
/** Free what c owns, not c itself. */
void otfp_vtf3_read_release(struct otfp_vtf3_reading *c);
/** Remove all records of the batch, and the memory they point to. */
void otfp_vtf3_read_clear(struct otfp_vtf3_reading *c);
/** Convert one record and append the results to c->recs. rec must not be an old record (legacy.h). @return 0 or <0 */
int otfp_vtf3_reading(struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec);
/** Whether the conversion of rec can fail only for lack of memory. */
int otfp_vtf3_has_record(const struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec);

/* ---- emit.c: records out ---- */

/** The OTF token of a VTF3 token; 0 if there is none (VTF3 token -1). */
static inline uint32_t otfp_vtf3_token(int32_t token)
{
	return (uint32_t)token + 1;
}
/** Grow recs and out. @return 0 or <0 */
int otfp_vtf3_more(struct otfp_vtf3_reading *c);
/**
 * Append a record without tags, at the current time; the caller must set all its fields. @return NULL when memory is
 * out
 */
static inline struct otfp_record *otfp_vtf3_emit(struct otfp_vtf3_reading *c, unsigned type, uint32_t loc)
{
	struct otfp_record *rec;

	if (OTFP_UNLIKELY(c->n == c->cap) && otfp_vtf3_more(c) < 0)
		return NULL;
	rec = &c->recs[c->n++];
	rec->type = (uint16_t)type;
	rec->file = otfp_table[type].file;
	rec->time = otfp_is_timed(rec->file) ? c->time : 0;
	rec->loc = loc;
	rec->form = OTFP_FORM_RAW;
	rec->ntags = 0;
	rec->lineno = 0;
	rec->line = (struct otfp_str){NULL, 0};
	return rec;
}
/** Copy text for the lifetime of this batch. p is NULL when memory is out */
struct otfp_str otfp_vtf3_text(struct otfp_vtf3_reading *c, const char *p, size_t n);
/** Add a key-value with a number to the last record. @return 0 or <0 */
int otfp_vtf3_tag(struct otfp_vtf3_reading *c, enum otfp_vtf3_key key, uint64_t value);
/** Add a key-value with all of rec, as Standard Binary, to the last record. @return 0 or <0 */
int otfp_vtf3_tag_record(struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec);
/** Append rec as the text of a DefinitionComment or EventComment (type). @return 0 or <0 */
int otfp_vtf3_comment(struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec, unsigned type, uint32_t process);
/** Whether a definition of the same type and token exists. */
int otfp_vtf3_is_declared(const struct otfp_vtf3_reading *c, const struct otfp_record *def);
/**
 * Register the last record, a complete definition. Remove it if the same definition exists. If another definition of
 * its token exists, remove it too and write rec (unless NULL) as a comment. @return 0 or <0
 */
int otfp_vtf3_declared(struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec);
/** Append a declaration as a DefinitionComment. @return 0 or <0 */
int otfp_vtf3_carry_definition(struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec);

/* ---- cpus.c: processes ---- */

/** Remember the name of a token; it is copied. @return 0 or <0 */
int otfp_vtf3_name(struct otfp_vtf3_reading *c, unsigned type, uint32_t token, struct otfp_str name);
/** The remembered name. @return NULL if there is none */
const struct otfp_str *otfp_vtf3_name_of(const struct otfp_vtf3_reading *c, unsigned type, uint32_t token);
/** The process group of a communicator; 0 if there is none, or if OTF has no number for it. */
uint32_t otfp_vtf3_communicator(int32_t communicator);
/** Look up a cpu. @return NULL if it is unknown */
const struct otfp_vtf3_cpu *otfp_vtf3_cpu_find(const struct otfp_vtf3_reading *c, uint32_t cpuid);
/** The entry of a cpu, made if it is new. @return NULL on error */
struct otfp_vtf3_cpu *otfp_vtf3_cpu_known(struct otfp_vtf3_reading *c, uint32_t cpuid);
/** The same, with a DefProcess if it has none yet. @return NULL on error */
struct otfp_vtf3_cpu *otfp_vtf3_cpu_defined(struct otfp_vtf3_reading *c, uint32_t cpuid);
/** The same as otfp_vtf3_cpu_defined, with the cache checked first. */
static inline struct otfp_vtf3_cpu *otfp_vtf3_cpu(struct otfp_vtf3_reading *c, uint32_t cpuid)
{
	struct otfp_vtf3_cpu *near = c->near[cpuid % 64];

	if (OTFP_LIKELY(near && near->cpuid == cpuid && near->is_defined))
		return near;
	return otfp_vtf3_cpu_defined(c, cpuid);
}
/** Add the DefProcess of a cpu. @param rec  its Defcpuname, or NULL. @return 0 or <0 */
int otfp_vtf3_define_process(struct otfp_vtf3_reading *c, struct otfp_vtf3_cpu *cpu,
                             const struct otfp_vtf3_record *rec);
/** Append rec as a comment: a DefinitionComment, or an EventComment of a process. @return 0 or <0 */
int otfp_vtf3_carry(struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec);

/* ---- times.c ---- */

/** Fail because a time does not fit into 64 bits. @return <0 */
int otfp_vtf3_too_late(struct otfp_vtf3_reading *c, double d, const char *what);
/**
 * Convert a time or duration to ticks of OTF; `what` names it in the message. @return 0, or <0 if it does not fit into
 * 64 bits
 */
static inline int otfp_vtf3_ticks(struct otfp_vtf3_reading *c, double d, const char *what, uint64_t *ticks)
{
	if (OTFP_UNLIKELY(c->factor > 0))
		d = d * c->factor + 0.5;
	if (OTFP_UNLIKELY(!(d < 18446744073709551616.0))) /* VTF3 times go up to 1e30 */
		return otfp_vtf3_too_late(c, d, what);
	*ticks = (uint64_t)d;
	return 0;
}
/** Schedule a Leave at l->time. @return 0 or <0 */
int otfp_vtf3_leave_later(struct otfp_vtf3_reading *c, const struct otfp_vtf3_later *l);
/** Add the leaves that are due up to a time. @return 0 or <0 */
int otfp_vtf3_give_due(struct otfp_vtf3_reading *c, uint64_t until);

/* ---- define.c, event.c, and carry/region.c: one record ---- */

/** Convert a declaration. @return 0 or <0 */
int otfp_vtf3_define(struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec);
/** Convert a comment before the first event to a DefinitionComment. @return 0 or <0 */
int otfp_vtf3_define_comment(struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec);
/** Add a DefProcess for each cpu that was counted (Defsyscpunums, Defthreadnums) but has no name. @return 0 or <0 */
int otfp_vtf3_define_counted(struct otfp_vtf3_reading *c);
/** Convert an event. @return 0 or <0 */
int otfp_vtf3_event(struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec);
/** Convert an event of a region: mutex, pattern, parallel region or OpenMP construct. @return 0 or <0 */
int otfp_vtf3_region(struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec);
/** Convert a Defkparreg to a DefFunction. @return 0 or <0 */
int otfp_vtf3_define_region(struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec);

/* ---- native.c: records without carriers ---- */

/**
 * Start an event: set the time, and first add the leaves due before it. @return 0, or <0 if the time goes back or does
 * not fit
 */
int otfp_vtf3_begin_event(struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec);
/** As otfp_vtf3_reading, without looking for carriers. */
int otfp_vtf3_read_native(struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec);
/**
 * Remove the OTF records that the last VTF3 record became, and the notes about them. Its effects on stacks, processes
 * and the like remain.
 */
void otfp_vtf3_undo(struct otfp_vtf3_reading *c);
/** Add the records that are still due, after the last record. @return 0 or <0 */
int otfp_vtf3_read_end(struct otfp_vtf3_reading *c);
#endif
