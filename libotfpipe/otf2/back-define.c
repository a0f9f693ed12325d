/* back-define.c - the definitions of an archive, made when all events are known. See back.h. */
#include "line/text.h"
#include "otf2/back.h"
#include "otf2/original.h"
#include "record/value.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct otfp_otf2_back back;
typedef const struct otfp_otf2_token token;

enum { MACHINE = 0, OTF_PARADIGM = 0, WORD = sizeof(uint64_t) }; /* the one tree node, the one paradigm of files */

/* ---- frames of definitions ---- */

static struct otfp_otf2_frame *make(back *b, unsigned row)
{
	b->tags.n = 0;
	return otfp_otf2_back_frame(b, row, 0);
}

static int put(back *b)
{
	return otfp_otf2_back_append(b, &b->definitions);
}

static uint64_t text_of(back *b, const char *text)
{
	return otfp_otf2_back_string(b, text, strlen(text));
}

static uint64_t string_of(back *b, const struct otfp_str *s)
{
	return otfp_otf2_back_string(b, s->p, s->n);
}

/* The name in slot 1 of a definition; without one the word and the token. */
static uint64_t name_of(back *b, token *t, unsigned slot, const char *word)
{
	char name[40];

	if (t->def)
		return string_of(b, &t->def->f[slot].s);
	snprintf(name, sizeof name, "%s %" PRIu32, word, t->token);
	return text_of(b, name);
}

/* The row that a token has in a definition. @return NULL if nothing defines it */
static token *find(const back *b, unsigned what, const struct otfp_record *in, uint64_t number)
{
	uint32_t stream = in->loc;
	const uint64_t *row = otfp_tokens_get(&b->spaces[what].index, &stream, (uint32_t)number);

	return row && b->spaces[what].rows[*row].def ? &b->spaces[what].rows[*row] : NULL;
}

/* Add the frame of a group with n members, 8 bytes each. */
static int put_group(back *b, uint32_t ref, uint64_t name, unsigned type, unsigned paradigm, const void *members,
                     size_t n)
{
	struct otfp_otf2_frame *frame = make(b, OTFP_OTF2_Group);

	if (!frame)
		return OTFP_EFAIL;
	OTFP_OTF2_F(frame, Group, self) = ref;
	OTFP_OTF2_F(frame, Group, name) = name;
	OTFP_OTF2_F(frame, Group, groupType) = type;
	OTFP_OTF2_F(frame, Group, paradigm) = paradigm;
	OTFP_OTF2_F(frame, Group, groupFlags) = OTFP_OTF2_GROUP_FLAG_NONE;
	OTFP_OTF2_F(frame, Group, members) = n;
	return otfp_otf2_back_contents(b, members, n * WORD) < 0 ? OTFP_EFAIL : put(b);
}

static int put_property(back *b, unsigned row, uint64_t of, const char *name, unsigned type, uint64_t value)
{
	const uint64_t string = text_of(b, name);
	struct otfp_otf2_frame *frame = make(b, row);

	if (!frame)
		return OTFP_EFAIL;
	/* the same fields in all rows of properties */
	OTFP_OTF2_F(frame, LocationProperty, location) = of;
	OTFP_OTF2_F(frame, LocationProperty, name) = string;
	OTFP_OTF2_F(frame, LocationProperty, type) = type;
	OTFP_OTF2_F(frame, LocationProperty, value) = value;
	return put(b);
}

/* ---- clock, machine, processes ---- */

static int define_clock(back *b)
{
	struct otfp_otf2_frame *frame = make(b, OTFP_OTF2_ClockProperties);
	uint64_t first = b->first, last = b->end;

	if (!frame)
		return OTFP_EFAIL;
	if (b->has_range && b->range[0] <= b->range[1]) {
		first = b->has_time && first < b->range[0] ? first : b->range[0];
		last = b->has_time && last > b->range[1] ? last : b->range[1];
	}
	OTFP_OTF2_F(frame, ClockProperties, timerResolution) = b->resolution ? b->resolution : 1000000000;
	OTFP_OTF2_F(frame, ClockProperties, globalOffset) = first;
	OTFP_OTF2_F(frame, ClockProperties, traceLength) = last - first;
	OTFP_OTF2_F(frame, ClockProperties, realtimeTimestamp) = UINT64_MAX;
	if (b->is_otf2 && b->clock && otfp_otf2_again_fill(b, b->clock) < 0)
		return OTFP_EFAIL;
	return put(b);
}

static int define_machine(back *b)
{
	const uint64_t name = text_of(b, "machine");
	struct otfp_otf2_frame *frame = make(b, OTFP_OTF2_SystemTreeNode);

	if (!frame)
		return OTFP_EFAIL;
	OTFP_OTF2_F(frame, SystemTreeNode, self) = MACHINE;
	OTFP_OTF2_F(frame, SystemTreeNode, name) = name;
	OTFP_OTF2_F(frame, SystemTreeNode, className) = name;
	OTFP_OTF2_F(frame, SystemTreeNode, parent) = OTFP_OTF2_NO_REF;
	return put(b);
}

static int define_location_group(back *b, size_t row)
{
	const uint64_t name = name_of(b, &b->spaces[OTFP_W_PROCESS].rows[row], OTFP_DefProcess_name, "process");
	struct otfp_otf2_frame *frame = make(b, OTFP_OTF2_LocationGroup);

	if (!frame)
		return OTFP_EFAIL;
	OTFP_OTF2_F(frame, LocationGroup, self) = b->places[row].group;
	OTFP_OTF2_F(frame, LocationGroup, name) = name;
	OTFP_OTF2_F(frame, LocationGroup, locationGroupType) = OTFP_OTF2_LOCATION_GROUP_TYPE_PROCESS;
	OTFP_OTF2_F(frame, LocationGroup, systemTreeParent) = MACHINE;
	OTFP_OTF2_F(frame, LocationGroup, creatingLocationGroup) = OTFP_OTF2_NO_REF;
	return put(b);
}

static int define_location(back *b, size_t row)
{
	token *t = &b->spaces[OTFP_W_PROCESS].rows[row];
	const uint64_t name = name_of(b, t, OTFP_DefProcess_name, "process");
	struct otfp_otf2_frame *frame = make(b, OTFP_OTF2_Location);

	if (!frame)
		return OTFP_EFAIL;
	OTFP_OTF2_F(frame, Location, self) = t->ref;
	OTFP_OTF2_F(frame, Location, name) = name;
	OTFP_OTF2_F(frame, Location, locationType) = OTFP_OTF2_LOCATION_TYPE_CPU_THREAD;
	OTFP_OTF2_F(frame, Location, numberOfEvents) = b->places[row].events;
	OTFP_OTF2_F(frame, Location, locationGroup) = b->places[otfp_otf2_back_root(b, row)].group;
	return put(b);
}

/* A thread of a thread. */
static int define_parent(back *b, size_t row)
{
	token *t = &b->spaces[OTFP_W_PROCESS].rows[row];
	const size_t root = otfp_otf2_back_root(b, row);
	const uint64_t parent = t->def ? t->def->f[OTFP_DefProcess_parent].u : 0;

	if (root == row || parent == b->spaces[OTFP_W_PROCESS].rows[root].token)
		return 0;
	return put_property(b, OTFP_OTF2_LocationProperty, t->ref, "OTF::parent", OTFP_OTF2_TYPE_LOCATION, parent);
}

static int define_processes(back *b)
{
	int code = define_machine(b);
	uint32_t groups = 0;

	for (size_t i = 0; i < b->nplaces && code == 0; i++)
		if (otfp_otf2_back_root(b, i) == i) {
			b->places[i].group = groups++;
			code = define_location_group(b, i);
		}
	for (size_t i = 0; i < b->nplaces && code == 0; i++)
		code = define_location(b, i);
	for (size_t i = 0; i < b->nplaces && code == 0; i++)
		code = define_parent(b, i);
	return code;
}

/* ---- functions ---- */

static const struct {
	const char *group; /* beginning of the name of a function group */
	const char *name;
	uint8_t paradigm, class;
} paradigms[] = {
	{"MPI", "MPI", OTFP_OTF2_PARADIGM_MPI, OTFP_OTF2_PARADIGM_CLASS_PROCESS},
	{"OMP", "OpenMP", OTFP_OTF2_PARADIGM_OPENMP, OTFP_OTF2_PARADIGM_CLASS_THREAD_FORK_JOIN},
	{"OpenMP", "OpenMP", OTFP_OTF2_PARADIGM_OPENMP, OTFP_OTF2_PARADIGM_CLASS_THREAD_FORK_JOIN},
	{"PTHREAD", "POSIX threads", OTFP_OTF2_PARADIGM_PTHREAD, OTFP_OTF2_PARADIGM_CLASS_THREAD_CREATE_WAIT},
	{"CUDA", "CUDA", OTFP_OTF2_PARADIGM_CUDA, OTFP_OTF2_PARADIGM_CLASS_ACCELERATOR},
};
enum { NPARADIGMS = sizeof paradigms / sizeof *paradigms };

static unsigned paradigm_of(const struct otfp_str *group)
{
	for (unsigned i = 0; i < NPARADIGMS; i++) {
		const size_t n = strlen(paradigms[i].group);
		if (group->n >= n && strncasecmp(group->p, paradigms[i].group, n) == 0)
			return paradigms[i].paradigm;
	}
	return OTFP_OTF2_PARADIGM_USER;
}

static int define_paradigms(back *b)
{
	for (unsigned i = 0; i < NPARADIGMS; i++) {
		const uint64_t name = text_of(b, paradigms[i].name);
		struct otfp_otf2_frame *frame = make(b, OTFP_OTF2_Paradigm);
		if (!frame)
			return OTFP_EFAIL;
		OTFP_OTF2_F(frame, Paradigm, paradigm) = paradigms[i].paradigm;
		OTFP_OTF2_F(frame, Paradigm, name) = name;
		OTFP_OTF2_F(frame, Paradigm, paradigmClass) = paradigms[i].class;
		if ((!i || paradigms[i].paradigm != paradigms[i - 1].paradigm) && put(b) < 0)
			return OTFP_EFAIL;
	}
	return 0;
}

/* The role of an MPI function, by the beginning of its name after MPI_; the first one that fits. */
static unsigned role_of(const struct otfp_str *name)
{
	static const struct {
		const char *start;
		uint8_t role;
	} roles[] = {
		{"Barrier", OTFP_OTF2_REGION_ROLE_BARRIER},
		{"Bcast", OTFP_OTF2_REGION_ROLE_COLL_ONE2ALL},
		{"Scatter", OTFP_OTF2_REGION_ROLE_COLL_ONE2ALL},
		{"Gather", OTFP_OTF2_REGION_ROLE_COLL_ALL2ONE},
		{"Reduce_s", OTFP_OTF2_REGION_ROLE_COLL_ALL2ALL},
		{"Reduce", OTFP_OTF2_REGION_ROLE_COLL_ALL2ONE},
		{"All", OTFP_OTF2_REGION_ROLE_COLL_ALL2ALL},
		{"Scan", OTFP_OTF2_REGION_ROLE_COLL_OTHER},
		{"Exscan", OTFP_OTF2_REGION_ROLE_COLL_OTHER},
		{"Send", OTFP_OTF2_REGION_ROLE_POINT2POINT},
		{"Recv", OTFP_OTF2_REGION_ROLE_POINT2POINT},
		{"Isend", OTFP_OTF2_REGION_ROLE_POINT2POINT},
		{"Irecv", OTFP_OTF2_REGION_ROLE_POINT2POINT},
		{"Bsend", OTFP_OTF2_REGION_ROLE_POINT2POINT},
		{"Ssend", OTFP_OTF2_REGION_ROLE_POINT2POINT},
		{"Rsend", OTFP_OTF2_REGION_ROLE_POINT2POINT},
		{"Wait", OTFP_OTF2_REGION_ROLE_POINT2POINT},
		{"Test", OTFP_OTF2_REGION_ROLE_POINT2POINT},
		{"File_", OTFP_OTF2_REGION_ROLE_FILE_IO},
		{"Win_", OTFP_OTF2_REGION_ROLE_RMA},
		{"Put", OTFP_OTF2_REGION_ROLE_RMA},
		{"Get", OTFP_OTF2_REGION_ROLE_RMA},
		{"Accumulate", OTFP_OTF2_REGION_ROLE_RMA},
	};

	if (name->n <= 4 || strncasecmp(name->p, "MPI_", 4) != 0)
		return OTFP_OTF2_REGION_ROLE_FUNCTION;
	for (size_t i = 0; i < sizeof roles / sizeof *roles; i++) {
		const size_t n = strlen(roles[i].start);
		if (name->n - 4 >= n && strncasecmp(name->p + 4, roles[i].start, n) == 0)
			return roles[i].role;
	}
	return OTFP_OTF2_REGION_ROLE_FUNCTION;
}

void otfp_otf2_back_file_of(struct otfp_otf2_back *b, const struct otfp_record *scl, uint64_t *file, uint64_t *line)
{
	token *of = find(b, OTFP_W_SCLFILE, scl, scl->f[OTFP_DefScl_file].u);

	if (of)
		*file = string_of(b, &of->def->f[OTFP_DefSclFile_name].s);
	*line = scl->f[OTFP_DefScl_line].u;
}

void otfp_otf2_back_source_of(struct otfp_otf2_back *b, const struct otfp_record *function, uint64_t *file,
                              uint64_t *line)
{
	const uint64_t source = function->f[OTFP_DefFunction_source].u;
	token *scl = source ? find(b, OTFP_W_SCL, function, source) : NULL;

	if (scl)
		otfp_otf2_back_file_of(b, scl->def, file, line);
}

static int define_region(back *b, token *t)
{
	const uint64_t name = name_of(b, t, OTFP_DefFunction_name, "function");
	token *group = t->def ? find(b, OTFP_W_FUNCTIONGROUP, t->def, t->def->f[OTFP_DefFunction_group].u) : NULL;
	uint64_t file = 0, line = 0;
	struct otfp_otf2_frame *frame;

	if (t->def)
		otfp_otf2_back_source_of(b, t->def, &file, &line);
	frame = make(b, OTFP_OTF2_Region);
	if (!frame)
		return OTFP_EFAIL;
	OTFP_OTF2_F(frame, Region, self) = t->ref;
	OTFP_OTF2_F(frame, Region, name) = name;
	OTFP_OTF2_F(frame, Region, canonicalName) = name;
	OTFP_OTF2_F(frame, Region, regionRole) =
		t->def ? role_of(&t->def->f[OTFP_DefFunction_name].s) : OTFP_OTF2_REGION_ROLE_UNKNOWN;
	OTFP_OTF2_F(frame, Region, paradigm) =
		group ? paradigm_of(&group->def->f[OTFP_DefFunctionGroup_name].s) : OTFP_OTF2_PARADIGM_UNKNOWN;
	OTFP_OTF2_F(frame, Region, sourceFile) = file;
	OTFP_OTF2_F(frame, Region, beginLineNumber) = line;
	return put(b);
}

static int define_source(back *b, token *t)
{
	token *file = t->def ? find(b, OTFP_W_SCLFILE, t->def, t->def->f[OTFP_DefScl_file].u) : NULL;
	const uint64_t name = file ? string_of(b, &file->def->f[OTFP_DefSclFile_name].s) : 0;
	struct otfp_otf2_frame *frame = make(b, OTFP_OTF2_SourceCodeLocation);

	if (!frame)
		return OTFP_EFAIL;
	OTFP_OTF2_F(frame, SourceCodeLocation, self) = t->ref;
	OTFP_OTF2_F(frame, SourceCodeLocation, file) = name;
	OTFP_OTF2_F(frame, SourceCodeLocation, lineNumber) = t->def ? t->def->f[OTFP_DefScl_line].u : 0;
	return put(b);
}

/* Each row of a space. */
static int define_each(back *b, unsigned what, int (*define)(back *b, token *t))
{
	int code = 0;

	for (size_t i = 0; i < b->spaces[what].n && code == 0; i++)
		code = define(b, &b->spaces[what].rows[i]);
	return code;
}

/* ---- groups: their references are counted ---- */

static int add_word(struct otfp_buf *to, uint64_t word)
{
	return otfp_buf_add(to, &word, sizeof word);
}

/* Groups of functions, or of counters: slot `in` of what they group. */
static int define_groups_of(back *b, unsigned groups, unsigned what, unsigned in, unsigned type)
{
	const struct otfp_otf2_tokens *members = &b->spaces[what], *s = &b->spaces[groups];
	struct otfp_buf *lists = calloc(s->n + 1, sizeof *lists);
	int code = lists ? 0 : otfp_fail_memory(b->err);

	for (size_t i = 0; i < members->n && code == 0; i++) {
		const struct otfp_record *def = members->rows[i].def;
		token *group = def ? find(b, groups, def, def->f[in].u) : NULL;
		if (group && add_word(&lists[group - s->rows], members->rows[i].ref) < 0)
			code = otfp_fail_memory(b->err);
	}
	for (size_t i = 0; i < s->n && code == 0; i++)
		if (s->rows[i].def)
			code = put_group(b, b->ngroups++, string_of(b, &s->rows[i].def->f[1].s), type,
			                 OTFP_OTF2_PARADIGM_UNKNOWN, lists[i].p, lists[i].n / WORD);
	for (size_t i = 0; lists && i < s->n; i++)
		otfp_buf_release(&lists[i]);
	free(lists);
	return code;
}

/* The members of a communicator as numbers of locations, or as locations. */
static int list_members(back *b, const struct otfp_otf2_ranked *comm, int as_locations)
{
	const uint32_t *rows = (const uint32_t *)(const void *)comm->members.p;
	const size_t n = comm->group == SIZE_MAX ? b->nplaces : comm->members.n / sizeof *rows;

	b->lines.n = 0;
	for (size_t i = 0; i < n; i++) {
		const size_t row = comm->group == SIZE_MAX ? i : rows[i];
		if (add_word(&b->lines, as_locations ? b->spaces[OTFP_W_PROCESS].rows[row].ref : row) < 0)
			return otfp_fail_memory(b->err);
	}
	return 0;
}

static int define_comm(back *b, const struct otfp_otf2_ranked *comm, const char *name, unsigned paradigm)
{
	const uint64_t string = comm->group == SIZE_MAX ? text_of(b, name) :
	                                                  name_of(b, &b->spaces[OTFP_W_PROCESSGROUP].rows[comm->group],
	                                                          OTFP_DefProcessGroup_name, "process group");
	struct otfp_otf2_frame *frame;

	if (list_members(b, comm, 0) < 0 ||
	    put_group(b, b->ngroups++, string, OTFP_OTF2_GROUP_TYPE_COMM_GROUP, paradigm, b->lines.p,
	              b->lines.n / WORD) < 0 ||
	    !(frame = make(b, OTFP_OTF2_Comm)))
		return OTFP_EFAIL;
	OTFP_OTF2_F(frame, Comm, self) = comm->ref;
	OTFP_OTF2_F(frame, Comm, name) = string;
	OTFP_OTF2_F(frame, Comm, group) = b->ngroups - 1;
	OTFP_OTF2_F(frame, Comm, parent) = OTFP_OTF2_NO_REF;
	OTFP_OTF2_F(frame, Comm, flags) = OTFP_OTF2_COMM_FLAG_NONE;
	return put(b);
}

static int define_window(back *b, uint32_t number)
{
	const uint32_t *comms = (const uint32_t *)(const void *)b->windows.p;
	const struct otfp_otf2_ranked *comm = &b->comms[comms[number]];
	const uint64_t name = comm->group == SIZE_MAX ? text_of(b, OTFP_OTF2_WORLD) :
	                                                name_of(b, &b->spaces[OTFP_W_PROCESSGROUP].rows[comm->group],
	                                                        OTFP_DefProcessGroup_name, "process group");
	struct otfp_otf2_frame *frame = make(b, OTFP_OTF2_RmaWin);

	if (!frame)
		return OTFP_EFAIL;
	OTFP_OTF2_F(frame, RmaWin, self) = number;
	OTFP_OTF2_F(frame, RmaWin, name) = name;
	OTFP_OTF2_F(frame, RmaWin, comm) = comm->ref;
	OTFP_OTF2_F(frame, RmaWin, flags) = OTFP_OTF2_RMA_WIN_FLAG_NONE;
	return put(b);
}

/* All locations, to which the members of communicators refer by number. */
static int define_comm_locations(back *b, const char *name, unsigned paradigm)
{
	const struct otfp_otf2_ranked all = {.group = SIZE_MAX};

	if (list_members(b, &all, 1) < 0)
		return OTFP_EFAIL;
	return put_group(b, b->ngroups++, text_of(b, name), OTFP_OTF2_GROUP_TYPE_COMM_LOCATIONS, paradigm, b->lines.p,
	                 b->lines.n / WORD);
}

static int define_comms(back *b)
{
	const uint32_t threads = b->threads - 1;
	int code = 0;

	if (b->ncomms)
		code = define_comm_locations(b, "OTF::locations", OTFP_OTF2_PARADIGM_MPI);
	if (code == 0 && b->threads)
		code = define_comm_locations(b, "OTF::threads", OTFP_OTF2_PARADIGM_PTHREAD);
	for (uint32_t i = 0; i < b->ncomms && code == 0; i++)
		code = define_comm(b, &b->comms[i], i == threads ? "OTF::threads" : OTFP_OTF2_WORLD,
		                   i == threads ? OTFP_OTF2_PARADIGM_PTHREAD : OTFP_OTF2_PARADIGM_MPI);
	for (uint32_t i = 0; i < b->windows.n / sizeof i && code == 0; i++)
		code = define_window(b, i);
	return code;
}

/* A process group that is no communicator. */
static int define_process_group(back *b, token *t)
{
	struct otfp_otf2_ranked members = {0};
	uint64_t name;
	int code;

	if (t->more || !t->def)
		return 0;
	name = string_of(b, &t->def->f[OTFP_DefProcessGroup_name].s);
	code = otfp_otf2_back_members(b, &members, t->def);
	if (code == 0)
		code = list_members(b, &members, 1);
	if (code == 0)
		code = put_group(b, b->ngroups++, name, OTFP_OTF2_GROUP_TYPE_LOCATIONS, OTFP_OTF2_PARADIGM_UNKNOWN,
		                 b->lines.p, b->lines.n / WORD);
	otfp_buf_release(&members.members);
	otfp_map_release(&members.ranks);
	return code;
}

/* ---- counters ---- */

uint64_t otfp_otf2_back_value_type(uint32_t properties)
{
	const unsigned type = properties & OTFP_VARTYPE_MASK;

	return type >= OTFP_VARTYPE_FLOAT ? OTFP_OTF2_TYPE_DOUBLE :
	       type & OTFP_VARTYPE_SIGNED ? OTFP_OTF2_TYPE_INT64 :
	                                    OTFP_OTF2_TYPE_UINT64;
}

uint64_t otfp_otf2_back_mode(uint32_t properties)
{
	static const uint8_t modes[2][4] = {
		{OTFP_OTF2_METRIC_ACCUMULATED_START, OTFP_OTF2_METRIC_ACCUMULATED_POINT,
	         OTFP_OTF2_METRIC_ACCUMULATED_LAST, OTFP_OTF2_METRIC_ACCUMULATED_NEXT},
		{OTFP_OTF2_METRIC_ABSOLUTE_LAST, OTFP_OTF2_METRIC_ABSOLUTE_POINT, OTFP_OTF2_METRIC_ABSOLUTE_LAST,
	         OTFP_OTF2_METRIC_ABSOLUTE_NEXT},
	};

	return modes[(properties & OTFP_COUNTER_TYPE) == OTFP_COUNTER_ABS][(properties & OTFP_SCOPE) / 4];
}

/* A member and a class with that member alone; both have the number of the counter. */
static int define_counter(back *b, token *t)
{
	const uint32_t properties = t->def ? (uint32_t)t->def->f[OTFP_DefCounter_properties].u : 0;
	const uint64_t name = name_of(b, t, OTFP_DefCounter_name, "counter"), ref = t->ref;
	const uint64_t unit = t->def ? string_of(b, &t->def->f[OTFP_DefCounter_unit].s) : 0;
	struct otfp_otf2_frame *frame = make(b, OTFP_OTF2_MetricMember);

	if (!frame)
		return OTFP_EFAIL;
	OTFP_OTF2_F(frame, MetricMember, self) = ref;
	OTFP_OTF2_F(frame, MetricMember, name) = name;
	OTFP_OTF2_F(frame, MetricMember, metricType) = OTFP_OTF2_METRIC_TYPE_OTHER;
	OTFP_OTF2_F(frame, MetricMember, metricMode) = otfp_otf2_back_mode(properties);
	OTFP_OTF2_F(frame, MetricMember, valueType) = otfp_otf2_back_value_type(properties);
	OTFP_OTF2_F(frame, MetricMember, base) = OTFP_OTF2_BASE_DECIMAL;
	OTFP_OTF2_F(frame, MetricMember, unit) = unit;
	if (put(b) < 0 || !(frame = make(b, OTFP_OTF2_MetricClass)))
		return OTFP_EFAIL;
	OTFP_OTF2_F(frame, MetricClass, self) = ref;
	OTFP_OTF2_F(frame, MetricClass, metricMembers) = 1;
	OTFP_OTF2_F(frame, MetricClass, metricOccurrence) = OTFP_OTF2_METRIC_ASYNCHRONOUS;
	OTFP_OTF2_F(frame, MetricClass, recorderKind) = OTFP_OTF2_RECORDER_KIND_ABSTRACT;
	return otfp_otf2_back_contents(b, &ref, sizeof ref) < 0 ? OTFP_EFAIL : put(b);
}

static int define_assignment(back *b, const struct otfp_record *def)
{
	token *counter = find(b, OTFP_W_COUNTER, def, def->f[OTFP_DefCounterAssignments_counter].u);
	const struct otfp_list *members = &def->f[OTFP_DefCounterAssignments_members].l;

	for (size_t i = 0; counter && i < members->n; i++) {
		struct otfp_otf2_frame *frame;
		if (!find(b, OTFP_W_PROCESS, &(struct otfp_record){0}, members->p[i]))
			continue;
		if (!(frame = make(b, OTFP_OTF2_MetricClassRecorder)))
			return OTFP_EFAIL;
		OTFP_OTF2_F(frame, MetricClassRecorder, metric) = counter->ref;
		OTFP_OTF2_F(frame, MetricClassRecorder, recorder) = members->p[i];
		if (put(b) < 0)
			return OTFP_EFAIL;
	}
	return 0;
}

/* ---- files ---- */

static int define_file(back *b, token *t)
{
	const uint64_t name = name_of(b, t, OTFP_DefFile_name, "file"), ref = t->ref;
	token *group = t->def ? find(b, OTFP_W_FILEGROUP, t->def, t->def->f[OTFP_DefFile_group].u) : NULL;
	struct otfp_otf2_frame *frame = make(b, OTFP_OTF2_IoRegularFile);

	if (!frame)
		return OTFP_EFAIL;
	OTFP_OTF2_F(frame, IoRegularFile, self) = ref;
	OTFP_OTF2_F(frame, IoRegularFile, name) = name;
	OTFP_OTF2_F(frame, IoRegularFile, scope) = MACHINE;
	if (put(b) < 0 || !group)
		return group ? OTFP_EFAIL : 0;
	return put_property(b, OTFP_OTF2_IoFileProperty, ref, "OTF::group", OTFP_OTF2_TYPE_STRING,
	                    string_of(b, &group->def->f[OTFP_DefFileGroup_name].s));
}

static int define_io_paradigm(back *b)
{
	const uint64_t name = text_of(b, "OTF file operations");
	struct otfp_otf2_frame *frame = make(b, OTFP_OTF2_IoParadigm);

	if (!frame)
		return OTFP_EFAIL;
	OTFP_OTF2_F(frame, IoParadigm, self) = OTF_PARADIGM;
	OTFP_OTF2_F(frame, IoParadigm, identification) = name;
	OTFP_OTF2_F(frame, IoParadigm, name) = name;
	OTFP_OTF2_F(frame, IoParadigm, ioParadigmClass) = OTFP_OTF2_IO_PARADIGM_CLASS_SERIAL;
	OTFP_OTF2_F(frame, IoParadigm, ioParadigmFlags) = OTFP_OTF2_IO_PARADIGM_FLAG_NONE;
	return put(b);
}

static int define_handle(back *b, uint32_t number)
{
	const struct otfp_otf2_handle *h = &b->handles[number];
	struct otfp_otf2_frame *frame = make(b, OTFP_OTF2_IoHandle);

	if (!frame)
		return OTFP_EFAIL;
	OTFP_OTF2_F(frame, IoHandle, self) = number;
	OTFP_OTF2_F(frame, IoHandle, file) = b->spaces[OTFP_W_FILE].rows[h->file].ref;
	OTFP_OTF2_F(frame, IoHandle, ioParadigm) = OTF_PARADIGM;
	OTFP_OTF2_F(frame, IoHandle, ioHandleFlags) = OTFP_OTF2_IO_HANDLE_FLAG_NONE;
	OTFP_OTF2_F(frame, IoHandle, comm) = OTFP_OTF2_NO_REF;
	OTFP_OTF2_F(frame, IoHandle, parent) = OTFP_OTF2_NO_REF;
	return put(b);
}

static int define_files(back *b)
{
	int code = b->spaces[OTFP_W_FILE].n ? define_io_paradigm(b) : 0;

	if (code == 0)
		code = define_each(b, OTFP_W_FILE, define_file);
	for (uint32_t i = 0; i < b->nhandles && code == 0; i++)
		code = define_handle(b, i);
	return code;
}

/* ---- attributes, parameters ---- */

static int put_attribute(back *b, uint32_t ref, uint64_t name, uint64_t description, uint32_t type)
{
	struct otfp_otf2_frame *frame = make(b, OTFP_OTF2_Attribute);

	if (!frame)
		return OTFP_EFAIL;
	OTFP_OTF2_F(frame, Attribute, self) = ref;
	OTFP_OTF2_F(frame, Attribute, name) = name;
	OTFP_OTF2_F(frame, Attribute, description) = description;
	OTFP_OTF2_F(frame, Attribute, type) = type;
	return put(b);
}

static int define_attribute(back *b, uint32_t ref)
{
	const struct otfp_otf2_own *own = &b->attributes[ref];
	token *t = own->name ? NULL : &b->spaces[OTFP_W_KEY].rows[own->key];
	const struct otfp_otf2_key *key = t ? otfp_otf2_again_key(b, t->token) : NULL;

	if (key && key->kind == OTFP_OTF2_KEY_ATTRIBUTE)
		return put_attribute(b, ref, string_of(b, &key->name), string_of(b, &key->detail), key->type);
	if (!t)
		return put_attribute(b, ref, text_of(b, own->name), 0, own->type);
	return put_attribute(b, ref, name_of(b, t, OTFP_DefKeyValue_name, "key"),
	                     t->def ? string_of(b, &t->def->f[OTFP_DefKeyValue_description].s) : 0,
	                     otfp_otf2_back_type(t->def));
}

static int define_parameter(back *b, uint32_t ref)
{
	const struct otfp_otf2_own *own = &b->parameters[ref];
	const uint64_t name = own->name ? text_of(b, own->name) : string_of(b, &b->again.keys[own->key].name);
	struct otfp_otf2_frame *frame = make(b, OTFP_OTF2_Parameter);

	if (!frame)
		return OTFP_EFAIL;
	OTFP_OTF2_F(frame, Parameter, self) = ref;
	OTFP_OTF2_F(frame, Parameter, name) = name;
	OTFP_OTF2_F(frame, Parameter, parameterType) = b->parameters[ref].type;
	return put(b);
}

static int define_values(back *b)
{
	int code = 0;

	for (uint32_t i = 0; i < b->nattributes && code == 0; i++)
		code = define_attribute(b, i);
	for (uint32_t i = 0; i < b->nparameters && code == 0; i++)
		code = define_parameter(b, i);
	return code;
}

/* ---- tokens of references ---- */

/* The token of reference i of a kind: 1 with *to set; 0: none; -1: past the last. */
typedef int token_of(const back *b, unsigned what, uint32_t i, uint32_t *to);

static int token_of_row(const back *b, unsigned what, uint32_t i, uint32_t *to)
{
	if (i >= b->spaces[what].n)
		return -1;
	*to = b->spaces[what].rows[i].token;
	return 1;
}

static int token_of_attribute(const back *b, unsigned what, uint32_t i, uint32_t *to)
{
	if (i >= b->nattributes)
		return -1;
	if (b->attributes[i].name)
		return 0;
	return token_of_row(b, what, (uint32_t)b->attributes[i].key, to);
}

static int token_of_comm(const back *b, unsigned what, uint32_t i, uint32_t *to)
{
	if (i >= b->ncomms)
		return -1;
	*to = 0;
	if (b->comms[i].group == SIZE_MAX)
		return i + 1 == b->world;
	return token_of_row(b, what, (uint32_t)b->comms[i].group, to);
}

static const struct {
	const char *record;
	unsigned what;
	token_of *token;
} tokens[] = {
	{"Region", OTFP_W_FUNCTION, token_of_row},        {"Attribute", OTFP_W_KEY, token_of_attribute},
	{"SourceCodeLocation", OTFP_W_SCL, token_of_row}, {"IoRegularFile", OTFP_W_FILE, token_of_row},
	{"Comm", OTFP_W_PROCESSGROUP, token_of_comm},     {"MetricClass", OTFP_W_COUNTER, token_of_row},
	{"DefMarker", OTFP_W_MARKER, token_of_row},
};

/* The tokens of one kind from reference `from` on, some thousands of them. @return how many, or <0 */
static int list_tokens(back *b, unsigned kind, uint32_t from)
{
	enum { MOST = 4096 };
	uint32_t token = 0, i;
	int is;

	b->lines.n = 0;
	if (otfp_buf_printf(&b->lines, "%s %" PRIu32 " ", tokens[kind].record, from) < 0)
		return otfp_fail_memory(b->err);
	for (i = 0; i < MOST && (is = tokens[kind].token(b, tokens[kind].what, from + i, &token)) >= 0; i++)
		if ((i && otfp_buf_puts(&b->lines, ",") < 0) ||
		    (is ? otfp_buf_printf(&b->lines, "%" PRIu32, token) : otfp_buf_puts(&b->lines, "-")) < 0)
			return otfp_fail_memory(b->err);
	return (int)i;
}

static int define_tokens(back *b)
{
	int n = 0;

	for (unsigned kind = 0; kind < sizeof tokens / sizeof *tokens && n >= 0; kind++)
		for (uint32_t from = 0; (n = list_tokens(b, kind, from)) > 0; from += (uint32_t)n)
			if (put_property(b, OTFP_OTF2_SystemTreeNodeProperty, MACHINE, OTFP_OTF2_TOKENS,
			                 OTFP_OTF2_TYPE_STRING, otfp_otf2_back_string(b, b->lines.p, b->lines.n)) < 0)
				return OTFP_EFAIL;
	return n;
}

/* ---- lines ---- */

static int put_line(back *b, const char *p, size_t n)
{
	enum { LONGEST = 1 << 20 }; /* of one string: libotf2 puts it into a block of a few MiB */
	uint64_t part;

	for (; n > LONGEST; p += LONGEST, n -= LONGEST) {
		part = otfp_otf2_back_string(b, p, LONGEST);
		if (put_property(b, OTFP_OTF2_SystemTreeNodeProperty, MACHINE, OTFP_OTF2_PART, OTFP_OTF2_TYPE_STRING,
		                 part) < 0)
			return OTFP_EFAIL;
	}
	part = otfp_otf2_back_string(b, p, n);
	return put_property(b, OTFP_OTF2_SystemTreeNodeProperty, MACHINE, OTFP_OTF2_LINE, OTFP_OTF2_TYPE_STRING, part);
}

/* Definitions of the list, in the order of the records: what refers to other definitions, and their lines. */
static int define_list(back *b)
{
	const struct otfp_record **list = (const struct otfp_record **)(void *)b->list.p;
	int code = 0;

	for (size_t i = 0; i < b->list.n / sizeof *list && code == 0; i++) {
		if (list[i]->type == OTFP_DefCounterAssignments)
			code = define_assignment(b, list[i]);
		if (code < 0 || b->o.plain || b->is_otf2)
			continue;
		b->lines.n = 0;
		code = otfp_line_add(&b->lines, list[i]) < 0 ? otfp_fail_memory(b->err) :
		                                               put_line(b, b->lines.p, b->lines.n);
	}
	return code;
}

/* ---- markers ---- */

static int define_marker(back *b, token *t)
{
	static const uint8_t severities[] = {OTFP_OTF2_SEVERITY_NONE, OTFP_OTF2_SEVERITY_HIGH,
	                                     OTFP_OTF2_SEVERITY_MEDIUM, OTFP_OTF2_SEVERITY_LOW};
	const uint64_t type = t->def ? t->def->f[OTFP_DefMarker_type].u : 0;
	const struct otfp_str name = t->def ? t->def->f[OTFP_DefMarker_name].s : (struct otfp_str){NULL, 0};
	struct otfp_otf2_frame *frame = make(b, OTFP_OTF2_DefMarker);

	if (!frame)
		return OTFP_EFAIL;
	OTFP_OTF2_F(frame, DefMarker, self) = t->ref;
	OTFP_OTF2_F(frame, DefMarker, markerGroup) = 3;
	OTFP_OTF2_F(frame, DefMarker, markerCategory) = name.n;
	OTFP_OTF2_F(frame, DefMarker, severity) = severities[type < sizeof severities ? type : 0];
	if (otfp_otf2_back_contents(b, "OTF", 3) < 0 || otfp_otf2_back_contents(b, name.p, name.n) < 0)
		return OTFP_EFAIL;
	return put(b);
}

/* ---- all of it ---- */

/* Put the clock and all strings before the definitions, which refer to them; after them the markers. */
static int put_strings_first(back *b)
{
	struct otfp_buf rest = b->definitions;
	int code;

	b->definitions = (struct otfp_buf)OTFP_BUF_INIT;
	code = define_clock(b);
	for (size_t i = 0; i < b->ntexts && code == 0; i++) {
		struct otfp_otf2_frame *frame = make(b, OTFP_OTF2_String);
		if (!frame)
			code = OTFP_EFAIL;
		else {
			OTFP_OTF2_F(frame, String, self) = i;
			OTFP_OTF2_F(frame, String, string) = b->texts[i].n;
			code = otfp_otf2_back_contents(b, b->texts[i].p, b->texts[i].n);
		}
		if (code == 0)
			code = put(b);
	}
	if (code == 0 && otfp_buf_add(&b->definitions, rest.p, rest.n) < 0)
		code = otfp_fail_memory(b->err);
	otfp_buf_release(&rest);
	return code;
}

/* What is not in the strings, the clock and the markers. */
static int define_rest(back *b)
{
	int code = define_paradigms(b);

	if (code == 0)
		code = define_values(b);
	if (code == 0)
		code = define_processes(b);
	if (code == 0)
		code = define_each(b, OTFP_W_FUNCTION, define_region);
	if (code == 0)
		code = define_each(b, OTFP_W_SCL, define_source);
	if (code == 0)
		code = define_each(b, OTFP_W_COUNTER, define_counter);
	if (code == 0)
		code = define_comms(b);
	if (code == 0)
		code = define_each(b, OTFP_W_PROCESSGROUP, define_process_group);
	if (code == 0)
		code = define_groups_of(b, OTFP_W_FUNCTIONGROUP, OTFP_W_FUNCTION, OTFP_DefFunction_group,
		                        OTFP_OTF2_GROUP_TYPE_REGIONS);
	if (code == 0)
		code = define_groups_of(b, OTFP_W_COUNTERGROUP, OTFP_W_COUNTER, OTFP_DefCounter_group,
		                        OTFP_OTF2_GROUP_TYPE_METRIC);
	if (code == 0)
		code = define_files(b);
	if (code == 0 && !b->o.plain && !b->is_otf2)
		code = define_tokens(b);
	return code == 0 ? define_list(b) : code;
}

/* If the trace came from OTF2. */
static int define_again(back *b)
{
	int code = define_values(b);

	if (code == 0)
		code = define_each(b, OTFP_W_SCL, define_source);
	return code == 0 ? otfp_otf2_again_define(b) : code;
}

int otfp_otf2_back_define(struct otfp_otf2_back *b)
{
	int code = b->is_otf2 ? define_again(b) : define_rest(b);

	if (code == 0)
		code = put_strings_first(b);
	if (code == 0)
		code = define_each(b, OTFP_W_MARKER, define_marker);
	if (code == 0 && otfp_buf_add(&b->definitions, b->markers.p, b->markers.n) < 0)
		code = otfp_fail_memory(b->err);
	return code;
}
