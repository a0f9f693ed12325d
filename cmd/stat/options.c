/* options.c - options of otf-stat: their table and what their texts mean. */
#include "cmd/stat/options.h"
#include "base/ticks.h"
#include <stdlib.h>
#include <string.h>

enum { WINDOWS_MAX = 10000000 };

#define AT(member) offsetof(struct otfp_statistics, member)
const struct otfp_option otfp_statistics_options[] = {
	{0, "by", "KEYS", "rows by process,group,function,path,communicator,tag,file", OTFP_OPT_LIST, 0, AT(by)},
	{0, "table", "NAMES", "function message matrix length collective counter file rma only", OTFP_OPT_LIST, 0,
         AT(table)},
	{0, "every", "TIME", "a block for each window of that length", OTFP_OPT_STRING, 0, AT(every)},
	{0, "tsv", NULL, "columns by tabs, times in ticks", OTFP_OPT_FLAG, OTFP_STAT_TSV, AT(form)},
	{0, "json", NULL, "one JSON object, times in ticks", OTFP_OPT_FLAG, OTFP_STAT_JSON, AT(form)},
	{0, "folded", NULL, "call paths with their own ticks, for flame graphs; implies --by path", OTFP_OPT_FLAG,
         OTFP_STAT_FOLDED, AT(form)},
	{0, "partial", NULL, "write what was counted, for --combine", OTFP_OPT_FLAG, 1, AT(partial)},
	{0, "combine", NULL, "the operands are what --partial wrote of the shares of a trace", OTFP_OPT_FLAG, 1,
         AT(combine)},
	{0, NULL, NULL, NULL, OTFP_OPT_FLAG, 0, 0},
};

const struct otfp_option otfp_statistics_selection_options[] = {
	{'p', "process", "SET", "of these processes: 1-8,12,!3 or names by glob", OTFP_OPT_SET, 0, AT(select.process)},
	{'s', "stream", "SET", "of the processes of these streams", OTFP_OPT_SET, 1, AT(select.stream)},
	{'r', "record", "SET", "records by name, number, or class; definitions are known all the same", OTFP_OPT_LIST,
         0, AT(select.record)},
	{'t', "time", "A:B", "from A to before B: ticks, 1.5s 10ms 3us 7ns, or 25%", OTFP_OPT_INTERVAL, 0, AT(time)},
	{0, "part", "K/N", "the K-th of N shares of the streams of a trace, balanced by bytes", OTFP_OPT_PART, 1000000,
         AT(select.part)},
	{0, NULL, NULL, NULL, OTFP_OPT_FLAG, 0, 0},
};
#undef AT

static const char *key_name(unsigned i)
{
	return i < OTFP_NBYS ? otfp_key_kinds[i].name : NULL;
}

static const char *table_name(unsigned i)
{
	return i < OTFP_NSTATS ? otfp_stat_kinds[i].name : NULL;
}

/* The bits of the names in a list. @return 0 or OTFP_EUSAGE */
static int parse_names(unsigned *bits, const char *list, const char *option, const char *(*name)(unsigned),
                       struct otfp_error *err)
{
	for (const char *p = list; p; p = strchr(p, ',') ? strchr(p, ',') + 1 : NULL) {
		size_t n = strcspn(p, ",");
		unsigned i = 0;
		while (name(i) && (strlen(name(i)) != n || memcmp(name(i), p, n) != 0))
			i++;
		if (!name(i))
			return otfp_fail(err, OTFP_EUSAGE, "%s: there is no '%.*s'", option, (int)(n < 200 ? n : 200),
			                 p);
		*bits |= 1u << i;
	}
	return 0;
}

int otfp_stat_options_parse(struct otfp_profile_options *o, const struct otfp_statistics *s, struct otfp_error *err)
{
	int code = parse_names(&o->by, s->by, "--by", key_name, err);

	if (code == 0)
		code = parse_names(&o->tables, s->table, "--table", table_name, err);
	if (s->form == OTFP_STAT_FOLDED) {
		o->by |= 1u << OTFP_KEY_PATH;
		o->tables = 1u << OTFP_STAT_FUNCTION;
	}
	if (!o->tables)
		o->tables = (1u << OTFP_NSTATS) - 1;
	return code;
}

/* Each window that a call goes through has a row of it. */
static int check_windows(const struct otfp_profile_options *o, const struct otfp_header *h, struct otfp_error *err)
{
	uint64_t from, to, n;

	if (!otfp_header_span(h, &from, &to))
		return 0;
	from = o->has_from && o->from > from ? o->from : from;
	to = o->has_to && o->to < to ? o->to : to;
	n = to > from ? (to - from) / o->every : 0;
	return n < WINDOWS_MAX ? 0 : otfp_fail(err, OTFP_EUSAGE, "--every: more than %d windows", WINDOWS_MAX);
}

static int bind_every(struct otfp_profile_options *o, const char *every, const struct otfp_header *h,
                      struct otfp_error *err)
{
	struct otfp_time t;
	int code = otfp_time_parse(&t, every, "--every", err);

	if (code == 0)
		code = otfp_length_bind(&t, "--every", h, &o->every, err);
	return code < 0 ? code : check_windows(o, h, err);
}

int otfp_stat_options_bind(struct otfp_profile_options *o, const struct otfp_statistics *s, const struct otfp_header *h,
                           struct otfp_error *err)
{
	int code = s->time ? otfp_interval_bind(s->time, h, &o->from, &o->to, &o->has_to, err) : 0;

	o->has_from = s->time && s->time->has_from;
	return code == 0 && s->every ? bind_every(o, s->every, h, err) : code;
}
