/*
 * records.c - the parts of the conversion to OTF that all records share: output, carriers, processes, times. See
 * records.h.
 */
#include "vtf3/read/records.h"
#include "base/assert.h"
#include "base/grow.h"
#include "record/equal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- records out ---- */

int otfp_vtf3_more(struct otfp_vtf3_reading *c)
{
	size_t cap = c->cap;

	if (otfp_grow(&c->recs, c->n, &c->cap, sizeof *c->recs) < 0 ||
	    otfp_grow(&c->out, c->n, &cap, sizeof *c->out) < 0)
		return otfp_fail_memory(c->err);
	for (size_t i = 0; i < c->cap; i++)
		c->out[i] = &c->recs[i];
	return 0;
}

struct otfp_str otfp_vtf3_text(struct otfp_vtf3_reading *c, const char *p, size_t n)
{
	struct otfp_str s = {otfp_arena_copy(&c->arena, p ? p : "", n), n};

	if (!s.p)
		otfp_fail_memory(c->err);
	return s;
}

/* ---- carriers ---- */

void otfp_vtf3_key_record(enum otfp_vtf3_key key, struct otfp_record *def)
{
	static const struct {
		const char *name, *description;
		uint32_t type;
	} keys[] = {
#define K(name, type, description) {"vtf3." #name, description, OTFP_TAG_##type},
		OTFP_VTF3_EACH_KEY(K)
#undef K
	};

	def->type = OTFP_DefKeyValue;
	def->ntags = 0;
	def->f[0].u = OTFP_VTF3_FIRST_KEY + key;
	def->f[1].u = keys[key].type;
	def->f[2].s = (struct otfp_str){keys[key].name, strlen(keys[key].name)};
	def->f[3].s = (struct otfp_str){keys[key].description, strlen(keys[key].description)};
}

static int define_key(struct otfp_vtf3_reading *c, enum otfp_vtf3_key key)
{
	/* the definition must come before the record that gets the tag */
	struct otfp_record last = c->recs[c->n - 1], *def;

	c->n--;
	def = otfp_vtf3_emit(c, OTFP_DefKeyValue, 0);
	if (!def)
		return OTFP_EFAIL;
	otfp_vtf3_key_record(key, def);
	c->known_keys |= 1u << key;
	if (!otfp_vtf3_emit(c, OTFP_NoOp, 0))
		return OTFP_EFAIL;
	c->recs[c->n - 1] = last;
	return 0;
}

/* Add a key-value to the last record; the caller sets the value. */
static struct otfp_tag *add_tag(struct otfp_vtf3_reading *c, enum otfp_vtf3_key key, unsigned type)
{
	struct otfp_record *rec;
	struct otfp_tag *tags;

	if (!(c->known_keys & 1u << key) && define_key(c, key) < 0)
		return NULL;
	rec = &c->recs[c->n - 1];
	tags = otfp_arena_get(&c->arena, (rec->ntags + 1) * sizeof *tags);
	if (!tags) {
		otfp_fail_memory(c->err);
		return NULL;
	}
	if (rec->ntags)
		memcpy(tags, rec->tags, rec->ntags * sizeof *tags);
	rec->tags = tags;
	tags += rec->ntags++;
	*tags = (struct otfp_tag){.key = OTFP_VTF3_FIRST_KEY + key, .type = (uint8_t)type};
	return tags;
}

int otfp_vtf3_tag(struct otfp_vtf3_reading *c, enum otfp_vtf3_key key, uint64_t value)
{
	static const uint8_t types[] = {
#define K(name, type, description) OTFP_TAG_##type,
		OTFP_VTF3_EACH_KEY(K)
#undef K
	};
	struct otfp_tag *tag = add_tag(c, key, types[key]);

	if (!tag)
		return OTFP_EFAIL;
	tag->bits = types[key] == OTFP_TAG_INT32 ? (uint32_t)value : value;
	return 0;
}

int otfp_vtf3_tag_record(struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec)
{
	struct otfp_tag *tag;

	c->text.n = 0;
	if (otfp_vtf3_compose(c->binary, rec, &c->text) < 0)
		return OTFP_EFAIL;
	tag = add_tag(c, OTFP_KEY_record, OTFP_TAG_BYTES);
	if (!tag)
		return OTFP_EFAIL;
	tag->bytes = otfp_vtf3_text(c, c->text.p, c->text.n);
	return tag->bytes.p ? 0 : OTFP_EFAIL;
}

/* The cpu of an event; any cpu if it has none. */
static struct otfp_vtf3_cpu *cpu_of(struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec)
{
	const struct otfp_vtf3_row *row = &otfp_vtf3_rows[rec->type];

	for (unsigned k = 0; k < row->nargs; k++)
		if (row->args[k].type == OTFP_VTF3_A_CPU || row->args[k].type == OTFP_VTF3_A_ANYCPU)
			return otfp_vtf3_cpu(c, rec->v[k].u);
	return c->ncpus ? c->cpu[0] : otfp_vtf3_cpu(c, 0);
}

int otfp_vtf3_carry(struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec)
{
	int is_event = otfp_vtf3_rows[rec->type].kind == OTFP_VTF3_EVENT;
	struct otfp_vtf3_cpu *cpu = is_event ? cpu_of(c, rec) : NULL;
	struct otfp_record *out;

	if (is_event && !cpu)
		return OTFP_EFAIL;
	c->text.n = 0;
	if (otfp_buf_puts(&c->text, OTFP_VTF3_PREFIX) < 0)
		return otfp_fail_memory(c->err);
	if (otfp_vtf3_compose(c->fast, rec, &c->text) < 0)
		return OTFP_EFAIL;
	out = otfp_vtf3_emit(c, is_event ? OTFP_EventComment : OTFP_DefinitionComment, cpu ? cpu->process : 0);
	if (!out)
		return OTFP_EFAIL;
	out->f[0].s = otfp_vtf3_text(c, c->text.p, c->text.n - 1); /* without newline */
	if (!out->f[0].s.p)
		return OTFP_EFAIL;
	return is_event ? 0 : otfp_vtf3_declared(c, rec);
}

/* ---- definitions, each only once ---- */

/* Key of the token; definitions without a token are identified by their content. */
static uint64_t definition_key(const struct otfp_record *def, uint64_t hash)
{
	const struct otfp_schema *s = &otfp_table[def->type];

	if (s->fields[0].what == OTFP_W_NONE)
		return hash ^ (uint64_t)def->type << 56;
	return (uint64_t)def->type << 32 | (uint32_t)def->f[0].u;
}

int otfp_vtf3_is_declared(const struct otfp_vtf3_reading *c, const struct otfp_record *def)
{
	const struct otfp_schema *s = &otfp_table[def->type];

	return s->fields[0].what != OTFP_W_NONE && otfp_map_get(&c->declared, definition_key(def, 0)) != NULL;
}

static void note_redefined(struct otfp_vtf3_reading *c, const struct otfp_record *def)
{
	if (!c->nredefined++)
		snprintf(c->first_redefined, sizeof c->first_redefined, "%s %u", otfp_table[def->type].name,
		         (unsigned)def->f[0].u);
}

int otfp_vtf3_declared(struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec)
{
	struct otfp_record *def = &c->recs[c->n - 1];
	uint64_t hash = otfp_record_hash(def), key = definition_key(def, hash), *at = otfp_map_get(&c->declared, key);

	if (!at)
		return otfp_map_set(&c->declared, key, hash) < 0 ? otfp_fail_memory(c->err) : 0;
	c->n--;
	if (*at == hash)
		return 0;
	note_redefined(c, def);
	return rec ? otfp_vtf3_carry(c, rec) : 0;
}

/* ---- processes ---- */

uint32_t otfp_vtf3_communicator(int32_t communicator)
{
	const int32_t most = 1 << 30;

	if (communicator == OTFP_VTF3_NOCOMMUNICATOR || communicator >= most || communicator <= -most)
		return 0;
	return communicator >= 0 ? (uint32_t)communicator + 1 : OTFP_VTF3_CPUGRP_MASK + (uint32_t)communicator;
}

static int add_cpu(struct otfp_vtf3_reading *c, uint32_t cpuid)
{
	struct otfp_vtf3_cpu *cpu;

	if (c->ncpus == c->cpus_cap && otfp_grow(&c->cpu, c->ncpus, &c->cpus_cap, sizeof *c->cpu) < 0)
		return -1;
	cpu = calloc(1, sizeof *cpu);
	if (!cpu)
		return -1;
	cpu->cpuid = cpuid;
	cpu->process = cpuid & OTFP_VTF3_CPUGRP_MASK ? cpuid : cpuid + 1;
	c->cpu[c->ncpus++] = cpu;
	return otfp_map_set(&c->cpus, cpuid, c->ncpus - 1);
}

const struct otfp_vtf3_cpu *otfp_vtf3_cpu_find(const struct otfp_vtf3_reading *c, uint32_t cpuid)
{
	const struct otfp_vtf3_cpu *near = c->near[cpuid % 64];
	const uint64_t *at;

	if (OTFP_LIKELY(near && near->cpuid == cpuid))
		return near;
	at = otfp_map_get(&c->cpus, cpuid);
	return at ? c->cpu[*at] : NULL;
}

struct otfp_vtf3_cpu *otfp_vtf3_cpu_known(struct otfp_vtf3_reading *c, uint32_t cpuid)
{
	struct otfp_vtf3_cpu *near = c->near[cpuid % 64];
	uint64_t *at;

	if (OTFP_LIKELY(near && near->cpuid == cpuid))
		return near;
	at = otfp_map_get(&c->cpus, cpuid);
	if (!at && add_cpu(c, cpuid) < 0) {
		otfp_fail_memory(c->err);
		return NULL;
	}
	return c->near[cpuid % 64] = c->cpu[at ? *at : c->ncpus - 1];
}

struct otfp_vtf3_cpu *otfp_vtf3_cpu_defined(struct otfp_vtf3_reading *c, uint32_t cpuid)
{
	struct otfp_vtf3_cpu *cpu = otfp_vtf3_cpu_known(c, cpuid);

	if (cpu && cpu->is_defined)
		return cpu;
	return cpu && otfp_vtf3_define_process(c, cpu, NULL) == 0 ? cpu : NULL;
}

/* ---- times ---- */

/* VTF3 times go up to 1e30, more than 64 bits. */
int otfp_vtf3_ticks(struct otfp_vtf3_reading *c, double d, const char *what, uint64_t *ticks)
{
	if (OTFP_UNLIKELY(c->factor > 0))
		d = d * c->factor + 0.5;
	if (OTFP_UNLIKELY(!(d < 18446744073709551616.0)))
		return otfp_fail_at(c->err, OTFP_EFAIL, OTFP_FLAW_LINE, NULL, 0, "%s %.17g does not fit into 64 bits%s",
		                    what, d, c->rescale > 0 ? "" : "; use vtf3-to-otf --rescale for longer ticks");
	*ticks = (uint64_t)d;
	return 0;
}

/* ---- leaves due later ---- */

static int is_before(const struct otfp_vtf3_later *a, const struct otfp_vtf3_later *b)
{
	return a->time != b->time ? a->time < b->time : a->number < b->number;
}

static struct otfp_vtf3_later pop_due(struct otfp_vtf3_reading *c)
{
	struct otfp_vtf3_later *heap = c->later, first = heap[0], last = heap[--c->nlater];
	size_t i = 0, child;

	OTFP_ASSERT_HOT(!is_before(&last, &first));
	while ((child = 2 * i + 1) < c->nlater) {
		child += child + 1 < c->nlater && is_before(&heap[child + 1], &heap[child]);
		if (!is_before(&heap[child], &last))
			break;
		heap[i] = heap[child];
		i = child;
	}
	heap[i] = last;
	return first;
}

static int give_due(struct otfp_vtf3_reading *c, uint64_t until)
{
	uint64_t now = c->time;

	while (c->nlater && c->later[0].time <= until) {
		const struct otfp_vtf3_later l = pop_due(c);
		struct otfp_record *rec;

		c->time = l.time;
		rec = otfp_vtf3_emit(c, OTFP_Leave, l.process);
		if (!rec)
			return OTFP_EFAIL;
		rec->f[0].u = l.function;
		rec->f[1].u = l.source;
		if (otfp_vtf3_tag(c, OTFP_KEY_part, 1) < 0)
			return OTFP_EFAIL;
	}
	c->time = now;
	return 0;
}

int otfp_vtf3_leave_later(struct otfp_vtf3_reading *c, const struct otfp_vtf3_later *l)
{
	struct otfp_vtf3_later item = *l;
	size_t i;

	if (c->nlater == c->later_cap && otfp_grow(&c->later, c->nlater, &c->later_cap, sizeof *c->later) < 0)
		return otfp_fail_memory(c->err);
	item.number = c->put_later++;
	for (i = c->nlater++; i > 0 && is_before(&item, &c->later[(i - 1) / 2]); i = (i - 1) / 2)
		c->later[i] = c->later[(i - 1) / 2];
	c->later[i] = item;
	return 0;
}

/* ---- one record ---- */

static inline int begin_time(struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec)
{
	uint64_t time = 0;
	int code = otfp_vtf3_ticks(c, rec->time, "time", &time);

	if (code < 0)
		return code;
	if (OTFP_UNLIKELY(time < c->time) && !c->is_unsorted)
		return otfp_fail_at(
			c->err, OTFP_EFAIL, OTFP_FLAW_ORDER, NULL, 0,
			"time %.17g is before the previous one; use vtf3-to-otf --unmerged, which sorts the records",
			rec->time);
	if (OTFP_UNLIKELY(c->nlater != 0))
		code = give_due(c, time);
	c->time = time;
	return code;
}

static inline void note_before(struct otfp_vtf3_reading *c)
{
	c->before = (struct otfp_vtf3_before){c->n, c->nredefined, c->known_keys};
}

void otfp_vtf3_undo(struct otfp_vtf3_reading *c)
{
	c->n = c->before.n;
	c->nredefined = c->before.nredefined;
	c->known_keys = c->before.known_keys;
}

static int begin_first(struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec)
{
	int code;

	note_before(c);
	c->has_events = 1;
	code = otfp_vtf3_define_counted(c);
	return code < 0 ? code : begin_time(c, rec);
}

int otfp_vtf3_begin_event(struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec)
{
	int code;

	if (OTFP_UNLIKELY(!c->has_events))
		return begin_first(c, rec);
	code = begin_time(c, rec);
	note_before(c);
	return code;
}

int otfp_vtf3_read_native(struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec)
{
	int code;

	if (OTFP_UNLIKELY(!otfp_vtf3_is_event(rec->type))) {
		note_before(c);
		return otfp_vtf3_define(c, rec);
	}
	/* comments at time 0 before the first event describe the run, not an event */
	if (OTFP_UNLIKELY(!c->has_events) && rec->type == OTFP_VTF3_Comment && rec->time == 0) {
		note_before(c);
		return otfp_vtf3_define_comment(c, rec);
	}
	code = otfp_vtf3_begin_event(c, rec);
	return code < 0 ? code : otfp_vtf3_event(c, rec);
}

int otfp_vtf3_reading(struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec)
{
	if (OTFP_UNLIKELY(rec->type == OTFP_VTF3_Comment || c->waits))
		return otfp_vtf3_carried_read(c, rec);
	return otfp_vtf3_read_native(c, rec);
}

/* ---- what OTF cannot represent ---- */

static int fits(double d)
{
	return d < 18446744073709551616.0;
}

int otfp_vtf3_has_record(const struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec)
{
	const struct otfp_vtf3_row *row = &otfp_vtf3_rows[rec->type];
	double sum = rec->time;

	for (unsigned k = 0; k < row->nargs; k++) {
		sum += row->args[k].type == OTFP_VTF3_A_DUR ? rec->v[k].d : 0;
		if (row->args[k].type == OTFP_VTF3_A_STR && rec->v[k].s.n > OTFP_VTF3_STRING_MAX)
			return 0;
	}
	if (rec->type == OTFP_VTF3_Defclkperiod) {
		double rate = 1 / rec->v[0].d + 0.5;
		return rec->v[0].d > 0 && rate >= 1 && fits(rate) && (!c->period || c->period == rec->v[0].d);
	}
	return row->kind == OTFP_VTF3_DEF || fits(sum);
}

int otfp_vtf3_read_end(struct otfp_vtf3_reading *c)
{
	int code = c->has_events ? 0 : otfp_vtf3_define_counted(c);

	c->has_events = 1;
	return code < 0 ? code : give_due(c, UINT64_MAX);
}

/* ---- begin and end ---- */

void otfp_vtf3_read_clear(struct otfp_vtf3_reading *c)
{
	c->n = 0;
	if (c->arena.blocks)
		otfp_arena_clear(&c->arena);
}

int otfp_vtf3_read_init(struct otfp_vtf3_reading *c, struct otfp_error *err)
{
	int code;

	*c = (struct otfp_vtf3_reading){.err = err, .job = OTFP_VTF3_NOJOB};
	code = otfp_vtf3_writer_new(&c->binary, OTFP_VTF3_STD_BINARY, OTFP_VTF3_FULL, err);
	return code < 0 ? code : otfp_vtf3_writer_new(&c->fast, OTFP_VTF3_FST_ASCII, OTFP_VTF3_FULL, err);
}

void otfp_vtf3_read_release(struct otfp_vtf3_reading *c)
{
	struct otfp_map *maps[] = {&c->declared,       &c->cpus,      &c->value_types, &c->forms,
	                           &c->names_by_token, &c->functions, &c->operations};

	for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
		otfp_map_release(maps[i]);
	for (size_t i = 0; i < c->ncpus; i++) {
		free(c->cpu[i]->open);
		free(c->cpu[i]->regions);
		free(c->cpu[i]);
	}
	free(c->cpu);
	free(c->recs);
	free(c->out);
	free(c->later);
	free(c->threads);
	otfp_arena_release(&c->arena);
	otfp_arena_release(&c->names);
	otfp_buf_release(&c->text);
	otfp_vtf3_carried_free(c->carried);
	otfp_vtf3_writer_free(c->binary);
	otfp_vtf3_writer_free(c->fast);
}
