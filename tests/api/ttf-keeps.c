/*
 * ttf-keeps.c - a client as those of TAU's own library are: it keeps the pointers that callbacks get, reads several
 * traces in turn, closes them in another order than it opened them, and only then prints the names.
 *
 *     ttf-keeps TRC EDF [TRC EDF]...
 *
 * Prints the definitions of each trace as ttf-read does, and how often each state was entered, with its name.
 */
#include <TAU_tf.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 4000, TRACES = 8 };

struct name {
	const char *kind, *text;
	unsigned token, second;
	int is_thread;
};

struct trace {
	Ttf_FileHandleT fh;
	struct name names[MOST];
	int n, at_end;
	unsigned entered[MOST]; /* by number of the name */
};

static struct trace traces[TRACES];

static int keep(struct trace *t, const char *kind, const char *text, unsigned token, unsigned second)
{
	struct name name;

	name.kind = kind;
	name.text = text; /* not a copy */
	name.token = token;
	name.second = second;
	name.is_thread = kind[3] == 'T';
	if (t->n == MOST)
		exit(3);
	t->names[t->n++] = name;
	return 0;
}

static int DefThread(void *userData, unsigned int nodeToken, unsigned int threadToken, const char *threadName)
{
	return keep(userData, "DefThread", threadName, nodeToken, threadToken);
}

static int DefStateGroup(void *userData, unsigned int stateGroupToken, const char *stateGroupName)
{
	return keep(userData, "DefStateGroup", stateGroupName, stateGroupToken, 0);
}

static int DefState(void *userData, unsigned int stateToken, const char *stateName, unsigned int stateGroupToken)
{
	return keep(userData, "DefState", stateName, stateToken, stateGroupToken);
}

static int DefUserEvent(void *userData, unsigned int userEventToken, const char *userEventName,
                        int monotonicallyIncreasing)
{
	return keep(userData, "DefUserEvent", userEventName, userEventToken, (unsigned)monotonicallyIncreasing);
}

static int EnterState(void *userData, double time, unsigned int nodeToken, unsigned int threadToken,
                      unsigned int stateToken)
{
	struct trace *t = userData;
	int i;

	(void)time, (void)nodeToken, (void)threadToken;
	for (i = 0; i < t->n; i++)
		if (t->names[i].token == stateToken && t->names[i].kind[3] == 'S' && !t->names[i].kind[8])
			t->entered[i]++;
	return 0;
}

static void print(const struct trace *t)
{
	int i;

	for (i = 0; i < t->n; i++) {
		const struct name *name = &t->names[i];
		if (name->is_thread)
			printf("%s\t%u\t%u\t%s\n", name->kind, name->token, name->second, name->text);
		else if (name->kind[3] == 'S' && name->kind[8])
			printf("%s\t%u\t%s\n", name->kind, name->token, name->text);
		else
			printf("%s\t%u\t%s\t%u\n", name->kind, name->token, name->text, name->second);
	}
	for (i = 0; i < t->n; i++)
		if (t->entered[i])
			printf("%s: %u\n", t->names[i].text, t->entered[i]);
}

int main(int argc, char **argv)
{
	Ttf_CallbacksT cb = {0};
	int n = (argc - 1) / 2, i, open = n;

	cb.DefThread = DefThread;
	cb.DefStateGroup = DefStateGroup;
	cb.DefState = DefState;
	cb.DefUserEvent = DefUserEvent;
	cb.EnterState = EnterState;
	for (i = 0; i < n && i < TRACES; i++)
		if (!(traces[i].fh = Ttf_OpenFileForInput(argv[2 * i + 1], argv[2 * i + 2])))
			return 1;
	while (open)
		for (i = 0; i < n; i++) {
			if (traces[i].at_end)
				continue;
			cb.UserData = &traces[i];
			traces[i].at_end = Ttf_ReadNumEvents(traces[i].fh, cb, 100) <= 0;
			open -= traces[i].at_end;
		}
	for (i = 1; i <= n; i++) /* the first one last */
		if (!Ttf_CloseFile(traces[i % n].fh))
			return 2;
	for (i = 0; i < n; i++)
		print(&traces[i]);
	return 0;
}
