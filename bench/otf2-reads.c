/*
 * otf2-reads - read an OTF2 archive and do nothing with it: what is the least that reading costs.
 *
 *     otf2-reads global ARCHIVE.otf2     libotf2, its global reader, with empty callbacks
 *     otf2-reads local ARCHIVE.otf2      libotf2, one location after the other
 *     otf2-reads frames ARCHIVE.otf2     ours: frames of all locations in turn
 *
 * Prints the number of events, or of words of frames.
 */
#include "otf2/archive.h"
#include <inttypes.h>
#include <otf2/otf2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct list {
	uint64_t *ids;
	unsigned n;
};

static void add(struct list *l, uint64_t id)
{
	l->ids = realloc(l->ids, (l->n + 1) * sizeof *l->ids);
	if (!l->ids)
		exit(1);
	l->ids[l->n++] = id;
}

/* ---- libotf2 ---- */

static OTF2_CallbackCode on_location(void *data, OTF2_LocationRef self, OTF2_StringRef name, OTF2_LocationType type,
                                     uint64_t events, OTF2_LocationGroupRef group)
{
	(void)name, (void)type, (void)events, (void)group;
	add(data, self);
	return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_call(OTF2_LocationRef location, OTF2_TimeStamp time, void *data, OTF2_AttributeList *tags,
                                 OTF2_RegionRef region)
{
	(void)location, (void)time, (void)data, (void)tags, (void)region;
	return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_local_call(OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position, void *data,
                                       OTF2_AttributeList *tags, OTF2_RegionRef region)
{
	(void)location, (void)time, (void)position, (void)data, (void)tags, (void)region;
	return OTF2_CALLBACK_SUCCESS;
}

static OTF2_Reader *open_all(const char *path, struct list *l)
{
	OTF2_Reader *r = OTF2_Reader_Open(path);
	OTF2_GlobalDefReaderCallbacks *callbacks = OTF2_GlobalDefReaderCallbacks_New();
	OTF2_GlobalDefReader *defs;
	uint64_t n;

	if (!r)
		exit(1);
	OTF2_Reader_SetSerialCollectiveCallbacks(r);
	defs = OTF2_Reader_GetGlobalDefReader(r);
	OTF2_GlobalDefReaderCallbacks_SetLocationCallback(callbacks, on_location);
	OTF2_Reader_RegisterGlobalDefCallbacks(r, defs, callbacks, l);
	OTF2_Reader_ReadAllGlobalDefinitions(r, defs, &n);
	for (unsigned i = 0; i < l->n; i++)
		OTF2_Reader_SelectLocation(r, l->ids[i]);
	OTF2_Reader_OpenDefFiles(r);
	OTF2_Reader_OpenEvtFiles(r);
	for (unsigned i = 0; i < l->n; i++) {
		OTF2_DefReader *local = OTF2_Reader_GetDefReader(r, l->ids[i]);

		if (local)
			OTF2_Reader_ReadAllLocalDefinitions(r, local, &n);
	}
	return r;
}

static uint64_t read_global(const char *path)
{
	struct list l = {NULL, 0};
	OTF2_Reader *r = open_all(path, &l);
	OTF2_GlobalEvtReaderCallbacks *callbacks = OTF2_GlobalEvtReaderCallbacks_New();
	OTF2_GlobalEvtReader *events;
	uint64_t n = 0;

	for (unsigned i = 0; i < l.n; i++)
		OTF2_Reader_GetEvtReader(r, l.ids[i]);
	events = OTF2_Reader_GetGlobalEvtReader(r);
	OTF2_GlobalEvtReaderCallbacks_SetEnterCallback(callbacks, on_call);
	OTF2_GlobalEvtReaderCallbacks_SetLeaveCallback(callbacks, on_call);
	OTF2_Reader_RegisterGlobalEvtCallbacks(r, events, callbacks, NULL);
	OTF2_Reader_ReadAllGlobalEvents(r, events, &n);
	return n;
}

static uint64_t read_local(const char *path)
{
	struct list l = {NULL, 0};
	OTF2_Reader *r = open_all(path, &l);
	OTF2_EvtReaderCallbacks *callbacks = OTF2_EvtReaderCallbacks_New();
	uint64_t n = 0, all = 0;

	OTF2_EvtReaderCallbacks_SetEnterCallback(callbacks, on_local_call);
	OTF2_EvtReaderCallbacks_SetLeaveCallback(callbacks, on_local_call);
	for (unsigned i = 0; i < l.n; i++) {
		OTF2_EvtReader *events = OTF2_Reader_GetEvtReader(r, l.ids[i]);

		OTF2_Reader_RegisterEvtCallbacks(r, events, callbacks, NULL);
		OTF2_Reader_ReadAllLocalEvents(r, events, &n);
		OTF2_Reader_CloseEvtReader(r, events);
		all += n;
	}
	return all;
}

/* ---- frames ---- */

static uint64_t read_frames(const char *path)
{
	struct list l = {NULL, 0};
	struct otfp_otf2_reader *r;
	const struct otfp_otf2_frame *f;
	struct otfp_error err;
	const uint64_t *p;
	uint64_t all = 0;
	size_t words;
	int code = otfp_otf2_reader_open(&r, path, NULL, &err);

	while (code == 0 && (code = otfp_otf2_reader_definition(r, &f)) == 0)
		if (f->row == OTFP_OTF2_Location)
			add(&l, OTFP_OTF2_F(f, Location, self));
	if (code > 0)
		code = otfp_otf2_reader_select(r, l.ids, NULL, l.n);
	for (unsigned over = 0; over < l.n && code >= 0;) {
		over = 0;
		for (unsigned i = 0; i < l.n && code >= 0; i++) {
			code = otfp_otf2_reader_events(r, i, &p, &words);
			over += code == 1;
			all += code == 0 ? words : 0;
		}
	}
	if (code < 0)
		fprintf(stderr, "otf2-reads: %s\n", err.text);
	otfp_otf2_reader_close(r);
	free(l.ids);
	return all;
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	printf("%" PRIu64 "\n", strcmp(argv[1], "global") == 0 ? read_global(argv[2]) :
	                        strcmp(argv[1], "local") == 0  ? read_local(argv[2]) :
	                                                         read_frames(argv[2]));
	return 0;
}
