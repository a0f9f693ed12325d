/* run.h - otf-remap(1): its options and its run. */
#ifndef OTFP_CMD_REMAP_RUN_H
#define OTFP_CMD_REMAP_RUN_H
#include "cmd/run/run.h"

/* ---- clocks ---- */

/* The options that change times. Zero-filled changes nothing. */
struct otfp_clocking {
	const char *shift, *scale, *clocks; /* a time with a sign, a factor, a file; or NULL */
	uint64_t rescale;                   /* ticks per second of the result; 0 = as the input */
	int inverse;                        /* apply the inverse of shift, scale and clocks */
	int causal;                         /* no receive before its send; the next four belong to it */
	const char *min_delay, *max_shift, *spread, *write_clocks;
	int match_messages;
	size_t buffer; /* bytes to sort in, 0 = OTFP_SORT_BUFFER */
	struct otfp_clocking_work *work;
};
extern const struct otfp_option otfp_clocking_options[];

/** Make job read its sources at the new times. Call it before otfp_run or a function that calls it. With --causal or
 * --match-messages it reads all records first. @return -1 to continue, else the exit status */
int otfp_clocking_begin(struct otfp_job *job, struct otfp_clocking *o);
/** After otfp_run: report what was done. @param status  of otfp_run @return the exit status */
int otfp_clocking_end(struct otfp_clocking *o, int status);
/** Free what otfp_clocking_begin made. */
void otfp_clocking_release(struct otfp_clocking *o);

/* ---- tokens, names and streams ---- */

/* The options that change them. Zero-filled changes nothing. */
struct otfp_remapping {
	const char **map;      /* files, NULL after the last; or NULL */
	int inverse;           /* apply the maps backwards */
	const char *write_map; /* file, or NULL */
	int unify;
	const char *hash_names;      /* NULL = names stay; else the salt, "" = none, or @FILE */
	struct otfp_set *keep_names; /* names that are not hashed */
	const char *regroup;         /* file, or NULL */
	size_t buffer;               /* bytes to sort in, 0 = not given */
	struct otfp_part part;
};
extern const struct otfp_option otfp_remapping_options[];

/** Run otf-remap: otfp_run with changed tokens, names and streams. @return the exit status */
int otfp_remapping_run(struct otfp_job *job, const struct otfp_remapping *o);
/** Free what the option parser made. */
void otfp_remapping_release(struct otfp_remapping *o);
#endif
