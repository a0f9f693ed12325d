#include "cmd/stat/derive/derive.h"
#include "base/error.h"
#include "base/esc.h"
#include "base/ticks.h"
#include "cmd/stat/derive/cluster.h"
#include "cmd/stat/derive/rulesform.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define DEFAULT_SHARE "0.1"
#define DEFAULT_PERCENT "50"
enum { NAME_SHOWN = 100 }; /* bytes of a name in a message */

#define AT(member) offsetof(struct stat_options, member)
const struct option_row derived_options[] = {
	{0, "cluster", "SHARE", "print groups of processes that differ by at most SHARE (0.1) of their time",
         OPT_OPTIONAL, 0, AT(cluster), NULL},
	{0, "filter-rules", "PCT", "print rules that drop the cheapest PCT (50) percent of all calls", OPT_OPTIONAL, 0,
         AT(filter_rules), NULL},
	{0, "format", "FORM", "form of these rules; otf-filter if not given", OPT_WORD, 0, AT(format), rules_form_name},
	{0, "markers", NULL, "print calls that took far longer than others as lines for otf-cat --add", OPT_FLAG, 1,
         AT(markers), NULL},
	{0},
};
#undef AT

/* ---- options ---- */

/* Whether options of the report or of the other outputs are given. */
static int asks_other(const struct stat_options *s)
{
	return s->by || s->table || s->form || s->every || s->partial || s->from_summaries || s->sort || s->top_given ||
	       s->columns || s->max_given || s->depth_given || s->buffer;
}

static int check(const struct stat_options *s)
{
	const int given = (s->cluster != NULL) + (s->filter_rules != NULL) + (s->markers != 0);

	if (given && asks_other(s))
		return message_usage("--cluster, --filter-rules and --markers replace the report: "
		                     "of the other options they take only -p, -s, -r, -t and --part");
	return 0;
}

/* Parse a decimal fraction with the parser of times: `unit` is appended, "s" for seconds or "%". */
static int parse_share(struct otfp_time *t, const char *text, const char *unit)
{
	struct otfp_error ignored;
	char with_unit[64];
	const int n = snprintf(with_unit, sizeof with_unit, "%s%s", text, unit);

	return n < (int)sizeof with_unit ? otfp_time_parse(t, with_unit, "", &ignored) : -1;
}

static int parse_cluster(struct derive *d, const char *text)
{
	struct otfp_time t;

	d->clusters = 1;
	text = *text ? text : DEFAULT_SHARE;
	if (parse_share(&t, text, "s") < 0 || t.seconds > 1 || (t.seconds == 1 && t.pico))
		return message_usage("--cluster: want a share from 0 to 1, not '%.100s'", text);
	d->share = t.seconds ? WHOLE_SHARE : t.pico;
	return 0;
}

static int parse_rules(struct derive *d, const char *text, int form)
{
	struct otfp_time t;

	d->rules = 1;
	text = *text ? text : DEFAULT_PERCENT;
	if (parse_share(&t, text, strchr(text, '%') ? "" : "%") < 0 || t.ppb > WHOLE_CALLS)
		return message_usage("--filter-rules: want percent from 0 to 100, not '%.100s'", text);
	d->share = t.ppb;
	d->form = rules_form(form ? (unsigned)form - 1 : 0);
	return 0;
}

int derive_parse(struct derive *d, const struct stat_options *s, struct otfp_profile_options *o)
{
	const unsigned process = s->cluster ? 1u << OTFP_KEY_PROCESS : 0;
	int status = check(s);

	if (status == 0 && s->cluster)
		status = parse_cluster(d, s->cluster);
	if (status == 0 && s->filter_rules)
		status = parse_rules(d, s->filter_rules, s->format);
	if (s->cluster || s->filter_rules || s->markers) {
		o->by = process | 1u << OTFP_KEY_FUNCTION;
		o->tables = 1u << OTFP_STAT_FUNCTION;
	}
	return status;
}

void derive_release(struct derive *d)
{
	rules_out_release(&d->out);
}

/* ---- output ---- */

static void warn_rules(const struct derive *d)
{
	const struct rules_out *r = &d->out;
	char name[4 * NAME_SHOWN + 1] = "";

	if (r->first.n)
		*otfp_esc_put(name, r->first.p, r->first.n < NAME_SHOWN ? r->first.n : NAME_SHOWN) = 0;
	if (r->unnamed)
		message_warning("--filter-rules: functions that no rule can match alone: %zu, the first is '%s'",
		                r->unnamed, name);
	if (r->gone * WHOLE_CALLS < r->calls * d->share)
		message_note(1,
		             "--filter-rules: fewer calls than wanted: "
		             "the other calls contain communication or file operations%s",
		             d->form->keeps_paths ? ", are main or MPI, or call functions that stay" : "");
}

int derive_warn_odd(const struct otfp_profile *p)
{
	int is_odd = 0;

	for (unsigned i = 0; i < OTFP_NPODDITIES; i++) {
		const uint64_t n = otfp_profile_odd(p, i);
		if (n)
			message_warning("%s: %" PRIu64, otfp_profile_oddity_name(i), n);
		is_odd |= n != 0;
	}
	return is_odd;
}

int derive_write(struct derive *d, const struct otfp_profile *p, struct otfp_error *err)
{
	int rc;

	if (d->clusters && !cluster_can(p))
		return otfp_fail(err, OTFP_EUSAGE,
		                 "--cluster: the combined counts are not by process and function; count them with --by "
		                 "process,function");
	rc = d->clusters ? cluster_write(p, d->share, stdout) : rules_out_write(&d->out, p, d->form, d->share, stdout);
	if (rc == 0 && d->rules)
		warn_rules(d);
	return rc < 0 ? otfp_fail_memory(err) : 0;
}
