/* run.h - otf-remap(1): its options and its run. */
#ifndef CMD_REMAP_RUN_H
#define CMD_REMAP_RUN_H
#include "cmd/run/run.h"

/* ---- clocks ---- */

/* The options that change times. Zero-filled changes nothing. */
struct clocking {
	const char *shift, *scale, *clocks; /* a time with a sign, a factor, a file; or NULL */
	uint64_t rescale;                   /* ticks per second of the result; 0 = as the input */
	int inverse;                        /* apply the inverse of shift, scale and clocks */
	int causal;                         /* no receive before its send; the next four belong to it */
	const char *min_delay, *max_shift, *spread, *write_clocks;
	int match_messages;
	size_t buffer; /* bytes to sort in, 0 = OTFP_SORT_BUFFER */
	struct clocking_work *work;
};
extern const struct option_row clocking_options[];

/** Make job read its sources at the new times. Call it before run_job or a function that calls it. With --causal or
 * --match-messages it reads all records first. @return -1 to continue, else the exit status */
int clocking_begin(struct job *job, struct clocking *o);
/** After run_job: report what was done. @param status  of run_job @return the exit status */
int clocking_end(struct clocking *o, int status);
/** Free what clocking_begin made. */
void clocking_release(struct clocking *o);

/* ---- tokens, names and streams ---- */

/* The options that change them. Zero-filled changes nothing. */
struct remap_options {
	const char **map;      /* files, NULL after the last; or NULL */
	int inverse;           /* apply the maps backwards */
	const char *write_map; /* file, or NULL */
	int unify;
	const char *hash_names;      /* NULL = names stay; else the salt, "" = none, or @FILE */
	struct otfp_set *keep_names; /* names that are not hashed */
	const char *regroup;         /* file, or NULL */
	size_t buffer;               /* bytes to sort in, 0 = not given */
	struct part part;
};
extern const struct option_row remap_options[];

/* ---- both ---- */

struct remap {
	struct remap_options tokens;
	struct clocking times;
};

/** Run otf-remap(1). own is a struct remap. @return the exit status */
int remap_run(struct job *job, void *own);
/** Free what the option parser made. */
void remap_release(void *own);
#endif
