/*
 * vtf3-print.c - what handlers are called with, a line a call: vtf3-print FILE [upto]
 *
 * The records that most programs handle, each by a handler of its own, declared by the macros of vtf3.h.
 */
#include <vtf3.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

VTF3_DCL_DEFSYSCPUNUMS(static, Defsyscpunums);
VTF3_DCL_DEFSCL(static, Defscl);
VTF3_DCL_DEFACT(static, Defact);
VTF3_DCL_DEFSTATE(static, Defstate);
VTF3_DCL_DEFACT_OBSOL(static, Defact_obsol);
VTF3_DCL_DEFSTATE_OBSOL(static, Defstate_obsol);
VTF3_DCL_DEFCLKPERIOD(static, Defclkperiod);
VTF3_DCL_DEFSAMP(static, Defsamp);
VTF3_DCL_COMMENT(static, Comment);
VTF3_DCL_DOWNTO(static, Downto);
VTF3_DCL_UPFROM(static, Upfrom);
VTF3_DCL_UPTO(static, Upto);
VTF3_DCL_EXCHANGE_OBSOL(static, Exchange_obsol);
VTF3_DCL_SAMP(static, Samp);
VTF3_DCL_SENDMSG(static, Sendmsg);
VTF3_DCL_RECVMSG(static, Recvmsg);
VTF3_DCL_GLOBALOP(static, Globalop);
VTF3_DCL_UNRECOGNIZABLE(static, Unrecognizable);

static int Defsyscpunums(void *to, int dim, const int *nums)
{
	fprintf(to, "Defsyscpunums");
	for (int i = 0; i < dim; i++)
		fprintf(to, " %d", nums[i]);
	return fprintf(to, "\n");
}

static int Defscl(void *to, int token, int dim, const int *files, const int *lines)
{
	fprintf(to, "Defscl %d", token);
	for (int i = 0; i < dim; i++)
		fprintf(to, " %d:%d", files[i], lines[i]);
	return fprintf(to, "\n");
}

static int Defact(void *to, int activity, const char *name)
{
	return fprintf(to, "Defact %d %s\n", activity, name);
}

static int Defstate(void *to, int activity, int state, const char *name, int scl)
{
	return fprintf(to, "Defstate %d %d %s %d\n", activity, state, name, scl);
}

static int Defact_obsol(void *to, int activity, const char *name)
{
	return fprintf(to, "Defact_obsol %d %s\n", activity, name);
}

static int Defstate_obsol(void *to, int activity, const char *activityname, unsigned int validity, int state,
                          const char *name)
{
	return fprintf(to, "Defstate_obsol %d %s %u %d %s\n", activity, activityname, validity, state, name);
}

static int Defclkperiod(void *to, double clkperiod)
{
	return fprintf(to, "Defclkperiod %g\n", clkperiod);
}

static int Defsamp(void *to, int token, int classtoken, int iscpugrpsamp, unsigned int cpuorcpugrpid, int valuetype,
                   const void *bounds, int dodifferentiation, int datarephint, const char *name, const char *unit)
{
	uint64_t b[2];

	memcpy(b, bounds, sizeof b);
	return fprintf(to, "Defsamp %d %d %d %#x %d %llu %llu %d %d %s %s\n", token, classtoken, iscpugrpsamp,
	               cpuorcpugrpid, valuetype, (unsigned long long)b[0], (unsigned long long)b[1], dodifferentiation,
	               datarephint, name, unit);
}

static int Comment(void *to, double time, const char *comment)
{
	return fprintf(to, "Comment %.0f %s\n", time, comment);
}

static int Downto(void *to, double time, int state, unsigned int cpuid, int scl)
{
	return fprintf(to, "Downto %.0f %d %u %d\n", time, state, cpuid, scl);
}

static int Upfrom(void *to, double time, int state, unsigned int cpuid, int scl)
{
	return fprintf(to, "Upfrom %.0f %d %u %d\n", time, state, cpuid, scl);
}

static int Upto(void *to, double time, int state, unsigned int cpuid, int scl)
{
	return fprintf(to, "Upto %.0f %d %u %d\n", time, state, cpuid, scl);
}

static int Exchange_obsol(void *to, double time, unsigned int cpuid, int exchangetype, int state, int activity,
                          const char *activityname, unsigned int validity, int job)
{
	return fprintf(to, "Exchange_obsol %.0f %u %d %d %d %s %u %d\n", time, cpuid, exchangetype, state, activity,
	               activityname, validity, job);
}

static int Samp(void *to, double time, unsigned int cpuorcpugrpid, int dim, const int *tokens, const int *valuetypes,
                const void *values)
{
	fprintf(to, "Samp %.0f %u", time, cpuorcpugrpid);
	for (int i = 0; i < dim; i++) {
		union {
			uint64_t u;
			double d;
		} v;
		memcpy(&v, (const char *)values + 8 * i, sizeof v);
		if (valuetypes[i] == VTF3_VALUETYPE_UINT)
			fprintf(to, " %d=%llu", tokens[i], (unsigned long long)v.u);
		else
			fprintf(to, " %d=%g", tokens[i], v.d);
	}
	return fprintf(to, "\n");
}

static int Sendmsg(void *to, double time, unsigned int sender, unsigned int receiver, int communicator, int tag,
                   int length, int scl)
{
	return fprintf(to, "Sendmsg %.0f %u %u %d %d %d %d\n", time, sender, receiver, communicator, tag, length, scl);
}

static int Recvmsg(void *to, double time, unsigned int receiver, unsigned int sender, int communicator, int tag,
                   int length, int scl)
{
	return fprintf(to, "Recvmsg %.0f %u %u %d %d %d %d\n", time, receiver, sender, communicator, tag, length, scl);
}

static int Globalop(void *to, double time, int token, unsigned int cpuid, int communicator, unsigned int rootcpuid,
                    int sent, int received, double duration, int scl)
{
	return fprintf(to, "Globalop %.0f %d %u %d %u %d %d %.0f %d\n", time, token, cpuid, communicator, rootcpuid,
	               sent, received, duration, scl);
}

static int Unrecognizable(void *to, double time, int numchars, int rectype, const char *record)
{
	fprintf(to, "Unrecognizable %.0f %d %d ", time, numchars, rectype);
	for (int i = 0; i < numchars && i < 60; i++)
		fputc(record[i] >= ' ' && record[i] <= '~' ? record[i] : '.', to);
	return fprintf(to, "\n");
}

static VTF3_handler_t handler_of(int type)
{
	static const struct {
		int type;
		VTF3_handler_t handler;
	} table[] = {
		{VTF3_RECTYPE_DEFSYSCPUNUMS, (VTF3_handler_t)Defsyscpunums},
		{VTF3_RECTYPE_DEFSCL, (VTF3_handler_t)Defscl},
		{VTF3_RECTYPE_DEFACT, (VTF3_handler_t)Defact},
		{VTF3_RECTYPE_DEFSTATE, (VTF3_handler_t)Defstate},
		{VTF3_RECTYPE_DEFACT_OBSOL, (VTF3_handler_t)Defact_obsol},
		{VTF3_RECTYPE_DEFSTATE_OBSOL, (VTF3_handler_t)Defstate_obsol},
		{VTF3_RECTYPE_DEFCLKPERIOD, (VTF3_handler_t)Defclkperiod},
		{VTF3_RECTYPE_DEFSAMP, (VTF3_handler_t)Defsamp},
		{VTF3_RECTYPE_COMMENT, (VTF3_handler_t)Comment},
		{VTF3_RECTYPE_DOWNTO, (VTF3_handler_t)Downto},
		{VTF3_RECTYPE_UPFROM, (VTF3_handler_t)Upfrom},
		{VTF3_RECTYPE_UPTO, (VTF3_handler_t)Upto},
		{VTF3_RECTYPE_EXCHANGE_OBSOL, (VTF3_handler_t)Exchange_obsol},
		{VTF3_RECTYPE_SAMP, (VTF3_handler_t)Samp},
		{VTF3_RECTYPE_SENDMSG, (VTF3_handler_t)Sendmsg},
		{VTF3_RECTYPE_RECVMSG, (VTF3_handler_t)Recvmsg},
		{VTF3_RECTYPE_GLOBALOP, (VTF3_handler_t)Globalop},
		{VTF3_RECTYPE_UNRECOGNIZABLE, (VTF3_handler_t)Unrecognizable},
	};

	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (table[i].type == type)
			return table[i].handler;
	return 0;
}

int main(int argc, char **argv)
{
	VTF3_handler_t handlers[100] = {0};
	int types[100], n = VTF3_GetRecTypeArrayDim();
	void *args[100], *in;

	VTF3_InitTables();
	VTF3_GetRecTypeArray(types);
	for (int i = 0; i < n; i++) {
		handlers[i] = handler_of(types[i]);
		args[i] = stdout;
	}
	in = VTF3_OpenFileInput(argv[1], handlers, args, argc > 2);
	if (!in) {
		fprintf(stderr, "vtf3-print: %s: %s\n", argv[1], strerror(errno));
		return 1;
	}
	printf("%zu bytes\n", VTF3_ReadFileInput(in));
	return VTF3_CloseChecked(in) < 0;
}
