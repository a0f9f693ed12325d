/*
 * ttf-write.c - calls the writer of TAU_tf.h as standard input says, a call a line: a word and its numbers, a name
 * last.
 *
 *     ttf-write TRC EDF
 *
 * Prints "LINE: reason" for each call that fails, "close: -1" if the last does.
 */
#include <TAU_tf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int call(Ttf_FileHandleT f, const char *word, char **p)
{
	unsigned u[9] = {0};
	double time = p[0] ? atof(p[0]) : 0;
	int n;

	for (n = 0; n < 9 && p[n]; n++)
		u[n] = (unsigned)strtoul(p[n], NULL, 10);
	if (!strcmp(word, "period"))
		return Ttf_DefClkPeriod(f, time);
	if (!strcmp(word, "thread"))
		return Ttf_DefThread(f, u[0], u[1], "a thread");
	if (!strcmp(word, "enter"))
		return Ttf_EnterState(f, (unsigned long long)time, u[1], u[2], u[3]);
	if (!strcmp(word, "leave"))
		return Ttf_LeaveState(f, (unsigned long long)time, u[1], u[2], u[3]);
	if (!strcmp(word, "send"))
		return Ttf_SendMessage(f, time, u[1], u[2], u[3], u[4], u[5], u[6], u[7]);
	if (!strcmp(word, "recv"))
		return Ttf_RecvMessage(f, time, u[1], u[2], u[3], u[4], u[5], u[6], u[7]);
	if (!strcmp(word, "trigger"))
		return Ttf_EventTrigger(f, time, u[1], u[2], u[3], atof(p[4]));
	if (!strcmp(word, "long"))
		return Ttf_LongEventTrigger(f, (unsigned long long)time, u[1], u[2], u[3], strtoull(p[4], NULL, 10));
	return Ttf_FlushTrace(f);
}

/* Definitions: numbers, then a name that may have blanks. */
static int define(Ttf_FileHandleT f, const char *word, char *rest)
{
	char *name;
	unsigned token = (unsigned)strtoul(rest, &name, 10), second = 0;

	if (strcmp(word, "group"))
		second = (unsigned)strtoul(name, &name, 10);
	name += *name == ' ';
	if (!strcmp(word, "group"))
		return Ttf_DefStateGroup(f, name, token);
	if (!strcmp(word, "state"))
		return Ttf_DefState(f, token, name, second);
	return Ttf_DefUserEvent(f, token, name, (int)second);
}

static int is_definition(const char *word)
{
	return !strcmp(word, "group") || !strcmp(word, "state") || !strcmp(word, "event");
}

int main(int argc, char **argv)
{
	Ttf_FileHandleT f = argc == 3 ? Ttf_OpenFileForOutput(argv[1], argv[2]) : NULL;
	char line[400];

	if (!f) {
		perror("open");
		return 1;
	}
	for (int number = 1; fgets(line, sizeof line, stdin); number++) {
		char *word = strtok(line, " \n"), *rest = NULL, *p[10] = {0};
		int bad;

		if (is_definition(word)) {
			rest = strtok(NULL, "\n");
			bad = define(f, word, rest);
		} else {
			for (int n = 0; n < 9 && (p[n] = strtok(NULL, " \n"));)
				n++;
			bad = call(f, word, p);
		}
		if (bad)
			printf("%d: %s\n", number, Ttf_Error(f));
	}
	if (!Ttf_CloseOutputFile(f))
		printf("close: -1\n");
	return 0;
}
