/* put.c - VTF3 records out: those before the first event are kept, since they have an order of their own. See
 * records.h. */
#include "base/error.h"
#include "base/grow.h"
#include "base/order.h"
#include "record/keep.h"
#include "vtf3/plain.h"
#include "vtf3/write/records.h"
#include <stdlib.h>

typedef struct otfp_vtf3_writing writing;

/* ---- parts of records ---- */

struct otfp_str otfp_vtf3_write_text(struct otfp_vtf3_writing *w, struct otfp_str s)
{
	struct otfp_str none = {NULL, 0};
	size_t at = w->text.n;

	if (otfp_buf_add(&w->text, s.p ? s.p : "", s.n) < 0 || otfp_buf_add(&w->text, "", 1) < 0) {
		otfp_fail_memory(w->err);
		return none;
	}
	return (struct otfp_str){w->text.p + at, s.n};
}

const struct otfp_tag *otfp_vtf3_write_tag(const struct otfp_vtf3_writing *w, const struct otfp_record *rec,
                                           enum otfp_vtf3_key key)
{
	for (uint32_t i = 0; i < rec->ntags; i++)
		if (w->key_of[key] && rec->tags[i].key == w->key[key])
			return &rec->tags[i];
	return NULL;
}

/* ---- records ---- */

int otfp_vtf3_write_keep(struct otfp_vtf3_writing *w, const struct otfp_vtf3_record *native,
                         const struct otfp_record *rec, int is_again)
{
	struct otfp_vtf3_kept *k;
	struct otfp_record *copy = rec ? otfp_arena_copy(&w->arena, rec, sizeof *rec) : NULL;
	size_t at = w->kept.n;
	ssize_t n = native ? otfp_vtf3_compose(w->plain, native, &w->kept) : 0;

	if (n == OTFP_EUSAGE)
		n = 0;
	if (n < 0 || (rec && (!copy || otfp_record_keep(copy, &w->arena) < 0)) ||
	    (w->ndefs == w->defs_cap && otfp_grow(&w->defs, w->ndefs, &w->defs_cap, sizeof *w->defs) < 0))
		return otfp_fail_memory(w->err);
	k = &w->defs[w->ndefs];
	*k = (struct otfp_vtf3_kept){.type = native && n ? native->type : OTFP_VTF3_Comment,
	                             .number = w->ndefs++,
	                             .at = at,
	                             .n = (size_t)n,
	                             .rec = copy};
	if (n && is_again) {
		k->is_again = 1;
		k->n = 0;
		w->kept.n = at;
	}
	return 0;
}

int otfp_vtf3_write_put(struct otfp_vtf3_writing *w, const struct otfp_vtf3_record *native,
                        const struct otfp_record *rec)
{
	if (OTFP_LIKELY(w->has_events))
		return otfp_vtf3_write_write(w, native, &rec, 1);
	/* local definitions come after the global ones, as carriers */
	return otfp_vtf3_write_keep(w, w->carries && rec->loc ? NULL : native, rec, 0);
}

int otfp_vtf3_write_put_again(struct otfp_vtf3_writing *w, const struct otfp_vtf3_record *native,
                              const struct otfp_record *rec)
{
	if (w->has_events)
		return otfp_vtf3_write_write(w, native, &rec, 1);
	return otfp_vtf3_write_keep(w, w->carries && rec->loc ? NULL : native, rec, 1);
}

/* ---- declarations of all cpus ---- */

/* Sort the cpus, each once. @return their number; those with bit 31, which are cpu groups, come last */
static size_t sort_cpus(writing *w)
{
	uint32_t *cpus = (uint32_t *)(void *)w->cpus.p;
	size_t n = w->cpus.n / sizeof *cpus, kept = 0;

	if (n)
		qsort(cpus, n, sizeof *cpus, otfp_by_u32);
	for (size_t i = 0; i < n; i++)
		if (kept == 0 || cpus[i] != cpus[kept - 1])
			cpus[kept++] = cpus[i];
	w->cpus.n = kept * sizeof *cpus;
	return kept;
}

/* Vampir needs the number of processes. Traces that were VTF3 have it in a carried record. */
static int put_counts(writing *w)
{
	struct otfp_vtf3_record rec;
	int32_t n = (int32_t)sort_cpus(w);

	while (n && ((uint32_t *)(void *)w->cpus.p)[n - 1] & OTFP_VTF3_CPUGRP_MASK)
		n--;
	otfp_vtf3_record_init(&rec, OTFP_VTF3_Defsyscpunums);
	rec.v[0].i = 1;
	rec.v[1].is = &n;
	return w->is_vtf3 || n <= 0 ? 0 : otfp_vtf3_write_keep(w, &rec, NULL, 0);
}

/* A Defsamp belongs to a cpu group, which contains the cpus of its samples. OTF does not say which these are: name all.
 */
static int put_all_cpus(writing *w)
{
	struct otfp_vtf3_record rec;

	if (!w->wants_all_cpus || w->has_all_cpus)
		return 0;
	w->has_all_cpus = 1;
	otfp_vtf3_record_init(&rec, OTFP_VTF3_Defcpugrp);
	rec.v[0].u = OTFP_VTF3_ALL_CPUS;
	rec.v[1].i = (int32_t)sort_cpus(w);
	rec.v[2].us = (const uint32_t *)(void *)w->cpus.p;
	rec.v[3].s = (struct otfp_str){OTFP_VTF3_ALL_CPUS_NAME, sizeof OTFP_VTF3_ALL_CPUS_NAME - 1};
	return w->has_events ? otfp_vtf3_write_aside(w, &rec) : otfp_vtf3_write_keep(w, &rec, NULL, 0);
}

int otfp_vtf3_write_put_cpus(struct otfp_vtf3_writing *w)
{
	const int code = put_counts(w);

	return code < 0 ? code : put_all_cpus(w);
}

int otfp_vtf3_write_want_all_cpus(struct otfp_vtf3_writing *w)
{
	w->wants_all_cpus = 1;
	return w->has_events ? put_all_cpus(w) : 0;
}
