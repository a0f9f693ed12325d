#include "task/show.h"
#include "task/select.h"

#define AT(member) offsetof(struct otfp_selection, member)
const struct otfp_option otfp_show_options[] = {
	{'p', "process", "SET", "records of these processes: 1-8,12,!3 or names by glob", OTFP_OPT_SET, 0, AT(process)},
	{'s', "stream", "SET", "records of the processes of these streams", OTFP_OPT_SET, 1, AT(stream)},
	{'r', "record", "SET", "records by name, number, or class; the others are known all the same", OTFP_OPT_LIST, 0,
         AT(record)},
	{'t', "time", "A:B", "records from A to before B: ticks, 1.5s 10ms 3us 7ns, or 25%", OTFP_OPT_INTERVAL, 0,
         AT(time)},
	{0, "part", "K/N", "the K-th of N shares of the streams of a trace, balanced by bytes", OTFP_OPT_PART, 1000000,
         AT(part)},
	{0, NULL, NULL, NULL, OTFP_OPT_FLAG, 0, 0},
};
#undef AT

int otfp_show_begin(struct otfp_show *s, const struct otfp_header *h, struct otfp_error *err)
{
	s->selects = otfp_selection_given(s->select);
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

int otfp_show_wanted(struct otfp_show *s, uint32_t process)
{
	return !s->selects || otfp_selection_stage.wanted(s->select, process);
}

int otfp_show_keep(struct otfp_show *s, const struct otfp_record *rec, struct otfp_error *err)
{
	return s->selects ? otfp_selection_keep(s->select, rec, err) : 1;
}
