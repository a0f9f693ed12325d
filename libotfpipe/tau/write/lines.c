/* lines.c - the definitions of a TAU trace that is written. See lines.h. */
#include "tau/write/lines.h"
#include "base/grow.h"
#include "base/order.h"
#include <stdlib.h>
#include <string.h>

#define ALWAYS 9 /* every trace has the first entries of own[] */

static const struct otfp_edf_line own[] = {
	{60000, OTFP_EDF_LINE_OWN, 0, "TRACER", "EV_INIT", "none"},
	{60001, OTFP_EDF_LINE_STATE, 0, "TRACER", "FLUSH", "EntryExit"},
	{60003, OTFP_EDF_LINE_OWN, 0, "TRACER", "FLUSH_CLOSE", "none"},
	{60004, OTFP_EDF_LINE_OWN, 0, "TRACER", "FLUSH_INITM", "none"},
	{60005, OTFP_EDF_LINE_OWN, 0, "TRACER", "WALL_CLOCK", "none"},
	{60006, OTFP_EDF_LINE_OWN, 0, "TRACER", "CONT_EVENT", "none"},
	{60007, OTFP_EDF_LINE_OWN, -7, "TAU_MESSAGE", "MESSAGE_SEND", "par"},
	{60008, OTFP_EDF_LINE_OWN, -8, "TAU_MESSAGE", "MESSAGE_RECV", "par"},
	{0, OTFP_EDF_LINE_TRIGGER, 0, "TAUEVENT", ".TAU <unknown event>", "TriggerValue"},
	{7004, OTFP_EDF_LINE_TRIGGER, 1, "TAUEVENT", "RemoteMessageThreadID", "TriggerValue"},
	{70000, OTFP_EDF_LINE_TRIGGER, 0, "TAUEVENT", "ONESIDED_MESSAGE_SEND", "TriggerValue"},
	{70001, OTFP_EDF_LINE_TRIGGER, 0, "TAUEVENT", "ONESIDED_MESSAGE_RECV", "TriggerValue"},
	{70002, OTFP_EDF_LINE_TRIGGER, 0, "TAUEVENT", "ONESIDED_MESSAGE_ID_TriggerValueT1", "TriggerValue"},
	{70003, OTFP_EDF_LINE_TRIGGER, 0, "TAUEVENT", "ONESIDED_MESSAGE_ID_TriggerValueT2", "TriggerValue"},
	{70004, OTFP_EDF_LINE_TRIGGER, 0, "TAUEVENT", "ONESIDED_MESSAGE", "TriggerValue"},
	{70005, OTFP_EDF_LINE_TRIGGER, 0, "TAUEVENT", "ONESIDED_MESSAGE_RECIPROCAL_SEND", "TriggerValue"},
	{70006, OTFP_EDF_LINE_TRIGGER, 0, "TAUEVENT", "ONESIDED_MESSAGE_RECIPROCAL_RECV", "TriggerValue"},
};

static const char *const params[] = {
	[OTFP_EDF_LINE_STATE] = "EntryExit", [OTFP_EDF_LINE_TRIGGER] = "TriggerValue", [OTFP_EDF_LINE_OWN] = "none"};

const struct otfp_edf_line *otfp_edf_own(uint32_t id)
{
	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		if (own[i].id == id)
			return &own[i];
	return NULL;
}

const struct otfp_edf_line *otfp_edf_own_named(enum otfp_edf_line_kind kind, const char *name)
{
	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		if (own[i].kind == kind && !strcmp(own[i].name, name))
			return &own[i];
	return NULL;
}

void otfp_edf_lines_release(struct otfp_edf_lines *d)
{
	free(d->p);
	otfp_map_release(&d->index);
	otfp_arena_release(&d->arena);
	*d = (struct otfp_edf_lines){0};
}

/* ---- allowed characters ---- */

static char fit_group(char c)
{
	return (unsigned char)c <= ' ' || c == 0x7f || c == '"' ? '_' : c;
}

static char fit_name(char c)
{
	if (c == '"')
		return '\'';
	return (unsigned char)c < ' ' ? ' ' : c;
}

/* @return whether anything was changed; *to is NULL when memory is out */
static int copy(struct otfp_arena *a, const char **to, const char *from, char (*fit)(char))
{
	size_t n = strlen(from);
	char *p = otfp_arena_copy(a, from, n + 1);
	int changed = 0;

	*to = p;
	for (size_t i = 0; p && i < n; i++) {
		p[i] = fit(from[i]);
		changed |= p[i] != from[i];
	}
	return changed;
}

int otfp_edf_lines_put(struct otfp_edf_lines *d, const struct otfp_edf_line *def)
{
	const uint64_t *at = otfp_map_get(&d->index, def->id);
	struct otfp_edf_line line = *def;
	size_t i = at ? *at : d->n;
	int changed = copy(&d->arena, &line.name, def->name, fit_name);

	changed |= copy(&d->arena, &line.group, *def->group ? def->group : "TAU_DEFAULT", fit_group);
	if (!line.params)
		line.params = params[def->kind];
	if (!line.name || !line.group)
		return -1;
	if (!at && (otfp_grow(&d->p, d->n, &d->cap, sizeof *d->p) < 0 || otfp_map_set(&d->index, def->id, d->n) < 0))
		return -1;
	d->n += !at;
	d->p[i] = line;
	return changed;
}

int otfp_edf_lines_own(struct otfp_edf_lines *d)
{
	for (size_t i = 0; i < ALWAYS; i++)
		if (otfp_edf_lines_put(d, &own[i]) < 0)
			return -1;
	return 0;
}

/* ---- the file ---- */

static int reindex(struct otfp_edf_lines *d)
{
	for (size_t i = 0; i < d->n; i++)
		if (otfp_map_set(&d->index, d->p[i].id, i) < 0)
			return -1;
	return 0;
}

int otfp_edf_lines_text(struct otfp_edf_lines *d, struct otfp_buf *b)
{
	if (d->n)
		qsort(d->p, d->n, sizeof *d->p, otfp_by_u32);
	if (reindex(d) < 0 || otfp_buf_printf(b,
	                                      "%zu dynamic_trace_events\n"
	                                      "# FunctionId Group Tag \"Name Type\" Parameters\n",
	                                      d->n) < 0)
		return -1;
	for (size_t i = 0; i < d->n; i++)
		if (otfp_buf_printf(b, "%u %s %d \"%s\" %s\n", d->p[i].id, d->p[i].group, d->p[i].tag, d->p[i].name,
		                    d->p[i].params) < 0)
			return -1;
	return 0;
}
