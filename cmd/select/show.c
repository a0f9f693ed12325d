#include "cmd/select/show.h"
#include "cmd/select/select.h"

int show_begin(struct show *s, const struct otfp_header *h, struct otfp_error *err)
{
	s->selects = selection_given(s->select);
	if (otfp_bounds_bind(s->select->time, h, &s->bounds, err) < 0)
		return err->code;
	return s->selects ? selection_begin(s->select, h, err) : 0;
}

int show_interval(const struct show *s, uint64_t *from, uint64_t *to, int *has_to)
{
	const struct selector *selector = s->select->compiled;

	if (!s->selects || !selector->by_time)
		return 0;
	*from = selector->from;
	*to = selector->to;
	*has_to = selector->has_to;
	return 1;
}

int show_window(struct show *s, uint64_t *from, uint64_t *to, int *has_to)
{
	if (!show_interval(s, from, to, has_to))
		return 0;
	*from = 0;
	return *has_to;
}

int show_is_named(const struct show *s)
{
	return s->selects && s->select->record && s->select->compiled->records.plain;
}

int show_has(const struct show *s, unsigned type)
{
	return !s->selects || s->select->compiled->plans[type].record;
}

unsigned show_kinds(const struct show *s)
{
	const unsigned kinds = s->selects ? selection_stage.kinds(s->select) : OTFP_FILES_TIMED;

	return kinds & ~OTFP_FILE_BIT(OTFP_FILE_DEF) ? OTFP_FILES_TIMED : kinds;
}

int show_wanted(struct show *s, uint32_t process)
{
	return !s->selects || selection_stage.wanted(s->select, process);
}
