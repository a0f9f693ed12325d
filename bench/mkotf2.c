/*
 * mkotf2 - an OTF2 archive of any size, with the same records for the same options: processes that call functions, send
 * messages round a ring, take part in reductions and sample two counters.
 *
 *     mkotf2 [-l LOCATIONS] [-e EVENTS[k|m]] DIR      DIR/traces.otf2, as Score-P leaves it
 */
#include "otf2/values.h"
#include "otf2/write/writer.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHUNK = 1 << 12, REGIONS = 6, LEAST = 32 };

struct maker {
	uint64_t p[CHUNK];
	size_t n;
	uint64_t *definitions;
	size_t ndefinitions, longest;
	unsigned locations, location;
	uint64_t each, made, time;
	uint32_t random, strings;
};

static struct otfp_otf2_frame *put(uint64_t **p, size_t *n, uint16_t row, uint64_t time, uint32_t contents)
{
	struct otfp_otf2_frame *f = (void *)(*p + *n);

	*f = (struct otfp_otf2_frame){row, 0, (uint32_t)OTFP_OTF2_HEAD_WORDS + otfp_otf2_rows[row].nfields + contents,
	                              time};
	*n += f->words;
	return f;
}

/* ---- definitions ---- */

static struct otfp_otf2_frame *define(struct maker *m, uint16_t row, uint32_t contents)
{
	struct otfp_otf2_frame *f;

	m->definitions = realloc(m->definitions, (m->ndefinitions + 64 + contents) * sizeof *m->definitions);
	if (!m->definitions)
		exit(1);
	f = put(&m->definitions, &m->ndefinitions, row, 0, contents);
	m->longest = f->words > m->longest ? f->words : m->longest;
	return f;
}

static uint32_t string(struct maker *m, const char *text)
{
	uint32_t words = (uint32_t)(strlen(text) + 7) / 8;
	struct otfp_otf2_frame *f = define(m, OTFP_OTF2_String, words);

	f->f[0] = m->strings;
	f->f[1] = strlen(text);
	memset(f->f + 2, 0, words * sizeof *f->f);
	memcpy(f->f + 2, text, strlen(text));
	return m->strings++;
}

static void fields(struct otfp_otf2_frame *f, const uint64_t *values)
{
	memcpy(f->f, values, otfp_otf2_rows[f->row].nfields * sizeof *values);
}
#define DEFINE(m, row, contents, ...) fields(define(m, OTFP_OTF2_##row, contents), (const uint64_t[]){__VA_ARGS__})

static void define_group(struct maker *m, uint64_t self, uint64_t name, uint64_t type)
{
	struct otfp_otf2_frame *f = define(m, OTFP_OTF2_Group, m->locations);

	fields(f, (const uint64_t[]){self, name, type, OTFP_OTF2_PARADIGM_MPI, 0, m->locations});
	for (unsigned i = 0; i < m->locations; i++)
		f->f[6 + i] = i;
}

static void define_location(struct maker *m, unsigned i)
{
	char name[32];
	uint32_t text;

	snprintf(name, sizeof name, "Rank %u", i);
	text = string(m, name);
	DEFINE(m, LocationGroup, 0, i, text, OTFP_OTF2_LOCATION_GROUP_TYPE_PROCESS, 0, UINT32_MAX);
	DEFINE(m, Location, 0, i, text, OTFP_OTF2_LOCATION_TYPE_CPU_THREAD, m->each, i);
}

static void define_metrics(struct maker *m)
{
	uint32_t unit = string(m, "#");
	struct otfp_otf2_frame *f;

	for (unsigned i = 0; i < 2; i++) {
		uint32_t name = string(m, i ? "PAPI_FP_OPS" : "PAPI_TOT_CYC");

		DEFINE(m, MetricMember, 0, i, name, unit, OTFP_OTF2_METRIC_TYPE_PAPI,
		       OTFP_OTF2_METRIC_ACCUMULATED_START, OTFP_OTF2_TYPE_UINT64, OTFP_OTF2_BASE_DECIMAL, 0, unit);
	}
	f = define(m, OTFP_OTF2_MetricClass, 2);
	fields(f, (const uint64_t[]){0, 2, OTFP_OTF2_METRIC_SYNCHRONOUS_STRICT, OTFP_OTF2_RECORDER_KIND_CPU});
	f->f[4] = 0;
	f->f[5] = 1;
}

static void define_all(struct maker *m)
{
	static const char *const regions[REGIONS] = {"main",     "solve",         "MPI_Send",
	                                             "MPI_Recv", "MPI_Allreduce", "kernel"};
	uint32_t machine = string(m, "machine"), world = string(m, "MPI_COMM_WORLD");

	DEFINE(m, ClockProperties, 0, 1000000000, 0, m->each * 40, UINT64_MAX);
	DEFINE(m, SystemTreeNode, 0, 0, machine, machine, UINT32_MAX);
	for (unsigned i = 0; i < m->locations; i++)
		define_location(m, i);
	for (unsigned i = 0; i < REGIONS; i++) {
		uint32_t name = string(m, regions[i]);

		DEFINE(m, Region, 0, i, name, name, machine, OTFP_OTF2_REGION_ROLE_FUNCTION,
		       regions[i][0] == 'M' ? OTFP_OTF2_PARADIGM_MPI : OTFP_OTF2_PARADIGM_USER, 0, UINT32_MAX, 0, 0);
	}
	define_group(m, 0, machine, OTFP_OTF2_GROUP_TYPE_COMM_LOCATIONS);
	define_group(m, 1, world, OTFP_OTF2_GROUP_TYPE_COMM_GROUP);
	DEFINE(m, Comm, 0, 0, world, 1, UINT32_MAX, 0);
	define_metrics(m);
}

/* ---- events ---- */

static struct otfp_otf2_frame *event(struct maker *m, uint16_t row, uint32_t contents)
{
	uint64_t *p = m->p;

	m->random = m->random * 1664525 + 1013904223;
	m->time += 1 + (m->random >> 24) % 60;
	m->made++;
	return put(&p, &m->n, row, m->time, contents);
}

static void call(struct maker *m, uint64_t region, int is_leave)
{
	event(m, is_leave ? OTFP_OTF2_Leave : OTFP_OTF2_Enter, 0)->f[0] = region;
}

static void message(struct maker *m, int is_receive)
{
	unsigned peer = (m->location + (is_receive ? m->locations - 1 : 1)) % m->locations;

	call(m, 2 + (uint64_t)is_receive, 0);
	fields(event(m, is_receive ? OTFP_OTF2_MpiRecv : OTFP_OTF2_MpiSend, 0), (const uint64_t[]){peer, 0, 7, 4096});
	call(m, 2 + (uint64_t)is_receive, 1);
}

static void sample(struct maker *m)
{
	struct otfp_otf2_frame *f = event(m, OTFP_OTF2_Metric, 4);

	f->f[0] = 0;
	f->f[1] = 2;
	f->f[2] = f->f[4] = OTFP_OTF2_TYPE_UINT64;
	f->f[3] = m->time * 3;
	f->f[5] = m->time;
}

/* LEAST events */
static void step(struct maker *m)
{
	call(m, 1, 0);
	sample(m);
	for (int i = 0; i < 9; i++) {
		call(m, 5, 0);
		call(m, 5, 1);
	}
	sample(m);
	message(m, 0);
	message(m, 1);
	call(m, 4, 0);
	event(m, OTFP_OTF2_MpiCollectiveBegin, 0);
	fields(event(m, OTFP_OTF2_MpiCollectiveEnd, 0),
	       (const uint64_t[]){OTFP_OTF2_COLLECTIVE_OP_ALLREDUCE, 0, UINT32_MAX, 8, 8});
	call(m, 4, 1);
	call(m, 1, 1);
}

static int write_definitions(struct maker *m, struct otfp_otf2_writer *w)
{
	const struct otfp_otf2_frame *f;
	int code = 0;

	for (size_t at = 0; at < m->ndefinitions && code == 0; at += f->words) {
		f = (const void *)(m->definitions + at);
		code = otfp_otf2_writer_define(w, f, m->longest);
	}
	return code;
}

static int write_location(struct maker *m, struct otfp_otf2_writer *w, unsigned i)
{
	const struct otfp_otf2_frame *f;
	int code = 0;

	m->time = 0;
	m->random = i;
	for (m->made = 0; m->made < m->each && code == 0;) {
		m->n = 0;
		step(m);
		for (size_t at = 0; at < m->n && code == 0; at += f->words) {
			f = (const void *)(m->p + at);
			code = otfp_otf2_writer_put(w, i, i, f);
		}
	}
	return code < 0 ? code : otfp_otf2_writer_location(w, i, i, 0);
}

static int write_archive(struct maker *m, const char *dir, struct otfp_error *err)
{
	struct otfp_otf2_writer *w;
	int code = otfp_otf2_writer_open(&w, dir, "traces", err);

	for (m->location = 0; m->location < m->locations && code == 0; m->location++)
		code = write_location(m, w, m->location);
	if (code == 0)
		code = write_definitions(m, w);
	if (code == 0)
		code = otfp_otf2_writer_end(w, &(struct otfp_otf2_anchor){.creator = "mkotf2"});
	otfp_otf2_writer_close(w);
	return code;
}

static uint64_t count(const char *text)
{
	char *end;
	uint64_t n = strtoull(text, &end, 10);

	return n * (*end == 'k' ? 1000 : *end == 'm' ? 1000000 : 1);
}

int main(int argc, char **argv)
{
	struct maker *m = calloc(1, sizeof *m);
	uint64_t events = 1000000;
	struct otfp_error err;
	int option, code;

	m->locations = 4;
	while ((option = getopt(argc, argv, "l:e:")) != -1) {
		if (option == 'l')
			m->locations = (unsigned)count(optarg);
		else
			events = count(optarg);
	}
	if (optind != argc - 1 || m->locations == 0)
		return 2;
	m->each = (events / m->locations + LEAST - 1) / LEAST * LEAST;
	mkdir(argv[optind], 0777);
	define_all(m);
	code = write_archive(m, argv[optind], &err);
	if (code < 0)
		fprintf(stderr, "mkotf2: %s\n", err.text);
	else
		printf("%" PRIu64 "\n", m->each * m->locations);
	free(m->definitions);
	free(m);
	return code < 0;
}
