/*
 * define.c - functions and counters as events of a TAU trace.
 *
 * Definitions with the same group and name, even with different tokens or streams, become one event. TAU's tools
 * identify events by name, so if another event has the name already, a number is appended. The format's own events
 * keep their ids.
 */
#include "record/value.h"
#include "tau/write/records.h"
#include <stdio.h>

static const unsigned spaces[] = {
	[OTFP_EDF_LINE_STATE] = OTFP_NAMED_FUNCTION, [OTFP_EDF_LINE_TRIGGER] = OTFP_NAMED_COUNTER};

static uint32_t free_id(struct otfp_to_tau_state *s)
{
	do
		s->next_id++;
	while (otfp_edf_own(s->next_id));
	return s->next_id;
}

/* Append a number to the name until it is unique. @return 0, or -1 when memory is out */
static int make_unique(struct otfp_to_tau_state *s, struct otfp_buf *name)
{
	size_t n = name->n, number = 1, known = s->taken.n;
	uint32_t word;

	while ((word = otfp_intern(&s->taken, name->p, name->n)) != known + 1) {
		if (!word)
			return -1;
		known = s->taken.n;
		name->n = n;
		if (otfp_buf_printf(name, " [%zu]", ++number) < 0)
			return -1;
	}
	s->lost[OTFP_LOST_NAME] += number > 1;
	return 0;
}

/* Add a line for a new event. @return its id, or -1 when memory is out */
static int64_t add_line(struct otfp_to_tau_state *s, struct otfp_edf_line *line)
{
	const struct otfp_edf_line *own = otfp_edf_own_named(line->kind, line->name);
	struct otfp_buf name = OTFP_BUF_INIT;
	int64_t id = -1;
	int changed;

	if (own)
		return otfp_edf_lines_put(&s->defs, own) < 0 ? -1 : (int64_t)own->id;
	if (otfp_buf_puts(&name, line->name) == 0 && make_unique(s, &name) == 0 && otfp_buf_str(&name)) {
		line->id = free_id(s);
		line->name = name.p;
		changed = otfp_edf_lines_put(&s->defs, line);
		id = changed < 0 ? -1 : (int64_t)line->id;
		s->lost[OTFP_LOST_NAME] += changed > 0;
	}
	otfp_buf_release(&name);
	return id;
}

/* @return the id of the event of that kind, tag, group and name; -1 when memory is out */
static int64_t line_id(struct otfp_to_tau_state *s, struct otfp_edf_line *line)
{
	struct otfp_buf key = OTFP_BUF_INIT;
	int64_t id = -1;
	const uint64_t *known;
	uint32_t word;

	if (otfp_buf_printf(&key, "%d\t%d\t%s\t%s", line->kind, line->tag, line->group, line->name) == 0 &&
	    (word = otfp_intern(&s->words, key.p, key.n))) {
		known = otfp_map_get(&s->ids, word);
		id = known ? (int64_t)*known : add_line(s, line);
		if (!known && id >= 0 && otfp_map_set(&s->ids, word, (uint64_t)id) < 0)
			id = -1;
	}
	otfp_buf_release(&key);
	return id;
}

/* The name of the function group of a function; "" if it has none. */
static struct otfp_str group_of(const struct otfp_to_tau_state *s, const struct otfp_definition *d)
{
	uint32_t stream = d->stream;
	const uint64_t *at = otfp_tokens_get(&s->names.index[OTFP_NAMED_GROUP], &stream, d->detail);

	return at ? s->names.definitions[*at].name : (struct otfp_str){"", 0};
}

static char *put(struct otfp_buf *b, struct otfp_str text)
{
	b->n = 0;
	return otfp_buf_add(b, text.p, text.n) < 0 ? NULL : otfp_buf_str(b);
}

/* The original name in TAU if it is known, else the name in OTF. */
static struct otfp_str name_of(const struct otfp_to_tau_state *s, const struct otfp_definition *d)
{
	const uint64_t *word =
		d->space == OTFP_NAMED_FUNCTION && !d->stream ? otfp_map_get(&s->tau_names, d->token) : NULL;

	return word ? s->texts.strings[*word - 1].text : d->name;
}

/* @return the id, or -1 when memory is out */
static int64_t define(struct otfp_to_tau_state *s, enum otfp_edf_line_kind kind, const struct otfp_definition *d)
{
	struct otfp_buf group = OTFP_BUF_INIT, name = OTFP_BUF_INIT;
	struct otfp_str is_counter = {"TAUEVENT", 8};
	struct otfp_edf_line line = {.kind = kind};
	int64_t id = -1;

	line.tag = kind == OTFP_EDF_LINE_TRIGGER && !(d->detail & OTFP_COUNTER_ABS);
	line.group = put(&group, kind == OTFP_EDF_LINE_TRIGGER ? is_counter : group_of(s, d));
	line.name = put(&name, name_of(s, d));
	if (line.group && line.name)
		id = line_id(s, &line);
	if (id >= 0 && kind == OTFP_EDF_LINE_TRIGGER && !d->stream && otfp_map_get(&s->triggers, d->token) &&
	    otfp_map_set(&s->threefold, (uint64_t)id, 0) < 0)
		id = -1;
	otfp_buf_release(&group);
	otfp_buf_release(&name);
	return id;
}

int otfp_to_tau_define(struct otfp_to_tau_state *s, struct otfp_error *err)
{
	for (size_t i = s->ndefined; i < s->names.n; i++) {
		const struct otfp_definition *d = &s->names.definitions[i];
		otfp_ref ref = (otfp_ref)d->stream << 32 | d->token;

		for (int kind = OTFP_EDF_LINE_STATE; kind <= OTFP_EDF_LINE_TRIGGER; kind++) {
			int64_t id;

			if (d->space != spaces[kind])
				continue;
			id = define(s, kind, d);
			if (id < 0 || otfp_map_set(&s->defined[kind], ref, (uint64_t)id) < 0)
				return otfp_fail_memory(err);
		}
	}
	s->ndefined = s->names.n;
	for (int kind = OTFP_EDF_LINE_STATE; kind <= OTFP_EDF_LINE_TRIGGER; kind++)
		otfp_map_release(&s->known[kind]);
	return 0;
}

/* Define an event for a token without definition. */
static int64_t define_unknown(struct otfp_to_tau_state *s, enum otfp_edf_line_kind kind, otfp_ref ref)
{
	struct otfp_definition d = {.space = spaces[kind], .token = (uint32_t)ref, .detail = OTFP_COUNTER_ABS};
	char name[40];
	int64_t id;

	d.name.n = (size_t)snprintf(name, sizeof name, "%s %u", otfp_named_word(spaces[kind]), (uint32_t)ref);
	d.name.p = name;
	if (kind == OTFP_EDF_LINE_STATE)
		d.detail = 0;
	id = define(s, kind, &d);
	return id < 0 || otfp_map_set(&s->defined[kind], ref, (uint64_t)id) < 0 ? -1 : id;
}

int64_t otfp_to_tau_id(struct otfp_to_tau_state *s, enum otfp_edf_line_kind kind, uint32_t process, uint32_t token,
                       struct otfp_error *err)
{
	int local = s->names.index[spaces[kind]].local;
	const uint64_t *stream = local ? otfp_map_get(&s->names.streams, process) : NULL;
	uint64_t key = (stream ? *stream << 32 : 0) | token;
	const uint64_t *id = otfp_map_get(&s->known[kind], key);
	int64_t made;
	otfp_ref ref;

	if (id)
		return (int64_t)*id;
	ref = otfp_names_ref(&s->names, spaces[kind], process, token);
	id = otfp_map_get(&s->defined[kind], ref);
	made = id ? (int64_t)*id : define_unknown(s, kind, ref);
	if (made < 0 || otfp_map_set(&s->known[kind], key, (uint64_t)made) < 0)
		return otfp_fail_memory(err);
	return made;
}

int64_t otfp_to_tau_fact_id(struct otfp_to_tau_state *s, struct otfp_to_tau_fact *f, struct otfp_error *err)
{
	struct otfp_edf_line line = {.kind = OTFP_EDF_LINE_TRIGGER,
	                             .group = "TAUEVENT",
	                             .name = s->texts.strings[f->name - 1].text.p};

	if (!f->id)
		f->id = line_id(s, &line);
	return f->id < 0 ? otfp_fail_memory(err) : f->id;
}
