/* cpus.c - cpus, which are processes, and the VTF3 records that name one. See records.h. */
#include "base/grow.h"
#include "vtf3/read/records.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- names needed later ---- */

static uint64_t name_key(unsigned type, uint32_t token)
{
	return (uint64_t)type << 32 | token;
}

int otfp_vtf3_name(struct otfp_vtf3_reading *c, unsigned type, uint32_t token, struct otfp_str name)
{
	struct otfp_str *s = otfp_arena_get(&c->names, sizeof *s);

	if (!s || !(s->p = otfp_arena_copy(&c->names, name.p ? name.p : "", name.n)))
		return otfp_fail_memory(c->err);
	s->n = name.n;
	return otfp_map_set(&c->names_by_token, name_key(type, token), (uintptr_t)s) < 0 ? otfp_fail_memory(c->err) : 0;
}

const struct otfp_str *otfp_vtf3_name_of(const struct otfp_vtf3_reading *c, unsigned type, uint32_t token)
{
	const uint64_t *at = otfp_map_get(&c->names_by_token, name_key(type, token));

	return at ? (const struct otfp_str *)(uintptr_t)*at : NULL;
}

/* ---- cpus ---- */

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

/* ---- their definitions ---- */

static struct otfp_str implied_name(struct otfp_vtf3_reading *c, uint32_t cpuid)
{
	const struct otfp_str *group = otfp_vtf3_name_of(c, OTFP_VTF3_Defcpugrp, cpuid);
	char name[60];

	if (group)
		return otfp_vtf3_text(c, group->p, group->n);
	if (cpuid & OTFP_VTF3_CPUGRP_MASK)
		snprintf(name, sizeof name, "cpu group %u", (unsigned)(cpuid & ~OTFP_VTF3_CPUGRP_MASK));
	else if (c->threads && cpuid >> 16)
		snprintf(name, sizeof name, "cpu %u thread %u", (unsigned)(cpuid & 0xffff), (unsigned)(cpuid >> 16));
	else
		snprintf(name, sizeof name, "cpu %u", (unsigned)cpuid);
	return otfp_vtf3_text(c, name, strlen(name));
}

/* With threads a cpuid is 65536 * thread + process. */
static int parent_of(struct otfp_vtf3_reading *c, const struct otfp_vtf3_cpu *cpu, uint32_t *parent)
{
	const struct otfp_vtf3_cpu *p;

	*parent = 0;
	if (!c->threads || cpu->cpuid >> 16 == 0 || cpu->cpuid & OTFP_VTF3_CPUGRP_MASK)
		return 0;
	p = otfp_vtf3_cpu(c, cpu->cpuid & 0xffff);
	*parent = p ? p->process : 0;
	return p ? 0 : OTFP_EFAIL;
}

int otfp_vtf3_define_process(struct otfp_vtf3_reading *c, struct otfp_vtf3_cpu *cpu, const struct otfp_vtf3_record *rec)
{
	struct otfp_record *def;
	uint32_t parent;

	if (parent_of(c, cpu, &parent) < 0)
		return OTFP_EFAIL;
	def = otfp_vtf3_emit(c, OTFP_DefProcess, 0);
	if (!def)
		return OTFP_EFAIL;
	cpu->is_defined = 1;
	def->f[0].u = cpu->process;
	def->f[1].s = rec ? otfp_vtf3_text(c, rec->v[1].s.p, rec->v[1].s.n) : implied_name(c, cpu->cpuid);
	def->f[2].u = parent;
	if (!def->f[1].s.p)
		return OTFP_EFAIL;
	return rec ? otfp_vtf3_declared(c, rec) : otfp_vtf3_tag(c, OTFP_KEY_implied, 1);
}

struct otfp_vtf3_cpu *otfp_vtf3_cpu_defined(struct otfp_vtf3_reading *c, uint32_t cpuid)
{
	struct otfp_vtf3_cpu *cpu = otfp_vtf3_cpu_known(c, cpuid);

	if (cpu && cpu->is_defined)
		return cpu;
	return cpu && otfp_vtf3_define_process(c, cpu, NULL) == 0 ? cpu : NULL;
}

/* ---- carriers ---- */

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
	const struct otfp_vtf3_cpu *cpu;

	if (otfp_vtf3_rows[rec->type].kind != OTFP_VTF3_EVENT)
		return otfp_vtf3_carry_definition(c, rec);
	cpu = cpu_of(c, rec);
	return cpu ? otfp_vtf3_comment(c, rec, OTFP_EventComment, cpu->process) : OTFP_EFAIL;
}
