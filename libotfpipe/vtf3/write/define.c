/* define.c - definitions of OTF as declarations of VTF3. See records.h. */
#include "vtf3/write/records.h"
#include "base/error.h"
#include "record/equal.h"
#include "vtf3/plain.h"
#include <string.h>

typedef struct otfp_vtf3_writing writing;

static int is_implied(const writing *w, const struct otfp_record *rec)
{
	return rec->ntags && otfp_vtf3_write_tag(w, rec, OTFP_KEY_implied) != NULL;
}

/* A definition of a token and a name. */
static int named(writing *w, const struct otfp_record *rec, unsigned type)
{
	struct otfp_vtf3_record out;

	otfp_vtf3_record_init(&out, type);
	out.v[0].i = otfp_vtf3_plain_token(rec->f[0].u);
	out.v[1].s = otfp_vtf3_write_text(w, rec->f[1].s);
	return out.v[1].s.p ? otfp_vtf3_write_put(w, &out, rec) : OTFP_EFAIL;
}

static int group_of_functions(writing *w, const struct otfp_record *rec)
{
	return is_implied(w, rec) ? otfp_vtf3_write_imply(w, rec) : named(w, rec, OTFP_VTF3_Defact);
}

static int file_of_source(writing *w, const struct otfp_record *rec)
{
	return named(w, rec, OTFP_VTF3_Defsclfile);
}

static int group_of_counters(writing *w, const struct otfp_record *rec)
{
	return named(w, rec, OTFP_VTF3_Defsampclass);
}

static int collective(writing *w, const struct otfp_record *rec)
{
	return named(w, rec, OTFP_VTF3_Defglobalop);
}

static int function(writing *w, const struct otfp_record *rec)
{
	struct otfp_vtf3_record out;

	if (is_implied(w, rec))
		return otfp_vtf3_write_imply(w, rec);
	otfp_vtf3_record_init(&out, OTFP_VTF3_Defstate);
	out.v[0].i = otfp_vtf3_plain_token(rec->f[2].u);
	out.v[1].i = otfp_vtf3_plain_token(rec->f[0].u);
	out.v[2].s = otfp_vtf3_write_text(w, rec->f[1].s);
	out.v[3].u = (uint32_t)rec->f[3].u;
	return out.v[2].s.p ? otfp_vtf3_write_put(w, &out, rec) : OTFP_EFAIL;
}

static int process(writing *w, const struct otfp_record *rec)
{
	struct otfp_vtf3_record out;
	uint32_t cpuid = otfp_vtf3_plain_cpu(rec->f[0].u);

	if (otfp_buf_add(&w->cpus, &cpuid, sizeof cpuid) < 0)
		return otfp_fail_memory(w->err);
	if (is_implied(w, rec)) {
		w->is_vtf3 = 1;
		return otfp_vtf3_write_imply(w, rec);
	}
	otfp_vtf3_record_init(&out, OTFP_VTF3_Defcpuname);
	out.v[0].u = cpuid;
	out.v[1].s = otfp_vtf3_write_text(w, rec->f[1].s);
	return out.v[1].s.p ? otfp_vtf3_write_put(w, &out, rec) : OTFP_EFAIL;
}

/* ---- groups of processes ---- */

static int cpu_group(writing *w, const struct otfp_record *rec, uint32_t *members, size_t n)
{
	struct otfp_vtf3_record out;

	for (size_t i = 0; i < n; i++)
		members[i] = otfp_vtf3_plain_cpu(rec->f[2].l.p[i]);
	otfp_vtf3_record_init(&out, OTFP_VTF3_Defcpugrp);
	out.v[0].u = (uint32_t)rec->f[0].u;
	out.v[1].i = (int32_t)n;
	out.v[2].us = members;
	out.v[3].s = otfp_vtf3_write_text(w, rec->f[1].s);
	return out.v[3].s.p ? otfp_vtf3_write_put_again(w, &out, rec) : OTFP_EFAIL;
}

static int group(writing *w, const struct otfp_record *rec)
{
	struct otfp_vtf3_record out;
	size_t n = rec->f[2].l.n;
	struct otfp_buf room = OTFP_BUF_INIT;
	uint32_t *members;
	int code;

	if (otfp_vtf3_is_all_cpus(rec->f[0].u, &rec->f[1].s))
		return w->carries ? OTFP_VTF3_NOTHING : 0;
	w->has_all_cpus |= rec->f[0].u == OTFP_VTF3_ALL_CPUS;
	if (n > INT32_MAX / 12 || otfp_buf_reserve(&room, 12 * n + 12) < 0)
		return otfp_fail_memory(w->err);
	members = (uint32_t *)(void *)room.p;
	if (rec->f[0].u & OTFP_VTF3_CPUGRP_MASK) {
		code = cpu_group(w, rec, members, n);
	} else {
		otfp_vtf3_plain_members(rec, members, &out);
		code = otfp_vtf3_write_put_again(w, &out, rec);
	}
	otfp_buf_release(&room);
	return code;
}

/* ---- the others ---- */

static int source(writing *w, const struct otfp_record *rec)
{
	struct otfp_vtf3_record out;
	int32_t file = otfp_vtf3_plain_token(rec->f[1].u), line = (int32_t)(uint32_t)rec->f[2].u;

	otfp_vtf3_record_init(&out, OTFP_VTF3_Defscl);
	out.v[0].u = (uint32_t)rec->f[0].u;
	out.v[1].i = 1;
	out.v[2].is = &file;
	out.v[3].is = &line;
	return otfp_vtf3_write_put(w, &out, rec);
}

static int counter(writing *w, const struct otfp_record *rec)
{
	struct otfp_vtf3_record out;

	if (otfp_vtf3_write_want_all_cpus(w) < 0)
		return OTFP_EFAIL;
	otfp_vtf3_plain_counter(rec, &out);
	out.v[8].s = otfp_vtf3_write_text(w, rec->f[1].s);
	out.v[9].s = otfp_vtf3_write_text(w, rec->f[4].s);
	if (!out.v[8].s.p || !out.v[9].s.p)
		return OTFP_EFAIL;
	out.v[8].s.p = w->text.p; /* the second text may have moved the buffer */
	return otfp_vtf3_write_put(w, &out, rec);
}

static int file(writing *w, const struct otfp_record *rec)
{
	struct otfp_vtf3_record out;

	otfp_vtf3_record_init(&out, OTFP_VTF3_Defiofile);
	out.v[0].i = otfp_vtf3_plain_token(rec->f[0].u);
	out.v[1].i = OTFP_VTF3_NOCOMMUNICATOR;
	out.v[2].s = otfp_vtf3_write_text(w, rec->f[1].s);
	return out.v[2].s.p ? otfp_vtf3_write_put(w, &out, rec) : OTFP_EFAIL;
}

static int text_of(writing *w, const struct otfp_record *rec, unsigned type)
{
	struct otfp_vtf3_record out;

	otfp_vtf3_record_init(&out, type);
	out.time = type == OTFP_VTF3_Comment ? w->now : 0;
	out.v[0].s = otfp_vtf3_write_text(w, rec->f[0].s);
	return out.v[0].s.p ? otfp_vtf3_write_put(w, &out, rec) : OTFP_EFAIL;
}

static int creator(writing *w, const struct otfp_record *rec)
{
	return text_of(w, rec, OTFP_VTF3_Defcreator);
}

static int comment(writing *w, const struct otfp_record *rec)
{
	if (w->carries && otfp_vtf3_carrier_of(&rec->f[0].s))
		return OTFP_VTF3_NOTHING;
	return text_of(w, rec, OTFP_VTF3_Comment);
}

static int resolution(writing *w, const struct otfp_record *rec)
{
	struct otfp_vtf3_record out;

	otfp_vtf3_record_init(&out, OTFP_VTF3_Defclkperiod);
	out.v[0].d = rec->f[0].u ? 1 / (double)rec->f[0].u : 1;
	return otfp_vtf3_write_put(w, &out, rec);
}

/* The reader defines our own keys itself, where it needs them. */
static int key(writing *w, const struct otfp_record *rec)
{
	struct otfp_record own = {.type = OTFP_NONE};

	for (unsigned k = 0; k < OTFP_VTF3_NKEYS; k++) {
		otfp_vtf3_key_record((enum otfp_vtf3_key)k, &own);
		if (rec->f[2].s.n != own.f[2].s.n || memcmp(rec->f[2].s.p, own.f[2].s.p, own.f[2].s.n) != 0)
			continue;
		if (w->is_ours[k])
			return OTFP_VTF3_NOTHING;
		/* one that follows another definition of the key is carried like that */
		w->is_ours[k] = !w->key_of[k] && !rec->loc && otfp_record_equal(rec, &own);
		w->key[k] = (uint32_t)rec->f[0].u;
		w->key_of[k] = w->is_vtf3 = 1;
		return w->is_ours[k] || !w->carries ? 0 : OTFP_VTF3_NOTHING;
	}
	return OTFP_VTF3_NOTHING;
}

/* Properties of the OTF files, not of the run. */
static int of_file(writing *w, const struct otfp_record *rec)
{
	(void)rec;
	return w->carries ? OTFP_VTF3_NOTHING : 0;
}

int otfp_vtf3_write_define(struct otfp_vtf3_writing *w, const struct otfp_record *rec)
{
	static int (*const define[OTFP_NTYPES])(writing *, const struct otfp_record *) = {
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

	return define[rec->type] ? define[rec->type](w, rec) : OTFP_VTF3_NOTHING;
}
