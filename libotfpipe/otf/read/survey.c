#include "otf/read/survey.h"

static void widen(struct otfp_ends *all, const struct otfp_ends *b)
{
	if (b->has_first && (!all->has_first || b->first < all->first))
		all->first = b->first;
	if (b->has_last && (!all->has_last || b->last > all->last))
		all->last = b->last;
	all->has_half |= b->has_first != b->has_last;
	all->has_first |= b->has_first;
	all->has_last |= b->has_last;
	all->has_inline |= b->has_inline;
	all->forms |= b->forms;
}

int otfp_survey_file(struct otfp_survey *look, struct otfp_fileset *set, struct otfp_cursor *c, struct otfp_ends *ends)
{
	const unsigned file = c->stream.file;
	struct otfp_input *in = c->stream.in;
	int code = otfp_input_lines(in);

	if (code == 0)
		otfp_ends_head(ends, &set->reading->keywords, file, in->p, in->lines);
	if (code < 0 && code != OTFP_EDAMAGE) { /* damage is reported when the records are read */
		*set->reading->err = c->stream.err;
		return code;
	}
	set->reading->quiet++;
	code = otfp_ends_tail(ends, set->reading, set->files, set->path.p, set->packed, c->stream.id, file);
	set->reading->quiet--;
	widen(&look->all, ends);
	if (file == OTFP_FILE_EVENT)
		widen(&look->events, ends);
	look->whole += (unsigned)ends->has_trailer;
	return code;
}

static int has_span(const struct otfp_ends *b)
{
	return b->has_first && !b->has_half && b->first <= b->last;
}

/* A window that some record is outside of is that of another trace. */
static void look_window(const struct otfp_scan *scan, struct otfp_header *h)
{
	const uint64_t *range = scan->range;

	h->has_window = scan->is_window && scan->has_range && range[0] <= range[1];
	if (h->has_span && (h->first < range[0] || h->last > range[1]))
		h->has_window = 0;
	h->window_ends = h->has_window && scan->continues;
	h->window_from = h->has_window ? range[0] : 0;
	h->window_to = h->window_ends ? range[1] : 0;
}

void otfp_survey_header(const struct otfp_survey *look, const struct otfp_scan *scan, struct otfp_header *h)
{
	int forms = look->all.forms | scan->forms;

	h->resolution = scan->resolution;
	h->has_span = (uint8_t)has_span(&look->all);
	h->first = look->all.first;
	h->last = look->all.last;
	h->has_events = (uint8_t)(h->has_span && has_span(&look->events));
	h->events_first = look->events.first;
	h->events_last = look->events.last;
	h->form = (uint8_t)(forms ? forms : OTFP_DISK_SHORT);
	h->inline_snaps = (uint8_t)look->all.has_inline;
	h->no_trailer = look->all.has_first && look->whole == 0;
	look_window(scan, h);
}
