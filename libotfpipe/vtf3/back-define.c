/* back-define.c - definitions of OTF as declarations of VTF3. See back.h. */
#include "vtf3/back.h"
#include "base/error.h"
#include "record/value.h"
#include <stdio.h>
#include <string.h>

enum {
	COUNTER_ACC = 1,
	COUNTER_ABS = 2,
	VARTYPE_UINT64 = 192,
	VARTYPE_DOUBLE = 288,
	SCOPE_START = 4,
	SCOPE_MASK = 28,
	SCOPE_POINT = 8,
	SCOPE_LAST = 12,
	SCOPE_NEXT = 16
};

typedef struct otfp_vtf3_back back;
typedef const struct otfp_record record;

static int is_implied(const back *b, record *rec)
{
	return rec->ntags && otfp_vtf3_back_tag(b, rec, OTFP_KEY_implied) != NULL;
}

/* Token and name. */
static int named(back *b, record *rec, unsigned type)
{
	struct otfp_vtf3_record out;

	otfp_vtf3_record_init(&out, type);
	out.v[0].i = otfp_vtf3_back_token(rec->f[0].u);
	out.v[1].s = otfp_vtf3_back_text(b, rec->f[1].s);
	return out.v[1].s.p ? otfp_vtf3_back_put(b, &out) : OTFP_EFAIL;
}

static int group_of_functions(back *b, record *rec)
{
	return is_implied(b, rec) ? 0 : named(b, rec, OTFP_VTF3_Defact);
}

static int file_of_source(back *b, record *rec)
{
	return named(b, rec, OTFP_VTF3_Defsclfile);
}

static int group_of_counters(back *b, record *rec)
{
	return named(b, rec, OTFP_VTF3_Defsampclass);
}

static int collective(back *b, record *rec)
{
	b->lost[OTFP_VTF3_LOST_FIELD] += rec->f[2].u != 0;
	return named(b, rec, OTFP_VTF3_Defglobalop);
}

static int function(back *b, record *rec)
{
	struct otfp_vtf3_record out;

	if (is_implied(b, rec))
		return 0;
	otfp_vtf3_record_init(&out, OTFP_VTF3_Defstate);
	out.v[0].i = otfp_vtf3_back_token(rec->f[2].u);
	out.v[1].i = otfp_vtf3_back_token(rec->f[0].u);
	out.v[2].s = otfp_vtf3_back_text(b, rec->f[1].s);
	out.v[3].u = (uint32_t)rec->f[3].u;
	return out.v[2].s.p ? otfp_vtf3_back_put(b, &out) : OTFP_EFAIL;
}

/* With threads the number says which process has it. */
static int process(back *b, record *rec)
{
	struct otfp_vtf3_record out;
	uint32_t cpuid = otfp_vtf3_back_cpu(rec->f[0].u);

	b->nprocesses++;
	if (is_implied(b, rec)) {
		b->is_vtf3 = 1;
		return 0;
	}
	b->lost[OTFP_VTF3_LOST_FIELD] += rec->f[2].u != 0 && (rec->f[2].u != (cpuid & 0xffff) + 1 || cpuid < 0x10000);
	otfp_vtf3_record_init(&out, OTFP_VTF3_Defcpuname);
	out.v[0].u = cpuid;
	out.v[1].s = otfp_vtf3_back_text(b, rec->f[1].s);
	return out.v[1].s.p ? otfp_vtf3_back_put(b, &out) : OTFP_EFAIL;
}

/* ---- groups of processes ---- */

static int cpu_group(back *b, record *rec, uint32_t *members, size_t n)
{
	struct otfp_vtf3_record out;

	otfp_vtf3_record_init(&out, OTFP_VTF3_Defcpugrp);
	out.v[0].u = (uint32_t)rec->f[0].u;
	out.v[1].i = (int32_t)n;
	out.v[2].us = members;
	out.v[3].s = otfp_vtf3_back_text(b, rec->f[1].s);
	return out.v[3].s.p ? otfp_vtf3_back_put(b, &out) : OTFP_EFAIL;
}

/* A triplet a member, as otf2vtf wrote them. members has room for it. */
static int communicator(back *b, record *rec, uint32_t *members, size_t n)
{
	struct otfp_vtf3_record out;
	char name[40];
	int32_t token = otfp_vtf3_back_communicator(b, rec->f[0].u);
	size_t len = (size_t)snprintf(name, sizeof name, "communicator %d", (int)token);

	b->lost[OTFP_VTF3_LOST_FIELD] += rec->f[1].s.n != len || memcmp(name, rec->f[1].s.p, len) != 0;
	for (size_t i = n; i-- > 0;) {
		members[3 * i] = members[3 * i + 1] = members[i];
		members[3 * i + 2] = 1;
	}
	otfp_vtf3_record_init(&out, OTFP_VTF3_Defcommunicator);
	out.v[0].i = token;
	out.v[1].i = out.v[2].i = (int32_t)n;
	out.v[3].us = members;
	return otfp_vtf3_back_put(b, &out);
}

static int group(back *b, record *rec)
{
	size_t n = rec->f[2].l.n;
	struct otfp_buf room = OTFP_BUF_INIT;
	uint32_t *members;
	int code;

	if (n > INT32_MAX / 12 || otfp_buf_reserve(&room, 12 * n + 12) < 0)
		return otfp_fail_memory(b->err);
	members = (uint32_t *)(void *)room.p;
	for (size_t i = 0; i < n; i++)
		members[i] = otfp_vtf3_back_cpu(rec->f[2].l.p[i]);
	code = rec->f[0].u & OTFP_VTF3_CPUGRP_MASK ? cpu_group(b, rec, members, n) : communicator(b, rec, members, n);
	otfp_buf_release(&room);
	return code;
}

/* ---- the others ---- */

static int source(back *b, record *rec)
{
	struct otfp_vtf3_record out;
	int32_t file = otfp_vtf3_back_token(rec->f[1].u), line = (int32_t)(uint32_t)rec->f[2].u;

	otfp_vtf3_record_init(&out, OTFP_VTF3_Defscl);
	out.v[0].u = (uint32_t)rec->f[0].u;
	out.v[1].i = 1;
	out.v[2].is = &file;
	out.v[3].is = &line;
	return otfp_vtf3_back_put(b, &out);
}

/* VTF3 has no numbers with a sign but floating-point ones. */
static int is_float(uint64_t properties)
{
	return otfp_value_form((uint32_t)properties) != OTFP_RAW;
}

/* What vtf3-to-otf would make of it. */
static uint64_t said(const struct otfp_vtf3_record *samp)
{
	static const uint64_t scopes[] = {0, SCOPE_LAST, SCOPE_POINT, SCOPE_NEXT, SCOPE_START};

	return (samp->v[6].i ? COUNTER_ACC : COUNTER_ABS) | scopes[samp->v[7].i] |
	       (samp->v[4].i == OTFP_VTF3_FLOAT ? VARTYPE_DOUBLE : VARTYPE_UINT64);
}

static int counter(back *b, record *rec)
{
	static const uint64_t least[2] = {0, UINT64_MAX}, real[2] = {0, 0};
	uint64_t properties = rec->f[2].u, scope = properties & SCOPE_MASK;
	struct otfp_vtf3_record out;

	if (otfp_map_set(&b->properties, rec->f[0].u, properties) < 0)
		return otfp_fail_memory(b->err);
	otfp_vtf3_record_init(&out, OTFP_VTF3_Defsamp);
	out.v[0].i = otfp_vtf3_back_token(rec->f[0].u);
	out.v[1].i = otfp_vtf3_back_token(rec->f[3].u);
	out.v[4].i = is_float(properties) ? OTFP_VTF3_FLOAT : OTFP_VTF3_UINT;
	out.v[5].qs = is_float(properties) ? real : least;
	out.v[6].i = (properties & COUNTER_ACC) != 0;
	out.v[7].i = scope == SCOPE_LAST  ? OTFP_VTF3_BEFORE :
	             scope == SCOPE_POINT ? OTFP_VTF3_POINT :
	             scope == SCOPE_NEXT  ? OTFP_VTF3_AFTER :
	                                    OTFP_VTF3_SAMPLE;
	out.v[8].s = otfp_vtf3_back_text(b, rec->f[1].s);
	out.v[9].s = otfp_vtf3_back_text(b, rec->f[4].s);
	if (!out.v[8].s.p || !out.v[9].s.p)
		return OTFP_EFAIL;
	b->lost[OTFP_VTF3_LOST_FIELD] += properties != said(&out);
	out.v[8].s.p = b->text.p; /* the buffer may have moved */
	return otfp_vtf3_back_put(b, &out);
}

static int file(back *b, record *rec)
{
	struct otfp_vtf3_record out;

	b->lost[OTFP_VTF3_LOST_FIELD] += rec->f[2].u != 0;
	otfp_vtf3_record_init(&out, OTFP_VTF3_Defiofile);
	out.v[0].i = otfp_vtf3_back_token(rec->f[0].u);
	out.v[1].i = 0;
	out.v[2].s = otfp_vtf3_back_text(b, rec->f[1].s);
	return out.v[2].s.p ? otfp_vtf3_back_put(b, &out) : OTFP_EFAIL;
}

static int text_of(back *b, record *rec, unsigned type)
{
	struct otfp_vtf3_record out;

	otfp_vtf3_record_init(&out, type);
	out.v[0].s = otfp_vtf3_back_text(b, rec->f[0].s);
	return out.v[0].s.p ? otfp_vtf3_back_put(b, &out) : OTFP_EFAIL;
}

static int creator(back *b, record *rec)
{
	return text_of(b, rec, OTFP_VTF3_Defcreator);
}

static int comment(back *b, record *rec)
{
	return text_of(b, rec, OTFP_VTF3_Comment);
}

static int resolution(back *b, record *rec)
{
	struct otfp_vtf3_record out;

	otfp_vtf3_record_init(&out, OTFP_VTF3_Defclkperiod);
	out.v[0].d = rec->f[0].u ? 1 / (double)rec->f[0].u : 1;
	return otfp_vtf3_back_put(b, &out);
}

static int key(back *b, record *rec)
{
	static const char *const names[] = {
#define K(name, type, description) "vtf3." #name,
		OTFP_VTF3_EACH_KEY(K)
#undef K
	};

	for (unsigned k = 0; k < OTFP_VTF3_NKEYS; k++)
		if (rec->f[2].s.n == strlen(names[k]) && memcmp(rec->f[2].s.p, names[k], rec->f[2].s.n) == 0) {
			b->key[k] = (uint32_t)rec->f[0].u;
			b->key_of[k] = b->is_vtf3 = 1;
			return 0;
		}
	b->dropped[OTFP_DefKeyValue]++;
	return 0;
}

/* What OTF says of its files, not of the run. */
static int of_file(back *b, record *rec)
{
	(void)b;
	(void)rec;
	return 0;
}

int otfp_vtf3_back_define(struct otfp_vtf3_back *b, const struct otfp_record *rec)
{
	static int (*const define[OTFP_NTYPES])(back *, record *) = {
		[OTFP_DefinitionComment] = comment,
		[OTFP_DefTimerResolution] = resolution,
		[OTFP_DefProcess] = process,
		[OTFP_DefProcessGroup] = group,
		[OTFP_DefFunctionGroup] = group_of_functions,
		[OTFP_DefFunction] = function,
		[OTFP_DefCollectiveOperation] = collective,
		[OTFP_DefCounterGroup] = group_of_counters,
		[OTFP_DefCounter] = counter,
		[OTFP_DefSclFile] = file_of_source,
		[OTFP_DefScl] = source,
		[OTFP_DefCreator] = creator,
		[OTFP_DefFile] = file,
		[OTFP_DefVersion] = of_file,
		[OTFP_DefUniqueId] = of_file,
		[OTFP_DefKeyValue] = key,
	};

	if (define[rec->type])
		return define[rec->type](b, rec);
	b->dropped[rec->type]++;
	return 0;
}
