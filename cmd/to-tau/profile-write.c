/* profile-write.c - the files of a profile for TAU; see profile.h. */
#include "base/buf.h"
#include "base/grow.h"
#include "commit/staging.h"
#include "cmd/text/message.h"
#include "cmd/to-tau/place.h"
#include "cmd/to-tau/profile.h"
#include "base/order.h"
#include "base/ticks.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A line of a file: a function or a counter. */
struct line {
	char *name; /* in the arena */
	uint32_t token;
	char *group;       /* of a function; NULL for a counter */
	char numbers[150]; /* the columns between name and group */
};

struct lines {
	struct line *p;
	size_t n, cap;
};

struct out {
	struct tau_profile *t;
	struct otfp_process *process; /* the process whose file is being written */
	long double usec;             /* microseconds per tick */
	uint64_t end;                 /* open calls count up to this time */
	struct lines functions, events;
	struct otfp_arena arena; /* of one file */
	struct otfp_buf text;
	struct otfp_files *budget;
	struct otfp_staging *stage;
	struct tau_place *places;
	size_t nplaces;
	struct otfp_error *err;
};

/* ---- the lines of a process ---- */

static char fit(char c)
{
	if (c == '"')
		return '\'';
	return (unsigned char)c < ' ' || c == 0x7f ? ' ' : c;
}

/* The format has no escapes: replace the bytes that would end a name. @return NULL when memory is out */
static char *text_of(struct out *o, struct otfp_str s)
{
	char *p = otfp_arena_get(&o->arena, s.n + 1);

	for (size_t i = 0; p && i < s.n; i++)
		p[i] = fit(s.p[i]);
	if (p)
		p[s.n] = '\0';
	return p;
}

static const struct otfp_definition *defined(const struct out *o, unsigned space, uint32_t token)
{
	const struct otfp_names *names = &o->t->names;

	return otfp_names_find(names, space, otfp_names_ref(names, space, o->process->process, token));
}

static char *name_of(struct out *o, unsigned space, uint32_t token)
{
	const struct otfp_definition *d = defined(o, space, token);
	char text[40];

	if (d && d->name.p && d->name.n)
		return text_of(o, d->name);
	snprintf(text, sizeof text, "%s %" PRIu32, otfp_named_word(space), token);
	return text_of(o, (struct otfp_str){text, strlen(text)});
}

static struct line *add_line(struct out *o, struct lines *l, unsigned space, uint32_t token)
{
	struct line line = {.name = name_of(o, space, token), .token = token};

	if (!line.name || otfp_grow(&l->p, l->n, &l->cap, sizeof line) < 0)
		return NULL;
	l->p[l->n] = line;
	return &l->p[l->n++];
}

static char *group_of(struct out *o, uint32_t function)
{
	const struct otfp_definition *f = defined(o, OTFP_NAMED_FUNCTION, function);
	const struct otfp_definition *group = f ? defined(o, OTFP_NAMED_GROUP, f->detail) : NULL;

	return text_of(o, group && group->name.n ? group->name : (struct otfp_str){"TAU_DEFAULT", 11});
}

/* Take a FunctionSummary; an otfp_put_fn. */
static int add_function(void *ctx, const struct otfp_record *rec)
{
	struct out *o = ctx;
	const uint32_t function = (uint32_t)rec->f[0].u;
	const struct otfp_callee *callee = otfp_stack_callee(&o->process->calls, function);
	const struct otfp_total *total = callee ? callee->user : NULL;
	struct line *line;

	if (!rec->f[1].u && !rec->f[3].u)
		return 0; /* no time in the interval */
	line = total ? add_line(o, &o->functions, OTFP_NAMED_FUNCTION, function) : NULL;
	if (!line)
		return -1;
	line->group = group_of(o, function);
	sprintf(line->numbers, "%" PRIu64 " %" PRIu64 " %.16LG %.16LG 0", rec->f[1].u, total->subcalls,
	        (long double)rec->f[2].u * o->usec, (long double)rec->f[3].u * o->usec);
	return line->group ? 0 : -1;
}

static int add_event(struct out *o, const struct tau_profile_event *e)
{
	struct line *line = add_line(o, &o->events, OTFP_NAMED_COUNTER, e->counter);

	if (!line)
		return -1;
	sprintf(line->numbers, "%" PRIu64 " %.16G %.16G %.16G %.16G", e->n, e->largest, e->least, e->sum / (double)e->n,
	        e->squares);
	return 0;
}

static int by_name(const void *a, const void *b)
{
	const struct line *x = a, *y = b;
	const int order = strcmp(x->name, y->name);

	if (order)
		return order;
	return x->token < y->token ? -1 : x->token > y->token;
}

/* Readers merge lines with the same name, so all but the first of them get their token after the name. */
static int put_lines(struct out *o, struct lines *l)
{
	const char *last = "\n";
	int rc = 0;

	if (l->n)
		qsort(l->p, l->n, sizeof *l->p, by_name);
	for (size_t i = 0; i < l->n && rc == 0; i++) {
		const struct line *line = &l->p[i];
		rc = otfp_buf_printf(&o->text, "\"%s", line->name);
		if (rc == 0 && strcmp(line->name, last) == 0)
			rc = otfp_buf_printf(&o->text, " [%" PRIu32 "]", line->token);
		if (rc == 0)
			rc = otfp_buf_printf(&o->text, "\" %s", line->numbers);
		if (rc == 0 && line->group)
			rc = otfp_buf_printf(&o->text, " GROUP=\"%s\" ", line->group);
		if (rc == 0)
			rc = otfp_buf_puts(&o->text, "\n");
		last = line->name;
	}
	return rc;
}

static int put_file(struct out *o)
{
	struct otfp_buf *b = &o->text;

	b->n = 0;
	if (otfp_buf_printf(b,
	                    "%zu templated_functions_MULTI_TIME\n# Name Calls Subrs Excl Incl ProfileCalls # "
	                    "<metadata><attribute><name>Metric Name</name><value>TIME</value></attribute></metadata>\n",
	                    o->functions.n) < 0 ||
	    put_lines(o, &o->functions) < 0 || otfp_buf_puts(b, "0 aggregates\n") < 0)
		return -1;
	if (!o->events.n)
		return 0;
	if (otfp_buf_printf(b, "%zu userevents\n# eventname numevents max min mean sumsqr\n", o->events.n) < 0)
		return -1;
	return put_lines(o, &o->events);
}

/* ---- files ---- */

static int write_file(struct out *o, const struct tau_place *p)
{
	struct otfp_staged *f;
	char suffix[50];
	int code;

	snprintf(suffix, sizeof suffix, "profile.%" PRIu32 ".%" PRIu32 ".%" PRIu32, p->node, p->context, p->thread);
	code = otfp_staging_create(&f, o->stage, o->budget, suffix, 0);
	return code < 0 ? code : otfp_staged_append(f, o->text.p, o->text.n);
}

/* Write the file of a process, if it did something. @return 1 if it did, 0 if not, or <0 */
static int write_process(struct out *o, const struct tau_place *place)
{
	struct tau_profile *t = o->t;
	int code = 0;

	o->process = otfp_state_find(&t->state, place->process);
	if (!o->process)
		return 0;
	o->functions.n = o->events.n = 0;
	otfp_arena_clear(&o->arena);
	if (otfp_totals_emit(&t->totals, o->process, o->end, add_function, o) < 0)
		return otfp_fail_memory(o->err);
	for (size_t i = otfp_first_from(t->events, t->nevents, sizeof *t->events, place->process); code == 0; i++) {
		if (i == t->nevents || t->events[i].process != place->process)
			break;
		code = add_event(o, &t->events[i]);
	}
	if (code < 0 || put_file(o) < 0)
		return otfp_fail_memory(o->err);
	if (!o->functions.n && !o->events.n)
		return 0;
	code = write_file(o, place);
	return code < 0 ? code : 1;
}

/* Readers take all profiles in a directory as one run, so older ones are replaced, too. */
static int open_stage(struct out *o, const char *dir, int force)
{
	const struct otfp_staging_options how = {.together = OTFP_TOGETHER_PROFILES,
	                                         .replace = force,
	                                         .report = message_error};
	char *stub;
	int code;

	if (asprintf(&stub, "%s/", dir) < 0)
		return otfp_fail_memory(o->err);
	code = otfp_files_new(&o->budget, 1, o->err);
	if (code == 0)
		code = otfp_staging_open(&o->stage, stub, &how, o->err);
	free(stub);
	return code;
}

/* ---- processes ---- */

/* List the defined processes, then the others that did something. @return how many, or SIZE_MAX when memory is out */
static size_t list_processes(const struct tau_profile *t, struct tau_place *p, struct otfp_map *seen)
{
	size_t n = 0;

	for (size_t i = 0; i < t->names.n + t->state.n; i++) {
		const struct otfp_definition *d = i < t->names.n ? &t->names.definitions[i] : NULL;
		const uint32_t process = d ? d->token : t->state.processes[i - t->names.n].process;
		if ((d && d->space != OTFP_NAMED_PROCESS) || otfp_map_get(seen, process))
			continue;
		if (otfp_map_set(seen, process, 1) < 0)
			return SIZE_MAX;
		p[n++] = (struct tau_place){.process = process};
	}
	return n;
}

static int place_processes(struct out *o)
{
	struct otfp_map seen = {0};
	size_t n = SIZE_MAX;

	o->places = calloc(o->t->names.n + o->t->state.n + 1, sizeof *o->places);
	if (o->places)
		n = list_processes(o->t, o->places, &seen);
	otfp_map_release(&seen);
	if (n == SIZE_MAX || tau_places(o->places, n, &o->t->names, &o->t->parents) < 0)
		return otfp_fail_memory(o->err);
	o->nplaces = n;
	return 0;
}

/* The end of the interval, but not after the end of the trace. */
static uint64_t end_of(const struct tau_profile *t, const struct otfp_header *h)
{
	uint64_t first, end;

	if (!otfp_header_span(h, &first, &end) || end < t->last)
		end = t->last;
	if (t->has_to && t->to < end)
		end = t->to;
	return end < t->from ? t->from : end;
}

static int write_all(struct out *o, const char *dir, int force, size_t *count)
{
	int code = place_processes(o);

	if (o->t->nevents)
		qsort(o->t->events, o->t->nevents, sizeof *o->t->events, otfp_by_u32);
	if (code == 0)
		code = open_stage(o, dir, force);
	for (size_t i = 0; i < o->nplaces && code >= 0; i++) {
		code = write_process(o, &o->places[i]);
		*count += code > 0;
	}
	return code < 0 ? code : otfp_staging_commit(o->stage, NULL);
}

/* Sorts t->events, so t->index is invalid afterwards. */
int tau_profile_write(struct tau_profile *t, const char *dir, const struct otfp_header *h, int force, size_t *count,
                      struct otfp_error *err)
{
	struct out o = {.t = t, .err = err, .end = end_of(t, h)};
	int code;

	*count = 0;
	if (!h->resolution)
		return otfp_fail(err, OTFP_EUSAGE,
		                 "--profile: the input defines no timer resolution (ticks per second)");
	o.usec = 1e6L / (long double)h->resolution;
	code = write_all(&o, dir, force, count);
	free(o.functions.p);
	free(o.events.p);
	free(o.places);
	otfp_arena_release(&o.arena);
	otfp_buf_release(&o.text);
	otfp_staging_close(o.stage);
	otfp_files_free(o.budget);
	return code;
}
