#include "cmd/option/launcher.h"
#include "base/num.h"
#include "cmd/text/message.h"
#include <inttypes.h>
#include <stdlib.h>

/* A launcher and its variables, in the order in which they are looked for. The share is (rank - first) / step + 1. */
static const struct launcher {
	const char *name;
	const char *rank, *size;  /* size NULL: it has none */
	const char *first, *step; /* NULL: 0 and 1 */
	const char *only_with;    /* must be set, too, or NULL: batch scripts of Slurm have a rank as well */
	int is_step;              /* Slurm steps set these variables, too */
} launchers[] = {
	{"Open MPI", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", NULL, NULL, NULL, 0},
	{"PALS", "PALS_RANKID", "PMI_SIZE", NULL, NULL, NULL, 0},
	{"PMIx", "PMIX_RANK", NULL, NULL, NULL, NULL, 1},
	{"PMI", "PMI_RANK", "PMI_SIZE", NULL, NULL, NULL, 1},
	{"Slurm step", "SLURM_PROCID", "SLURM_STEP_NUM_TASKS", NULL, NULL, "SLURM_STEP_ID", 1},
	{"Slurm array", "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN",
         "SLURM_ARRAY_TASK_STEP", NULL, 0},
};

enum { LAUNCHERS = sizeof launchers / sizeof *launchers, ARRAY = LAUNCHERS - 1, STEP = ARRAY - 1 };

static const char *value_of(const char *variable)
{
	const char *text = variable ? getenv(variable) : NULL;

	return text && *text ? text : NULL;
}

static int is_set(const struct launcher *l)
{
	return value_of(l->rank) && (!l->only_with || value_of(l->only_with));
}

/* Set *v to the number in a variable; it stays if the variable is not set. @return -1, or 2 after the usage error */
static int get(const char *text, const char *variable, uint64_t *v)
{
	const char *value = value_of(variable), *end;
	uint64_t number;
	int over = 0;

	if (!value)
		return -1;
	end = otfp_get_dec(value, &number, &over);
	if (*end || over)
		return message_usage("--part %s: %s is not a number: '%s'", text, variable, value);
	*v = number;
	return -1;
}

/* In an array of tasks that start steps of tasks, neither number alone is one of a share. */
static int check_array(const struct launcher *l, const char *text)
{
	uint64_t tasks = 1, members = 1;
	int status = -1;

	if (!l->is_step || !is_set(&launchers[ARRAY]) || !is_set(&launchers[STEP]))
		return -1;
	status = get(text, launchers[STEP].size, &tasks);
	if (status < 0)
		status = get(text, launchers[ARRAY].size, &members);
	if (status >= 0 || tasks == 1)
		return status;
	return message_usage("--part %s: a step of %" PRIu64 " tasks in a Slurm array of %" PRIu64
	                     ": give the share as K/N",
	                     text, tasks, members);
}

/* @return -1, or 2 after the usage error */
static int read_part(const struct launcher *l, const char *text, unsigned parts, struct part *to)
{
	uint64_t rank = 0, size = 0, first = 0, step = 1;
	const struct {
		const char *variable;
		uint64_t *v;
	} all[] = {{l->rank, &rank}, {l->size, &size}, {l->first, &first}, {l->step, &step}};
	int status = -1;

	for (unsigned i = 0; i < sizeof all / sizeof *all && status < 0; i++)
		status = get(text, all[i].variable, all[i].v);
	if (status >= 0)
		return status;
	if (!parts && !size)
		return message_usage("--part %s: %s has the rank (%s) but not the number of processes: give auto/N",
		                     text, l->name, l->rank);
	if (rank < first || step == 0 || (rank - first) % step)
		return message_usage("--part %s: %s %" PRIu64 " is not one from %" PRIu64 " on in steps of %" PRIu64,
		                     text, l->rank, rank, first, step);
	size = parts ? parts : size;
	rank = (rank - first) / step;
	if (rank >= size || size > OTFP_SHARES_MAX)
		return message_usage("--part %s: share %" PRIu64 " of %" PRIu64 ", as %s says (%s), does not exist",
		                     text, rank + 1, size, l->name, l->rank);
	*to = (struct part){(unsigned)rank + 1, (unsigned)size, l->name};
	return -1;
}

int launcher_part(struct part *to, const char *text, unsigned parts)
{
	const struct launcher *l = launchers;
	int status;

	while (l < launchers + LAUNCHERS && !is_set(l))
		l++;
	if (l == launchers + LAUNCHERS)
		return message_usage(
			"--part %s: no Open MPI, PALS, PMIx, PMI, Slurm step or Slurm array has started this: "
			"give the share as K/N",
			text);
	status = check_array(l, text);
	return status < 0 ? read_part(l, text, parts, to) : status;
}
