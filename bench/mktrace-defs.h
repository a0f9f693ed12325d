/*
 * mktrace-defs.h - what stands before the events: control lines, definitions,
 * markers.
 */
#ifndef MKTRACE_DEFS_H
#define MKTRACE_DEFS_H
#include "mktrace-out.h"
#include "mktrace-solver.h"

#define WORLD 1000 /* token of the group of all processes */

struct options {
	uint32_t processes;
	uint32_t streams;
	uint64_t events;
	uint64_t seed;
	int tags;
	int markers;
};

static const char global_defs[] = "DefTimerResolution\t-\t0\t1000000000\n"
				  "DefCreator\t-\t0\totfpipe mktrace\n";

static const char group_defs[] = "DefSclFile\t-\t0\t1\tsrc/main.c\n"
				 "DefSclFile\t-\t0\t2\tsrc/solver.c\n"
				 "DefSclFile\t-\t0\t3\tsrc/flux.c\n"
				 "DefSclFile\t-\t0\t4\tsrc/halo.c\n"
				 "DefFunctionGroup\t-\t0\t1\tApplication\n"
				 "DefFunctionGroup\t-\t0\t2\tMPI\n"
				 "DefFunctionGroup\t-\t0\t3\tKernel\n"
				 "DefFunctionGroup\t-\t0\t4\tBLAS\n"
				 "DefFunctionGroup\t-\t0\t5\tlibm\n"
				 "DefFunctionGroup\t-\t0\t6\tlibc\n";

/* the counters: acc start u8, abs point s8, abs point double */
static const char other_defs[] = "DefCollectiveOperation\t-\t0\t1\tMPI_Allreduce\t4\n"
				 "DefCollectiveOperation\t-\t0\t2\tMPI_Bcast\t2\n"
				 "DefCollectiveOperation\t-\t0\t3\tMPI_Reduce\t3\n"
				 "DefCollectiveOperation\t-\t0\t4\tMPI_Barrier\t1\n"
				 "DefCounterGroup\t-\t0\t1\tHardware\n"
				 "DefCounter\t-\t0\t1\tPAPI_TOT_INS\t0\t1\t#\n"
				 "DefCounter\t-\t0\t2\tHEAP_CHANGE\t37\t1\tBytes\n"
				 "DefCounter\t-\t0\t3\tCORE_TEMPERATURE\t293\t1\tC\n";

static const char key_defs[] = "DefKeyValue\t-\t0\t1\t8\tbytes\tbytes touched\n"
			       "DefKeyValue\t-\t0\t2\t5\toffset\tcell offset\n"
			       "DefKeyValue\t-\t0\t3\t10\tload\tload of the core\n"
			       "DefKeyValue\t-\t0\t4\t11\tblob\topaque bytes\n";

static const char marker_defs[] = "DefMarker\t-\t0\t1\tphases\t3\n"
				  "DefMarker\t-\t0\t2\twarnings\t2\n";

static const char *const marker_texts[] = {"grid ready", "residual grows", "solver restarted"};

static void begin_def(struct out *o, const char *name)
{
	room(o);
	put_text(o, name);
	put_text(o, "\t-\t0");
	o->records++;
}

/* whole lines of records */
static void put_lines(struct out *o, const char *lines)
{
	for (; *lines; lines += strcspn(lines, "\n") + 1) {
		room(o);
		put_bytes(o, lines, strcspn(lines, "\n") + 1);
		o->records++;
	}
}

static void put_list(struct out *o, uint32_t from, uint32_t to)
{
	*o->at++ = '\t';
	for (uint32_t i = from; i <= to; i++) {
		room(o);
		if (i > from)
			*o->at++ = ',';
		put_dec(o, i);
	}
}

/* contiguous blocks, so that the order of the processes is that of the streams */
static uint32_t stream_of(const struct options *opt, uint32_t process)
{
	return 1 + (uint32_t)((uint64_t)(process - 1) * opt->streams / opt->processes);
}

static void put_head(struct out *o, const struct options *opt)
{
	uint32_t from = 1;
	put_text(o, "@OTFPIPE\t1.0\tTR:1000000000\tFM:short\n");
	for (uint32_t s = 1; s <= opt->streams; s++) {
		uint32_t to = from;
		while (to < opt->processes && stream_of(opt, to + 1) == s)
			to++;
		room(o);
		put_text(o, "@SM");
		field(o, s);
		put_list(o, from, to);
		line_end(o);
		from = to + 1;
	}
}

static void put_version(struct out *o, uint64_t id)
{
	put_lines(o, "DefVersion\t-\t0\t1\t12\t5\totfpipe-bench\n");
	begin_def(o, "DefUniqueId");
	field(o, id);
	line_end(o);
}

static void put_processes(struct out *o, uint32_t processes)
{
	for (uint32_t i = 1; i <= processes; i++) {
		begin_def(o, "DefProcess");
		field(o, i);
		field_text(o, "rank ");
		put_dec(o, i - 1);
		field(o, 0);
		line_end(o);
	}
	begin_def(o, "DefProcessGroup");
	field(o, WORLD);
	field_text(o, "MPI_COMM_WORLD");
	put_list(o, 1, processes);
	line_end(o);
}

/* one source location a function, in four files by turns */
static void put_functions(struct out *o)
{
	for (uint32_t i = 1; i < F_END; i++) {
		begin_def(o, "DefScl");
		field(o, i);
		field(o, 1 + i % 4);
		field(o, 12 + 17 * i);
		line_end(o);
	}
	for (uint32_t i = 1; i < F_END; i++) {
		begin_def(o, "DefFunction");
		field(o, i);
		field_text(o, functions[i].name);
		field(o, functions[i].group);
		field(o, functions[i].group < G_libm ? i : 0);
		line_end(o);
	}
}

static void put_markers(struct out *o, const struct options *opt)
{
	uint64_t step = opt->events / opt->processes * 1000;
	put_lines(o, marker_defs);
	for (uint32_t i = 0; i < sizeof(marker_texts) / sizeof(marker_texts[0]); i++) {
		room(o);
		put_text(o, "Marker");
		field(o, 1200000 + i * step);
		field(o, 1 + i % opt->processes);
		field(o, 1 + i % 2);
		field_text(o, marker_texts[i]);
		line_end(o);
		o->records++;
	}
}

static void put_definitions(struct out *o, const struct options *opt, uint64_t id)
{
	put_version(o, id);
	put_lines(o, global_defs);
	put_processes(o, opt->processes);
	put_lines(o, group_defs);
	put_functions(o);
	put_lines(o, other_defs);
	if (opt->tags)
		put_lines(o, key_defs);
	if (opt->markers)
		put_markers(o, opt);
}

#endif
