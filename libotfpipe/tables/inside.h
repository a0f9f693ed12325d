/* inside.h - for the files of this room: the model, what makes its tables, and how rows are put. */
#ifndef OTFP_TABLES_INSIDE_H
#define OTFP_TABLES_INSIDE_H
#include "base/assert.h"
#include "record/table.h"
#include "state/state.h"
#include "tables/tables.h"
#include <string.h>

/* The first end of a message or operation: the id of its row, and the call in which it is. */
struct otfp_first_end {
	uint64_t id, call; /* call 0: none */
	uint64_t instance; /* of a collective operation */
	uint32_t next;     /* of a free one: 1 + index of the next */
};

/* The open calls of a process, as in its struct otfp_call_stack. */
struct otfp_table_stack {
	struct otfp_table_call {
		uint64_t id;
		uint64_t inner;  /* ticks in the calls that it made, since ... */
		uint64_t before; /* ... these ticks after its start, before which only a snapshot knows it */
		uint64_t path;   /* with Parquet: hash of the names from the outermost call to it */
	} * calls;
	size_t cap;
};

struct otfp_tables {
	struct otfp_table tables[OTFP_NTABLES];
	struct otfp_table_sink sink;
	struct otfp_table_cell dropped[OTFP_TABLE_COLUMNS]; /* the row of each table that is dropped */
	struct otfp_arena schema;                           /* names and columns */
	struct otfp_error *err;
	int code; /* 0, or <0 with err set: nothing is put any more */
	struct otfp_names names;
	struct otfp_state state;
	struct otfp_header header;
	uint64_t resolution;
	uint64_t ids_from;
	int without_definitions;
	uint64_t ncalls, nmessages, ncollectives, nfile_operations; /* the last ids */
	uint64_t nsends, nreceives;
	struct otfp_table_stack *stacks; /* by index of the process */
	size_t nstacks;
	struct otfp_first_end *firsts;
	size_t nfirsts, firsts_cap;
	uint32_t spare;                 /* 1 + index of a free first, 0 = none */
	struct otfp_wait_engine *waits; /* NULL: no table needs it */
	int finds_waits;                /* else it is for instances alone */
	struct otfp_roots *roots;       /* NULL: no causes */
	uint64_t instance;              /* of the collective operation that the record begins; 0 = unknown */
	struct otfp_map late_instances; /* the same of those in snapshots: id -> instance */
	struct otfp_map name_hashes;    /* of functions, by otfp_ref */
	struct otfp_map sent, received; /* hash of sender, receiver, communicator and tag -> how many halves came */
	uint64_t from;                  /* rows that end before it are not put */
	int is_early;                   /* the record is before it */
	int is_hidden;                  /* rows that are put are dropped */
	int (*shows)(void *ctx, unsigned type, uint32_t process);
	void *shows_ctx;
	uint64_t start; /* if has_start, the tick of nanosecond 0; else it is `first` */
	int has_start;
	int has_first;
	uint64_t first, last; /* times of the timed records */
	uint64_t counts[OTFP_TABLES_NCOUNTS];
};

/* ---- schema.c, derive.c ---- */

/** Make all tables and open those of the sink. @return 0 or <0 */
int otfp_tables_schema(struct otfp_tables *m);
/** The tick from which nanoseconds count. */
uint64_t otfp_tables_start(const struct otfp_tables *m);
/** Fill the cells of a row that say others in another way. */
void otfp_tables_derive(const struct otfp_table *t);

/* ---- rows: begin, then the cells in the order of the columns, then end ---- */

/** Memory is out: this is the error, unless there was one before. @return the code <0 */
int otfp_tables_fail(struct otfp_tables *m);
/** Whether a row is put. After an error none is; m->code says so. */
static inline int otfp_row_begins(const struct otfp_tables *m, const struct otfp_table *t)
{
	return t->is_open && !m->is_hidden && m->code == 0;
}

/** The id of the next row of a table whose rows are numbered as they come. */
static inline uint64_t otfp_next_id(const struct otfp_tables *m, const struct otfp_table *t)
{
	return m->ids_from + t->nrows + 1;
}

/** End a row of which all cells up to `end` are written. @return m->code */
int otfp_row_end(struct otfp_tables *m, struct otfp_table *t, const struct otfp_table_cell *end);

/* Each puts a cell and returns the place of the next one. */
OTFP_INLINE struct otfp_table_cell *otfp_cell_null(struct otfp_table_cell *at)
{
	at->type = OTFP_CELL_NULL;
	return at + 1;
}

OTFP_INLINE struct otfp_table_cell *otfp_cell_unsigned(struct otfp_table_cell *at, uint64_t v)
{
	at->v.u = v;
	at->type = OTFP_CELL_UNSIGNED;
	return at + 1;
}

/** NULL if has is 0. */
OTFP_INLINE struct otfp_table_cell *otfp_cell_maybe(struct otfp_table_cell *at, int has, uint64_t v)
{
	at->v.u = v;
	at->type = has ? OTFP_CELL_UNSIGNED : OTFP_CELL_NULL;
	return at + 1;
}

OTFP_INLINE struct otfp_table_cell *otfp_cell_signed(struct otfp_table_cell *at, int64_t v)
{
	at->v.i = v;
	at->type = OTFP_CELL_SIGNED;
	return at + 1;
}

OTFP_INLINE struct otfp_table_cell *otfp_cell_real(struct otfp_table_cell *at, double v)
{
	at->v.real = v;
	at->type = OTFP_CELL_REAL;
	return at + 1;
}

OTFP_INLINE struct otfp_table_cell *otfp_cell_ref(struct otfp_table_cell *at, unsigned space, otfp_ref ref)
{
	at->v.u = ref;
	at->type = OTFP_CELL_TOKEN;
	at->space = (uint8_t)space;
	return at + 1;
}

/** Bytes, which stay those of the record; NULL if s.p is NULL. */
OTFP_INLINE struct otfp_table_cell *otfp_cell_bytes(struct otfp_table_cell *at, enum otfp_cell_type type,
                                                    struct otfp_str s)
{
	at->v.p = s.p;
	at->n = (uint32_t)s.n;
	at->type = (uint8_t)(s.p ? type : OTFP_CELL_NULL);
	return at + 1;
}

OTFP_INLINE struct otfp_table_cell *otfp_cell_word(struct otfp_table_cell *at, const char *word)
{
	at->v.p = word;
	at->n = (uint32_t)strlen(word);
	at->type = OTFP_CELL_WORD;
	return at + 1;
}

/* ---- cell.c ---- */

/** otfp_cell_token of a token that is 0, or is defined by stream. */
struct otfp_table_cell *otfp_cell_other_token(const struct otfp_tables *m, struct otfp_table_cell *at, unsigned space,
                                              uint32_t process, uint64_t token);

/** A token in a record of a process as the ref of its definition; NULL if it is 0 and not defined. */
OTFP_INLINE struct otfp_table_cell *otfp_cell_token(const struct otfp_tables *m, struct otfp_table_cell *at,
                                                    unsigned space, uint32_t process, uint64_t token)
{
	if (OTFP_LIKELY((uint32_t)token && !m->names.index[space].local))
		return otfp_cell_ref(at, space, (uint32_t)token);
	return otfp_cell_other_token(m, at, space, process, token);
}

/** A process: as otfp_cell_token. */
OTFP_INLINE struct otfp_table_cell *otfp_cell_process(const struct otfp_tables *m, struct otfp_table_cell *at,
                                                      uint32_t process)
{
	return otfp_cell_token(m, at, OTFP_NAMED_PROCESS, process, process);
}

/** The value of a counter. */
struct otfp_table_cell *otfp_cell_value(struct otfp_table_cell *at, const struct otfp_record *rec, uint64_t bits);
/** Put the key-values of a record as rows. @param end  "start" or "end" of the row `row` of table `of` */
void otfp_tables_tags(struct otfp_tables *m, const struct otfp_record *rec, const struct otfp_table *of, uint64_t row,
                      const char *end);

/* ---- keep.c ---- */

/** The id of a call of a process; NULL if it is 0, or its row is not put. */
struct otfp_table_cell *otfp_cell_call(const struct otfp_tables *m, struct otfp_table_cell *at, uint32_t process,
                                       uint64_t call);

/** Whether rows of records of that type of that process are put. */
int otfp_tables_shows(const struct otfp_tables *m, unsigned type, uint32_t process);
/** The same for what records of several types make: the given one is any of them. */
int otfp_tables_shows_any(const struct otfp_tables *m, unsigned type, uint32_t process);
/** Drop the rows that follow, unless they are shown and not early. */
void otfp_tables_show(struct otfp_tables *m, int is_shown);
/** Keep a first end. @return 1 + its index, for a mark; 0 when memory is out: then the error is set */
uint32_t otfp_tables_keep(struct otfp_tables *m, const struct otfp_first_end *first);
/** Give it back. */
struct otfp_first_end otfp_tables_give_back(struct otfp_tables *m, uint64_t mark);

/* ---- plain.c, calls.c, messages.c, operations.c ---- */

/** Put a record into the table of its type. @return 0 or <0 */
int otfp_tables_plain(struct otfp_tables *m, const struct otfp_record *rec);

/** The id of the innermost call of a process; 0: none is open. */
uint64_t otfp_tables_call(const struct otfp_tables *m, const struct otfp_process *p);
/** A change of the state, by what the record did. @return 0 or <0 */
typedef int otfp_tables_fn(struct otfp_tables *m, const struct otfp_record *rec, const struct otfp_change *did);
otfp_tables_fn otfp_tables_open_call, otfp_tables_close_call, otfp_tables_leave, otfp_tables_send, otfp_tables_receive,
	otfp_tables_operate, otfp_tables_begin_operation, otfp_tables_end_operation;
/** An end of a collective operation that did not begin. @return 0 or <0 */
int otfp_tables_odd_end(struct otfp_tables *m, const struct otfp_record *rec);
/** For Parquet: if the record is a half of a message, put it into `sends` or `receives`. @return 0 or <0 */
int otfp_tables_half(struct otfp_tables *m, const struct otfp_record *rec, const struct otfp_change *did);
/** Put the calls, messages and operations that are open at the end. @return 0 or <0 */
int otfp_tables_calls_end(struct otfp_tables *m);
int otfp_tables_messages_end(struct otfp_tables *m);
int otfp_tables_operations_end(struct otfp_tables *m);

/* ---- waits.c ---- */

/** When the tables are open. @return 0 or <0 */
int otfp_tables_waits_begin(struct otfp_tables *m, const struct otfp_wait_options *o);
/** Take a definition or control line. @return 0 or <0 */
int otfp_tables_waits_learn(struct otfp_tables *m, const struct otfp_record *rec);
/** Take a timed record, before its row is put: sets m->instance. @return 0 or <0 */
int otfp_tables_waits_add(struct otfp_tables *m, const struct otfp_record *rec, const struct otfp_change *did);
/** Put what is left. @return 0 or <0 */
int otfp_tables_waits_end(struct otfp_tables *m);
/** The instance of a row of collectives: the one that was known at its begin, else what was found later; 0 = unknown.
 */
uint64_t otfp_tables_instance(const struct otfp_tables *m, uint64_t instance, uint64_t id);

/* ---- causes.c ---- */

/** Put the rows, if there are roots. @return 0 or <0 */
int otfp_tables_causes_end(struct otfp_tables *m);
#endif
