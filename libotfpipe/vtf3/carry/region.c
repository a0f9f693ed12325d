/*
 * region.c - converts what OTF has no records for but what is a call: mutexes, parallel regions, OpenMP constructs,
 * patterns. Enter has the VTF3 record as a key-value; a Leave that no record made has the key-value vtf3.part.
 */
#include "vtf3/read/records.h"
#include "base/assert.h"
#include "base/grow.h"
#include <stdio.h>
#include <string.h>

#define FIRST_FUNCTION 0xc0000000u /* also the first group; tokens of states and activities are smaller */

typedef struct otfp_vtf3_reading convert;

/* ---- functions of regions ---- */

/* A group is defined with its first function. */
static int define_kind(convert *c, unsigned type)
{
	const char *name = type == OTFP_VTF3_Defkparreg ? "parallel regions" :
	                   type == OTFP_VTF3_Pattern    ? "patterns" :
	                                                  "OpenMP";
	struct otfp_record *def;

	if (otfp_map_get(&c->functions, type))
		return 0;
	def = otfp_vtf3_emit(c, OTFP_DefFunctionGroup, 0);
	if (!def || otfp_map_set(&c->functions, type, 1) < 0)
		return otfp_fail_memory(c->err);
	def->f[0].u = FIRST_FUNCTION + type;
	def->f[1].s = (struct otfp_str){name, strlen(name)};
	return otfp_vtf3_tag(c, OTFP_KEY_implied, 1);
}

/* The function of that kind for a token, defined if it is new. @param rec  Defkparreg, or NULL. @return its token,
 * 0 on error */
static uint32_t function_of(convert *c, unsigned type, uint64_t token, struct otfp_str name,
                            const struct otfp_vtf3_record *rec)
{
	uint64_t key = (uint64_t)type << 56 ^ token << 8 ^ 1, *at = otfp_map_get(&c->functions, key);
	uint32_t function = FIRST_FUNCTION + c->nfunctions + 1;
	struct otfp_record *def;

	if (at)
		return (uint32_t)*at;
	if (define_kind(c, type) < 0)
		return 0;
	def = otfp_vtf3_emit(c, OTFP_DefFunction, 0);
	if (!def || otfp_map_set(&c->functions, key, function) < 0) {
		otfp_fail_memory(c->err);
		return 0;
	}
	c->nfunctions++;
	def->f[0].u = function;
	def->f[1].s = otfp_vtf3_text(c, name.p, name.n);
	def->f[2].u = FIRST_FUNCTION + type;
	def->f[3].u = 0;
	if (!def->f[1].s.p || (rec ? otfp_vtf3_tag_record(c, rec) : otfp_vtf3_tag(c, OTFP_KEY_implied, 1)) < 0)
		return 0;
	return function;
}

int otfp_vtf3_define_region(struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec)
{
	uint64_t key = (uint64_t)OTFP_VTF3_Defkparreg << 56 ^ (uint64_t)rec->v[0].u << 8 ^ 1;

	if (otfp_map_get(&c->functions, key))
		return otfp_vtf3_carry(c, rec);
	return function_of(c, OTFP_VTF3_Defkparreg, rec->v[0].u, rec->v[1].s, rec) ? 0 : OTFP_EFAIL;
}

/* ---- calls ---- */

static int put_call(convert *c, unsigned type, uint32_t process, uint32_t function, const struct otfp_vtf3_record *rec,
                    uint32_t scl)
{
	struct otfp_record *out = function ? otfp_vtf3_emit(c, type, process) : NULL;

	if (!out)
		return OTFP_EFAIL;
	out->f[0].u = function;
	out->f[1].u = scl;
	return otfp_vtf3_tag_record(c, rec);
}

static int begin(convert *c, struct otfp_vtf3_cpu *cpu, uint32_t function, const struct otfp_vtf3_record *rec,
                 uint32_t scl)
{
	if (cpu->nregions == cpu->regions_cap &&
	    otfp_grow(&cpu->regions, cpu->nregions, &cpu->regions_cap, sizeof *cpu->regions) < 0)
		return otfp_fail_memory(c->err);
	cpu->regions[cpu->nregions++] = function;
	return put_call(c, OTFP_Enter, cpu->process, function, rec, scl);
}

/* The end of a region without a beginning becomes a comment. */
static int end(convert *c, struct otfp_vtf3_cpu *cpu, const struct otfp_vtf3_record *rec, uint32_t scl)
{
	if (!cpu->nregions)
		return otfp_vtf3_carry(c, rec);
	return put_call(c, OTFP_Leave, cpu->process, cpu->regions[--cpu->nregions], rec, scl);
}

/* Enter now, and Leave after the duration. */
static int put_whole(convert *c, struct otfp_vtf3_cpu *cpu, uint32_t function, const struct otfp_vtf3_record *rec,
                     double duration, uint32_t scl)
{
	struct otfp_vtf3_later l = {.process = cpu->process, .function = function, .source = scl};
	int code = otfp_vtf3_ticks(c, duration, "duration", &l.time);

	if (code == 0 && l.time > UINT64_MAX - c->time)
		code = otfp_fail_at(c->err, OTFP_EFAIL, OTFP_FLAW_LINE, NULL, 0,
		                    "duration %.17g ends after the largest 64-bit time", duration);
	if (code == 0)
		code = put_call(c, OTFP_Enter, cpu->process, function, rec, scl);
	l.time += c->time;
	return code < 0 ? code : otfp_vtf3_leave_later(c, &l);
}

static int put_pattern(convert *c, struct otfp_vtf3_cpu *cpu, const struct otfp_vtf3_record *rec)
{
	char name[40];

	snprintf(name, sizeof name, "pattern %d", (int)rec->v[1].i);
	return put_whole(c, cpu,
	                 function_of(c, OTFP_VTF3_Pattern, rec->v[1].u, (struct otfp_str){name, strlen(name)}, NULL),
	                 rec, rec->v[2].d, 0);
}

static int put_construct(convert *c, struct otfp_vtf3_cpu *cpu, const struct otfp_vtf3_record *rec)
{
	const struct otfp_str *type = otfp_vtf3_name_of(c, OTFP_VTF3_Defopenmptype, rec->v[1].u);
	const struct otfp_str *name = otfp_vtf3_name_of(c, OTFP_VTF3_Defopenmpname, rec->v[2].u);
	uint64_t token = (uint64_t)rec->v[1].u << 24 ^ rec->v[2].u;
	char text[300];

	snprintf(text, sizeof text, "%.*s %.*s", type ? (int)(type->n < 140 ? type->n : 140) : 6,
	         type ? type->p : "OpenMP", name ? (int)(name->n < 140 ? name->n : 140) : 0, name ? name->p : "");
	return begin(c, cpu, function_of(c, OTFP_VTF3_Openmpenter, token, (struct otfp_str){text, strlen(text)}, NULL),
	             rec, rec->v[3].u);
}

static int put_parallel(convert *c, struct otfp_vtf3_cpu *cpu, const struct otfp_vtf3_record *rec)
{
	char name[40];

	snprintf(name, sizeof name, "region %d", (int)rec->v[1].i);
	return begin(c, cpu,
	             function_of(c, OTFP_VTF3_Defkparreg, rec->v[1].u, (struct otfp_str){name, strlen(name)}, NULL),
	             rec, rec->v[4].u);
}

int otfp_vtf3_region(struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec)
{
	struct otfp_vtf3_cpu *cpu = otfp_vtf3_cpu(c, rec->v[0].u);

	if (!cpu)
		return OTFP_EFAIL;
	switch (rec->type) {
	case OTFP_VTF3_Mutexacquire:
	case OTFP_VTF3_Mutexrelease:
		if (!otfp_vtf3_token(rec->v[1].i))
			return otfp_vtf3_carry(c, rec);
		return put_whole(c, cpu, otfp_vtf3_token(rec->v[1].i), rec, rec->v[4].d, rec->v[7].u);
	case OTFP_VTF3_Pattern: return put_pattern(c, cpu, rec);
	case OTFP_VTF3_Kparregbegin: return put_parallel(c, cpu, rec);
	case OTFP_VTF3_Kparregend: return end(c, cpu, rec, rec->v[5].u);
	case OTFP_VTF3_Openmpenter: return put_construct(c, cpu, rec);
	default: OTFP_ASSERT(rec->type == OTFP_VTF3_Openmpleave); return end(c, cpu, rec, rec->v[1].u);
	}
}
