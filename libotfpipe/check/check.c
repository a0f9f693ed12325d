#include "base/assert.h"
#include "check/inside.h"
#include "record/control.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION_MAJOR = 1, VERSION_MINOR = 12 }; /* the last version of OTF */

struct otfp_check *otfp_check_begin(const struct otfp_check_options *o)
{
	struct otfp_check *c = calloc(1, sizeof *c);

	if (!c)
		return NULL;
	c->o = *o;
	c->to = UINT64_MAX;
	c->state.carriers = &c->carriers;
	c->state.keeps = OTFP_STATE_ALL & ~(OTFP_STATE_FUNCTIONS | OTFP_STATE_TAGS | OTFP_STATE_SOURCES);
	memset(c->point_seen, 0xff, sizeof c->point_seen);
	return c;
}

void otfp_check_release(struct otfp_check *c)
{
	if (!c)
		return;
	otfp_definitions_release(&c->defs);
	otfp_master_release(&c->streams);
	otfp_map_release(&c->lines);
	otfp_map_release(&c->points);
	otfp_state_release(&c->state);
	otfp_map_release(&c->sums);
	otfp_buf_release(&c->text);
	for (unsigned i = 0; i < sizeof c->words / sizeof *c->words; i++)
		otfp_buf_release(&c->words[i]);
	free(c->processes);
	free(c->sum);
	free(c);
}

int otfp_check_stopped(const struct otfp_check *c)
{
	return c->stopped;
}

uint64_t otfp_check_count(const struct otfp_check *c, unsigned severity)
{
	uint64_t n = 0;

	for (unsigned i = 0; i < OTFP_NRULES; i++)
		if (c->o.severity[i] >= severity)
			n += c->found[i] + c->more[i];
	return n;
}

uint32_t otfp_check_free_marker(const struct otfp_check *c, uint32_t from)
{
	for (size_t i = 0; i < c->defs.n; i++)
		if (c->defs.p[i].type == OTFP_DefMarker && c->defs.p[i].token == from) {
			from++;
			i = (size_t)-1; /* restart: loop increments to 0 */
		}
	return from;
}

void otfp_check_source(struct otfp_check *c, const struct otfp_header *h, int is_on_disk)
{
	c->header = h;
	c->is_on_disk = is_on_disk;
	c->inline_snaps = h->inline_snaps;
}

/* ---- control lines ---- */

/* @SM. On disk the line comes from the master file, which the reader has checked. */
static int see_streams(struct otfp_check *c, const struct otfp_record *rec)
{
	const char *why;
	size_t n = c->streams.n;
	int code = otfp_master_parse_sm(&c->streams, &rec->line, &why);

	if (code == OTFP_EFAIL)
		return -1;
	if (code < 0 && !c->is_on_disk)
		otfp_check_find_here(c, why == otfp_master_twice ? OTFP_RULE_TWO_STREAMS : OTFP_RULE_MALFORMED, rec,
		                     "%s", why);
	return n == c->streams.n ? 0 : otfp_map_set(&c->lines, c->streams.streams[n].id, rec->lineno);
}

static int see_lost(struct otfp_check *c, const struct otfp_record *rec)
{
	struct otfp_str text = otfp_control_text(&rec->line);

	otfp_check_find_here(c, OTFP_RULE_LOST, rec, "records were dropped: process, from, to, number: %.*s",
	                     (int)text.n, text.p);
	return 0;
}

static int see_control(struct otfp_check *c, const struct otfp_record *rec)
{
	switch (otfp_control_kind(rec)) {
	case OTFP_C_SM: return see_streams(c, rec);
	case OTFP_C_LOST: return see_lost(c, rec);
	case OTFP_C_IS: c->inline_snaps = 1; return 0; /* a late IS:1 */
	default: return 0;
	}
}

/* Each process with a stream must be defined. */
static int refer_streams(struct otfp_check *c)
{
	struct otfp_finding at = {.has_origin = 1, .origin = {.file = OTFP_NFILES}};
	int rc = 0;

	for (size_t i = 0; i < c->streams.n && rc == 0; i++) {
		const struct otfp_members *s = &c->streams.streams[i];
		const uint64_t *line = otfp_map_get(&c->lines, s->id);
		at.origin.lineno = line && !c->is_on_disk ? (uint32_t)*line : 0;
		for (size_t j = 0; j < s->n && rc == 0; j++)
			rc = otfp_check_refer(c, OTFP_W_PROCESS, s->id, s->procs[j], NULL, &at);
	}
	return rc;
}

/* ---- definitions that describe the trace ---- */

static int see_version(struct otfp_check *c, const struct otfp_record *rec)
{
	const unsigned major = (unsigned)rec->f[0].u, minor = (unsigned)rec->f[1].u;

	if (major > VERSION_MAJOR || (major == VERSION_MAJOR && minor > VERSION_MINOR))
		otfp_check_find_here(c, OTFP_RULE_VERSION, rec, "version %u.%u; the last known version is %d.%d", major,
		                     minor, VERSION_MAJOR, VERSION_MINOR);
	return 0;
}

static int see_resolution(struct otfp_check *c, const struct otfp_record *rec)
{
	const uint64_t header = c->header->resolution;

	c->has_resolution = 1;
	if (rec->f[0].u == 0)
		otfp_check_find_here(c, OTFP_RULE_RESOLUTION, rec, "timer resolution is 0");
	else if (header && header != rec->f[0].u && !c->is_on_disk)
		otfp_check_find_here(c, OTFP_RULE_RESOLUTION, rec,
		                     "timer resolution is %" PRIu64 ", but %" PRIu64 " in the first line", rec->f[0].u,
		                     header);
	return 0;
}

static int see_range(struct otfp_check *c, const struct otfp_record *rec)
{
	if (rec->f[0].u > rec->f[1].u)
		otfp_check_find_here(c, OTFP_RULE_TIME_RANGE, rec, "DefTimeRange ends before it begins");
	else if (rec->loc == 0 && !c->has_range) {
		c->has_range = 1;
		c->from = rec->f[0].u;
		c->to = rec->f[1].u;
	}
	return 0;
}

static int see_point(struct otfp_check *c, const struct otfp_record *rec)
{
	return otfp_map_set(&c->points, rec->f[0].u, 1);
}

/* ---- records ---- */

static int see_definition(struct otfp_check *c, const struct otfp_record *rec)
{
	static int (*const see[OTFP_NTYPES])(struct otfp_check * c, const struct otfp_record *rec) = {
		[OTFP_DefVersion] = see_version,
		[OTFP_DefTimerResolution] = see_resolution,
		[OTFP_DefTimeRange] = see_range,
		[OTFP_DefAuxSamplePoint] = see_point,
	};
	int rc = see[rec->type] ? see[rec->type](c, rec) : 0;

	c->is_piece |= otfp_is_continues(rec);
	if (rc == 0 && otfp_ranks_add(&c->state.ranks, rec) < 0)
		rc = -1;
	return rc < 0 ? rc : otfp_check_definition(c, rec);
}

static __attribute__((noinline, cold)) void see_reserved(struct otfp_check *c, const struct otfp_record *rec)
{
	const char *what = rec->time == UINT64_MAX ? "time 18446744073709551615" : "process 4294967295";

	otfp_check_find_here(c, OTFP_RULE_RESERVED, rec, "%s: OTF's library reserves this number", what);
}

/* After the last definition (of a trace on disk before the first timed record, else at the end): report undefined
 * tokens and cycles. Does nothing the second time. */
static int settle(struct otfp_check *c)
{
	if (c->defs.settled)
		return 0;
	return refer_streams(c) < 0 || otfp_check_report_undefined(c) < 0 ? -1 : otfp_check_cycles(c);
}

/* Of a trace on disk all definitions precede the first timed record. */
static int see_timed(struct otfp_check *c, const struct otfp_record *rec)
{
	if (OTFP_UNLIKELY(rec->time == UINT64_MAX || rec->loc == UINT32_MAX))
		see_reserved(c, rec);
	if (OTFP_UNLIKELY(!c->has_timed)) {
		c->has_timed = 1;
		if (c->is_on_disk && settle(c) < 0)
			return -1;
	}
	return otfp_check_timed(c, rec);
}

static int see(struct otfp_check *c, const struct otfp_record *rec)
{
	if (OTFP_UNLIKELY(rec->type >= OTFP_NTYPES)) {
		if (rec->type == OTFP_CONTROL)
			return otfp_ranks_add(&c->state.ranks, rec) < 0 ? -1 : see_control(c, rec);
		otfp_check_find_here(c, OTFP_RULE_UNKNOWN_RECORD, rec, "unknown record type");
		return 0;
	}
	if (OTFP_UNLIKELY(rec->type == OTFP_UnknownRecord) && !c->is_on_disk)
		otfp_check_find_here(c, OTFP_RULE_UNKNOWN_RECORD, rec, "OTF has no record like this line");
	return OTFP_LIKELY(otfp_is_timed(otfp_table[rec->type].file)) ? see_timed(c, rec) : see_definition(c, rec);
}

int otfp_check_add(struct otfp_check *c, const struct otfp_record *const *recs, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (OTFP_UNLIKELY(see(c, recs[i]) < 0))
			return -1;
	return 0;
}

/* ---- the end ---- */

static int end_of_definitions(struct otfp_check *c)
{
	const struct otfp_finding nowhere = {.has_origin = 1, .origin = {.file = OTFP_FILE_DEF}};

	if (!c->has_resolution)
		otfp_check_find(c, OTFP_RULE_RESOLUTION, &nowhere, "there is no timer resolution");
	return settle(c);
}

int otfp_check_end(struct otfp_check *c, int is_whole)
{
	int rc = is_whole ? end_of_definitions(c) : 0;

	if (is_whole)
		otfp_check_outliers(c);
	if (rc == 0 && is_whole)
		rc = otfp_check_open(c);
	if (rc == 0 && is_whole)
		rc = otfp_check_messages_end(c);
	otfp_check_report_more(c);
	return c->failed ? -1 : rc;
}
