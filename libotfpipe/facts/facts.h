/*
 * facts.h - facts about a trace: its header, files and definitions, and if it was read in full, its record counts.
 *
 * Memory: the text of names, comments and provenance, about 60 bytes per process (20 if it is not listed), 80 more if
 * it has records, and about 100 per process group and file.
 */
#ifndef OTFP_FACTS_FACTS_H
#define OTFP_FACTS_FACTS_H
#include "base/arena.h"
#include "base/map.h"
#include "base/outlier.h"
#include "otfpipe.h"
#include "record/carriers.h"
#include "record/listed.h"
#include "record/share.h"

/* Counts of the timed records of a process. */
struct otfp_info_tally {
	uint64_t records, enters, sends, bytes_sent, receives, bytes_received, collectives, file_operations;
	uint64_t first, last; /* if records > 0; ticks */
};

struct otfp_info_process {
	uint32_t process, parent; /* parent 0 = none */
	uint32_t tally;           /* 1 + index in `tallies`; 0 = it has no records: use otfp_info_tally_of */
	uint8_t is_defined;       /* 0: it only has records or is only in a stream */
	struct otfp_str name;     /* p == NULL: none */
};

struct otfp_info_group {
	uint32_t stream, group;
	size_t members;
	struct otfp_str name;
};

/* A stream: its processes and files. */
struct otfp_info_stream {
	uint32_t stream;
	size_t members;   /* processes */
	uint64_t bytes;   /* of all its files on disk */
	uint64_t records; /* of those files whose records are counted without a full read, `counted` of them */
	unsigned files, packed, counted;
};

/* Announced sample points of one type. */
struct otfp_info_points {
	uint64_t n, first, last; /* first and last in ticks, if n > 0 */
};
enum {
	OTFP_POINT_SNAPSHOT,
	OTFP_POINT_SUMMARY,
	OTFP_POINT_INLINE,
	OTFP_NPOINTS
}; /* sample point types of DefAuxSamplePoint */

struct otfp_info_texts {
	struct otfp_str *p;
	size_t n, cap;
};

/* Valid at the start: zero-filled except `name` and `format`, which the caller sets, and if it wants `most`. The arena
 * owns all text. */
struct otfp_info {
	const char *name;
	const char *format; /* "otf": a trace on disk; "lines": a line stream; or another format */
	int is_full;        /* all records are counted; else only those before the first timed one */
	int is_ended;       /* a stored line stream that was not read in full ends with @END */
	uint64_t in_all;    /* number of records that @END gives */
	uint64_t bytes;     /* of a stored line stream, on disk */
	int is_zstd;        /* the line stream is compressed */
	uint64_t troubles;  /* number of reported troubles */
	struct otfp_header header;
	uint64_t records[OTFP_NTYPES]; /* by type; timed ones only with is_full */
	uint64_t others;               /* records of unknown type */
	uint64_t total;                /* all records */
	struct otfp_outlier outlier;   /* of events; only with is_full */
	struct otfp_carriers carriers;
	int has_version, has_id, has_range;
	unsigned version[3];
	struct otfp_str version_text;
	uint64_t unique_id, range[2];
	struct otfp_info_points points[OTFP_NPOINTS];
	struct otfp_share share;
	struct otfp_info_texts creators, comments, environment, provenance, lost;
	struct otfp_listed *files; /* the arena owns the paths */
	size_t nfiles, files_cap;
	struct otfp_info_process *processes;
	size_t nprocesses, processes_cap;
	size_t most; /* 0: all processes are listed. Else if there are more, only the first ones are, and the others are
	              * counted in nprocesses; only without is_full */
	struct otfp_info_process unlisted;
	struct otfp_info_tally *tallies; /* of the processes with records */
	size_t ntallies, tallies_cap;
	struct otfp_info_group *groups;
	size_t ngroups, groups_cap;
	struct otfp_info_stream *streams;
	size_t nstreams, streams_cap;
	uint64_t tail_text, tail_packed;       /* of the ends of compressed files: bytes of text, and bytes on disk */
	struct otfp_map process_at, stream_at; /* token -> index in `processes`, `streams` */
	struct otfp_map stream_of;             /* process -> stream */
	uint32_t lately;                       /* process of the last timed record, if any */
	struct otfp_info_tally *lately_in;     /* its tally; NULL = none */
	struct otfp_arena arena;
};

/** Free all. */
void otfp_info_release(struct otfp_info *info);
/** What the records of a process sum up to. */
const struct otfp_info_tally *otfp_info_tally_of(const struct otfp_info *info, const struct otfp_info_process *p);
/** Take a file of the trace, as otfp_trace_list lists it. @return 0, or -1 when memory is out */
int otfp_info_file(struct otfp_info *info, const struct otfp_listed *file);
/** Take a record or control line; call in the order of the stream. @return 0, or -1 when memory is out */
int otfp_info_add(struct otfp_info *info, const struct otfp_record *rec);
/** otfp_info_add for n records. @return 0, or -1 when memory is out */
int otfp_info_add_all(struct otfp_info *info, const struct otfp_record *const *recs, size_t n);
enum { OTFP_SPAN_NONE, OTFP_SPAN_RECORDS, OTFP_SPAN_RANGE };
/** Set *first and *last, in ticks, from the header or the records, else from DefTimeRange.
 * @return OTFP_SPAN_...: where they come from; with NONE they are unknown */
int otfp_info_span(const struct otfp_info *info, uint64_t *first, uint64_t *last);

#endif
