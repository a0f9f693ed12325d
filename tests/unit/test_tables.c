/* The rows of small traces, as text: TABLE column=value ... */
#include "failing.h"
#include "tables/tables.h"
#include "base/buf.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#define HEAD "@OTFPIPE\t1.0\tTR:1000000\n@SM\t1\t1,2\nDefTimerResolution\t-\t0\t1000000\n"
#define PROCESSES "DefProcess\t-\t0\t1\tone\t0\nDefProcess\t-\t0\t2\ttwo\t0\n"
#define FUNCTIONS                                                                                               \
	"DefSclFile\t-\t0\t1\tmain.c\nDefScl\t-\t0\t7\t1\t42\nDefFunctionGroup\t-\t0\t1\tUser\n"                \
	"DefFunctionGroup\t-\t0\t2\tMPI\nDefFunction\t-\t0\t1\tmain\t1\t0\nDefFunction\t-\t0\t2\tsolve\t1\t0\n" \
	"DefFunction\t-\t0\t3\tMPI_Send\t2\t0\nDefFunction\t-\t0\t4\tMPI_Recv\t2\t0\n"

/* What a test wants, and what it got. */
struct sink {
	const char *only;    /* a word for each table whose rows are wanted, with a blank before and after it */
	unsigned long fails; /* put fails at this row, counted from 1 */
	struct otfp_buf text;
	const struct otfp_tables *model;
	uint64_t paths[8]; /* path_hash is shown as a place in it, from 1 */
	unsigned npaths, nopen, nclosed;
	struct otfp_table_cell row[OTFP_TABLE_COLUMNS];
	int is_out; /* of memory */
};

static void add(struct sink *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void add(struct sink *s, const char *fmt, ...)
{
	char text[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	s->is_out |= otfp_buf_puts(&s->text, text) < 0;
}

static int open_table(void *ctx, struct otfp_table *t)
{
	struct sink *s = ctx;
	char word[64];

	snprintf(word, sizeof word, " %s ", t->name);
	if (!strstr(s->only, word))
		return 0;
	t->row = s->row;
	s->nopen++;
	return 1;
}

static void add_path(struct sink *s, uint64_t hash)
{
	unsigned i = 0;

	while (i < s->npaths && s->paths[i] != hash)
		i++;
	assert_true(i < 8);
	s->paths[i] = hash;
	s->npaths += i == s->npaths;
	add(s, " path=%u", i + 1);
}

/* What the token of a column means. */
static void add_meaning(struct sink *s, const struct otfp_column *c, otfp_ref ref)
{
	uint64_t line;
	struct otfp_str text;

	if (c->type == OTFP_COLUMN_LINE_OF) {
		assert_int_equal(otfp_tables_line(s->model, c, ref, &line), 1);
		add(s, " %s=%u", c->name, (unsigned)line);
		return;
	}
	text = otfp_tables_text(s->model, c, ref);
	add(s, " %s=%.*s", c->name, (int)text.n, text.p ? text.p : "");
}

/* Nanoseconds. */
static void add_made(struct sink *s, const struct otfp_column *c, const struct otfp_table_cell *cell)
{
	const struct otfp_table_cell *to = cell - c->of + c->to;
	int64_t ns;

	if (c->type == OTFP_COLUMN_BETWEEN && to->type == OTFP_CELL_NULL)
		return;
	otfp_tables_make(s->model, c, &ns, &cell->v.u, &to->v.u, 1);
	add(s, " %s=%lld", c->name, (long long)ns);
}

static void add_cell(struct sink *s, const struct otfp_column *c, const struct otfp_table_cell *cell)
{
	if (cell->type == OTFP_CELL_NULL)
		return;
	if (strcmp(c->name, "path_hash") == 0) {
		add_path(s, cell->v.u);
		return;
	}
	if (c->type >= OTFP_COLUMN_NAME_OF) {
		assert_int_equal(cell->type, OTFP_CELL_TOKEN);
		add_meaning(s, c, cell->v.u);
		return;
	}
	if (otfp_column_is_made(c)) {
		add_made(s, c, cell);
		return;
	}
	add(s, " %s=", c->name);
	switch (cell->type) {
	case OTFP_CELL_UNSIGNED: add(s, "%llu", (unsigned long long)cell->v.u); break;
	case OTFP_CELL_SIGNED: add(s, "%lld", (long long)cell->v.i); break;
	case OTFP_CELL_REAL: add(s, "%g", cell->v.real); break;
	case OTFP_CELL_TOKEN: add(s, "%llu", (unsigned long long)cell->v.u); break;
	default: add(s, "%.*s", (int)cell->n, cell->v.p);
	}
}

static int put_row(void *ctx, struct otfp_table *t)
{
	struct sink *s = ctx;

	if (s->fails && --s->fails == 0)
		return OTFP_EFAIL;
	add(s, "%s", t->name);
	for (unsigned i = 0; i < t->ncolumns; i++)
		if (t->columns[i].is_for & OTFP_FOR_PARQUET || t->ncolumns == t->nown)
			add_cell(s, &t->columns[i], &t->row[otfp_table_cell_at(t, i)]);
	add(s, "\n");
	memset(s->row, 0xff, sizeof s->row); /* nothing is left of it */
	return 0;
}

static int close_table(void *ctx, struct otfp_table *t)
{
	struct sink *s = ctx;

	assert_true(t->is_open);
	s->nclosed++;
	return 0;
}

/* ---- a trace as rows ---- */

struct input {
	const char *records;
	unsigned is_for;
	struct otfp_tables_options options;
	struct sink sink;
	int (*ask)(const struct otfp_tables *m); /* at the end; may be NULL */
};

static char path[64];

static void write_records(const char *records)
{
	FILE *f = fopen(path, "w");
	unsigned n = 0;

	assert_non_null(f);
	fputs(records, f);
	for (const char *p = records; *p; p = strchr(p, '\n') + 1)
		n += *p != '@';
	fprintf(f, "@END\t%u\n", n);
	assert_int_equal(fclose(f), 0);
}

static int give(struct otfp_source *src, struct otfp_tables *m)
{
	const struct otfp_record *rec;
	int code;

	while ((code = otfp_source_next(src, &rec)) == 0 && (code = otfp_tables_add(m, rec)) == 0)
		;
	return code < 0 ? code : otfp_tables_end(m);
}

/* The rows of a trace, in in->sink.text. @return 0 or <0 */
static int rows(struct input *in)
{
	struct sink *s = &in->sink;
	const struct otfp_table_sink to = {in->is_for, s, open_table, put_row, close_table};
	struct otfp_source *src = NULL;
	struct otfp_error err = {0};
	struct otfp_tables *m;
	int code = otfp_source_open(&src, path, NULL, &err);

	if (code < 0)
		return code;
	in->options.waits.clocks = in->options.waits.each = in->options.waits.states = 1;
	m = otfp_tables_new(&in->options, otfp_source_header(src), &to, &err);
	s->model = m;
	code = m ? give(src, m) : err.code;
	if (code == 0 && in->ask)
		code = in->ask(m);
	otfp_tables_free(m);
	otfp_source_close(src);
	return s->is_out ? OTFP_EFAIL : code;
}

static void check(struct input *in, const char *expected)
{
	write_records(in->records);
	assert_int_equal(rows(in), 0);
	assert_int_equal(otfp_buf_add(&in->sink.text, "", 1), 0);
	assert_string_equal(in->sink.text.p, expected);
	assert_int_equal(in->sink.nopen, in->sink.nclosed);
	otfp_buf_release(&in->sink.text);
}

/* ---- calls ---- */

#define CALLS                                                                                          \
	HEAD PROCESSES FUNCTIONS                                                                       \
		"Enter\t100\t1\t1\t7\nEnter\t110\t1\t2\t0\nEnter\t115\t2\t1\t0\nLeave\t130\t1\t2\t7\n" \
		"Enter\t140\t1\t2\t0\nLeave\t145\t1\t2\t0\nLeave\t150\t1\t1\t0\nEnter\t160\t2\t2\t0\n"

static void calls_have_nanoseconds_names_and_the_hash_of_their_path(void **state)
{
	struct input in = {.records = CALLS, .is_for = OTFP_FOR_PARQUET, .sink = {.only = " calls "}};

	(void)state;
	check(&in,
	      "calls id=2 process=1 function=2 depth=1 parent=1 end_source=7 path=1 start_tick=110 start_ns=10000 "
	      "end_ns=30000 dur_ns=20000 exclusive_ns=20000 process_name=one function_name=solve function_group=User\n"
	      "calls id=4 process=1 function=2 depth=1 parent=1 path=1 start_tick=140 start_ns=40000 end_ns=45000 "
	      "dur_ns=5000 exclusive_ns=5000 process_name=one function_name=solve function_group=User\n"
	      "calls id=1 process=1 function=1 depth=0 source=7 path=2 start_tick=100 start_ns=0 end_ns=50000 "
	      "dur_ns=50000 exclusive_ns=25000 process_name=one function_name=main function_group=User file=main.c "
	      "line=42\n"
	      "calls id=5 process=2 function=2 depth=1 parent=3 path=1 start_tick=160 start_ns=60000 process_name=two "
	      "function_name=solve function_group=User\n"
	      "calls id=3 process=2 function=1 depth=0 path=2 start_tick=115 start_ns=15000 process_name=two "
	      "function_name=main function_group=User\n");
}

static void sqlite_has_ticks_and_tokens_alone(void **state)
{
	struct input in = {.records = CALLS, .is_for = OTFP_FOR_SQLITE, .sink = {.only = " calls sends "}};

	(void)state;
	check(&in, "calls id=2 process=1 function=2 start=110 end=130 exclusive=20 depth=1 parent=1 end_source=7\n"
	           "calls id=4 process=1 function=2 start=140 end=145 exclusive=5 depth=1 parent=1\n"
	           "calls id=1 process=1 function=1 start=100 end=150 exclusive=25 depth=0 source=7\n"
	           "calls id=5 process=2 function=2 start=160 depth=1 parent=3\n"
	           "calls id=3 process=2 function=1 start=115 depth=0\n");
}

static int ask_counts(const struct otfp_tables *m)
{
	const struct otfp_tables_facts facts = otfp_tables_facts(m);

	assert_int_equal(otfp_tables_count(m, OTFP_TABLES_OPEN), 1);
	assert_int_equal(otfp_tables_count(m, OTFP_TABLES_LEAVES), 1);
	assert_int_equal(otfp_tables_rows(m), 2);
	assert_int_equal(facts.first, 50);
	assert_int_equal(facts.last, 70);
	assert_int_equal(facts.start, 20);
	assert_int_equal(facts.resolution, 1000000);
	return 0;
}

static void what_is_odd_is_counted_and_nanoseconds_count_from_the_given_start(void **state)
{
	struct input in = {.records = HEAD PROCESSES FUNCTIONS "Leave\t50\t1\t1\t0\nEnter\t70\t1\t2\t0\n",
	                   .is_for = OTFP_FOR_PARQUET,
	                   .options = {.first = 20, .has_first = 1},
	                   .sink = {.only = " calls "},
	                   .ask = ask_counts};

	(void)state;
	check(&in, "calls id=1 process=1 function=1 end_ns=30000 process_name=one function_name=main "
	           "function_group=User\n"
	           "calls id=2 process=1 function=2 depth=0 path=1 start_tick=70 start_ns=50000 process_name=one "
	           "function_name=solve function_group=User\n");
}

/* ---- messages ---- */

#define MESSAGES                                                                                                       \
	HEAD PROCESSES FUNCTIONS                                                                                       \
		"Enter\t10\t1\t3\t0\nEnter\t10\t2\t4\t0\nSendMsg\t11\t1\t2\t0\t5\t100\t0\n"                            \
		"SendMsg\t12\t1\t2\t0\t5\t200\t7\nSendMsg\t13\t1\t2\t0\t6\t300\t0\nRecvMsg\t14\t2\t1\t0\t5\t100\t0\n"  \
		"RecvMsg\t15\t2\t1\t0\t5\t200\t0\nRecvMsg\t16\t2\t1\t0\t5\t400\t0\nLeave\t20\t1\t3\t0\nLeave\t20\t2\t" \
		"4\t0\n"

static void halves_are_numbered_by_sender_receiver_communicator_and_tag(void **state)
{
	struct input in = {.records = MESSAGES, .is_for = OTFP_FOR_PARQUET, .sink = {.only = " sends receives "}};

	(void)state;
	check(&in, "sends id=1 sender=1 receiver=2 sender_token=1 receiver_token=2 communicator=0 tag=5 seq=0 "
	           "length=100 call=1 start_tick=11 start_ns=1000 sender_name=one receiver_name=two\n"
	           "sends id=2 sender=1 receiver=2 sender_token=1 receiver_token=2 communicator=0 tag=5 seq=1 "
	           "length=200 source=7 call=1 start_tick=12 start_ns=2000 sender_name=one receiver_name=two "
	           "file=main.c line=42\n"
	           "sends id=3 sender=1 receiver=2 sender_token=1 receiver_token=2 communicator=0 tag=6 seq=0 "
	           "length=300 call=1 start_tick=13 start_ns=3000 sender_name=one receiver_name=two\n"
	           "receives id=1 receiver=2 sender=1 receiver_token=2 sender_token=1 communicator=0 tag=5 seq=0 "
	           "length=100 call=2 start_tick=14 start_ns=4000 receiver_name=two sender_name=one\n"
	           "receives id=2 receiver=2 sender=1 receiver_token=2 sender_token=1 communicator=0 tag=5 seq=1 "
	           "length=200 call=2 start_tick=15 start_ns=5000 receiver_name=two sender_name=one\n"
	           "receives id=3 receiver=2 sender=1 receiver_token=2 sender_token=1 communicator=0 tag=5 seq=2 "
	           "length=400 call=2 start_tick=16 start_ns=6000 receiver_name=two sender_name=one\n");
}

static void messages_have_both_ends_and_those_of_one_end_come_last(void **state)
{
	struct input in = {.records = MESSAGES, .is_for = OTFP_FOR_SQLITE, .sink = {.only = " messages "}};

	(void)state;
	check(&in, "messages id=1 sender=1 receiver=2 tag=5 length=100 received=100 start=11 end=14 send_call=1 "
	           "recv_call=2\n"
	           "messages id=2 sender=1 receiver=2 tag=5 length=200 received=200 start=12 end=15 source=7 "
	           "send_call=1 recv_call=2\n"
	           "messages id=3 sender=1 receiver=2 tag=6 length=300 start=13 send_call=1\n"
	           "messages id=4 sender=1 receiver=2 tag=5 received=400 end=16 recv_call=2\n");
}

static void a_share_has_halves_and_ids_of_its_own_and_nothing_that_needs_others(void **state)
{
	struct input in = {.records = HEAD PROCESSES FUNCTIONS
	                   "Enter\t10\t2\t4\t0\nRecvMsg\t14\t2\t1\t0\t5\t100\t0\nLeave\t20\t2\t4\t0\n",
	                   .is_for = OTFP_FOR_PARQUET,
	                   .options = {.is_share = 1, .ids_from = (uint64_t)3 << 44},
	                   .sink = {.only = " calls sends receives messages waits lives "}};

	(void)state;
	check(&in, "receives id=52776558133249 receiver=2 sender=1 receiver_token=2 sender_token=1 communicator=0 "
	           "tag=5 seq=0 length=100 call=52776558133249 start_tick=14 start_ns=4000 receiver_name=two "
	           "sender_name=one\n"
	           "calls id=52776558133249 process=2 function=4 depth=0 path=1 start_tick=10 start_ns=0 "
	           "end_ns=10000 dur_ns=10000 exclusive_ns=10000 process_name=two function_name=MPI_Recv "
	           "function_group=MPI\n");
}

/* In the middle of a run the snapshots of one instant give the messages on their way; later ones repeat it. */
static void a_send_of_a_snapshot_is_numbered_once(void **state)
{
	struct input in = {.records = HEAD PROCESSES FUNCTIONS
	                   "SendSnapshot\t10\t1\t3\t2\t0\t5\t100\t0\nSendMsg\t11\t1\t2\t0\t5\t200\t0\n"
	                   "SendSnapshot\t12\t1\t3\t2\t0\t5\t100\t0\nSendSnapshot\t12\t1\t11\t2\t0\t5\t200\t0\n",
	                   .is_for = OTFP_FOR_PARQUET,
	                   .options = {.is_share = 1},
	                   .sink = {.only = " sends "}};

	(void)state;
	check(&in, "sends id=1 sender=1 receiver=2 sender_token=1 receiver_token=2 communicator=0 tag=5 seq=0 "
	           "length=100 start_tick=3 start_ns=-7000 sender_name=one receiver_name=two\n"
	           "sends id=2 sender=1 receiver=2 sender_token=1 receiver_token=2 communicator=0 tag=5 seq=1 "
	           "length=200 start_tick=11 start_ns=1000 sender_name=one receiver_name=two\n");
}

/* Process 1 is known by an event, so that the count of its snapshot says nothing; that of process 2 does. */
static void instances_are_the_same_with_and_without_waits(void **state)
{
	static const char *const only[] = {" collectives ", " collectives lives ", " calls "};
	struct input in = {.records = HEAD PROCESSES FUNCTIONS
	                   "DefProcessGroup\t-\t0\t9\tworld\t1,2\nDefCollectiveOperation\t-\t0\t4\tbarrier\t1\n"
	                   "Enter\t10\t1\t1\t0\nCollopCountSnapshot\t12\t1\t9\t5\nCollopCountSnapshot\t12\t2\t9\t5\n"
	                   "CollectiveOperation\t20\t1\t4\t9\t0\t8\t8\t3\t0\n"
	                   "CollectiveOperation\t20\t2\t4\t9\t0\t8\t8\t3\t0\n",
	                   .is_for = OTFP_FOR_PARQUET};
	unsigned ninstances[3] = {0};

	(void)state;
	write_records(in.records);
	for (unsigned i = 0; i < 3; i++) {
		in.sink = (struct sink){.only = only[i]};
		assert_int_equal(rows(&in), 0);
		assert_int_equal(otfp_buf_add(&in.sink.text, "", 1), 0);
		for (const char *p = in.sink.text.p; (p = strstr(p, "instance=")); p++)
			ninstances[i] = ninstances[i] * 100 + (unsigned)atoi(p + 9);
		otfp_buf_release(&in.sink.text);
	}
	assert_int_equal(ninstances[0], 106);
	assert_int_equal(ninstances[1], 106);
	assert_int_equal(ninstances[2], 0);
}

/* ---- values ---- */

static void values_are_exact_by_their_type(void **state)
{
	struct input in = {.records = HEAD PROCESSES
	                   "DefKeyValue\t-\t0\t9\t6\tkey\t\nDefCounter\t-\t0\t1\tc\t0\t0\t\n"
	                   "Counter\t5\t1\t1\t18446744073709551615\t9:i:-4\nCounter\t6\t1\t1\t7\n",
	                   .is_for = OTFP_FOR_PARQUET,
	                   .sink = {.only = " counters key_values "}};

	(void)state;
	check(&in, "counters id=1 process=1 counter=1 value=1.84467e+19 value_unsigned=18446744073709551615 "
	           "time_tick=5 time_ns=0 process_name=one counter_name=c\n"
	           "key_values table=counters row=1 at=start position=0 key=9 type=int32 value=-4 value_signed=-4 "
	           "key_name=key\n"
	           "counters id=2 process=1 counter=1 value=7 value_signed=7 value_unsigned=7 time_tick=6 "
	           "time_ns=1000 process_name=one counter_name=c\n");
}

static void a_record_type_without_a_table_of_its_own_has_one_of_its_fields(void **state)
{
	struct input in = {.records =
	                           HEAD PROCESSES FUNCTIONS "DefProcessGroup\t-\t0\t8\tworld\t1,2\nBeginProcess\t5\t1\n"
	                                                    "EventComment\t6\t2\thello\n",
	                   .is_for = OTFP_FOR_PARQUET,
	                   .sink = {.only = " def_scl def_process_group def_process_group_members begin_process "
	                                    "event_comment "}};

	(void)state;
	check(&in, "def_scl id=7 stream=0 source=7 file=1 line=42 file_name=main.c\n"
	           "def_process_group id=8 stream=0 group=8 name=world\n"
	           "def_process_group_members def_process_group=8 position=0 member=1\n"
	           "def_process_group_members def_process_group=8 position=1 member=2\n"
	           "begin_process id=1 time=5 process=1 time_ns=0 process_name=one\n"
	           "event_comment id=1 time=6 process=2 text=hello time_ns=1000 process_name=two\n");
}

/* ---- both kinds of sinks ---- */

/* What a trace has in the columns that are for both. */
struct sums {
	uint64_t rows[OTFP_NTABLES], cells[OTFP_NTABLES];
	struct otfp_table_cell row[OTFP_TABLE_COLUMNS];
};

static int open_sum(void *ctx, struct otfp_table *t)
{
	struct sums *s = ctx;

	t->row = s->row;
	return t->is_for == OTFP_FOR_BOTH;
}

static uint64_t hash_of(const struct otfp_table_cell *cell)
{
	const uint64_t h = otfp_hash_add(OTFP_HASH_INIT, cell->type);

	if (cell->type == OTFP_CELL_NULL)
		return h;
	return cell->type >= OTFP_CELL_TEXT ? otfp_hash_bytes(h, cell->v.p, cell->n) : otfp_hash_add(h, cell->v.u);
}

static int put_sum(void *ctx, struct otfp_table *t)
{
	struct sums *s = ctx;

	s->rows[t->place]++;
	for (unsigned i = 0; i < t->ncolumns; i++)
		if (t->columns[i].is_for == OTFP_FOR_BOTH)
			s->cells[t->place] += otfp_hash_add(hash_of(&t->row[otfp_table_cell_at(t, i)]), i);
	return 0;
}

static void sum(const char *name, unsigned is_for, struct sums *s)
{
	const struct otfp_table_sink to = {is_for, s, open_sum, put_sum, NULL};
	const struct otfp_tables_options o = {.waits = {.clocks = 1, .each = 1, .states = 1}};
	struct otfp_error err = {0};
	struct otfp_source *src;
	struct otfp_tables *m;

	assert_int_equal(otfp_source_open(&src, name, NULL, &err), 0);
	m = otfp_tables_new(&o, otfp_source_header(src), &to, &err);
	assert_non_null(m);
	assert_int_equal(give(src, m), 0);
	otfp_tables_free(m);
	otfp_source_close(src);
}

static void both_kinds_of_sinks_have_the_same_rows(void **state)
{
	static const char *const names[] = {"tests/data/sample.otf", "tests/data/node.otf2", "tests/data/ping.bpv"};
	static struct sums a, b;

	(void)state;
	for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
		memset(&a, 0, sizeof a);
		memset(&b, 0, sizeof b);
		sum(names[i], OTFP_FOR_SQLITE, &a);
		sum(names[i], OTFP_FOR_PARQUET, &b);
		assert_memory_equal(a.rows, b.rows, sizeof a.rows);
		assert_memory_equal(a.cells, b.cells, sizeof a.cells);
		assert_true(a.rows[OTFP_TABLE_CALLS] > 0);
	}
}

/* ---- failures ---- */

static void a_sink_that_fails_stops_the_rows(void **state)
{
	struct input in = {.records = CALLS, .is_for = OTFP_FOR_PARQUET, .sink = {.only = " calls ", .fails = 2}};

	(void)state;
	write_records(in.records);
	assert_int_equal(rows(&in), OTFP_EFAIL);
	assert_int_equal(otfp_buf_add(&in.sink.text, "", 1), 0);
	assert_non_null(strstr(in.sink.text.p, "calls id=2"));
	assert_null(strstr(in.sink.text.p, "calls id=4"));
	assert_int_equal(in.sink.nclosed, 0);
	otfp_buf_release(&in.sink.text);
}

static char *whole;

static int try(void *ctx)
{
	struct input in = *(const struct input *)ctx;
	int code = rows(&in);

	if (code == 0 && otfp_buf_add(&in.sink.text, "", 1) < 0)
		code = OTFP_EFAIL;
	if (code == 0 && !whole)
		whole = strdup(in.sink.text.p);
	else if (code == 0)
		assert_string_equal(in.sink.text.p, whole);
	otfp_buf_release(&in.sink.text);
	return code;
}

static void rows_are_right_or_memory_is_out(void **state)
{
	struct input in = {.records = MESSAGES,
	                   .is_for = OTFP_FOR_PARQUET,
	                   .sink = {.only = " calls messages sends receives def_function waits lives "}};

	(void)state;
	write_records(in.records);
	assert_int_equal(try(&in), 0);
	each_allocation_fails(try, &in);
	free(whole);
}

static int setup(void **state)
{
	int fd;

	(void)state;
	strcpy(path, "/tmp/otfp-tables-XXXXXX");
	fd = mkstemp(path);
	return fd < 0 ? -1 : close(fd);
}

static int teardown(void **state)
{
	(void)state;
	return remove(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(calls_have_nanoseconds_names_and_the_hash_of_their_path),
		cmocka_unit_test(sqlite_has_ticks_and_tokens_alone),
		cmocka_unit_test(what_is_odd_is_counted_and_nanoseconds_count_from_the_given_start),
		cmocka_unit_test(halves_are_numbered_by_sender_receiver_communicator_and_tag),
		cmocka_unit_test(messages_have_both_ends_and_those_of_one_end_come_last),
		cmocka_unit_test(a_share_has_halves_and_ids_of_its_own_and_nothing_that_needs_others),
		cmocka_unit_test(a_send_of_a_snapshot_is_numbered_once),
		cmocka_unit_test(values_are_exact_by_their_type),
		cmocka_unit_test(a_record_type_without_a_table_of_its_own_has_one_of_its_fields),
		cmocka_unit_test(instances_are_the_same_with_and_without_waits),
		cmocka_unit_test(both_kinds_of_sinks_have_the_same_rows),
		cmocka_unit_test(a_sink_that_fails_stops_the_rows),
		cmocka_unit_test(rows_are_right_or_memory_is_out),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
