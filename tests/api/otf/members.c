/*
 * members.c: read the members of OTF_WStream and OTF_MasterControl, as a tool that merges traces and one that makes
 * profiles do.
 * usage: members NAME COPY: print which processes are in which stream of NAME, and copy its calls
 */
#include <otf.h>
#include <stddef.h>
#include <stdio.h>

#define PLACE(type, member) printf("%s.%s at %zu\n", #type, #member, offsetof(type, member))

static void print_places(void)
{
	PLACE(OTF_WStream, namestub);
	PLACE(OTF_WStream, id);
	PLACE(OTF_WStream, format);
	PLACE(OTF_WStream, defBuffer);
	PLACE(OTF_WStream, eventBuffer);
	PLACE(OTF_WStream, snapsBuffer);
	PLACE(OTF_WStream, statsBuffer);
	PLACE(OTF_WStream, markerBuffer);
	PLACE(OTF_WStream, compression);
	PLACE(OTF_WStream, buffersizes);
	PLACE(OTF_WStream, zbuffersizes);
	PLACE(OTF_WStream, manager);
	PLACE(OTF_MasterControl, n);
	PLACE(OTF_MasterControl, s);
	PLACE(OTF_MasterControl, map);
	PLACE(OTF_MasterControl, rn);
	PLACE(OTF_MasterControl, rs);
	PLACE(OTF_MasterControl, rmap);
	PLACE(OTF_MasterControl, manager);
	printf("sizes %zu %zu %zu %zu\n", sizeof(OTF_WStream), sizeof(OTF_MasterControl), sizeof(OTF_MapEntry),
	       sizeof(OTF_Pair));
}

static void print_master(const OTF_MasterControl *mc)
{
	printf("%u streams, %u processes, room %d %d\n", mc->n, mc->rn, mc->s >= mc->n, mc->rs >= mc->rn);
	for (uint32_t i = 0; i < mc->n; i++)
		for (uint32_t j = 0; j < mc->map[i].n; j++)
			printf("stream %u: process %u, room %d\n", mc->map[i].argument, mc->map[i].values[j],
			       mc->map[i].s >= mc->map[i].n);
	for (uint32_t i = 0; i < mc->rn; i++)
		printf("process %u: stream %u\n", mc->rmap[i].argument, mc->rmap[i].value);
}

static void print_stream(const OTF_WStream *s)
{
	printf("%s, stream %u, format %u, files %d %d %d %d %d, level %u, buffers %d %d\n", s->namestub, s->id,
	       s->format, s->defBuffer != NULL, s->eventBuffer != NULL, s->snapsBuffer != NULL, s->statsBuffer != NULL,
	       s->markerBuffer != NULL, s->compression, s->buffersizes > 0, s->zbuffersizes > 0);
}

static int enter(void *to, uint64_t time, uint32_t function, uint32_t process, uint32_t scl, OTF_KeyValueList *list)
{
	OTF_WStream *s = OTF_Writer_getStream(to, OTF_Writer_mapProcess(to, process));
	(void)list;
	if (!OTF_WStream_writeEnter(s, time, function, process, scl))
		return OTF_RETURN_ABORT;
	printf("%llu: process %u goes to stream %u\n", (unsigned long long)time, process, s->id);
	return OTF_RETURN_OK;
}

static void use_streams(OTF_Writer *w)
{
	for (uint32_t id = 0; id <= 2; id++) {
		OTF_WStream *s = OTF_Writer_getStream(w, id);
		OTF_WStream_setFormat(s, OTF_WSTREAM_FORMAT_LONG);
		OTF_WStream_setCompression(s, id);
		if (id)
			OTF_WStream_writeBeginProcess(s, 1000000000, id);
		else
			OTF_WStream_writeDefProcess(s, 1, "p", 0);
		print_stream(s);
	}
}

int main(int argc, char **argv)
{
	OTF_FileManager *m = OTF_FileManager_open(20);
	OTF_HandlerArray *h = OTF_HandlerArray_open();
	OTF_Reader *r = argc > 2 ? OTF_Reader_open(argv[1], m) : NULL;
	OTF_Writer *w = r ? OTF_Writer_open(argv[2], 2, m) : NULL;

	if (!w)
		return 1;
	print_places();
	print_master(OTF_Reader_getMasterControl(r));
	OTF_HandlerArray_setHandler(h, (OTF_FunctionPointer *)enter, OTF_ENTER_RECORD);
	OTF_HandlerArray_setFirstHandlerArg(h, w, OTF_ENTER_RECORD);
	OTF_Reader_setRecordLimit(r, 300);
	OTF_Reader_readEvents(r, h);
	use_streams(w);
	print_master(OTF_Writer_getMasterControl(w));
	OTF_Reader_close(r);
	OTF_HandlerArray_close(h);
	OTF_Writer_close(w);
	OTF_FileManager_close(m);
	return 0;
}
