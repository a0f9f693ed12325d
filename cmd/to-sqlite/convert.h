/*
 * convert.h - from records to the rows of the database: calls, messages and operations are put together here.
 *
 * Memory: the definitions and their strings; 72 bytes for each open call, 120 for each message or operation of which
 * one end came; what the engine of waits needs; batches of rows, some MiB; SQLite's cache, 16 MiB.
 */
#ifndef CMD_TO_SQLITE_CONVERT_H
#define CMD_TO_SQLITE_CONVERT_H
#include "base/intern.h"
#include "record/names.h"
#include "state/state.h"
#include "wait/wait.h"
#include "cmd/to-sqlite/schema.h"

/* Counts that are reported at the end. */
enum db_count {
	DB_LEAVES,       /* Leaves without an Enter: calls without start */
	DB_OTHER_LEAVES, /* Leaves of a function that is not the innermost, which was closed */
	DB_OPEN,         /* calls without end */
	DB_SENDS,        /* messages that were not received */
	DB_RECEIVES,     /* messages that were not sent */
	DB_NO_BEGIN,     /* operations that did not begin */
	DB_NO_END,       /* operations that did not end */
	NDB_COUNTS
};

/* The first end of a message or operation: the id of its row, and the call in which it is. */
struct db_first {
	uint64_t id, call; /* call 0: none */
	uint64_t instance; /* of a collective operation */
	uint32_t next;     /* of a free one: 1 + index of the next */
};

/* The open calls of a process, as in its struct otfp_call_stack. */
struct db_stack {
	struct db_call {
		uint64_t id;
		uint64_t inner;  /* ticks in the calls that it made, since ... */
		uint64_t before; /* ... these ticks after its start, before which only a snapshot knows it */
	} * calls;
	size_t cap;
};

/* Zero-filled is not begun. */
struct convert {
	struct db db;
	struct db_table tables[NDB_TABLES];
	struct schema_names table_names;
	struct otfp_error *err;
	struct otfp_names names;
	struct otfp_state state;
	struct otfp_interns strings;
	struct otfp_header header;
	uint64_t resolution;
	uint64_t ncalls, nmessages, ncollectives, nfile_operations; /* ids so far */
	struct db_stack *stacks;                                    /* by index of the process */
	size_t nstacks;
	struct db_first *firsts;
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
	uint64_t counts[NDB_COUNTS];
};

/** Begin in the empty file `path`. name, for messages, and err must outlive c. @param waits  how to find waits
 * @return 0 or <0 */
int convert_begin(struct convert *c, const char *path, const char *name, const struct otfp_header *h,
                  const struct otfp_wait_options *waits, struct otfp_error *err);
/** Take the next record or control line. Of a timed record before c->from, or one that c->shows says no of, what it
 * does counts, but it has no row.
 * @return 0 or <0 */
int convert_record(struct convert *c, const struct otfp_record *rec);
/** After a complete input: put what is open. @return 0 or <0 */
int convert_end(struct convert *c);
/** Then: create indexes and views, and complete the file. @return 0 or <0 */
int convert_finish(struct convert *c);
/** Free what c owns. */
void convert_release(struct convert *c);
/** @return all rows put so far */
uint64_t convert_rows(const struct convert *c);
/** The text of a count (enum db_count), for a message. */
const char *convert_count_name(unsigned i);

/* ---- for the files of this room ---- */

/** Whether rows of records of that type of that process are put. */
int convert_shows(const struct convert *c, unsigned type, uint32_t process);
/** The same for what records of several types make: the given one is any of them. */
int convert_shows_any(const struct convert *c, unsigned type, uint32_t process);
/** Drop the rows that follow, unless they are shown and not early. */
void convert_show(struct convert *c, int is_shown);
/** Put a token in a record of a process as the key of its definition; NULL if it is 0 and not defined. */
void convert_token(struct convert *c, struct db_table *t, unsigned space, uint32_t process, uint64_t token);
/** Put a process: as convert_token. */
void convert_process(struct convert *c, struct db_table *t, uint32_t process);
/** Put the key-values of a record as rows. @param at  "start" or "end" of what the row is */
void convert_tags(struct convert *c, const struct otfp_record *rec, const struct db_table *t, uint64_t row,
                  const char *at);
/** Put the id of a call of a process; NULL if it is 0, or its row is not put. */
void convert_call_id(struct convert *c, struct db_table *t, uint32_t process, uint64_t call);
/** Put the value of a counter. */
void convert_value(struct convert *c, struct db_table *t, const struct otfp_record *rec, uint64_t bits);
/** Put a record into the table of its type. @return 0 or <0 */
int convert_plain(struct convert *c, const struct otfp_record *rec);

/** The id of the innermost call of a process; 0: none is open. */
uint64_t convert_call(const struct convert *c, const struct otfp_process *p);
/** A change of the state, by what the record did. @return 0 or <0 */
typedef int convert_fn(struct convert *c, const struct otfp_record *rec, const struct otfp_change *did);
convert_fn convert_open_call, convert_close_call, convert_leave, convert_send, convert_receive, convert_operate,
	convert_begin_operation, convert_end_operation;
/** Put the calls, messages and operations that are open at the end. @return 0 or <0 */
int convert_calls_end(struct convert *c);
int convert_messages_end(struct convert *c);
int convert_operations_end(struct convert *c);

/* waits.c */

int convert_waits_begin(struct convert *c, const struct otfp_wait_options *o);
/** Take a definition or control line. @return 0 or <0 */
int convert_waits_learn(struct convert *c, const struct otfp_record *rec);
/** Take a timed record, before its row is put: sets c->instance. @return 0 or <0 */
int convert_waits_add(struct convert *c, const struct otfp_record *rec, const struct otfp_change *did);
/** Put what is left. @return 0 or <0 */
int convert_waits_end(struct convert *c);
/** The instance of a row of collectives: the one that was known at its begin, else what was found later; 0 = unknown.
 */
uint64_t convert_instance(const struct convert *c, uint64_t instance, uint64_t id);
/** What could not be judged: enum otfp_wait_count. */
uint64_t convert_wait_count(const struct convert *c, unsigned what);

/** Keep a first end. @return 1 + its index, for a mark; 0 when memory is out: then the error is set */
uint32_t convert_keep(struct convert *c, const struct db_first *first);
/** Give it back. */
struct db_first convert_give_back(struct convert *c, uint64_t mark);
#endif
