/* wstream.c - the files of one stream being written. */
#include "api/otf/wstream.h"
#include "api/otf/error.h"
#include "open-trace-format/OTF_Errno.h"
#include "otf/names.h"
#include "otf/write/out.h"
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEVEL_MOST = 9 };

const struct otf_settings otf_default_settings = {.size = 1 << 20, .zsize = OTF_ZBUFFER_DEFAULTSIZE};

static struct otf_wstream *own(OTF_WStream *s)
{
	return (struct otf_wstream *)s;
}

/* The file of a kind, NULL if it is not created. */
static OTF_WBuffer **place(OTF_WStream *s, unsigned kind)
{
	static const size_t places[OTFP_NFILES] = {
		[OTFP_FILE_DEF] = offsetof(OTF_WStream, defBuffer),
		[OTFP_FILE_MARKER] = offsetof(OTF_WStream, markerBuffer),
		[OTFP_FILE_SNAP] = offsetof(OTF_WStream, snapsBuffer),
		[OTFP_FILE_STAT] = offsetof(OTF_WStream, statsBuffer),
		[OTFP_FILE_EVENT] = offsetof(OTF_WStream, eventBuffer),
	};

	return (OTF_WBuffer **)(void *)((char *)s + places[kind]);
}

void otf_wstream_set_up(OTF_WStream *s, const struct otf_settings *settings)
{
	s->format = settings->format;
	s->compression = settings->compression;
	s->buffersizes = settings->size;
	s->zbuffersizes = settings->zsize;
}

OTF_WStream *OTF_WStream_open(const char *namestub, uint32_t id, OTF_FileManager *manager)
{
	struct otf_wstream *w;
	OTF_WStream *s;

	if (!namestub || !manager)
		return otf_misuse("OTF_WStream_open", "no name or no file manager"), NULL;
	w = calloc(1, sizeof *w);
	if (w && (w->shown.namestub = strdup(namestub))) {
		s = &w->shown;
		s->manager = otf_manager_hold(manager);
		s->id = id;
		otf_wstream_set_up(s, &otf_default_settings);
		return s;
	}
	free(w);
	otfp_fail_memory(&manager->err);
	otf_fail(&manager->err);
	return NULL;
}

int OTF_WStream_close(OTF_WStream *wstream)
{
	struct otf_wstream *w;
	int ok;

	if (!wstream)
		return otf_misuse("OTF_WStream_close", "no stream"), 0;
	w = own(wstream);
	ok = !w->failed;
	for (unsigned k = 0; k < OTFP_NFILES; k++)
		if (*place(wstream, k))
			ok &= OTF_WBuffer_close(*place(wstream, k));
	if (w->failed)
		OTF_Error("%s", w->failed);
	otfp_scratch_release(&w->scratch);
	otf_manager_drop(wstream->manager);
	free(w->failed);
	free(wstream->namestub);
	free(w);
	return ok;
}

static int for_each_buffer(OTF_WStream *s, int (*call)(OTF_WBuffer *))
{
	const char *failed = own(s)->failed;
	int ok = !failed;

	for (unsigned k = 0; k < OTFP_NFILES; k++)
		if (*place(s, k))
			ok &= call(*place(s, k));
	if (failed)
		OTF_Error("%s", failed);
	return ok;
}

int otf_wstream_rest(OTF_WStream *s)
{
	return for_each_buffer(s, otf_wbuffer_rest);
}

int OTF_WStream_flush(OTF_WStream *wstream)
{
	if (!wstream)
		return otf_misuse("OTF_WStream_flush", "no stream"), 0;
	return for_each_buffer(wstream, OTF_WBuffer_flush);
}

/* ---- files ---- */

static void set_up(const OTF_WStream *s, OTF_WBuffer *b)
{
	OTF_WBuffer_setSize(b, s->buffersizes);
	OTF_WBuffer_setZBufferSize(b, s->zbuffersizes);
	b->out.is_long = s->format & OTF_WSTREAM_FORMAT_LONG;
}

static OTF_WBuffer *open_buffer(OTF_WStream *s, unsigned kind)
{
	char suffix[OTFP_SUFFIX_MAX], *path;
	OTF_WBuffer **b = place(s, kind);

	otfp_otf_suffix(suffix, s->id, otfp_file_name(kind), s->compression > 0);
	if (asprintf(&path, "%s%s", s->namestub, suffix) < 0)
		return otf_misuse("OTF_WStream", "out of memory"), NULL;
	*b = OTF_WBuffer_open_zlevel(path, s->manager, s->compression);
	free(path);
	if (*b)
		set_up(s, *b);
	else
		own(s)->failed = strdup(otf_strerr);
	return *b;
}

/* The file of a kind, created on first use; a stream whose file could not be created writes nothing any more. */
static OTF_WBuffer *need_buffer(OTF_WStream *s, unsigned kind)
{
	if (OTFP_LIKELY(s && *place(s, kind)))
		return *place(s, kind);
	if (s && !own(s)->failed)
		return open_buffer(s, kind);
	OTF_Error("%s", s ? own(s)->failed : "OTF_WStream: no stream");
	return NULL;
}

OTF_WBuffer *OTF_WStream_getDefBuffer(OTF_WStream *wstream)
{
	return need_buffer(wstream, OTFP_FILE_DEF);
}

OTF_WBuffer *OTF_WStream_getEventBuffer(OTF_WStream *wstream)
{
	return need_buffer(wstream, OTFP_FILE_EVENT);
}

OTF_WBuffer *OTF_WStream_getSnapshotBuffer(OTF_WStream *wstream)
{
	return need_buffer(wstream, OTFP_FILE_SNAP);
}

OTF_WBuffer *OTF_WStream_getStatsBuffer(OTF_WStream *wstream)
{
	return need_buffer(wstream, OTFP_FILE_STAT);
}

OTF_WBuffer *OTF_WStream_getMarkerBuffer(OTF_WStream *wstream)
{
	return need_buffer(wstream, OTFP_FILE_MARKER);
}

/* ---- settings ---- */

int otf_set_compression(uint32_t *setting, OTF_FileCompression level)
{
	if (level > LEVEL_MOST) {
		OTF_Error("compression level %u is above %d", level, LEVEL_MOST);
		return 0;
	}
	*setting = level;
	return 1;
}

int otf_set_size(uint32_t *setting, uint32_t size, uint32_t least)
{
	if (size < least) {
		OTF_Error("a buffer of %u bytes is too small: at least %u", size, least);
		return 0;
	}
	*setting = size;
	return 1;
}

static int has(const OTF_WStream *s)
{
	if (!s)
		otf_misuse("OTF_WStream", "no stream");
	return s != NULL;
}

int OTF_WStream_setCompression(OTF_WStream *wstream, OTF_FileCompression compression)
{
	return has(wstream) && otf_set_compression(&wstream->compression, compression);
}

OTF_FileCompression OTF_WStream_getCompression(OTF_WStream *wstream)
{
	return has(wstream) ? wstream->compression : 0;
}

void OTF_WStream_setBufferSizes(OTF_WStream *wstream, uint32_t size)
{
	if (has(wstream))
		otf_set_size(&wstream->buffersizes, size, OTF_SIZE_LEAST);
}

uint32_t OTF_WStream_getBufferSizes(OTF_WStream *wstream)
{
	return has(wstream) ? wstream->buffersizes : 0;
}

void OTF_WStream_setZBufferSizes(OTF_WStream *wstream, uint32_t size)
{
	if (has(wstream))
		otf_set_size(&wstream->zbuffersizes, size, OTF_ZSIZE_LEAST);
}

uint32_t OTF_WStream_getZBufferSizes(OTF_WStream *wstream)
{
	return has(wstream) ? wstream->zbuffersizes : 0;
}

void OTF_WStream_setFormat(OTF_WStream *wstream, uint32_t format)
{
	if (!has(wstream))
		return;
	wstream->format = format;
	for (unsigned k = 0; k < OTFP_NFILES; k++)
		if (*place(wstream, k))
			(*place(wstream, k))->out.is_long = format & OTF_WSTREAM_FORMAT_LONG;
}

uint32_t OTF_WStream_getFormat(OTF_WStream *wstream)
{
	return has(wstream) ? wstream->format : 0;
}

/* ---- records ---- */

/* Whether all lists that have elements are there. */
static int is_whole(const struct otfp_record *rec)
{
	const struct otfp_schema *schema = &otfp_table[rec->type];

	for (unsigned i = 0; i < schema->nfields; i++)
		if (schema->fields[i].type == OTFP_FIELD_LIST && rec->f[i].l.n && !rec->f[i].l.p)
			return otf_misuse(schema->name, "no array"), 0;
	return 1;
}

/* As otf_wstream_put, with key-values. */
static int put_with(OTF_WStream *s, OTF_WBuffer *b, struct otfp_record *rec, OTF_KeyValueList *list)
{
	int ok;

	if (otf_tags_of(rec, list, &own(s)->scratch) < 0) {
		otf_misuse("OTF_KeyValueList", "out of memory");
		ok = 0;
	} else {
		ok = otf_wbuffer_put(b, rec);
	}
	OTF_KeyValueList_reset(list);
	return ok;
}

int otf_wstream_put(OTF_WStream *s, struct otfp_record *rec, OTF_KeyValueList *list)
{
	int is_inline = rec->file == OTFP_FILE_SNAP && s && s->format & OTF_WSTREAM_FORMAT_INLINE_SNAPSHOTS;
	OTF_WBuffer *b = need_buffer(s, is_inline ? OTFP_FILE_EVENT : rec->file);

	if (!b || (rec->file == OTFP_FILE_DEF && !is_whole(rec)))
		return list ? OTF_KeyValueList_reset(list), 0 : 0;
	rec->ntags = 0;
	return OTFP_UNLIKELY(list != NULL) ? put_with(s, b, rec, list) : otf_wbuffer_put(b, rec);
}

int OTF_WStream_writeOtfVersion(OTF_WStream *wstream)
{
	struct otfp_record rec = {.type = OTFP_DefVersion, .file = OTFP_FILE_DEF};

	rec.f[0].u = OTF_VERSION_MAJOR;
	rec.f[1].u = OTF_VERSION_MINOR;
	rec.f[2].u = OTF_VERSION_SUB;
	rec.f[3].s = (struct otfp_str){OTF_VERSION_STRING, strlen(OTF_VERSION_STRING)};
	return otf_wstream_put(wstream, &rec, NULL);
}

int OTF_WStream_writeUniqueId(OTF_WStream *wstream)
{
	struct otfp_record rec = {.type = OTFP_DefUniqueId, .file = OTFP_FILE_DEF};

	rec.f[0].u = otfp_unique_id();
	return otf_wstream_put(wstream, &rec, NULL);
}
