/* perfetto.c - events as packets of Perfetto's protobuf. See perfetto.h. */
#include "cmd/to-chrome/perfetto.h"
#include "base/error.h"
#include "base/real.h"
#include "base/wide.h"
#include "record/value.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#define NANOSECONDS UINT64_C(1000000000) /* a second */

/* the numbers of clocks: the clock of the trace, which is absolute, and ours, which is incremental */
enum { BOOTTIME = 6, INCREMENTAL = 64 };
enum { CLOCKS_CLOCK = 1, CLOCKS_PRIMARY = 2, CLOCK_ID = 1, CLOCK_TIMESTAMP = 2, CLOCK_IS_INCREMENTAL = 3 };
enum { METADATA = 2, METADATA_NAME = 1, METADATA_STRING = 2 };
/* fields of a TrackEvent */
enum {
	EVENT_CATEGORY_IID = 3,
	EVENT_TYPE = 9,
	EVENT_NAME_IID = 10,
	EVENT_TRACK = 11,
	EVENT_CATEGORY = 22,
	EVENT_NAME = 23,
	EVENT_COUNTER = 30,
	EVENT_DOUBLE_COUNTER = 44,
	EVENT_FLOW = 47,
	EVENT_LAST_FLOW = 48
};
enum { SLICE_BEGIN = 1, SLICE_END, INSTANT, COUNTER };

/* ---- packets ---- */

/* Nanoseconds since time 0 of the output. @return 0, or <0 if there are too many */
static int nanoseconds(struct chrome *c, const struct chrome_event *e, uint64_t *ns)
{
	const uint64_t resolution = c->clock.resolution ? c->clock.resolution : 1000000;
	const int is_early = e->time < c->clock.base;
	const uint64_t ticks = is_early ? 0 : e->time - c->clock.base;
	const otfp_wide v = resolution == NANOSECONDS ? ticks : (otfp_wide)ticks * NANOSECONDS / resolution;

	c->counts[CHROME_EARLY] += (unsigned)is_early;
	*ns = v > INT64_MAX ? INT64_MAX : (uint64_t)v;
	if (OTFP_LIKELY(v <= INT64_MAX) || e->phase == CHROME_END_ASYNC) /* which may be later than all records */
		return 0;
	c->pen.code =
		otfp_fail(c->err, OTFP_EFAIL,
	                  "input: time %" PRIu64 ": more than 2^63-1 nanoseconds after time 0, which Perfetto cannot "
	                  "represent; use --format json",
	                  e->time);
	return c->pen.code;
}

/* Put the time of an event. Those in the order of the records use the incremental clock. */
static int put_time(struct chrome *c, const struct chrome_event *e)
{
	struct perfetto *pf = c->perfetto;
	uint64_t ns;

	if (nanoseconds(c, e, &ns) < 0)
		return -1;
	if (ns >= pf->last && e->time <= c->last) {
		proto_uint(&pf->packet, PACKET_TIMESTAMP, ns - pf->last);
		pf->last = ns;
		return 0;
	}
	proto_uint(&pf->packet, PACKET_TIMESTAMP, ns);
	proto_uint(&pf->packet, PACKET_CLOCK, BOOTTIME);
	return 0;
}

/* ---- events ---- */

/* Put the value of a counter: an integer, or a real number. @return 0, or -1 if it is no finite number */
static int put_number(struct chrome *c, const struct chrome_event *e)
{
	struct proto *m = &c->perfetto->body;
	const struct otfp_definition *counter = chrome_definition(c, &e->name);
	const uint64_t bits = e->rec->f[e->slot + 1].u;
	const unsigned form = e->rec->form;
	double real = (double)bits;

	/* a real without a decimal form comes as its bits: it is no number */
	if (form < OTFP_FORM_DOUBLE && counter && otfp_value_form(counter->detail) >= OTFP_FORM_DOUBLE)
		return -1;
	if (form == OTFP_FORM_SIGNED || (form == OTFP_FORM_RAW && bits <= INT64_MAX)) {
		proto_uint(m, EVENT_COUNTER, bits);
		return 0;
	}
	if (form == OTFP_FORM_RAW)
		c->counts[CHROME_ROUNDED]++;
	else
		real = otfp_real_of(bits, form == OTFP_FORM_FLOAT);
	if (!isfinite(real))
		return -1;
	proto_double(m, EVENT_DOUBLE_COUNTER, real);
	return 0;
}

static void put_counter(struct chrome *c, const struct chrome_event *e)
{
	struct perfetto *pf = c->perfetto;
	const uint32_t track = perfetto_counter(c, e);

	proto_uint(&pf->body, EVENT_TYPE, COUNTER);
	proto_uint(&pf->body, EVENT_TRACK, track);
	if (put_number(c, e) < 0) {
		c->counts[CHROME_NUMBERS]++;
		pf->body.b.n = 0;
	} else if (put_time(c, e) == 0) {
		perfetto_packet(c, PACKET_EVENT);
		c->events++;
	}
}

static unsigned type_of(char phase)
{
	switch (phase) {
	case CHROME_BEGIN:
	case CHROME_BEGIN_ASYNC: return SLICE_BEGIN;
	case CHROME_INSTANT: return INSTANT;
	default: return SLICE_END;
	}
}

static uint32_t track_of(struct chrome *c, const struct chrome_event *e)
{
	if (e->phase == CHROME_BEGIN_ASYNC || e->phase == CHROME_END_ASYNC)
		return (uint32_t)e->id;
	return e->scope == 'g' ? perfetto_all(c) : perfetto_track(c, e->thread);
}

static void put_event(struct chrome *c, const struct chrome_event *e)
{
	struct proto *m = &c->perfetto->body;
	const unsigned type = type_of(e->phase);
	uint32_t track;

	if (OTFP_UNLIKELY(c->pen.code < 0) || e->phase == CHROME_ARROW) /* its instant has the flow */
		return;
	if (e->phase == CHROME_COUNT) {
		put_counter(c, e);
		return;
	}
	track = track_of(c, e);
	if (put_time(c, e) < 0)
		return;
	proto_uint(m, EVENT_TYPE, type);
	proto_uint(m, EVENT_TRACK, track);
	if (type != SLICE_END) {
		perfetto_named(c, PERFETTO_NAMES, EVENT_NAME_IID, EVENT_NAME, &e->name);
		perfetto_named(c, PERFETTO_CATEGORIES, EVENT_CATEGORY_IID, EVENT_CATEGORY, &e->category);
	}
	if (e->arrow)
		proto_fixed(m, e->arrow == 'f' ? EVENT_LAST_FLOW : EVENT_FLOW, e->id);
	if (e->rec)
		perfetto_args(c, e->rec, e->without);
	perfetto_packet(c, PACKET_EVENT);
	c->events++;
	if (e->phase == CHROME_END_ASYNC)
		perfetto_free_lane(c, e->thread, track, e->time);
}

/* ---- begin and end ---- */

static int open_perfetto(struct chrome *c)
{
	c->perfetto = calloc(1, sizeof *c->perfetto);
	return c->perfetto ? 0 : otfp_fail_memory(c->err);
}

static void put_clock(struct proto *m, unsigned id, int is_incremental)
{
	size_t in = proto_begin(m, CLOCKS_CLOCK);

	proto_uint(m, CLOCK_ID, id);
	proto_uint(m, CLOCK_TIMESTAMP, 0);
	if (is_incremental)
		proto_uint(m, CLOCK_IS_INCREMENTAL, 1);
	proto_end(m, in);
}

static void put_metadata(struct proto *m, const char *name, const char *text)
{
	size_t in = proto_begin(m, METADATA);

	proto_puts(m, METADATA_NAME, name);
	proto_puts(m, METADATA_STRING, text);
	proto_end(m, in);
}

static void put_metadata_number(struct proto *m, const char *name, uint64_t v)
{
	char text[OTFP_DEC_MAX + 4];

	*otfp_put_dec(text, v) = '\0';
	put_metadata(m, name, text);
}

static void put_head(struct chrome *c)
{
	struct perfetto *pf = c->perfetto;
	struct proto *m = &pf->body;
	size_t in = proto_begin(&pf->packet, PACKET_DEFAULTS);

	proto_uint(&pf->packet, PACKET_CLOCK, INCREMENTAL);
	proto_end(&pf->packet, in);
	put_clock(m, BOOTTIME, 0);
	put_clock(m, INCREMENTAL, 1);
	proto_uint(m, CLOCKS_PRIMARY, BOOTTIME);
	perfetto_packet(c, PACKET_CLOCKS);
	put_metadata(m, "format", "OTF");
	put_metadata(m, "program", "otf-to-chrome (otfpipe) " OTFP_VERSION);
	put_metadata_number(m, "ticks_per_second", c->clock.resolution);
	put_metadata_number(m, "ts_0_is_tick", c->clock.base);
	if (c->creator.p) {
		in = proto_begin(m, METADATA);
		proto_puts(m, METADATA_NAME, "creator");
		perfetto_string(c, METADATA_STRING, c->creator);
		proto_end(m, in);
	}
	perfetto_packet(c, PACKET_CHROME_EVENTS);
}

static void put_end(struct chrome *c)
{
	(void)c;
}

static void release_perfetto(struct chrome *c)
{
	struct perfetto *pf = c->perfetto;

	if (!pf)
		return;
	proto_release(&pf->packet);
	proto_release(&pf->body);
	proto_release(&pf->interned);
	otfp_interns_release(&pf->strings);
	otfp_map_release(&pf->counters);
	for (size_t i = 0; i < pf->nthreads; i++)
		free(pf->threads[i].lanes);
	free(pf->threads);
	free(pf->iids);
	free(pf);
	c->perfetto = NULL;
}

const struct chrome_form chrome_perfetto = {
	.text = perfetto_text,
	.open = open_perfetto,
	.head = put_head,
	.operation = perfetto_operation,
	.put = put_event,
	.end = put_end,
	.release = release_perfetto,
};
