/*
 * ttf-shift.cc - a client in C++ as TAU's converters are: it copies a trace with other times, and keeps names by pointer.
 *
 *     ttf-shift TRC EDF TRC EDF SHIFT [in]
 *
 * The last two names are those of the output, times grow by SHIFT microseconds. "in": close the input first, else the
 * output. Prints the names that it has seen, after both are closed.
 */
#include <TAU_tf.h>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <map>
#include <string>

static Ttf_FileHandleT out;
static x_uint64 shift;
static std::map<unsigned int, const char *> states, events;
static std::map<std::pair<unsigned int, unsigned int>, const char *> threads;
static bool ended;

/* Without the double quotes around it. */
static std::string unquoted(const char *name)
{
	std::string s = name;
	return s.substr(1, s.size() - 2);
}

static int ClockPeriod(void *, double period)
{
	return Ttf_DefClkPeriod(out, period);
}

static int DefThread(void *, unsigned int node, unsigned int thread, const char *name)
{
	threads[std::make_pair(node, thread)] = name;
	return Ttf_DefThread(out, node, thread, name);
}

static int DefStateGroup(void *, unsigned int group, const char *name)
{
	return Ttf_DefStateGroup(out, name, group);
}

static int DefState(void *, unsigned int state, const char *name, unsigned int group)
{
	states[state] = name;
	return Ttf_DefState(out, state, unquoted(name).c_str(), group);
}

static int DefUserEvent(void *, unsigned int event, const char *name, int increasing)
{
	events[event] = name;
	return Ttf_DefUserEvent(out, event, unquoted(name).c_str(), increasing);
}

static int EndTrace(void *, unsigned int node, unsigned int thread)
{
	threads.erase(std::make_pair(node, thread));
	ended = threads.empty();
	return 0;
}

static int EnterState(void *, double time, unsigned int node, unsigned int thread, unsigned int state)
{
	return Ttf_EnterState(out, (x_uint64)time + shift, node, thread, state);
}

static int LeaveState(void *, double time, unsigned int node, unsigned int thread, unsigned int state)
{
	return Ttf_LeaveState(out, (x_uint64)time + shift, node, thread, state);
}

static int SendMessage(void *, double time, unsigned int fromNode, unsigned int fromThread, unsigned int toNode,
                       unsigned int toThread, unsigned int size, unsigned int tag, unsigned int comm)
{
	return Ttf_SendMessage(out, time + shift, fromNode, fromThread, toNode, toThread, size, tag, comm);
}

static int RecvMessage(void *, double time, unsigned int fromNode, unsigned int fromThread, unsigned int toNode,
                       unsigned int toThread, unsigned int size, unsigned int tag, unsigned int comm)
{
	return Ttf_RecvMessage(out, time + shift, fromNode, fromThread, toNode, toThread, size, tag, comm);
}

static int EventTrigger(void *, double time, unsigned int node, unsigned int thread, unsigned int event, long long value)
{
	return Ttf_LongEventTrigger(out, (x_uint64)time + shift, node, thread, event, (x_uint64)value);
}

static void print(const std::map<unsigned int, const char *> &names)
{
	for (std::map<unsigned int, const char *>::const_iterator i = names.begin(); i != names.end(); ++i)
		std::cout << i->first << '\t' << i->second << '\n';
}

int main(int argc, char **argv)
{
	if (argc < 6)
		return 2;
	Ttf_FileHandleT in = Ttf_OpenFileForInput(argv[1], argv[2]), first, second;
	out = Ttf_OpenFileForOutput(argv[3], argv[4]);
	shift = std::strtoull(argv[5], 0, 10);
	if (!in || !out)
		return 1;
	Ttf_SetSubtractFirstTimestamp(in, 0);

	Ttf_CallbacksT cb;
	cb.UserData = 0;
	cb.DefClkPeriod = ClockPeriod;
	cb.DefThread = DefThread;
	cb.DefStateGroup = DefStateGroup;
	cb.DefState = DefState;
	cb.DefUserEvent = DefUserEvent;
	cb.EndTrace = EndTrace;
	cb.EnterState = EnterState;
	cb.LeaveState = LeaveState;
	cb.SendMessage = SendMessage;
	cb.RecvMessage = RecvMessage;
	cb.EventTrigger = EventTrigger;
	int read;
	do
		read = Ttf_ReadNumEvents(in, cb, 1024);
	while (read > 0 && !ended);
	if (argc > 6) {
		first = Ttf_CloseFile(in);
		second = Ttf_CloseOutputFile(out);
	} else {
		first = Ttf_CloseOutputFile(out);
		second = Ttf_CloseFile(in);
	}
	print(states);
	print(events);
	return first && second ? 0 : 1;
}
