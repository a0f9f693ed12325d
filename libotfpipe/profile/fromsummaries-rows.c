/* fromsummaries-rows.c - fill the rows of a profile from summary records; see fromsummaries.h. */
#include "record/table.h"
#include "profile/account.h"
#include "profile/fromsummaries.h"

/* Context of the fill functions. */
struct filling {
	struct otfp_profile *p;
	unsigned calls;  /* record type to take calls from: of functions or of groups */
	uint64_t others; /* number of records of the other type */
	struct otfp_error *err;
};

static int by(const struct otfp_profile *p, unsigned key)
{
	return p->o.by >> key & 1;
}

static otfp_ref group_of(const struct otfp_profile *p, uint32_t process, otfp_ref function)
{
	const struct otfp_definition *d = otfp_names_find(&p->names, OTFP_NAMED_FUNCTION, function);

	return d ? otfp_names_ref(&p->names, OTFP_NAMED_GROUP, process, d->detail) : OTFP_NO_REF;
}

/* In a row of a whole process inclusive time equals exclusive time: at any time one call is the innermost. */
static int fill_calls(struct filling *f, const struct otfp_record *rec)
{
	struct otfp_profile *p = f->p;
	const int of_function = rec->type == OTFP_FunctionSummary;
	const uint32_t token = (uint32_t)rec->f[0].u;
	struct otfp_key_values v = {{[OTFP_KEY_PROCESS] = rec->loc}};
	const int whole = p->o.by && !by(p, OTFP_KEY_FUNCTION) && !by(p, OTFP_KEY_GROUP);
	struct otfp_row *row;

	if (rec->type != f->calls) {
		f->others++;
		return 0;
	}
	if (of_function) {
		v.v[OTFP_KEY_FUNCTION] = otfp_names_ref(&p->names, OTFP_NAMED_FUNCTION, rec->loc, token);
		v.v[OTFP_KEY_GROUP] = group_of(p, rec->loc, v.v[OTFP_KEY_FUNCTION]);
	} else {
		v.v[OTFP_KEY_GROUP] =
			token ? otfp_names_ref(&p->names, OTFP_NAMED_GROUP, rec->loc, token) : OTFP_NO_REF;
	}
	row = otfp_profile_row(p, OTFP_STAT_FUNCTION, 0, &v);
	if (!row)
		return -1;
	row->sum[OTFP_CALLS] += rec->f[1].u;
	row->sum[OTFP_EXCLUSIVE] += rec->f[2].u;
	row->sum[OTFP_INCLUSIVE] += rec->f[whole ? 2 : 3].u;
	return 0;
}

static int fill_messages(struct filling *f, const struct otfp_record *rec)
{
	const struct otfp_key_values v = {{[OTFP_KEY_PROCESS] = rec->loc}};
	struct otfp_row *row = otfp_profile_row(f->p, OTFP_STAT_MESSAGE, 0, &v);

	if (!row)
		return -1;
	row->sum[OTFP_SENT] += rec->f[3].u;
	row->sum[OTFP_RECEIVED] += rec->f[4].u;
	row->sum[OTFP_BYTES_SENT] += rec->f[5].u;
	row->sum[OTFP_BYTES_RECEIVED] += rec->f[6].u;
	return 0;
}

/* In each operation a process counts as sending, receiving, or both: so the larger number is that of operations. */
static int fill_collectives(struct filling *f, const struct otfp_record *rec)
{
	const struct otfp_key_values v = {{[OTFP_KEY_PROCESS] = rec->loc,
	                                   [OTFP_KEY_COLLECTIVE] = otfp_names_ref(&f->p->names, OTFP_NAMED_COLLECTIVE,
	                                                                          rec->loc, (uint32_t)rec->f[1].u)}};
	struct otfp_row *row = otfp_profile_row(f->p, OTFP_STAT_COLLECTIVE, 0, &v);

	if (!row)
		return -1;
	row->sum[OTFP_COUNT] += rec->f[2].u > rec->f[3].u ? rec->f[2].u : rec->f[3].u;
	row->sum[OTFP_COLL_SENT] += rec->f[4].u;
	row->sum[OTFP_COLL_RECEIVED] += rec->f[5].u;
	return 0;
}

static int fill_files(struct filling *f, const struct otfp_record *rec)
{
	static const uint8_t sums[] = {OTFP_OPENS, OTFP_CLOSES,     OTFP_READS,        OTFP_WRITES,
	                               OTFP_SEEKS, OTFP_BYTES_READ, OTFP_BYTES_WRITTEN};
	const struct otfp_key_values v = {
		{[OTFP_KEY_PROCESS] = rec->loc,
	         [OTFP_KEY_FILE] = otfp_names_ref(&f->p->names, OTFP_NAMED_FILE, rec->loc, (uint32_t)rec->f[0].u)}};
	struct otfp_row *row = otfp_profile_row(f->p, OTFP_STAT_FILE, 0, &v);

	if (!row)
		return -1;
	for (unsigned i = 0; i < sizeof sums; i++)
		row->sum[sums[i]] += rec->f[1 + i].u;
	return 0;
}

static const struct {
	int (*fill)(struct filling *f, const struct otfp_record *rec);
	unsigned table;
} rows[OTFP_NTYPES] = {
	[OTFP_FunctionSummary] = {fill_calls, OTFP_STAT_FUNCTION},
	[OTFP_FunctionGroupSummary] = {fill_calls, OTFP_STAT_FUNCTION},
	[OTFP_MessageSummary] = {fill_messages, OTFP_STAT_MESSAGE},
	[OTFP_CollopSummary] = {fill_collectives, OTFP_STAT_COLLECTIVE},
	[OTFP_FileOperationSummary] = {fill_files, OTFP_STAT_FILE},
};

static int fill(void *ctx, const struct otfp_record *rec)
{
	struct filling *f = ctx;

	if (!rows[rec->type].fill || !otfp_wants(f->p, rows[rec->type].table))
		return 0;
	return rows[rec->type].fill(f, rec) < 0 ? otfp_fail_memory(f->err) : 0;
}

int otfp_from_summaries_fill(struct otfp_from_summaries *f, struct otfp_profile *p, struct otfp_error *err)
{
	const int by_group = by(p, OTFP_KEY_GROUP) && !by(p, OTFP_KEY_FUNCTION);
	struct filling filling = {.p = p,
	                          .calls = by_group ? OTFP_FunctionGroupSummary : OTFP_FunctionSummary,
	                          .err = err};
	int code = otfp_from_summaries_put(f, fill, &filling, err);
	size_t calls = 0;

	for (size_t i = 0; i < p->rows.n; i++)
		calls += p->rows.rows[i]->key.table == OTFP_STAT_FUNCTION;
	if (code == 0 && filling.others && !calls)
		return otfp_fail(err, OTFP_EUSAGE,
		                 by_group ? "the trace has summaries of functions only; otf-snap --summaries=group "
		                            "makes those of groups" :
		                            "the trace has summaries of function groups only; use --by group");
	return code;
}

/* Collect the streams with records at the end of the interval. */
static int note_present(const struct otfp_from_summaries *f, const struct otfp_map *streams, struct otfp_map *present)
{
	int rc = 0;

	for (size_t i = 0; i < f->at_to.n && rc == 0; i++) {
		const uint64_t *stream = otfp_map_get(streams, f->at_to.p[i].process);
		rc = stream ? otfp_map_set(present, *stream, 1) : 0;
	}
	return rc;
}

int otfp_from_summaries_missing(const struct otfp_from_summaries *f, const struct otfp_names *names, size_t *n,
                                uint64_t *first)
{
	const struct otfp_map *streams = &names->streams;
	struct otfp_map present = {0}, missing = {0};
	int rc = note_present(f, streams, &present);

	*first = UINT64_MAX;
	for (struct otfp_map_at at = {0}; present.n && rc == 0 && otfp_map_next(streams, &at);) {
		if (otfp_map_get(&present, *at.value))
			continue;
		rc = otfp_map_set(&missing, *at.value, 1);
		*first = *at.value < *first ? *at.value : *first;
	}
	*n = missing.n;
	otfp_map_release(&present);
	otfp_map_release(&missing);
	return rc;
}

int otfp_from_summaries_check(struct otfp_profile_options *o, int tables_given, struct otfp_error *err)
{
	const unsigned present =
		1u << OTFP_STAT_FUNCTION | 1u << OTFP_STAT_MESSAGE | 1u << OTFP_STAT_COLLECTIVE | 1u << OTFP_STAT_FILE;
	static const unsigned absent[] = {OTFP_KEY_PATH, OTFP_KEY_COMMUNICATOR, OTFP_KEY_TAG};

	for (unsigned i = 0; i < sizeof absent / sizeof *absent; i++)
		if (o->by >> absent[i] & 1)
			return otfp_fail(err, OTFP_EUSAGE, "--by %s: summaries do not contain it",
			                 otfp_key_kinds[absent[i]].name);
	for (unsigned i = 0; tables_given && i < OTFP_NSTATS; i++)
		if (o->tables & ~present & 1u << i)
			return otfp_fail(err, OTFP_EUSAGE, "--table %s: summaries do not contain it",
			                 otfp_stat_kinds[i].name);
	o->tables &= present;
	return 0;
}
