/*
 * vtf3-trace.c - a client in C89 as trace libraries and converters to VTF3 are: it has one buffer for all names, and
 * closes what it opened in any order.
 *
 *     vtf3-trace FORMAT OUT COPY ORDER
 *
 * Writes a small trace to OUT, in the format of that number. Composes the same records in memory, one at a time, and
 * passes each to an input from memory whose copy handlers write COPY. ORDER: the digits 0 to 3, the order of closing
 * OUT, the composing output, COPY, the input from memory. Prints the last record that was composed.
 */
#include <vtf3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GROUP (VTF3_CPUGRP_MASK | 1u)
#define FIRST_STATE (VTF3_NOSTATE + 1)
#define FIRST_ACTIVITY (VTF3_NOACT + 1)
#define FIRST_SOURCE (VTF3_SCLNONE + 1)

enum { OUT, COMPOSER, COPY, INPUT, NFCBS };

static void *fcb[NFCBS];
static int failed, to, written;

/* Checks the bytes that a writer has returned, and passes on what the composer made. */
static void both(VTF3_rec_t *composed)
{
	if (written < 0 || !composed || composed->numchars != written ||
	    VTF3_ReadMemoryInput(fcb[INPUT], composed->record, (size_t)composed->numchars) != (size_t)written)
		failed = 1;
}

/* Write and compose a record: args are its arguments, with fcb[to] as the first. */
#define BOTH(record, args) (to = OUT, written = VTF3_Write##record args, to = COMPOSER, both(VTF3_Compose##record args))

/* ---- declarations ---- */

static char name[40]; /* of all strings */

static const char *named(const char *what, int number)
{
	sprintf(name, "%s %d", what, number);
	return name;
}

static void declare_machine(void)
{
	static const unsigned int members[] = {0, 1};
	static const int cpus = 2;
	unsigned int cpu;

	BOTH(Defversion, (fcb[to], VTF3_GetVersionNumber()));
	BOTH(Defcreator, (fcb[to], named("trace library", 1)));
	BOTH(Defsyscpunums, (fcb[to], 1, &cpus));
	for (cpu = 0; cpu < 2; cpu++) {
		BOTH(Defcpuname, (fcb[to], cpu, named("cpu", (int)cpu)));
	}
	BOTH(Defcpugrp, (fcb[to], GROUP, 2, members, named("all of", 2)));
	BOTH(Defclkperiod, (fcb[to], 1e-6));
}

static void declare_states(void)
{
	static const int file = 7, line = 12;
	int i;

	BOTH(Defsclfile, (fcb[to], file, named("file.c", 7)));
	BOTH(Defscl, (fcb[to], FIRST_SOURCE, 1, &file, &line));
	BOTH(Defact, (fcb[to], FIRST_ACTIVITY, named("activity", FIRST_ACTIVITY)));
	for (i = FIRST_STATE; i < FIRST_STATE + 3; i++) {
		BOTH(Defstate,
		     (fcb[to], FIRST_ACTIVITY, i, named("state", i), i == FIRST_STATE ? FIRST_SOURCE : VTF3_SCLNONE));
	}
}

static void declare_samples(void)
{
	static const int hints[] = {VTF3_DATAREPHINT_BEFORE, VTF3_DATAREPHINT_POINT, VTF3_DATAREPHINT_AFTER,
	                            VTF3_DATAREPHINT_SAMPLE};
	static const unsigned int whole[4] = {0, 0, ~0u, ~0u};
	static const double real[2] = {-1.0e+300, +1.0e+300};
	int i;

	BOTH(Defsampclass, (fcb[to], 1, named("class", 1)));
	for (i = 0; i < 4; i++) {
		BOTH(Defsamp, (fcb[to], i, 1, 1, GROUP, i % 2 ? VTF3_VALUETYPE_FLOAT : VTF3_VALUETYPE_UINT,
		               i % 2 ? (const void *)real : (const void *)whole, i / 2, hints[i], named("sample", i),
		               i / 2 ? "#/s" : "#"));
	}
	BOTH(Defiofile, (fcb[to], 3, VTF3_NOCOMMUNICATOR, named("output", 3)));
	BOTH(Defmsgname, (fcb[to], 42, VTF3_NOCOMMUNICATOR, named("message", 42)));
}

/* ---- events ---- */

static void call(void)
{
	static const int types[] = {VTF3_EXCHANGETYPE_DOWNTO, VTF3_EXCHANGETYPE_UPFROM, VTF3_EXCHANGETYPE_DOWNTO,
	                            VTF3_EXCHANGETYPE_UPTO};
	int i;

	BOTH(Downto, (fcb[to], 1.0, FIRST_STATE, 0, VTF3_SCLNONE));
	for (i = 0; i < 4; i++) {
		const int state = types[i] == VTF3_EXCHANGETYPE_UPTO ? FIRST_STATE : FIRST_STATE + 1;
		BOTH(Exchange, (fcb[to], 2.0 + i, 0, types[i], state, i ? VTF3_NOJOB : 5, VTF3_SCLNONE));
	}
}

static void measure(void)
{
	static const int tokens[] = {1, 3}, types[] = {VTF3_VALUETYPE_FLOAT, VTF3_VALUETYPE_FLOAT};
	double values[2];
	int i;

	for (i = 0; i < 3; i++) {
		values[0] = i / 4.0;
		values[1] = -i;
		BOTH(Samp, (fcb[to], 6.0 + i, 1, 2, tokens, types, values));
	}
}

static void communicate(void)
{
	static const int types[] = {VTF3_FILEIOTYPE_READ, VTF3_FILEIOTYPE_WRITE};
	int i, last = VTF3_FILEIOTYPE_NOTYPE;

	for (i = 0; i < 2; i++) {
		if (types[i] == last)
			failed = 1;
		last = types[i];
		BOTH(Fileiobegin, (fcb[to], 10.0 + 2 * i, 1, types[i], 3, 100, FIRST_SOURCE));
		BOTH(Fileioend, (fcb[to], 11.0 + 2 * i, 1, types[i], 3, 100, FIRST_SOURCE));
	}
	BOTH(Sendmsg, (fcb[to], 15.0, 0, 1, VTF3_NOCOMMUNICATOR, 42, 64, VTF3_SCLNONE));
	BOTH(Recvmsg, (fcb[to], 16.0, 1, 0, VTF3_NOCOMMUNICATOR, 42, 64, VTF3_SCLNONE));
}

/* ---- all ---- */

static int open_all(int format, const char *out, const char *copy)
{
	const int n = VTF3_GetRecTypeArrayDim();
	VTF3_handler_t *handlers = (VTF3_handler_t *)malloc((size_t)n * sizeof *handlers);
	void **args = (void **)malloc((size_t)n * sizeof *args);
	int i;

	fcb[OUT] = VTF3_OpenFileOutput(out, format, 1);
	fcb[COMPOSER] = VTF3_OpenMemoryOutput(format);
	fcb[COPY] = VTF3_OpenFileOutput(copy, format, 1);
	VTF3_GetCopyHandlerArray(handlers);
	for (i = 0; i < n; i++)
		args[i] = fcb[COPY];
	fcb[INPUT] = VTF3_OpenMemoryInput(format, handlers, args, 0);
	free(args);
	free(handlers);
	return fcb[OUT] && fcb[COMPOSER] && fcb[COPY] && fcb[INPUT];
}

int main(int argc, char **argv)
{
	VTF3_rec_t *last;
	int i;

	VTF3_InitTables();
	if (argc != 5 || !open_all(atoi(argv[1]), argv[2], argv[3]))
		return 2;
	declare_machine();
	declare_states();
	declare_samples();
	call();
	measure();
	communicate();
	BOTH(Upfrom, (fcb[to], 20.0, FIRST_STATE, 0, VTF3_SCLNONE));
	/* a record stays valid until the next one is composed */
	last = VTF3_ComposeComment(fcb[COMPOSER], 21.0, named("the end", 21));
	if (VTF3_WriteComment(fcb[COMPOSER], 22.0, "not to memory") >= 0 || !VTF3_GetError(fcb[COMPOSER]) ||
	    VTF3_QueryFormat(fcb[COMPOSER]) != atoi(argv[1]) || last->type != VTF3_RECTYPE_COMMENT)
		failed = 1;
	if (VTF3_ReadMemoryInput(fcb[INPUT], last->record, (size_t)last->numchars) != (size_t)last->numchars ||
	    VTF3_WriteComment(fcb[OUT], 21.0, name) != last->numchars)
		failed = 1;
	if (VTF3_QueryFormat(fcb[COMPOSER]) != VTF3_FILEFORMAT_STD_BINARY)
		printf("%s\n", last->record);
	for (i = 0; i < NFCBS; i++)
		VTF3_Close(fcb[argv[4][i] - '0']);
	return failed;
}
