/* run.h - otf-remap: its options, and what they do. */
#ifndef OTFP_CMD_REMAP_RUN_H
#define OTFP_CMD_REMAP_RUN_H
#include "cmd/run/run.h"

/* ---- clocks ---- */

/* What the options say; zero-filled leaves all times as they are. */
struct otfp_clocking {
	const char *shift, *scale, *clocks; /* a time with a sign, a factor, a file; or NULL */
	int inverse;                        /* of these three */
	int causal;                         /* no receive before its send; with these: */
	const char *min_delay, *max_shift, *spread, *write_clocks;
	int match_messages;
	size_t buffer; /* bytes to sort in, 0 = OTFP_SORT_BUFFER */
	struct otfp_clocking_work *work;
};
extern const struct otfp_option otfp_clocking_options[];

/** Make job read its sources at the times that the options say; before otfp_run or what ends in it. Reads
 * all once where that is needed. @return -1 to go on, else the exit status */
int otfp_clocking_begin(struct otfp_job *job, struct otfp_clocking *o);
/** After otfp_run: what there is to tell, where it ended with that status. @return the exit status */
int otfp_clocking_end(struct otfp_clocking *o, int status);
/** Free all, the option values too. */
void otfp_clocking_release(struct otfp_clocking *o);

/* ---- other tokens, names and streams ---- */

/* What the options say; zero-filled is nothing: everything passes. */
struct otfp_remapping {
	const char **map;      /* files, NULL behind the last; or NULL */
	int inverse;           /* the maps the other way round */
	const char *write_map; /* file, or NULL */
	int unify;
	const char *hash_names;      /* NULL = names stay; else the salt, "" = none, or @FILE */
	struct otfp_set *keep_names; /* names that stay all the same */
	const char *regroup;         /* file, or NULL */
	size_t buffer;               /* bytes to sort in, 0 = not given */
};
extern const struct otfp_option otfp_remapping_options[];

/** otfp_run with what the options say done to the records. @return the exit status */
int otfp_remapping_run(struct otfp_job *job, const struct otfp_remapping *o);
/** Free what the option parser made. */
void otfp_remapping_release(struct otfp_remapping *o);
#endif
