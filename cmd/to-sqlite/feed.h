/* feed.h - the virtual table that gives the rows of a batch to INSERT ... SELECT ... FROM feed. */
#ifndef CMD_TO_SQLITE_FEED_H
#define CMD_TO_SQLITE_FEED_H
#include "cmd/to-sqlite/db.h"

/** Add the table "feed" with columns c0, c1 ... to a database. @return a code of SQLite */
int feed_add(struct db *d);
#endif
