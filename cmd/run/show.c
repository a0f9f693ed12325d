#include "cmd/run/show.h"
#include "cmd/run/select/select.h"

int otfp_show_begin(struct otfp_show *s, const struct otfp_header *h, struct otfp_error *err)
{
	s->selects = otfp_selection_given(s->select);
	if (otfp_bounds_bind(s->select->time, h, &s->bounds, err) < 0)
		return err->code;
	return s->selects ? otfp_selection_begin(s->select, h, err) : 0;
}

int otfp_show_interval(const struct otfp_show *s, uint64_t *from, uint64_t *to, int *has_to)
{
	const struct otfp_selector *selector = s->select->compiled;

	if (!s->selects || !selector->by_time)
		return 0;
	*from = selector->from;
	*to = selector->to;
	*has_to = selector->has_to;
	return 1;
}

int otfp_show_window(struct otfp_show *s, uint64_t *from, uint64_t *to, int *has_to)
{
	if (!otfp_show_interval(s, from, to, has_to))
		return 0;
	*from = 0;
	return *has_to;
}

int otfp_show_is_named(const struct otfp_show *s)
{
	return s->selects && s->select->record && s->select->compiled->records.plain;
}

int otfp_show_has(const struct otfp_show *s, unsigned type)
{
	return !s->selects || s->select->compiled->plans[type].record;
}

unsigned otfp_show_kinds(const struct otfp_show *s)
{
	const unsigned kinds = s->selects ? otfp_selection_stage.kinds(s->select) : OTFP_ALL_KINDS;

	return kinds & ~OTFP_KIND(OTFP_DEF) ? OTFP_ALL_KINDS : kinds;
}

int otfp_show_wanted(struct otfp_show *s, uint32_t process)
{
	return !s->selects || otfp_selection_stage.wanted(s->select, process);
}

int otfp_show_keep(struct otfp_show *s, const struct otfp_record *rec, struct otfp_error *err)
{
	return s->selects ? otfp_selection_keep(s->select, rec, err) : 1;
}
