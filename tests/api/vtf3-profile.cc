/*
 * vtf3-profile.cc - a client in C++ as vtf2profile and Vampir are: it knows no obsolete record, and what the report says
 * that a record refers to must be there.
 *
 *     vtf3-profile FILE
 *
 * Prints "call NAME CALLS TICKS" for each state with its inclusive time, "value NAME SAMPLES LEAST MOST" for each sample
 * type, "message N", and "bad ..." for what a reader could not place.
 */
#include <vtf3.h>
#include <stdint.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <vector>

class Profile {
public:
	Profile() : messages(0), cpus(0) {}
	bool read(const char *file);
	void print() const;

private:
	struct State {
		State() : calls(0), ticks(0) {}
		std::string name;
		int activity;
		unsigned calls;
		double ticks;
	};
	struct Sample {
		Sample() : n(0), least(0), most(0) {}
		std::string name;
		int type;
		unsigned group, n;
		double bounds[2], least, most;
	};
	struct Call {
		int state;
		double since;
	};
	typedef std::map<unsigned, std::vector<Call> > Stacks;

	std::map<int, std::string> activities;
	std::map<int, State> states;
	std::map<int, Sample> samples;
	std::map<unsigned, std::set<unsigned> > groups;
	Stacks stacks;
	unsigned messages;
	int cpus;

	static int bad(const char *what, double token)
	{
		return std::printf("bad %s %.0f\n", what, token);
	}
	/* as in eqn. (1) of the report, where no thread numbers are declared */
	void check(unsigned cpuid) const
	{
		if (cpuid >= (unsigned)cpus)
			bad("cpu", cpuid);
	}
	void enter(unsigned cpuid, int state, double time);
	void leave(unsigned cpuid, double time);
	void leaveTo(unsigned cpuid, int state, double time);

	VTF3_DCL_DEFSYSCPUNUMS(static, Defsyscpunums);
	VTF3_DCL_DEFCPUGRP(static, Defcpugrp);
	VTF3_DCL_DEFACT(static, Defact);
	VTF3_DCL_DEFSTATE(static, Defstate);
	VTF3_DCL_DEFSAMP(static, Defsamp);
	VTF3_DCL_DOWNTO(static, Downto);
	VTF3_DCL_UPFROM(static, Upfrom);
	VTF3_DCL_UPTO(static, Upto);
	VTF3_DCL_EXCHANGE(static, Exchange);
	VTF3_DCL_SAMP(static, Samp);
	VTF3_DCL_SENDMSG(static, Sendmsg);
	VTF3_DCL_UNRECOGNIZABLE(static, Unrecognizable);
};

static Profile *self(void *first)
{
	return static_cast<Profile *>(first);
}

/* ---- calls ---- */

void Profile::enter(unsigned cpuid, int state, double time)
{
	check(cpuid);
	if (!states.count(state) || !activities.count(states[state].activity))
		bad("state", state);
	const Call call = {state, time};
	stacks[cpuid].push_back(call);
}

void Profile::leave(unsigned cpuid, double time)
{
	std::vector<Call> &stack = stacks[cpuid];
	if (stack.empty()) {
		bad("leave of cpu", cpuid);
		return;
	}
	State &state = states[stack.back().state];
	state.calls++;
	state.ticks += time - stack.back().since;
	stack.pop_back();
}

void Profile::leaveTo(unsigned cpuid, int state, double time)
{
	do
		leave(cpuid, time);
	while (!stacks[cpuid].empty() && stacks[cpuid].back().state != state);
}

int Profile::Downto(void *first, double time, int state, unsigned cpuid, int)
{
	self(first)->enter(cpuid, state, time);
	return 0;
}

int Profile::Upfrom(void *first, double time, int state, unsigned cpuid, int)
{
	const std::vector<Call> &stack = self(first)->stacks[cpuid];
	if (!stack.empty() && stack.back().state != state)
		bad("upfrom", state);
	self(first)->leave(cpuid, time);
	return 0;
}

int Profile::Upto(void *first, double time, int state, unsigned cpuid, int)
{
	self(first)->leaveTo(cpuid, state, time);
	return 0;
}

int Profile::Exchange(void *first, double time, unsigned cpuid, int exchangetype, int state, int, int scl)
{
	switch (exchangetype) {
	case VTF3_EXCHANGETYPE_DOWNTO: return Downto(first, time, state, cpuid, scl);
	case VTF3_EXCHANGETYPE_UPTO: return Upto(first, time, state, cpuid, scl);
	case VTF3_EXCHANGETYPE_UPFROM: return Upfrom(first, time, state, cpuid, scl);
	default: return bad("exchange", exchangetype);
	}
}

/* ---- values ---- */

int Profile::Defcpugrp(void *first, unsigned group, int dim, const unsigned *members, const char *)
{
	self(first)->groups[group] = std::set<unsigned>(members, members + dim);
	return 0;
}

int Profile::Defsamp(void *first, int token, int, int iscpugrpsamp, unsigned group, int valuetype, const void *bounds, int,
                     int, const char *name, const char *unit)
{
	Sample &sample = self(first)->samples[token];
	sample.name = std::string(name) + "/" + unit;
	sample.type = valuetype;
	sample.group = iscpugrpsamp ? group | VTF3_CPUGRP_MASK : group;
	std::memcpy(sample.bounds, bounds, sizeof sample.bounds);
	if (!self(first)->groups.count(sample.group))
		bad("group", sample.group);
	return 0;
}

int Profile::Samp(void *first, double, unsigned cpuid, int dim, const int *tokens, const int *types, const void *values)
{
	for (int i = 0; i < dim; i++) {
		Sample &sample = self(first)->samples[tokens[i]];
		const bool isFloat = types[i] == VTF3_VALUETYPE_FLOAT;
		const double value = isFloat ? static_cast<const double *>(values)[i] :
		                               (double)static_cast<const uint64_t *>(values)[i];
		if (types[i] != sample.type)
			bad("type of value", tokens[i]);
		if (!self(first)->groups[sample.group].count(cpuid))
			bad("sample of cpu", cpuid);
		if (isFloat && (value < sample.bounds[0] || value > sample.bounds[1]))
			bad("value", value);
		sample.least = sample.n ? std::min(sample.least, value) : value;
		sample.most = sample.n ? std::max(sample.most, value) : value;
		sample.n++;
	}
	return 0;
}

/* ---- the others ---- */

int Profile::Defsyscpunums(void *first, int dim, const int *nums)
{
	for (int i = 0; i < dim; i++)
		self(first)->cpus += nums[i];
	return 0;
}

int Profile::Defact(void *first, int activity, const char *name)
{
	self(first)->activities[activity] = name;
	return 0;
}

int Profile::Defstate(void *first, int activity, int state, const char *name, int)
{
	self(first)->states[state].name = name;
	self(first)->states[state].activity = activity;
	return 0;
}

int Profile::Sendmsg(void *first, double, unsigned sender, unsigned receiver, int, int, int, int)
{
	self(first)->check(sender);
	self(first)->check(receiver);
	self(first)->messages++;
	return 0;
}

int Profile::Unrecognizable(void *, double, int numchars, int rectype, const char *)
{
	return bad("record", rectype == VTF3_RECTYPE_UNRECOGNIZABLE ? -numchars : rectype);
}

/* ---- all ---- */

bool Profile::read(const char *file)
{
	std::map<int, VTF3_handler_t> known;
	known[VTF3_RECTYPE_DEFSYSCPUNUMS] = (VTF3_handler_t)Defsyscpunums;
	known[VTF3_RECTYPE_DEFCPUGRP] = (VTF3_handler_t)Defcpugrp;
	known[VTF3_RECTYPE_DEFACT] = (VTF3_handler_t)Defact;
	known[VTF3_RECTYPE_DEFSTATE] = (VTF3_handler_t)Defstate;
	known[VTF3_RECTYPE_DEFSAMP] = (VTF3_handler_t)Defsamp;
	known[VTF3_RECTYPE_DOWNTO] = (VTF3_handler_t)Downto;
	known[VTF3_RECTYPE_UPFROM] = (VTF3_handler_t)Upfrom;
	known[VTF3_RECTYPE_UPTO] = (VTF3_handler_t)Upto;
	known[VTF3_RECTYPE_EXCHANGE] = (VTF3_handler_t)Exchange;
	known[VTF3_RECTYPE_SAMP] = (VTF3_handler_t)Samp;
	known[VTF3_RECTYPE_SENDMSG] = (VTF3_handler_t)Sendmsg;
	known[VTF3_RECTYPE_UNRECOGNIZABLE] = (VTF3_handler_t)Unrecognizable;

	VTF3_InitTables();
	const int n = VTF3_GetRecTypeArrayDim();
	std::vector<int> types(n);
	std::vector<VTF3_handler_t> handlers(n);
	std::vector<void *> args(n, static_cast<void *>(this));
	VTF3_GetRecTypeArray(&types[0]);
	for (int i = 0; i < n; i++)
		handlers[i] = known.count(types[i]) ? known[types[i]] : 0;
	void *fcb = VTF3_OpenFileInput(file, &handlers[0], &args[0], 0);
	if (!fcb)
		return false;
	VTF3_ReadFileInput(fcb);
	VTF3_Close(fcb);
	return true;
}

void Profile::print() const
{
	for (std::map<int, State>::const_iterator i = states.begin(); i != states.end(); ++i)
		if (i->second.calls)
			std::printf("call %s %u %.0f\n", i->second.name.c_str(), i->second.calls, i->second.ticks);
	for (std::map<int, Sample>::const_iterator i = samples.begin(); i != samples.end(); ++i)
		std::printf("value %s %u %.10g %.10g\n", i->second.name.c_str(), i->second.n, i->second.least,
		            i->second.most);
	for (Stacks::const_iterator i = stacks.begin(); i != stacks.end(); ++i)
		if (!i->second.empty())
			bad("open calls of cpu", i->first);
	std::printf("message %u\n", messages);
}

int main(int argc, char **argv)
{
	Profile profile;

	if (argc != 2 || !profile.read(argv[1])) {
		std::perror(argv[1]);
		return 1;
	}
	profile.print();
	return 0;
}
