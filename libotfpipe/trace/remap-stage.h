/* remap-stage.h - renumber tokens and replace names, as a stage. */
#ifndef OTFP_TRACE_REMAP_STAGE_H
#define OTFP_TRACE_REMAP_STAGE_H
#include "trace/stage.h"
#include "commit/newfile.h"
#include "remap/anonymous.h"
#include "remap/rename.h"

/* A definition to put, and its number among them. */
struct otfp_made {
	const struct otfp_record *rec;
	size_t at;
};

/* Zero-filled, then the first members, which say what to do. */
struct otfp_remapper {
	struct otfp_rename rename;
	struct otfp_anonymous *anonymous;                      /* NULL: keep the names */
	int lossless;                                          /* fail at the end if `anonymous` dropped records */
	int renames;                                           /* `rename` has a map */
	const char *write_map;                                 /* file, or NULL */
	int strict;                                            /* fail at the end if the map has unknown tokens */
	unsigned replaces;                                     /* OTFP_NEWFILE_* for it */
	otfp_stop_fn *stop;                                    /* asked after a signal while it is written */
	struct otfp_newfile map_file;                          /* the caller ends and releases it */
	void (*report)(void *ctx, const struct otfp_error *e); /* warnings; NULL: none */
	/* the rest belongs to the stage */
	struct otfp_claims claims;
	struct otfp_error *err;
	struct otfp_sink *out;
	struct otfp_header header;
	int past_head; /* the definitions at the head of the stream are put */
	struct otfp_arena head, arena;
	const struct otfp_record **heads; /* definitions of the head */
	size_t nheads, heads_cap;
	struct otfp_made *made; /* renamed, in the order of the stream */
	size_t nmade, made_cap;
	struct otfp_record *copies;
	const struct otfp_record **batch;
	size_t nbatch;
};

/** Free all but `anonymous`. */
void otfp_remapper_release(struct otfp_remapper *m);
/** The stage; ctx is the struct otfp_remapper. */
extern const struct otfp_stage_ops otfp_remap_stage;
/** Write a map of --write-map or o.unify_map to f, which the caller ends. @return 0 or <0 */
int otfp_map_write(struct otfp_newfile *f, const struct otfp_tokenmap *map, struct otfp_error *err);
#endif
