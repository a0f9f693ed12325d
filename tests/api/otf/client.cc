// client.cc - a program in C++: handlers are static members and lambdas, names are kept in maps; it reads a trace, and
// copies it with the copy handlers and with handlers of its own. Arguments: a trace, the name of the copy.
#include <otf.h>
#include <OTF_CopyHandler.h>
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <map>
#include <memory>
#include <string>

namespace
{

using Manager = std::unique_ptr<OTF_FileManager, decltype(&OTF_FileManager_close)>;
using Handlers = std::unique_ptr<OTF_HandlerArray, decltype(&OTF_HandlerArray_close)>;
using Reader = std::unique_ptr<OTF_Reader, decltype(&OTF_Reader_close)>;

template <typename F> OTF_FunctionPointer *pointer(F *f)
{
	return reinterpret_cast<OTF_FunctionPointer *>(reinterpret_cast<void (*)()>(f));
}

class Profile
{
	std::map<uint32_t, std::string> functions, processes;
	std::map<std::string, uint64_t> calls;
	uint64_t bytes = 0;

	static int function(void *self, uint32_t, uint32_t token, const char *name, uint32_t, uint32_t,
	                    OTF_KeyValueList *)
	{
		static_cast<Profile *>(self)->functions[token] = name ? name : "";
		return OTF_RETURN_OK;
	}
	static int process(void *self, uint32_t, uint32_t token, const char *name, uint32_t, OTF_KeyValueList *)
	{
		static_cast<Profile *>(self)->processes[token] = name ? name : "";
		return OTF_RETURN_OK;
	}
	static int enter(void *self, uint64_t, uint32_t function, uint32_t, uint32_t, OTF_KeyValueList *)
	{
		Profile *p = static_cast<Profile *>(self);
		p->calls[p->functions[function]]++;
		return OTF_RETURN_OK;
	}
	static int send(void *self, uint64_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t length, uint32_t,
	                OTF_KeyValueList *)
	{
		static_cast<Profile *>(self)->bytes += length;
		return OTF_RETURN_OK;
	}

      public:
	void read(const char *trace, OTF_FileManager *manager)
	{
		const struct {
			OTF_FunctionPointer *f;
			uint32_t type;
		} all[] = {{pointer(function), OTF_DEFFUNCTION_RECORD},
		           {pointer(process), OTF_DEFPROCESS_RECORD},
		           {pointer(enter), OTF_ENTER_RECORD},
		           {pointer(send), OTF_SEND_RECORD}};
		Handlers handlers(OTF_HandlerArray_open(), OTF_HandlerArray_close);
		Reader reader(OTF_Reader_open(trace, manager), OTF_Reader_close);

		if (!reader)
			throw std::string(otf_strerr);
		for (const auto &one : all) {
			OTF_HandlerArray_setHandler(handlers.get(), one.f, one.type);
			OTF_HandlerArray_setFirstHandlerArg(handlers.get(), this, one.type);
		}
		if (OTF_Reader_readDefinitions(reader.get(), handlers.get()) == OTF_READ_ERROR ||
		    OTF_Reader_readEvents(reader.get(), handlers.get()) == OTF_READ_ERROR)
			throw std::string(otf_strerr);
	}
	void print() const
	{
		for (const auto &one : processes)
			std::cout << one.first << ' ' << one.second << '\n';
		for (const auto &one : calls)
			std::cout << one.second << '\t' << one.first << '\n';
		std::cout << bytes << " bytes\n";
	}
};

/* Copy all but the events of the function 1. */
void copy(const char *from, const char *to, OTF_FileManager *manager)
{
	Handlers handlers(OTF_HandlerArray_open(), OTF_HandlerArray_close);
	Reader reader(OTF_Reader_open(from, manager), OTF_Reader_close);
	std::unique_ptr<OTF_Writer, decltype(&OTF_Writer_close)> writer(OTF_Writer_open(to, 1, manager),
	                                                                OTF_Writer_close);
	auto enter = +[](void *out, uint64_t time, uint32_t function, uint32_t process, uint32_t source,
	                 OTF_KeyValueList *list) -> int {
		return function == 1 ? OTF_RETURN_OK :
		                       OTF_CopyHandler_Enter(out, time, function, process, source, list);
	};
	auto leave = +[](void *out, uint64_t time, uint32_t function, uint32_t process, uint32_t source,
	                 OTF_KeyValueList *list) -> int {
		return function == 1 ? OTF_RETURN_OK :
		                       OTF_CopyHandler_Leave(out, time, function, process, source, list);
	};

	OTF_HandlerArray_getCopyHandler(handlers.get(), writer.get());
	OTF_HandlerArray_setHandler(handlers.get(), pointer(enter), OTF_ENTER_RECORD);
	OTF_HandlerArray_setHandler(handlers.get(), pointer(leave), OTF_LEAVE_RECORD);
	std::cout << OTF_Reader_readDefinitions(reader.get(), handlers.get()) << ' '
		  << OTF_Reader_readEvents(reader.get(), handlers.get()) << ' '
		  << OTF_Reader_readSnapshots(reader.get(), handlers.get()) << ' '
		  << OTF_Reader_readStatistics(reader.get(), handlers.get()) << '\n';
}

} // namespace

int main(int, char **argv)
{
	Manager manager(OTF_FileManager_open(10), OTF_FileManager_close);

	try {
		Profile before, after;
		before.read(argv[1], manager.get());
		before.print();
		copy(argv[1], argv[2], manager.get());
		after.read(argv[2], manager.get());
		after.print();
	} catch (const std::string &reason) {
		std::cerr << reason << '\n';
		return 1;
	}
	return 0;
}
