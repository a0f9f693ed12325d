/* feed.h - the virtual table that gives the rows of a batch to INSERT ... SELECT ... FROM feed. */
#ifndef OTFP_CMD_TO_SQLITE_FEED_H
#define OTFP_CMD_TO_SQLITE_FEED_H
#include "cmd/to-sqlite/db.h"

/** Add the table "feed" with columns c0, c1 ... to a database. @return a code of SQLite */
int otfp_feed_add(struct otfp_db *d);
#endif
