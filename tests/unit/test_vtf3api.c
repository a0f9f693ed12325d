/* test_vtf3api.c - vtf3.h: what is written by calls comes back as calls. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "api/vtf3-args.h"
#include "api/vtf3-fcb.h"
#include "randrec.h"
#include "vtf3/clip.h"
#include "vtf3room.h"

enum { CALLS = 300, ROUNDS = 8 };

/* ---- handlers of all record types: they keep the calls, or compare them with those kept ---- */

struct calls {
	struct otfp_vtf3_record rec[CALLS + VTF3_ACTIVITIES];
	size_t n;
	size_t at;        /* next one to compare */
	int is_comparing; /* else they are kept; what they point to must stay */
	size_t others;    /* calls of Unrecognizable while comparing */
};

static int take_call(struct calls *c, const struct otfp_vtf3_record *rec)
{
	if (!c->is_comparing) {
		assert_true(c->n < sizeof c->rec / sizeof *c->rec);
		c->rec[c->n++] = *rec;
	} else {
		assert_true(c->at < c->n);
		assert_same_vtf3(&c->rec[c->at++], rec, 1);
	}
	return 0;
}

#define VTF3_RECORD rec
#define U(name, code, kind, keyword, flags, args, disk, text) \
	R(name, code, kind, keyword, flags, A(numchars, COUNT) A(rectype, INT) A(record, CHARS), disk, text)
#define R(name, code, kind, keyword, flags, args, disk, text)                          \
	static int handle_##name(void *calls VTF3_TIME_PARAM_##kind VTF3_PARAMS(args)) \
	{                                                                              \
		struct otfp_vtf3_record own, *rec = &own;                              \
                                                                                       \
		otfp_vtf3_record_init(rec, OTFP_VTF3_##name);                          \
		VTF3_TIME_STORE_##kind VTF3_STORE(args) return take_call(calls, rec);  \
	}
#include "vtf3/vtf3.def"
#undef R

static const VTF3_handler_t handlers[OTFP_VTF3_NTYPES] = {
#define R(name, ...) [OTFP_VTF3_##name] = (VTF3_handler_t)handle_##name,
#include "vtf3/vtf3.def"
#undef R
};
static VTF3_handler_t copies[OTFP_VTF3_NTYPES];

static void *const *same_args(void *arg)
{
	static _Thread_local void *args[OTFP_VTF3_NTYPES];

	for (size_t i = 0; i < OTFP_VTF3_NTYPES; i++)
		args[i] = arg;
	return args;
}

/* ---- calls at random ---- */

struct random_calls {
	struct vtf3_record of[CALLS];
	struct calls calls;
};

static struct random_calls *make_calls(void)
{
	struct random_calls *r = calloc(1, sizeof *r);
	struct otfp_vtf3_record act;

	for (int token = 1; token <= VTF3_ACTIVITIES; token++) {
		vtf3_activity(&act, token);
		vtf3_call(handlers[act.type], &r->calls, &act);
	}
	for (int i = 0; i < CALLS; i++) {
		unsigned type;
		do
			type = (unsigned)(next_random() % OTFP_VTF3_NTYPES);
		while (type == OTFP_VTF3_Unrecognizable || type == OTFP_VTF3_Defact_obsol);
		vtf3_random(&r->of[i], type, OTFP_VTF3_FST_ASCII);
		vtf3_call(handlers[type], &r->calls, &r->of[i].rec);
	}
	r->calls.is_comparing = 1;
	return r;
}

static char path[2][100];

static int make_paths(void **state)
{
	(void)state;
	for (int i = 0; i < 2; i++)
		snprintf(path[i], sizeof path[i], "%s/vtf3api.%ld.%d", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp",
		         (long)getpid(), i);
	VTF3_InitTables();
	VTF3_GetCopyHandlerArray(copies);
	return 0;
}

static int remove_paths(void **state)
{
	(void)state;
	unlink(path[0]);
	unlink(path[1]);
	return 0;
}

/* Write the calls. @return bytes that the writers told of, and the header */
static size_t write_calls(const char *name, int format, const struct calls *c)
{
	void *fcb = VTF3_OpenFileOutput(name, format, 0);
	size_t sum = 8;

	assert_non_null(fcb);
	assert_int_equal(VTF3_QueryFormat(fcb), format);
	for (size_t i = 0; i < c->n; i++) {
		int n = vtf3_call(copies[c->rec[i].type], fcb, &c->rec[i]);
		assert_true(n > 0);
		sum += (size_t)n;
	}
	assert_null(VTF3_GetError(fcb));
	assert_int_equal(VTF3_CloseChecked(fcb), 0);
	return sum;
}

static size_t size_of(const char *name)
{
	struct stat st;

	assert_int_equal(stat(name, &st), 0);
	return (size_t)st.st_size;
}

/* ---- round trips ---- */

/* In parts of any size, by bytes and by records. */
static size_t read_in_parts(void *fcb, struct calls *c)
{
	size_t sum = 0, n, before;
	int limit;

	do {
		limit = 1 + (int)(next_random() % 50);
		before = c->at;
		if (next_random() % 2) {
			n = VTF3_ReadFileInputLtdBytes(fcb, (size_t)limit * 9);
			assert_true(n >= (size_t)limit * 9 || c->at == c->n);
			sum += n;
		} else {
			n = (size_t)VTF3_ReadFileInputLtdRecs(fcb, limit);
			assert_int_equal(n, c->at - before);
			assert_true(n == (size_t)limit || c->at == c->n);
			sum = SIZE_MAX / 2; /* it does not tell */
		}
	} while (c->at < c->n);
	assert_int_equal(VTF3_ReadFileInputLtdRecs(fcb, 5), 0);
	return sum;
}

static void test_files(void **state)
{
	(void)state;
	for (int i = 0; i < 3 * ROUNDS; i++) {
		struct random_calls *r = make_calls();
		size_t size = write_calls(path[0], i % 3, &r->calls);
		void *fcb = VTF3_OpenFileInput(path[0], handlers, same_args(&r->calls), 0);

		assert_int_equal(size, size_of(path[0]));
		assert_int_equal(VTF3_QueryFormat(fcb), i % 3);
		if (i % 2)
			assert_int_equal(VTF3_ReadFileInput(fcb), size);
		else
			assert_true(read_in_parts(fcb, &r->calls) >= size);
		assert_int_equal(VTF3_ReadFileInput(fcb), 0);
		assert_int_equal(r->calls.at, r->calls.n);
		assert_int_equal(VTF3_CloseChecked(fcb), 0);
		free(r);
	}
}

static VTF3_rec_t *compose(void *fcb, const struct otfp_vtf3_record *rec);

static void test_memory(void **state)
{
	(void)state;
	for (int i = 0; i < 3 * ROUNDS; i++) {
		struct random_calls *r = make_calls();
		void *out = VTF3_OpenMemoryOutput(i % 3), *in;

		in = VTF3_OpenMemoryInput(i % 3, handlers, same_args(&r->calls), 0);
		for (size_t k = 0; k < r->calls.n; k++) {
			VTF3_rec_t *rcb = compose(out, &r->calls.rec[k]);
			assert_non_null(rcb);
			assert_int_equal(rcb->type, otfp_vtf3_rows[r->calls.rec[k].type].code);
			if (i % 3 != VTF3_FILEFORMAT_STD_BINARY)
				assert_int_equal(strlen(rcb->record) + 1, rcb->numchars);
			assert_int_equal(VTF3_ReadMemoryInput(in, rcb->record, (size_t)rcb->numchars), rcb->numchars);
			assert_int_equal(r->calls.at, k + 1);
		}
		assert_int_equal(VTF3_QueryFormat(in), i % 3);
		assert_int_equal(VTF3_CloseChecked(in), 0);
		assert_int_equal(VTF3_CloseChecked(out), 0);
		free(r);
	}
}

#define R(name, code, kind, keyword, flags, args, disk, text) \
	case OTFP_VTF3_##name: return VTF3_Compose##name(fcb VTF3_TIME_PASS_##kind VTF3_PASS(args));
static VTF3_rec_t *compose(void *fcb, const struct otfp_vtf3_record *rec)
{
	switch (rec->type) {
#include "vtf3/vtf3.def"
	default: return NULL;
	}
}
#undef R

/* One file into the other. @return bytes read */
static size_t copy(const char *from, const char *to, int format, size_t limit)
{
	void *out = VTF3_OpenFileOutput(to, format, 0), *in = VTF3_OpenFileInput(from, copies, same_args(out), 0);
	size_t sum = 0, n;

	assert_true(out && in);
	do
		sum += n = VTF3_ReadFileInputLtdBytes(in, limit);
	while (n);
	assert_int_equal(VTF3_CloseChecked(in), 0);
	assert_int_equal(VTF3_CloseChecked(out), 0);
	return sum;
}

static void assert_same_files(const char *a, const char *b)
{
	FILE *f = fopen(a, "rb"), *g = fopen(b, "rb");
	int c;

	do {
		c = fgetc(f);
		assert_int_equal(c, fgetc(g));
	} while (c != EOF);
	fclose(f);
	fclose(g);
}

static void test_copies(void **state)
{
	(void)state;
	for (int i = 0; i < 3 * ROUNDS; i++) {
		struct random_calls *r = make_calls();
		size_t size = write_calls(path[0], i % 3, &r->calls);

		assert_int_equal(copy(path[0], path[1], i % 3, 1 + next_random() % 5000), size);
		assert_same_files(path[0], path[1]);
		free(r);
	}
}

static void test_gzip(void **state)
{
	struct random_calls *r = make_calls();
	char gz[120];
	FILE *f;
	size_t size;

	(void)state;
	snprintf(gz, sizeof gz, "%s.Gz", path[0]);
	size = write_calls(gz, VTF3_FILEFORMAT_STD_BINARY, &r->calls);
	assert_int_equal(size, write_calls(path[1], VTF3_FILEFORMAT_STD_BINARY, &r->calls));
	f = fopen(gz, "rb");
	assert_int_equal(fgetc(f), 0x1f);
	assert_int_equal(fgetc(f), 0x8b);
	fclose(f);
	assert_true(size_of(gz) < size);
	assert_int_equal(copy(gz, path[0], VTF3_FILEFORMAT_STD_BINARY, 1000), size);
	assert_same_files(path[0], path[1]);
	unlink(gz);
	free(r);
}

/* ---- numbers are clipped as the report says ---- */

static void test_clipped(void **state)
{
	static const struct {
		double written, read;
	} times[] = {{0.5, 1}, {1e31, 1e30}, {-3, 0}, {NAN, 1e30}, {INFINITY, 1e30}, {7.4, 7}, {1e-310, 0}},
	  reals[] = {{1e-301, 0}, {1e301, 1e300}, {-1e301, -1e300}, {NAN, 1e300}, {2.5, 2.5}};

	(void)state;
	for (int format = 0; format < 3; format++) {
		void *fcb = VTF3_OpenFileOutput(path[0], format, 1);
		struct calls *c = calloc(1, sizeof *c);
		void *in;

		for (size_t i = 0; i < 7; i++)
			assert_true(VTF3_WriteUpto(fcb, times[i].written, 1, 2, 3) > 0);
		for (size_t i = 0; i < 5; i++)
			assert_true(VTF3_WriteDefclkperiod(fcb, reals[i].written) > 0);
		assert_true(VTF3_WriteDeftimeoffset(fcb, 4294967295.4) > 0);
		VTF3_Close(fcb);
		in = VTF3_OpenFileInput(path[0], handlers, same_args(c), 0);
		assert_int_equal(VTF3_ReadFileInputLtdRecs(in, 100), 14);
		assert_int_equal(c->rec[0].type, OTFP_VTF3_Defunmerged);
		for (size_t i = 0; i < 7; i++)
			assert_true(c->rec[1 + i].time == times[i].read);
		for (size_t i = 0; i < 5; i++)
			assert_true(c->rec[8 + i].v[0].d == reals[i].read);
		assert_true(c->rec[13].v[0].d == 4294967295.0);
		VTF3_Close(in);
		free(c);
	}
}

/* ---- Upfrom as Upto ---- */

static void test_substitute(void **state)
{
	enum { CPUS = 3, DEEP = 6 };
	struct calls *c = calloc(1, sizeof *c);
	int stack[CPUS][DEEP + 1], depth[CPUS] = {0}, want[CALLS];
	void *fcb = VTF3_OpenFileOutput(path[0], VTF3_FILEFORMAT_STD_BINARY, 0), *in;

	(void)state;
	for (int i = 0; i < CPUS; i++)
		stack[i][0] = VTF3_NOSTATE;
	for (int i = 0; i < CALLS; i++) {
		unsigned cpu = (unsigned)(next_random() % CPUS);
		int *d = &depth[cpu], kind = (int)(next_random() % 5);
		if (*d == 0 || (*d < DEEP && kind < 2)) {
			stack[cpu][++*d] = want[i] = (int)(next_random() % 4);
			VTF3_WriteDownto(fcb, i, want[i], cpu, 0);
		} else if (kind < 4) {
			VTF3_WriteUpfrom(fcb, i, stack[cpu][*d], cpu, 0);
			want[i] = stack[cpu][--*d];
		} else {
			*d = 0;
			VTF3_WriteUpto(fcb, i, want[i] = VTF3_NOSTATE, cpu, 0);
		}
	}
	VTF3_Close(fcb);
	in = VTF3_OpenFileInput(path[0], handlers, same_args(c), 1);
	assert_int_equal(VTF3_ReadFileInputLtdRecs(in, CALLS + 1), CALLS);
	for (int i = 0; i < CALLS; i++) {
		assert_true(c->rec[i].type != OTFP_VTF3_Upfrom && c->rec[i].time == i);
		assert_int_equal(c->rec[i].v[0].i, want[i]);
	}
	VTF3_Close(in);
	free(c);
}

/* ---- what cannot be ---- */

static void test_refused(void **state)
{
	char *names[] = {"a", NULL}, *text = malloc(70000);
	void *fcb = VTF3_OpenFileOutput(path[0], VTF3_FILEFORMAT_STD_BINARY, 0);

	(void)state;
	memset(text, 'x', 69999);
	text[69999] = 0;
	assert_int_equal(VTF3_WriteDefcreator(fcb, text), -1);
	assert_non_null(strstr(VTF3_GetError(fcb), "longer than 65535 bytes"));
	assert_int_equal(VTF3_WriteDefsyscpunums(fcb, -1, NULL), -1);
	assert_int_equal(VTF3_WriteDefsyscpunums(fcb, 1, NULL), -1);
	assert_int_equal(VTF3_WriteDefsyscpunames(fcb, 2, names), -1);
	assert_true(VTF3_WriteDefsyscpunums(fcb, 0, NULL) > 0);
	assert_true(VTF3_WriteDefcreator(fcb, NULL) > 0);
	assert_null(VTF3_ComposeDefcreator(fcb, "no memory output"));
	assert_int_equal(VTF3_ReadFileInput(fcb), 0);
	assert_int_equal(VTF3_WriteDefcreator(NULL, ""), -1);
	assert_int_equal(VTF3_CloseChecked(fcb), -1);
	assert_int_equal(size_of(path[0]), 8 + 6 + 4 + 6 + 2);
	assert_null(VTF3_OpenMemoryOutput(3));
	assert_null(VTF3_OpenFileOutput(path[0], VTF3_FILEFORMAT_UNDEFINED, 0));
	assert_int_equal(errno, EINVAL);
	assert_null(VTF3_OpenFileInput("/none/there", handlers, same_args(NULL), 0));
	assert_int_equal(errno, ENOENT);
	assert_null(VTF3_OpenFileInput("/", handlers, same_args(NULL), 0));
	VTF3_Close(NULL);
	free(text);
}

static void test_full_disk(void **state)
{
	void *fcb;
	int n = 1;

	(void)state;
	if (access("/dev/full", W_OK) < 0)
		skip();
	fcb = VTF3_OpenFileOutput("/dev/full", VTF3_FILEFORMAT_STD_ASCII, 0);
	for (int i = 0; i < 100000 && n > 0; i++)
		n = VTF3_WriteComment(fcb, i, "a line that is not very long");
	assert_int_equal(n, -1);
	assert_string_equal(VTF3_GetError(fcb), "/dev/full: No space left on device");
	assert_int_equal(VTF3_WriteDefunmerged(fcb), -1);
	assert_int_equal(VTF3_CloseChecked(fcb), -1);
	assert_int_equal(errno, ENOSPC);
	fcb = VTF3_OpenFileOutput("/dev/full", VTF3_FILEFORMAT_STD_ASCII, 0);
	assert_int_equal(VTF3_CloseChecked(fcb), -1);
}

/* ---- hostile input ---- */

static unsigned looked_at; /* so that all bytes are read */

static int count_unrecognizable(void *n, double time, int numchars, int rectype, const char *record)
{
	(void)time;
	(void)rectype;
	for (int i = 0; i < numchars; i++)
		looked_at += (unsigned char)record[i];
	++*(size_t *)n;
	return 0;
}

static void test_hostile(void **state)
{
	struct random_calls *r = make_calls();
	VTF3_handler_t all[OTFP_VTF3_NTYPES] = {[OTFP_VTF3_Unrecognizable] = (VTF3_handler_t)count_unrecognizable};
	size_t bad, all_bad = 0;

	(void)state;
	for (int i = 0; i < 120; i++) {
		size_t size = write_calls(path[0], i % 3, &r->calls), k = 1 + next_random() % 20;
		FILE *f = fopen(path[0], "r+b");
		void *in;
		while (k--) {
			fseek(f, (long)(next_random() % size), SEEK_SET);
			fputc((int)(next_random() % 256), f);
		}
		fclose(f);
		if (next_random() % 2)
			assert_int_equal(truncate(path[0], (off_t)(size = next_random() % size)), 0);
		bad = 0;
		in = VTF3_OpenFileInput(path[0], all, same_args(&bad), 1);
		assert_non_null(in);
		assert_int_equal(VTF3_ReadFileInput(in), size);
		VTF3_Close(in);
		all_bad += bad;
	}
	assert_true(all_bad > 100);
	free(r);
}

/* ---- a negative return ends the application ---- */

static int refuse_comment(void *arg, double time, const char *comment)
{
	(void)arg;
	(void)time;
	(void)comment;
	return -1;
}

static int status_of_child(VTF3_handler_t of_comment)
{
	VTF3_handler_t all[OTFP_VTF3_NTYPES] = {[OTFP_VTF3_Comment] = of_comment};
	pid_t child = fork();
	int status;
	void *in;

	if (child == 0) {
		if (!freopen("/dev/null", "w", stderr))
			_exit(1);
		in = VTF3_OpenMemoryInput(VTF3_FILEFORMAT_STD_ASCII, all, same_args(NULL), 0);
		VTF3_ReadMemoryInput(in, "5 C hello\n", 10);
		VTF3_Close(in);
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	return WEXITSTATUS(status);
}

static void test_ends(void **state)
{
	(void)state;
	assert_int_equal(status_of_child((VTF3_handler_t)refuse_comment), 127);
	assert_int_equal(status_of_child(VTF3_DebugHandler), 127);
	assert_int_equal(status_of_child((VTF3_handler_t)VTF3_WriteComment), 127); /* without an fcb */
	assert_int_equal(status_of_child(0), 0);
}

/* ---- arrays of types ---- */

/* Table 2 of the report, the names as they are elsewhere in it. */
static const int table_2[] = {
	VTF3_RECTYPE_DEFVERSION,       VTF3_RECTYPE_DEFCREATOR,      VTF3_RECTYPE_DEFSYSCPUNUMS,
	VTF3_RECTYPE_DEFSYSCPUNAMES,   VTF3_RECTYPE_DEFTHREADNUMS,   VTF3_RECTYPE_DEFCPUNAME,
	VTF3_RECTYPE_DEFCLSTR,         VTF3_RECTYPE_DEFCPUGRP,       VTF3_RECTYPE_DEFSCLFILE,
	VTF3_RECTYPE_DEFSCL,           VTF3_RECTYPE_DEFACT,          VTF3_RECTYPE_DEFSTATE,
	VTF3_RECTYPE_DEFACT_OBSOL,     VTF3_RECTYPE_DEFSTATE_OBSOL,  VTF3_RECTYPE_DEFCPUREGCLASS,
	VTF3_RECTYPE_DEFCLSTRREGCLASS, VTF3_RECTYPE_DEFSAMPCLASS,    VTF3_RECTYPE_DEFCPUREG,
	VTF3_RECTYPE_DEFCLSTRREG,      VTF3_RECTYPE_DEFSAMP,         VTF3_RECTYPE_DEFCOMMUNICATOR,
	VTF3_RECTYPE_DEFMSGNAME,       VTF3_RECTYPE_DEFGLOBALOP,     VTF3_RECTYPE_DEFREDFUNC_OBSOL,
	VTF3_RECTYPE_DEFIOFILE,        VTF3_RECTYPE_DEFKPARREG,      VTF3_RECTYPE_DEFCLKPERIOD,
	VTF3_RECTYPE_DEFTIMEOFFSET,    VTF3_RECTYPE_DEFPATTERNSHAPE, VTF3_RECTYPE_DEFPATTERN,
};

static void test_arrays(void **state)
{
	int n = VTF3_GetRecTypeArrayDim(), all[100], defs[100];

	(void)state;
	VTF3_GetRecTypeArray(all);
	VTF3_GetDefRecTypeArray(defs);
	assert_int_equal(VTF3_GetDefRecTypeArrayDim(), 30 + 2); /* and OpenMP */
	assert_memory_equal(defs, table_2, sizeof table_2);
	for (int i = 0; i < n; i++)
		for (int k = 0; k < i; k++)
			assert_true(all[i] != all[k]);
	for (int i = 0; i < n; i++)
		if (all[i] == VTF3_RECTYPE_GLOBALOP)
			assert_true(copies[i] == (VTF3_handler_t)VTF3_WriteGlobalop);
	assert_int_equal(VTF3_GetVersionNumber(), 30010037);
	assert_non_null(strstr(VTF3_GetVersion(), "vtf3 1.37"));
	assert_int_equal(VTF3_HaveZlib(), 1);
}

/* ---- threads ---- */

struct job {
	const char *from;
	char to[120];
	int format;
};

static void *run_job(void *arg)
{
	struct job *job = arg;

	for (int i = 0; i < 20; i++)
		copy(job->from, job->to, job->format, 1000);
	return NULL;
}

static void test_threads(void **state)
{
	struct random_calls *r = make_calls();
	struct job jobs[3];
	pthread_t threads[3];

	(void)state;
	write_calls(path[0], VTF3_FILEFORMAT_STD_BINARY, &r->calls);
	for (int i = 0; i < 3; i++) {
		jobs[i] = (struct job){path[0], "", i};
		snprintf(jobs[i].to, sizeof jobs[i].to, "%s.%d", path[1], i);
		assert_int_equal(pthread_create(&threads[i], NULL, run_job, &jobs[i]), 0);
	}
	for (int i = 0; i < 3; i++) {
		assert_int_equal(pthread_join(threads[i], NULL), 0);
		copy(jobs[i].to, path[1], VTF3_FILEFORMAT_STD_BINARY, 1 << 30);
		assert_same_files(path[0], path[1]);
		unlink(jobs[i].to);
	}
	free(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_files),   cmocka_unit_test(test_memory),    cmocka_unit_test(test_copies),
		cmocka_unit_test(test_gzip),    cmocka_unit_test(test_clipped),   cmocka_unit_test(test_substitute),
		cmocka_unit_test(test_refused), cmocka_unit_test(test_full_disk), cmocka_unit_test(test_hostile),
		cmocka_unit_test(test_ends),    cmocka_unit_test(test_arrays),    cmocka_unit_test(test_threads),
	};

	return cmocka_run_group_tests(tests, make_paths, remove_paths);
}
