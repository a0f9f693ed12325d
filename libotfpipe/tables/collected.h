/* collected.h - the end of a table in memory: its rows are sorted, and its columns are made of the stores. */
#ifndef OTFP_TABLES_COLLECTED_H
#define OTFP_TABLES_COLLECTED_H
#include "tables/collect.h"

/** All rows are put: sort them and make the columns. @return 0 or <0 with err filled */
int otfp_collected_end(struct otfp_collected *t, const struct otfp_tables *m, struct otfp_error *err);
/** Free all. */
void otfp_collected_release(struct otfp_collected *t);
#endif
