/* matched.c - a source that adds to each send what is known of its receive, as key-values; see clocked.h. */
#include "cmd/remap/clocked.h"
#include "record/table.h"
#include <stdlib.h>
#include <string.h>

struct matched {
	struct otfp_source *src;
	const struct matching *m;
	struct otfp_sort *matches;
	const struct otfp_error *matches_err; /* what the sort fills when it fails: an error of an earlier run */
	struct otfp_error *err;
	uint64_t sends;                 /* read so far */
	struct matched_send next;       /* the next match; number UINT64_MAX = no more */
	unsigned defines;               /* keys that are defined so far; NMATCHED = all */
	const struct otfp_record *held; /* the next record, while definitions come before it */
	struct otfp_record rec;
	struct otfp_tag *tags;
	size_t cap;
};

static int next_match(struct matched *d)
{
	struct otfp_sorted at;
	int code = otfp_sort_next(d->matches, &at);

	if (code == 0)
		memcpy(&d->next, at.p, sizeof d->next);
	else if (code == OTFP_END)
		d->next.number = UINT64_MAX;
	return code < 0 ? otfp_fail(d->err, code, "%s", d->matches_err->text) : 0;
}

static int is_own(const struct matching *m, uint32_t key)
{
	for (unsigned i = 0; i < NMATCHED; i++)
		if (m->keys[i] == key)
			return 1;
	return 0;
}

static int change_send(struct matched *d, const struct otfp_record *rec)
{
	const uint64_t values[NMATCHED] = {d->next.time, d->next.length, d->next.source};
	int is_matched = d->sends++ == d->next.number;
	size_t n = 0;

	while (d->cap < rec->ntags + NMATCHED) {
		struct otfp_tag *tags = realloc(d->tags, (2 * d->cap + 8) * sizeof *tags);
		if (!tags)
			return otfp_fail_memory(d->err);
		d->tags = tags;
		d->cap = 2 * d->cap + 8;
	}
	for (uint32_t i = 0; i < rec->ntags; i++)
		if (!is_own(d->m, rec->tags[i].key))
			d->tags[n++] = rec->tags[i];
	for (unsigned i = 0; i < NMATCHED && is_matched; i++)
		d->tags[n++] = (struct otfp_tag){.key = d->m->keys[i], .type = matched_keys[i].type, .bits = values[i]};
	if (n == rec->ntags && !is_matched)
		return 0;
	d->rec = *rec;
	d->rec.tags = d->tags;
	d->rec.ntags = (uint32_t)n;
	d->rec.line.p = NULL;
	return is_matched ? next_match(d) : 0;
}

/* Put the definition of the next key that the input does not define into d->rec. @return whether there is one */
static int define(struct matched *d)
{
	const struct matched_key *k;
	unsigned i;

	while (d->defines < NMATCHED && d->m->defined[d->defines])
		d->defines++;
	if (d->defines == NMATCHED)
		return 0;
	i = d->defines++;
	k = &matched_keys[i];
	d->rec = (struct otfp_record){.type = OTFP_DefKeyValue, .file = OTFP_FILE_DEF};
	d->rec.f[0].u = d->m->keys[i];
	d->rec.f[1].u = k->type;
	d->rec.f[2].s = (struct otfp_str){k->name, strlen(k->name)};
	d->rec.f[3].s = (struct otfp_str){"", 0};
	return 1;
}

/* Whether a record comes after the global definitions. */
static int is_past_global(const struct otfp_record *rec)
{
	return rec->type != OTFP_CONTROL && (rec->file != OTFP_FILE_DEF || rec->loc || rec->type == OTFP_OTHER);
}

static int change(struct matched *d, const struct otfp_record **rec)
{
	unsigned i = matching_defines(*rec);
	int code;

	if ((*rec)->type == OTFP_SendMsg) {
		d->rec.type = OTFP_NONE;
		code = change_send(d, *rec);
		if (d->rec.type == OTFP_SendMsg)
			*rec = &d->rec;
		return code;
	}
	if (i < NMATCHED && (*rec)->f[1].u != matched_keys[i].type) {
		d->rec = **rec;
		d->rec.f[1].u = matched_keys[i].type;
		d->rec.line.p = NULL;
		*rec = &d->rec;
	}
	return 0;
}

static int matched_next(void *handle, const struct otfp_record **rec)
{
	struct matched *d = handle;
	int code = d->held ? 0 : otfp_source_next(d->src, rec);

	if (d->held)
		*rec = d->held;
	d->held = NULL;
	if (code)
		return code;
	if (d->defines < NMATCHED && is_past_global(*rec) && define(d)) {
		d->held = *rec;
		*rec = &d->rec;
		return 0;
	}
	return change(d, rec);
}

static const struct otfp_header *matched_header(const void *handle)
{
	return otfp_source_header(((const struct matched *)handle)->src);
}

static uint64_t matched_troubles(const void *handle)
{
	return otfp_source_troubles(((const struct matched *)handle)->src);
}

static void matched_close(void *handle)
{
	struct matched *d = handle;

	otfp_source_close(d->src);
	free(d->tags);
	free(d);
}

/* No window and no selection of processes: the numbers of sends need all records. */
static const struct otfp_source_ops matched_ops = {
	.header = matched_header,
	.next = matched_next,
	.troubles = matched_troubles,
	.close = matched_close,
};

int matched_open(struct otfp_source **src, const struct matching *m, struct otfp_sort *matches,
                 const struct otfp_error *matches_err, struct otfp_error *err)
{
	struct matched *d = calloc(1, sizeof *d);
	int code;

	if (!d) {
		otfp_source_close(*src);
		*src = NULL;
		return otfp_fail_memory(err);
	}
	*d = (struct matched){.src = *src, .m = m, .matches = matches, .matches_err = matches_err, .err = err};
	code = next_match(d);
	if (code < 0) {
		*src = NULL;
		matched_close(d);
		return code;
	}
	return otfp_source_make(src, &matched_ops, d, err);
}
