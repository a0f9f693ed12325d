#include "cmd/wait/output.h"
#include "cmd/text/message.h"
#include "cmd/text/roots.h"
#include "cmd/text/terminal.h"
#include "cmd/wait/screen.h"
#include <inttypes.h>
#include <unistd.h>

/* The tables to print, in order. */
static const struct {
	void (*print)(const struct wait_view *v, struct table *t);
	unsigned table; /* enum wait_table that it belongs to */
	unsigned needs; /* bits of --by that it needs, if any */
} tables[] = {
	{wait_table_efficiency, WAIT_TABLE_EFFICIENCY, 0},
	{wait_table_process, WAIT_TABLE_EFFICIENCY, 1u << OTFP_WAIT_PROCESS},
	{wait_table_load, WAIT_TABLE_EFFICIENCY, 1u << OTFP_WAIT_FUNCTION},
	{wait_table_rest, WAIT_TABLE_EFFICIENCY, 1u << OTFP_WAIT_FUNCTION},
	{wait_table_wait, WAIT_TABLE_WAIT, 0},
	{wait_table_worst, WAIT_TABLE_WAIT, 0},
	{wait_table_transfer, WAIT_TABLE_TRANSFER, 0},
	{wait_table_operation, WAIT_TABLE_TRANSFER, 0},
	{wait_table_idle, WAIT_TABLE_IDLE, 0},
	{wait_table_cause, WAIT_TABLE_CAUSE, 0},
	{wait_table_blame, WAIT_TABLE_BLAME, 0},
	{wait_table_path, WAIT_TABLE_PATH, 0},
	{wait_table_gain, WAIT_TABLE_GAIN, 0},
};
enum { NTABLES = sizeof tables / sizeof *tables };

static void print_tables(const struct wait_output *p, struct table *t)
{
	for (unsigned i = 0; i < NTABLES && !t->failed; i++)
		if (p->tables >> tables[i].table & 1 && (tables[i].needs & p->view.by) == tables[i].needs)
			tables[i].print(&p->view, t);
}

uint64_t wait_count_of(const struct wait_view *v, unsigned what)
{
	size_t n;
	const struct otfp_wait_window *rows = otfp_wait_windows(v->w, &n);
	uint64_t sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += rows[i].counts[what];
	return sum;
}

static void print_json(const struct wait_output *p, struct table *t)
{
	struct otfp_json *j = t->json;
	uint64_t jumps;

	otfp_json_begin(j, NULL, '{');
	otfp_json_number(j, "resolution", p->resolution != 0, p->resolution);
	for (unsigned i = 0; i < OTFP_WAIT_NCOUNTS; i++)
		otfp_json_number(j, otfp_wait_count_name(i), 1, wait_count_of(&p->view, i));
	if (p->tables >> WAIT_TABLE_PATH & 1) {
		otfp_json_number(j, "path_time", 1, otfp_trail_runtime(p->view.trail, &jumps));
		otfp_json_number(j, "path_jumps", 1, jumps);
	}
	if (p->tables >> WAIT_TABLE_CAUSE & 1) {
		const struct otfp_roots_coarse c = otfp_roots_coarse(p->view.roots);
		otfp_json_number(j, "causes_other", 1, c.others);
		otfp_json_number(j, "causes_coarse_from", c.has_from, c.from);
		otfp_json_number(j, "causes_cut", 1, (uint64_t)c.is_cut);
	}
	if (p->tables >> WAIT_TABLE_GAIN & 1)
		otfp_json_number(j, "gain_calls_together", 1, otfp_even_together(p->view.even));
	print_tables(p, t);
	if (t->failed) /* it must not look complete */
		return;
	otfp_json_line(j, 0);
	otfp_json_end(j, '}');
	putchar('\n');
}

int wait_output_print(const struct wait_output *p)
{
	static const struct table_form *const forms[] = {
		[WAIT_FORM_TABLE] = &table_text, [WAIT_FORM_TSV] = &table_tsv, [WAIT_FORM_JSON] = &table_json};
	struct otfp_json json = {.out = stdout};
	struct table t = {.out = stdout,
	                  .json = &json,
	                  .resolution = p->resolution,
	                  .width = terminal_width(STDOUT_FILENO),
	                  .option = "--tsv"};

	if (p->options->form == WAIT_FORM_FOLDED)
		return wait_print_folded(&p->view, stdout);
	if (p->options->form == WAIT_FORM_MARKERS)
		return wait_print_markers(&p->view, &p->markers, p->resolution, stdout);
	t.form = forms[p->options->form];
	if (p->options->form == WAIT_FORM_JSON)
		print_json(p, &t);
	else if (p->tables)
		print_tables(p, &t);
	else
		wait_screen(&p->view, &t);
	return table_finish(&t);
}

/* Whether the output has nothing because the trace has no events; tables and JSON have their columns. */
static int is_empty(const struct wait_output *p)
{
	const int form = p->options->form;

	return !p->events && (form == WAIT_FORM_FOLDED || form == WAIT_FORM_MARKERS) && !p->options->time &&
	       !selection_given(&p->options->select);
}

static void warn_other_pairs(const struct wait_output *p, const char *where)
{
	const struct otfp_transfer_row *other = p->view.transfers ? otfp_transfers_other(p->view.transfers) : NULL;

	if (other)
		message_warning("%s%smessages of pairs of %s with little time, counted as (other): %" PRIu64
		                "; a larger --buffer keeps more pairs",
		                where, *where ? ": " : "", p->view.nodes ? "nodes" : "processes", other->count);
}

static void warn_together(const struct wait_output *p)
{
	const uint64_t n = p->view.even ? otfp_even_together(p->view.even) : 1;

	if (n > 1)
		message_warning("the gain on all processes changes up to %" PRIu64
		                " successive calls together; a larger --buffer changes fewer at once",
		                n);
}

#define FILTERED ", without waits; if records were filtered out before, use -p, -s and -t of otf-wait instead"

int wait_output_warn(const struct wait_output *p, const char *where)
{
	static const char *const texts[OTFP_WAIT_NCOUNTS] = {
		[OTFP_WAIT_UNRECEIVED] = "messages sent and not received",
		[OTFP_WAIT_UNSENT] = "messages received and not sent",
		[OTFP_WAIT_SKEWED] = "received before they were sent, or over before all had begun",
		[OTFP_WAIT_OUTSIDE] = "messages and operations outside of every communication call",
		[OTFP_WAIT_INCOMPLETE] = "collective operations without all their members",
		[OTFP_WAIT_UNTYPED] = "collective operations of unknown type",
	};
	static const char *const advice[OTFP_WAIT_NCOUNTS] = {
		[OTFP_WAIT_UNRECEIVED] = FILTERED,
		[OTFP_WAIT_UNSENT] = FILTERED,
		[OTFP_WAIT_SKEWED] =
			"; waits and transfer efficiency are unreliable, otf-remap --causal corrects clocks",
		[OTFP_WAIT_OUTSIDE] = ", without waits",
		[OTFP_WAIT_INCOMPLETE] = ", without waits",
		[OTFP_WAIT_UNTYPED] = ", without waits",
	};
	int is_odd = is_empty(p);

	if (p->view.roots)
		roots_warn(p->view.roots, where);
	if (is_odd)
		message_no_events();
	for (unsigned i = 0; i < OTFP_WAIT_NCOUNTS; i++) {
		const uint64_t n = texts[i] ? wait_count_of(&p->view, i) : 0;
		if (n)
			message_warning("%s%s%s: %" PRIu64 "%s", where, *where ? ": " : "", texts[i], n, advice[i]);
		is_odd |= n != 0;
	}
	warn_other_pairs(p, where);
	warn_together(p);
	return is_odd;
}
