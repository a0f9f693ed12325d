/*
 * ttf-phases.c - a client in C89 that writes: two traces at once, names in a buffer of its own that it uses again for
 * each.
 *
 *     ttf-phases TRC EDF TRC EDF
 */
#include <TAU_tf.h>
#include <stdio.h>

#define GROUP 1
#define MAIN 1
#define PHASE 2 /* and the numbers after it */
#define EVENT 9

static int define(Ttf_FileHandleT file, unsigned node)
{
	char name[80];
	unsigned i;
	int bad = 0;

	sprintf(name, "group of node %u", node);
	bad |= Ttf_DefClkPeriod(file, 1e-6);
	bad |= Ttf_DefStateGroup(file, name, GROUP);
	sprintf(name, "main of node %u", node);
	bad |= Ttf_DefState(file, MAIN, name, GROUP);
	for (i = 0; i < 3; i++) {
		sprintf(name, "phase %u", i);
		bad |= Ttf_DefState(file, PHASE + i, name, GROUP);
	}
	sprintf(name, "value");
	bad |= Ttf_DefUserEvent(file, EVENT, name, 0);
	sprintf(name, "node %u, thread 0", node);
	bad |= Ttf_DefThread(file, node, 0, name);
	return bad;
}

static int record(Ttf_FileHandleT file, unsigned node)
{
	const unsigned other = 1 - node;
	x_uint64 time = 1000;
	unsigned i;
	int bad = Ttf_EnterState(file, time, node, 0, MAIN);

	for (i = 0; i < 3; i++) {
		bad |= Ttf_EnterState(file, ++time, node, 0, PHASE + i);
		bad |= Ttf_EventTrigger(file, (double)time, node, 0, EVENT, 0.5 + i);
		bad |= Ttf_LongEventTrigger(file, time, node, 0, EVENT, ~(x_uint64)0);
		bad |= Ttf_SendMessage(file, (double)time, node, 0, other, 0, 100, i, 0);
		bad |= Ttf_RecvMessage(file, (double)++time, other, 0, node, 0, 100, i, 0);
		bad |= Ttf_LeaveState(file, ++time, node, 0, PHASE + i);
		bad |= Ttf_FlushTrace(file);
	}
	return bad | Ttf_LeaveState(file, ++time, node, 0, MAIN);
}

int main(int argc, char **argv)
{
	Ttf_FileHandleT one = argc == 5 ? Ttf_OpenFileForOutput(argv[1], argv[2]) : NULL;
	Ttf_FileHandleT two = one ? Ttf_OpenFileForOutput(argv[3], argv[4]) : NULL;
	int bad = !two || define(one, 0) || define(two, 1) || record(two, 1) || record(one, 0);

	/* either function closes it */
	if (one && !Ttf_CloseOutputFile(one))
		bad = 1;
	if (two && !Ttf_CloseFile(two))
		bad = 1;
	return bad;
}
