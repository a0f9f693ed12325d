/* group.c - counters, communicators and groups of an archive. See define.h. */
#include "otf2/write/define.h"
#include "otf2/carry/metric.h"
#include "otf2/original.h"
#include "record/value.h"
#include <stdlib.h>

typedef struct otfp_otf2_writing writing;
typedef const struct otfp_otf2_token token;

enum { WORD = sizeof(uint64_t) };

/* ---- groups: their references are counted ---- */

static int add_word(struct otfp_buf *to, uint64_t word)
{
	return otfp_buf_add(to, &word, sizeof word);
}

int otfp_otf2_def_group(struct otfp_otf2_writing *w, uint64_t ref, uint64_t name, uint64_t type, uint64_t paradigm,
                        const void *members, size_t n)
{
	struct otfp_otf2_frame *frame = otfp_otf2_def_make(w, OTFP_OTF2_Group);

	OTFP_OTF2_F(frame, Group, self) = ref;
	OTFP_OTF2_F(frame, Group, name) = name;
	OTFP_OTF2_F(frame, Group, groupType) = type;
	OTFP_OTF2_F(frame, Group, paradigm) = paradigm;
	OTFP_OTF2_F(frame, Group, groupFlags) = OTFP_OTF2_GROUP_FLAG_NONE;
	OTFP_OTF2_F(frame, Group, members) = n;
	return otfp_otf2_write_contents(w, members, n * WORD) < 0 ? OTFP_EFAIL : otfp_otf2_write_definition(w);
}

/* Groups of functions, or of counters: slot `in` of what they group. */
static int define_groups_of(writing *w, unsigned groups, unsigned what, unsigned in, unsigned type)
{
	const struct otfp_otf2_tokens *members = &w->spaces[what], *s = &w->spaces[groups];
	struct otfp_buf *lists = calloc(s->n + 1, sizeof *lists);
	int code = lists ? 0 : otfp_fail_memory(w->err);

	for (size_t i = 0; i < members->n && code == 0; i++) {
		const struct otfp_record *def = members->rows[i].def;
		token *group = def ? otfp_otf2_def_find(w, groups, def, def->f[in].u) : NULL;
		if (group && add_word(&lists[group - s->rows], members->rows[i].ref) < 0)
			code = otfp_fail_memory(w->err);
	}
	for (size_t i = 0; i < s->n && code == 0; i++)
		if (s->rows[i].def)
			code = otfp_otf2_def_group(w, w->ngroups++, otfp_otf2_def_string(w, &s->rows[i].def->f[1].s),
			                           type, OTFP_OTF2_PARADIGM_UNKNOWN, lists[i].p, lists[i].n / WORD);
	for (size_t i = 0; lists && i < s->n; i++)
		otfp_buf_release(&lists[i]);
	free(lists);
	return code;
}

/* The members of a communicator as numbers of locations, or as locations. */
static int list_members(writing *w, const struct otfp_otf2_communicator *comm, int as_locations)
{
	const uint32_t *rows = (const uint32_t *)(const void *)comm->members.p;
	const size_t n = comm->group == SIZE_MAX ? w->nplaces : comm->members.n / sizeof *rows;

	w->lines.n = 0;
	for (size_t i = 0; i < n; i++) {
		const size_t row = comm->group == SIZE_MAX ? i : rows[i];
		if (add_word(&w->lines, as_locations ? w->spaces[OTFP_W_PROCESS].rows[row].ref : row) < 0)
			return otfp_fail_memory(w->err);
	}
	return 0;
}

/* The name of its group; of the communicator of all locations `all`. */
static uint64_t name_of(writing *w, const struct otfp_otf2_communicator *comm, const char *all)
{
	return comm->group == SIZE_MAX ? otfp_otf2_def_text(w, all) :
	                                 otfp_otf2_def_name(w, &w->spaces[OTFP_W_PROCESSGROUP].rows[comm->group],
	                                                    OTFP_DefProcessGroup_name, "process group");
}

int otfp_otf2_def_comm(struct otfp_otf2_writing *w, uint64_t ref, uint64_t name, uint64_t group)
{
	struct otfp_otf2_frame *frame = otfp_otf2_def_make(w, OTFP_OTF2_Comm);

	OTFP_OTF2_F(frame, Comm, self) = ref;
	OTFP_OTF2_F(frame, Comm, name) = name;
	OTFP_OTF2_F(frame, Comm, group) = group;
	OTFP_OTF2_F(frame, Comm, parent) = OTFP_OTF2_NO_REF;
	OTFP_OTF2_F(frame, Comm, flags) = OTFP_OTF2_COMM_FLAG_NONE;
	return otfp_otf2_write_definition(w);
}

static int define_comm(writing *w, const struct otfp_otf2_communicator *comm, const char *name, unsigned paradigm)
{
	const uint64_t string = name_of(w, comm, name);

	if (list_members(w, comm, 0) < 0 ||
	    otfp_otf2_def_group(w, w->ngroups++, string, OTFP_OTF2_GROUP_TYPE_COMM_GROUP, paradigm, w->lines.p,
	                        w->lines.n / WORD) < 0)
		return OTFP_EFAIL;
	return otfp_otf2_def_comm(w, comm->ref, string, w->ngroups - 1);
}

static int define_window(writing *w, uint32_t number)
{
	const uint32_t *comms = (const uint32_t *)(const void *)w->windows.p;
	const struct otfp_otf2_communicator *comm = &w->comms[comms[number]];
	struct otfp_otf2_frame *frame = otfp_otf2_def_make(w, OTFP_OTF2_RmaWin);

	OTFP_OTF2_F(frame, RmaWin, self) = number;
	OTFP_OTF2_F(frame, RmaWin, name) = name_of(w, comm, OTFP_OTF2_WORLD);
	OTFP_OTF2_F(frame, RmaWin, comm) = comm->ref;
	OTFP_OTF2_F(frame, RmaWin, flags) = OTFP_OTF2_RMA_WIN_FLAG_NONE;
	return otfp_otf2_write_definition(w);
}

/* All locations, to which the members of communicators refer by number. */
static int define_comm_locations(writing *w, const char *name, unsigned paradigm)
{
	const struct otfp_otf2_communicator all = {.group = SIZE_MAX};

	if (list_members(w, &all, 1) < 0)
		return OTFP_EFAIL;
	return otfp_otf2_def_group(w, w->ngroups++, otfp_otf2_def_text(w, name), OTFP_OTF2_GROUP_TYPE_COMM_LOCATIONS,
	                           paradigm, w->lines.p, w->lines.n / WORD);
}

static int define_comms(writing *w)
{
	const uint32_t threads = w->threads - 1;
	int code = 0;

	if (w->ncomms)
		code = define_comm_locations(w, "OTF::locations", OTFP_OTF2_PARADIGM_MPI);
	if (code == 0 && w->threads)
		code = define_comm_locations(w, "OTF::threads", OTFP_OTF2_PARADIGM_PTHREAD);
	for (uint32_t i = 0; i < w->ncomms && code == 0; i++)
		code = define_comm(w, &w->comms[i], i == threads ? "OTF::threads" : OTFP_OTF2_WORLD,
		                   i == threads ? OTFP_OTF2_PARADIGM_PTHREAD : OTFP_OTF2_PARADIGM_MPI);
	for (uint32_t i = 0; i < w->windows.n / sizeof i && code == 0; i++)
		code = define_window(w, i);
	return code;
}

/* A process group that is no communicator. */
static int define_process_group(writing *w, token *t)
{
	struct otfp_otf2_communicator members = {0};
	uint64_t name;
	int code;

	if (t->more || !t->def)
		return 0;
	name = otfp_otf2_def_string(w, &t->def->f[OTFP_DefProcessGroup_name].s);
	code = otfp_otf2_write_members(w, &members, t->def);
	if (code == 0)
		code = list_members(w, &members, 1);
	if (code == 0)
		code = otfp_otf2_def_group(w, w->ngroups++, name, OTFP_OTF2_GROUP_TYPE_LOCATIONS,
		                           OTFP_OTF2_PARADIGM_UNKNOWN, w->lines.p, w->lines.n / WORD);
	otfp_buf_release(&members.members);
	otfp_map_release(&members.ranks);
	return code;
}

/* ---- counters ---- */

/* A member and a class with that member alone; both have the number of the counter. */
static int define_counter(writing *w, token *t)
{
	const uint32_t properties = t->def ? (uint32_t)t->def->f[OTFP_DefCounter_properties].u : 0;
	const uint64_t name = otfp_otf2_def_name(w, t, OTFP_DefCounter_name, "counter"), ref = t->ref;
	const uint64_t unit = t->def ? otfp_otf2_def_string(w, &t->def->f[OTFP_DefCounter_unit].s) : 0;
	struct otfp_otf2_frame *frame = otfp_otf2_def_make(w, OTFP_OTF2_MetricMember);

	OTFP_OTF2_F(frame, MetricMember, self) = ref;
	OTFP_OTF2_F(frame, MetricMember, name) = name;
	OTFP_OTF2_F(frame, MetricMember, metricType) = OTFP_OTF2_METRIC_TYPE_OTHER;
	OTFP_OTF2_F(frame, MetricMember, metricMode) = otfp_otf2_mode_of_counter(properties);
	OTFP_OTF2_F(frame, MetricMember, valueType) = otfp_otf2_type_of_counter(properties);
	OTFP_OTF2_F(frame, MetricMember, base) = OTFP_OTF2_BASE_DECIMAL;
	OTFP_OTF2_F(frame, MetricMember, unit) = unit;
	if (otfp_otf2_write_definition(w) < 0)
		return OTFP_EFAIL;
	frame = otfp_otf2_def_make(w, OTFP_OTF2_MetricClass);
	OTFP_OTF2_F(frame, MetricClass, self) = ref;
	OTFP_OTF2_F(frame, MetricClass, metricMembers) = 1;
	OTFP_OTF2_F(frame, MetricClass, metricOccurrence) = OTFP_OTF2_METRIC_ASYNCHRONOUS;
	OTFP_OTF2_F(frame, MetricClass, recorderKind) = OTFP_OTF2_RECORDER_KIND_ABSTRACT;
	return otfp_otf2_write_contents(w, &ref, sizeof ref) < 0 ? OTFP_EFAIL : otfp_otf2_write_definition(w);
}

int otfp_otf2_def_assignment(struct otfp_otf2_writing *w, const struct otfp_record *def)
{
	token *counter = otfp_otf2_def_find(w, OTFP_W_COUNTER, def, def->f[OTFP_DefCounterAssignments_counter].u);
	const struct otfp_list *members = &def->f[OTFP_DefCounterAssignments_members].l;

	for (size_t i = 0; counter && i < members->n; i++) {
		struct otfp_otf2_frame *frame;
		if (!otfp_otf2_def_find(w, OTFP_W_PROCESS, &(struct otfp_record){0}, members->p[i]))
			continue;
		frame = otfp_otf2_def_make(w, OTFP_OTF2_MetricClassRecorder);
		OTFP_OTF2_F(frame, MetricClassRecorder, metric) = counter->ref;
		OTFP_OTF2_F(frame, MetricClassRecorder, recorder) = members->p[i];
		if (otfp_otf2_write_definition(w) < 0)
			return OTFP_EFAIL;
	}
	return 0;
}

/* ---- all of them ---- */

int otfp_otf2_def_groups(struct otfp_otf2_writing *w)
{
	int code = otfp_otf2_def_each(w, OTFP_W_COUNTER, define_counter);

	if (code == 0)
		code = define_comms(w);
	if (code == 0)
		code = otfp_otf2_def_each(w, OTFP_W_PROCESSGROUP, define_process_group);
	if (code == 0)
		code = define_groups_of(w, OTFP_W_FUNCTIONGROUP, OTFP_W_FUNCTION, OTFP_DefFunction_group,
		                        OTFP_OTF2_GROUP_TYPE_REGIONS);
	if (code == 0)
		code = define_groups_of(w, OTFP_W_COUNTERGROUP, OTFP_W_COUNTER, OTFP_DefCounter_group,
		                        OTFP_OTF2_GROUP_TYPE_METRIC);
	return code;
}
