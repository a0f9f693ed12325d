/* lib-write.c - the child that writes an archive with libotf2. */
#include "otf2/archive.h"
#include "otf2/lib-emit.h"
#include <errno.h>
#include <inttypes.h>
#ifdef __GLIBC__
#include <nss.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What waits for a location, or of the definitions, in chunks before libotf2 writes it. By itself it would keep 128 of
 * a location, and all of the definitions. */
enum { MOST_CHUNKS = 4 };

struct writing {
	const struct otfp_otf2_plan *plan;
	OTF2_Archive *archive;
	struct otfp_otf2_emitter e;
	char where[64];
	uint32_t nsnapshots; /* the most of a location */
};

/* ---- what libotf2 asks for ---- */

static OTF2_FlushType pre_flush(void *data, OTF2_FileType type, OTF2_LocationRef location, void *caller, bool is_final)
{
	(void)data, (void)type, (void)location, (void)caller, (void)is_final;
	return OTF2_FLUSH;
}

/* With a function that gives the time after it, libotf2 would write an event for each flush. */
static const OTF2_FlushCallbacks flush_callbacks = {pre_flush, NULL};

struct chunks {
	unsigned n;
	void *p[];
};

static void *allocate(void *data, OTF2_FileType type, OTF2_LocationRef location, void **buffer, uint64_t size)
{
	struct chunks *c = *buffer, *more;
	void *chunk;

	(void)data, (void)type, (void)location;
	if (c && c->n == MOST_CHUNKS)
		return NULL; /* libotf2 writes what there is, frees it, and asks again */
	more = realloc(c, sizeof *c + ((c ? c->n : 0) + 1) * sizeof *c->p);
	if (!more)
		return NULL;
	if (!c)
		more->n = 0;
	*buffer = more;
	chunk = malloc(size);
	if (chunk)
		more->p[more->n++] = chunk;
	return chunk;
}

static void free_all(void *data, OTF2_FileType type, OTF2_LocationRef location, void **buffer, bool is_final)
{
	struct chunks *c = *buffer;

	(void)data, (void)type, (void)location;
	while (c && c->n)
		free(c->p[--c->n]);
	if (!is_final)
		return;
	free(c);
	*buffer = NULL;
}

static const OTF2_MemoryCallbacks memory_callbacks = {allocate, free_all};

/* ---- opening ---- */

static void check(struct writing *w, OTF2_ErrorCode code, const char *what)
{
	if (code != OTF2_SUCCESS || otfp_otf2_lib_erred())
		otfp_otf2_lib_fail(w->where, what);
}

/* libotf2 writes over an archive that is there. */
static void refuse_existing(const struct otfp_otf2_plan *plan)
{
	static const char *const extensions[] = {".otf2", ".def", ".marker", ""};
	size_t room = strlen(plan->directory) + strlen(plan->name) + 16;
	char *name = malloc(room);

	for (size_t i = 0; name && i < sizeof extensions / sizeof *extensions; i++) {
		snprintf(name, room, "%s/%s%s", plan->directory, plan->name, extensions[i]);
		if (access(name, F_OK) == 0)
			otfp_otf2_lib_fail("", "already exists");
	}
	if (!name)
		otfp_otf2_lib_fail("", "out of memory");
	free(name);
}

static void set_anchor(struct writing *w, const struct otfp_otf2_anchor *a)
{
	if (a->creator && *a->creator)
		check(w, OTF2_Archive_SetCreator(w->archive, a->creator), "its creator cannot be set");
	if (a->description && *a->description)
		check(w, OTF2_Archive_SetDescription(w->archive, a->description), "its description cannot be set");
	if (a->machine && *a->machine)
		check(w, OTF2_Archive_SetMachineName(w->archive, a->machine), "its machine name cannot be set");
	for (unsigned i = 0; i < a->nproperties; i++)
		check(w, OTF2_Archive_SetProperty(w->archive, a->names[i], a->values[i], true),
		      "a property cannot be set");
}

/* A definition must fit into a chunk. Each location has a file of them, for which libotf2 fills a chunk in memory, so
 * it is no larger than needed. */
static uint64_t definition_chunk(const struct otfp_otf2_plan *plan)
{
	const uint64_t most_bytes = 10; /* of a word in the file */
	uint64_t size = plan->longest * most_bytes + 64;

	size = size > OTF2_CHUNK_SIZE_MIN ? size : OTF2_CHUNK_SIZE_MIN;
	return size < OTF2_CHUNK_SIZE_MAX ? size : OTF2_CHUNK_SIZE_MAX;
}

static void open_archive(struct writing *w)
{
	refuse_existing(w->plan);
	w->archive = OTF2_Archive_Open(w->plan->directory, w->plan->name, OTF2_FILEMODE_WRITE,
	                               OTF2_CHUNK_SIZE_EVENTS_DEFAULT, definition_chunk(w->plan), OTF2_SUBSTRATE_POSIX,
	                               OTF2_COMPRESSION_NONE);
	w->e.tags = OTF2_AttributeList_New();
	if (!w->archive || !w->e.tags)
		otfp_otf2_lib_fail("", "cannot be created");
	check(w, OTF2_Archive_SetFlushCallbacks(w->archive, &flush_callbacks, NULL), "cannot be created");
	check(w, OTF2_Archive_SetMemoryCallbacks(w->archive, &memory_callbacks, NULL), "cannot be created");
	check(w, OTF2_Archive_SetSerialCollectiveCallbacks(w->archive), "cannot be created");
	set_anchor(w, &w->plan->anchor);
}

/* ---- frames ---- */

static void put_frame(struct writing *w, const struct otfp_otf2_frame *f)
{
	char what[200];

	if (otfp_otf2_write_frame(&w->e, f) == 0)
		return;
	snprintf(what, sizeof what, "%s cannot be written%s%s", otfp_otf2_rows[f->row].name, w->e.failed ? ": " : "",
	         w->e.failed ? w->e.failed : "");
	otfp_otf2_lib_fail(w->where, what);
}

/* The caller's own error, as it is. */
static void fail_caller(const struct otfp_error *err)
{
	uint64_t words[sizeof *err / sizeof(uint64_t) + 1] = {0};

	memcpy(words, err, sizeof *err);
	otfp_otf2_lib_answer(OTFP_OTF2_CALLER_FAILED, OTFP_OTF2_OF_ALL, words, sizeof words / sizeof *words);
	otfp_contain_leave(0);
}

/* The next frames of a location. @return 0 or 1 */
static int get_frames(const struct writing *w, unsigned i, int snaps, const uint64_t **p, size_t *words)
{
	struct otfp_error err = {0};
	int code = w->plan->frames(w->plan->ctx, i, snaps, p, words, &err);

	otfp_contain_progress();
	if (code < 0)
		fail_caller(&err);
	return code;
}

static void put_events(struct writing *w, unsigned i)
{
	OTF2_EvtWriter *to = OTF2_Archive_GetEvtWriter(w->archive, w->plan->locations[i]);
	const uint64_t *p;
	size_t words;

	w->e.to = to;
	if (!to)
		otfp_otf2_lib_fail(w->where, "its events cannot be written");
	while (get_frames(w, i, 0, &p, &words) == 0)
		for (size_t at = 0; at < words; at += ((const struct otfp_otf2_frame *)(p + at))->words)
			put_frame(w, (const void *)(p + at));
	check(w, OTF2_Archive_CloseEvtWriter(w->archive, to), "its events cannot be written");
}

static OTF2_SnapWriter *open_snaps(struct writing *w, unsigned i)
{
	OTF2_SnapWriter *to = OTF2_Archive_GetSnapWriter(w->archive, w->plan->locations[i]);

	if (!to)
		otfp_otf2_lib_fail(w->where, "its snapshots cannot be written");
	return to;
}

static void put_snaps(struct writing *w, unsigned i)
{
	OTF2_SnapWriter *to = open_snaps(w, i);
	uint32_t n = 0;
	const uint64_t *p;
	size_t words;

	w->e.to = to;
	while (get_frames(w, i, 1, &p, &words) == 0)
		for (size_t at = 0; at < words; at += ((const struct otfp_otf2_frame *)(p + at))->words) {
			put_frame(w, (const void *)(p + at));
			n += ((const struct otfp_otf2_frame *)(p + at))->row == OTFP_OTF2_SnapSnapshotStart;
		}
	check(w, OTF2_Archive_CloseSnapWriter(w->archive, to), "its snapshots cannot be written");
	if (n > w->nsnapshots)
		w->nsnapshots = n;
}

static void put_locations(struct writing *w)
{
	check(w, OTF2_Archive_OpenEvtFiles(w->archive), "cannot be created");
	if (w->plan->has_snaps)
		check(w, OTF2_Archive_OpenSnapFiles(w->archive), "cannot be created");
	for (unsigned i = 0; i < w->plan->nlocations; i++) {
		snprintf(w->where, sizeof w->where, "location %" PRIu64, w->plan->locations[i]);
		put_events(w, i);
		if (w->plan->has_snaps)
			put_snaps(w, i);
	}
	w->where[0] = 0;
	check(w, OTF2_Archive_CloseEvtFiles(w->archive), "cannot be written");
	if (w->plan->has_snaps) {
		check(w, OTF2_Archive_CloseSnapFiles(w->archive), "cannot be written");
		check(w, OTF2_Archive_SetNumberOfSnapshots(w->archive, w->nsnapshots), "cannot be written");
	}
}

/* Empty files of local definitions, which readers expect. */
static void put_locals(struct writing *w)
{
	check(w, OTF2_Archive_OpenDefFiles(w->archive), "cannot be created");
	for (unsigned i = 0; i < w->plan->nlocations; i++) {
		OTF2_DefWriter *to = OTF2_Archive_GetDefWriter(w->archive, w->plan->locations[i]);

		snprintf(w->where, sizeof w->where, "location %" PRIu64, w->plan->locations[i]);
		if (!to)
			otfp_otf2_lib_fail(w->where, "its local definitions cannot be written");
		check(w, OTF2_Archive_CloseDefWriter(w->archive, to), "its local definitions cannot be written");
		otfp_contain_progress();
	}
	w->where[0] = 0;
	check(w, OTF2_Archive_CloseDefFiles(w->archive), "cannot be written");
}

/* The next definitions and markers. @return 0 or 1 */
static int get_definitions(const struct writing *w, const uint64_t **p, size_t *words)
{
	struct otfp_error err = {0};
	int code = w->plan->definitions(w->plan->ctx, p, words, &err);

	otfp_contain_progress();
	if (code < 0)
		fail_caller(&err);
	return code;
}

static int is_of_markers(const void *frame)
{
	return otfp_otf2_rows[((const struct otfp_otf2_frame *)frame)->row].kind == OTFP_OTF2_MARKER;
}

static void put_definitions(struct writing *w)
{
	OTF2_GlobalDefWriter *defs = OTF2_Archive_GetGlobalDefWriter(w->archive);
	OTF2_MarkerWriter *markers = NULL;
	const uint64_t *p;
	size_t words;

	if (!defs)
		otfp_otf2_lib_fail("", "the global definitions cannot be written");
	while (get_definitions(w, &p, &words) == 0)
		for (size_t at = 0; at < words; at += ((const struct otfp_otf2_frame *)(p + at))->words) {
			int is_marker = is_of_markers(p + at);

			if (is_marker && !markers)
				markers = OTF2_Archive_GetMarkerWriter(w->archive);
			if (is_marker && !markers)
				otfp_otf2_lib_fail("", "the markers cannot be written");
			w->e.to = is_marker ? (void *)markers : defs;
			put_frame(w, (const void *)(p + at));
		}
	if (markers)
		check(w, OTF2_Archive_CloseMarkerWriter(w->archive, markers), "the markers cannot be written");
	check(w, OTF2_Archive_CloseGlobalDefWriter(w->archive, defs), "the global definitions cannot be written");
}

/* libotf2 takes its number for the trace from gethostid(3), which looks up the name of this machine: in /etc/hosts, but
 * let it ask no server on the network. */
static void stay_local(void)
{
#ifdef __GLIBC__
	(void)__nss_configure_lookup("hosts", "files");
#endif
}

void otfp_otf2_serve_writing(void *ctx)
{
	struct writing w = {.plan = ctx};

	stay_local();
	otfp_otf2_lib_start();
	open_archive(&w);
	put_locations(&w);
	put_locals(&w);
	put_definitions(&w);
	check(&w, OTF2_Archive_Close(w.archive), "cannot be written");
	otfp_otf2_lib_answer(OTFP_OTF2_LAST, OTFP_OTF2_OF_ALL, NULL, 0);
}
