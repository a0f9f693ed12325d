/*
 * convert.h - records of VTF3 as those of OTF: vtf3-to-otf(1) has the table.
 *
 * Tokens are one more than in VTF3, where 0 is one; processes are cpuid + 1; cpu groups keep their numbers, which have
 * bit 31; source locations keep theirs. What OTF has no field for goes along as keys.h says.
 *
 * Memory: definitions, names, some 100 bytes a process, open calls, and the records of one batch.
 */
#ifndef OTFP_VTF3_CONVERT_H
#define OTFP_VTF3_CONVERT_H
#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/map.h"
#include "record/table.h"
#include "vtf3/carried.h"
#include "vtf3/keys.h"
#include "vtf3/table.h"
#include "vtf3/write.h"

struct otfp_vtf3_cpu {
	uint32_t cpuid, process;
	uint8_t is_defined, returns_upto;
	int32_t *open; /* states, the innermost last */
	size_t n, cap;
	uint32_t *regions; /* functions of regions that are open, the innermost last */
	size_t nregions, regions_cap;
};

/* A leave at a time that is known already. */
struct otfp_vtf3_later {
	uint64_t time;
	uint32_t process, function, source;
	uint64_t number; /* of one time the first put comes first */
	int is_seen;     /* for back.h: it stands in the trace, too */
};

/* To take back what a record became. */
struct otfp_vtf3_before {
	size_t n;
	uint64_t twice;
	uint32_t known_keys;
};

struct otfp_vtf3_convert {
	struct otfp_error *err;
	uint64_t rescale;    /* ticks per second to be; 0 = as they are */
	double factor;       /* of times; 0 = none */
	int is_unsorted;     /* times may go back: what comes is sorted afterwards */
	uint64_t resolution; /* ticks per second; 0 = not known */
	double period;       /* seconds per tick, as the file says; 0 = not known */
	uint64_t time;       /* of the last event */
	int has_events;
	int32_t job; /* of the record that is converted */

	uint64_t twice; /* definitions of tokens that have another one */
	char first_twice[60];

	struct otfp_record *recs; /* of this batch */
	const struct otfp_record **out;
	size_t n, cap;
	struct otfp_arena arena; /* what they point to */
	struct otfp_buf text;
	struct otfp_vtf3_writer *binary, *fast;
	uint32_t known_keys;            /* a bit each: those that are defined */
	struct otfp_vtf3_before before; /* the last record, but behind the leaves that came of their own */

	struct otfp_vtf3_carried *carried; /* NULL before the first carrier */
	enum otfp_vtf3_carrier waits;      /* a carrier for what comes next */
	uint64_t troubles;                 /* carriers that are none; the last is told in err */
	struct otfp_header header;         /* what a carrier says of it */
	uint64_t ncontrols;                /* control lines given */

	struct otfp_map declared; /* hash of a definition, by type and token */
	struct otfp_map cpus;     /* index into cpu */
	struct otfp_vtf3_cpu **cpu, *near[64];
	size_t ncpus, cpus_cap;
	uint32_t nprocesses; /* as Defsyscpunums counts them */
	int32_t *threads;    /* by process, as Defthreadnums counts them; NULL = no threads */
	size_t nthreads;
	struct otfp_map value_types;    /* of samples, by token */
	struct otfp_map forms;          /* of counters that carriers define: SIGNED and FLOAT32, by token */
	struct otfp_map names_by_token; /* of groups, regions and so on: struct otfp_str *, by type and token */
	struct otfp_arena names;
	struct otfp_map functions; /* of regions, by type and token */
	uint32_t nfunctions;
	struct otfp_map operations; /* on files that were begun: matching numbers, by cpu and file */
	uint64_t noperations;
	struct otfp_vtf3_later *later; /* a heap */
	size_t nlater, later_cap;
	uint64_t put_later; /* ever */
};

/** @return 0 or <0; release it in any case */
int otfp_vtf3_convert_init(struct otfp_vtf3_convert *c, struct otfp_error *err);
void otfp_vtf3_convert_release(struct otfp_vtf3_convert *c);
/** Forget the records given so far. */
void otfp_vtf3_convert_clear(struct otfp_vtf3_convert *c);
/** Put what a record becomes behind recs[n]; legacy.h has modernised it. @return 0 or <0 */
int otfp_vtf3_convert(struct otfp_vtf3_convert *c, const struct otfp_vtf3_record *rec);
/** The same of a record that no carrier is about. */
int otfp_vtf3_convert_native(struct otfp_vtf3_convert *c, const struct otfp_vtf3_record *rec);
/** Whether it would not fail but for memory. */
int otfp_vtf3_is_convertible(const struct otfp_vtf3_convert *c, const struct otfp_vtf3_record *rec);
/** Take back the records that the last one became, and what was told of them. What it did to stacks, processes and so
 * on stays. */
void otfp_vtf3_undo(struct otfp_vtf3_convert *c);
/** No more records come. @return 0 or <0 */
int otfp_vtf3_convert_end(struct otfp_vtf3_convert *c);

/* ---- for the files beside convert.c ---- */

/** The token of OTF. */
static inline uint32_t otfp_vtf3_token(int32_t token)
{
	return (uint32_t)token + 1;
}
/** The process group of a communicator; 0 if it is none, or one that OTF has no number for. */
uint32_t otfp_vtf3_communicator(int32_t communicator);
/** The cpu if it is known; else NULL, and it stays unknown. */
const struct otfp_vtf3_cpu *otfp_vtf3_cpu_find(const struct otfp_vtf3_convert *c, uint32_t cpuid);
/** An event comes: its time, and what comes before it. @return 0 or <0 */
int otfp_vtf3_begin_event(struct otfp_vtf3_convert *c, const struct otfp_vtf3_record *rec);
/** Whether a definition of this type has that token already. */
int otfp_vtf3_is_declared(const struct otfp_vtf3_convert *c, const struct otfp_record *def);
/** A cpu; the second gives it a process if it has none. @return NULL on error */
struct otfp_vtf3_cpu *otfp_vtf3_cpu_known(struct otfp_vtf3_convert *c, uint32_t cpuid);
struct otfp_vtf3_cpu *otfp_vtf3_cpu_defined(struct otfp_vtf3_convert *c, uint32_t cpuid);
static inline struct otfp_vtf3_cpu *otfp_vtf3_cpu(struct otfp_vtf3_convert *c, uint32_t cpuid)
{
	struct otfp_vtf3_cpu *near = c->near[cpuid % 64];

	if (OTFP_LIKELY(near && near->cpuid == cpuid && near->is_defined))
		return near;
	return otfp_vtf3_cpu_defined(c, cpuid);
}
/** Room for more records. @return 0 or <0 */
int otfp_vtf3_more(struct otfp_vtf3_convert *c);
/** A new record without tags; all its fields are the caller's to set. @return NULL when memory is out */
static inline struct otfp_record *otfp_vtf3_emit(struct otfp_vtf3_convert *c, unsigned type, uint32_t loc)
{
	struct otfp_record *rec;

	if (OTFP_UNLIKELY(c->n == c->cap) && otfp_vtf3_more(c) < 0)
		return NULL;
	rec = &c->recs[c->n++];
	rec->type = (uint16_t)type;
	rec->file = otfp_table[type].file;
	rec->time = otfp_is_timed(rec->file) ? c->time : 0;
	rec->loc = loc;
	rec->form = OTFP_RAW;
	rec->ntags = 0;
	rec->lineno = 0;
	rec->line = (struct otfp_str){NULL, 0};
	return rec;
}
/** The last record is a definition and complete. The same once more goes; of another one of its token rec, unless
 * it is NULL, becomes a comment. @return 0 or <0 */
int otfp_vtf3_declared(struct otfp_vtf3_convert *c, const struct otfp_vtf3_record *rec);
/** The last record gets one more key-value: a number, or all of rec. @return 0 or <0 */
int otfp_vtf3_tag(struct otfp_vtf3_convert *c, enum otfp_vtf3_key key, uint64_t value);
int otfp_vtf3_tag_record(struct otfp_vtf3_convert *c, const struct otfp_vtf3_record *rec);
/** rec as a comment: one of the definitions, or of a process. @return 0 or <0 */
int otfp_vtf3_carry(struct otfp_vtf3_convert *c, const struct otfp_vtf3_record *rec);
/** A copy that lives as long as this batch. p is NULL when memory is out */
struct otfp_str otfp_vtf3_text(struct otfp_vtf3_convert *c, const char *p, size_t n);
/** A time or duration. @return 0, or <0 if it does not fit */
int otfp_vtf3_ticks(struct otfp_vtf3_convert *c, double d, const char *what, uint64_t *ticks);
/** A leave at its time. @return 0 or <0 */
int otfp_vtf3_leave_later(struct otfp_vtf3_convert *c, const struct otfp_vtf3_later *l);

/* define.c */
int otfp_vtf3_define(struct otfp_vtf3_convert *c, const struct otfp_vtf3_record *rec);
int otfp_vtf3_define_comment(struct otfp_vtf3_convert *c, const struct otfp_vtf3_record *rec);
/** Give a cpu its process. @param rec  Defcpuname, or NULL. @return 0 or <0 */
int otfp_vtf3_define_process(struct otfp_vtf3_convert *c, struct otfp_vtf3_cpu *cpu,
                             const struct otfp_vtf3_record *rec);
/** Processes that were counted and have no name. @return 0 or <0 */
int otfp_vtf3_define_counted(struct otfp_vtf3_convert *c);
/** A name that is needed later. @return 0 or <0; NULL if there is none */
int otfp_vtf3_name(struct otfp_vtf3_convert *c, unsigned type, uint32_t token, struct otfp_str name);
const struct otfp_str *otfp_vtf3_name_of(const struct otfp_vtf3_convert *c, unsigned type, uint32_t token);
/* event.c, region.c */
int otfp_vtf3_event(struct otfp_vtf3_convert *c, const struct otfp_vtf3_record *rec);
int otfp_vtf3_region(struct otfp_vtf3_convert *c, const struct otfp_vtf3_record *rec);
/** Defkparreg as a function. @return 0 or <0 */
int otfp_vtf3_define_region(struct otfp_vtf3_convert *c, const struct otfp_vtf3_record *rec);
#endif
