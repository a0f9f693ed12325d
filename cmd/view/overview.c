/* overview.c - the answer "overview": what the trace is, and whether the first pass is done; and the table of answers.
 */
#include "cmd/picture/panel.h"
#include "cmd/view/view.h"
#include <inttypes.h>
#include <string.h>

static view_answer answer_overview;

static const struct {
	const char *name;
	view_answer *answer;
} answers[] = {
	{"overview", answer_overview},
	{"timeline", answer_timeline},
	{"messages", answer_messages},
	{"profile", answer_profile},
	{"waits", answer_waits},
	{"calls", answer_calls},
	{"at", answer_at},
	{"counter", answer_counter},
	{"picture", answer_picture},
	{"command", answer_command},
};

view_answer *view_answer_named(const char *name)
{
	for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
		if (strcmp(name, answers[i].name) == 0)
			return answers[i].answer;
	return NULL;
}

/* Where a process is in the tree: its parent, if that has a row, and its node. */
static void put_place(struct view *v, struct otfp_json *j, uint32_t process)
{
	const struct otfp_definition *d = otfp_names_find(&v->defined, OTFP_NAMED_PROCESS, process);
	const uint32_t parent = d ? d->detail : 0, node = v->has_nodes ? otfp_nodes_of(&v->nodes, process) : 0;

	otfp_json_number(j, "parent", parent && otfp_map_get(&v->place, parent), parent);
	otfp_json_text(j, "node", node ? otfp_nodes_name(&v->nodes, node) : (struct otfp_str){NULL, 0});
}

static void put_processes(struct view *v, struct otfp_json *j)
{
	char text[32];

	otfp_json_begin(j, "processes", '[');
	for (size_t i = 0; i < v->nprocesses; i++) {
		otfp_json_line(j, 1);
		otfp_json_begin(j, NULL, '{');
		otfp_json_number(j, "process", 1, v->processes[i]);
		otfp_json_text(j, "name", process_label(&v->defined, v->processes[i], text, sizeof text));
		put_place(v, j, v->processes[i]);
		otfp_json_end(j, '}');
	}
	otfp_json_end(j, ']');
}

/* Names that a search may look for, each once for each definition. */
static void put_names(struct view *v, struct otfp_json *j, const char *name, unsigned space)
{
	otfp_json_begin(j, name, '[');
	for (size_t i = 0; i < v->defined.n; i++)
		if (v->defined.definitions[i].space == space && v->defined.definitions[i].name.n)
			otfp_json_text(j, NULL, v->defined.definitions[i].name);
	otfp_json_end(j, ']');
}

/* All traces, so that a page can go to the same time of another one. */
static void put_traces(struct view *v, struct otfp_json *j)
{
	otfp_json_begin(j, "traces", '[');
	for (size_t i = 0; i < v->siblings->n; i++) {
		const struct view *one = &v->siblings->p[i];
		otfp_json_begin(j, NULL, '{');
		otfp_json_word(j, "name", one->title);
		otfp_json_number(j, "first", 1, one->span.first);
		otfp_json_number(j, "resolution", one->resolution != 0, one->resolution);
		otfp_json_end(j, '}');
	}
	otfp_json_end(j, ']');
}

static void answer_overview(struct view *v, struct request *r)
{
	struct otfp_json *j = &r->json;
	const int is_complete = view_is_complete(v);

	otfp_json_begin(j, NULL, '{');
	otfp_json_word(j, "trace", v->title);
	put_traces(v, j);
	otfp_json_yes(j, "complete", is_complete);
	otfp_json_word(j, "damage", is_complete && *v->damage ? v->damage : NULL);
	otfp_json_number(j, "resolution", v->resolution != 0, v->resolution);
	otfp_json_number(j, "first", 1, v->span.first);
	otfp_json_number(j, "from", 1, view_all(v).from);
	otfp_json_number(j, "to", 1, view_all(v).to);
	otfp_json_number(j, "snapshots", is_complete, v->nsnapshots);
	otfp_json_begin(j, "levels", '[');
	for (unsigned i = 0; i < DETAIL_LEVELS && is_complete && v->detail.levels[i]; i++)
		otfp_json_number(j, NULL, 1, v->detail.levels[i]->o.columns);
	otfp_json_end(j, ']');
	put_processes(v, j);
	put_names(v, j, "functions", OTFP_NAMED_FUNCTION);
	put_names(v, j, "counters", OTFP_NAMED_COUNTER);
	otfp_json_end(j, '}');
}
