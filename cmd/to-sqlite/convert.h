/*
 * convert.h - from records to the rows of the database: calls, messages and operations are put together here.
 *
 * Memory: the definitions and their strings; 72 bytes for each open call, 120 for each message or operation of which
 * one end came; what the engine of waits needs; batches of rows, some MiB; SQLite's cache, 16 MiB.
 */
#ifndef OTFP_CMD_TO_SQLITE_CONVERT_H
#define OTFP_CMD_TO_SQLITE_CONVERT_H
#include "base/intern.h"
#include "record/names.h"
#include "state/state.h"
#include "wait/wait.h"
#include "cmd/to-sqlite/schema.h"

/* Counts that are reported at the end. */
enum otfp_db_count {
	OTFP_DB_LEAVES,       /* Leaves without an Enter: calls without start */
	OTFP_DB_OTHER_LEAVES, /* Leaves of a function that is not the innermost, which was closed */
	OTFP_DB_OPEN,         /* calls without end */
	OTFP_DB_SENDS,        /* messages that were not received */
	OTFP_DB_RECEIVES,     /* messages that were not sent */
	OTFP_DB_NO_BEGIN,     /* operations that did not begin */
	OTFP_DB_NO_END,       /* operations that did not end */
	OTFP_NDB_COUNTS
};

/* The first end of a message or operation: the id of its row, and the call in which it is. */
struct otfp_db_first {
	uint64_t id, call; /* call 0: none */
	uint64_t instance; /* of a collective operation */
	uint32_t next;     /* of a free one: 1 + index of the next */
};

/* The open calls of a process, as in its struct otfp_call_stack. */
struct otfp_db_stack {
	struct otfp_db_call {
		uint64_t id;
		uint64_t inner;  /* ticks in the calls that it made, since ... */
		uint64_t before; /* ... these ticks after its start, before which only a snapshot knows it */
	} * calls;
	size_t cap;
};

/* Zero-filled is not begun. */
struct otfp_convert {
	struct otfp_db db;
	struct otfp_db_table tables[OTFP_NDB_TABLES];
	struct otfp_schema_names table_names;
	struct otfp_error *err;
	struct otfp_names names;
	struct otfp_state state;
	struct otfp_interns strings;
	struct otfp_header header;
	uint64_t resolution;
	uint64_t ncalls, nmessages, ncollectives, nfile_operations; /* ids so far */
	struct otfp_db_stack *stacks;                               /* by index of the process */
	size_t nstacks;
	struct otfp_db_first *firsts;
	size_t nfirsts, firsts_cap;
	uint32_t spare; /* 1 + index of a free first, 0 = none */
	struct otfp_wait_engine *waits;
	uint64_t instance;              /* of the collective operation that the record begins; 0 = unknown */
	struct otfp_map late_instances; /* the same of those in snapshots: id -> instance */
	uint64_t from;                  /* rows that end before it are not put */
	int is_early;                   /* the record is before it */
	/* NULL, or whether rows of records of a type of a process are put. All records must be passed in any case:
	 * messages, instances and waits have the records of others, too. */
	int (*shows)(void *ctx, unsigned type, uint32_t process);
	void *shows_ctx;
	uint64_t base; /* if has_base, the tick of ts 0; else it is `first` */
	int has_base;
	int has_first;
	uint64_t first, last; /* times of the timed records */
	uint64_t counts[OTFP_NDB_COUNTS];
};

/** Begin in the empty file `path`. name, for messages, and err must outlive c. @param waits  how to find waits
 * @return 0 or <0 */
int otfp_convert_begin(struct otfp_convert *c, const char *path, const char *name, const struct otfp_header *h,
                       const struct otfp_wait_options *waits, struct otfp_error *err);
/** Take the next record or control line. Of a timed record before c->from, or one that c->shows says no of, what it
 * does counts, but it has no row.
 * @return 0 or <0 */
int otfp_convert_see(struct otfp_convert *c, const struct otfp_record *rec);
/** After a complete input: put what is open. @return 0 or <0 */
int otfp_convert_end(struct otfp_convert *c);
/** Then: create indexes and views, and complete the file. @return 0 or <0 */
int otfp_convert_finish(struct otfp_convert *c);
/** Free what c owns. */
void otfp_convert_release(struct otfp_convert *c);
/** @return all rows put so far */
uint64_t otfp_convert_rows(const struct otfp_convert *c);
/** The text of a count (enum otfp_db_count), for a message. */
const char *otfp_convert_count_name(unsigned i);

/* ---- for the files of this room ---- */

/** Whether rows of records of that type of that process are put. */
int otfp_convert_shows(const struct otfp_convert *c, unsigned type, uint32_t process);
/** The same for what records of several types make: the given one is any of them. */
int otfp_convert_shows_any(const struct otfp_convert *c, unsigned type, uint32_t process);
/** Drop the rows that follow, unless they are shown and not early. */
void otfp_convert_show(struct otfp_convert *c, int is_shown);
/** Put a token in a record of a process as the key of its definition; NULL if it is 0 and not defined. */
void otfp_convert_token(struct otfp_convert *c, struct otfp_db_table *t, unsigned space, uint32_t process,
                        uint64_t token);
/** Put a process: as otfp_convert_token. */
void otfp_convert_process(struct otfp_convert *c, struct otfp_db_table *t, uint32_t process);
/** Put the key-values of a record as rows. @param at  "start" or "end" of what the row is */
void otfp_convert_tags(struct otfp_convert *c, const struct otfp_record *rec, const struct otfp_db_table *t,
                       uint64_t row, const char *at);
/** Put the id of a call of a process; NULL if it is 0, or its row is not put. */
void otfp_convert_call_id(struct otfp_convert *c, struct otfp_db_table *t, uint32_t process, uint64_t call);
/** Put the value of a counter. */
void otfp_convert_value(struct otfp_convert *c, struct otfp_db_table *t, const struct otfp_record *rec, uint64_t bits);
/** Put a record into the table of its type. @return 0 or <0 */
int otfp_convert_plain(struct otfp_convert *c, const struct otfp_record *rec);

/** The id of the innermost call of a process; 0: none is open. */
uint64_t otfp_convert_call(const struct otfp_convert *c, const struct otfp_process *p);
/** A change of the state, by what the record did. @return 0 or <0 */
typedef int otfp_convert_fn(struct otfp_convert *c, const struct otfp_record *rec, const struct otfp_change *did);
otfp_convert_fn otfp_convert_open_call, otfp_convert_close_call, otfp_convert_leave, otfp_convert_send,
	otfp_convert_receive, otfp_convert_operate, otfp_convert_begin_operation, otfp_convert_end_operation;
/** Put the calls, messages and operations that are open at the end. @return 0 or <0 */
int otfp_convert_calls_end(struct otfp_convert *c);
int otfp_convert_messages_end(struct otfp_convert *c);
int otfp_convert_operations_end(struct otfp_convert *c);

/* waits.c */

int otfp_convert_waits_begin(struct otfp_convert *c, const struct otfp_wait_options *o);
/** Take a definition or control line. @return 0 or <0 */
int otfp_convert_waits_learn(struct otfp_convert *c, const struct otfp_record *rec);
/** Take a timed record, before its row is put: sets c->instance. @return 0 or <0 */
int otfp_convert_waits_see(struct otfp_convert *c, const struct otfp_record *rec, const struct otfp_change *did);
/** Put what is left. @return 0 or <0 */
int otfp_convert_waits_end(struct otfp_convert *c);
/** The instance of a row of collectives: the one that was known at its begin, else what was found later; 0 = unknown.
 */
uint64_t otfp_convert_instance(const struct otfp_convert *c, uint64_t instance, uint64_t id);
/** What could not be judged: enum otfp_wait_count. */
uint64_t otfp_convert_wait_count(const struct otfp_convert *c, unsigned what);

/** Keep a first end. @return 1 + its index, for a mark; 0 when memory is out: then the error is set */
uint32_t otfp_convert_keep(struct otfp_convert *c, const struct otfp_db_first *first);
/** Give it back. */
struct otfp_db_first otfp_convert_take(struct otfp_convert *c, uint64_t mark);
#endif
