/* rename-control.c - control lines that name processes. */
#include "base/buf.h"
#include "base/num.h"
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

/* Write the line into the arena. */
static int format(struct otfp_record *copy, uint32_t stream, const uint32_t *procs, size_t n, struct otfp_arena *a)
{
	char *line = otfp_arena_get(a, 32 + 11 * n), *p = line;

	if (!line)
		return -1;
	p = mempcpy(p, "@SM\t", 4);
	p = otfp_put_dec(p, stream);
	for (size_t i = 0; i < n; i++) {
		*p++ = i ? ',' : '\t';
		p = otfp_put_dec(p, procs[i]);
	}
	copy->line = (struct otfp_str){line, (size_t)(p - line)};
	return 0;
}

static int rename_streams(struct otfp_rename *r, const struct otfp_record **rec, struct otfp_record *copy,
                          struct otfp_arena *a)
{
	struct otfp_master m = {0};
	const char *why;
	int code = otfp_master_take_sm(&m, (*rec)->line.p, (*rec)->line.n, &why), changed = 0;
	uint32_t *to = code == 0 ? otfp_arena_get(a, m.streams[0].n * sizeof *to) : NULL;

	if (code < 0)
		code = otfp_fail(r->err, OTFP_EFAIL, "%s: %s", r->name, why);
	else
		code = to ? rename_all(r, to, &m.streams[0], &changed) : otfp_fail_memory(r->err);
	if (code == 0 && changed) {
		*copy = **rec;
		if (format(copy, m.streams[0].id, to, m.streams[0].n, a) < 0)
			code = otfp_fail_memory(r->err);
		*rec = copy;
	}
	otfp_master_release(&m);
	return code;
}

/* Rename the process of an @LOST line; a line that cannot be parsed is unchanged. */
static int rename_lost(struct otfp_rename *r, const struct otfp_record **rec, struct otfp_record *copy,
                       struct otfp_arena *a)
{
	enum { HEAD = 6 };
	const struct otfp_str line = (*rec)->line;
	char *to = otfp_arena_get(a, line.n + OTFP_DEC_MAX + 4), *p;
	const char *rest;
	uint32_t process, scope;
	uint64_t v;
	int over = 0, code;

	if (!to)
		return otfp_fail_memory(r->err);
	memcpy(to, line.p, line.n);
	to[line.n] = '\n';
	rest = otfp_get_dec(to + HEAD, &v, &over);
	if (rest == to + HEAD || (*rest != '\t' && *rest != '\n') || over || v > UINT32_MAX)
		return 0;
	code = otfp_rename_token(r, OTFP_W_PROCESS, 0, (uint32_t)v, &process, &scope);
	if (code < 0 || process == v)
		return code;
	rest = line.p + (rest - to);
	p = otfp_put_dec(to + HEAD, process);
	p = mempcpy(p, rest, (size_t)(line.p + line.n - rest));
	*copy = **rec;
	copy->line = (struct otfp_str){to, (size_t)(p - to)};
	*rec = copy;
	return 0;
}

int otfp_rename_control(struct otfp_rename *r, const struct otfp_record **rec, struct otfp_record *copy,
                        struct otfp_arena *a)
{
	const struct otfp_str *line = &(*rec)->line;

	if (line->n > 4 && memcmp(line->p, "@SM\t", 4) == 0)
		return rename_streams(r, rec, copy, a);
	if (line->n > 6 && memcmp(line->p, "@LOST\t", 6) == 0)
		return rename_lost(r, rec, copy, a);
	return 0;
}
