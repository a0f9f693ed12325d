/* out.c - write lines. */
#include "base/esc.h"
#include "base/num.h"
#include "cmd/option/share.h"
#include "cmd/text/signals.h"
#include "cmd/stat/partial/line.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 64 << 10, MOST = 64 /* bytes of a number and what is around it */ };

static void fail(struct partial_out *out, int code)
{
	if (out->code == 0)
		out->code = code;
}

static void flush(struct partial_out *out)
{
	if (out->code == 0)
		fail(out, otfp_zout_put(&out->z, out->buf, (size_t)(out->p - out->buf)));
	out->p = out->buf;
}

/* Have room for MOST bytes. */
static char *room(struct partial_out *out)
{
	if (out->p > out->buf + ROOM - MOST)
		flush(out);
	return out->p;
}

/* ---- parts of a line; each begins with a separator, 0 = none ---- */

static void put_text(struct partial_out *out, const char *s)
{
	for (; *s; s++) {
		*room(out) = *s;
		out->p++;
	}
}

static void put_char(struct partial_out *out, char c)
{
	*room(out) = c;
	out->p += c != 0;
}

static void put(struct partial_out *out, char before, uint64_t v)
{
	put_char(out, before);
	out->p = otfp_put_dec(room(out), v);
}

static void put_wide(struct partial_out *out, char before, otfp_wide v)
{
	put_char(out, before);
	out->p = otfp_wide_put(room(out), v);
}

static void put_real(struct partial_out *out, char before, double real)
{
	uint64_t bits;

	memcpy(&bits, &real, sizeof bits);
	put(out, before, bits);
}

/* A sum is an integer or a real; the other one is written as 0. */
static void put_number(struct partial_out *out, struct otfp_number n)
{
	put(out, '\t', (uint64_t)n.real);
	put_char(out, ':');
	out->p = otfp_signed_wide_put(room(out), n.real ? 0 : n.v.i);
	put_real(out, ':', n.real ? n.v.d : 0);
}

static void put_name(struct partial_out *out, const struct otfp_str *name)
{
	enum { AT_ONCE = MOST / 4 - 2 };

	put_char(out, '\t');
	if (!name->p)
		put_text(out, "\\N");
	for (size_t i = 0; name->p && i < name->n; i += AT_ONCE) {
		const size_t n = name->n - i < AT_ONCE ? name->n - i : AT_ONCE;
		out->p = otfp_esc_put(room(out), name->p + i, n);
	}
}

static void end_line(struct partial_out *out)
{
	put_char(out, '\n');
	out->lines++;
}

/* ---- the head ---- */

static void put_options(struct partial_out *out, const struct partial_head *h)
{
	const struct otfp_profile_options *o = &h->o;

	put_text(out, "options");
	put(out, '\t', o->by);
	put(out, '\t', o->tables);
	put(out, '\t', (uint64_t)o->has_from);
	put(out, '\t', o->from);
	put(out, '\t', (uint64_t)o->has_to);
	put(out, '\t', o->to);
	put(out, '\t', o->every);
	if (h->has_base)
		put(out, '\t', h->base);
	else
		put_text(out, "\t-");
	put(out, '\t', o->depth);
	end_line(out);
}

static void put_parts(struct partial_out *out, const struct otfp_shares *shares)
{
	const struct otfp_share *s = &shares->first;

	for (unsigned i = 0; i < s->parts; i++) {
		if (!shares->names[i])
			continue;
		put_text(out, "part");
		put(out, '\t', i + 1);
		put(out, '\t', s->parts);
		put_char(out, '\t');
		put_text(out, s->id);
		put_char(out, '\t');
		put_text(out, s->digest);
		end_line(out);
	}
}

static void put_head(struct partial_out *out, const struct partial_head *h)
{
	put_text(out, "@OTFSTAT\t2");
	end_line(out);
	put_text(out, "trace");
	put(out, '\t', h->header.resolution);
	put(out, '\t', h->header.has_span || h->ends ? (uint64_t)h->ends + 1 : 0);
	put(out, '\t', h->header.first);
	put(out, '\t', h->header.last);
	end_line(out);
	put_options(out, h);
	put_text(out, "sums");
	put(out, '\t', h->events);
	put(out, '\t', h->folded);
	end_line(out);
	put_text(out, "odd");
	for (unsigned i = 0; i < OTFP_NPODDITIES; i++)
		put(out, '\t', h->odd[i]);
	end_line(out);
}

int partial_out_open(struct partial_out *out, int fd, const char *name, const struct partial_head *head,
                     const struct otfp_shares *shares, const struct otfp_profile *kinds, struct otfp_error *err)
{
	const int level = partial_level();
	const struct otfp_zout_form form = {level ? OTFP_ZSTD : OTFP_PLAIN, level, NULL};

	*out = (struct partial_out){.err = err, .kinds = kinds};
	if (otfp_zout_open(&out->z, fd, name, form, err) < 0)
		return OTFP_EFAIL;
	out->z.stop = signal_came;
	out->p = out->buf = malloc(ROOM);
	if (!out->buf)
		return otfp_fail_memory(err);
	put_head(out, head);
	if (shares)
		put_parts(out, shares);
	return out->code;
}

int partial_out_end(struct partial_out *out)
{
	put_text(out, "@END");
	put(out, '\t', out->lines);
	put_char(out, '\n');
	flush(out);
	return out->code < 0 ? out->code : otfp_zout_end(&out->z);
}

void partial_out_release(struct partial_out *out)
{
	otfp_zout_release(&out->z);
	free(out->buf);
	out->buf = out->p = NULL;
}

/* ---- lines ---- */

static void put_define(struct partial_out *out, const struct partial_line *line)
{
	const struct otfp_definition *d = &line->definition;

	put_text(out, "define");
	put(out, '\t', d->space);
	put(out, '\t', d->stream);
	put(out, '\t', d->token);
	put(out, '\t', d->detail);
	put_name(out, &d->name);
}

static void put_process(struct partial_out *out, const struct partial_line *line)
{
	const struct partial_process *p = &line->process;

	put_text(out, "process");
	put(out, '\t', line->key[1]);
	if (p->stream == PARTIAL_NO_STREAM)
		put_text(out, "\t-");
	else
		put(out, '\t', p->stream);
	put(out, '\t', (uint64_t)p->counted);
	if (!p->has_load)
		return;
	put(out, '\t', (uint64_t)p->load.is_root);
	put(out, '\t', p->load.life);
	put(out, '\t', p->load.comm);
}

static void put_path(struct partial_out *out, const struct partial_line *line)
{
	put_text(out, "path");
	put(out, '\t', line->depth);
	put(out, '\t', line->function);
}

static void put_halves(struct partial_out *out, const struct partial_line *line)
{
	uint32_t process = (uint32_t)line->key[line->key[5] == OTFP_HALF_SENT ? 1 : 2];
	uint64_t before = 0;
	uint64_t length = 0;

	put_text(out, line->key[5] == OTFP_HALF_SENT ? "sent" : "received");
	for (unsigned i = 1; i < PARTIAL_PAIR; i++)
		put(out, '\t', line->key[i]);
	if (line->key[5] == OTFP_HALF_RECEIVED)
		put(out, '\t', line->stream);
	for (size_t i = 0; i < line->nhalves; i++) {
		const struct otfp_half *half = &line->halves[i];
		put_char(out, i ? ' ' : '\t');
		if (half->time < before)
			put(out, '-', before - half->time);
		else
			put(out, 0, half->time - before);
		if (i == 0 || half->length != length || half->process != process)
			put(out, ':', half->length);
		if (half->process != process)
			put(out, ':', half->process);
		before = half->time;
		length = half->length;
		process = half->process;
	}
}

static void put_dist(struct partial_out *out, const struct otfp_dist *d)
{
	char before = '\t';

	put(out, '\t', d->n);
	put_wide(out, '\t', d->total);
	put(out, '\t', d->min);
	put(out, '\t', d->max);
	for (unsigned b = otfp_dist_next(d, 0); b < OTFP_NBUCKETS; b = otfp_dist_next(d, b + 1)) {
		put(out, before, b);
		put(out, ':', otfp_dist_in(d, b));
		before = ',';
	}
}

static void put_counted(struct partial_out *out, const struct otfp_counted *c)
{
	put(out, '\t', c->n);
	put(out, '\t', c->first);
	put(out, '\t', c->last);
	put(out, '\t', c->min);
	put(out, '\t', c->max);
	put_number(out, otfp_counted_sum(c));
	put_number(out, otfp_counted_increase(c));
	put(out, '\t', c->time);
	put(out, '\t', (uint64_t)c->has_highest);
	put_real(out, ':', c->highest);
	put_real(out, '\t', c->weighted);
	put_real(out, '\t', c->weight);
}

static void put_row(struct partial_out *out, const struct partial_line *line)
{
	const struct otfp_row *row = line->row;
	const uint64_t table = line->key[1];
	const struct otfp_sum *sums = otfp_stat_kinds[table].sums;

	put_text(out, "row");
	put(out, '\t', table);
	put(out, '\t', line->key[2]);
	put_char(out, '\t');
	for (unsigned i = 0; i < out->kinds->nkinds[table]; i++)
		put(out, i ? ',' : 0, line->key[3 + i]);
	if (table == OTFP_STAT_COUNTER) {
		put_counted(out, row->counted);
		return;
	}
	put_char(out, '\t');
	for (unsigned i = 0; sums[i].name; i++)
		put_wide(out, i ? ',' : 0, row->sum[i]);
	if (row->dist.n)
		put_dist(out, &row->dist);
}

int partial_out_put(struct partial_out *out, const struct partial_line *line)
{
	static void (*const puts[])(struct partial_out *, const struct partial_line *) = {
		[PARTIAL_DEFINE] = put_define, [PARTIAL_PROCESS] = put_process, [PARTIAL_PATH] = put_path,
		[PARTIAL_HALF] = put_halves,   [PARTIAL_ROW] = put_row,
	};

	puts[line->key[0]](out, line);
	end_line(out);
	return out->code;
}
