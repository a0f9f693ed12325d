/*
 * rows.c - the tables of a source in memory: otfpipe-tables.h.
 *
 * Waits, matched messages and instances are those of the whole: all records up to the end of the interval are passed to
 * the model, which is told whose rows are wanted.
 */
#include "base/error.h"
#include "base/options.h"
#include "base/ticks.h"
#include "record/control.h"
#include "record/share.h"
#include "record/table.h"
#include "tables/collect.h"
#include "trace/source.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { READS = 1 << 17 }; /* records of a call: some tens of milliseconds */

struct otfp_rows {
	struct otfp_source *src; /* until the end */
	struct otfp_tables *model;
	struct otfp_collect collect;
	uint64_t to;
	int has_to;
	int selects;
	uint32_t *processes; /* NULL: all */
	size_t nprocesses;
	int over; /* OTFP_END or the error of the last read; then it stays */
	struct note {
		const char *text;
		uint64_t n;
	} notes[OTFP_TABLES_NCOUNTS + 1];
	unsigned nnotes;
};

/* ---- names ---- */

/* What otf-to-parquet makes, and nobody else. */
static int is_elsewhere(unsigned place)
{
	return place == OTFP_TABLE_CAUSES;
}

size_t otfp_rows_name(unsigned i, char *text, size_t room)
{
	char name[OTFP_TABLE_NAME];

	for (unsigned place = 1; text && room && place < OTFP_NTABLES; place++)
		if (otfp_table_name(name, place, OTFP_FOR_PARQUET) && !is_elsewhere(place) && i-- == 0)
			return (size_t)snprintf(text, room, "%s", name) < room ? strlen(text) : room - 1;
	return 0;
}

/* 0: there is none of that name. */
static unsigned place_of(const char *table)
{
	char name[OTFP_TABLE_NAME];

	for (unsigned place = 1; place < OTFP_NTABLES; place++)
		if (otfp_table_name(name, place, OTFP_FOR_PARQUET) && strcmp(name, table) == 0)
			return place;
	return 0;
}

static int check_tables(const struct otfp_rows_options *o, struct otfp_error *err)
{
	for (unsigned i = 0; i < o->ntables; i++) {
		const char *name = o->tables[i] ? o->tables[i] : "";
		const unsigned place = place_of(name);
		if (!place)
			return otfp_fail(err, OTFP_EUSAGE, "no table has the name '%.*s'",
			                 otfp_shown_bytes(strlen(name)), name);
		if (is_elsewhere(place))
			return otfp_fail(err, OTFP_EUSAGE, "table %s is made by otf-to-parquet only", name);
		for (unsigned k = 0; k < i; k++)
			if (strcmp(o->tables[k], name) == 0)
				return otfp_fail(err, OTFP_EUSAGE, "table %s is named twice", name);
	}
	return 0;
}

/* ---- the selection ---- */

static int by_number(const void *key, const void *element)
{
	const uint32_t a = *(const uint32_t *)key, b = *(const uint32_t *)element;

	return (a > b) - (a < b);
}

static int has_process(void *ctx, uint32_t process)
{
	const struct otfp_rows *r = ctx;

	return !r->processes || (r->nprocesses && bsearch(&process, r->processes, r->nprocesses, sizeof *r->processes,
	                                                  by_number) != NULL);
}

static int shows(void *ctx, unsigned type, uint32_t process)
{
	(void)type;
	return has_process(ctx, process);
}

static int copy_processes(struct otfp_rows *r, const struct otfp_rows_options *o)
{
	if (!o->processes)
		return 0;
	r->processes = malloc((o->nprocesses ? o->nprocesses : 1) * sizeof *r->processes);
	if (!r->processes)
		return -1;
	memcpy(r->processes, o->processes, o->nprocesses * sizeof *r->processes);
	r->nprocesses = o->nprocesses;
	qsort(r->processes, r->nprocesses, sizeof *r->processes, by_number);
	return 0;
}

/* The part of the stream whose time counts: of a slice no more than its window. */
static int bind(struct otfp_bounds *b, const struct otfp_rows_options *o, const struct otfp_header *h,
                struct otfp_error *err)
{
	struct otfp_interval i = {.has_from = o->from != 0, .has_to = o->has_to};

	i.from.ticks = o->from;
	i.to.ticks = o->to;
	return otfp_bounds_bind(i.has_from || i.has_to ? &i : NULL, h, b, err);
}

/* These have rows, or columns, that only all processes together have. */
static int needs_all(const struct otfp_rows_options *o)
{
	static const uint8_t places[OTFP_TABLE_RECORDS] = {
		[OTFP_TABLE_MESSAGES] = 1, [OTFP_TABLE_COLLECTIVES] = 1, [OTFP_TABLE_WAITS] = 1,
		[OTFP_TABLE_LIVES] = 1,    [OTFP_TABLE_KEY_VALUES] = 1, /* of messages, too */
	};

	for (unsigned i = 0; i < o->ntables; i++) {
		const unsigned place = place_of(o->tables[i]);
		if (place < OTFP_TABLE_RECORDS && places[place])
			return 1;
	}
	return 0;
}

/* With a selection, nanoseconds are still since the first event of the whole. Of a window, which is all that is there,
 * they are since its begin. */
static struct otfp_tables_options options_of(struct otfp_rows *r, const struct otfp_rows_options *o,
                                             const struct otfp_bounds *bounds, const struct otfp_header *h)
{
	struct otfp_tables_options to = {.waits = {.clocks = 1, .each = 1, .states = 1}};

	to.from = bounds->from;
	otfp_wait_bound(&to.waits, bounds);
	to.waits.is_cut |= to.waits.has_to && h->has_span && h->last >= to.waits.to; /* no later record is read */
	to.shows = r->processes ? shows : NULL;
	to.shows_ctx = r;
	to.waits.is_reported = r->processes ? has_process : NULL;
	to.waits.is_reported_ctx = r;
	to.has_first = (h->has_span || h->has_start) && (r->selects || !h->has_window);
	to.first = h->has_span ? h->first : h->start;
	to.is_share = !needs_all(o);
	return to;
}

/* ---- open ---- */

/* @param err  that of the source */
static int begin(struct otfp_rows *r, const struct otfp_rows_options *o, struct otfp_error *err)
{
	const struct otfp_header *h = otfp_source_header(r->src);
	struct otfp_tables_options options;
	struct otfp_bounds bounds;
	struct otfp_table_sink sink;

	r->to = o->to;
	r->has_to = o->has_to;
	r->selects = o->from || o->has_to || o->processes;
	if (copy_processes(r, o) < 0)
		return otfp_fail_memory(err);
	if (bind(&bounds, o, h, err) < 0 || otfp_collect_begin(&r->collect, o, &sink, err) < 0)
		return err->code;
	options = options_of(r, o, &bounds, h);
	r->model = otfp_tables_new(&options, h, &sink, err);
	r->collect.o = NULL;
	if (!r->model)
		return err->code;
	if (o->has_to)
		otfp_source_window(r->src, 0, o->to, 1);
	return 0;
}

static int is_complete(const struct otfp_source *src, const struct otfp_rows_options *o)
{
	for (unsigned i = 0; o->columns && i < o->ncolumns; i++)
		if (!o->columns[i])
			return 0;
	return src && !src->started && (o->tables || !o->ntables) && (o->columns || !o->ncolumns) &&
	       (o->processes || !o->nprocesses);
}

int otfp_rows_open(struct otfp_rows **rows, struct otfp_source *src, const struct otfp_rows_options *o,
                   struct otfp_error *err)
{
	struct otfp_rows_options options = {.size = sizeof options};
	struct otfp_rows *r;
	int code;

	if (!rows)
		return otfp_fail(err, OTFP_EUSAGE, "there is no place for the tables");
	*rows = NULL;
	code = otfp_options_copy(&options, sizeof options, o, "otfp_rows_options", err);
	if (code < 0)
		return code;
	if (!is_complete(src, &options))
		return otfp_fail(err, OTFP_EUSAGE,
		                 "tables need a source of which nothing was read, and lists that are there");
	code = check_tables(&options, err);
	r = code == 0 ? calloc(1, sizeof *r) : NULL;
	if (!r)
		return code < 0 ? code : otfp_fail_memory(err);
	r->src = src;
	code = begin(r, &options, src->err);
	if (code < 0) {
		if (err)
			*err = *src->err;
		otfp_rows_close(r);
		return code;
	}
	*rows = r;
	return 0;
}

/* ---- read ---- */

/* A share has not what the other processes did. */
static int refuse_share(const struct otfp_rows *r, const struct otfp_record *rec)
{
	struct otfp_share s;

	if (otfp_control_kind(rec) != OTFP_C_PART || otfp_share_get(&s, &rec->line) < 0 || s.parts < 2)
		return 0;
	return otfp_fail(r->src->err, OTFP_EUSAGE,
	                 "share %u of %u: tables need the whole trace; join the shares with otf-write --join", s.part,
	                 s.parts);
}

static int is_late(const struct otfp_rows *r, const struct otfp_record *rec)
{
	return r->has_to && rec->type < OTFP_NTYPES && otfp_is_timed(rec->file) && rec->time >= r->to;
}

static int add(struct otfp_rows *r, const struct otfp_record *const *recs, size_t n)
{
	int code = recs[0]->type == OTFP_CONTROL ? refuse_share(r, recs[0]) : 0;

	for (size_t i = 0; i < n && code == 0; i++)
		if (!is_late(r, recs[i]))
			code = otfp_tables_add(r->model, recs[i]);
	return code;
}

/* ---- the end ---- */

static void note(struct otfp_rows *r, const char *text, uint64_t n)
{
	r->notes[r->nnotes++] = (struct note){text, n};
}

/* Before the end of the tables. */
static int has_table(const struct otfp_rows *r, unsigned place)
{
	for (unsigned i = 0; i < r->collect.ntables; i++)
		if (r->collect.tables[i].model->place == place)
			return 1;
	return 0;
}

/* What is open at the edges of a selection is not odd. */
static void take_notes(struct otfp_rows *r)
{
	static const struct {
		uint16_t places[2];
		uint8_t is_edge;
	} counts[OTFP_TABLES_NCOUNTS] = {
		[OTFP_TABLES_LEAVES] = {{OTFP_TABLE_CALLS}, 0},
		[OTFP_TABLES_OTHER_LEAVES] = {{OTFP_TABLE_CALLS}, 0},
		[OTFP_TABLES_OPEN] = {{OTFP_TABLE_CALLS}, 1},
		[OTFP_TABLES_SENDS] = {{OTFP_TABLE_MESSAGES}, 1},
		[OTFP_TABLES_RECEIVES] = {{OTFP_TABLE_MESSAGES}, 1},
		[OTFP_TABLES_NO_BEGIN] = {{OTFP_TABLE_COLLECTIVES, OTFP_TABLE_FILE_OPERATIONS}, 0},
		[OTFP_TABLES_NO_END] = {{OTFP_TABLE_COLLECTIVES, OTFP_TABLE_FILE_OPERATIONS}, 1},
	};
	const struct otfp_tables_facts facts = otfp_tables_facts(r->model);

	if (!facts.resolution && facts.has_first && otfp_collect_has_times(&r->collect))
		note(r, "ticks per second are unknown: nanoseconds count a tick as a microsecond", 0);
	for (unsigned i = 0; i < OTFP_TABLES_NCOUNTS; i++) {
		const uint16_t *places = counts[i].places;
		const uint64_t n = otfp_tables_count(r->model, i);
		if (n && !(r->selects && counts[i].is_edge) && (has_table(r, places[0]) || has_table(r, places[1])))
			note(r, otfp_tables_count_name(i), n);
	}
}

static int end(struct otfp_rows *r)
{
	int code = otfp_tables_end(r->model);

	if (code < 0)
		return code;
	take_notes(r);
	code = otfp_collect_end(&r->collect, r->model);
	otfp_tables_free(r->model);
	r->model = NULL;
	return code < 0 ? code : OTFP_END;
}

int otfp_rows_read(struct otfp_rows *r)
{
	const struct otfp_record *const *recs;
	size_t n, left = READS;
	int code = 0;

	if (!r)
		return OTFP_EUSAGE;
	if (r->over)
		return r->over;
	while (code == 0 && left) {
		code = otfp_source_batch(r->src, &recs, &n);
		if (code)
			break;
		code = add(r, recs, n);
		left -= n < left ? n : left;
	}
	if (code == OTFP_END)
		code = end(r);
	if (code < 0)
		r->src->over = code; /* so that otfp_source_error has it */
	r->over = code;
	return code;
}

const struct otfp_rows_table *otfp_rows_table(const struct otfp_rows *r, unsigned i)
{
	return r && i < r->collect.ntables ? &r->collect.tables[i].table : NULL;
}

const char *otfp_rows_note(const struct otfp_rows *r, unsigned i, uint64_t *n)
{
	const int has = r && i < r->nnotes;

	if (n)
		*n = has ? r->notes[i].n : 0;
	return has ? r->notes[i].text : NULL;
}

void otfp_rows_close(struct otfp_rows *r)
{
	if (!r)
		return;
	otfp_tables_free(r->model);
	otfp_collect_release(&r->collect);
	free(r->processes);
	free(r);
}
