/*
 * matrix.c - the picture of the messages by sender and receiver: a square for each pair, with a stronger color for more
 * bytes.
 *
 * The sides are the processes that send or receive, in the order of their definitions; with more than SIDE of them
 * a square is the sum of several processes. The script shows other values that a square has.
 */
#include "cmd/report/page.h"
#include "cmd/text/safe.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 64, LABEL = 16 /* characters */, LABELS = 32 /* at most */ };
enum { SMALL = 14, LARGE = 24, FEW = 16 }; /* pixels of a square; it is LARGE up to FEW of them in a row */
enum { CHARACTER = 7, GAP = 5 };           /* pixels, about */

struct square {
	double messages, bytes, latency; /* latency: ticks of all messages that arrived, */
	double arrived;                  /* and their number */
	double halves[4];                /* messages and bytes that were sent, the same that were received */
	uint8_t has_parts;               /* of rows: the halves of a message may have come in two of them */
};

struct matrix {
	struct page *p;
	uint64_t *processes; /* refs, in order */
	size_t n, per;       /* number of processes; processes a square */
	unsigned side;       /* squares */
	unsigned cell;       /* pixels of a square */
	unsigned margin;     /* pixels of the labels */
	struct otfp_map at;  /* ref -> its place */
	struct square *squares;
	double most;     /* bytes of a square */
	uint64_t others; /* pairs that are in no square */
};

/* ---- sums ---- */

static int is_other(const struct otfp_row *row)
{
	return row->key.part[0] == OTFP_OTHER_PROCESS;
}

static int note(struct otfp_map *used, const struct otfp_row *row)
{
	if (is_other(row))
		return 0;
	return otfp_map_set(used, row->key.part[0], 0) < 0 || otfp_map_set(used, row->key.part[1], 0) < 0 ? -1 : 0;
}

static int add_process(struct matrix *m, uint64_t ref)
{
	if (otfp_map_get(&m->at, ref))
		return 0;
	m->processes[m->n] = ref;
	return otfp_map_set(&m->at, ref, m->n++);
}

/* Number the processes of `used`: first those that the trace knows, in their order, then those of rows. Without it,
 * number those that the trace knows. */
static int number(struct matrix *m, struct otfp_map *used, const struct otfp_row *const *rows, size_t n)
{
	const struct otfp_info *info = &m->p->info;
	int rc;

	m->processes = calloc((used ? used->n : info->nprocesses) + 1, sizeof *m->processes);
	rc = m->processes ? 0 : -1;
	for (size_t i = 0; i < info->nprocesses && rc == 0; i++)
		if (!used || otfp_map_get(used, info->processes[i].process))
			rc = add_process(m, info->processes[i].process);
	for (size_t i = 0; i < 2 * n && rc == 0; i++)
		rc = is_other(rows[i / 2]) ? 0 : add_process(m, rows[i / 2]->key.part[i % 2]);
	return rc;
}

static int number_used(struct matrix *m, const struct otfp_row *const *rows, size_t n)
{
	struct otfp_map used = {0};
	int rc = 0;

	for (size_t i = 0; i < n && rc == 0; i++)
		rc = note(&used, rows[i]);
	rc = rc == 0 ? number(m, &used, rows, n) : rc;
	otfp_map_release(&used);
	return rc;
}

static int make_squares(struct matrix *m)
{
	m->per = (m->n + SIDE - 1) / SIDE;
	m->side = m->per ? (unsigned)((m->n + m->per - 1) / m->per) : 0;
	m->squares = calloc((size_t)m->side * m->side + 1, sizeof *m->squares);
	return m->squares ? 0 : -1;
}

/* @return NULL if a process has no number */
static struct square *square_of(const struct matrix *m, const struct otfp_row *row)
{
	const uint64_t *y = otfp_map_get(&m->at, row->key.part[0]), *x = otfp_map_get(&m->at, row->key.part[1]);

	return x && y ? &m->squares[*y / m->per * m->side + *x / m->per] : NULL;
}

static double larger(otfp_wide a, otfp_wide b)
{
	return otfp_wide_real(a > b ? a : b);
}

/* A message of which only one half is there counts, too. @return the square; NULL if a process has no number */
static struct square *add_row(struct matrix *m, const struct otfp_row *row)
{
	static const uint8_t sums[] = {OTFP_SENT, OTFP_BYTES_SENT, OTFP_RECEIVED, OTFP_BYTES_RECEIVED};
	struct square *s = square_of(m, row);

	if (!s)
		return NULL;
	for (unsigned i = 0; i < 4; i++)
		s->halves[i] += otfp_wide_real(row->sum[sums[i]]);
	s->messages += larger(row->sum[OTFP_SENT], row->sum[OTFP_RECEIVED]);
	s->bytes += larger(row->sum[OTFP_BYTES_SENT], row->sum[OTFP_BYTES_RECEIVED]);
	s->latency += otfp_wide_real(row->dist.total);
	s->arrived += (double)row->dist.n;
	return s;
}

static void add_rows(struct matrix *m, const struct otfp_row *const *rows, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!is_other(rows[i]) && !add_row(m, rows[i]))
			m->others++;
}

/* All rows are there: what came in parts is as many messages as the more frequent half. */
static void settle(struct matrix *m)
{
	for (unsigned i = 0; i < m->side * m->side; i++) {
		struct square *s = &m->squares[i];
		if (s->has_parts) {
			s->messages = fmax(s->halves[0], s->halves[2]);
			s->bytes = fmax(s->halves[1], s->halves[3]);
		}
	}
}

void page_matrix_release(struct matrix *m)
{
	if (!m)
		return;
	otfp_map_release(&m->at);
	free(m->processes);
	free(m->squares);
	free(m);
}

/* The memory of the profile is full: pairs become squares of the picture. */
int page_take_pair(void *ctx, const struct otfp_row *row)
{
	struct page *p = ctx;
	struct matrix *m = p->matrix ? p->matrix : calloc(1, sizeof *m);
	struct square *s;

	if (m && !p->matrix) {
		p->matrix = m;
		m->p = p;
		p->lost_pairs |= number(m, NULL, NULL, 0) < 0 || make_squares(m) < 0;
	}
	p->lost_pairs |= !m;
	if (p->lost_pairs)
		return 0;
	s = add_row(m, row);
	if (s)
		s->has_parts = 1;
	m->others += !s;
	return 0;
}

/* ---- picture ---- */

/* Put the name of a process, cut if it is long. */
static void put_label(const struct matrix *m, size_t i)
{
	const struct otfp_definition *d = otfp_names_find(&m->p->profile.names, OTFP_NAMED_PROCESS, m->processes[i]);

	if (d && d->name.p)
		html_cut(&m->p->html, d->name, LABEL);
	else
		page_tip(m->p, OTFP_NAMED_PROCESS, m->processes[i]);
}

static void put_labels(const struct matrix *m)
{
	const unsigned every = (m->side + LABELS - 1) / LABELS;
	struct html *h = &m->p->html;

	for (unsigned i = 0; i < m->side; i += every) {
		const unsigned at = m->margin + i * m->cell + m->cell / 2 + 4;
		html_put(h, "<text x=\"%u\" y=\"%u\" text-anchor=\"end\">", m->margin - GAP, at);
		put_label(m, i * m->per);
		html_put(h, "</text><text transform=\"translate(%u %u) rotate(-90)\">", at, m->margin - GAP);
		put_label(m, i * m->per);
		html_raw(h, "</text>\n");
	}
}

static void put_range(const struct matrix *m, size_t i)
{
	const size_t last = (i + 1) * m->per < m->n ? (i + 1) * m->per - 1 : m->n - 1;

	page_tip(m->p, OTFP_NAMED_PROCESS, m->processes[i * m->per]);
	if (last > i * m->per) {
		html_raw(&m->p->html, " … ");
		page_tip(m->p, OTFP_NAMED_PROCESS, m->processes[last]);
	}
}

/* The shade, from 0.08 to 1, on a logarithmic scale, since few pairs often have nearly all bytes. */
static double shade(double v, double most)
{
	return most > 0 ? 0.08 + 0.92 * log1p(v) / log1p(most) : 0.08;
}

static void put_square(const struct matrix *m, unsigned y, unsigned x)
{
	const struct square *s = &m->squares[y * m->side + x];
	const double mean = s->arrived > 0 ? s->latency / s->arrived : 0;
	struct html *h = &m->p->html;

	if (s->messages <= 0)
		return;
	html_put(h,
	         "<rect x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\" fill-opacity=\"%.2f\" data-bytes=\"%.0f\" "
	         "data-messages=\"%.0f\"",
	         m->margin + x * m->cell, m->margin + y * m->cell, m->cell - 1, m->cell - 1, shade(s->bytes, m->most),
	         s->bytes, s->messages);
	if (s->arrived > 0)
		html_put(h, " data-latency=\"%.0f\"", mean);
	html_raw(h, "><title>");
	put_range(m, y);
	html_raw(h, " to ");
	put_range(m, x);
	html_raw(h, ": ");
	html_count(h, (uint64_t)s->messages);
	html_raw(h, " messages, ");
	html_bytes(h, s->bytes);
	if (s->arrived > 0) {
		html_raw(h, ", mean latency ");
		html_ticks(h, mean);
	}
	html_raw(h, "</title></rect>\n");
}

/* The length of the longest label. */
static size_t longest(const struct matrix *m)
{
	size_t most = 4;

	for (size_t i = 0; i < m->n; i += m->per) {
		const struct otfp_definition *d =
			otfp_names_find(&m->p->profile.names, OTFP_NAMED_PROCESS, m->processes[i]);
		const size_t n = d && d->name.p ? safe_width(d->name.p, d->name.n) : 0;
		most = n > most ? n : most;
	}
	return most < LABEL ? most : LABEL;
}

static void measure(struct matrix *m)
{
	m->cell = m->side <= FEW ? LARGE : SMALL;
	m->margin = (unsigned)longest(m) * CHARACTER + 2 * GAP;
	for (unsigned i = 0; i < m->side * m->side; i++)
		m->most = m->squares[i].bytes > m->most ? m->squares[i].bytes : m->most;
}

static void put_picture(const struct matrix *m)
{
	const unsigned size = m->margin + m->side * m->cell + 4;
	struct html *h = &m->p->html;

	html_raw(h,
	         "<p class=\"note\">A row sends, a column receives; a stronger color is more, on a logarithmic scale");
	if (m->per > 1)
		html_put(h, "; a square is %zu processes by %zu", m->per, m->per);
	if (m->p->profile.other_pairs)
		html_put(h, "; pairs with few messages are (other) in the table: %" PRIu64, m->p->profile.other_pairs);
	if (m->others)
		html_put(h, "; pairs of processes that are unknown, not shown: %" PRIu64, m->others);
	html_put(h,
	         ".</p>\n<figure class=\"heat\"><svg viewBox=\"0 0 %u %u\" width=\"%u\" role=\"img\" "
	         "aria-label=\"messages by sender and receiver\">\n",
	         size, size, size);
	html_put(h, "<path class=\"frame\" d=\"M%u %uh%uv%uh-%uz\"/>\n", m->margin, m->margin, m->side * m->cell,
	         m->side * m->cell, m->side * m->cell);
	put_labels(m);
	for (unsigned y = 0; y < m->side; y++)
		for (unsigned x = 0; x < m->side; x++)
			put_square(m, y, x);
	html_raw(h, "</svg></figure>\n");
}

void page_matrix(struct page *p)
{
	const struct column_block *block = page_block(p, OTFP_STAT_MATRIX);
	const struct otfp_row *const *rows = (const struct otfp_row *const *)(p->report.rows + block->from);
	struct matrix *m = p->matrix ? p->matrix : calloc(1, sizeof *m);

	if (m && !p->matrix) {
		m->p = p;
		p->matrix = m;
		if (number_used(m, rows, block->n) < 0 || make_squares(m) < 0)
			pen_fail(&p->html.pen);
	}
	if (!m || p->lost_pairs) {
		pen_fail(&p->html.pen);
		return;
	}
	if (m->squares) {
		add_rows(m, rows, block->n);
		settle(m);
		measure(m);
		put_picture(m);
	}
}
