/* reader.c - read a trace: OTF_Reader.h. */
#include "api/otf/reader.h"
#include "api/otf/deliver.h"
#include "api/otf/error.h"
#include "base/grow.h"
#include "otf/names.h"
#include <stdlib.h>
#include <string.h>

enum { BUFFER_SIZE = 1 << 20 };                        /* bytes: what 1.12.5 has if nobody sets it */
enum { TEXT_BUDGET = 8 << 20, BLOCK_LEAST = 4 << 10 }; /* bytes, for all files together, and for each */

/* ---- opening and closing ---- */

static int note_processes(OTF_Reader *r)
{
	uint32_t n = OTF_MasterControl_getrCount(r->master);

	for (uint32_t i = 0; i < n; i++)
		if (otfp_map_set(&r->processes, OTF_MasterControl_getREntryByIndex(r->master, i)->argument, 1) < 0) {
			otf_fail_memory();
			return -1;
		}
	return 0;
}

static void choose_block(OTF_Reader *r)
{
	size_t n = OTF_MasterControl_getCount(r->master);

	r->block = n ? TEXT_BUDGET / n : TEXT_BUDGET;
	if (r->block > OTF_BLOCK_MOST)
		r->block = OTF_BLOCK_MOST;
	if (r->block < BLOCK_LEAST)
		r->block = BLOCK_LEAST;
}

static int open_trace(OTF_Reader *r, const char *namestub)
{
	struct otfp_buf name = OTFP_BUF_INIT;

	r->list = OTF_KeyValueList_new();
	if (!r->list || otfp_otf_stub(&name, namestub) < 0 || !otfp_buf_str(&name)) {
		otfp_buf_release(&name);
		otf_fail_memory();
		return -1;
	}
	r->stub = name.p;
	r->master = OTF_MasterControl_new(r->manager);
	if (!r->master || !OTF_MasterControl_read(r->master, r->stub) || note_processes(r) < 0)
		return -1;
	if (!OTF_MasterControl_getCount(r->master)) {
		OTF_Error("%s.otf: names no process", r->stub);
		return -1;
	}
	choose_block(r);
	return 0;
}

OTF_Reader *OTF_Reader_open(const char *namestub, OTF_FileManager *manager)
{
	OTF_Reader *r;

	if (!namestub || !manager) {
		otf_misuse("OTF_Reader_open", "no name, or no manager");
		return NULL;
	}
	r = calloc(1, sizeof *r);
	if (!r) {
		otf_fail_memory();
		return NULL;
	}
	r->manager = otf_manager_hold(manager);
	r->size = r->zsize = BUFFER_SIZE;
	r->limit = OTF_READ_MAXRECORDS;
	r->max = UINT64_MAX;
	for (unsigned i = 0; i < OTFP_NFILES; i++)
		r->merges[i].file = (uint8_t)i;
	if (open_trace(r, namestub) == 0)
		return r;
	OTF_Reader_close(r);
	return NULL;
}

static int has(const OTF_Reader *r, const char *who)
{
	if (!r)
		otf_misuse(who, "no reader");
	return r != NULL;
}

/* Not while a handler runs that the reader or one of its streams called. */
static int can_close(const OTF_Reader *r, const char *who)
{
	unsigned reading;

	if (!has(r, who))
		return 0;
	reading = r->reading;
	for (size_t i = 0; i < r->n; i++)
		reading |= r->streams[i]->reading;
	if (reading)
		otf_misuse(who, "called by a handler of what is being read");
	return !reading;
}

int OTF_Reader_closeAllStreams(OTF_Reader *r)
{
	if (!can_close(r, "OTF_Reader_closeAllStreams"))
		return 0;
	for (unsigned i = 0; i < OTFP_NFILES; i++)
		otf_merge_release(&r->merges[i]);
	while (r->n > 0)
		OTF_RStream_close(r->streams[r->n - 1]);
	memset(r->at, 0, sizeof r->at);
	return 1;
}

int OTF_Reader_close(OTF_Reader *r)
{
	if (!can_close(r, "OTF_Reader_close"))
		return 0;
	OTF_Reader_closeAllStreams(r);
	OTF_MasterControl_close(r->master);
	if (r->list)
		OTF_KeyValueList_close(r->list);
	otfp_map_release(&r->processes);
	otf_manager_drop(r->manager);
	free(r->streams);
	free(r->stub);
	free(r);
	return 1;
}

/* ---- streams ---- */

/* The index of the first stream with that id or a higher one. */
static size_t place_of(const OTF_Reader *r, uint32_t id)
{
	size_t low = 0, high = r->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (r->streams[middle]->id < id)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

OTF_RStream *OTF_Reader_getStream(OTF_Reader *r, uint32_t id)
{
	size_t i;
	OTF_RStream *s;

	if (!has(r, "OTF_Reader_getStream"))
		return NULL;
	i = place_of(r, id);
	if (i < r->n && r->streams[i]->id == id)
		return r->streams[i];
	if (otfp_grow(&r->streams, r->n, &r->cap, sizeof(OTF_RStream *)) < 0) {
		otf_fail_memory();
		return NULL;
	}
	s = otf_rstream_new(r->stub, id, r->manager, r->block);
	if (!s)
		return NULL;
	s->owner = r;
	s->size = r->size;
	s->zsize = r->zsize;
	memmove(r->streams + i + 1, r->streams + i, (r->n++ - i) * sizeof(OTF_RStream *));
	return r->streams[i] = s;
}

void otf_reader_forget(OTF_Reader *r, const OTF_RStream *s)
{
	size_t i = place_of(r, s->id);

	memmove(r->streams + i, r->streams + i + 1, (--r->n - i) * sizeof(OTF_RStream *));
	otf_reader_begin_anew(r);
}

OTF_MasterControl *OTF_Reader_getMasterControl(OTF_Reader *r)
{
	return has(r, "OTF_Reader_getMasterControl") ? r->master : NULL;
}

/* ---- settings ---- */

int OTF_Reader_setBufferSizes(OTF_Reader *r, uint32_t size)
{
	if (!has(r, "OTF_Reader_setBufferSizes"))
		return 0;
	r->size = size;
	return 1;
}

uint32_t OTF_Reader_getBufferSizes(OTF_Reader *r)
{
	return has(r, "OTF_Reader_getBufferSizes") ? r->size : 0;
}

void OTF_Reader_setZBufferSizes(OTF_Reader *r, uint32_t size)
{
	if (has(r, "OTF_Reader_setZBufferSizes"))
		r->zsize = size;
}

uint32_t OTF_Reader_getZBufferSizes(OTF_Reader *r)
{
	return has(r, "OTF_Reader_getZBufferSizes") ? r->zsize : 0;
}

void OTF_Reader_setRecordLimit(OTF_Reader *r, uint64_t limit)
{
	if (has(r, "OTF_Reader_setRecordLimit"))
		r->limit = limit;
}

uint64_t OTF_Reader_getRecordLimit(OTF_Reader *r)
{
	return has(r, "OTF_Reader_getRecordLimit") ? r->limit : 0;
}

void otf_reader_begin_anew(OTF_Reader *r)
{
	for (unsigned i = 0; i < OTFP_NFILES; i++)
		r->merges[i].started = 0;
}

void OTF_Reader_reset(OTF_Reader *r)
{
	if (!has(r, "OTF_Reader_reset"))
		return;
	r->limit = OTF_READ_MAXRECORDS;
	OTF_Reader_setTimeInterval(r, 0, UINT64_MAX);
	OTF_Reader_setProcessStatusAll(r, 1);
}

void OTF_Reader_setTimeInterval(OTF_Reader *r, uint64_t minTime, uint64_t maxTime)
{
	if (!has(r, "OTF_Reader_setTimeInterval"))
		return;
	r->min = minTime;
	r->max = maxTime;
	otf_reader_begin_anew(r);
}

uint64_t OTF_Reader_getTimeIntervalMin(OTF_Reader *r)
{
	return has(r, "OTF_Reader_getTimeIntervalMin") ? r->min : 0;
}

uint64_t OTF_Reader_getTimeIntervalMax(OTF_Reader *r)
{
	return has(r, "OTF_Reader_getTimeIntervalMax") ? r->max : 0;
}

/* ---- processes ---- */

static int set_status(OTF_Reader *r, uint32_t process, uint8_t status, const char *who)
{
	uint64_t *enabled;

	if (!has(r, who))
		return 0;
	enabled = otfp_map_get(&r->processes, process);
	if (!enabled) {
		OTF_Error("%s: the trace has no process %u", who, process);
		return 0;
	}
	*enabled = status != 0;
	for (unsigned i = 0; i < OTFP_NFILES; i++)
		otf_merge_forget_processes(&r->merges[i]);
	return 1;
}

int OTF_Reader_enableProcess(OTF_Reader *r, uint32_t processId)
{
	return set_status(r, processId, 1, "OTF_Reader_enableProcess");
}

int OTF_Reader_disableProcess(OTF_Reader *r, uint32_t processId)
{
	return set_status(r, processId, 0, "OTF_Reader_disableProcess");
}

int OTF_Reader_setProcessStatus(OTF_Reader *r, uint32_t processId, uint8_t status)
{
	int done = set_status(r, processId, status, "OTF_Reader_setProcessStatus");

	if (r)
		otf_reader_begin_anew(r);
	return done;
}

int OTF_Reader_setProcessStatusAll(OTF_Reader *r, uint8_t status)
{
	if (!has(r, "OTF_Reader_setProcessStatusAll"))
		return 0;
	for (struct otfp_map_at at = {0}; otfp_map_next(&r->processes, &at);)
		*at.value = status != 0;
	otf_reader_begin_anew(r);
	return 1;
}

uint8_t OTF_Reader_getProcessStatus(OTF_Reader *r, uint32_t processId)
{
	const uint64_t *enabled = has(r, "OTF_Reader_getProcessStatus") ? otfp_map_get(&r->processes, processId) : NULL;

	return enabled && *enabled;
}

int otf_reader_wants(const OTF_Reader *r, const OTF_MapEntry *stream)
{
	for (uint32_t i = 0; i < stream->n; i++) {
		const uint64_t *enabled = otfp_map_get(&r->processes, stream->values[i]);
		if (enabled && *enabled)
			return 1;
	}
	return 0;
}

/* ---- reading ---- */

/* Read a file of definitions or markers up to the limit. @return as otf_deliver; OTF_NONE at its end */
static int read_file(OTF_Reader *r, OTF_RStream *s, unsigned file, const OTF_HandlerArray *handlers, uint64_t *n)
{
	OTF_RBuffer *b;
	int code = s ? otf_rstream_buffer(s, file, &b) : OTFP_EFAIL;

	if (code == 1)
		return OTF_NONE;
	if (code == 0)
		code = otf_rstream_start(b);
	if (code == 0)
		code = OTF_COUNTED;
	while (*n < r->limit && code > OTF_NONE && code != OTF_STOPPED) {
		code = otf_deliver(b, handlers, r->list);
		*n += code == OTF_COUNTED;
	}
	return code == OTF_NONE && otf_rstream_end(s, b) < 0 ? OTFP_EDAMAGE : code;
}

/* Read definitions or markers: the global ones, then those of each stream. */
static uint64_t read_files(OTF_Reader *r, unsigned file, const OTF_HandlerArray *handlers)
{
	uint32_t count = OTF_MasterControl_getCount(r->master);
	uint64_t n = 0;

	while (n < r->limit && r->at[file] <= count) {
		uint32_t i = r->at[file];
		const OTF_MapEntry *entry = i ? OTF_MasterControl_getEntryByIndex(r->master, i - 1) : NULL;
		int code = OTF_NONE;
		if (!entry || otf_reader_wants(r, entry))
			code = read_file(r, OTF_Reader_getStream(r, i ? entry->argument : 0), file, handlers, &n);
		if (code < 0 || code == OTF_STOPPED)
			return OTF_READ_ERROR;
		r->at[file] += code == OTF_NONE;
	}
	return n;
}

typedef uint64_t read_fn(OTF_Reader *r, unsigned file, const OTF_HandlerArray *handlers);

static uint64_t read_kind(OTF_Reader *r, unsigned file, const OTF_HandlerArray *handlers, read_fn *read,
                          const char *who)
{
	const char *misuse = !r                                 ? "no reader" :
	                     !handlers                          ? "no handlers" :
	                     r->reading & (uint8_t)(1u << file) ? "called by a handler of what is being read" :
	                                                          NULL;
	uint64_t n;

	if (misuse) {
		otf_misuse(who, misuse);
		return OTF_READ_ERROR;
	}
	r->reading |= (uint8_t)(1u << file);
	n = read(r, file, handlers);
	r->reading &= (uint8_t) ~(1u << file);
	return n;
}

#define READ(name, file, read)                                                      \
	uint64_t OTF_Reader_read##name(OTF_Reader *r, OTF_HandlerArray *handlers)   \
	{                                                                           \
		return read_kind(r, file, handlers, read, "OTF_Reader_read" #name); \
	}
READ(Definitions, OTFP_FILE_DEF, read_files)
READ(Markers, OTFP_FILE_MARKER, read_files)
READ(Events, OTFP_FILE_EVENT, otf_merge_read)
READ(EventsUnsorted, OTFP_FILE_EVENT, otf_merge_read_unsorted)
READ(Snapshots, OTFP_FILE_SNAP, otf_merge_read)
READ(SnapshotsUnsorted, OTFP_FILE_SNAP, otf_merge_read_unsorted)
READ(Statistics, OTFP_FILE_STAT, otf_merge_read)
READ(StatisticsUnsorted, OTFP_FILE_STAT, otf_merge_read_unsorted)
