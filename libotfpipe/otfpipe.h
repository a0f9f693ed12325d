/*
 * otfpipe.h - the public interface of libotfpipe: records of Open Trace Format.
 *
 * A program reads records from a source (a trace on disk or a line stream) and
 * puts records into a sink (a line stream, or a trace on disk):
 *
 *     otfp_source_open -> otfp_source_next ... -> otfp_source_close
 *     otfp_sink_open_* -> otfp_sink_begin -> otfp_sink_put ... -> otfp_sink_end -> otfp_sink_close
 *
 * Functions that can fail return 0 ok, 1 end, or <0, one of enum otfp_code. A
 * function that opens something copies the message to the struct otfp_error that
 * it is given, which may be NULL; after that the handle keeps its last error:
 * otfp_source_error, otfp_sink_error. Misuse (a put before the begin, an unknown
 * record type, a NULL handle) returns OTFP_EUSAGE.
 *
 * The library never prints and never exits. Several threads may use it, each
 * with its own handles. otfpipe(3) is the overview of the manual; the line
 * stream is described in otfpipe-stream(5).
 */
#ifndef OTFPIPE_H
#define OTFPIPE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "otfpipe-records.h" /* enum otfp_type; OTFP_Enter_function and the other slots */

#ifdef __cplusplus
extern "C" {
#endif

#define OTFP_API __attribute__((visibility("default")))

/* ---- version ---- */

#define OTFP_VERSION "0.1.0"
#define OTFP_VERSION_NUMBER 100 /* major * 10000 + minor * 100 + patch */

/** The version of the library that the program runs with; OTFP_VERSION is the one it was compiled with. */
OTFP_API const char *otfp_version(void);
OTFP_API unsigned otfp_version_number(void);

/* ---- errors ---- */

enum otfp_code {
	OTFP_OK = 0,
	OTFP_END = 1,
	OTFP_EFAIL = -1,   /* the system said no, or bad input */
	OTFP_EUSAGE = -2,  /* the caller asked for what cannot be */
	OTFP_ETRUNC = -3,  /* the input ended early */
	OTFP_EDAMAGE = -4, /* damage in a trace; reading on is possible */
	OTFP_EABORT = -5,  /* an earlier stage of the pipeline said @ABORT */
	OTFP_EINTR = -6    /* a signal came; nothing was lost but the rest */
};

/* What is amiss with an input, for those who sort what they are told: otf-check(1). */
enum otfp_flaw {
	OTFP_FLAW_NONE,           /* no fault of the input, or not known */
	OTFP_FLAW_LINE,           /* a line that is no record */
	OTFP_FLAW_UNKNOWN,        /* a record of a name that nobody knows */
	OTFP_FLAW_KEYVALUE,       /* key-values that cannot be read, or belong to nothing */
	OTFP_FLAW_CUT,            /* the file or stream ends early */
	OTFP_FLAW_TRAILER,        /* an event file has not its last lines */
	OTFP_FLAW_GAVE_UP,        /* its writer stopped at a time that goes back */
	OTFP_FLAW_PACKING,        /* compressed data are corrupt */
	OTFP_FLAW_ORDER,          /* a time goes back */
	OTFP_FLAW_HOME,           /* records of a process in a stream that is not its own */
	OTFP_FLAW_TWO_STREAMS,    /* a process has two streams */
	OTFP_FLAW_MASTER,         /* a line of the master file, or there is none */
	OTFP_FLAW_NO_EVENTS,      /* a stream has no event file */
	OTFP_FLAW_NO_DEFINITIONS, /* the trace has no definitions */
	OTFP_FLAW_SHADOWED,       /* of a plain and a compressed file one is ignored */
	OTFP_FLAW_STRAY,          /* a file of the set that nobody reads */
	OTFP_FLAW_COUNT,          /* not as many records as @END says */
	OTFP_FLAW_HEADER,         /* the magic line, or a feature that is asked for */
	OTFP_FLAW_ABORTED,        /* @ABORT */
	OTFP_FLAW_FORMAT,         /* a file of no known format */
	OTFP_FLAW_NO_NEWLINE,     /* the last line may be cut, or whole */
	OTFP_FLAW_REDEFINED,      /* definitions that contradict each other */
	OTFP_FLAW_UNDEFINED,      /* records of a kind that is nowhere defined */
	OTFP_FLAW_LEFT_OUT,       /* records that say nothing that a trace can hold */
	OTFP_FLAW_REPAIRED,       /* put right while it was read; nothing is lost */
	OTFP_NFLAWS
};

/* What went wrong and where; text is "where: what", lower case, no full stop. */
struct otfp_error {
	int code;       /* enum otfp_code */
	int flaw;       /* enum otfp_flaw */
	unsigned where; /* bytes of text that are "path", "path:line" or "aborted by PROGRAM"; 0 = it has no place */
	unsigned path;  /* bytes of them that are the path */
	uint64_t line;  /* in the file, 0 = none */
	uint64_t more;  /* not 0: it stands for so many of its flaw that are not told one by one */
	char text[1000];
};

/* ---- records ---- */

/* The kind of file a record lives in; the order is that of the contract for
 * timed records of one time: snapshots, statistics, events. */
enum otfp_file { OTFP_DEF, OTFP_MARKER, OTFP_SNAP, OTFP_STAT, OTFP_EVENT, OTFP_NFILES };

/* Bytes; p NULL = no string at all. Not terminated. */
struct otfp_str {
	const char *p;
	size_t n;
};

struct otfp_list {
	const uint32_t *p;
	size_t n;
};

union otfp_value {
	uint64_t u; /* U8 U32 U64 VALUE, and an enum otfp_file for KIND */
	struct otfp_str s;
	struct otfp_list l;
};

/* Types of key-values, numbered as OTF does. */
enum otfp_tag_type {
	OTFP_CHAR,
	OTFP_INT8,
	OTFP_UINT8,
	OTFP_INT16,
	OTFP_UINT16,
	OTFP_INT32,
	OTFP_UINT32,
	OTFP_INT64,
	OTFP_UINT64,
	OTFP_FLOAT,
	OTFP_DOUBLE,
	OTFP_BYTES,
	OTFP_NTAGTYPES
};

/* One key-value pair of a record. */
struct otfp_tag {
	uint32_t key;
	uint8_t type;          /* enum otfp_tag_type */
	uint64_t bits;         /* the value: two's complement cut to its width, or IEEE-754 bits */
	struct otfp_str bytes; /* of a byte array */
};

/* Control lines, by their names as whole words. */
enum otfp_control {
	OTFP_C_NONE,  /* no control line; in a record: not looked at yet */
	OTFP_C_OTHER, /* a name that this library does not know, or @SM, @PG or @IS without any field */
	OTFP_C_SM,    /* @SM stream process,process,... */
	OTFP_C_PG,    /* @PG ID:... PP:... PN:... VN:... CL:... */
	OTFP_C_IS,    /* @IS 1: snapshots are inline from here on */
	OTFP_C_LOST,  /* @LOST process from to count */
	/* no source gives these: */
	OTFP_C_FT,    /* @FT name */
	OTFP_C_END,   /* @END count */
	OTFP_C_ABORT, /* @ABORT program reason */
	OTFP_C_MAGIC, /* @OTFPIPE version ... */
	OTFP_NCONTROLS
};

/* How the 64 bits of a counter value are written in the line stream. */
enum otfp_form { OTFP_RAW, OTFP_SIGNED, OTFP_DOUBLE64, OTFP_FLOAT32 };

#define OTFP_MAX_FIELDS 8

/* One record. A record of a source is a view into the buffer of the source, valid until the next read. A program
 * may copy the struct and change fields; then it must set line.p to NULL, or a line stream gets the old line. */
struct otfp_record {
	uint64_t time; /* ticks; of definitions 0 */
	uint32_t loc;  /* timed records and Marker: process; definitions: stream, 0 = global */
	uint16_t type; /* enum otfp_type */
	uint8_t file;  /* enum otfp_file it lives in; an inline snapshot lives in OTFP_EVENT. A sink goes by the type
	                * and takes any other value for that of the type */
	uint8_t form;  /* enum otfp_form of the field of type VALUE */
	uint32_t ntags;
	uint32_t lineno; /* of its line in the file or stream, from where the reading began; UINT32_MAX = that or
	                  * behind it, 0 = not known */
	const struct otfp_tag *tags;
	union otfp_value f[OTFP_MAX_FIELDS]; /* by slot of the schema */
	struct otfp_str line;                /* its line without LF; p NULL where there is none */
	/* enum otfp_control of a control line, which sources set. A program that puts a line into a record sets it to
	 * OTFP_C_NONE, and asks with otfp_control_kind. */
	uint8_t control;
	uint8_t unused[15]; /* up to three whole lines of the cache: most records need the first */
};

/** What control line a record is: rec->control, or what its line says if that is OTFP_C_NONE.
 * @return OTFP_C_NONE if it is no control line */
OTFP_API enum otfp_control otfp_control_kind(const struct otfp_record *rec);
/** An empty record of that type: all fields 0, `file` as the type has it. For records that a program makes. */
OTFP_API void otfp_record_init(struct otfp_record *rec, unsigned type);
/**
 * A copy that outlives its source: it owns its strings, lists and key-values, all in one block of memory.
 * A copy of a record that the schema has has no `line`, so its fields may be changed. What a changed field
 * points to stays the caller's.
 * @return NULL when memory is out; the caller frees it with otfp_record_free
 */
OTFP_API struct otfp_record *otfp_record_copy(const struct otfp_record *rec);
/** Free what otfp_record_copy returned. May be NULL. */
OTFP_API void otfp_record_free(struct otfp_record *copy);
/** The first key-value with that key. @return NULL if the record has none */
OTFP_API const struct otfp_tag *otfp_record_tag(const struct otfp_record *rec, uint32_t key);

/* ---- schema: what records.def says ---- */

enum otfp_field_type { OTFP_U8, OTFP_U32, OTFP_U64, OTFP_VALUE, OTFP_STR, OTFP_LIST, OTFP_KIND };

/* What a field's number is: first the token spaces, then quantities. */
enum otfp_what {
	OTFP_W_NONE,
	OTFP_W_PROCESS,
	OTFP_W_PEER,
	OTFP_W_PROCESSGROUP,
	OTFP_W_PROCORGROUP,
	OTFP_W_ATTRIBUTE,
	OTFP_W_FUNCTION,
	OTFP_W_FUNCTIONGROUP,
	OTFP_W_COLLECTIVE,
	OTFP_W_COUNTER,
	OTFP_W_COUNTERGROUP,
	OTFP_W_SCLFILE,
	OTFP_W_SCL,
	OTFP_W_FILE,
	OTFP_W_FILEGROUP,
	OTFP_W_KEY,
	OTFP_W_MARKER,
	OTFP_W_MATCHING,
	OTFP_W_HANDLE,
	OTFP_W_TIME,
	OTFP_W_DURATION,
	OTFP_W_TAG,
	OTFP_W_LENGTH,
	OTFP_W_BYTES,
	OTFP_W_COUNT,
	OTFP_NWHATS
};

struct otfp_field {
	const char *name;
	uint8_t type; /* enum otfp_field_type */
	uint8_t what; /* enum otfp_what */
};

struct otfp_schema {
	const char *name; /* NAME of the line stream */
	uint16_t number;  /* OTF_..._RECORD */
	uint8_t file;     /* enum otfp_file */
	uint8_t nfields;
	uint8_t defines;   /* enum otfp_what: the space of the token in slot 0 that the record defines, or 0 */
	uint8_t name_slot; /* the name of what has that token; 0 = it has none */
	struct otfp_field fields[OTFP_MAX_FIELDS]; /* by slot */
};

/** The row of a record type. @return NULL unless 0 < type < OTFP_NTYPES. */
OTFP_API const struct otfp_schema *otfp_schema(unsigned type);
/** The record type of that name: "Enter". @return OTFP_NONE if there is none */
OTFP_API unsigned otfp_type_by_name(const char *name);
/** The slot of a field by its name: "function". @return -1 if the type has no such field */
OTFP_API int otfp_field_by_name(unsigned type, const char *name);
/** The word for a file kind in the line stream: def marker snaps stats events. */
OTFP_API const char *otfp_file_name(unsigned file);
/** The word for a field type or meaning, for `--schema` and the manual. */
OTFP_API const char *otfp_field_type_name(unsigned type);
OTFP_API const char *otfp_what_name(unsigned what);

/* ---- names: what definitions call the tokens ---- */

/* The names of the definitions that were seen. It owns them. */
struct otfp_names;

/** @return NULL when memory is out; the caller frees it with otfp_names_free */
OTFP_API struct otfp_names *otfp_names_new(void);
/** Free the table and all names it gave. names may be NULL. */
OTFP_API void otfp_names_free(struct otfp_names *names);
/** Give it each record of a source, in order; it takes the definitions and @SM lines, copies what it needs of them
 * and ignores the rest. @return 0; OTFP_EFAIL when memory is out */
OTFP_API int otfp_names_see(struct otfp_names *names, const struct otfp_record *rec);
/**
 * The name of the token in slot `slot` of a record: otfp_names_of(names, rec, OTFP_Enter_function).
 * @return the name, not terminated, valid until the table is freed; p NULL if the field is no token, or the token
 * has no definition or no name
 */
OTFP_API struct otfp_str otfp_names_of(const struct otfp_names *names, const struct otfp_record *rec, unsigned slot);
/** The name of a token in the records of a process: otfp_names_get(names, OTFP_W_FUNCTION, 1, 42). Streams may
 * have definitions of their own, so that a token means different things in different processes. As otfp_names_of. */
OTFP_API struct otfp_str otfp_names_get(const struct otfp_names *names, unsigned what, uint32_t process,
                                        uint32_t token);
/** The first key-value of a record whose key has that name. @return NULL if the record has none */
OTFP_API const struct otfp_tag *otfp_names_tag(const struct otfp_names *names, const struct otfp_record *rec,
                                               const char *key);

/* ---- header: the magic line ---- */

enum otfp_disk_form { OTFP_SHORT = 1, OTFP_LONG = 2, OTFP_MIXED = 3 };

/* What a source knows before its first record: the keys of the magic line. */
struct otfp_header {
	uint64_t resolution;  /* TR: ticks per second; 0 = unknown */
	uint64_t first, last; /* TS: ticks */
	uint8_t has_span;     /* first and last are known */
	/* EV: the same of the events alone; snapshots and summaries may stand before and behind them */
	uint64_t events_first, events_last;
	uint8_t has_events;
	uint8_t form;          /* FM: enum otfp_disk_form; 0 = did not come from OTF */
	uint8_t inline_snaps;  /* IS */
	uint8_t no_trailer;    /* TL:0 */
	struct otfp_str other; /* other keys, each with the HT before it, as they stood */
	uint64_t unused[4];    /* 0; for what later versions know */
};

/* ---- threads ---- */

/* Threads that work for any number of sources and sinks; what these give does not depend on it. */
struct otfp_pool;

/** @param threads  that work at most, the one that calls included: threads - 1 are started, for 0 and 1 none.
 * They take no signals. @return 0 or <0 */
OTFP_API int otfp_pool_new(struct otfp_pool **p, unsigned threads, struct otfp_error *err);
/** All that uses it must be closed. p may be NULL. */
OTFP_API void otfp_pool_free(struct otfp_pool *p);

/* ---- sources ---- */

struct otfp_source;

#define OTFP_SORT_LEAST ((size_t)64 << 10)
#define OTFP_SORT_BUFFER ((size_t)64 << 20) /* bytes to sort in where nothing else was said */

/*
 * Options begin with their size, so that a program and a library of different versions understand each other: a
 * program sets it, and all else to the defaults, with the otfp_..._init function of its own header. The library
 * takes no more than a program knows, and refuses what it does not know itself.
 */

/* How TAU traces are read; all 0 is how all commands but tau-to-otf do. */
struct otfp_tau_options {
	size_t size;           /* of this struct */
	int absolute;          /* times as in the files, not from the earliest on */
	int raw_triggers;      /* all three records of a user event, 0, value, 0 */
	int metadata_counters; /* facts as the counters they are in the files, not as comments */
	int collectives;       /* collective operations, by the names of MPI functions */
	int leave_open;        /* calls open at the end of a process stay so */
};

/* How VTF3 files are read; all 0 is how all commands but vtf3-to-otf do. */
struct otfp_vtf3_options {
	size_t size;      /* of this struct */
	uint64_t rescale; /* ticks per second to be; 0 = those of the file */
	int unmerged;     /* records may come in any order, though no record says so */
};

struct otfp_read_options {
	size_t size;        /* of this struct */
	int keep_going;     /* read on behind damage; each is told through `report` */
	int adopt;          /* a line stream may lack its magic line and @END */
	int strict;         /* fewer records than @END counts, or what had to be repaired in a TAU trace, is an error */
	unsigned max_files; /* descriptors to use at most; 0 = as many as allowed */
	/* threads to decode and inflate by; NULL = the caller's alone. It must live until close. */
	struct otfp_pool *pool;
	unsigned part;  /* of a trace on disk: share `part` of 1..parts of its streams, ... */
	unsigned parts; /* ... balanced by bytes; 0 = the whole */
	int empty_part; /* a share behind the last stream is one without streams, not an error */
	/* Of a trace on disk no timed record is wanted: it gives none, and what the header says is what a look at both
	 * ends of the timed files shows. Of compressed files without flush points the last time stays unknown, unless
	 * they are small. */
	int glance;
	int strays; /* of a trace on disk: tell files beside it that belong to none of its streams */
	int unify;  /* one token space for all streams of all traces: local definitions become global */
	/* With unify: the map of it goes to this file at the end, of several traces to FILE.1, FILE.2 ...; or NULL */
	const char *unify_map;
	/* Not 0: the records may come in any order, and are sorted in so many bytes of memory, at least
	 * OTFP_SORT_LEAST a source; what they do not hold goes to $TMPDIR or /tmp. */
	size_t sort_memory;
	const struct otfp_tau_options *tau;   /* not NULL: the names are TAU traces, and read so */
	const struct otfp_vtf3_options *vtf3; /* not NULL: the names are VTF3 files, and read so; "-" is one, too */
	/* Asked now and then where much is read before the first record: not 0 = give up with OTFP_EINTR. May be NULL.
	 */
	int (*stop)(void);
	/* Called for what is told but does not stop the reading; may be NULL. Code OTFP_END
	 * marks a mere note. */
	void (*report)(void *ctx, const struct otfp_error *e);
	void *ctx;
};

static inline void otfp_tau_options_init(struct otfp_tau_options *o)
{
	memset(o, 0, sizeof *o);
	o->size = sizeof *o;
}

static inline void otfp_vtf3_options_init(struct otfp_vtf3_options *o)
{
	memset(o, 0, sizeof *o);
	o->size = sizeof *o;
}

static inline void otfp_read_options_init(struct otfp_read_options *o)
{
	memset(o, 0, sizeof *o);
	o->size = sizeof *o;
}

/**
 * Open a source: a trace or a stored line stream; its first bytes say which.
 * @param name  path with or without ".otf"; "-" or NULL = a line stream on stdin
 * @param o     options, NULL = the defaults; read during the call only, `report` until close
 * @param err   filled if the call fails; may be NULL
 * @return 0, or <0 and *src is NULL. The caller closes *src.
 */
OTFP_API int otfp_source_open(struct otfp_source **src, const char *name, const struct otfp_read_options *o,
                              struct otfp_error *err);
/** Several traces as one; see otf-cat(1). n 0 = stdin. Of TAU, a .trc and an .edf in a row are one trace, and such
 * traces in a row one of several runs. As otfp_source_open. */
OTFP_API int otfp_source_open_all(struct otfp_source **src, const char *const *names, unsigned n,
                                  const struct otfp_read_options *o, struct otfp_error *err);
/** What is known before the first record; owned by the source. Never NULL. */
OTFP_API const struct otfp_header *otfp_source_header(const struct otfp_source *src);
/**
 * Say that no timed record outside of [from, to) is wanted (has_to 0: none before from), once,
 * before the first otfp_source_next. A source that can will not read the others, nor see
 * damage among them; it may still deliver some. Ticks.
 */
OTFP_API void otfp_source_window(struct otfp_source *src, uint64_t from, uint64_t to, int has_to);
/**
 * The same for who learns it from the definitions: window() is asked when all definitions at the head of
 * the stream were delivered, by a source that can leave records unread. It returns 1 with all set, 0 = all
 * records are wanted. Before the first otfp_source_next.
 */
OTFP_API void otfp_source_ask_window(struct otfp_source *src,
                                     int (*window)(void *ctx, uint64_t *from, uint64_t *to, int *has_to), void *ctx);
/**
 * Say that no timed record of a process with wanted() == 0 is wanted, before the first read.
 * It is asked when all definitions at the head of the stream were delivered. A source that can
 * will not read the others, nor see damage among them; it may still deliver some.
 */
OTFP_API void otfp_source_wanted(struct otfp_source *src, int (*wanted)(void *ctx, uint32_t process), void *ctx);
#define OTFP_KIND(file) (1u << (file))
#define OTFP_ALL_KINDS (OTFP_KIND(OTFP_SNAP) | OTFP_KIND(OTFP_STAT) | OTFP_KIND(OTFP_EVENT))
/* Records of different processes may come in any order, as long as those of each process come in theirs, and
 * none comes long before one of an earlier time; snapshots behind the first event of their stream, which only
 * repeat what is known, may be left out. */
#define OTFP_LOOSE (1u << OTFP_NFILES)
/**
 * Say that no timed records of files of other kinds are wanted, before the first read; kinds = OTFP_KIND(...) | ...
 * A source that can will not read the others, nor see damage among them; it may still deliver them.
 */
OTFP_API void otfp_source_kinds(struct otfp_source *src, unsigned kinds);
/**
 * The next record or control line, in the order of otfpipe-stream(5).
 * @param rec  set to a record owned by the source, valid until the next call
 * @return 0; 1 at the proper end; <0 on error
 */
OTFP_API int otfp_source_next(struct otfp_source *src, const struct otfp_record **rec);
/**
 * The next records, at least one; what otfp_source_next would give one by one. A control line
 * comes alone.
 * @param recs  set to *n records owned by the source, valid until the next read
 * @return as otfp_source_next
 */
OTFP_API int otfp_source_batch(struct otfp_source *src, const struct otfp_record *const **recs, size_t *n);
/* Where a record stood. */
struct otfp_origin {
	uint32_t stream; /* of a trace on disk */
	uint32_t lineno; /* as of the record; 0 = not known */
	uint8_t file;    /* enum otfp_file; OTFP_NFILES = the master file. A line stream has one file */
};
/** Where a record that the last read gave stood. */
OTFP_API void otfp_source_origin(const struct otfp_source *src, const struct otfp_record *rec, struct otfp_origin *o);
/** The path of the file. @return bytes of it at text[0..room), which are cut and terminated */
OTFP_API size_t otfp_source_path(const struct otfp_source *src, const struct otfp_origin *o, char *text, size_t room);
/** Whether it is a trace on disk as it is, not a line stream or several traces. */
OTFP_API int otfp_source_is_on_disk(const struct otfp_source *src);
/** How many damages and oddities were reported so far: 0 = the trace is whole. */
OTFP_API uint64_t otfp_source_troubles(const struct otfp_source *src);
/** Why the last call failed; code 0 and no text if none did. Owned by the source, valid until it is closed. */
OTFP_API const struct otfp_error *otfp_source_error(const struct otfp_source *src);
/** Free the source and all it opened. src may be NULL. */
OTFP_API void otfp_source_close(struct otfp_source *src);

/* ---- sinks ---- */

struct otfp_sink;

#define OTFP_KEEP_THUMBNAIL (1u << OTFP_NFILES)

struct otfp_write_options {
	size_t size;      /* of this struct */
	int streams;      /* -1 = as @SM says; 0 = one per process; else that many */
	int level;        /* zlib level 1..9; 0 = plain */
	int form;         /* OTFP_SHORT, OTFP_LONG, or 0 = as the header says */
	int inline_snaps; /* 1 = yes; 0 = as the header says */
	int keep_pg;      /* store @PG as definition comments */
	int unique_id;    /* 1 = a new DefUniqueId in place of the old one */
	int skip_unknown; /* drop records of unknown name instead of failing */
	int force;        /* 1 = a trace that exists is replaced when the new one is whole; 0 = that is an error */
	/* With force: bits 1 << enum otfp_file, files of these kinds of the trace that is replaced stay as they are,
	 * and their records are counted, not written. Of definitions only the local ones. OTFP_KEEP_THUMBNAIL */
	unsigned keep;
	struct otfp_pool *pool; /* threads to compress by; NULL = the caller's alone. It must live until close. */
	unsigned max_files;     /* descriptors to use at most; 0 = as many as allowed */
	void (*report)(void *ctx, const struct otfp_error *e);
	void *ctx;
};

static inline void otfp_write_options_init(struct otfp_write_options *o)
{
	memset(o, 0, sizeof *o);
	o->size = sizeof *o;
	o->streams = -1;
}

/**
 * An OTF trace on disk. One that is replaced may be read until otfp_sink_end.
 * @param o    options, NULL = the defaults; read during the call only, `report` until close
 * @param err  filled if the call fails; may be NULL
 * @return 0, or <0 and *sink is NULL. The caller closes *sink.
 */
OTFP_API int otfp_sink_open_otf(struct otfp_sink **sink, const char *name, const struct otfp_write_options *o,
                                struct otfp_error *err);
/** A line stream on descriptor fd, which stays the caller's. name is for messages, NULL = "output". */
OTFP_API int otfp_sink_open_lines(struct otfp_sink **sink, int fd, const char *name, struct otfp_error *err);
/** A sink that only counts. @return 0 or <0 */
OTFP_API int otfp_sink_open_count(struct otfp_sink **sink, struct otfp_error *err);
/** stop() is asked at each otfp_sink_put: not 0 = OTFP_EINTR. NULL, as at first: nobody is asked. */
OTFP_API void otfp_sink_stop(struct otfp_sink *sink, int (*stop)(void));
/** The header; once, before the first put. */
OTFP_API int otfp_sink_begin(struct otfp_sink *sink, const struct otfp_header *h);
/** One record or control line. A record with `line` set goes to a line stream as these bytes.
 * After an error every later put and the end return the same error. */
OTFP_API int otfp_sink_put(struct otfp_sink *sink, const struct otfp_record *rec);
/** n records, no control line among them, as by otfp_sink_put. */
OTFP_API int otfp_sink_put_all(struct otfp_sink *sink, const struct otfp_record *const *recs, size_t n);
/** The thumbnail of a trace that is written, text; once, before the end. A line stream has none: OTFP_EUSAGE. */
OTFP_API int otfp_sink_thumbnail(struct otfp_sink *sink, const char *text, size_t n);
/** The proper end: @END, or the trace renamed into place. Nothing may follow but close. */
OTFP_API int otfp_sink_end(struct otfp_sink *sink);
/** Instead of otfp_sink_end: @ABORT on a line stream; a trace is removed. */
OTFP_API int otfp_sink_abort(struct otfp_sink *sink, const char *program, const char *reason);
/** Why the last call failed; code 0 and no text if none did. Owned by the sink, valid until it is closed. */
OTFP_API const struct otfp_error *otfp_sink_error(const struct otfp_sink *sink);
/** Records put so far. */
OTFP_API uint64_t otfp_sink_count(const struct otfp_sink *sink);
/** Records or parts of records that were dropped for want of a carrier. */
OTFP_API uint64_t otfp_sink_lost(const struct otfp_sink *sink);
/**
 * Complete the replacing of trace NAME where it was interrupted, and remove what killed
 * writers left beside it; each is told through `report` (may be NULL). Opening a source or
 * sink completes a replacing, too. Fails while somebody writes NAME.
 * @return 0 or <0
 */
OTFP_API int otfp_recover(const char *name, void (*report)(void *ctx, const struct otfp_error *e), void *ctx,
                          struct otfp_error *err);
/**
 * Make one trace of disjoint ones, shares: their stream files are renamed (copied, where the file system
 * wants it so), no event is read. Global definitions and markers that several shares hold alike come
 * once; a stream or process in two shares, or a definition that differs, is an error. The shares are
 * gone afterwards; on error they are as they were. Memory: the definitions and markers.
 * @param o  of it count level (of definitions and markers), force, unique_id, max_files and report
 * @return 0 or <0
 */
OTFP_API int otfp_join(const char *name, const char *const *shares, unsigned n, const struct otfp_write_options *o,
                       struct otfp_error *err);
/** Free the sink; without otfp_sink_end before it, nothing is left behind on disk. May be NULL. */
OTFP_API void otfp_sink_close(struct otfp_sink *sink);

#ifdef __cplusplus
}
#endif
#endif
