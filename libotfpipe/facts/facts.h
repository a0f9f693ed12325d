/*
 * facts.h - what a trace is: its header, files, definitions, and if all of it is read, its records by number.
 *
 * Memory: names, comments and provenance as they stand in the definitions, some 100 bytes for each process,
 * process group and file.
 */
#ifndef OTFP_FACTS_FACTS_H
#define OTFP_FACTS_FACTS_H
#include "base/arena.h"
#include "base/map.h"
#include "otf/read/listing.h"
#include "otfpipe.h"
#include <stdio.h>

/* What the timed records of one process were, up to now. */
struct otfp_info_tally {
	uint64_t records, enters, sends, bytes_sent, receives, bytes_received, collectives, file_operations;
	uint64_t first, last; /* where there are records; ticks */
};

struct otfp_info_process {
	uint32_t process, parent; /* parent 0 = none */
	uint8_t is_defined;       /* it may be in a stream, or have records, only */
	struct otfp_str name;     /* p NULL = it has none */
	struct otfp_info_tally tally;
};

struct otfp_info_group {
	uint32_t stream, group;
	size_t members;
	struct otfp_str name;
};

/* Which processes live in a stream. */
struct otfp_info_stream {
	uint32_t stream;
	size_t members;
	uint64_t bytes; /* on disk, of all its files */
	unsigned files, packed;
};

/* Announced sample points of one type. */
struct otfp_info_points {
	uint64_t n, first, last; /* times where n > 0; ticks */
};
enum { OTFP_POINT_SNAPSHOT, OTFP_POINT_SUMMARY, OTFP_POINT_INLINE, OTFP_NPOINTS }; /* types of DefAuxSamplePoint */

/* Texts in their order. */
struct otfp_info_texts {
	struct otfp_str *p;
	size_t n, cap;
};

/* Zero-filled, then `name` and `format`, is valid. */
struct otfp_info {
	const char *name;
	const char *format; /* "otf": a trace on disk, "lines": a line stream, or another */
	int is_full;        /* all records were counted; else only those before the first timed one */
	int is_ended;       /* @END was seen in a stored line stream that was not read in full */
	uint64_t in_all;    /* how many records it counts */
	uint64_t bytes;     /* of a stored line stream, on disk */
	int is_zstd;        /* it is compressed */
	uint64_t troubles;  /* damages and oddities that were told */
	struct otfp_header header;
	uint64_t records[OTFP_NTYPES]; /* by type; of timed ones only where all were read */
	uint64_t others;               /* of names that are not known */
	uint64_t total;                /* of all */
	int has_version, has_id, has_range;
	unsigned version[3];
	struct otfp_str version_text;
	uint64_t unique_id, range[2];
	struct otfp_info_points points[OTFP_NPOINTS];
	struct otfp_info_texts creators, comments, environment, provenance, lost;
	struct otfp_listed *files; /* their paths are its own */
	size_t nfiles, files_cap;
	struct otfp_info_process *processes;
	size_t nprocesses, processes_cap;
	struct otfp_info_group *groups;
	size_t ngroups, groups_cap;
	struct otfp_info_stream *streams;
	size_t nstreams, streams_cap;
	uint64_t tail_text, tail_packed;       /* bytes of the ends of compressed files, inflated and as they are */
	struct otfp_map process_at, stream_at; /* where in `processes` and `streams` */
	struct otfp_map stream_of;             /* process -> stream */
	struct otfp_info_process *lately;      /* the process counted last */
	struct otfp_arena arena;
};

void otfp_info_release(struct otfp_info *info);
/** A file of the trace; for otfp_trace_list. @return 0, or <0 when memory is out */
int otfp_info_file(void *info, const struct otfp_listed *file);
/** A record or control line of the trace, in their order. @return 0, or -1 when memory is out */
int otfp_info_see(struct otfp_info *info, const struct otfp_record *rec);
/** The same for n records, no control line among them. */
int otfp_info_see_all(struct otfp_info *info, const struct otfp_record *const *recs, size_t n);
enum { OTFP_SPAN_NONE, OTFP_SPAN_RECORDS, OTFP_SPAN_RANGE };
/** The first and last time: of the records, else of DefTimeRange. @return OTFP_SPAN_...; with NONE neither is known */
int otfp_info_span(const struct otfp_info *info, uint64_t *first, uint64_t *last);
/** For people, on out; what fails shows in ferror(out). @param all  lists are printed, however long they are */
void otfp_info_print(const struct otfp_info *info, int all, FILE *out);
/** As one JSON object on a line of its own. */
void otfp_info_json(const struct otfp_info *info, FILE *out);
#endif
