/* define.c - converts declarations of VTF3 to definitions of OTF. See records.h. */
#include "vtf3/read/records.h"
#include "record/value.h"
#include "vtf3/plain.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_COUNTED = 1 << 16 }; /* limit of processes or threads declared by counts; TAU wrote counts of millions */
enum { MOST_MEMBERS = 1 << 20 }; /* limit of members of a communicator */

typedef struct otfp_vtf3_reading convert;

/* ---- processes ---- */

static int define_cpuname(convert *c, const struct otfp_vtf3_record *rec)
{
	struct otfp_vtf3_cpu *cpu = otfp_vtf3_cpu_known(c, rec->v[0].u);

	if (!cpu)
		return OTFP_EFAIL;
	/* the process was used before its name came, or OTF has no such process number */
	if (!cpu->process ||
	    (cpu->is_defined && !otfp_map_get(&c->declared, (uint64_t)OTFP_DefProcess << 32 | cpu->process)))
		return otfp_vtf3_carry(c, rec);
	return otfp_vtf3_define_process(c, cpu, rec);
}

static int define_threads(convert *c, const struct otfp_vtf3_record *rec)
{
	size_t n = (size_t)rec->v[0].i;

	free(c->threads);
	c->threads = calloc(n + 1, sizeof *c->threads);
	if (!c->threads)
		return otfp_fail_memory(c->err);
	if (n)
		memcpy(c->threads, rec->v[1].is, n * sizeof *c->threads);
	c->nthreads = n;
	return otfp_vtf3_carry(c, rec);
}

static int define_processes(convert *c, const struct otfp_vtf3_record *rec)
{
	uint64_t sum = 0;

	for (int32_t i = 0; i < rec->v[0].i; i++)
		sum += rec->v[1].is[i] > 0 ? (uint64_t)rec->v[1].is[i] : 0;
	c->nprocesses = sum <= MOST_COUNTED ? (uint32_t)sum : 0;
	return otfp_vtf3_carry(c, rec);
}

static int counted_threads(const convert *c)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < c->nthreads; i++)
		sum += c->threads[i] > 0 ? (uint64_t)c->threads[i] : 0;
	return sum <= MOST_COUNTED;
}

int otfp_vtf3_define_counted(struct otfp_vtf3_reading *c)
{
	for (uint32_t i = 0; i < c->nprocesses; i++)
		if (!otfp_vtf3_cpu(c, i))
			return OTFP_EFAIL;
	for (uint32_t i = 0; i < c->nthreads && i < 1 << 16 && counted_threads(c); i++)
		for (int32_t k = 0; k < c->threads[i] && k < 1 << 15; k++)
			if (!otfp_vtf3_cpu(c, (uint32_t)k << 16 | i))
				return OTFP_EFAIL;
	return 0;
}

/* ---- groups of processes ---- */

static struct otfp_record *put_group(convert *c, uint32_t token, const uint32_t *members, size_t n,
                                     struct otfp_str name)
{
	struct otfp_record *def = otfp_vtf3_emit(c, OTFP_DefProcessGroup, 0);

	if (!def)
		return NULL;
	def->f[0].u = token;
	def->f[1].s = otfp_vtf3_text(c, name.p, name.n);
	def->f[2].l = (struct otfp_list){members, n};
	return def->f[1].s.p ? def : NULL;
}

static int define_group(convert *c, const struct otfp_vtf3_record *rec)
{
	size_t n = (size_t)rec->v[1].i;
	uint32_t *members, id = rec->v[0].u;

	if (otfp_vtf3_is_all_cpus(id, &rec->v[3].s))
		return 0;
	members = otfp_arena_get(&c->arena, (n + 1) * sizeof *members);
	if (!members)
		return otfp_fail_memory(c->err);
	for (size_t i = 0; i < n; i++)
		members[i] = rec->v[2].us[i] & OTFP_VTF3_CPUGRP_MASK ? rec->v[2].us[i] : rec->v[2].us[i] + 1;
	if (otfp_vtf3_name(c, OTFP_VTF3_Defcpugrp, id, rec->v[3].s) < 0 ||
	    !put_group(c, id | OTFP_VTF3_CPUGRP_MASK, members, n, rec->v[3].s))
		return OTFP_EFAIL;
	if (!(id & OTFP_VTF3_CPUGRP_MASK) && otfp_vtf3_tag_record(c, rec) < 0)
		return OTFP_EFAIL;
	return otfp_vtf3_declared(c, rec);
}

/* Expand triplets (lower, upper, step) to processes. @param members  NULL: only count. @return the number, or
 * SIZE_MAX if there are too many */
static size_t expand(const uint32_t *t, size_t triplets, uint32_t *members)
{
	size_t n = 0;

	for (size_t i = 0; i < triplets; i++, t += 3) {
		uint64_t step = t[2] ? t[2] : 1;
		if (t[1] >= t[0] && (t[1] - t[0]) / step >= MOST_MEMBERS - n)
			return SIZE_MAX;
		for (uint64_t cpu = t[0]; cpu <= t[1]; cpu += step, n++)
			if (members)
				members[n] = (uint32_t)cpu + 1;
	}
	return n;
}

/* Whether otfp_vtf3_plain_members would make the same triplets. */
static int are_plain(const struct otfp_vtf3_record *rec)
{
	const uint32_t *t = rec->v[3].us;
	int32_t n = rec->v[2].i;

	for (int32_t i = 0; i < n; i++, t += 3)
		if (t[0] != t[1] || t[2] != 1 || t[0] & OTFP_VTF3_CPUGRP_MASK)
			return 0;
	return rec->v[1].i == n;
}

static int define_communicator(convert *c, const struct otfp_vtf3_record *rec)
{
	size_t triplets = (size_t)rec->v[2].i, n = expand(rec->v[3].us, triplets, NULL);
	uint32_t token = otfp_vtf3_communicator(rec->v[0].i), *members;
	char name[40];

	if (n == SIZE_MAX || !token)
		return otfp_vtf3_carry(c, rec);
	members = otfp_arena_get(&c->arena, (n + 1) * sizeof *members);
	if (!members)
		return otfp_fail_memory(c->err);
	expand(rec->v[3].us, triplets, members);
	snprintf(name, sizeof name, "communicator %d", (int)rec->v[0].i);
	if (!put_group(c, token, members, n, (struct otfp_str){name, strlen(name)}))
		return OTFP_EFAIL;
	if (!are_plain(rec) && otfp_vtf3_tag_record(c, rec) < 0)
		return OTFP_EFAIL;
	return otfp_vtf3_declared(c, rec);
}

/* ---- token and name ---- */

/* Convert a declaration of token and name; the third field becomes 0. */
static int define_named(convert *c, const struct otfp_vtf3_record *rec)
{
	static const uint16_t types[OTFP_VTF3_NTYPES] = {
		[OTFP_VTF3_Defact] = OTFP_DefFunctionGroup,
		[OTFP_VTF3_Defsclfile] = OTFP_DefSclFile,
		[OTFP_VTF3_Defsampclass] = OTFP_DefCounterGroup,
		[OTFP_VTF3_Defglobalop] = OTFP_DefCollectiveOperation,
	};
	struct otfp_record *def;

	if (!otfp_vtf3_token(rec->v[0].i))
		return otfp_vtf3_carry(c, rec);
	def = otfp_vtf3_emit(c, types[rec->type], 0);
	if (!def)
		return OTFP_EFAIL;
	def->f[0].u = otfp_vtf3_token(rec->v[0].i);
	def->f[1].s = otfp_vtf3_text(c, rec->v[1].s.p, rec->v[1].s.n);
	def->f[2].u = 0;
	return def->f[1].s.p ? otfp_vtf3_declared(c, rec) : OTFP_EFAIL;
}

static int define_state(convert *c, const struct otfp_vtf3_record *rec)
{
	struct otfp_record *def;

	if (!otfp_vtf3_token(rec->v[1].i))
		return otfp_vtf3_carry(c, rec);
	def = otfp_vtf3_emit(c, OTFP_DefFunction, 0);
	if (!def)
		return OTFP_EFAIL;
	def->f[0].u = otfp_vtf3_token(rec->v[1].i);
	def->f[1].s = otfp_vtf3_text(c, rec->v[2].s.p, rec->v[2].s.n);
	def->f[2].u = otfp_vtf3_token(rec->v[0].i);
	def->f[3].u = rec->v[3].u;
	return def->f[1].s.p ? otfp_vtf3_declared(c, rec) : OTFP_EFAIL;
}

static int define_iofile(convert *c, const struct otfp_vtf3_record *rec)
{
	struct otfp_record *def;

	if (!otfp_vtf3_token(rec->v[0].i))
		return otfp_vtf3_carry(c, rec);
	def = otfp_vtf3_emit(c, OTFP_DefFile, 0);
	if (!def)
		return OTFP_EFAIL;
	def->f[0].u = otfp_vtf3_token(rec->v[0].i);
	def->f[1].s = otfp_vtf3_text(c, rec->v[2].s.p, rec->v[2].s.n);
	def->f[2].u = 0;
	if (!def->f[1].s.p || (rec->v[1].i != OTFP_VTF3_NOCOMMUNICATOR && otfp_vtf3_tag_record(c, rec) < 0))
		return OTFP_EFAIL;
	return otfp_vtf3_declared(c, rec);
}

/* An OTF location is one line of one file: the first pair, which is the innermost. */
static int define_scl(convert *c, const struct otfp_vtf3_record *rec)
{
	struct otfp_record *def;

	if (rec->v[0].i == OTFP_VTF3_SCLNONE || rec->v[1].i == 0)
		return otfp_vtf3_carry(c, rec);
	def = otfp_vtf3_emit(c, OTFP_DefScl, 0);
	if (!def)
		return OTFP_EFAIL;
	def->f[0].u = rec->v[0].u;
	def->f[1].u = otfp_vtf3_token(rec->v[2].is[0]);
	def->f[2].u = (uint32_t)rec->v[3].is[0];
	if (rec->v[1].i > 1 && otfp_vtf3_tag_record(c, rec) < 0)
		return OTFP_EFAIL;
	return otfp_vtf3_declared(c, rec);
}

/* ---- samples ---- */

static uint32_t properties(const struct otfp_vtf3_record *rec)
{
	static const uint32_t scopes[] = {[OTFP_VTF3_BEFORE] = OTFP_SCOPE_LAST,
	                                  [OTFP_VTF3_POINT] = OTFP_SCOPE_POINT,
	                                  [OTFP_VTF3_AFTER] = OTFP_SCOPE_NEXT,
	                                  [OTFP_VTF3_SAMPLE] = OTFP_SCOPE_START};
	uint32_t hint = rec->v[7].u;

	return (rec->v[6].i ? OTFP_COUNTER_ACC : OTFP_COUNTER_ABS) |
	       (hint && hint < sizeof scopes / sizeof *scopes ? scopes[hint] : OTFP_SCOPE_START) |
	       (rec->v[4].i == OTFP_VTF3_FLOAT ? OTFP_VARTYPE_DOUBLE : OTFP_VARTYPE_UNSIGNED);
}

static int is_plain(const struct otfp_vtf3_record *rec, const struct otfp_record *def)
{
	struct otfp_vtf3_record plain;

	otfp_vtf3_plain_counter(def, &plain);
	for (unsigned k = 0; k < 8; k++)
		if (k != 5 && rec->v[k].i != plain.v[k].i)
			return 0;
	return memcmp(rec->v[5].qs, plain.v[5].qs, 2 * sizeof *rec->v[5].qs) == 0;
}

static int define_sample(convert *c, const struct otfp_vtf3_record *rec)
{
	struct otfp_record *def;

	if (!otfp_vtf3_token(rec->v[0].i))
		return otfp_vtf3_carry(c, rec);
	if (otfp_map_set(&c->value_types, rec->v[0].u, rec->v[4].u) < 0)
		return otfp_fail_memory(c->err);
	def = otfp_vtf3_emit(c, OTFP_DefCounter, 0);
	if (!def)
		return OTFP_EFAIL;
	def->f[0].u = otfp_vtf3_token(rec->v[0].i);
	def->f[1].s = otfp_vtf3_text(c, rec->v[8].s.p, rec->v[8].s.n);
	def->f[2].u = properties(rec);
	def->f[3].u = otfp_vtf3_token(rec->v[1].i);
	def->f[4].s = otfp_vtf3_text(c, rec->v[9].s.p, rec->v[9].s.n);
	if (!def->f[1].s.p || !def->f[4].s.p || (!is_plain(rec, def) && otfp_vtf3_tag_record(c, rec) < 0))
		return OTFP_EFAIL;
	return otfp_vtf3_declared(c, rec);
}

/* ---- the run ---- */

static int put_resolution(convert *c, const struct otfp_vtf3_record *rec)
{
	struct otfp_record *def = otfp_vtf3_emit(c, OTFP_DefTimerResolution, 0);

	if (!def)
		return OTFP_EFAIL;
	def->f[0].u = c->resolution;
	if (1 / (double)c->resolution != c->period && otfp_vtf3_tag_record(c, rec) < 0)
		return OTFP_EFAIL;
	return otfp_vtf3_declared(c, rec);
}

/* OTF has whole ticks per second. */
static int define_period(convert *c, const struct otfp_vtf3_record *rec)
{
	double period = rec->v[0].d, rate = 1 / period + 0.5;

	if (c->period > 0 && c->period != period)
		return otfp_fail_at(c->err, OTFP_EFAIL, OTFP_FLAW_REDEFINED, NULL, 0,
		                    "clock period %.17g s differs from the earlier %.17g s", period, c->period);
	if (!(period > 0))
		return otfp_fail_at(c->err, OTFP_EFAIL, OTFP_FLAW_LINE, NULL, 0,
		                    "clock period %.17g s: must be above 0", period);
	if (!c->rescale && !(rate >= 1 && rate < 18446744073709551616.0))
		return otfp_fail_at(c->err, OTFP_EFAIL, OTFP_FLAW_LINE, NULL, 0,
		                    "clock period %.17g s: OTF needs whole ticks per second; use "
		                    "vtf3-to-otf --rescale",
		                    period);
	if (c->rescale && c->has_events)
		return otfp_fail(c->err, OTFP_EFAIL,
		                 "the clock period comes after the first event, too late to rescale");
	c->period = period;
	c->resolution = c->rescale ? c->rescale : (uint64_t)rate;
	c->factor = c->rescale ? (double)c->rescale * period : 0;
	return put_resolution(c, rec);
}

static int define_creator(convert *c, const struct otfp_vtf3_record *rec)
{
	struct otfp_record *def = otfp_vtf3_emit(c, OTFP_DefCreator, 0);

	if (!def)
		return OTFP_EFAIL;
	def->f[0].s = otfp_vtf3_text(c, rec->v[0].s.p, rec->v[0].s.n);
	return def->f[0].s.p ? otfp_vtf3_declared(c, rec) : OTFP_EFAIL;
}

int otfp_vtf3_define_comment(struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec)
{
	const struct otfp_str *s = &rec->v[0].s;
	struct otfp_record *def;

	if (otfp_vtf3_is_prefixed(s) || otfp_vtf3_carrier_of(s))
		return otfp_vtf3_carry(c, rec);
	def = otfp_vtf3_emit(c, OTFP_DefinitionComment, 0);
	if (!def)
		return OTFP_EFAIL;
	def->f[0].s = otfp_vtf3_text(c, s->p, s->n);
	return def->f[0].s.p ? 0 : OTFP_EFAIL;
}

/* Unmerged says that the records are unsorted; by now they are sorted. */
static int ignore(convert *c, const struct otfp_vtf3_record *rec)
{
	(void)c;
	(void)rec;
	return 0;
}

static int name_and_carry(convert *c, const struct otfp_vtf3_record *rec)
{
	int code = otfp_vtf3_name(c, rec->type, rec->v[0].u, rec->v[1].s);

	return code < 0 ? code : otfp_vtf3_carry(c, rec);
}

int otfp_vtf3_define(struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec)
{
	static int (*const define[OTFP_VTF3_NTYPES])(convert *, const struct otfp_vtf3_record *) = {
		[OTFP_VTF3_Defunmerged] = ignore,
		[OTFP_VTF3_Defcreator] = define_creator,
		[OTFP_VTF3_Defsyscpunums] = define_processes,
		[OTFP_VTF3_Defthreadnums] = define_threads,
		[OTFP_VTF3_Defcpuname] = define_cpuname,
		[OTFP_VTF3_Defcpugrp] = define_group,
		[OTFP_VTF3_Defsclfile] = define_named,
		[OTFP_VTF3_Defscl] = define_scl,
		[OTFP_VTF3_Defact] = define_named,
		[OTFP_VTF3_Defstate] = define_state,
		[OTFP_VTF3_Defsampclass] = define_named,
		[OTFP_VTF3_Defsamp] = define_sample,
		[OTFP_VTF3_Defcommunicator] = define_communicator,
		[OTFP_VTF3_Defglobalop] = define_named,
		[OTFP_VTF3_Defiofile] = define_iofile,
		[OTFP_VTF3_Defkparreg] = otfp_vtf3_define_region,
		[OTFP_VTF3_Defclkperiod] = define_period,
		[OTFP_VTF3_Defopenmptype] = name_and_carry,
		[OTFP_VTF3_Defopenmpname] = name_and_carry,
	};

	return (define[rec->type] ? define[rec->type] : otfp_vtf3_carry)(c, rec);
}
