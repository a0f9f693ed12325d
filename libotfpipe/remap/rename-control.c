/* rename-control.c - control lines that name processes. */
#include "record/control.h"
#include "remap/rename.h"
#include "base/order.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The new tokens of the processes: sorted if the old ones were, else in their order. */
static int rename_all(struct otfp_rename *r, uint32_t *to, const struct otfp_members *s, int *changed)
{
	uint32_t scope;
	int code = 0;

	r->process = UINT64_MAX;
	for (size_t i = 0; i < s->n && code == 0; i++) {
		if (otfp_master_add(&r->master, s->id, s->procs[i]) < 0)
			return otfp_fail_memory(r->err);
		code = otfp_rename_token(r, OTFP_W_PROCESS, 0, s->procs[i], &to[i], &scope);
		*changed |= to[i] != s->procs[i];
	}
	if (!s->unsorted)
		qsort(to, s->n, sizeof *to, otfp_by_u32);
	return code;
}

static void change_line(const struct otfp_record **rec, struct otfp_record *copy, const char *p, const char *end)
{
	*copy = **rec;
	copy->line = (struct otfp_str){p, (size_t)(end - p)};
	*rec = copy;
}

static int rename_members(struct otfp_rename *r, const struct otfp_record **rec, struct otfp_record *copy,
                          const struct otfp_members *s, struct otfp_arena *a)
{
	uint32_t *to = otfp_arena_get(a, s->n * sizeof *to);
	char *line;
	int changed = 0, code = to ? rename_all(r, to, s, &changed) : otfp_fail_memory(r->err);

	if (code < 0 || !changed)
		return code;
	line = otfp_arena_get(a, OTFP_SM_ROOM(s->n));
	if (!line)
		return otfp_fail_memory(r->err);
	change_line(rec, copy, line, otfp_sm_put(line, s->id, to, s->n));
	return 0;
}

static int rename_streams(struct otfp_rename *r, const struct otfp_record **rec, struct otfp_record *copy,
                          struct otfp_arena *a)
{
	struct otfp_master m = {0};
	const char *why;
	int code = otfp_master_parse_sm(&m, &(*rec)->line, &why);

	if (code < 0)
		code = otfp_fail(r->err, OTFP_EFAIL, "%s: %s", r->name, why);
	else
		code = rename_members(r, rec, copy, &m.streams[0], a);
	otfp_master_release(&m);
	return code;
}

/* Rename the process of an @LOST line; a line that cannot be parsed is unchanged. */
static int rename_lost(struct otfp_rename *r, const struct otfp_record **rec, struct otfp_record *copy,
                       struct otfp_arena *a)
{
	struct otfp_lost lost;
	uint32_t process, scope;
	char *to;
	int code;

	otfp_lost_get(&lost, &(*rec)->line);
	if (!lost.n)
		return 0;
	code = otfp_rename_token(r, OTFP_W_PROCESS, 0, lost.process, &process, &scope);
	if (code < 0 || process == lost.process)
		return code;
	lost.process = process;
	to = otfp_arena_get(a, OTFP_LOST_ROOM(&lost));
	if (!to)
		return otfp_fail_memory(r->err);
	change_line(rec, copy, to, otfp_lost_put(to, &lost));
	return 0;
}

int otfp_rename_control(struct otfp_rename *r, const struct otfp_record **rec, struct otfp_record *copy,
                        struct otfp_arena *a)
{
	switch (otfp_control_kind(*rec)) {
	case OTFP_C_SM: return rename_streams(r, rec, copy, a);
	case OTFP_C_LOST: return rename_lost(r, rec, copy, a);
	default: return 0;
	}
}
