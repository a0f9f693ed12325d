/* join-parts.c - the parts of a join: their records ahead, and one header of all of theirs. */
#include "base/ticks.h"
#include "trace/join.h"

/* ---- records ---- */

int otfp_join_peek(struct otfp_join_part *p)
{
	int code;

	if (!p->rec && p->head_at < p->nhead) {
		p->rec = p->head[p->head_at++];
	} else if (!p->rec && p->ahead) {
		p->rec = p->ahead;
		p->ahead = NULL;
	}
	code = p->rec || p->ended ? 0 : otfp_source_next(p->src, &p->rec);
	if (code == OTFP_END)
		p->ended = 1;
	if (code)
		p->rec = NULL;
	return code < 0 ? code : 0;
}

/* ---- headers ---- */

static void add_events(struct otfp_header *all, const struct otfp_header *h)
{
	uint64_t first, last;
	int known = otfp_header_span(all, &all->events_first, &all->events_last) & otfp_header_span(h, &first, &last);

	all->has_events = (uint8_t)known;
	all->events_first = first < all->events_first ? first : all->events_first;
	all->events_last = last > all->events_last ? last : all->events_last;
}

/* What percent are of: the exact times, or DefTimeRange. @return 0 if neither is known */
static int extent(const struct otfp_header *h, uint64_t *first, uint64_t *last)
{
	*first = h->has_span ? h->first : h->range_first;
	*last = h->has_span ? h->last : h->range_last;
	return h->has_span || h->has_range;
}

static void add_range(struct otfp_header *all, const struct otfp_header *h)
{
	uint64_t first, last;
	int known = extent(all, &all->range_first, &all->range_last) & extent(h, &first, &last);

	all->has_range = (uint8_t)known;
	all->range_first = first < all->range_first ? first : all->range_first;
	all->range_last = last > all->range_last ? last : all->range_last;
}

static void add_header(struct otfp_header *all, const struct otfp_header *h)
{
	add_range(all, h);
	all->has_start = 0;
	all->has_span &= h->has_span;
	all->first = h->first < all->first ? h->first : all->first;
	all->last = h->last > all->last ? h->last : all->last;
	add_events(all, h);
	all->form |= h->form;
	all->inline_snaps |= h->inline_snaps;
	all->no_trailer &= h->no_trailer;
}

int otfp_join_headers(struct otfp_join *j)
{
	struct otfp_header h;
	uint64_t resolution;
	int code = otfp_join_resolution(j, &resolution);

	for (unsigned i = 0; i < j->n && code == 0; i++) {
		code = otfp_join_header(j, i, &h);
		if (code == 0 && i > 0)
			add_header(&j->header, &h);
		else if (code == 0)
			j->header = h;
		j->header.resolution = resolution;
	}
	return code;
}
