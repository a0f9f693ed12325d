/*
 * otfpipe.h - the public interface of libotfpipe: records of Open Trace Format.
 *
 * A program reads records from a source (a trace on disk or a line stream) and
 * puts records into a sink (a line stream, or a trace on disk):
 *
 *     otfp_source_open -> otfp_source_next ... -> otfp_source_close
 *     otfp_sink_open_* -> otfp_sink_begin -> otfp_sink_put ... -> otfp_sink_end -> otfp_sink_close
 *
 * This program prints the time of each event of a trace, in ticks:
 *
 *     #include <otfpipe.h>
 *     #include <stdio.h>
 *     int main(int argc, char **argv)
 *     {
 *         const struct otfp_record *rec;
 *         struct otfp_source *trace;
 *         int code = otfp_source_open(&trace, argc > 1 ? argv[1] : "-", NULL, NULL);
 *         while (code == OTFP_OK && (code = otfp_source_next(trace, &rec)) == OTFP_OK)
 *             if (rec->file == OTFP_FILE_EVENT)
 *                 printf("%llu\n", (unsigned long long)rec->time);
 *         otfp_source_close(trace);
 *         return code == OTFP_END ? 0 : 1;
 *     }
 *
 * Functions that can fail return 0 ok, 1 end, or <0, one of enum otfp_code. A function that opens something copies the
 * message to the struct otfp_error that it is given, which may be NULL; after that the handle keeps its last error:
 * otfp_source_error, otfp_sink_error. Misuse (a put before the begin, an unknown record type, a NULL handle) returns
 * OTFP_EUSAGE.
 *
 * A NULL pointer never crashes. NULL in place of a result, or of what a function needs, returns OTFP_EUSAGE. A function
 * that returns no code then does nothing, or returns 0 or NULL. What may be NULL says so: err, options, report, ctx,
 * and what is freed or closed. A callback that is NULL is none. A string whose p is NULL is no string, whatever n says.
 *
 * The library never prints and never exits. Several threads may use it, each with its own handles. libotfpipe(3) is the
 * overview of the manual; the line stream is described in otfpipe-stream(5).
 */
#ifndef OTFPIPE_H
#define OTFPIPE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "otfpipe-records.h" /* enum otfp_type; OTFP_Enter_function and the other slots */
#include "otfpipe-formats.h" /* options of single formats */

#ifdef __cplusplus
extern "C" {
#endif

#define OTFP_API __attribute__((visibility("default")))

/* ---- version ---- */

#define OTFP_VERSION "0.2.0"
#define OTFP_VERSION_NUMBER 200 /* major * 10000 + minor * 100 + patch */

/** The version of the library that the program runs with; OTFP_VERSION is the one it was compiled with.
 * @return a string that is never freed */
OTFP_API const char *otfp_version(void);
/** The same as a number, to be compared with OTFP_VERSION_NUMBER. */
OTFP_API unsigned otfp_version_number(void);

/* ---- errors ---- */

enum otfp_code {
	OTFP_OK = 0,
	OTFP_END = 1,
	OTFP_EFAIL = -1,   /* a system call failed, or the input is bad */
	OTFP_EUSAGE = -2,  /* the caller made a mistake */
	OTFP_ETRUNC = -3,  /* the input ended early */
	OTFP_EDAMAGE = -4, /* a trace is damaged; reading can continue */
	OTFP_EABORT = -5,  /* an earlier stage of the pipeline wrote @ABORT */
	OTFP_EINTR = -6    /* a signal interrupted the call; what was read until then is valid */
};

/* Classes of faults in an input, for programs that sort the reports: otf-check(1). */
enum otfp_flaw {
	OTFP_FLAW_NONE,           /* no fault of the input, or unknown */
	OTFP_FLAW_LINE,           /* a line that is not a record */
	OTFP_FLAW_UNKNOWN,        /* a record of unknown name */
	OTFP_FLAW_KEYVALUE,       /* unreadable key-values, or key-values without a record */
	OTFP_FLAW_CUT,            /* the file or stream ends early */
	OTFP_FLAW_TRAILER,        /* the last lines of an event file are missing */
	OTFP_FLAW_GAVE_UP,        /* its writer stopped at a time that goes back */
	OTFP_FLAW_PACKING,        /* compressed data are damaged */
	OTFP_FLAW_ORDER,          /* a time goes back */
	OTFP_FLAW_HOME,           /* records of a process in the stream of others */
	OTFP_FLAW_TWO_STREAMS,    /* a process has two streams */
	OTFP_FLAW_MASTER,         /* a line of the master file is bad, or the file is missing */
	OTFP_FLAW_NO_EVENTS,      /* a stream has no event file */
	OTFP_FLAW_NO_DEFINITIONS, /* the trace has no definitions */
	OTFP_FLAW_SHADOWED,       /* a file is both plain and compressed; one is ignored */
	OTFP_FLAW_STRAY,          /* a file of the trace that no stream uses */
	OTFP_FLAW_COUNT,          /* the number of records differs from that in @END */
	OTFP_FLAW_HEADER,         /* the magic line, or an unknown feature (@FT) */
	OTFP_FLAW_ABORTED,        /* @ABORT */
	OTFP_FLAW_FORMAT,         /* a file of unknown format */
	OTFP_FLAW_NO_NEWLINE,     /* the last line has no newline: it may be cut */
	OTFP_FLAW_REDEFINED,      /* definitions that contradict one another */
	OTFP_FLAW_UNDEFINED,      /* records of a kind without definition */
	OTFP_FLAW_LEFT_OUT,       /* records without a counterpart in a trace */
	OTFP_FLAW_REPAIRED,       /* repaired while it was read; nothing is lost */
	OTFP_FLAW_CHUNK,          /* a chunk of an OTF2 file does not begin, or end, as it must */
	OTFP_FLAW_PADDING,        /* bytes after the end of a chunk of an OTF2 file */
	OTFP_FLAW_END_MARK,       /* bytes after the end of an OTF2 file, or a part of its end mark is missing */
	OTFP_FLAW_REFERENCE,      /* a record of OTF2 refers to what is not defined */
	OTFP_NFLAWS
};

/* What went wrong and where; text is "where: what", lower case, no full stop. */
struct otfp_error {
	int code;       /* enum otfp_code */
	int flaw;       /* enum otfp_flaw */
	unsigned where; /* bytes of text that are "path", "path:line" or "aborted by PROGRAM"; 0 = it has no place */
	unsigned path;  /* bytes of them that are the path */
	uint64_t line;  /* in the file, 0 = none */
	uint64_t more;  /* not 0: stands for this many faults of the same class that are not reported singly */
	char text[1000];
};

/* ---- records ---- */

/* The kind of file that contains a record. Timed records of one time come in this order. */
enum otfp_file { OTFP_FILE_DEF, OTFP_FILE_MARKER, OTFP_FILE_SNAP, OTFP_FILE_STAT, OTFP_FILE_EVENT, OTFP_NFILES };

/* Bytes; p NULL = no string at all. Not terminated. */
struct otfp_str {
	const char *p;
	size_t n;
};

/* Numbers: tokens, or values of an attribute list. */
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
	OTFP_TAG_CHAR,
	OTFP_TAG_INT8,
	OTFP_TAG_UINT8,
	OTFP_TAG_INT16,
	OTFP_TAG_UINT16,
	OTFP_TAG_INT32,
	OTFP_TAG_UINT32,
	OTFP_TAG_INT64,
	OTFP_TAG_UINT64,
	OTFP_TAG_FLOAT,
	OTFP_TAG_DOUBLE,
	OTFP_TAG_BYTES,
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
	OTFP_C_NONE,  /* not a control line; in a record: not determined yet */
	OTFP_C_OTHER, /* an unknown name, or @SM, @PG, @IS, @PART or @CUT without a field */
	OTFP_C_SM,    /* @SM stream process,process,... */
	OTFP_C_PG,    /* @PG ID:... PP:... PN:... VN:... CL:... */
	OTFP_C_IS,    /* @IS 1: snapshots are inline from here on */
	OTFP_C_LOST,  /* @LOST process from to count */
	OTFP_C_PART,  /* @PART K N ID DIGEST: the stream is share K of N of a trace */
	OTFP_C_CUT,   /* @CUT stream: other shares have processes of that stream, too */
	/* no source returns these: */
	OTFP_C_FT,    /* @FT name */
	OTFP_C_END,   /* @END count */
	OTFP_C_ABORT, /* @ABORT program reason */
	OTFP_C_MAGIC, /* @OTFPIPE version ... */
	OTFP_NCONTROLS
};

/* How the 64 bits of a counter value are written in the line stream. */
enum otfp_form { OTFP_FORM_RAW, OTFP_FORM_SIGNED, OTFP_FORM_DOUBLE, OTFP_FORM_FLOAT };

#define OTFP_MAX_FIELDS 8

/* One record. A record of a source is a view into the buffer of the source, valid until the next read. A program
 * may copy the struct and change fields; then it must set line.p to NULL, or a line stream gets the old line. */
struct otfp_record {
	uint64_t time; /* ticks; of definitions 0 */
	uint32_t loc;  /* timed records and Marker: process; definitions: stream, 0 = global */
	uint16_t type; /* enum otfp_type */
	uint8_t file;  /* enum otfp_file that contains it; OTFP_FILE_EVENT for an inline snapshot. A sink replaces any
	                * other  value that does not fit the type */
	uint8_t form;  /* enum otfp_form of the field of type VALUE */
	uint32_t ntags;
	uint32_t lineno; /* line number in the file or stream, counted from where reading began; UINT32_MAX = that or
	                  * more, 0 = unknown */
	const struct otfp_tag *tags;
	union otfp_value f[OTFP_MAX_FIELDS]; /* by slot of the schema */
	struct otfp_str line;                /* its line without LF; p NULL if it has none */
	/* enum otfp_control of a control line; sources set it. A program that sets `line` sets this to OTFP_C_NONE and
	 * calls otfp_control_kind. */
	uint8_t control;
	uint8_t unused[15]; /* fills three cache lines: most records need only the first */
};

/** The kind of a control line: rec->control, or if that is OTFP_C_NONE, the kind that its line has.
 * @return OTFP_C_NONE if the record is not a control line */
OTFP_API enum otfp_control otfp_control_kind(const struct otfp_record *rec);
/** Make an empty record of that type: all fields 0, `file` as the type requires. rec NULL: nothing is done. */
OTFP_API void otfp_record_init(struct otfp_record *rec, unsigned type);
/**
 * Copy a record so that it outlives its source. The copy owns its strings, lists and key-values, in one block of
 * memory. If the type is in the schema, the copy has no `line`, so the caller may change its fields. What a changed
 * field points to belongs to the caller.
 * @return NULL when memory is out; the caller frees it with otfp_record_free
 */
OTFP_API struct otfp_record *otfp_record_copy(const struct otfp_record *rec);
/** Free what otfp_record_copy returned. May be NULL. */
OTFP_API void otfp_record_free(struct otfp_record *copy);
/** The first key-value with that key. @return NULL if the record has none; valid as long as the record */
OTFP_API const struct otfp_tag *otfp_record_tag(const struct otfp_record *rec, uint32_t key);

/* ---- schema: what records.def says ---- */

enum otfp_field_type {
	OTFP_FIELD_U8,
	OTFP_FIELD_U32,
	OTFP_FIELD_U64,
	OTFP_FIELD_VALUE,
	OTFP_FIELD_STR,
	OTFP_FIELD_LIST,
	OTFP_FIELD_KIND
};

/* What the number in a field means: first the token spaces, then quantities. */
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

/* What these functions return is constant: it is never freed and never changes. */

/** The row of a record type. @return NULL unless 0 < type < OTFP_NTYPES */
OTFP_API const struct otfp_schema *otfp_schema(unsigned type);
/** The record type of that name: "Enter". @return OTFP_NONE if there is none */
OTFP_API unsigned otfp_type_by_name(const char *name);
/** The slot of a field by its name: "function". @return -1 if the type has no such field */
OTFP_API int otfp_field_by_name(unsigned type, const char *name);
/** The word for enum otfp_file in the line stream: def marker snaps stats events. @return NULL for another number */
OTFP_API const char *otfp_file_name(unsigned file);
/** The word for enum otfp_field_type in `otf-cat --schema`: "u32". @return NULL for another number */
OTFP_API const char *otfp_field_type_name(unsigned type);
/** The word for enum otfp_what in `otf-cat --schema`: "process-group". @return NULL for another number */
OTFP_API const char *otfp_what_name(unsigned what);

/* ---- header: the magic line ---- */

enum otfp_disk_form { OTFP_DISK_SHORT = 1, OTFP_DISK_LONG = 2, OTFP_DISK_MIXED = 3 };

/* What is known before the first record: the keys of the magic line. */
struct otfp_header {
	uint64_t resolution;  /* TR: ticks per second; 0 = unknown */
	uint64_t first, last; /* TS: ticks */
	uint8_t has_span;     /* first and last are known */
	/* EV: the same for events alone; snapshots and summaries may come before and after them */
	uint64_t events_first, events_last;
	uint8_t has_events;
	uint8_t form;          /* FM: enum otfp_disk_form; 0 = not read from OTF */
	uint8_t inline_snaps;  /* IS */
	uint8_t no_trailer;    /* TL:0 */
	uint8_t has_start;     /* `start` is known, ... */
	uint8_t has_range;     /* ... range_first and range_last are known */
	struct otfp_str other; /* other keys, unchanged, each with the HT before it */
	/* For times that are relative, where the keys of the magic line do not have them; see need_times of struct
	 * otfp_read_options. In ticks: first time of the stream; DefTimeRange, which need not be exact */
	uint64_t start, range_first, range_last;
	uint64_t defined_resolution; /* of DefTimerResolution, likewise where `resolution` is 0 */
	/* WN: the records are those of the window [window_from, window_to) of a longer run, in ticks; without
	 * window_ends the run ends in it, and window_to is 0 */
	uint64_t window_from, window_to;
	uint8_t has_window, window_ends;
	uint64_t unused[4]; /* 0 */
};

/* ---- threads ---- */

/* Threads that work for any number of sources and sinks. Results do not depend on it. */
struct otfp_pool;

/** Start threads. @param threads  the limit, including the calling thread: threads - 1 are started, none for 0
 * and 1. They block all signals. @return 0 or <0; the caller frees *p with otfp_pool_free */
OTFP_API int otfp_pool_new(struct otfp_pool **p, unsigned threads, struct otfp_error *err);
/** End the threads and free the pool. Close everything that uses it first. p may be NULL. */
OTFP_API void otfp_pool_free(struct otfp_pool *p);

/* ---- sources ---- */

struct otfp_source;

#define OTFP_SORT_LEAST ((size_t)64 << 10)  /* the smallest sort_memory, bytes a source */
#define OTFP_SORT_BUFFER ((size_t)64 << 20) /* the usual sort_memory */

/*
 * Options begin with their size, so that a program works with a library of another version. The program calls the
 * otfp_..._init function of its header, which sets the size and the defaults. The library reads no more members than
 * the program has, and refuses members that it does not know unless they are 0.
 */

struct otfp_read_options {
	size_t size;        /* of this struct, bytes */
	int keep_going;     /* continue after damage; `report` gets each one */
	int adopt;          /* accept a line stream without magic line and @END */
	int strict;         /* fewer records than @END says, and repairs of a TAU trace, are errors */
	unsigned max_files; /* limit of open descriptors; 0 = as many as the system allows */
	/* threads that decode and inflate; NULL = only the calling thread. It must exist until close. */
	struct otfp_pool *pool;
	unsigned part;  /* read share `part` of 1..parts of the streams of a trace on disk, ... */
	unsigned parts; /* ... balanced by bytes; more than streams: of their processes; 0 = all streams */
	int empty_part; /* accept a share that has no processes because there are too few */
	/* Return no timed record of a trace on disk; the header gets its times from both ends of the timed files. The
	 * last time of a large compressed file without flush points stays unknown. */
	int header_only;
	int strays; /* report files beside a trace on disk that belong to none of its streams */
	int unify;  /* give all streams of all traces one token space: local definitions become global */
	/* With unify: write the map of tokens to this file at the end, for several traces to FILE.1, FILE.2 ...;
	 * NULL = do not */
	const char *unify_map;
	/* Not 0: sort the records, which may come in any order, in this many bytes of memory, at least OTFP_SORT_LEAST
	 * a source; the rest goes to $TMPDIR or /tmp. */
	size_t sort_memory;
	/* NULL: the first bytes say which format a name has. Else all names have this one, "-" too: "lines", "otf",
	 * "otf2", "vtf3", "tau". */
	const char *format;
	/* With format: NULL, or struct otfp_tau_options, otfp_vtf3_options or otfp_otf2_options, of otfpipe-formats.h
	 */
	const void *format_options;
	/* Called now and then while much is read before the first record, and after a signal that interrupted a call:
	 * 0 = go on, not 0 = stop with OTFP_EINTR. NULL: a signal that interrupts the wait for a pipe ends the call. */
	int (*stop)(void);
	/* Called for each message that does not stop reading; code OTFP_END marks a note. May be NULL. */
	void (*report)(void *ctx, const struct otfp_error *e);
	void *ctx;
	int keep_unify_map; /* with unify_map: a file that exists is an error; 0 = it is replaced */
	/* The header must have the resolution, the time of the first event, and DefTimeRange if there is one, so that
	 * times can be converted. If the keys of the magic line do not have them, records up to the definitions that
	 * have, or the first timed record, are read at once and kept in memory, and the header gets
	 * `defined_resolution`, `start` and `range`. */
	int need_times;
	/* A timed record of a line stream whose time is less than that of the one before is an error, also with
	 * keep_going; 0 = records come as they are. Files of a trace are always read in the order of time. Of records
	 * with the same time the order is not checked. */
	int in_order;
	/* Several traces become one with this many ticks per second, to which times are rounded; 0 = the least common
	 * multiple of theirs, which is exact, or the finest of theirs, if that does not fit into 64 bits. */
	uint64_t ticks;
};

/** Set the defaults: read one trace whole, and stop at the first damage. */
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
/** Open several traces as one; see otf-cat(1). n 0 = stdin. A .trc and an .edf in a row are one TAU trace, and TAU
 * traces in a row are the parts of one run. Otherwise as otfp_source_open. */
OTFP_API int otfp_source_open_all(struct otfp_source **src, const char *const *names, unsigned n,
                                  const struct otfp_read_options *o, struct otfp_error *err);
/** The header, never NULL; owned by the source, valid until it is closed. */
OTFP_API const struct otfp_header *otfp_source_header(const struct otfp_source *src);
/**
 * Restrict the source to timed records in [from, to), in ticks; has_to 0 = no upper end. Call it once, before the
 * first read. The source skips other records if it can, and then does not detect damage among them; it may still
 * return some.
 */
OTFP_API void otfp_source_window(struct otfp_source *src, uint64_t from, uint64_t to, int has_to);
/**
 * The same if the window depends on the definitions: a source that can skip records calls window() after it has
 * returned all definitions at the start of the stream. window() returns 1 with all set, or 0 = all records are
 * wanted. Call it before the first read.
 */
OTFP_API void otfp_source_ask_window(struct otfp_source *src,
                                     int (*window)(void *ctx, uint64_t *from, uint64_t *to, int *has_to), void *ctx);
/**
 * Restrict the source to processes for which wanted() is not 0. Call it before the first read. The source calls
 * wanted() after it has returned all definitions at the start of the stream. It skips other records if it can, and
 * then does not detect damage among them; it may still return some.
 */
OTFP_API void otfp_source_wanted(struct otfp_source *src, int (*wanted)(void *ctx, uint32_t process), void *ctx);
/* A set of kinds of files: OTFP_FILE_BIT(OTFP_FILE_EVENT) | ... */
#define OTFP_FILE_BIT(file) (1u << (file))
#define OTFP_FILES_TIMED \
	(OTFP_FILE_BIT(OTFP_FILE_SNAP) | OTFP_FILE_BIT(OTFP_FILE_STAT) | OTFP_FILE_BIT(OTFP_FILE_EVENT))
/* Beside them: records of different processes may come in any order. Those of each process stay in order, and none
 * comes long before a record of an earlier time. Snapshots after the first event of their stream, which repeat what is
 * known, may be missing. */
#define OTFP_LOOSE (1u << OTFP_NFILES)
/**
 * Restrict the source to timed records of a set of kinds of files, OTFP_FILE_BIT(...) | ... Call it before the first
 * read. The source skips other records if it can, and then does not detect damage among them; it may still return
 * some. With OTFP_FILE_BIT(OTFP_FILE_DEF) all definitions are wanted, also those that it makes of timed records.
 */
OTFP_API void otfp_source_kinds(struct otfp_source *src, unsigned kinds);
/**
 * The next record or control line, in the order of otfpipe-stream(5).
 * @param rec  set to a record owned by the source, valid until the next call
 * @return 0; 1 at the proper end; <0 on error
 */
OTFP_API int otfp_source_next(struct otfp_source *src, const struct otfp_record **rec);
/**
 * The next records, at least one: the same that otfp_source_next returns one by one. A control line comes alone.
 * @param recs  set to *n records owned by the source, valid until the next read
 * @return as otfp_source_next
 */
OTFP_API int otfp_source_batch(struct otfp_source *src, const struct otfp_record *const **recs, size_t *n);

/* The place of a record. */
struct otfp_origin {
	uint32_t stream; /* of a trace on disk */
	uint32_t lineno; /* as in the record; 0 = unknown */
	uint8_t file;    /* enum otfp_file; OTFP_NFILES = the master file. A line stream has one file */
};

/** Set *o to the place of a record of the last read. o NULL: nothing is done. */
OTFP_API void otfp_source_origin(const struct otfp_source *src, const struct otfp_record *rec, struct otfp_origin *o);
/** The path of the file of a place, cut to room and terminated. @return its bytes without the NUL;
 * 0 if o or text is NULL */
OTFP_API size_t otfp_source_path(const struct otfp_source *src, const struct otfp_origin *o, char *text, size_t room);
/** @return 1 if the source is one trace on disk; 0 if it is a line stream, or several traces */
OTFP_API int otfp_source_is_on_disk(const struct otfp_source *src);
/** @return how many faults were reported so far; 0 = the trace is valid up to here */
OTFP_API uint64_t otfp_source_troubles(const struct otfp_source *src);
/** Why the last call failed; code 0 and empty text if none did. Owned by the source, valid until it is closed. */
OTFP_API const struct otfp_error *otfp_source_error(const struct otfp_source *src);
/** Free the source and everything it opened. src may be NULL. */
OTFP_API void otfp_source_close(struct otfp_source *src);

/* ---- sinks ---- */

struct otfp_sink;

#define OTFP_KEEP_THUMBNAIL (1u << OTFP_NFILES) /* of `keep` below */

struct otfp_write_options {
	size_t size;      /* of this struct, bytes */
	int streams;      /* -1 = as in @SM; 0 = one per process; otherwise the number of streams */
	int level;        /* zlib level 1..9; 0 = plain */
	int form;         /* OTFP_DISK_SHORT, OTFP_DISK_LONG, or 0 = as in the header */
	int inline_snaps; /* 1 = yes; 0 = as in the header */
	int keep_pg;      /* store @PG as definition comments */
	int unique_id;    /* 1 = write a new DefUniqueId */
	int skip_unknown; /* drop records of unknown name instead of failing */
	int force; /* 1 = replace an existing trace when the new one is complete; 0 = an existing one is an error */
	/* With force: OTFP_FILE_BIT(...) | ... and OTFP_KEEP_THUMBNAIL. Files of these kinds of the old trace stay
	 * unchanged; their records are counted, not written. For definitions this means local ones only. */
	unsigned keep;
	struct otfp_pool *pool; /* threads that compress; NULL = only the calling thread. It must exist until close. */
	unsigned max_files;     /* limit of open descriptors; 0 = as many as the system allows */
	void (*report)(void *ctx, const struct otfp_error *e);
	void *ctx;
	int lossless; /* the end fails, and writes no trace, if otfp_sink_lost is not 0 */
};

/** Set the defaults: plain files, streams as in @SM, and an error if the trace exists. */
static inline void otfp_write_options_init(struct otfp_write_options *o)
{
	memset(o, 0, sizeof *o);
	o->size = sizeof *o;
	o->streams = -1;
}

/**
 * Write a trace. With `force` the old trace can be read until otfp_sink_end.
 * @param format  "otf", "otf2", "vtf3" or "tau"
 * @param name  of the trace, as in the manual of otf-write(1) and of otf-to-otf2, -vtf3 and -tau
 * @param o    options, NULL = the defaults; read during the call only, `report` until close. Formats other than OTF
 *   take force, max_files, report, ctx and lossless
 * @param format_options  options of this format only, of otfpipe-formats.h, or NULL; read during the call only
 * @param err  filled if the call fails; may be NULL
 * @return 0, or <0 and *sink is NULL. The caller closes *sink.
 */
OTFP_API int otfp_sink_open(struct otfp_sink **sink, const char *format, const char *name,
                            const struct otfp_write_options *o, const void *format_options, struct otfp_error *err);
/** Write a line stream to descriptor fd, which the caller closes. name is for messages, NULL = "output".
 * @return 0, or <0 and *sink is NULL. The caller closes *sink. */
OTFP_API int otfp_sink_open_lines(struct otfp_sink **sink, int fd, const char *name, struct otfp_error *err);
/** Open a sink that only counts. @return 0, or <0 and *sink is NULL. The caller closes *sink. */
OTFP_API int otfp_sink_open_count(struct otfp_sink **sink, struct otfp_error *err);
/** Call stop() now and then in otfp_sink_put, and after a signal that interrupted a write: 0 = go on, not 0 = fail with
 * OTFP_EINTR. NULL, the default: a signal that interrupts the wait for a pipe ends the call. */
OTFP_API void otfp_sink_stop(struct otfp_sink *sink, int (*stop)(void));
/** Write the header: once, before the first put. @return 0 or <0 */
OTFP_API int otfp_sink_begin(struct otfp_sink *sink, const struct otfp_header *h);
/** Write a record or control line. A line stream gets the bytes of `line` if it is set.
 * @return 0 or <0; after an error every later put and the end return the same error */
OTFP_API int otfp_sink_put(struct otfp_sink *sink, const struct otfp_record *rec);
/** Write n records that are not control lines, as otfp_sink_put does. recs may be NULL if n is 0. @return 0 or <0 */
OTFP_API int otfp_sink_put_all(struct otfp_sink *sink, const struct otfp_record *const *recs, size_t n);
/** Write n bytes, the text of the thumbnail of a trace: once, before the end.
 * @return 0 or <0; OTFP_EUSAGE for a line stream, which has none */
OTFP_API int otfp_sink_thumbnail(struct otfp_sink *sink, const char *text, size_t n);
/** End properly: write @END, or rename the trace to its name. Only close may follow.
 * @return 0; <0, and then no trace is there, or the old one */
OTFP_API int otfp_sink_end(struct otfp_sink *sink);
/** Instead of otfp_sink_end: write @ABORT to a line stream; remove an unfinished trace. @return 0 or <0 */
OTFP_API int otfp_sink_abort(struct otfp_sink *sink, const char *program, const char *reason);
/** Why the last call failed; code 0 and empty text if none did. Owned by the sink, valid until it is closed. */
OTFP_API const struct otfp_error *otfp_sink_error(const struct otfp_sink *sink);
/** @return the number of records put so far */
OTFP_API uint64_t otfp_sink_count(const struct otfp_sink *sink);
/** @return the number of records and parts of records that were dropped, since the output cannot express them */
OTFP_API uint64_t otfp_sink_lost(const struct otfp_sink *sink);
/**
 * Complete an interrupted replacement of trace NAME, and remove what killed writers left beside it, or in it if it is a
 * directory of a TAU run or of profiles; `report` (may be NULL) gets a note for each. Opening a source or sink
 * completes a replacement, too. Fails while a writer uses NAME.
 * @return 0 or <0
 */
OTFP_API int otfp_recover(const char *name, void (*report)(void *ctx, const struct otfp_error *e), void *ctx,
                          struct otfp_error *err);
/**
 * Make one trace from disjoint ones (shares). Their stream files are renamed, or copied if the file system requires
 * it; no event is read, except of streams that several numbered shares (@PART) have parts of: these are merged. Global
 * definitions and markers that several shares have in common are written once. A missing or doubled numbered share, a
 * process in two shares, a stream in two shares without numbers, or two different definitions of a token, are an error.
 * The shares are gone afterwards; on error they are unchanged. A join that was killed is completed; if the trace exists
 * and none of the shares does, that is reported and no error. Memory: the definitions and markers.
 * @param o  only level (of definitions and markers), force, unique_id, max_files and report are used; may be NULL
 * @return 0 or <0
 */
OTFP_API int otfp_join(const char *name, const char *const *shares, unsigned n, const struct otfp_write_options *o,
                       struct otfp_error *err);
/** Free the sink. Without otfp_sink_end before it, nothing stays on disk. May be NULL. */
OTFP_API void otfp_sink_close(struct otfp_sink *sink);

#ifdef __cplusplus
}
#endif
#include "otfpipe-names.h"   /* otfp_names_of */
#include "otfpipe-columns.h" /* otfp_source_columns */
#include "otfpipe-tables.h"  /* otfp_rows_open */
#endif
