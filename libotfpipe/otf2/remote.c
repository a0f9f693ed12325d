/* remote.c - the reader of archive.h: what the child in lib-read.c answers. */
#include "otf2/archive.h"
#include "otf2/look.h"
#include "otf2/wire.h"
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_OTF2
static otfp_contain_fn *const serve = otfp_otf2_serve_reading;
static const char *const library = otfp_otf2_lib_version;
#else
static otfp_contain_fn *const serve;
static const char *const library;
#endif

/*
 * Memory. Up to FEW locations are all open in the child, with two chunks of 1 MiB each for libotf2, and here they share
 * 32 MiB. More are opened in turn: whenever one is asked for events, libotf2 reads a chunk of its file and passes over
 * what was read before. So that this is seldom, they share 256 MiB here, but each has LEAST_WORDS, and MOST_AHEAD of
 * them twice that much.
 */
enum { FEW = 128, MOST_ASKED = 64, MOST_AHEAD = 64, LEAST_WORDS = 2048, MOST_WORDS = 64 << 10 };
#define MOST_ANSWERED (OTFP_CONTAIN_MEMORY / sizeof(uint64_t)) /* words: the child cannot have more */
#define FEW_WORDS ((32u << 20) / sizeof(uint64_t) / 2)
#define MANY_WORDS ((256u << 20) / sizeof(uint64_t))

struct words {
	uint64_t *p;
	size_t n, room;
};

struct location {
	uint64_t id;
	struct words now, ahead; /* what the caller has, and what follows it */
	uint8_t is_asked, has_ahead;
	uint8_t is_over; /* no more to ask for */
	uint8_t has_locals, has_snaps;
	uint8_t is_missing; /* it failed because the file of its events is missing */
	char *failed;       /* why the events end after those that are ahead; NULL = they do not, or it was reported */
};

struct asked {
	uint32_t what, location;
};

struct otfp_otf2_reader {
	struct otfp_contained child;
	char *path; /* of the anchor file */
	struct otfp_error *err;
	int failed;
	struct otfp_otf2_anchor anchor;
	struct words anchor_words;
	const char **properties; /* names, then values */
	struct words definitions;
	size_t definition; /* the next one, in definitions */
	uint8_t has_all_definitions;
	struct location *locations;
	unsigned n;
	uint32_t chunk; /* words to ask for */
	struct asked asked[MOST_ASKED];
	unsigned nasked;
	unsigned nahead; /* locations with words ahead, or for which they are asked */
};

/* ---- what the child answers ---- */

static int fail(struct otfp_otf2_reader *r, int code)
{
	return r->failed = code;
}

static int fail_memory(struct otfp_otf2_reader *r)
{
	return fail(r, otfp_fail_memory(r->err));
}

static int __attribute__((format(printf, 2, 3))) fail_archive(struct otfp_otf2_reader *r, const char *fmt, ...)
{
	char what[1300];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(what, sizeof what, fmt, ap);
	va_end(ap);
	return fail(r, otfp_fail_at(r->err, OTFP_EDAMAGE, OTFP_FLAW_NONE, r->path, 0, "%s", what));
}

/* The child ended by itself, or sent what nobody can read. */
static int fail_child(struct otfp_otf2_reader *r, const char *what)
{
	char why[1200];

	if (!what)
		otfp_contain_why(&r->child, why, sizeof why);
	if (r->nasked)
		return fail_archive(r, "location %" PRIu64 ": %s", r->locations[r->asked[0].location].id,
		                    what ? what : why);
	return fail_archive(r, "%s", what ? what : why);
}

static int receive(struct otfp_otf2_reader *r, void *p, size_t n)
{
	int code = otfp_contain_receive(&r->child, p, n);

	if (code == OTFP_EINTR)
		return fail(r, otfp_fail(r->err, OTFP_EINTR, "interrupted"));
	if (code < 0)
		return fail(r, otfp_fail_errno(r->err, "%s", r->path));
	return code ? fail_child(r, NULL) : 0;
}

static int receive_words(struct otfp_otf2_reader *r, struct words *w, uint64_t n)
{
	if (n > MOST_ANSWERED)
		return fail_child(r, "libotf2 destroyed its memory");
	if (n > w->room) {
		free(w->p);
		w->room = 0;
		w->p = malloc(n * sizeof *w->p);
		if (!w->p)
			return fail_memory(r);
		w->room = n;
	}
	w->n = n;
	return receive(r, w->p, n * sizeof *w->p);
}

/* A text that the child tells, malloc'd. @return 0 or <0 */
static int receive_text(struct otfp_otf2_reader *r, uint64_t n, char **text)
{
	struct words w = {NULL, 0, 0};
	int code = receive_words(r, &w, n);

	if (code == 0 && w.n)
		((char *)w.p)[w.n * sizeof *w.p - 1] = 0;
	else
		free(w.p);
	*text = code == 0 && w.n ? (char *)w.p : NULL;
	return code < 0 || *text ? code : fail_child(r, "libotf2 destroyed its memory");
}

/* What the child says when it gives up. */
static int fail_told(struct otfp_otf2_reader *r, uint64_t n)
{
	char *text;
	int code = receive_text(r, n, &text);

	if (code == 0)
		code = fail_archive(r, "%s", text);
	free(text);
	return code;
}

enum { ENDED = 2 };

/* @return 0, 1 if the frames are the last, ENDED if there are none because of an error in the location, or <0 */
static int receive_frames(struct otfp_otf2_reader *r, struct words *w, uint32_t location, unsigned kinds)
{
	struct otfp_otf2_answer a;
	int code = receive(r, &a, sizeof a);

	if (code < 0)
		return code;
	if (a.what == OTFP_OTF2_FAILED)
		return fail_told(r, a.words);
	if ((a.what == OTFP_OTF2_LOCATION_FAILED || a.what == OTFP_OTF2_LOCATION_MISSING) && a.location == location &&
	    !r->locations[location].failed) {
		r->locations[location].is_missing = a.what == OTFP_OTF2_LOCATION_MISSING;
		code = receive_text(r, a.words, &r->locations[location].failed);
		return code < 0 ? code : ENDED;
	}
	if ((a.what != OTFP_OTF2_FRAMES && a.what != OTFP_OTF2_LAST) || a.location != location)
		return fail_child(r, "libotf2 destroyed its memory");
	code = receive_words(r, w, a.words);
	if (code == 0 && !otfp_otf2_frames_are_sound(w->p, w->n, kinds))
		code = fail_child(r, "libotf2 destroyed its memory");
	return code < 0 ? code : a.what == OTFP_OTF2_LAST;
}

/* ---- the anchor ---- */

/* @return the next text, or NULL */
static const char *take_text(const struct words *w, size_t *at)
{
	uint64_t n = *at < w->n ? w->p[*at] : UINT64_MAX;
	const char *text;

	if (n / sizeof(uint64_t) >= w->n - *at - 1)
		return NULL;
	text = (const char *)(w->p + *at + 1);
	*at += 2 + n / sizeof(uint64_t);
	return text[n] ? NULL : text;
}

static int take_properties(struct otfp_otf2_reader *r, uint64_t n, size_t at)
{
	if (n > r->anchor_words.n)
		return -1;
	r->properties = calloc(2 * n + 1, sizeof *r->properties);
	if (!r->properties)
		return -1;
	for (uint64_t i = 0; i < n; i++) {
		r->properties[i] = take_text(&r->anchor_words, &at);
		r->properties[n + i] = take_text(&r->anchor_words, &at);
		if (!r->properties[i] || !r->properties[n + i])
			return -1;
	}
	r->anchor.nproperties = (unsigned)n;
	r->anchor.names = r->properties;
	r->anchor.values = r->properties + n;
	return 0;
}

static int take_anchor(struct otfp_otf2_reader *r)
{
	struct otfp_otf2_anchor_words a;
	const struct words *w = &r->anchor_words;
	size_t at = sizeof a / sizeof(uint64_t);

	if (w->n < at)
		return -1;
	memcpy(&a, w->p, sizeof a);
	for (int i = 0; i < 3; i++)
		r->anchor.version[i] = (uint8_t)a.version[i];
	r->anchor.trace_id = a.trace_id;
	r->anchor.nsnapshots = a.nsnapshots;
	r->anchor.nthumbnails = a.nthumbnails;
	r->anchor.creator = take_text(w, &at);
	r->anchor.description = take_text(w, &at);
	r->anchor.machine = take_text(w, &at);
	if (!r->anchor.creator || !r->anchor.description || !r->anchor.machine)
		return -1;
	return take_properties(r, a.nproperties, at);
}

static int receive_anchor(struct otfp_otf2_reader *r)
{
	struct otfp_otf2_answer a;
	int code = receive(r, &a, sizeof a);

	if (code < 0)
		return code;
	if (a.what == OTFP_OTF2_FAILED)
		return fail_told(r, a.words);
	if (a.what != OTFP_OTF2_ANCHOR)
		return fail_child(r, "libotf2 destroyed its memory");
	code = receive_words(r, &r->anchor_words, a.words);
	return code < 0 ? code : take_anchor(r) < 0 ? fail_child(r, "the anchor file cannot be understood") : 0;
}

int otfp_otf2_reader_start(struct otfp_otf2_reader **reader, const char *path, otfp_contain_fn *fn, void *ctx,
                           otfp_stop_fn *stop, struct otfp_error *err)
{
	struct otfp_otf2_reader *r = calloc(1, sizeof *r);
	int code;

	*reader = NULL;
	if (!r)
		return otfp_fail_memory(err);
	r->path = strdup(path);
	r->err = err;
	code = r->path ? otfp_contain_start(&r->child, fn, ctx, 0, "libotf2", path, stop, err) : fail_memory(r);
	if (code == 0)
		code = receive_anchor(r);
	if (code == 0)
		*reader = r;
	else
		otfp_otf2_reader_close(r);
	return code;
}

int otfp_otf2_reader_open(struct otfp_otf2_reader **r, const char *name, otfp_stop_fn *stop, struct otfp_error *err)
{
	struct otfp_buf path = OTFP_BUF_INIT;
	int code = otfp_otf2_anchor(&path, name, err);

	*r = NULL;
	if (code == 0)
		code = otfp_fail(err, OTFP_EFAIL, "%s: there is no such OTF2 archive", name);
	else if (code > 0 && !serve)
		code = otfp_fail(err, OTFP_EFAIL,
		                 "%s: is an OTF2 archive; otfpipe was built without libotf2, which reads it", name);
	else if (code > 0)
		code = otfp_otf2_reader_start(r, path.p, serve, path.p, stop, err);
	otfp_buf_release(&path);
	return code;
}

const char *otfp_otf2_library(void)
{
	return library;
}

const struct otfp_otf2_anchor *otfp_otf2_reader_anchor(const struct otfp_otf2_reader *r)
{
	return &r->anchor;
}

/* ---- definitions ---- */

static int more_definitions(struct otfp_otf2_reader *r)
{
	int code;

	if (r->has_all_definitions)
		return 1;
	r->definition = 0;
	code = receive_frames(r, &r->definitions, 0, 1u << OTFP_OTF2_DEF | 1u << OTFP_OTF2_MARKER);
	if (code > 0)
		r->has_all_definitions = 1;
	return code < 0 ? code : 0;
}

int otfp_otf2_reader_definition(struct otfp_otf2_reader *r, const struct otfp_otf2_frame **frame)
{
	int code = r->failed;

	while (code == 0 && r->definition >= r->definitions.n)
		code = more_definitions(r);
	if (code)
		return code;
	*frame = (const void *)(r->definitions.p + r->definition);
	r->definition += (*frame)->words;
	return 0;
}

/* ---- locations ---- */

static uint32_t chunk_for(unsigned n)
{
	size_t words = (n <= FEW ? FEW_WORDS : MANY_WORDS) / (n ? n : 1);

	return (uint32_t)(words > MOST_WORDS ? MOST_WORDS : words < LEAST_WORDS ? LEAST_WORDS : words);
}

static int send_all(struct otfp_otf2_reader *r, const void *p, size_t n)
{
	int code = otfp_contain_send(&r->child, p, n);

	if (code == OTFP_EINTR)
		return fail(r, otfp_fail(r->err, OTFP_EINTR, "interrupted"));
	return code < 0 ? fail(r, otfp_fail_errno(r->err, "%s", r->path)) : 0;
}

static int compare(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* libotf2 would read the files of such a location twice, at once. */
static int refuse_twice(struct otfp_otf2_reader *r, const uint64_t *locations, unsigned n)
{
	uint64_t *ids = malloc((n + !n) * sizeof *ids);
	int code = 0;

	if (!ids)
		return fail_memory(r);
	if (n)
		memcpy(ids, locations, n * sizeof *ids);
	qsort(ids, n, sizeof *ids, compare);
	for (unsigned i = 1; i < n && code == 0; i++)
		if (ids[i] == ids[i - 1])
			code = fail_archive(r, "location %" PRIu64 " is defined twice", ids[i]);
	free(ids);
	return code;
}

int otfp_otf2_reader_select(struct otfp_otf2_reader *r, const uint64_t *locations, const uint64_t *events, unsigned n)
{
	struct otfp_otf2_request request = {OTFP_OTF2_SELECT, n, 0, 0};
	int code = r->failed ? r->failed : refuse_twice(r, locations, n);

	if (code == 0)
		code = send_all(r, &request, sizeof request);
	if (code < 0)
		return code;
	r->locations = calloc(n ? n : 1, sizeof *r->locations);
	if (!r->locations)
		return fail_memory(r);
	r->n = n;
	r->chunk = chunk_for(n);
	for (unsigned i = 0; i < n && code == 0; i++) {
		uint64_t words[2] = {locations[i], events ? events[i] : UINT64_MAX};

		r->locations[i].id = locations[i];
		code = send_all(r, words, sizeof words);
	}
	return code;
}

static int ask(struct otfp_otf2_reader *r, uint32_t what, unsigned i)
{
	struct otfp_otf2_request request = {what, i, r->chunk, 0};

	r->asked[r->nasked++] = (struct asked){what, i};
	return send_all(r, &request, sizeof request);
}

/* Receive the answer to the oldest request. */
static int take(struct otfp_otf2_reader *r)
{
	struct asked a = r->asked[0];
	struct location *l = &r->locations[a.location];
	static const unsigned kinds[] = {[OTFP_OTF2_LOCALS] = 1u << OTFP_OTF2_LOCAL,
	                                 [OTFP_OTF2_SNAPS] = 1u << OTFP_OTF2_SNAP,
	                                 [OTFP_OTF2_EVENTS] = 1u << OTFP_OTF2_EVENT};
	int is_event = a.what == OTFP_OTF2_EVENTS;
	int code = receive_frames(r, is_event ? &l->ahead : &l->now, a.location, kinds[a.what]);

	if (code < 0)
		return code;
	r->nasked--;
	memmove(r->asked, r->asked + 1, r->nasked * sizeof *r->asked);
	if (!is_event)
		return code == ENDED ? fail_child(r, "libotf2 destroyed its memory") : 0;
	l->is_asked = 0;
	l->has_ahead = code != ENDED;
	l->is_over = code != 0;
	r->nahead -= code == ENDED;
	return 0;
}

/* All of what comes at once, the first time. */
static int take_once(struct otfp_otf2_reader *r, unsigned i, enum otfp_otf2_wish what, uint8_t *has, const uint64_t **p,
                     size_t *words)
{
	int code = r->failed;

	if (code || *has)
		return code ? code : 1;
	*has = 1;
	while (code == 0 && r->nasked == MOST_ASKED)
		code = take(r);
	if (code == 0)
		code = ask(r, what, i);
	while (code == 0 && r->nasked)
		code = take(r);
	*p = r->locations[i].now.p;
	*words = code == 0 ? r->locations[i].now.n : 0;
	return code < 0 ? code : *words == 0;
}

int otfp_otf2_reader_locals(struct otfp_otf2_reader *r, unsigned i, const uint64_t **p, size_t *words)
{
	return take_once(r, i, OTFP_OTF2_LOCALS, &r->locations[i].has_locals, p, words);
}

int otfp_otf2_reader_snaps(struct otfp_otf2_reader *r, unsigned i, const uint64_t **p, size_t *words)
{
	return take_once(r, i, OTFP_OTF2_SNAPS, &r->locations[i].has_snaps, p, words);
}

static void forget(struct words *w)
{
	free(w->p);
	*w = (struct words){NULL, 0, 0};
}

static int ask_events(struct otfp_otf2_reader *r, unsigned i)
{
	r->locations[i].is_asked = 1;
	r->nahead++;
	return ask(r, OTFP_OTF2_EVENTS, i);
}

/* The words ahead become those of the caller, and the ones after them are asked for. */
static int go_ahead(struct otfp_otf2_reader *r, unsigned i)
{
	struct location *l = &r->locations[i];
	struct words old = l->now;

	l->now = l->ahead;
	l->ahead = old;
	l->has_ahead = 0;
	r->nahead--;
	if (r->n > FEW || l->is_over)
		forget(&l->ahead);
	if (l->is_over || r->nasked == MOST_ASKED || (r->n > FEW && r->nahead >= MOST_AHEAD))
		return 0;
	return ask_events(r, i);
}

/* The error that ends the events of a location, once. Others can be read. */
static int fail_location(struct otfp_otf2_reader *r, struct location *l)
{
	int code = otfp_fail_at(r->err, OTFP_EDAMAGE, l->is_missing ? OTFP_FLAW_NO_EVENTS : OTFP_FLAW_CUT, r->path, 0,
	                        "%s", l->failed);

	free(l->failed);
	l->failed = NULL;
	return code;
}

int otfp_otf2_reader_events(struct otfp_otf2_reader *r, unsigned i, const uint64_t **p, size_t *words)
{
	struct location *l = &r->locations[i];
	int code = r->failed;

	if (code == 0 && !l->has_ahead && !l->is_asked && !l->is_over) {
		while (code == 0 && r->nasked == MOST_ASKED)
			code = take(r);
		if (code == 0)
			code = ask_events(r, i);
	}
	while (code == 0 && l->is_asked)
		code = take(r);
	if (code == 0 && l->has_ahead)
		code = go_ahead(r, i);
	else
		forget(&l->now);
	if (code == 0 && !l->now.p && l->failed)
		code = fail_location(r, l);
	*p = l->now.p;
	*words = code == 0 ? l->now.n : 0;
	return code < 0 ? code : *words == 0;
}

int otfp_otf2_reader_is_dead(const struct otfp_otf2_reader *r)
{
	return r->failed != 0;
}

void otfp_otf2_reader_close(struct otfp_otf2_reader *r)
{
	if (!r)
		return;
	otfp_contain_end(&r->child);
	for (unsigned i = 0; i < r->n; i++) {
		free(r->locations[i].now.p);
		free(r->locations[i].ahead.p);
		free(r->locations[i].failed);
	}
	free(r->locations);
	free(r->definitions.p);
	free(r->anchor_words.p);
	free(r->properties);
	free(r->path);
	free(r);
}
