/* writer.c - a trace being written: its streams, and which processes are in them. */
#include "api/otf/writer.h"
#include "api/otf/error.h"
#include "otf/names.h"
#include <stdlib.h>
#include <string.h>

static int has(const OTF_Writer *w, const char *who)
{
	if (!w)
		otf_misuse(who, "no writer");
	return w != NULL;
}

static int fail_memory(OTF_FileManager *m)
{
	otfp_fail_memory(&m->err);
	otf_fail(&m->err);
	return 0;
}

/* ---- open and close ---- */

static char *stub_of(const char *name)
{
	struct otfp_buf b = OTFP_BUF_INIT;
	char *stub = otfp_otf_stub(&b, name) == 0 ? otfp_buf_str(&b) : NULL;

	if (!stub)
		otfp_buf_release(&b);
	return stub;
}

OTF_Writer *OTF_Writer_open(const char *fileNamePrefix, uint32_t numberOfStreams, OTF_FileManager *fileManager)
{
	OTF_Writer *w;

	if (!fileNamePrefix || !fileManager)
		return otf_misuse("OTF_Writer_open", "no name or no file manager"), NULL;
	w = calloc(1, sizeof *w);
	if (w && (w->stub = stub_of(fileNamePrefix)) && (w->mc = OTF_MasterControl_new(fileManager))) {
		w->manager = otf_manager_hold(fileManager);
		w->most = numberOfStreams;
		w->settings = otf_default_settings;
		return w;
	}
	if (w)
		free(w->stub);
	free(w);
	fail_memory(fileManager);
	return NULL;
}

static int for_each_stream(OTF_Writer *w, int (*call)(OTF_WStream *))
{
	int ok = 1;

	for (struct otfp_map_at at = {0}; otfp_map_next(&w->streams, &at);)
		ok &= call((OTF_WStream *)(uintptr_t)*at.value);
	return ok;
}

int OTF_Writer_closeAllStreams(OTF_Writer *writer)
{
	return has(writer, "OTF_Writer_closeAllStreams") && for_each_stream(writer, otf_wstream_rest);
}

int OTF_Writer_close(OTF_Writer *writer)
{
	int ok;

	if (!has(writer, "OTF_Writer_close"))
		return 0;
	ok = for_each_stream(writer, OTF_WStream_close);
	ok &= OTF_MasterControl_write(writer->mc, writer->stub);
	OTF_MasterControl_close(writer->mc);
	otfp_map_release(&writer->streams);
	otf_manager_drop(writer->manager);
	free(writer->stub);
	free(writer);
	return ok;
}

/* ---- settings ---- */

int OTF_Writer_setCompression(OTF_Writer *writer, OTF_FileCompression compression)
{
	return has(writer, "OTF_Writer_setCompression") &&
	       otf_set_compression(&writer->settings.compression, compression);
}

OTF_FileCompression OTF_Writer_getCompression(OTF_Writer *writer)
{
	return has(writer, "OTF_Writer_getCompression") ? writer->settings.compression : 0;
}

void OTF_Writer_setBufferSizes(OTF_Writer *writer, uint32_t size)
{
	if (has(writer, "OTF_Writer_setBufferSizes"))
		otf_set_size(&writer->settings.size, size, OTF_SIZE_LEAST);
}

uint32_t OTF_Writer_getBufferSizes(OTF_Writer *writer)
{
	return has(writer, "OTF_Writer_getBufferSizes") ? writer->settings.size : 0;
}

void OTF_Writer_setZBufferSizes(OTF_Writer *writer, uint32_t size)
{
	if (has(writer, "OTF_Writer_setZBufferSizes"))
		otf_set_size(&writer->settings.zsize, size, OTF_ZSIZE_LEAST);
}

uint32_t OTF_Writer_getZBufferSizes(OTF_Writer *writer)
{
	return has(writer, "OTF_Writer_getZBufferSizes") ? writer->settings.zsize : 0;
}

void OTF_Writer_setFormat(OTF_Writer *writer, uint32_t format)
{
	if (has(writer, "OTF_Writer_setFormat"))
		writer->settings.format = format;
}

uint32_t OTF_Writer_getFormat(OTF_Writer *writer)
{
	return has(writer, "OTF_Writer_getFormat") ? writer->settings.format : 0;
}

/* ---- streams ---- */

OTF_MasterControl *OTF_Writer_getMasterControl(OTF_Writer *writer)
{
	return has(writer, "OTF_Writer_getMasterControl") ? writer->mc : NULL;
}

void OTF_Writer_setMasterControl(OTF_Writer *writer, OTF_MasterControl *mc)
{
	if (!has(writer, "OTF_Writer_setMasterControl") || mc == writer->mc)
		return;
	if (!mc) {
		otf_misuse("OTF_Writer_setMasterControl", "no master control");
		return;
	}
	OTF_MasterControl_close(writer->mc);
	writer->mc = mc;
	memset(writer->homes, 0, sizeof writer->homes);
}

uint32_t OTF_Writer_assignProcess(OTF_Writer *writer, uint32_t processId, uint32_t streamId)
{
	return has(writer, "OTF_Writer_assignProcess") ?
	               (uint32_t)OTF_MasterControl_append(writer->mc, streamId, processId) :
	               0;
}

/* The first stream with the fewest processes. */
static uint32_t smallest_stream(OTF_MasterControl *mc)
{
	const OTF_MapEntry *best = OTF_MasterControl_getEntryByIndex(mc, 0), *e;

	for (uint32_t i = 1; (e = OTF_MasterControl_getEntryByIndex(mc, i)); i++)
		if (e->n < best->n)
			best = e;
	return best->argument;
}

uint32_t OTF_Writer_mapProcess(OTF_Writer *writer, uint32_t processId)
{
	uint32_t stream;

	if (!has(writer, "OTF_Writer_mapProcess"))
		return 0;
	stream = OTF_MasterControl_mapReverse(writer->mc, processId);
	if (stream)
		return stream;
	stream = writer->most && OTF_MasterControl_getCount(writer->mc) >= writer->most ?
	                 smallest_stream(writer->mc) :
	                 OTF_MasterControl_getNewStreamId(writer->mc);
	return OTF_MasterControl_append(writer->mc, stream, processId) ? stream : 0;
}

static OTF_WStream *open_stream(OTF_Writer *w, uint32_t id)
{
	OTF_WStream *s = OTF_WStream_open(w->stub, id, w->manager);

	if (!s)
		return NULL;
	otf_wstream_set_up(s, &w->settings);
	if (otfp_map_set(&w->streams, id, (uintptr_t)s) == 0)
		return s;
	OTF_WStream_close(s);
	fail_memory(w->manager);
	return NULL;
}

OTF_WStream *OTF_Writer_getStream(OTF_Writer *writer, uint32_t stream)
{
	const uint64_t *s;

	if (!has(writer, "OTF_Writer_getStream"))
		return NULL;
	s = otfp_map_get(&writer->streams, stream);
	return s ? (OTF_WStream *)(uintptr_t)*s : open_stream(writer, stream);
}

/* ---- records ---- */

static int refuse(OTF_KeyValueList *list)
{
	if (list)
		OTF_KeyValueList_reset(list);
	return 0;
}

static int put_into(OTF_Writer *w, uint32_t stream, struct otfp_record *rec, OTF_KeyValueList *list)
{
	OTF_WStream *s = OTF_Writer_getStream(w, stream);

	return s ? otf_wstream_put(s, rec, list) : refuse(list);
}

/* Version and unique id go before the first definition. */
static int put_head(OTF_Writer *w)
{
	OTF_WStream *s = OTF_Writer_getStream(w, 0);

	if (!s)
		return 0;
	w->headed = 1;
	return OTF_WStream_writeOtfVersion(s) && OTF_WStream_writeUniqueId(s);
}

int otf_writer_define(OTF_Writer *w, struct otfp_record *rec, OTF_KeyValueList *list)
{
	if (!has(w, "OTF_Writer") || (!w->headed && !put_head(w)))
		return refuse(list);
	return put_into(w, rec->loc, rec, list);
}

int otf_writer_mark(OTF_Writer *w, struct otfp_record *rec, OTF_KeyValueList *list)
{
	return put_into(w, 0, rec, list);
}

/* Look up the stream of a process, assigned now if it has none, and keep it at home. */
static OTF_WStream *find_stream(OTF_Writer *w, uint32_t process, struct otf_home *home)
{
	uint32_t id = OTF_Writer_mapProcess(w, process);

	home->process = process;
	home->stream = id ? OTF_Writer_getStream(w, id) : NULL;
	return home->stream;
}

int otf_writer_put(OTF_Writer *w, struct otfp_record *rec, OTF_KeyValueList *list)
{
	struct otf_home *home;
	OTF_WStream *s;

	if (OTFP_UNLIKELY(!has(w, "OTF_Writer")))
		return refuse(list);
	home = &w->homes[rec->loc % OTF_HOMES];
	s = OTFP_LIKELY(home->stream && home->process == rec->loc) ? home->stream : find_stream(w, rec->loc, home);
	return OTFP_LIKELY(s != NULL) ? otf_wstream_put(s, rec, list) : refuse(list);
}

int OTF_Writer_writeOtfVersion(OTF_Writer *writer, uint32_t stream)
{
	(void)stream;
	return has(writer, "OTF_Writer_writeOtfVersion");
}
