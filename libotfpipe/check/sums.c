/* sums.c - check summary records: sums from the start of the run (OTF specification, section 2.9). */
#include "base/grow.h"
#include "check/inside.h"
#include "base/hash.h"
#include <inttypes.h>

/* Rules within a record, as slots (0 = none): a sum must be 0 if its number is 0; `less` must not exceed `than`. */
static const struct {
	uint8_t tokens;       /* fields before the sums */
	uint8_t counts[2][2]; /* slot of the number; slot of its bytes or ticks */
	uint8_t less, than;
} kinds[OTFP_NTYPES] = {
	[OTFP_FunctionSummary] = {1, {{1, 2}, {1, 3}}, 2, 3},
	[OTFP_FunctionGroupSummary] = {1, {{1, 2}, {1, 3}}, 2, 3},
	[OTFP_MessageSummary] = {3, {{3, 5}, {4, 6}}, 0, 0},
	[OTFP_CollopSummary] = {2,
                                {{0, 0}, {0, 0}},
                                0,
                                0}, /* otfaux counts bytes as sent even if a process only receives */
	[OTFP_FileOperationSummary] = {1, {{3, 6}, {4, 7}}, 0, 0},
	[OTFP_FileGroupOperationSummary] = {1, {{3, 6}, {4, 7}}, 0, 0},
};

/* A summary is identified by a 64-bit hash of process, type and tokens; a collision is accepted. */
static uint64_t key_of(const struct otfp_record *rec)
{
	uint64_t h = otfp_hash_spread((uint64_t)rec->loc << 16 | rec->type);

	for (unsigned i = 0; i < kinds[rec->type].tokens; i++)
		h = otfp_hash_add(h, rec->f[i].u);
	return h;
}

static int find_sum(struct otfp_check *c, uint64_t key, size_t *at)
{
	const uint64_t *i = otfp_map_get(&c->sums, key);

	*at = i ? *i : c->nsums;
	if (i)
		return 0;
	if (otfp_grow(&c->sum, c->nsums, &c->sums_cap, sizeof *c->sum) < 0 || otfp_map_set(&c->sums, key, c->nsums) < 0)
		return -1;
	c->sum[c->nsums++] = (struct otfp_check_sum){.key = key};
	return 0;
}

/* Find or add a summary. The order is usually the same at each sample point, so the successor of the last one is tried
 * first. */
static struct otfp_check_sum *sum_of(struct otfp_check *c, const struct otfp_record *rec)
{
	const uint64_t key = key_of(rec);
	size_t at = c->nsums ? c->sum[c->last_sum].next : 0;

	if (at >= c->nsums || c->sum[at].key != key) {
		if (find_sum(c, key, &at) < 0)
			return NULL;
		c->sum[c->last_sum].next = at;
	}
	c->last_sum = at;
	return &c->sum[at];
}

static void see_sums(struct otfp_check *c, const struct otfp_record *rec)
{
	const struct otfp_schema *s = &otfp_table[rec->type];

	for (unsigned i = 0; i < 2; i++) {
		const unsigned count = kinds[rec->type].counts[i][0], of = kinds[rec->type].counts[i][1];
		if (of && rec->f[count].u == 0 && rec->f[of].u) {
			otfp_check_find_here(c, OTFP_RULE_SUMMARY_SUMS, rec, "%s: %s is %" PRIu64 ", but %s is 0",
			                     s->name, s->fields[of].name, rec->f[of].u, s->fields[count].name);
			return;
		}
	}
	if (kinds[rec->type].than && rec->f[kinds[rec->type].less].u > rec->f[kinds[rec->type].than].u)
		otfp_check_find_here(c, OTFP_RULE_SUMMARY_SUMS, rec,
		                     "%s: exclusive time %" PRIu64 " is more than inclusive time %" PRIu64, s->name,
		                     rec->f[kinds[rec->type].less].u, rec->f[kinds[rec->type].than].u);
}

int otfp_check_summary(struct otfp_check *c, const struct otfp_record *rec)
{
	const struct otfp_schema *s = &otfp_table[rec->type];
	struct otfp_check_sum *sum;
	int reported = 0;

	if (!kinds[rec->type].tokens)
		return 0;
	see_sums(c, rec);
	sum = sum_of(c, rec);
	if (!sum)
		return -1;
	for (unsigned i = kinds[rec->type].tokens; i < s->nfields; i++) {
		if (rec->f[i].u < sum->v[i - 1] && !reported++)
			otfp_check_find_here(c, OTFP_RULE_SUMMARY_FALLS, rec,
			                     "%s: %s falls from %" PRIu64 " to %" PRIu64, s->name, s->fields[i].name,
			                     sum->v[i - 1], rec->f[i].u);
		sum->v[i - 1] = rec->f[i].u;
	}
	return 0;
}
