/*
 * ttf-read.c - a program as the reader chapter of the TAU reference guide describes it: a line for each callback.
 *
 *     ttf-read TRC EDF [PASS]...
 *
 * A pass: "loop" the document's loop, "abs N", "rel N" a seek, "abs64 N", "rel64 N", "read N" one call, "absolute",
 * "subtract", "growing", "silent" no callbacks from here on, "sh COMMAND" what the shell does in between.
 */
#include <TAU_tf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int ClockPeriod(void *userData, double clkPeriod)
{
	fprintf(userData, "DefClkPeriod\t%g\n", clkPeriod);
	return 0;
}

static int DefThread(void *userData, unsigned int nodeToken, unsigned int threadToken, const char *threadName)
{
	fprintf(userData, "DefThread\t%u\t%u\t%s\n", nodeToken, threadToken, threadName);
	return 0;
}

static int DefStateGroup(void *userData, unsigned int stateGroupToken, const char *stateGroupName)
{
	fprintf(userData, "DefStateGroup\t%u\t%s\n", stateGroupToken, stateGroupName);
	return 0;
}

static int DefState(void *userData, unsigned int stateToken, const char *stateName, unsigned int stateGroupToken)
{
	fprintf(userData, "DefState\t%u\t%s\t%u\n", stateToken, stateName, stateGroupToken);
	return 0;
}

static int DefUserEvent(void *userData, unsigned int userEventToken, const char *userEventName,
                        int monotonicallyIncreasing)
{
	fprintf(userData, "DefUserEvent\t%u\t%s\t%d\n", userEventToken, userEventName, monotonicallyIncreasing);
	return 0;
}

static int EndTrace(void *userData, unsigned int nodeToken, unsigned int threadToken)
{
	fprintf(userData, "EndTrace\t%u\t%u\n", nodeToken, threadToken);
	return 0;
}

static int EnterState(void *userData, double time, unsigned int nodeToken, unsigned int threadToken,
                      unsigned int stateToken)
{
	fprintf(userData, "EnterState\t%.0f\t%u\t%u\t%u\n", time, nodeToken, threadToken, stateToken);
	return 0;
}

static int LeaveState(void *userData, double time, unsigned int nodeToken, unsigned int threadToken,
                      unsigned int stateToken)
{
	fprintf(userData, "LeaveState\t%.0f\t%u\t%u\t%u\n", time, nodeToken, threadToken, stateToken);
	return 0;
}

static int SendMessage(void *userData, double time, unsigned int sourceNodeToken, unsigned int sourceThreadToken,
                       unsigned int destinationNodeToken, unsigned int destinationThreadToken, unsigned int messageSize,
                       unsigned int messageTag, unsigned int messageComm)
{
	fprintf(userData, "SendMessage\t%.0f\t%u\t%u\t%u\t%u\t%u\t%u\t%u\n", time, sourceNodeToken, sourceThreadToken,
	        destinationNodeToken, destinationThreadToken, messageSize, messageTag, messageComm);
	return 0;
}

static int RecvMessage(void *userData, double time, unsigned int sourceNodeToken, unsigned int sourceThreadToken,
                       unsigned int destinationNodeToken, unsigned int destinationThreadToken, unsigned int messageSize,
                       unsigned int messageTag, unsigned int messageComm)
{
	fprintf(userData, "RecvMessage\t%.0f\t%u\t%u\t%u\t%u\t%u\t%u\t%u\n", time, sourceNodeToken, sourceThreadToken,
	        destinationNodeToken, destinationThreadToken, messageSize, messageTag, messageComm);
	return 0;
}

static int EventTrigger(void *userData, double time, unsigned int nodeToken, unsigned int threadToken,
                        unsigned int userEventToken, long long userEventValue)
{
	fprintf(userData, "EventTrigger\t%.0f\t%u\t%u\t%u\t%lld\n", time, nodeToken, threadToken, userEventToken,
	        userEventValue);
	return 0;
}

static void told(Ttf_FileHandleT fh, const char *what, int result)
{
	const char *error = Ttf_Error(fh);

	printf("%s = %d%s%s\n", what, result, error ? ": " : "", error ? error : "");
}

static void loop(Ttf_FileHandleT fh, Ttf_CallbacksT cb)
{
	int recs_read, total = 0;

	do {
		recs_read = Ttf_ReadNumEvents(fh, cb, 1024);
		if (recs_read > 0)
			total += recs_read;
	} while (recs_read >= 0);
	told(fh, "loop", total);
}

int main(int argc, char **argv)
{
	Ttf_CallbacksT cb;
	Ttf_FileHandleT fh = argc < 3 ? 0 : Ttf_OpenFileForInput(argv[1], argv[2]);

	if (!fh) {
		perror("open");
		return 1;
	}
	cb.UserData = stdout;
	cb.DefClkPeriod = ClockPeriod;
	cb.DefThread = DefThread;
	cb.DefStateGroup = DefStateGroup;
	cb.DefState = DefState;
	cb.EndTrace = EndTrace;
	cb.EnterState = EnterState;
	cb.LeaveState = LeaveState;
	cb.SendMessage = SendMessage;
	cb.RecvMessage = RecvMessage;
	cb.DefUserEvent = DefUserEvent;
	cb.EventTrigger = EventTrigger;
	if (argc == 3)
		loop(fh, cb);
	for (int i = 3; i < argc; i++) {
		const char *what = argv[i];
		int n = i + 1 < argc ? atoi(argv[i + 1]) : 0;

		if (!strcmp(what, "loop"))
			loop(fh, cb);
		else if (!strcmp(what, "absolute"))
			Ttf_SetSubtractFirstTimestamp(fh, 0);
		else if (!strcmp(what, "subtract"))
			Ttf_SetSubtractFirstTimestamp(fh, 1);
		else if (!strcmp(what, "growing"))
			Ttf_SetNonBlocking(fh, 1);
		else if (!strcmp(what, "silent"))
			cb = (Ttf_CallbacksT){0};
		else
			i++;
		if (!strcmp(what, "abs"))
			told(fh, "abs", Ttf_AbsSeek(fh, n));
		else if (!strcmp(what, "rel"))
			told(fh, "rel", Ttf_RelSeek(fh, n));
		else if (!strcmp(what, "abs64"))
			printf("abs64 = %lld\n", Ttf_AbsSeek64(fh, atoll(argv[i])));
		else if (!strcmp(what, "rel64"))
			printf("rel64 = %lld\n", Ttf_RelSeek64(fh, atoll(argv[i])));
		else if (!strcmp(what, "read"))
			told(fh, "read", Ttf_ReadNumEvents(fh, cb, n));
		else if (!strcmp(what, "sh") && (fflush(stdout) || system(argv[i])))
			return 1;
	}
	return Ttf_CloseFile(fh) ? 0 : 1;
}
