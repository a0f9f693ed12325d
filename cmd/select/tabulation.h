/*
 * tabulation.h - a stage that makes rows of the records that are selected (tables/tables.h) and gives them to a sink: a
 * database, Parquet files.
 *
 * Waits, matched messages and instances are those of the whole: records that are not selected are passed to the model,
 * too, up to the end of the interval.
 *
 * Root causes of waits are found when all else is done: see wait/roots.h for what they keep, in 32 MiB and files in
 * TMPDIR.
 */
#ifndef CMD_SELECT_TABULATION_H
#define CMD_SELECT_TABULATION_H
#include "cmd/select/conversion.h"
#include "record/share.h"
#include "tables/tables.h"

/* Zero-filled, then tabulation_init. The command puts it first in a struct of its own. */
struct tabulation {
	struct conversion conversion;
	struct otfp_tables_options options; /* the command sets what no selection says: waits, is_share, ids_from */
	struct otfp_tables *model;
	int has_causes;           /* find root causes, ... */
	struct otfp_roots *roots; /* ... which are here; NULL: none */
	struct otfp_share share;  /* that the records are of, as @PART says; parts 0 = of the whole trace */
	/** Open the output, and set what the model puts rows to. @return 0, or <0 with err set */
	int (*open)(struct tabulation *t, const struct otfp_header *h, struct otfp_table_sink *to,
	            struct otfp_error *err);
	/** All rows are put: complete the output. @return 0, or <0 with t->conversion.err set */
	int (*finish)(struct tabulation *t);
	/** NULL, or gives the output its name, when all else is complete. @return as finish */
	int (*commit)(struct tabulation *t);
	/** Free what the sink has; the model is freed already. */
	void (*release)(struct tabulation *t);
};

/** Fill t for a job whose stage it is: after conversion_init. */
void tabulation_init(struct tabulation *t, struct job *job, struct otfp_set *comm);
/** Run the job of t. @param has_causes  find root causes, too @return the exit status */
int tabulation_run(struct tabulation *t, struct job *job, int has_causes);
#endif
