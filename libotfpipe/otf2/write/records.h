/*
 * records.h - converts records of OTF to frames of OTF2 (frame.h). otf-to-otf2(1) has the table; the source of OTF2 is
 * the other direction. What OTF2 has no field for is carried as original.h says; carriers of OTF2 in the records
 * (carry.h) become the original records of OTF2 again.
 *
 * Events and snapshots go to the user as they are made; those that may still change wait in a spool (pass.c).
 * Definitions are made at the end, when it is known which process groups are used as communicators; they wait in
 * another spool.
 *
 * Memory: the definitions as records, short strings, what is open, and the blocks of the spools.
 */
#ifndef OTFP_OTF2_WRITE_RECORDS_H
#define OTFP_OTF2_WRITE_RECORDS_H
#include "base/arena.h"
#include "base/buf.h"
#include "base/map.h"
#include "otf2/pending.h"
#include "otf2/report.h"
#include "otf2/write/spool.h"
#include "otf2/write/writer.h"
#include "otf2/restore/carrier.h"
#include "otf2/values.h"
#include "record/table.h"
#include "record/tokens.h"

#define OTFP_OTF2_NO_REF UINT32_MAX
#define OTFP_OTF2_NO_PLACE UINT64_MAX /* in a spool */

/* File operations, from OTF_Definitions.h: kinds, and flags beside them. */
enum {
	OTFP_OTF2_FILEOP_OPEN,
	OTFP_OTF2_FILEOP_CLOSE,
	OTFP_OTF2_FILEOP_READ,
	OTFP_OTF2_FILEOP_WRITE,
	OTFP_OTF2_FILEOP_SEEK,
	OTFP_OTF2_FILEOP_UNLINK,
	OTFP_OTF2_FILEOP_RENAME,
	OTFP_OTF2_FILEOP_DUP,
	OTFP_OTF2_FILEOP_SYNC,
	OTFP_OTF2_FILEOP_LOCK,
	OTFP_OTF2_FILEOP_UNLOCK,
	OTFP_OTF2_FILEOP_OTHER = 31,
	OTFP_OTF2_FILEOP_BITS = 31
};
enum {
	OTFP_OTF2_IOFLAG_IOFAILED = 32,
	OTFP_OTF2_IOFLAG_ASYNC = 64,
	OTFP_OTF2_IOFLAG_COLL = 128,
	OTFP_OTF2_IOFLAG_ISREADLOCK = 1024
};

/* What a token of OTF means, in definitions and in events. */
struct otfp_otf2_token {
	const struct otfp_record *def; /* the last definition; NULL: it has none */
	uint32_t stream, token;
	uint32_t ref;  /* in OTF2; of a process its location, of a process group nothing */
	uint32_t more; /* of process groups: number of the comm + 1; of counters that came from OTF2: type of the values
	                * + 1; 0 = none */
};

/* A string of the archive. A long one is only in its frame. */
struct otfp_otf2_text {
	const char *p; /* NULL: it is long */
	size_t n;
	uint64_t place; /* of its frame */
};

/* The definitions of an archive in their order. */
enum otfp_otf2_part {
	OTFP_OTF2_PART_CLOCK,
	OTFP_OTF2_PART_STRINGS, /* to which all others refer */
	OTFP_OTF2_PART_REST,
	OTFP_OTF2_PART_MARKER_KINDS,
	OTFP_OTF2_PART_MARKERS,
	OTFP_OTF2_NPARTS
};

/* Reads the definitions from their start; zero-filled is the start. */
struct otfp_otf2_defined {
	unsigned part;
	struct otfp_otf2_spool_place place;
};

/* A token space. */
struct otfp_otf2_tokens {
	struct otfp_tokens index; /* to rows */
	struct otfp_otf2_token *rows;
	size_t n, cap;
};

/* An event that comes later than the next record may. */
struct otfp_otf2_later {
	uint64_t time, order;
	uint64_t *words; /* its frame */
	size_t n;
	int is_collective; /* it ends a collective operation that blocks */
};

/* A collective operation or file operation that began. */
struct otfp_otf2_begun {
	uint64_t matching; /* token of OTF */
	uint64_t id;       /* of OTF2: request or operation */
	uint64_t place;    /* of the frame of the begin in the spool, or OTFP_OTF2_NO_PLACE */
	struct otfp_record begin;
	uint8_t is_blocking, is_file;
	uint8_t is_gone; /* its communicator is: neither the begin nor the end is written */
	uint8_t mode;    /* of a file operation that came from OTF2, as the flags */
	uint32_t flags;
	uint16_t row; /* of the end, if the trace came from OTF2; OTFP_OTF2_NROWS: it has none */
	size_t next;  /* of a row that is free: 1 + the next one; 0 = last */
};

/* The operations of a location that are open; zero-filled: none. */
struct otfp_otf2_open {
	struct otfp_otf2_begun *rows;
	size_t n, cap, spare;              /* spare: 1 + the first free row; 0 = none */
	struct otfp_otf2_pending index[2]; /* rows by matching token; [1]: of file operations */
};

/* A process: what its location needs, by row of its token. */
struct otfp_otf2_place {
	uint64_t first, last;      /* times of the first event and the last one */
	uint64_t events;           /* their number */
	struct otfp_otf2_out *out; /* takes events without a frame; NULL: nothing does yet */
	uint32_t changing;         /* events that wait since they may still change */
	uint32_t group;            /* of locations, if it has no parent */
	uint64_t id;               /* of its location */
	int is_no_location;        /* it stands for a location group without locations */
	/* values of a metric, of which more records are awaited: pairs of type and value, and its attributes */
	struct otfp_buf metric, metric_tags;
	uint64_t metric_time, metric_since;
	int metric_is_snap, is_in_snapshot; /* is_in_snapshot: begin and end come from OTF2 */
	uint32_t metric_ref, metric_wanted, metric_counter;
	uint32_t blocking; /* collective operations that block and are open */
	uint32_t *calls;   /* functions */
	size_t ncalls, calls_cap;
	struct otfp_otf2_later *later; /* a heap, the first one on top */
	size_t nlater, later_cap;
	struct otfp_otf2_open open;
	struct otfp_otf2_pending transfers; /* ids of remote memory accesses by group and tag */
	struct otfp_buf snaps;              /* frames of one time, and that time and their number */
	uint64_t snap_time, nsnaps;
	uint64_t snap_next; /* number, from 1 on, of the event that follows them */
	size_t snap_end;    /* 1 + where the end that came with them is; 0: there is none */
};

/* A process group that is used as a communicator. */
struct otfp_otf2_communicator {
	size_t group;            /* row; SIZE_MAX: all locations */
	uint32_t ref;            /* of the comm */
	uint32_t win;            /* number of its window + 1; 0: RMA does not use it */
	struct otfp_buf members; /* uint32_t: rows of processes */
	struct otfp_map ranks;   /* by row */
};

/* Attributes, and parameters, which exist only here. */
struct otfp_otf2_own {
	const char *name; /* NULL: that of a key */
	uint32_t type;
	size_t key;                    /* row, or SIZE_MAX */
	const struct otfp_record *def; /* of a parameter that came from OTF2; otherwise NULL */
};

struct otfp_otf2_handle {
	uint32_t process; /* row of the first process of its group */
	uint32_t file;    /* row */
	uint64_t handle;
};

enum { OTFP_OTF2_PARADIGMS = 256 }; /* numbers of 8 bits */

/* What came from OTF2. */
struct otfp_otf2_restored {
	struct otfp_otf2_key *keys;
	size_t nkeys, keys_cap;
	struct otfp_map key_index;               /* of keys, by token */
	struct otfp_map refs[OTFP_OTF2_NSPACES]; /* by token: of what has no row of its own in the table */
	uint64_t counts[OTFP_OTF2_NSPACES];
	int is_resolved;
	uint64_t located[OTFP_OTF2_PARADIGMS]; /* by paradigm: 1 + the number of the group of all locations that is
	                                        * made anew; 0 = none */
	int has_groups;                        /* those and some group after them are defined */
	struct otfp_map seen;                  /* metrics that are defined */
	uint32_t source;                       /* key of the attribute of source locations; 0 = none */
	const char *machine;                   /* of the anchor file, as the next two; NULL = none */
	struct otfp_buf names, values;         /* const char *: properties */
	struct otfp_map lost;                  /* set of space << 32 | reference: of comments that were left out */
	int stage;
	int is_gone;                         /* the event at hand is of a process that is not in its group */
	const struct otfp_record *last_lost; /* the last definition that refers to one that is gone */
};

struct otfp_otf2_writing {
	struct otfp_error *err;
	/* takes the events and snapshots of locations, in the order of their files; set after the init. NULL: all wait
	 * in the spool */
	struct otfp_otf2_writer *writer;
	int is_plain; /* no carriers */
	struct otfp_otf2_report report;
	struct otfp_otf2_spool spool; /* what waits; queue 2 * row of the process, and that + 1 for snapshots */
	struct otfp_arena arena;      /* definitions and names */
	struct otfp_map streams;      /* of processes */

	struct otfp_otf2_tokens spaces[OTFP_W_MARKER + 1]; /* by enum otfp_what */
	struct otfp_otf2_place *places;                    /* by row of the process */
	size_t nplaces, places_cap;
	struct otfp_map strings;      /* by hash */
	struct otfp_otf2_text *texts; /* by reference */
	int lacks_reference; /* a string, attribute, parameter or rank could not be kept: the next frame fails */
	size_t ntexts, texts_cap;
	struct otfp_otf2_communicator *comms;
	size_t ncomms, comms_cap;
	uint32_t world, threads; /* comms + 1; 0: not used */
	uint32_t ngroups;        /* groups made */
	struct otfp_otf2_handle *handles;
	size_t nhandles, handles_cap;
	struct otfp_map handle_index;
	struct otfp_buf windows;                       /* uint32_t: numbers of comms */
	struct otfp_otf2_own *attributes, *parameters; /* by reference */
	size_t nattributes, attributes_cap, nparameters, parameters_cap;
	struct otfp_buf list; /* const struct otfp_record *: definitions and control lines in their order */
	struct otfp_buf lines;
	uint64_t next_id;
	uint64_t order;
	int has_snaps, is_otf2, is_share;
	uint64_t resolution, range[2];
	int has_range;
	struct otfp_buf description;
	struct otfp_buf unsaid; /* const struct otfp_record *: comments that it has no room for */
	const char *creator;

	struct otfp_buf frame; /* the one that is made; it always has room for all fields */
	struct otfp_buf text;  /* the frame of a string, which is made beside it */
	struct otfp_buf tags;  /* its attributes */
	struct otfp_otf2_restored restored;
	const struct otfp_record *clock;                         /* DefTimerResolution */
	int fate;                                                /* of the record at hand, enum otfp_otf2_fidelity */
	int is_changed;                                          /* a reader would get another record */
	uint8_t source_slot[OTFP_NTYPES];                        /* 0 = none */
	uint32_t field_attributes[OTFP_NTYPES][OTFP_MAX_FIELDS]; /* complements of references; 0 = none yet */
	struct otfp_otf2_spool defined; /* frames of definitions and markers; queue: enum otfp_otf2_part */
	unsigned part;                  /* that of the definition at hand */
	size_t longest;                 /* words of a definition at most */
};

/* ---- for the sink ---- */

/** Prepare the conversion. @param plain  no carriers. @return 0 or <0; release w in both cases */
int otfp_otf2_write_init(struct otfp_otf2_writing *w, int plain, struct otfp_error *err);
/** Free what w owns, not w itself. */
void otfp_otf2_write_release(struct otfp_otf2_writing *w);
/** Pass the header of the stream, before all records. */
void otfp_otf2_write_header(struct otfp_otf2_writing *w, const struct otfp_header *h);
/** Convert one record of the stream. @return 0 or <0 */
int otfp_otf2_write_record(struct otfp_otf2_writing *w, const struct otfp_record *rec);
/** After the last record: the definitions and the spool are complete. @return 0 or <0 */
int otfp_otf2_write_end(struct otfp_otf2_writing *w);
/** The next frames of definitions and markers, in the order of an archive; valid until the next call. @return 0; 1 at
 * the end; <0 */
int otfp_otf2_write_defined(struct otfp_otf2_writing *w, struct otfp_otf2_defined *at, const uint64_t **p,
                            size_t *words);

/* ---- refs.c: tokens and names ---- */

/** The row of a token in a record of a process, or with OTFP_OTF2_OF_STREAM in a definition of a stream; made if there
 * is none. @return NULL when memory is out; rows move when the next is made */
struct otfp_otf2_token *otfp_otf2_write_token(struct otfp_otf2_writing *w, unsigned what, uint32_t process,
                                              uint32_t token);
/** Learn a definition, which is copied. @return 0 or <0 */
int otfp_otf2_write_learn(struct otfp_otf2_writing *w, unsigned what, const struct otfp_record *rec);
/** As otfp_otf2_write_process, of a process that has no row yet. */
size_t otfp_otf2_write_add_process(struct otfp_otf2_writing *w, uint32_t token);
/** The row of the process with that token; made if there is none. @return SIZE_MAX when memory is out */
static inline size_t otfp_otf2_write_process(struct otfp_otf2_writing *w, uint32_t token)
{
	const uint64_t *row = otfp_map_get(&w->spaces[OTFP_W_PROCESS].index.map, token); /* they are of no stream */

	return OTFP_LIKELY(row && *row < w->nplaces) ? (size_t)*row : otfp_otf2_write_add_process(w, token);
}
/** The row of the process at the top of the parents of a row. */
size_t otfp_otf2_write_root(struct otfp_otf2_writing *w, size_t row);
/** The reference of a string. @return OTFP_OTF2_NO_REF when memory is out */
uint32_t otfp_otf2_write_string(struct otfp_otf2_writing *w, const char *p, size_t n);
/** The communicator of a process group in records of a process; group 0: all locations. @return NULL when memory is
 * out; valid until the next one is made */
struct otfp_otf2_communicator *otfp_otf2_write_comm(struct otfp_otf2_writing *w, uint32_t process, uint32_t group);
/** Add the processes of a group to the members of comm. @return 0 or <0 */
int otfp_otf2_write_members(struct otfp_otf2_writing *w, struct otfp_otf2_communicator *comm,
                            const struct otfp_record *def);
/** The communicator of all locations as threads. */
struct otfp_otf2_communicator *otfp_otf2_write_threads(struct otfp_otf2_writing *w);
/** The rank of a process in a communicator. @return -1 if it is not a member, or memory is out */
int64_t otfp_otf2_write_rank(struct otfp_otf2_writing *w, const struct otfp_otf2_communicator *comm, uint32_t process);
/** The reference of an attribute, or parameter, that has no key in OTF. @return
 * OTFP_OTF2_NO_REF when memory is out */
uint32_t otfp_otf2_write_attribute(struct otfp_otf2_writing *w, const char *name, uint32_t type);
uint32_t otfp_otf2_write_parameter(struct otfp_otf2_writing *w, const char *name, uint32_t type);
/** The window of a communicator. @return OTFP_OTF2_NO_REF when memory is out */
uint32_t otfp_otf2_write_window(struct otfp_otf2_writing *w, struct otfp_otf2_communicator *comm);
/** The reference of the handle of a file. @return OTFP_OTF2_NO_REF when memory is out */
uint32_t otfp_otf2_write_handle(struct otfp_otf2_writing *w, uint32_t process, uint32_t file, uint64_t handle);

/* ---- frame.c: the frame that is made ---- */

/** Begin a frame with all fields 0. @return it, valid until the next call of this group */
struct otfp_otf2_frame *otfp_otf2_write_frame(struct otfp_otf2_writing *w, unsigned row, uint64_t time);
/** Add the contents of the next field that has some, n bytes, filled up with zeros. @return 0 or <0 */
int otfp_otf2_write_contents(struct otfp_otf2_writing *w, const void *p, size_t n);
/** Add an attribute to the frame that is made or the next one. @return 0 or <0 */
int otfp_otf2_write_tag(struct otfp_otf2_writing *w, uint32_t attribute, uint32_t type, uint64_t value);
/** Complete the frame, a definition or marker of w->part. @return 0 or <0 */
int otfp_otf2_write_definition(struct otfp_otf2_writing *w);
/** Complete the frame, an event of a location (row of the process). @param place  NULL, or the frame may still change:
 * set for otfp_otf2_write_change, or to OTFP_OTF2_NO_PLACE if the event is dropped. @return 0 or <0 */
int otfp_otf2_write_event(struct otfp_otf2_writing *w, size_t location, uint64_t *place);
/** Add an event to a location, not earlier than the last one; *place as of otfp_otf2_write_event. @return 0 or <0 */
int otfp_otf2_write_put_event(struct otfp_otf2_writing *w, size_t location, const struct otfp_otf2_frame *frame,
                              uint64_t *place);
/** Complete the frame, an event that comes at its time. @return 0 or <0 */
int otfp_otf2_write_later(struct otfp_otf2_writing *w, size_t location, int is_collective);
/** Write the events of a location that come not after a time. @return 0 or <0 */
int otfp_otf2_write_flush(struct otfp_otf2_writing *w, size_t location, uint64_t until);
/** Complete the frame, a snapshot of a location. @return 0 or <0 */
int otfp_otf2_write_snap(struct otfp_otf2_writing *w, size_t location);
/** Complete the frame, a snapshot of a location whose begin and end are given. @return 0 or <0 */
int otfp_otf2_write_snap_as_it_is(struct otfp_otf2_writing *w, size_t location);
/** Write the snapshots of a location that wait for others of their time. @return 0 or <0 */
int otfp_otf2_write_flush_snaps(struct otfp_otf2_writing *w, size_t location);

/* ---- pass.c: frames leave ---- */

/** Pass on frames of a location, n words. @param place  as of otfp_otf2_write_event. @return 0 or <0 */
int otfp_otf2_write_pass(struct otfp_otf2_writing *w, size_t location, int is_snap, const void *words, size_t n,
                         uint64_t *place);
/** Set the first n fields of an event that waits; it does not change any more. @return 0 or <0 */
int otfp_otf2_write_change(struct otfp_otf2_writing *w, size_t location, uint64_t place, const uint64_t *fields,
                           size_t n);
/** Pass on all that waits of a location, at the end of the trace. @return 0 or <0 */
int otfp_otf2_write_pass_all(struct otfp_otf2_writing *w, size_t location);

/* ---- attribute.c: what an event has beside its fields ---- */

/** The type of the values of an attribute, by the definition of its key. */
uint32_t otfp_otf2_write_type(const struct otfp_record *def);
/** Add a key-value to the attributes. @return 1 if they say all of it, 0 if not, <0 */
int otfp_otf2_write_key_value(struct otfp_otf2_writing *w, uint32_t process, const struct otfp_tag *tag);
/** Add the source location of rec, if it has one, to the attributes. @return 0 or <0 */
int otfp_otf2_write_source(struct otfp_otf2_writing *w, const struct otfp_record *rec);
/** Add to the next frame the attributes of a record's key-values and source location. @return 0 or <0 */
int otfp_otf2_write_tags(struct otfp_otf2_writing *w, const struct otfp_record *rec);
/** Add to the next frame the attributes that say which record of OTF it stands for; rec NULL: none. @return 0 or <0 */
int otfp_otf2_write_original(struct otfp_otf2_writing *w, const struct otfp_record *rec);
/** Complete an event that stands for rec, with rec as a carrier if a reader would get another record. @return 0 or <0
 */
int otfp_otf2_write_put(struct otfp_otf2_writing *w, const struct otfp_record *rec, size_t location, int is_exact);
/** Drop the record. @return 0 */
int otfp_otf2_write_drop(struct otfp_otf2_writing *w);
/** Write an event for a record that OTF2 has none for. @return as otfp_otf2_write_timed */
int otfp_otf2_write_fallback(struct otfp_otf2_writing *w, const struct otfp_record *rec, size_t location);

/* ---- event.c, call.c, open.c, collect.c, file.c, define.c ---- */

/** Convert a timed record. @return 0 or <0 */
int otfp_otf2_write_timed(struct otfp_otf2_writing *w, const struct otfp_record *rec);
/** Add or end a call in the list of those that a process is in, for leaves that do not say their function: that of the
 * last call is at its end then. @return 0 or <0 */
int otfp_otf2_write_follow(struct otfp_otf2_writing *w, struct otfp_otf2_place *p, const struct otfp_record *rec);
/** Convert an Enter or Leave on a short way. @return 0 or <0; OTFP_END: it needs the long one, nothing was done */
int otfp_otf2_write_call(struct otfp_otf2_writing *w, const struct otfp_record *rec, size_t location);
/** Convert a record of collective operations. @return as otfp_otf2_write_timed */
int otfp_otf2_write_collective(struct otfp_otf2_writing *w, const struct otfp_record *rec, size_t location);
int otfp_otf2_write_collective_begin(struct otfp_otf2_writing *w, const struct otfp_record *rec, size_t location);
int otfp_otf2_write_collective_end(struct otfp_otf2_writing *w, const struct otfp_record *rec, size_t location);
/** Convert a record of file operations. @return as otfp_otf2_write_timed */
int otfp_otf2_write_file(struct otfp_otf2_writing *w, const struct otfp_record *rec, size_t location);
/** Note an operation that began. @return 0 or <0 */
int otfp_otf2_write_add_open(struct otfp_otf2_writing *w, size_t location, const struct otfp_otf2_begun *begun);
/** End the operation that began last with that matching token. @return 1 with *begun set; 0: there is none */
int otfp_otf2_write_end_open(struct otfp_otf2_writing *w, size_t location, uint64_t matching, int is_file,
                             struct otfp_otf2_begun *begun);
/** The operation of OTF2 that a collective operation in a record is. */
uint64_t otfp_otf2_write_operation(struct otfp_otf2_writing *w, const struct otfp_record *rec, uint64_t token);
/** Mode and flags of OTF2 of a file operation of OTF. */
void otfp_otf2_write_io(uint64_t operation, uint64_t *mode, uint64_t *flags);
/** File, a string, and line of the source location of a function; or of a source location itself. Unchanged if it is
 * not defined. */
void otfp_otf2_write_source_of(struct otfp_otf2_writing *w, const struct otfp_record *function, uint64_t *file,
                               uint64_t *line);
void otfp_otf2_write_file_of(struct otfp_otf2_writing *w, const struct otfp_record *scl, uint64_t *file,
                             uint64_t *line);

/* ---- restore/: a trace that came from OTF2 ---- */

/** Learn a key. @return its enum otfp_otf2_key_kind, or <0 */
int otfp_otf2_restore_learn(struct otfp_otf2_writing *w, const struct otfp_record *def);
/** What a key is; never NULL. */
const struct otfp_otf2_key *otfp_otf2_restore_key(const struct otfp_otf2_writing *w, uint32_t token);
struct otfp_otf2_resolver otfp_otf2_restore_resolver(struct otfp_otf2_writing *w);
/** The key-value of a record that is that field, or word. @return NULL if it has none */
const struct otfp_tag *otfp_otf2_restore_field(const struct otfp_otf2_writing *w, const struct otfp_record *rec,
                                               unsigned row, unsigned field);
const struct otfp_tag *otfp_otf2_restore_word(const struct otfp_otf2_writing *w, const struct otfp_record *rec,
                                              unsigned word);
/** Set the fields of the frame that is made from the key-values of rec. @return 0 or <0 */
int otfp_otf2_restore_fill(struct otfp_otf2_writing *w, const struct otfp_record *rec);
/** Count a record as dropped, a definition once. @param why  static text */
void otfp_otf2_restore_drop(struct otfp_otf2_writing *w, const struct otfp_record *rec, const char *why);
/** The same of a record that refers to a definition that is gone. */
void otfp_otf2_restore_lost(struct otfp_otf2_writing *w, const struct otfp_record *rec);
/** The record has a key-value that would be nowhere in the archive: it counts as dropped. */
void otfp_otf2_restore_no_place(struct otfp_otf2_writing *w, const struct otfp_record *rec);
/** Add the attributes of rec to the frame that is made. @return 0 or <0 */
int otfp_otf2_restore_attributes(struct otfp_otf2_writing *w, const struct otfp_record *rec);
/** The name in a slot of a definition as OTF2 had it. */
struct otfp_str otfp_otf2_restore_name(const struct otfp_otf2_writing *w, const struct otfp_record *def, unsigned slot);
/** What a process group was. @return its row; OTFP_OTF2_NROWS: it was none of OTF2 */
unsigned otfp_otf2_restore_row(const struct otfp_otf2_writing *w, const struct otfp_record *def);
/** Before the first event: number what has tokens. @return 0 or <0 */
int otfp_otf2_restore_resolve(struct otfp_otf2_writing *w);
/** The rank of a process as an event of process `from` means it. @return -1 if it has none, or memory is out */
int64_t otfp_otf2_restore_rank(struct otfp_otf2_writing *w, uint32_t from, uint32_t group, uint32_t peer);
/** Convert an event. @return 0 or <0; OTFP_END: it did not come from OTF2 */
int otfp_otf2_restore_event(struct otfp_otf2_writing *w, const struct otfp_record *rec, size_t location);
/** The OTF2_Type of the values of a counter; NULL: it is not defined. */
uint64_t otfp_otf2_restore_value_type(const struct otfp_otf2_writing *w, const struct otfp_record *counter);
/** Write the values of a metric that waits for more. @return 0 or <0 */
int otfp_otf2_restore_flush(struct otfp_otf2_writing *w, size_t location);
/** Make the definitions. @return 0 or <0 */
int otfp_otf2_restore_define(struct otfp_otf2_writing *w);
/** The same of markers, after the strings. @return 0 or <0 */
int otfp_otf2_restore_markers(struct otfp_otf2_writing *w);
/** Take a comment "otf2:archive ...". @return 0 or <0 */
int otfp_otf2_restore_archive(struct otfp_otf2_writing *w, const struct otfp_str *text);
/** Make the definitions. @return 0 or <0 */
int otfp_otf2_write_define(struct otfp_otf2_writing *w);
#endif
