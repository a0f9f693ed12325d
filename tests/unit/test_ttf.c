/* test_ttf.c - random calls of the Ttf writer, read back by the reader, are the same calls. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "api/TAU_tf.h"
#include "randrec.h"

enum { CALLS_MAX = 12000, ROUNDS = 40, TOKENS = 9 };

enum kind { ENTER, LEAVE, SEND, RECV, TRIGGER, NKINDS };

struct call {
	enum kind kind;
	double time;
	unsigned v[7];
	long long value;
};

struct book {
	struct call calls[CALLS_MAX];
	int n, at; /* at: how many came back */
	int nstates, nevents, nends;
};

static struct book *book_of(void *userData)
{
	return userData;
}

/* ---- what the reader tells is what was written ---- */

static void came_back(struct book *b, const struct call *c)
{
	const struct call *want = &b->calls[b->at];

	assert_in_range(b->at, 0, b->n - 1);
	assert_int_equal(c->kind, want->kind);
	assert_true(c->time == want->time);
	assert_memory_equal(c->v, want->v, sizeof c->v);
	assert_true(c->value == want->value);
	b->at++;
}

static int enter_state(void *userData, double time, unsigned int node, unsigned int thread, unsigned int state)
{
	came_back(userData, &(struct call){ENTER, time, {node, thread, state}, 0});
	return 0;
}

static int leave_state(void *userData, double time, unsigned int node, unsigned int thread, unsigned int state)
{
	came_back(userData, &(struct call){LEAVE, time, {node, thread, state}, 0});
	return 0;
}

static int send_message(void *userData, double time, unsigned int node, unsigned int thread, unsigned int peer,
                        unsigned int peer_thread, unsigned int size, unsigned int tag, unsigned int comm)
{
	came_back(userData, &(struct call){SEND, time, {node, thread, peer, peer_thread, size, tag, comm}, 0});
	return 0;
}

static int recv_message(void *userData, double time, unsigned int peer, unsigned int peer_thread, unsigned int node,
                        unsigned int thread, unsigned int size, unsigned int tag, unsigned int comm)
{
	came_back(userData, &(struct call){RECV, time, {node, thread, peer, peer_thread, size, tag, comm}, 0});
	return 0;
}

static int trigger(void *userData, double time, unsigned int node, unsigned int thread, unsigned int event,
                   long long value)
{
	came_back(userData, &(struct call){TRIGGER, time, {node, thread, event}, value});
	return 0;
}

static int state(void *userData, unsigned int token, const char *name, unsigned int group)
{
	char want[40];

	(void)group;
	if (token == 60001) /* the format's own */
		return 0;
	snprintf(want, sizeof want, "\"state %u\"", token);
	assert_string_equal(name, want);
	book_of(userData)->nstates++;
	return 0;
}

static int event(void *userData, unsigned int token, const char *name, int monotonic)
{
	char want[40];

	if (token == 0)
		return 0;
	snprintf(want, sizeof want, "\"event %u\"", token);
	assert_string_equal(name, want);
	assert_int_equal(monotonic, token % 2);
	book_of(userData)->nevents++;
	return 0;
}

static int end_trace(void *userData, unsigned int node, unsigned int thread)
{
	(void)node;
	(void)thread;
	book_of(userData)->nends++;
	return 0;
}

/* ---- writing ---- */

static unsigned small(void)
{
	return (unsigned)(next_random() % 4 ? next_random() % 3 : next_random() % 65536);
}

/* Values at the edges of b bits more often than by chance. */
static unsigned of_bits(unsigned b)
{
	unsigned most = (1u << b) - 1, edge[] = {0, 1, most, most - 1, 0xff, 0x100, 0xffff & most, 0x10000 & most};

	return next_random() % 2 ? edge[next_random() % 8] & most : (unsigned)next_random() & most;
}

static struct call random_call(double time)
{
	struct call c = {.kind = (enum kind)(next_random() % NKINDS), .time = time};

	c.v[0] = small();
	c.v[1] = small();
	if (c.kind == SEND || c.kind == RECV) {
		c.v[2] = small();
		c.v[4] = of_bits(26);
		c.v[5] = of_bits(16);
		c.v[6] = of_bits(6);
		return c;
	}
	c.v[2] = 1 + (unsigned)(next_random() % TOKENS) + (c.kind == TRIGGER ? 100 : 0);
	if (c.kind == TRIGGER)
		c.value = next_random() % 2 ? (long long)next_random() : (long long)(next_random() % 2000) - 1000;
	return c;
}

static int write_call(Ttf_FileHandleT f, const struct call *c)
{
	const unsigned *v = c->v;
	unsigned long long time = (unsigned long long)c->time;

	switch (c->kind) {
	case ENTER: return Ttf_EnterState(f, time, v[0], v[1], v[2]);
	case LEAVE: return Ttf_LeaveState(f, time, v[0], v[1], v[2]);
	case SEND: return Ttf_SendMessage(f, c->time, v[0], v[1], v[2], 5, v[4], v[5], v[6]);
	case RECV: return Ttf_RecvMessage(f, c->time, v[2], 5, v[0], v[1], v[4], v[5], v[6]);
	default:
		if (c->value > -1000 && c->value < 1000)
			return Ttf_EventTrigger(f, c->time + 0.5, v[0], v[1], v[2],
			                        (double)c->value + (c->value < 0 ? -0.25 : 0.25));
		return Ttf_LongEventTrigger(f, time, v[0], v[1], v[2], (unsigned long long)c->value);
	}
}

static void define(Ttf_FileHandleT f, unsigned from, unsigned to)
{
	char name[40];

	assert_int_equal(Ttf_DefStateGroup(f, "GROUP", 7), 0);
	for (unsigned i = from; i <= to; i++) {
		snprintf(name, sizeof name, "state %u", i);
		assert_int_equal(Ttf_DefState(f, i, name, 7), 0);
		snprintf(name, sizeof name, "event %u", 100 + i);
		assert_int_equal(Ttf_DefUserEvent(f, 100 + i, name, (int)(100 + i) % 2), 0);
	}
}

static void write_book(struct book *b, const char *trc, const char *edf)
{
	Ttf_FileHandleT f = Ttf_OpenFileForOutput(trc, edf);
	double time = (double)(next_random() % 2 ? next_random() % 10 : 1795239303686168u);
	int early = (int)(next_random() % TOKENS); /* definitions may follow their use */

	assert_non_null(f);
	define(f, 1, (unsigned)early);
	for (int i = 0; i < b->n; i++) {
		b->calls[i] = random_call(time);
		assert_int_equal(write_call(f, &b->calls[i]), 0);
		time += (double)(next_random() % 3 ? next_random() % 100 : 0);
		if (next_random() % 1000 == 0)
			assert_int_equal(Ttf_FlushTrace(f), 0);
	}
	define(f, (unsigned)early + 1, TOKENS);
	assert_non_null(Ttf_CloseOutputFile(f));
}

/* ---- reading ---- */

/* Beginning at record `from`; EV_INIT is number 0. @return how many records there were */
static int read_book(struct book *b, Ttf_FileHandleT f)
{
	const Ttf_CallbacksT cb = {.UserData = b,
	                           .DefState = state,
	                           .EndTrace = end_trace,
	                           .EnterState = enter_state,
	                           .LeaveState = leave_state,
	                           .SendMessage = send_message,
	                           .RecvMessage = recv_message,
	                           .DefUserEvent = event,
	                           .EventTrigger = trigger};
	int n, total = 0;

	while ((n = Ttf_ReadNumEvents(f, cb, 1 + (int)(next_random() % 3000))) > 0)
		total += n;
	assert_int_equal(n, 0);
	assert_null(Ttf_Error(f));
	assert_int_equal(b->at, b->n);
	return total;
}

static void read_twice(struct book *b, const char *trc, const char *edf)
{
	Ttf_FileHandleT f = Ttf_OpenFileForInput(trc, edf);
	int all, from;

	assert_non_null(f);
	Ttf_SetSubtractFirstTimestamp(f, 0);
	all = read_book(b, f);
	assert_int_equal(b->nstates, TOKENS);
	assert_int_equal(b->nevents, TOKENS);
	assert_int_equal(all, b->n + (b->n > 0) + 2 * b->nends);
	if (b->n) { /* from somewhere in the middle */
		from = (int)(next_random() % (unsigned)b->n);
		b->at = from;
		assert_int_equal(Ttf_AbsSeek(f, from + 1), from + 1);
		assert_int_equal(read_book(b, f), all - from - 1);
	}
	assert_non_null(Ttf_CloseFile(f));
}

static void what_is_written_reads_back(void **unused)
{
	char trc[] = "/tmp/test_ttf.XXXXXX", edf[] = "/tmp/test_ttf.XXXXXX";
	struct book *b = malloc(sizeof *b);

	(void)unused;
	assert_non_null(b);
	close(mkstemp(trc));
	close(mkstemp(edf));
	for (int round = 0; round < ROUNDS; round++) {
		memset(b, 0, sizeof *b);
		b->n = (int)(round == 0 ? 0 : next_random() % (round % 4 ? 50 : CALLS_MAX));
		write_book(b, trc, edf);
		read_twice(b, trc, edf);
	}
	unlink(trc);
	unlink(edf);
	free(b);
}

static void a_handle_is_for_what_it_was_opened_for(void **unused)
{
	char trc[] = "/tmp/test_ttf.XXXXXX", edf[] = "/tmp/test_ttf.XXXXXX";
	const Ttf_CallbacksT none = {0};
	char error[200] = "";
	Ttf_FileHandleT f;

	(void)unused;
	close(mkstemp(trc));
	close(mkstemp(edf));
	f = Ttf_OpenFileForOutput(trc, edf);
	assert_int_equal(Ttf_ReadNumEvents(f, none, 5), -1);
	assert_int_equal(Ttf_AbsSeek64(f, 0), -1);
	assert_non_null(Ttf_CloseOutputFile(f));
	f = Ttf_OpenFileForInput(trc, edf);
	assert_int_equal(Ttf_EnterState(f, 1, 0, 0, 1), -1);
	assert_int_equal(Ttf_FlushTrace(f), -1);
	assert_non_null(Ttf_CloseFile(f));
	assert_null(Ttf_OpenFileForInput(NULL, edf));
	assert_null(Ttf_OpenFileForOutputError(NULL, edf, error, sizeof error));
	assert_non_null(strstr(error, "no file name"));
	assert_null(Ttf_CloseFile(NULL));
	assert_int_equal(Ttf_ReadNumEvents(NULL, none, 5), -1);
	unlink(trc);
	unlink(edf);
}

/* ---- names ---- */

enum { READERS = 4 };

/* The pointers that callbacks got. */
struct kept {
	const char *thread, *group, *state, *event;
	const char *trc, *edf;
};

static int keep_thread(void *userData, unsigned int node, unsigned int thread, const char *name)
{
	(void)node, (void)thread;
	((struct kept *)userData)->thread = name;
	return 0;
}

static int keep_group(void *userData, unsigned int group, const char *name)
{
	if (group == 1)
		((struct kept *)userData)->group = name;
	return 0;
}

static int keep_state(void *userData, unsigned int state, const char *name, unsigned int group)
{
	(void)group;
	if (state == 1)
		((struct kept *)userData)->state = name;
	return 0;
}

static int keep_event(void *userData, unsigned int event, const char *name, int increasing)
{
	(void)increasing;
	if (event == 3)
		((struct kept *)userData)->event = name;
	return 0;
}

/* A client that keeps pointers, from open to close; may run in a thread. */
static void *read_names(void *arg)
{
	struct kept *k = arg;
	const Ttf_CallbacksT cb = {.UserData = k,
	                           .DefThread = keep_thread,
	                           .DefStateGroup = keep_group,
	                           .DefState = keep_state,
	                           .DefUserEvent = keep_event};
	Ttf_FileHandleT f = Ttf_OpenFileForInput(k->trc, k->edf);

	while (f && Ttf_ReadNumEvents(f, cb, 10) > 0)
		;
	return Ttf_CloseFile(f);
}

static void write_names(const char *trc, const char *edf)
{
	Ttf_FileHandleT f = Ttf_OpenFileForOutput(trc, edf);

	assert_int_equal(Ttf_DefStateGroup(f, "G", 5), 0);
	assert_int_equal(Ttf_DefState(f, 1, "one", 5), 0);
	assert_int_equal(Ttf_DefState(f, 2, "two", 5), 0);
	assert_int_equal(Ttf_DefUserEvent(f, 3, "three", 0), 0);
	assert_int_equal(Ttf_DefUserEvent(f, 4, "four", 0), 0);
	assert_int_equal(Ttf_EnterState(f, 10, 7, 0, 1), 0);
	assert_int_equal(Ttf_LeaveState(f, 20, 7, 0, 1), 0);
	assert_non_null(Ttf_CloseOutputFile(f));
}

static void names_stay_valid_and_equal_ones_are_one_pointer(void **unused)
{
	char trc[] = "/tmp/test_ttf.XXXXXX", edf[] = "/tmp/test_ttf.XXXXXX";
	struct kept kept[READERS];
	pthread_t threads[READERS];
	void *closed;

	(void)unused;
	close(mkstemp(trc));
	close(mkstemp(edf));
	write_names(trc, edf);
	for (int i = 0; i < READERS; i++) {
		kept[i] = (struct kept){.trc = trc, .edf = edf};
		assert_int_equal(pthread_create(&threads[i], NULL, read_names, &kept[i]), 0);
	}
	for (int i = 0; i < READERS; i++) {
		assert_int_equal(pthread_join(threads[i], &closed), 0);
		assert_non_null(closed);
		assert_string_equal(kept[i].thread, "process 7:0");
		assert_string_equal(kept[i].group, "TAUEVENT");
		assert_string_equal(kept[i].state, "\"one\"");
		assert_string_equal(kept[i].event, "\"three\"");
		assert_memory_equal(&kept[i], &kept[0], offsetof(struct kept, trc));
	}
	unlink(trc);
	unlink(edf);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_written_reads_back),
		cmocka_unit_test(a_handle_is_for_what_it_was_opened_for),
		cmocka_unit_test(names_stay_valid_and_equal_ones_are_one_pointer),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
