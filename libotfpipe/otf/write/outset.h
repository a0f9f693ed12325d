/*
 * outset.h - the stream set being written, as out.c, outdefs.c and outend.c share it.
 */
#ifndef OTFP_OTF_WRITE_OUTSET_H
#define OTFP_OTF_WRITE_OUTSET_H
#include "commit/stage.h"
#include "otf/read/assign.h"
#include "otf/write/out.h"
#include "otf/write/outfile.h"

struct otfp_out_stream {
	uint32_t id;
	int adopted;                             /* its files are written */
	struct otfp_outfile *files[OTFP_NFILES]; /* NULL = not there */
};

#define OTFP_OUT_HOMES 1024

/* Where the timed records of a kind of a process are written to. */
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
	struct otfp_stage *stage;
	struct otfp_assign assign;
	struct otfp_map streams;                    /* id -> struct otfp_out_stream * */
	struct otfp_map processes;                  /* process -> struct otfp_out_stream * */
	struct otfp_out_home homes[OTFP_OUT_HOMES]; /* those used lately */
	size_t nfiles, limit;
	uint64_t count, time;    /* records, last time */
	int headed;              /* DefUniqueId and what is stored are settled */
	int has_version;         /* a DefVersion was put, of all streams */
	struct otfp_buf stored;  /* control lines to store, each with LF, until the header is settled */
	struct otfp_map locals;  /* stream -> type << 32 | token of its first local definition */
	struct otfp_buf defined; /* uint32_t: processes defined before any was assigned */
	uint64_t blanks, lost, skipped, moved;
};

/* ---- out.c ---- */

/** The stream of that id, made when first needed. @return NULL when memory is out */
struct otfp_out_stream *otfp_out_stream(struct otfp_out *o, uint32_t id);
/** The file of a kind of stream id, created when first needed. @return 0 or <0 */
int otfp_out_file(struct otfp_out *o, uint32_t id, unsigned file, struct otfp_outfile **f);
/** Put a record into the file of its kind of stream id. @return 0 or <0 */
int otfp_out_put_into(struct otfp_out *o, uint32_t id, const struct otfp_record *rec);

/* ---- files that stay, and that are written: outend.c ---- */

/** Whether the file of that suffix, of the trace that is replaced, stays as it is; for struct otfp_stage_options. */
int otfp_out_stays(void *ctx, const char *suffix);
/** A file of stream id that stands at path becomes one of the set, under that suffix. @return 0 or <0 */
int otfp_out_adopt(struct otfp_out *o, uint32_t id, const char *path, const char *suffix);

/* ---- definitions, and what stands before them: outdefs.c ---- */

/** Whether a process may live in that stream: not if a local definition loses its meaning. @return 0 or <0 */
int otfp_out_check_regroup(struct otfp_out *o, uint32_t process, uint32_t stream);
/** Write what comes first in .0.def, as far as it can be known before rec (NULL = the end). @return 0 or <0 */
int otfp_out_settle_header(struct otfp_out *o, const struct otfp_record *rec);
/** At the end: a DefVersion for a stream that is not of OTF and had none. @return 0 or <0 */
int otfp_out_put_version(struct otfp_out *o);
/** Write the control lines in o->stored as definition comments. @return 0 or <0 */
int otfp_out_put_stored(struct otfp_out *o);
int otfp_out_put_definition(struct otfp_out *o, const struct otfp_record *rec);
#endif
