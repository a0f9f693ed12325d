/* lib-read.c - the child that reads an archive with libotf2 and answers requests. See wire.h. */
#include "otf2/lib-read.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	DEF_BATCH = 16,   /* definitions at a time: each may be a large group */
	DEF_WORDS = 8192, /* of an answer with definitions */
	NEWEST_FORMAT = 3 /* of traces: what libotf2 3 reads */
};

void otfp_otf2_served_fail(const struct otfp_otf2_served *l, const char *what)
{
	char where[40];

	snprintf(where, sizeof where, "location %" PRIu64, l->id);
	otfp_otf2_lib_fail(where, what);
}

int otfp_otf2_served_end(struct otfp_otf2_served *l, const char *where, const char *what)
{
	char place[40];

	snprintf(place, sizeof place, "location %" PRIu64, l->id);
	l->failed = otfp_otf2_lib_forget(where ? where : place, what);
	if (!l->failed)
		otfp_otf2_lib_fail("", "out of memory");
	return -1;
}

static void answer(struct otfp_otf2_server *s, enum otfp_otf2_told what, uint32_t location)
{
	if (otfp_otf2_lib_erred() && location < s->n)
		otfp_otf2_served_fail(&s->locations[location], "cannot be read");
	if (otfp_otf2_lib_erred())
		otfp_otf2_lib_fail("", "cannot be read");
	otfp_otf2_lib_answer(what, location, s->pack.p, s->pack.n);
	s->pack.n = 0;
}

/* ---- files: libotf2 does not see that one was cut, and reads what was in memory before ---- */

enum { CHUNK_HEAD = 18, LAST_EVENT = 10 }; /* a byte 3, one for the order of bytes, numbers of first and last event */

/* The name of a file of the archive, malloc'd: NAME.EXTENSION, or NAME/ID.EXTENSION. */
static char *file_name(const struct otfp_otf2_server *s, const struct otfp_otf2_served *l, const char *extension)
{
	size_t n = strlen(s->path);
	char *name = malloc(n + 40);

	if (!name)
		otfp_otf2_lib_fail("", "out of memory");
	memcpy(name, s->path, n + 1);
	if (n > 5 && strcmp(name + n - 5, ".otf2") == 0)
		n -= 5;
	if (l)
		sprintf(name + n, "/%" PRIu64 ".%s", l->id, extension);
	else
		sprintf(name + n, ".%s", extension);
	return name;
}

/* events: of that location; NULL: the process ends. @return -1; name is freed */
static int fail_file(const struct otfp_otf2_server *s, struct otfp_otf2_served *events, char *name, const char *what)
{
	char text[300];
	const char *slash = strrchr(s->path, '/'), *where = slash ? name + (slash + 1 - s->path) : name;

	snprintf(text, sizeof text, "%s%s%s", what, errno ? ": " : "", errno ? strerror(errno) : "");
	if (!events)
		otfp_otf2_lib_fail(where, text);
	otfp_otf2_served_end(events, where, text);
	free(name);
	return -1;
}

static uint64_t number_at(const unsigned char *p, int is_little)
{
	uint64_t x = 0;

	for (int i = 0; i < 8; i++)
		x |= (uint64_t)p[is_little ? i : 7 - i] << 8 * i;
	return x;
}

int otfp_otf2_served_has(const struct otfp_otf2_server *s, struct otfp_otf2_served *l, const char *extension,
                         uint64_t *last)
{
	struct otfp_otf2_served *events = last ? l : NULL;
	char *name = file_name(s, l, extension);
	unsigned char head[CHUNK_HEAD] = {0}, tail[2];
	int fd = otfp_fd_open(name, O_RDONLY | O_NONBLOCK, otfp_go_on), is_there = fd >= 0; /* a FIFO would wait */
	struct stat st;

	if (!is_there && errno != ENOENT)
		return fail_file(s, events, name, "cannot be opened");
	if (is_there && fstat(fd, &st) < 0)
		return fail_file(s, events, name, "cannot be read");
	errno = 0;
	if (is_there && !S_ISREG(st.st_mode)) {
		(void)close(fd);
		return fail_file(s, events, name, "is not a regular file");
	}
	if (is_there) {
		uint64_t size = (uint64_t)st.st_size,
			 at = size > s->chunk && last ? (size - 1) / s->chunk * s->chunk : 0;

		/* libotf2 has a file of definitions as a whole, and tables of it: a reference of 2 bytes can become 16.
		 * Holes of a file are no reason for memory. */
		if (!last)
			otfp_contain_allow(8 * 512 * (uint64_t)st.st_blocks);
		if (size < CHUNK_HEAD + 2 || otfp_fd_read_at(fd, head, CHUNK_HEAD, at) != CHUNK_HEAD || head[0] != 3 ||
		    otfp_fd_read_at(fd, tail, 2, size - 2) != 2 || tail[0] != 2 || tail[1] != 1) {
			(void)close(fd);
			return fail_file(s, events, name,
			                 head[0] == 3 || size < CHUNK_HEAD + 2 ? "ends early" :
			                                                         "is not a file of OTF2");
		}
		if (last)
			*last = number_at(head + LAST_EVENT, head[1] == 'B');
		(void)close(fd);
	}
	free(name);
	return is_there;
}

/* ---- the anchor ---- */

static void put_word(struct otfp_otf2_server *s, uint64_t word)
{
	if (s->pack.n == s->pack.room) {
		s->pack.room = 2 * s->pack.room + 64;
		s->pack.p = realloc(s->pack.p, s->pack.room * sizeof *s->pack.p);
		if (!s->pack.p)
			otfp_otf2_lib_fail("", "out of memory");
	}
	s->pack.p[s->pack.n++] = word;
}

/* text: NULL is none */
static void put_text(struct otfp_otf2_server *s, const char *text)
{
	size_t n = text ? strlen(text) : 0;

	put_word(s, n);
	for (size_t at = 0; at <= n; at += sizeof(uint64_t)) {
		uint64_t word = 0;

		if (text)
			memcpy(&word, text + at, n - at < sizeof word ? n - at : sizeof word);
		put_word(s, word);
	}
}

static void put_properties(struct otfp_otf2_server *s, char **names, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		char *value = NULL;

		if (OTF2_Reader_GetProperty(s->reader, names[i], &value) != OTF2_SUCCESS)
			otfp_otf2_lib_fail("", "a property cannot be read");
		put_text(s, names[i]);
		put_text(s, value);
		free(value);
	}
	free(names);
}

static void tell_anchor(struct otfp_otf2_server *s)
{
	uint8_t version[3] = {0};
	uint32_t nsnapshots = 0, nthumbnails = 0, nproperties = 0;
	char *texts[3] = {0}, **names = NULL;
	uint64_t id = 0;

	if (OTF2_Reader_GetVersion(s->reader, version, version + 1, version + 2) != OTF2_SUCCESS ||
	    OTF2_Reader_GetTraceId(s->reader, &id) != OTF2_SUCCESS ||
	    OTF2_Reader_GetNumberOfSnapshots(s->reader, &nsnapshots) != OTF2_SUCCESS ||
	    OTF2_Reader_GetNumberOfThumbnails(s->reader, &nthumbnails) != OTF2_SUCCESS ||
	    OTF2_Reader_GetPropertyNames(s->reader, &nproperties, &names) != OTF2_SUCCESS ||
	    OTF2_Reader_GetCreator(s->reader, &texts[0]) != OTF2_SUCCESS ||
	    OTF2_Reader_GetDescription(s->reader, &texts[1]) != OTF2_SUCCESS ||
	    OTF2_Reader_GetMachineName(s->reader, &texts[2]) != OTF2_SUCCESS)
		otfp_otf2_lib_fail("", "the anchor file cannot be read");
	for (int i = 0; i < 3; i++)
		put_word(s, version[i]);
	put_word(s, id);
	put_word(s, nsnapshots);
	put_word(s, nthumbnails);
	put_word(s, nproperties);
	for (int i = 0; i < 3; i++) {
		put_text(s, texts[i]);
		free(texts[i]);
	}
	put_properties(s, names, nproperties);
	answer(s, OTFP_OTF2_ANCHOR, 0);
}

/* Why libotf2 does not open an archive, as far as its anchor file says. The places of its first fields: */
enum { IS_CLOSED = 7, FORMAT = 8, VERSION = 9, SUBSTRATE = 28, COMPRESSION = 29, ANCHOR_HEAD = 30 };

static void fail_anchor(const struct otfp_otf2_server *s)
{
	unsigned char head[ANCHOR_HEAD] = {0};
	char what[160] = "cannot be opened";
	int fd = otfp_fd_open(s->path, O_RDONLY, otfp_go_on);

	if (fd < 0 || otfp_fd_read_at(fd, head, sizeof head, 0) != sizeof head)
		snprintf(what, sizeof what, "cannot be read");
	else if (memcmp(head + 2, "OTF2", 5) != 0)
		snprintf(what, sizeof what, "is not the anchor file of an OTF2 archive");
	else if (!head[IS_CLOSED])
		snprintf(what, sizeof what, "is not complete: its writer did not close it");
	else if (head[FORMAT] > NEWEST_FORMAT)
		snprintf(what, sizeof what,
		         "is of OTF2 %d.%d.%d, whose trace format libotf2 %s does not read: it is newer", head[VERSION],
		         head[VERSION + 1], head[VERSION + 2], OTF2_VERSION);
	else if (head[SUBSTRATE] == OTF2_SUBSTRATE_SION)
		snprintf(what, sizeof what, "is in files of SIONlib, which libotf2 was built without");
	else if (head[COMPRESSION] == OTF2_COMPRESSION_ZLIB)
		snprintf(what, sizeof what, "is compressed, which needs OTF2 2.x built with zlib");
	otfp_otf2_lib_fail("", what);
}

static void open_archive(struct otfp_otf2_server *s)
{
	uint64_t defs;

	s->reader = OTF2_Reader_Open(s->path);
	if (!s->reader || OTF2_Reader_SetSerialCollectiveCallbacks(s->reader) != OTF2_SUCCESS)
		fail_anchor(s);
	if (OTF2_Reader_GetChunkSize(s->reader, &s->chunk, &defs) != OTF2_SUCCESS || s->chunk < OTF2_CHUNK_SIZE_MIN ||
	    s->chunk > OTF2_CHUNK_SIZE_MAX)
		otfp_otf2_lib_fail("", "its size of chunks is not one of OTF2");
	if (otfp_otf2_callbacks_init(&s->callbacks) < 0)
		otfp_otf2_lib_fail("", "out of memory");
}

/* ---- definitions and markers ---- */

static void send_definitions(struct otfp_otf2_server *s)
{
	OTF2_GlobalDefReader *defs;
	uint64_t n = DEF_BATCH, done = 0, want = 0;
	char what[100];

	if (!otfp_otf2_served_has(s, NULL, "def", NULL))
		otfp_otf2_lib_fail("", "the file of global definitions is missing");
	defs = OTF2_Reader_GetGlobalDefReader(s->reader);
	if (!defs ||
	    OTF2_Reader_RegisterGlobalDefCallbacks(s->reader, defs, s->callbacks.def, &s->pack) != OTF2_SUCCESS)
		otfp_otf2_lib_fail("", "the global definitions cannot be opened");
	while (n == DEF_BATCH) {
		if (OTF2_Reader_ReadGlobalDefinitions(s->reader, defs, DEF_BATCH, &n) != OTF2_SUCCESS)
			otfp_otf2_lib_fail("", "the global definitions cannot be read");
		done += n;
		if (s->pack.n >= DEF_WORDS)
			answer(s, OTFP_OTF2_FRAMES, 0);
	}
	if (OTF2_Reader_GetNumberOfGlobalDefinitions(s->reader, &want) != OTF2_SUCCESS || done != want) {
		snprintf(what, sizeof what,
		         "%" PRIu64 " global definitions can be read, but the anchor file counts %" PRIu64, done, want);
		otfp_otf2_lib_fail("", what);
	}
	answer(s, OTFP_OTF2_FRAMES, 0);
	if (OTF2_Reader_CloseGlobalDefReader(s->reader, defs) != OTF2_SUCCESS)
		otfp_otf2_lib_fail("", "the global definitions cannot be closed");
}

static void send_markers(struct otfp_otf2_server *s)
{
	OTF2_MarkerReader *markers;
	uint64_t n = DEF_BATCH;

	if (!otfp_otf2_served_has(s, NULL, "marker", NULL))
		return;
	markers = OTF2_Reader_GetMarkerReader(s->reader);
	if (!markers ||
	    OTF2_Reader_RegisterMarkerCallbacks(s->reader, markers, s->callbacks.marker, &s->pack) != OTF2_SUCCESS)
		otfp_otf2_lib_fail("", "the markers cannot be opened");
	while (n == DEF_BATCH) {
		if (OTF2_Reader_ReadMarkers(s->reader, markers, DEF_BATCH, &n) != OTF2_SUCCESS)
			otfp_otf2_lib_fail("", "the markers cannot be read");
		if (s->pack.n >= DEF_WORDS)
			answer(s, OTFP_OTF2_FRAMES, 0);
	}
	if (OTF2_Reader_CloseMarkerReader(s->reader, markers) != OTF2_SUCCESS)
		otfp_otf2_lib_fail("", "the markers cannot be closed");
}

static void serve(struct otfp_otf2_server *s, const struct otfp_otf2_request *r)
{
	struct otfp_otf2_served *l = r->location < s->n ? &s->locations[r->location] : NULL;
	int is_last = 1;

	if (r->what == OTFP_OTF2_SELECT) {
		otfp_otf2_serve_selection(s, r->location);
		return;
	}
	if (!l)
		otfp_contain_leave(1);
	if (r->what == OTFP_OTF2_LOCALS)
		otfp_otf2_serve_locals(s, l);
	else if (r->what == OTFP_OTF2_SNAPS)
		otfp_otf2_serve_snaps(s, l);
	else
		is_last = otfp_otf2_serve_events(s, l, r->words);
	if (is_last < 0)
		otfp_otf2_lib_answer_text(l->is_missing ? OTFP_OTF2_LOCATION_MISSING : OTFP_OTF2_LOCATION_FAILED,
		                          r->location, l->failed);
	else
		answer(s, is_last ? OTFP_OTF2_LAST : OTFP_OTF2_FRAMES, r->location);
}

void otfp_otf2_serve_reading(void *ctx)
{
	struct otfp_otf2_server s = {.path = ctx};
	struct otfp_otf2_request request;

	otfp_otf2_lib_start();
	open_archive(&s);
	tell_anchor(&s);
	send_definitions(&s);
	send_markers(&s);
	answer(&s, OTFP_OTF2_LAST, 0);
	for (;;) {
		otfp_otf2_serve_receive(&request, sizeof request);
		serve(&s, &request);
	}
}
