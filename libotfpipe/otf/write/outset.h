/*
 * outset.h - the stream set being written: private to out.c, outstream.c, outdefs.c, outend.c and join-set.c.
 */
#ifndef OTFP_OTF_WRITE_OUTSET_H
#define OTFP_OTF_WRITE_OUTSET_H
#include "commit/staging.h"
#include "otf/write/assign.h"
#include "otf/write/out.h"
#include "otf/write/outfile.h"

struct otfp_out_stream {
	uint32_t id;
	int adopted;                             /* its files exist already (otfp_out_adopt) */
	struct otfp_outfile *files[OTFP_NFILES]; /* NULL = not created */
};

/* Bytes of a file in memory until they are written as a block, at most. */
enum { OTFP_OUT_BLOCK_MAX = 256 << 10 };

#define OTFP_OUT_HOMES 1024

/* The file for the timed records of a kind of a process. */
struct otfp_out_home {
	uint64_t key; /* process << 8 | enum otfp_file; 0 = free */
	struct otfp_outfile *to;
};

struct otfp_out {
	struct otfp_error *err;
	struct otfp_write_options w;
	struct otfp_header header;
	struct otfp_buf stub;
	struct otfp_files *files;
	struct otfp_staging *stage;
	struct otfp_assign assign;
	struct otfp_map streams;                    /* id -> struct otfp_out_stream * */
	struct otfp_map processes;                  /* process -> struct otfp_out_stream * */
	struct otfp_out_home homes[OTFP_OUT_HOMES]; /* direct-mapped cache of the files used last */
	size_t nfiles, limit;
	uint64_t count, time;    /* records so far; time of the last timed record */
	int headed;              /* DefUniqueId and stored control lines are written; see otfp_out_settle_header */
	int has_version;         /* a global DefVersion was written */
	int is_share;            /* of several: it may have no process */
	struct otfp_buf stored;  /* control lines to store, each with LF; empty once the header is settled */
	struct otfp_map locals;  /* stream -> type << 32 | token of its first local definition */
	struct otfp_buf defined; /* uint32_t[]: processes defined before any was assigned */
	uint64_t blanks, lost, skipped, moved; /* counts for the reports of otfp_out_finish */
};

/* ---- outstream.c ---- */

/** The stream of that id, created on first use. @return NULL when memory is out */
struct otfp_out_stream *otfp_out_stream(struct otfp_out *o, uint32_t id);
/** Set *f to the file of a kind of stream id, created on first use; o owns it. @return 0 or <0 */
int otfp_out_file(struct otfp_out *o, uint32_t id, unsigned file, struct otfp_outfile **f);
/** Write a record to the file of its kind in stream id. @return 0 or <0 */
int otfp_out_put_into(struct otfp_out *o, uint32_t id, const struct otfp_record *rec);
/** Free a stream and its files, which are not finished. */
void otfp_out_stream_free(struct otfp_out_stream *s);

/* ---- outend.c: files that are kept or adopted ---- */

/** Whether the file of that suffix of the replaced trace is kept as it is; callback of struct otfp_staging_options. */
int otfp_out_stays(void *ctx, const char *suffix);
/** Make the existing file at path, of stream id, a file of the set with that suffix. @return 0 or <0 */
int otfp_out_adopt(struct otfp_out *o, uint32_t id, const char *path, const char *suffix);

/* ---- outdefs.c: definitions and what precedes them ---- */

/** Check that a process may go to that stream: not if a local definition would lose its meaning. @return 0 or <0 */
int otfp_out_check_regroup(struct otfp_out *o, uint32_t process, uint32_t stream);
/** Write the start of .0.def (DefUniqueId, stored control lines), unless rec, the next record, must precede it; rec ==
 * NULL at the end. @return 0 or <0 */
int otfp_out_settle_header(struct otfp_out *o, const struct otfp_record *rec);
/** At the end: write a DefVersion if the stream has none and does not come from OTF. @return 0 or <0 */
int otfp_out_put_version(struct otfp_out *o);
/** Write the control lines in o->stored as definition comments, and clear it. @return 0 or <0 */
int otfp_out_put_stored(struct otfp_out *o);
/** Write a definition, global or local. @return 0 or <0 */
int otfp_out_put_definition(struct otfp_out *o, const struct otfp_record *rec);
#endif
