/* lib-locations.c - what the child of lib-read.c does for a location. */
#include "otf2/lib-read.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

enum {
	OPEN_IN_TURN = 8, /* locations with a buffer when there are more */
	SPARE_DESCRIPTORS = 16
};

void otfp_otf2_serve_receive(void *p, size_t n)
{
	for (size_t done = 0; done < n;) {
		ssize_t k = otfp_fd_read(0, (char *)p + done, n - done, otfp_go_on);

		if (k <= 0)
			otfp_contain_leave(0);
		done += (size_t)k;
	}
	otfp_contain_progress();
}

/* Memory is that of chunks; each location has one descriptor. */
static unsigned open_at_most(const struct otfp_otf2_server *s)
{
	uint64_t most = OTFP_OTF2_MOST_OPEN;
	struct rlimit r;

	if (s->chunk > 1 << 20)
		most = ((uint64_t)OTFP_OTF2_MOST_OPEN << 20) / s->chunk;
	if (getrlimit(RLIMIT_NOFILE, &r) == 0 && r.rlim_cur < most + SPARE_DESCRIPTORS)
		most = r.rlim_cur > SPARE_DESCRIPTORS ? r.rlim_cur - SPARE_DESCRIPTORS : 1;
	if (most >= s->n)
		return s->n;
	return most < OPEN_IN_TURN ? (unsigned)(most ? most : 1) : OPEN_IN_TURN;
}

void otfp_otf2_serve_selection(struct otfp_otf2_server *s, unsigned n)
{
	s->n = n;
	s->locations = calloc(n ? n : 1, sizeof *s->locations);
	if (!s->locations)
		otfp_otf2_lib_fail("", "out of memory");
	for (unsigned i = 0; i < n; i++) {
		uint64_t words[2];

		otfp_otf2_serve_receive(words, sizeof words);
		s->locations[i].id = words[0];
		s->locations[i].events = words[1];
		if (OTF2_Reader_SelectLocation(s->reader, words[0]) != OTF2_SUCCESS)
			otfp_otf2_served_fail(&s->locations[i], "cannot be selected");
	}
	s->most_open = open_at_most(s);
	if (OTF2_Reader_OpenDefFiles(s->reader) != OTF2_SUCCESS ||
	    OTF2_Reader_OpenEvtFiles(s->reader) != OTF2_SUCCESS || OTF2_Reader_OpenSnapFiles(s->reader) != OTF2_SUCCESS)
		otfp_otf2_lib_fail("", "the files of locations cannot be opened");
}

void otfp_otf2_serve_locals(struct otfp_otf2_server *s, struct otfp_otf2_served *l)
{
	OTF2_DefReader *defs;
	uint64_t n;

	if (l->has_locals || !otfp_otf2_served_has(s, l, "def", NULL))
		return;
	l->has_locals = 1;
	defs = OTF2_Reader_GetDefReader(s->reader, l->id);
	if (!defs || OTF2_Reader_RegisterDefCallbacks(s->reader, defs, s->callbacks.local, &s->pack) != OTF2_SUCCESS ||
	    OTF2_Reader_ReadAllLocalDefinitions(s->reader, defs, &n) != OTF2_SUCCESS ||
	    OTF2_Reader_CloseDefReader(s->reader, defs) != OTF2_SUCCESS)
		otfp_otf2_served_fail(l, "the local definitions cannot be read");
}

void otfp_otf2_serve_snaps(struct otfp_otf2_server *s, struct otfp_otf2_served *l)
{
	OTF2_SnapReader *snaps;
	uint64_t n;

	if (!otfp_otf2_served_has(s, l, "snap", NULL))
		return;
	snaps = OTF2_Reader_GetSnapReader(s->reader, l->id);
	if (!snaps ||
	    OTF2_Reader_RegisterSnapCallbacks(s->reader, snaps, s->callbacks.snap, &s->pack) != OTF2_SUCCESS ||
	    OTF2_Reader_ReadAllLocalSnapshots(s->reader, snaps, &n) != OTF2_SUCCESS ||
	    OTF2_Reader_CloseSnapReader(s->reader, snaps) != OTF2_SUCCESS)
		otfp_otf2_served_fail(l, "the snapshots cannot be read");
}

static OTF2_ErrorCode drop_reader(struct otfp_otf2_server *s, struct otfp_otf2_served *l)
{
	OTF2_ErrorCode code = OTF2_Reader_CloseEvtReader(s->reader, l->reader);
	unsigned i = 0;

	l->reader = NULL;
	while (s->open[i] != l)
		i++;
	s->open[i] = s->open[--s->nopen];
	return code;
}

static void close_events(struct otfp_otf2_server *s, struct otfp_otf2_served *l)
{
	if (drop_reader(s, l) != OTF2_SUCCESS)
		otfp_otf2_served_fail(l, "the events cannot be closed");
}

static void close_oldest(struct otfp_otf2_server *s)
{
	struct otfp_otf2_served *oldest = s->open[0];

	for (unsigned i = 1; i < s->nopen; i++)
		if (s->open[i]->used < oldest->used)
			oldest = s->open[i];
	close_events(s, oldest);
}

static void open_events(struct otfp_otf2_server *s, struct otfp_otf2_served *l)
{
	size_t before = s->pack.n;

	otfp_otf2_serve_locals(s, l);
	s->pack.n = before;
	if (s->nopen == s->most_open)
		close_oldest(s);
	l->reader = OTF2_Reader_GetEvtReader(s->reader, l->id);
	if (!l->reader ||
	    OTF2_Reader_RegisterEvtCallbacks(s->reader, l->reader, s->callbacks.event, &s->pack) != OTF2_SUCCESS ||
	    (l->done && OTF2_EvtReader_Seek(l->reader, l->done + 1) != OTF2_SUCCESS))
		otfp_otf2_served_fail(l, "the events cannot be opened");
	s->open[s->nopen++] = l;
}

/* Look at the event file before it is opened. @return 1; 0: there are no events; -1: they cannot be read */
static int look_at_events(struct otfp_otf2_server *s, struct otfp_otf2_served *l)
{
	int there = otfp_otf2_served_has(s, l, "evt", &l->last);

	if (there || l->events == 0)
		return there;
	l->is_missing = 1;
	return otfp_otf2_served_end(l, NULL, "its event file is missing");
}

/* Event number n is the first that cannot be read. What comes before it is not lost. */
static void fail_events(struct otfp_otf2_server *s, struct otfp_otf2_served *l, uint64_t n)
{
	char what[80];

	snprintf(what, sizeof what, "event %" PRIu64 " cannot be read", n);
	otfp_otf2_served_end(l, NULL, what);
	drop_reader(s, l);
	free(otfp_otf2_lib_forget("", "")); /* what it says while it closes the file */
}

int otfp_otf2_serve_events(struct otfp_otf2_server *s, struct otfp_otf2_served *l, size_t words)
{
	uint64_t n = OTFP_OTF2_BATCH;
	int there = l->failed ? -1 : 1;

	if (there > 0 && !l->reader && !l->done)
		there = look_at_events(s, l);
	if (there <= 0)
		return there < 0 ? -1 : 1;
	if (!l->reader)
		open_events(s, l);
	l->used = ++s->clock;
	while (n == OTFP_OTF2_BATCH && s->pack.n < words) {
		int code = OTF2_Reader_ReadLocalEvents(s->reader, l->reader, OTFP_OTF2_BATCH, &n);

		l->done += n <= OTFP_OTF2_BATCH ? n : 0;
		if (code != OTF2_SUCCESS || otfp_otf2_lib_erred()) {
			fail_events(s, l, l->done + 1);
			return s->pack.n ? 0 : -1;
		}
	}
	if (n == OTFP_OTF2_BATCH)
		return 0;
	close_events(s, l);
	if (l->done == l->last)
		return 1;
	otfp_otf2_served_end(l, NULL, "the events cannot be read: their number is not that of the file");
	return s->pack.n ? 0 : -1;
}
