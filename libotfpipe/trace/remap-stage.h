/* remap-stage.h - other tokens and names as a stage of otfp_run. */
#ifndef OTFP_TRACE_REMAP_STAGE_H
#define OTFP_TRACE_REMAP_STAGE_H
#include "trace/stage.h"
#include "remap/anonymous.h"
#include "remap/rename.h"

/* A definition that goes to the sink, and which it is of them. */
struct otfp_made {
	const struct otfp_record *rec;
	size_t at;
};

/* Zero-filled, then what is to be done. */
struct otfp_remapper {
	struct otfp_rename rename;
	struct otfp_anonymous *anonymous;                      /* NULL: names stay */
	int renames;                                           /* rename has a map */
	const char *write_map;                                 /* file, or NULL */
	void (*report)(void *ctx, const struct otfp_error *e); /* what stays as it was; NULL: nothing is told */
	/* the rest is the stage's */
	struct otfp_claims claims;
	struct otfp_error *err;
	struct otfp_sink *out;
	struct otfp_header header;
	int past_head; /* all definitions at the head of the stream were put */
	struct otfp_arena head, arena;
	const struct otfp_record **heads; /* kept */
	size_t nheads, heads_cap;
	struct otfp_made *made; /* of them */
	size_t nmade, made_cap;
	struct otfp_record *copies;
	const struct otfp_record **batch;
	size_t nbatch;
};

void otfp_remapper_release(struct otfp_remapper *m);
/** ctx is the struct otfp_remapper. */
extern const struct otfp_stage_ops otfp_remap_stage;
/** Write a map to a file. @return 0 or <0 */
int otfp_map_write(const char *file, const struct otfp_tokenmap *map, struct otfp_error *err);
#endif
