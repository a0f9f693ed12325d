/*
 * mktau - a TAU trace of any size, the same for the same options: a run directory of files of threads, or
 * with -m the pair DIR/tau.trc and DIR/tau.edf. A ring of nodes passes messages between calls, each
 * with the three records of a user event; other events have tags and negative values.
 *
 *     mktau [-n NODES] [-t THREADS] [-e RECORDS[k|m]] [-m] DIR
 *
 * Prints the number of records.
 */
#include "tau/layout.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAIN = 1, STEP, SEND, RECV, LOOP, REDUCE, SIZE, RESIDUAL, GROWS, FACT };
enum { INIT = 60000, CLOSE = 60003, CLOCK = 60005, MESSAGE_SEND = 60007, MESSAGE_RECV = 60008 };
#define START UINT64_C(1795239304000000) /* microseconds */

struct thread {
	FILE *file;
	uint16_t node, id;
	uint64_t time, sent_at, records;
	uint32_t random, sent, received;
};

struct maker {
	struct thread *threads;
	unsigned nodes, each; /* threads a node */
	uint64_t records;
	int merged;
};

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static uint32_t draw(struct thread *t)
{
	t->random = t->random * 1664525 + 1013904223;
	return t->random >> 8;
}

static void put(struct thread *t, int64_t event, int64_t par)
{
	struct otfp_tau_record r = {event, par, t->time, t->node, t->id};
	char bytes[OTFP_TAU_SIZE_MAX];

	otfp_tau_encode(bytes, &r, OTFP_TAU_NATIVE);
	if (fwrite(bytes, otfp_tau_size(OTFP_TAU_NATIVE), 1, t->file) != 1)
		die("mktau");
	t->records++;
}

static void enter(struct thread *t, int64_t function)
{
	t->time += 1 + draw(t) % 3;
	put(t, function, 1);
}

static void leave(struct thread *t, int64_t function)
{
	t->time += 1 + draw(t) % 5;
	put(t, function, -1);
}

static void trigger(struct thread *t, int64_t event, int64_t value)
{
	put(t, event, 0);
	put(t, event, value);
	put(t, event, 0);
}

static void message(struct thread *t, int64_t event, unsigned peer, uint32_t number)
{
	struct otfp_tau_message m = {64 + number % 1000 * 8, (uint16_t)peer, (uint16_t)(7 + t->id), 0};

	put(t, event, otfp_tau_pack(&m));
}

enum { STEP_RECORDS = 28 };

static void work(const struct maker *m, struct thread *t)
{
	enter(t, STEP);
	for (unsigned i = 0; i < 4; i++) {
		enter(t, LOOP);
		leave(t, LOOP);
	}
	put(t, GROWS, (int64_t)t->records);
	trigger(t, RESIDUAL, (int64_t)(draw(t) % 2000) - 1000);
	enter(t, SEND);
	trigger(t, SIZE, 64 + t->sent % 1000 * 8);
	message(t, MESSAGE_SEND, (t->node + 1u) % m->nodes, t->sent++);
	t->sent_at = t->time;
	leave(t, SEND);
}

/* What the node before sent in this step, so not before that. */
static void receive(const struct maker *m, struct thread *t, const struct thread *sender)
{
	enter(t, RECV);
	if (t->time <= sender->sent_at)
		t->time = sender->sent_at + 1;
	message(t, MESSAGE_RECV, (t->node + m->nodes - 1) % m->nodes, t->received++);
	trigger(t, SIZE, 64);
	leave(t, RECV);
	enter(t, REDUCE);
	leave(t, REDUCE);
	leave(t, STEP);
}

static void begin(struct thread *t)
{
	put(t, INIT, 3);
	put(t, CLOCK, START / 1000000);
	enter(t, MAIN);
}

static void end(struct thread *t)
{
	leave(t, MAIN);
	trigger(t, FACT, 1);
	put(t, CLOSE, 0);
	put(t, CLOCK, START / 1000000 + 1);
}

static void write_edf(const char *dir, const char *name)
{
	char path[4096];
	FILE *f;

	snprintf(path, sizeof path, "%s/%s", dir, name);
	f = fopen(path, "w");
	if (!f)
		die(path);
	fputs("16 dynamic_trace_events\n# FunctionId Group Tag \"Name Type\" Parameters\n"
	      "1 TAU_DEFAULT 0 \"main int (int, char **)\" EntryExit\n"
	      "2 TAU_USER 0 \"step void (int) [{ring.c} {9,1}-{30,1}]\" EntryExit\n"
	      "3 MPI 0 \"MPI_Send()  \" EntryExit\n"
	      "4 MPI 0 \"MPI_Recv()  \" EntryExit\n"
	      "5 TAU_USER 0 \"loop\" EntryExit\n"
	      "6 MPI 0 \"MPI_Allreduce()  \" EntryExit\n"
	      "7 TAUEVENT 0 \"Message size\" TriggerValue\n"
	      "8 TAUEVENT 0 \"Residual of all cells\" TriggerValue\n"
	      "9 TAUEVENT 1 \"Records\" TriggerValue\n"
	      "10 TAUEVENT 0 \"TAU_MAX_THREADS | 1\" TriggerValue\n"
	      "60000 TRACER 0 \"EV_INIT\" none\n"
	      "60003 TRACER 0 \"FLUSH_CLOSE\" none\n"
	      "60005 TRACER 0 \"WALL_CLOCK\" none\n"
	      "60007 TAU_MESSAGE -7 \"MESSAGE_SEND\" par\n"
	      "60008 TAU_MESSAGE -8 \"MESSAGE_RECV\" par\n",
	      f);
	if (fclose(f))
		die(path);
}

static FILE *new_file(const char *dir, const char *name)
{
	char path[4096];
	FILE *f;

	snprintf(path, sizeof path, "%s/%s", dir, name);
	f = fopen(path, "w");
	if (!f)
		die(path);
	return f;
}

static void open_threads(struct maker *m, const char *dir)
{
	char name[64];

	m->threads = calloc((size_t)m->nodes * m->each, sizeof *m->threads);
	if (!m->threads)
		die("mktau");
	for (unsigned i = 0; i < m->nodes * m->each; i++) {
		struct thread *t = &m->threads[i];
		*t = (struct thread){.node = (uint16_t)(i / m->each), .id = (uint16_t)(i % m->each), .random = i};
		t->time = START + i;
		snprintf(name, sizeof name, "tautrace.%u.0.%u.trc", t->node, t->id);
		t->file = m->merged ? tmpfile() : new_file(dir, name);
		if (!t->file)
			die("mktau");
		snprintf(name, sizeof name, "events.%u.edf", t->node);
		if (t->id == 0 && !m->merged)
			write_edf(dir, name);
	}
	if (m->merged)
		write_edf(dir, "tau.edf");
}

static void make(struct maker *m)
{
	unsigned n = m->nodes * m->each;

	for (unsigned i = 0; i < n; i++)
		begin(&m->threads[i]);
	for (uint64_t steps = m->records / n / STEP_RECORDS + 1; steps; steps--) {
		for (unsigned i = 0; i < n; i++)
			work(m, &m->threads[i]);
		for (unsigned i = 0; i < n; i++)
			receive(m, &m->threads[i], &m->threads[(i + n - m->each) % n]);
	}
	for (unsigned i = 0; i < n; i++)
		end(&m->threads[i]);
}

static int next(struct thread *t, char *bytes)
{
	size_t n = otfp_tau_size(OTFP_TAU_NATIVE);

	if (fread(bytes, n, 1, t->file) != 1)
		return 0;
	t->time = otfp_tau_decode(bytes, OTFP_TAU_NATIVE).ti;
	return 1;
}

/* As tau_merge does it: the earliest first, of equal ones that of the first file. */
static void merge(struct maker *m, FILE *to)
{
	unsigned n = m->nodes * m->each;
	char(*bytes)[OTFP_TAU_SIZE_MAX] = calloc(n, sizeof *bytes);

	if (!bytes)
		die("mktau");
	for (unsigned i = 0; i < n; i++) {
		rewind(m->threads[i].file);
		next(&m->threads[i], bytes[i]);
	}
	for (;;) {
		unsigned first = 0;
		for (unsigned i = 1; i < n; i++)
			if (m->threads[i].time < m->threads[first].time)
				first = i;
		if (m->threads[first].time == UINT64_MAX)
			break;
		if (fwrite(bytes[first], otfp_tau_size(OTFP_TAU_NATIVE), 1, to) != 1)
			die("mktau");
		if (!next(&m->threads[first], bytes[first]))
			m->threads[first].time = UINT64_MAX;
	}
	free(bytes);
	if (fclose(to))
		die("mktau");
}

static uint64_t close_threads(struct maker *m)
{
	uint64_t records = 0;

	for (unsigned i = 0; i < m->nodes * m->each; i++) {
		records += m->threads[i].records;
		if (fclose(m->threads[i].file))
			die("mktau");
	}
	free(m->threads);
	return records;
}

static uint64_t number(const char *text)
{
	char *end;
	uint64_t n = strtoull(text, &end, 10);

	return n * (*end == 'm' ? 1000000 : *end == 'k' ? 1000 : 1);
}

int main(int argc, char **argv)
{
	struct maker m = {.nodes = 4, .each = 1, .records = 1000};
	int c;

	while ((c = getopt(argc, argv, "n:t:e:m")) != -1)
		switch (c) {
		case 'n': m.nodes = (unsigned)number(optarg); break;
		case 't': m.each = (unsigned)number(optarg); break;
		case 'e': m.records = number(optarg); break;
		case 'm': m.merged = 1; break;
		default: return 2;
		}
	if (optind + 1 != argc || !m.nodes || m.nodes > 65535 || !m.each || m.each > 65535) {
		fputs("usage: mktau [-n NODES] [-t THREADS] [-e RECORDS[k|m]] [-m] DIR\n", stderr);
		return 2;
	}
	mkdir(argv[optind], 0777);
	open_threads(&m, argv[optind]);
	make(&m);
	if (m.merged)
		merge(&m, new_file(argv[optind], "tau.trc"));
	printf("%" PRIu64 "\n", close_threads(&m));
	return 0;
}
