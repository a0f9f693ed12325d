/* longest-print.c - the calls of --longest as a table. */
#include "cmd/stat/longest.h"
#include "cmd/stat/print.h"
#include <inttypes.h>

static void put_call(struct table *t, const struct otfp_names *names, const struct long_call *c)
{
	table_definition(t, names, OTFP_NAMED_PROCESS,
	                 otfp_names_ref(names, OTFP_NAMED_PROCESS, c->process, c->process), c->process);
	table_definition(t, names, OTFP_NAMED_FUNCTION, c->definition, c->function);
	table_instant(t, c->begin);
	table_instant(t, c->begin + c->duration);
	table_ticks(t, c->duration);
}

static void put_table(struct table *t, const struct longest_report *r)
{
	static const struct table_column columns[] = {
		TABLE_NAMED("process"), TABLE_NAMED("function"), {"begin", 0}, {"end", 0}, {"duration", TABLE_KEY},
	};
	char title[60];

	snprintf(title, sizeof title, "longest of %" PRIu64 " call%s", r->calls, r->calls == 1 ? "" : "s");
	table_begin(t, "longest", title);
	table_columns(t, columns, sizeof columns / sizeof *columns);
	for (size_t i = 0; i < r->longest->n; i++)
		put_call(t, r->names, &r->longest->calls[i]);
	table_end(t);
}

int longest_print(const struct longest_report *r, int form, size_t width, FILE *out)
{
	struct otfp_json json = {.out = out};
	struct table t = {.form = stat_form(form),
	                  .out = out,
	                  .json = &json,
	                  .resolution = r->resolution,
	                  .first = r->first,
	                  .width = width,
	                  .option = "--tsv"};

	if (form != STAT_JSON) {
		if (r->longest->n)
			put_table(&t, r);
		return table_finish(&t);
	}
	otfp_json_begin(&json, NULL, '{');
	json_span(&json, r->resolution, r->has_span, r->first, r->last);
	otfp_json_word(&json, "function", r->function);
	otfp_json_number(&json, "calls", 1, r->calls);
	put_table(&t, r);
	json_end(&json);
	return table_finish(&t);
}
