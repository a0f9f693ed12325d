/*
 * fuzz_tau_trc.c - bytes as a TAU trace of a fixed EDF, in two ways: as they are, or as records with small
 * numbers. Whatever comes is in order, balanced, of processes that are defined; what is counted is told.
 */
#include "room.h"
#include "tau/layout.h"

enum { IDS = 17, PROCESSES = 70000, ROOM = 6 };

static const char edf[] = "17 dynamic_trace_events\n"
			  "1 A 0 \"EV_INIT\" none\n"
			  "2 A 0 \"FLUSH_CLOSE\" none\n"
			  "3 A 0 \"WALL_CLOCK\" none\n"
			  "4 A 0 \"CONT_EVENT\" none\n"
			  "5 B 0 \"f [{a.c} {1,1}-{2,2}]\" EntryExit\n"
			  "6 B 0 \"MPI_Barrier()  \" EntryExit\n"
			  "7 M -7 \"MESSAGE_SEND\" par\n"
			  "8 M -8 \"MESSAGE_RECV\" par\n"
			  "9 T 0 \"value\" TriggerValue\n"
			  "10 T 0 \"other\" TriggerValue\n"
			  "11 T 1 \"grows\" TriggerValue\n"
			  "12 T 0 \"K | V\" TriggerValue\n"
			  "13 T 1 \"RemoteMessageThreadID\" TriggerValue\n"
			  "14 T 0 \"ONESIDED_MESSAGE_SEND\" TriggerValue\n"
			  "15 T 0 \"ONESIDED_MESSAGE_RECV\" TriggerValue\n"
			  "16 T 0 \"ONESIDED_MESSAGE_ID_TriggerValueT1\" TriggerValue\n"
			  "17 T 0 \"ONESIDED_MESSAGE_ID_TriggerValueT2\" TriggerValue\n";

static unsigned told;

static void note(void *ctx, const struct otfp_error *e)
{
	(void)ctx;
	CHECK(e->text[0]);
	told++;
}

static void write_file(const char *name, const void *p, size_t n, char *path)
{
	FILE *f;

	snprintf(path, 100, "%s/%s", dir, name);
	f = fopen(path, "wb");
	CHECK(f && (n == 0 || fwrite(p, n, 1, f) == 1));
	CHECK(fclose(f) == 0);
}

/* Six bytes a record: event, node and thread, parameter, step of the time. */
static char *make_records(const uint8_t *p, size_t n, enum otfp_tau_layout layout, size_t *size)
{
	size_t each = otfp_tau_size(layout);
	char *trc = malloc((n + 1) * each);
	uint64_t time = 1000000;

	CHECK(trc);
	*size = (n + 1) * each;
	otfp_tau_encode(trc, &(struct otfp_tau_record){.ev = 1, .par = 3, .ti = time}, layout);
	for (size_t i = 1; i <= n; i++, p += ROOM) {
		struct otfp_tau_record r = {.ev = p[0] % (IDS + 2), .nid = p[1] % 3, .tid = p[1] >> 4 & 1};
		struct otfp_tau_message m = {.peer = p[2] % 4, .tag = p[3] & 1, .length = p[3] >> 7, .comm = p[2] >> 7};
		r.par = r.ev == 7 || r.ev == 8 ? otfp_tau_pack(&m) : (int8_t)p[2] % 3;
		time += p[4] < 0x40 ? p[5] & 7 : p[4] < 0x44 ? 0u - p[5] : 0;
		r.ti = time;
		otfp_tau_encode(trc + i * each, &r, layout);
	}
	return trc;
}

struct seen {
	uint64_t time, records;
	uint32_t process;
	int leave_open;
	uint8_t defined[PROCESSES];
	int32_t depth[PROCESSES];
};

static void see(struct seen *s, const struct otfp_record *rec, const struct otfp_header *h)
{
	if (rec->type == OTFP_CONTROL || rec->file == OTFP_FILE_DEF) {
		CHECK(!s->records);
		if (rec->type == OTFP_DefProcess && rec->f[0].u < PROCESSES)
			s->defined[rec->f[0].u] = 1;
		return;
	}
	CHECK(rec->time >= s->time && h->has_span && rec->time >= h->first && rec->time <= h->last);
	CHECK(!s->records || rec->time > s->time || rec->loc >= s->process);
	CHECK(rec->loc < PROCESSES && s->defined[rec->loc]);
	s->time = rec->time;
	s->process = rec->loc;
	s->records++;
	s->depth[rec->loc] += (rec->type == OTFP_Enter) - (rec->type == OTFP_Leave);
	CHECK(s->depth[rec->loc] >= 0);
	if (rec->type == OTFP_SendMsg || rec->type == OTFP_RecvMsg)
		CHECK(rec->f[0].u < PROCESSES && s->defined[rec->f[0].u]);
}

static int read_all(struct otfp_source *src, struct seen *s)
{
	const struct otfp_record *const *recs;
	size_t n;
	int code;

	while ((code = otfp_source_batch(src, &recs, &n)) == 0)
		for (size_t i = 0; i < n; i++)
			see(s, recs[i], otfp_source_header(src));
	for (unsigned i = 0; i < PROCESSES && code == OTFP_END && !s->leave_open; i++)
		CHECK(s->depth[i] == 0);
	return code;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct seen seen;
	uint8_t how = size ? data[0] : 0;
	struct otfp_tau_options tau = {.size = sizeof tau,
	                               .raw_triggers = how >> 1 & 1,
	                               .metadata_counters = how >> 2 & 1,
	                               .collectives = how >> 3 & 1,
	                               .leave_open = how >> 4 & 1};
	struct otfp_read_options o = {
		.size = sizeof o, .strict = how >> 5 & 1, .format = "tau", .format_options = &tau, .report = note};
	char trc_path[100], edf_path[100], *made = NULL;
	const char *names[2] = {trc_path, edf_path};
	const void *trc = size ? data + 1 : data;
	size_t n = size ? size - 1 : 0;
	struct otfp_source *src;
	int code;

	make_room();
	memset(&seen, 0, sizeof seen);
	told = 0;
	seen.leave_open = tau.leave_open;
	if (how & 1)
		trc = made = make_records(trc, n / ROOM, (enum otfp_tau_layout)(how >> 6), &n);
	write_file("t.trc", trc, n, trc_path);
	write_file("t.edf", edf, sizeof edf - 1, edf_path);
	code = otfp_source_open_all(&src, names, 2, &o, &err);
	if (code == 0) {
		code = read_all(src, &seen);
		CHECK(!otfp_source_troubles(src) || told);
		err = *otfp_source_error(src);
		otfp_source_close(src);
	}
	CHECK(code == OTFP_END || (o.strict && code == OTFP_EDAMAGE && err.text[0]));
	free(made);
	return 0;
}
