#include "parquet/group.h"
#include "io/pool.h"
#include <stddef.h>
#include <stdlib.h>

enum { ROWS = OTFP_PARQUET_PAGE_ROWS };

/* A family: the columns whose stores have that number. */
struct family {
	struct otfp_task task; /* the first member */
	const struct otfp_parquet_group *group;
	struct otfp_parquet_source *sources; /* of all stores */
	const unsigned *families;            /* by store */
	unsigned number;
	int rc;
};

static int has_chunk(const struct family *f, unsigned column)
{
	return f->families[f->group->columns[column].of] == f->number;
}

static int is_meant(const struct otfp_parquet_group *g, unsigned store)
{
	for (unsigned i = 0; i < g->ncolumns; i++)
		if (g->columns[i].of == store && g->columns[i].from == OTFP_PARQUET_MEANT)
			return 1;
	return 0;
}

static int begin_sources(const struct family *f)
{
	const struct otfp_parquet_group *g = f->group;

	for (unsigned i = 0; i < g->ncolumns; i++)
		if (has_chunk(f, i))
			otfp_chunk_ask(&g->chunks[i]);
	for (unsigned i = 0; i < g->nstores; i++)
		if (f->families[i] == f->number && otfp_source_begin(&f->sources[i], g->rows, is_meant(g, i)) < 0)
			return -1;
	return 0;
}

static int begin_chunks(const struct family *f, struct otfp_chunk_encoder *e)
{
	const struct otfp_parquet_group *g = f->group;
	const struct otfp_parquet_chunk *first = NULL;

	for (unsigned i = 0; i < g->ncolumns; i++) {
		if (!has_chunk(f, i))
			continue;
		if (otfp_chunk_begin(&g->chunks[i], e, first, g->rows) < 0)
			return -1;
		if (!first && g->columns[i].from == OTFP_PARQUET_STORED)
			first = &g->chunks[i];
	}
	return 0;
}

static int put_page(const struct family *f, struct otfp_chunk_encoder *e, size_t from)
{
	const struct otfp_parquet_group *g = f->group;
	const size_t n = g->rows - from < ROWS ? g->rows - from : ROWS;
	int rc = 0;

	for (unsigned i = 0; i < g->nstores; i++)
		if (f->families[i] == f->number)
			otfp_source_fetch(&f->sources[i], g->order + from, n);
	for (unsigned i = 0; i < g->ncolumns && rc == 0; i++)
		if (has_chunk(f, i))
			rc = otfp_chunk_page(&g->chunks[i], e, g->order + from, from);
	return rc;
}

static void end_family(const struct family *f)
{
	const struct otfp_parquet_group *g = f->group;

	for (unsigned i = 0; i < g->ncolumns; i++)
		if (has_chunk(f, i))
			otfp_chunk_end(&g->chunks[i]);
	for (unsigned i = 0; i < g->nstores; i++)
		if (f->families[i] == f->number)
			otfp_source_release(&f->sources[i]);
}

static void run_family(struct otfp_task *task)
{
	struct family *f = (struct family *)task;
	struct otfp_chunk_encoder *e = malloc(sizeof *e);

	f->rc = -1;
	if (!e)
		return;
	memset(e, 0, offsetof(struct otfp_chunk_encoder, both));
	e->maker = f->group->maker;
	e->pages.level = f->group->level;
	f->rc = begin_sources(f) < 0 || begin_chunks(f, e) < 0 ? -1 : 0;
	for (size_t from = 0; f->rc == 0 && from < f->group->rows; from += ROWS)
		f->rc = put_page(f, e, from);
	end_family(f);
	otfp_buf_release(&e->bytes);
	otfp_pages_release(&e->pages);
	free(e);
}

/* ---- all families ---- */

/* Number the families, each like one of its stores. */
static void number_families(const struct otfp_parquet_group *g, unsigned *families)
{
	for (unsigned i = 0; i < g->nstores; i++)
		families[i] = i;
	for (unsigned i = 0; i < g->ncolumns; i++) {
		const unsigned a = families[g->columns[i].of], b = families[g->columns[i].with];
		for (unsigned k = 0; g->columns[i].from == OTFP_PARQUET_MADE && k < g->nstores; k++)
			if (families[k] == b)
				families[k] = a;
	}
}

static void set_up(const struct otfp_parquet_group *g, struct otfp_parquet_source *sources)
{
	for (unsigned i = 0; i < g->nstores; i++)
		sources[i].store = &g->stores[i];
	for (unsigned i = 0; i < g->ncolumns; i++) {
		const struct otfp_parquet_column *c = &g->columns[i];
		g->chunks[i] = (struct otfp_parquet_chunk){
			.domain = {c, NULL},
			.number = i,
			.of = &sources[c->of],
			.with = &sources[c->from == OTFP_PARQUET_MADE ? c->with : c->of],
		};
	}
}

static int run_all(const struct otfp_parquet_group *g, struct family *all)
{
	int rc = 0;

	for (unsigned i = 0; i < g->nstores; i++)
		if (all[i].families[i] != i)
			continue;
		else if (g->pool)
			otfp_pool_submit(g->pool, &all[i].task);
		else
			run_family(&all[i].task);
	for (unsigned i = 0; i < g->nstores; i++) {
		if (g->pool)
			otfp_pool_wait(g->pool, &all[i].task);
		rc = all[i].rc < 0 ? -1 : rc;
	}
	return rc;
}

int otfp_group_encode(const struct otfp_parquet_group *g)
{
	struct otfp_parquet_source *sources = calloc(g->nstores, sizeof *sources);
	unsigned *families = calloc(g->nstores, sizeof *families);
	struct family *all = calloc(g->nstores, sizeof *all);
	int rc = -1;

	if (sources && families && all) {
		number_families(g, families);
		set_up(g, sources);
		for (unsigned i = 0; i < g->nstores; i++)
			all[i] = (struct family){{.run = run_family}, g, sources, families, i, 0};
		rc = run_all(g, all);
	}
	free(sources);
	free(families);
	free(all);
	return rc;
}
