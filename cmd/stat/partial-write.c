#include "base/esc.h"
#include "cmd/stat/partial.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Counts the lines written so far. */
struct writer {
	const struct otfp_profile *p;
	FILE *out;
	uint64_t lines;
};

static void end_line(struct writer *w)
{
	putc('\n', w->out);
	w->lines++;
}

static void write_head(struct writer *w)
{
	const struct otfp_profile *p = w->p;

	fputs("@OTFSTAT\t1", w->out);
	end_line(w);
	fprintf(w->out, "trace\t%" PRIu64 "\t%d\t%" PRIu64 "\t%" PRIu64, p->resolution, p->has_span, p->first, p->last);
	end_line(w);
	fprintf(w->out, "options\t%u\t%u\t%d\t%" PRIu64 "\t%d\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64, p->o.by,
	        p->o.tables, p->o.has_from, p->o.from, p->o.has_to, p->o.to, p->o.every, p->base);
	end_line(w);
}

static void write_shares(struct writer *w, const struct otfp_shares *shares)
{
	const struct otfp_share *s = &shares->first;

	for (unsigned i = 0; i < s->parts; i++) {
		if (!shares->names[i])
			continue;
		fprintf(w->out, "part\t%u\t%u\t%s\t%s", i + 1, s->parts, s->id, s->digest);
		end_line(w);
	}
}

static void write_processes(struct writer *w)
{
	const struct otfp_map *m = &w->p->processes;

	for (struct otfp_map_at at = {0}; otfp_map_next(m, &at);) {
		const uint64_t *stream = otfp_map_get(&w->p->names.streams, at.key);
		fprintf(w->out, "process\t%" PRIu64, at.key);
		if (stream)
			fprintf(w->out, "\t%" PRIu64, *stream);
		else
			fputs("\t-", w->out);
		end_line(w);
	}
}

static int write_definition(struct writer *w, const struct otfp_definition *d)
{
	char *text = malloc(4 * d->name.n + 1);

	if (!text)
		return -1;
	fprintf(w->out, "define\t%" PRIu32 "\t%" PRIu32 "\t%" PRIu32 "\t%" PRIu32 "\t", d->space, d->stream, d->token,
	        d->detail);
	if (d->name.p)
		fwrite(text, 1, (size_t)(otfp_esc_put(text, d->name.p, d->name.n) - text), w->out);
	else
		fputs("\\N", w->out);
	end_line(w);
	free(text);
	return 0;
}

static int write_names(struct writer *w)
{
	int rc = 0;

	for (size_t i = 0; i < w->p->names.n && rc == 0; i++)
		rc = write_definition(w, &w->p->names.definitions[i]);
	for (size_t i = 0; i < w->p->paths.n && rc == 0; i++) {
		const struct otfp_path *path = &w->p->paths.paths[i];
		fprintf(w->out, "path\t%" PRIu32 "\t%" PRIu64, path->parent, path->function);
		end_line(w);
	}
	return rc;
}

/* ---- rows ---- */

static void write_buckets(struct writer *w, const struct otfp_dist *d)
{
	const char *comma = "";

	for (unsigned b = otfp_dist_next(d, 0); b < OTFP_NBUCKETS; b = otfp_dist_next(d, b + 1)) {
		fprintf(w->out, "%s%u:%" PRIu64, comma, b, otfp_dist_in(d, b));
		comma = ",";
	}
}

static uint64_t bits_of(double real)
{
	uint64_t bits;

	memcpy(&bits, &real, sizeof bits);
	return bits;
}

/* A sum is an integer or a real; both are written. */
static void put_number(struct writer *w, struct otfp_number n)
{
	fprintf(w->out, "\t%d:", n.real);
	otfp_signed_wide_print(n.real ? 0 : n.i, w->out);
	fprintf(w->out, ":%" PRIu64, n.real ? bits_of(n.d) : 0);
}

static void write_counted(struct writer *w, const struct otfp_counted *c)
{
	fprintf(w->out, "counted\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64, c->n, c->first,
	        c->last, c->min, c->max);
	put_number(w, c->sum);
	put_number(w, c->increase);
	fprintf(w->out, "\t%" PRIu64 "\t%d:%" PRIu64 "\t%" PRIu64 "\t%" PRIu64, c->time, c->has_highest,
	        bits_of(c->highest), bits_of(c->weighted), bits_of(c->weight));
	end_line(w);
}

static void write_row(struct writer *w, const struct otfp_row *row)
{
	fprintf(w->out, "row\t%" PRIu32 "\t%" PRIu64 "\t", row->key.table, row->key.window);
	for (unsigned i = 0; i < OTFP_MAX_PARTS; i++)
		fprintf(w->out, "%s%" PRIu64, i ? "," : "", row->key.part[i]);
	putc('\t', w->out);
	for (unsigned i = 0; i < OTFP_MAX_SUMS; i++) {
		if (i)
			putc(',', w->out);
		otfp_wide_print(row->sum[i], w->out);
	}
	fprintf(w->out, "\t%" PRIu64 "\t", row->dist.n);
	otfp_wide_print(row->dist.total, w->out);
	fprintf(w->out, "\t%" PRIu64 "\t%" PRIu64 "\t", row->dist.min, row->dist.max);
	write_buckets(w, &row->dist);
	end_line(w);
	if (row->counted)
		write_counted(w, row->counted);
}

static void write_halves(struct writer *w)
{
	const struct otfp_halves *h = &w->p->halves;

	for (size_t i = 0; i < h->cap; i++) {
		const struct otfp_half_queue *q = &h->queues[i];
		const char *before = "\t";
		if (!q->first)
			continue;
		fprintf(w->out, "%s\t%" PRIu32 "\t%" PRIu32 "\t%" PRIu32 "\t%" PRIu32,
		        q->kind == OTFP_HALF_SENT ? "sent" : "received", q->key[0], q->key[1], q->key[2], q->key[3]);
		for (uint32_t at = q->first; at; at = h->halves[at - 1].next) {
			fprintf(w->out, "%s%" PRIu64 ":%" PRIu32, before, h->halves[at - 1].time,
			        h->halves[at - 1].length);
			before = ",";
		}
		end_line(w);
	}
}

static void write_odd(struct writer *w)
{
	fputs("odd", w->out);
	for (unsigned i = 0; i < OTFP_NPODDITIES; i++)
		fprintf(w->out, "\t%" PRIu64, w->p->odd[i]);
	end_line(w);
}

static void write_loads(struct writer *w)
{
	for (size_t i = 0; i < w->p->loads.n; i++) {
		const struct otfp_load *l = &w->p->loads.p[i];
		fprintf(w->out, "load\t%" PRIu32 "\t%d\t%" PRIu64 "\t%" PRIu64, l->process, l->is_root, l->life,
		        l->comm);
		end_line(w);
	}
	fprintf(w->out, "events\t%" PRIu64, w->p->events);
	end_line(w);
}

static void write_folded(struct writer *w)
{
	if (!(w->p->o.by >> OTFP_KEY_PATH & 1))
		return;
	fprintf(w->out, "folded\t%" PRIu32 "\t%" PRIu64, w->p->o.depth, w->p->folded);
	end_line(w);
}

int otfp_partial_write(const struct otfp_profile *p, const struct otfp_shares *shares, FILE *out)
{
	struct writer w = {p, out, 0};
	int rc;

	write_head(&w);
	write_shares(&w, shares);
	write_processes(&w);
	rc = write_names(&w);
	for (size_t i = 0; i < p->rows.n && rc == 0; i++)
		write_row(&w, p->rows.rows[i]);
	write_halves(&w);
	write_loads(&w);
	write_folded(&w);
	write_odd(&w);
	if (rc == 0)
		fprintf(out, "@END\t%" PRIu64 "\n", w.lines);
	return rc;
}
