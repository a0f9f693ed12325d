/*
 * mktrace.c - a made-up trace of a small flow solver, as a line stream.
 *
 *     mktrace -p 16 -e 17m -s 4 | otf-write big
 *
 * Every process runs the same little program (see `program`): time steps with
 * nested calls, a halo exchange and, every third step, a collective operation.
 * Processes are woken in the order of their clocks, so the stream comes out in
 * total order and every receive stands behind its send. The same options give
 * the same bytes.
 */
#include <getopt.h>
#include "mktrace-out.h"
#include "mktrace-solver.h"
#include "mktrace-defs.h"

#define COLL_EVERY 3 /* steps from one collective to the next */
#define INBOX 16     /* messages under way to one process; > COLL_EVERY + 1 */
#define DEPTH_MAX 16
#define WORK_MIN 8 /* events of the compute phase of a step */
#define WORK_SPREAD 64

/* ---- state ---- */

struct process {
	uint64_t time;
	uint64_t step;
	uint64_t instructions;
	int64_t share; /* events left in this compute phase */
	uint32_t pc;
	int depth;
	int base;  /* depth at which the compute phase began */
	int waits; /* in its receive, for a message not yet sent */
	uint8_t stack[DEPTH_MAX];
	uint64_t inbox[INBOX]; /* time of arrival by step; 0 = not sent */
};

struct slot {
	uint64_t time;
	uint32_t process;
};

struct gen {
	struct options opt;
	struct out out;
	uint64_t rng;
	int64_t spare;      /* events that nobody has taken yet */
	uint64_t last_step; /* that any process may begin */
	int stopped;
	uint32_t resting; /* processes that took their part of the rest */
	uint32_t arrived; /* processes in the collective */
	struct process *processes;
	struct slot *heap;
	uint32_t heap_len;
	int level_first[LEVELS + 2];
};

enum progress { GO_ON, PUT, BLOCKED, ENDED };

/* ---- chance ---- */

static uint64_t mix(uint64_t x)
{
	x += 0x9e3779b97f4a7c15u;
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	return x ^ x >> 31;
}

static uint32_t chance(struct gen *g, uint32_t below)
{
	g->rng ^= g->rng << 13;
	g->rng ^= g->rng >> 7;
	g->rng ^= g->rng << 17;
	return (uint32_t)((g->rng >> 32) * below >> 32);
}

/* log-uniform from 2^lo to 2^hi ns */
static uint64_t gap(struct gen *g, uint32_t lo, uint32_t hi)
{
	uint64_t least = 1ull << (lo + chance(g, hi - lo));
	return least + chance(g, (uint32_t)least);
}

/* the same for all processes in one step */
static uint64_t step_hash(const struct gen *g, uint64_t step)
{
	return mix(g->opt.seed * 0x100000001b3u + step);
}

/* `name` is "Enter\t" and the like */
#define BEGIN_EVENT(g, p, name) begin_event(g, p, name, sizeof(name) - 1)

static inline void begin_event(struct gen *g, const struct process *p, const char *name, size_t len)
{
	struct out *o = &g->out;
	room(o);
	memcpy(o->at, name, len);
	o->at += len;
	put_time(o, p->time);
	field(o, (uint64_t)(p - g->processes) + 1);
	o->records++;
}

/* ---- tags ---- */

static void put_tag(struct gen *g, uint32_t key)
{
	struct out *o = &g->out;
	field(o, key);
	switch (key) {
	case K_BYTES:
		put_text(o, ":Q:");
		put_dec(o, 8u << chance(g, 20));
		break;
	case K_OFFSET:
		put_text(o, chance(g, 2) ? ":i:-" : ":i:");
		put_dec(o, 1 + chance(g, 100000));
		break;
	case K_LOAD:
		put_text(o, ":d:0.");
		put_dec(o, 1 + chance(g, 9));
		break;
	default:
		put_text(o, ":a:");
		for (uint32_t n = chance(g, 8); n < 8; n++)
			put_bytes(o, &"00017f80c0de5aff"[2 * chance(g, 8)], 2);
	}
}

/* one record in eight gets one to three tags, if they are wanted at all */
static void maybe_tags(struct gen *g)
{
	if (!g->opt.tags || chance(g, 8))
		return;
	uint32_t first = K_BYTES + chance(g, 2);
	for (uint32_t last = first + chance(g, 3); first <= last; first++)
		put_tag(g, first);
}

/* ---- events ---- */

static void put_enter(struct gen *g, struct process *p, uint32_t function)
{
	BEGIN_EVENT(g, p, "Enter\t");
	field(&g->out, function);
	field(&g->out, chance(g, 4) ? 0 : function);
	maybe_tags(g);
	line_end(&g->out);
	p->stack[p->depth++] = (uint8_t)function;
}

static void put_leave(struct gen *g, struct process *p)
{
	BEGIN_EVENT(g, p, "Leave\t");
	field(&g->out, p->stack[--p->depth]);
	put_bytes(&g->out, "\t0", 2);
	maybe_tags(g);
	line_end(&g->out);
}

/* reals have one or two decimals, the last not 0: their shortest text */
static void put_temperature(struct gen *g)
{
	struct out *o = &g->out;
	uint32_t v = 4000 + chance(g, 4000);
	put_dec(o, v / 100);
	*o->at++ = '.';
	if (v % 100 == 0)
		v++;
	*o->at++ = (char)('0' + v / 10 % 10);
	if (v % 10)
		*o->at++ = (char)('0' + v % 10);
}

static void put_counter(struct gen *g, struct process *p, enum counter counter)
{
	struct out *o = &g->out;
	BEGIN_EVENT(g, p, "Counter\t");
	field(o, counter);
	*o->at++ = '\t';
	switch (counter) {
	case C_INSTRUCTIONS:
		p->instructions += 1000 + chance(g, 1000000);
		put_dec(o, p->instructions);
		break;
	case C_HEAP:
		if (chance(g, 2))
			*o->at++ = '-';
		put_dec(o, 64 * (1 + chance(g, 65536)));
		break;
	case C_TEMPERATURE: put_temperature(g); break;
	}
	maybe_tags(g);
	line_end(o);
}

/* the other end of the message of a step: `sign` 1 = receiver, -1 = sender */
static uint32_t peer(const struct gen *g, const struct process *p, int sign)
{
	uint32_t n = g->opt.processes;
	uint32_t shift = p->step % 2 ? 1 : n - 1;
	if (p->step % 8 == 0)
		shift = 1 + (uint32_t)(step_hash(g, p->step) % (n - 1));
	return (uint32_t)(((uint64_t)(p - g->processes) + (sign > 0 ? shift : n - shift)) % n);
}

static void put_message(struct gen *g, const struct process *p, uint32_t other)
{
	struct out *o = &g->out;
	uint64_t h = step_hash(g, p->step);
	field(o, other + 1);
	field(o, WORLD);
	field(o, p->step % 8);
	field(o, (8u << h % 16) + 8 * (h >> 32) % 1024);
	put_bytes(o, "\t0", 2);
	maybe_tags(g);
	line_end(o);
}

static void push(struct gen *g, struct process *p);

static void put_send(struct gen *g, struct process *p)
{
	uint32_t other = peer(g, p, 1);
	struct process *to = &g->processes[other];
	uint64_t arrival = p->time + gap(g, 10, 15);
	BEGIN_EVENT(g, p, "SendMsg\t");
	put_message(g, p, other);
	to->inbox[p->step % INBOX] = arrival;
	if (to->waits && to->step == p->step) {
		to->waits = 0;
		to->time = arrival;
		push(g, to);
	}
}

/* a message that is under way is waited for */
static enum progress put_recv(struct gen *g, struct process *p)
{
	uint64_t *arrival = &p->inbox[p->step % INBOX];
	if (!*arrival) {
		p->waits = 1;
		return BLOCKED;
	}
	if (*arrival > p->time) {
		p->time = *arrival;
		return PUT;
	}
	*arrival = 0;
	BEGIN_EVENT(g, p, "RecvMsg\t");
	put_message(g, p, peer(g, p, -1));
	p->pc++;
	p->time += gap(g, 6, 9);
	return PUT;
}

static const struct collective_def *collective(const struct gen *g, const struct process *p)
{
	return &collectives[(step_hash(g, p->step) >> 40) % 4];
}

/* the last process to come lets all others go on */
static enum progress put_coll_begin(struct gen *g, struct process *p)
{
	struct out *o = &g->out;
	const struct collective_def *c = collective(g, p);
	uint64_t bytes = c->moves ? 8u << (step_hash(g, p->step) >> 50) % 8 : 0;
	uint64_t rank = (uint64_t)(p - g->processes) + 1;
	BEGIN_EVENT(g, p, "BeginCollectiveOperation\t");
	field(o, (uint64_t)(c - collectives) + 1);
	field(o, p->step / COLL_EVERY);
	field(o, WORLD);
	field(o, (uint64_t)c->root);
	field(o, c->type == 2 && rank != 1 ? 0 : bytes);
	field(o, c->type == 3 && rank != 1 ? 0 : bytes);
	put_bytes(o, "\t0", 2);
	line_end(o);
	p->pc++;
	if (++g->arrived < g->opt.processes)
		return BLOCKED;
	uint64_t now = p->time;
	g->arrived = 0;
	for (uint32_t i = 0; i < g->opt.processes; i++) {
		g->processes[i].time = now + gap(g, 10, 13);
		if (&g->processes[i] != p)
			push(g, &g->processes[i]);
	}
	return PUT;
}

static void put_coll_end(struct gen *g, struct process *p)
{
	BEGIN_EVENT(g, p, "EndCollectiveOperation\t");
	field(&g->out, p->step / COLL_EVERY);
	line_end(&g->out);
}

/* ---- the compute phase ---- */

static void open_share(struct gen *g, struct process *p, int64_t want)
{
	p->share = want < g->spare ? want : g->spare;
	g->spare -= p->share;
	p->base = p->depth;
}

/* a call by chance, perhaps with counters at the same time */
static void put_call(struct gen *g, struct process *p)
{
	int level = 1 + p->depth - p->base;
	int first = g->level_first[level];
	put_enter(g, p, (uint32_t)first + chance(g, (uint32_t)(g->level_first[level + 1] - first)));
	p->share -= 2;
	if (chance(g, 9))
		return;
	for (enum counter c = C_INSTRUCTIONS; c <= C_TEMPERATURE && p->share > 0; c++, p->share--)
		put_counter(g, p, c);
}

static enum progress compute(struct gen *g, struct process *p)
{
	int depth = p->depth - p->base;
	if (p->share >= 2 && depth < LEVELS && (int)chance(g, 8) >= 2 * depth) {
		put_call(g, p);
	} else if (depth > 0) {
		put_leave(g, p);
	} else if (p->share == 1) {
		put_counter(g, p, C_INSTRUCTIONS);
		p->share = 0;
	} else {
		p->pc++;
		return GO_ON;
	}
	p->time += gap(g, 6, 16);
	return PUT;
}

/* ---- running the program ---- */

static int has_collective(uint64_t step)
{
	return step % COLL_EVERY == 0;
}

/* one more step for everybody, if the events suffice */
static void grant_step(struct gen *g)
{
	int64_t n = g->opt.processes;
	int64_t must = n * (STEP_EVENTS + (n > 1 ? EXCHANGE_EVENTS : 0) +
	                    (has_collective(g->last_step + 1) ? COLL_EVENTS : 0));
	if (g->spare < must + n * (WORK_MIN + WORK_SPREAD / 2)) {
		g->stopped = 1;
		return;
	}
	g->spare -= must;
	g->last_step++;
}

static void next_step(struct gen *g, struct process *p, int behind)
{
	if (p->step == g->last_step && !g->stopped)
		grant_step(g);
	if (p->step < g->last_step) {
		p->step++;
		p->pc++;
	} else {
		p->pc += (uint32_t)behind;
	}
}

static enum progress run_control(struct gen *g, struct process *p)
{
	struct insn in = program[p->pc];
	switch (in.op) {
	case OP_WORK:
		open_share(g, p, WORK_MIN + chance(g, WORK_SPREAD));
		p->pc++;
		break;
	case OP_REST:
		open_share(g, p, g->spare / (g->opt.processes - g->resting++));
		p->pc++;
		break;
	case OP_STEP: next_step(g, p, in.arg); break;
	case OP_UNLESS_ALONE: p->pc += g->opt.processes > 1 ? 1 : (uint32_t)in.arg; break;
	case OP_IF_COLL: p->pc += has_collective(p->step) ? 1 : (uint32_t)in.arg; break;
	default: p->pc += (uint32_t)in.arg; break;
	}
	return GO_ON;
}

static enum progress run_event(struct gen *g, struct process *p)
{
	struct insn in = program[p->pc];
	switch (in.op) {
	case OP_BEGIN:
		BEGIN_EVENT(g, p, "BeginProcess\t");
		line_end(&g->out);
		break;
	case OP_ENTER: put_enter(g, p, in.arg == F_COLLECTIVE ? collective(g, p)->function : (uint32_t)in.arg); break;
	case OP_LEAVE: put_leave(g, p); break;
	case OP_SEND: put_send(g, p); break;
	case OP_RECV: return put_recv(g, p);
	case OP_COLL_BEGIN: return put_coll_begin(g, p);
	case OP_COLL_END: put_coll_end(g, p); break;
	default:
		BEGIN_EVENT(g, p, "EndProcess\t");
		line_end(&g->out);
		return ENDED;
	}
	p->pc++;
	p->time += gap(g, 6, 10);
	return PUT;
}

/* until the process has put something and its clock has moved */
static enum progress advance(struct gen *g, struct process *p)
{
	enum progress r;
	do {
		enum op op = program[p->pc].op;
		if (op == OP_COMPUTE)
			r = compute(g, p);
		else if (op > OP_COMPUTE)
			r = run_control(g, p);
		else
			r = run_event(g, p);
	} while (r == GO_ON);
	return r;
}

/* ---- the heap: by time, then process, which is by stream too ---- */

static int before(const struct slot *a, const struct slot *b)
{
	return a->time < b->time || (a->time == b->time && a->process < b->process);
}

static void push(struct gen *g, struct process *p)
{
	struct slot s = {p->time, (uint32_t)(p - g->processes)};
	uint32_t i = g->heap_len++;
	while (i > 0 && before(&s, &g->heap[(i - 1) / 2])) {
		g->heap[i] = g->heap[(i - 1) / 2];
		i = (i - 1) / 2;
	}
	g->heap[i] = s;
}

static void sift_down(struct gen *g, struct slot s)
{
	uint32_t i = 0, child;
	while ((child = 2 * i + 1) < g->heap_len) {
		if (child + 1 < g->heap_len && before(&g->heap[child + 1], &g->heap[child]))
			child++;
		if (!before(&g->heap[child], &s))
			break;
		g->heap[i] = g->heap[child];
		i = child;
	}
	g->heap[i] = s;
}

static void run(struct gen *g)
{
	while (g->heap_len) {
		struct process *p = &g->processes[g->heap[0].process];
		if (advance(g, p) == PUT) {
			sift_down(g, (struct slot){p->time, (uint32_t)(p - g->processes)});
		} else {
			g->heap_len--;
			sift_down(g, g->heap[g->heap_len]);
		}
	}
}

/* ---- main ---- */

static void init(struct gen *g)
{
	uint32_t n = g->opt.processes;
	g->out.at = g->out.bytes;
	g->rng = mix(g->opt.seed) | 1;
	g->spare = (int64_t)g->opt.events - (int64_t)n * OUTSIDE_EVENTS;
	if (g->spare < 0)
		g->spare = 0;
	g->processes = calloc(n, sizeof(*g->processes));
	g->heap = calloc(n, sizeof(*g->heap));
	if (!g->processes || !g->heap)
		die("memory");
	for (uint32_t i = 0; i < n; i++) {
		g->processes[i].time = 1000000 + chance(g, 100000);
		push(g, &g->processes[i]);
	}
	for (uint32_t i = F_compute_flux; i < F_END; i++)
		g->level_first[functions[i].level + 1] = (int)i + 1;
	g->level_first[1] = F_compute_flux;
}

/* a count with k or m; 0 = none */
static uint64_t parse_count(const char *s)
{
	char *end;
	uint64_t v = strtoull(s, &end, 10);
	uint64_t unit = *end == 'm' ? 1000000 : *end == 'k' ? 1000 : 1;
	if (unit > 1)
		end++;
	return *end || *s < '0' || *s > '9' || v > UINT32_MAX * 1000ull ? 0 : v * unit;
}

static int usage(FILE *to)
{
	fputs("usage: mktrace [-p PROCESSES] [-e EVENTS[k|m]] [-s STREAMS] [-S SEED] [--tags] [--markers]\n"
	      "writes a made-up trace as a line stream; at least 12 events a process\n",
	      to);
	return to == stdout ? 0 : 2;
}

/* @return 0, or -1 for a usage error, or 1 when help was asked for */
static int get_options(int argc, char **argv, struct options *opt)
{
	static const struct option longs[] = {
		{"tags", no_argument, 0, 't'},
		{"markers", no_argument, 0, 'm'},
		{"help", no_argument, 0, 'h'},
		{0, 0, 0, 0},
	};
	int c;
	uint64_t processes = 16, streams = 4;
	while ((c = getopt_long(argc, argv, "p:e:s:S:h", longs, NULL)) != -1) {
		switch (c) {
		case 'p': processes = parse_count(optarg); break;
		case 'e': opt->events = parse_count(optarg); break;
		case 's': streams = parse_count(optarg); break;
		case 'S': opt->seed = strtoull(optarg, NULL, 10); break;
		case 't': opt->tags = 1; break;
		case 'm': opt->markers = 1; break;
		case 'h': return 1;
		default: return -1;
		}
	}
	if (optind < argc || !opt->events || !streams || !processes || processes > 1000000)
		return -1;
	opt->processes = (uint32_t)processes;
	opt->streams = (uint32_t)(streams < processes ? streams : processes);
	return 0;
}

int main(int argc, char **argv)
{
	static struct gen g = {.opt = {.events = 1000000, .seed = 1}};
	int r = get_options(argc, argv, &g.opt);
	if (r)
		return usage(r > 0 ? stdout : stderr);
	init(&g);
	put_head(&g.out, &g.opt);
	put_definitions(&g.out, &g.opt, mix(g.opt.seed));
	run(&g);
	put_text(&g.out, "@END");
	field(&g.out, g.out.records);
	line_end(&g.out);
	flush_out(&g.out);
	free(g.processes);
	free(g.heap);
	return 0;
}
