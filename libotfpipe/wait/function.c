/* function.c - which functions communicate, which receives block, and the types of collective operations, by name. */
#include "base/grow.h"
#include "record/communication.h"
#include "wait/engine.h"
#include <ctype.h>
#include <string.h>
#include <strings.h>

static struct otfp_str name_of(const struct otfp_names *names, unsigned space, otfp_ref ref)
{
	const struct otfp_definition *d = ref == OTFP_NO_REF ? NULL : otfp_names_find(names, space, ref);

	return d ? d->name : (struct otfp_str){NULL, 0};
}

/* Numbers of the set are tokens of functions. */
static int communicates(const struct otfp_wait_engine *w, uint32_t token, struct otfp_str name, struct otfp_str group)
{
	if (!w->o.comm)
		return otfp_is_communication(name, group);
	return otfp_set_has(w->o.comm, token, name.p, name.n) > 0 ||
	       (group.p && otfp_set_has(w->o.comm, UINT64_MAX, group.p, group.n) > 0);
}

/* ---- MPI names ---- */

enum { STEM_MAX = 32 };

/* Write what follows `MPI_` in a name to stem, in lower case, up to the first byte that no identifier has, without
 * underscores at its end. @return stem; empty if it is no MPI name */
static const char *stem_of(struct otfp_str name, char stem[STEM_MAX])
{
	const int is_profiled = name.n && (*name.p == 'P' || *name.p == 'p');
	size_t n = 0;

	*stem = '\0';
	if (is_profiled) {
		name.p++;
		name.n--;
	}
	if (name.n < 4 || strncasecmp(name.p, "mpi_", 4) != 0)
		return stem;
	for (size_t i = 4; i < name.n && n + 1 < STEM_MAX; i++) {
		const char c = (char)(name.p[i] >= 'A' && name.p[i] <= 'Z' ? name.p[i] + 'a' - 'A' : name.p[i]);
		if ((c < 'a' || c > 'z') && c != '_' && (c < '0' || c > '9'))
			break;
		stem[n++] = c;
	}
	while (n && stem[n - 1] == '_')
		n--;
	stem[n] = '\0';
	return stem;
}

static int is_one_of(const char *stem, const char *const *list)
{
	while (*list && strcmp(stem, *list) != 0)
		list++;
	return *list != NULL;
}

static int is_blocking_receive(struct otfp_str name)
{
	static const char *const stems[] = {"recv", "sendrecv", "sendrecv_replace", "mrecv", NULL};
	char stem[STEM_MAX];

	stem_of(name, stem);
	return is_one_of(stem, stems);
}

static const struct {
	const char *stem;
	uint8_t type;
} mpi_types[] = {
	{"barrier", WAIT_BARRIER}, {"bcast", WAIT_FROM},         {"scatter", WAIT_FROM},
	{"scatterv", WAIT_FROM},   {"reduce", WAIT_TO},          {"gather", WAIT_TO},
	{"gatherv", WAIT_TO},      {"allreduce", WAIT_ALL},      {"allgather", WAIT_ALL},
	{"allgatherv", WAIT_ALL},  {"alltoall", WAIT_ALL},       {"alltoallv", WAIT_ALL},
	{"alltoallw", WAIT_ALL},   {"reduce_scatter", WAIT_ALL}, {"reduce_scatter_block", WAIT_ALL},
	{"scan", WAIT_PREFIX},     {"exscan", WAIT_PREFIX},
};

static uint8_t type_of_stem(const char *stem)
{
	for (size_t i = 0; i < sizeof mpi_types / sizeof *mpi_types; i++)
		if (strcmp(stem, mpi_types[i].stem) == 0)
			return mpi_types[i].type;
	return WAIT_UNTYPED;
}

/* MPI_Ibarrier and the like. */
static int is_start(const char *stem)
{
	return *stem == 'i' && type_of_stem(stem) == WAIT_UNTYPED && type_of_stem(stem + 1) != WAIT_UNTYPED;
}

static int posts_send(const char *stem)
{
	static const char *const stems[] = {"isend", "ibsend", "issend", "irsend", "start", "startall", NULL};

	return is_one_of(stem, stems);
}

static int completes_several(const char *stem)
{
	static const char *const stems[] = {"waitall", "waitsome", "testall", "testsome", NULL};

	return is_one_of(stem, stems);
}

static uint8_t end_of(const char *stem)
{
	if (strcmp(stem, "init") == 0 || strcmp(stem, "init_thread") == 0)
		return 1 + WAIT_INIT;
	return strcmp(stem, "finalize") == 0 ? 1 + WAIT_FINALIZE : 0;
}

struct wait_collective otfp_wait_collective_kind(const struct otfp_wait_engine *w, uint32_t loc, uint32_t token)
{
	/* by OTF_COLLECTIVE_TYPE_* */
	static const uint8_t types[] = {WAIT_UNTYPED, WAIT_BARRIER, WAIT_FROM, WAIT_TO, WAIT_ALL};
	const struct otfp_definition *d = otfp_names_find(&w->names, OTFP_NAMED_COLLECTIVE,
	                                                  otfp_names_ref(&w->names, OTFP_NAMED_COLLECTIVE, loc, token));
	struct wait_collective c = {WAIT_UNTYPED, 1};
	char stem[STEM_MAX];
	uint8_t named;

	if (!d)
		return c;
	stem_of(d->name, stem);
	c.is_blocking = !is_start(stem);
	named = type_of_stem(stem + !c.is_blocking);
	c.type = d->detail < sizeof types ? types[d->detail] : WAIT_UNTYPED;
	if (c.type == WAIT_UNTYPED || named == WAIT_PREFIX) /* OTF has no type for MPI_Scan */
		c.type = named;
	return c;
}

/* ---- OpenMP ---- */

static int begins(struct otfp_str text, const char *with)
{
	const size_t n = strlen(with);

	return text.n >= n && strncasecmp(text.p, with, n) == 0;
}

static int has(struct otfp_str text, const char *part)
{
	for (; text.n; text.p++, text.n--)
		if (begins(text, part))
			return 1;
	return 0;
}

/* As Score-P, VampirTrace and TAU name them. Not ompi_..., which is Open MPI. */
static int is_openmp(struct otfp_str name, struct otfp_str group)
{
	const int is_omp = begins(group, "omp") && (group.n == 3 || !isalnum((unsigned char)group.p[3]));

	return is_omp || begins(group, "openmp") || begins(name, "!$omp") || begins(name, "omp_") ||
	       begins(name, "openmp") || has(name, "[openmp");
}

/* ---- functions of a trace ---- */

static void judge(const struct otfp_wait_engine *w, struct wait_function *f)
{
	const struct otfp_definition *d = otfp_names_find(&w->names, OTFP_NAMED_FUNCTION, f->ref);
	const struct otfp_str name = d ? d->name : (struct otfp_str){NULL, 0};
	struct otfp_str group = {NULL, 0};
	char stem[STEM_MAX];

	if (d)
		group = name_of(&w->names, OTFP_NAMED_GROUP,
		                otfp_names_local(&w->names, OTFP_NAMED_GROUP, d->stream, d->detail));
	otfp_set_meet(w->o.comm, (uint32_t)f->ref, name.p, name.n);
	otfp_set_meet(w->o.comm, UINT64_MAX, group.p, group.n);
	otfp_set_meet(w->o.inside, (uint32_t)f->ref, name.p, name.n);
	f->is_comm = (uint8_t)communicates(w, (uint32_t)f->ref, name, group);
	f->is_openmp = (uint8_t)is_openmp(name, group);
	f->receives = (uint8_t)is_blocking_receive(name);
	stem_of(name, stem);
	f->starts = (uint8_t)is_start(stem);
	f->ends = end_of(stem);
	f->posts = (uint8_t)posts_send(stem);
	f->completes = (uint8_t)completes_several(stem);
	f->is_inside = w->o.inside && otfp_set_has(w->o.inside, (uint32_t)f->ref, name.p, name.n) > 0;
}

static void set_flags(struct wait_cell *cell)
{
	cell->is_comm = cell->function->is_comm;
	cell->is_inside = cell->function->is_inside;
}

void otfp_wait_judge_functions(struct otfp_wait_engine *w)
{
	for (size_t i = 0; i < w->nfunctions; i++)
		judge(w, w->by_number[i]);
	for (size_t i = 0; i < w->nprocesses; i++)
		for (struct wait_cell *cell = w->processes[i].cells; cell; cell = cell->next)
			set_flags(cell);
}

static struct wait_function *function_of(struct otfp_wait_engine *w, otfp_ref ref)
{
	const uint64_t *number = otfp_map_get(&w->functions, ref);
	struct wait_function *f;

	if (number)
		return w->by_number[*number];
	if (otfp_grow(&w->by_number, w->nfunctions, &w->functions_cap, sizeof *w->by_number) < 0 ||
	    otfp_map_set(&w->functions, ref, w->nfunctions) < 0)
		return NULL;
	f = otfp_arena_get(&w->arena, sizeof *f);
	if (!f)
		return NULL;
	*f = (struct wait_function){.ref = ref, .number = (uint32_t)w->nfunctions};
	w->by_number[w->nfunctions++] = f;
	judge(w, f);
	return f;
}

int otfp_wait_communicates(struct otfp_wait_engine *w, uint32_t process, uint32_t token)
{
	const struct wait_function *f = function_of(w, otfp_names_ref(&w->names, OTFP_NAMED_FUNCTION, process, token));

	return f ? f->is_comm : -1;
}

struct wait_cell *otfp_wait_cell(struct otfp_wait_engine *w, struct wait_process *p, struct otfp_callee *callee)
{
	const struct wait_function *f =
		function_of(w, otfp_names_ref(&w->names, OTFP_NAMED_FUNCTION, p->process, callee->function));
	struct wait_cell *cell = f ? otfp_arena_get(&w->arena, sizeof *cell) : NULL;

	if (!cell)
		return NULL;
	*cell = (struct wait_cell){.function = f, .next = p->cells};
	set_flags(cell);
	p->cells = cell;
	callee->user = cell;
	return cell;
}
