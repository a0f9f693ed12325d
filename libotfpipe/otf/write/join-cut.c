/* join-cut.c - join the shares of one stream: merge their records. */
#include "io/files.h"
#include "merge/loser.h"
#include "otf/read/trace.h"
#include "otf/write/join.h"
#include "record/control.h"
#include <stdlib.h>

struct source {
	void *trace;
	const struct otfp_record *const *recs; /* the rest of the batch */
	size_t n;
};

struct cut {
	struct otfp_out *out;
	uint32_t stream;
	struct source *sources;
	unsigned n;
	struct otfp_loser merge;
};

static int is_of_stream(void *ctx, uint32_t process)
{
	const struct cut *c = ctx;

	return otfp_master_stream(&c->out->assign.given, process) == c->stream;
}

static int open_source(struct cut *c, struct source *s, const char *name, const struct otfp_read_options *how)
{
	struct otfp_inputs in;
	int code = otfp_inputs_init(&in, &name, 1, c->out->err);

	if (code == 0)
		code = otfp_trace_open(&s->trace, &in, 0, 1, how, c->out->err);
	otfp_inputs_release(&in);
	if (code == 0)
		otfp_trace_ops.wanted(s->trace, is_of_stream, c);
	return code;
}

/* Drop what join-set.c has written already; @IS says where the snapshots go. @return 1 to skip the first record, or <0
 */
static int skip_untimed(struct cut *c, struct source *s)
{
	const struct otfp_record *rec = *s->recs;

	if (rec->type != OTFP_CONTROL)
		return !otfp_is_timed(rec->file);
	return otfp_control_kind(rec) == OTFP_C_IS && otfp_out_put(c->out, rec) < 0 ? -1 : 1;
}

/* Set *key to the place of the first timed record that is left. @return 0 or <0 */
static int read_key(struct cut *c, unsigned i, struct otfp_key *key)
{
	struct source *s = &c->sources[i];
	int code = 0;

	for (;;) {
		if (s->n == 0)
			code = otfp_trace_batch(s->trace, &s->recs, &s->n);
		if (code)
			break;
		code = skip_untimed(c, s);
		if (code <= 0)
			break;
		s->recs++;
		s->n--;
		code = 0;
	}
	*key = code ? OTFP_KEY_END : (struct otfp_key){(*s->recs)->time, i};
	if (code == OTFP_END)
		s->n = 0;
	return code < 0 ? OTFP_EFAIL : 0;
}

static int merge(struct cut *c)
{
	int code = otfp_loser_init(&c->merge, c->n) < 0 ? otfp_fail_memory(c->out->err) : 0;

	for (unsigned i = 0; i < c->n && code == 0; i++)
		code = read_key(c, i, &c->merge.keys[i]);
	if (code == 0)
		otfp_loser_build(&c->merge);
	while (code == 0 && c->merge.keys[c->merge.winner].rank != OTFP_KEY_END.rank) {
		struct source *s = &c->sources[c->merge.winner];
		struct otfp_key key;
		code = otfp_out_put(c->out, *s->recs++);
		s->n--;
		if (code == 0)
			code = read_key(c, c->merge.winner, &key);
		if (code == 0)
			otfp_loser_advance(&c->merge, key);
	}
	return code;
}

static int check(const struct cut *c, const char *const *names)
{
	for (unsigned i = 0; i < c->n; i++)
		if (otfp_trace_troubles(c->sources[i].trace))
			return otfp_fail(c->out->err, OTFP_EFAIL, "%s: damaged, so nothing was joined", names[i]);
	return 0;
}

int otfp_join_cut_stream(struct otfp_out *o, uint32_t stream, const char *const *names, unsigned n,
                         const struct otfp_read_options *how)
{
	struct cut c = {.out = o, .stream = stream, .sources = calloc(n, sizeof *c.sources), .n = n};
	struct otfp_read_options each = *how;
	int code = c.sources ? 0 : otfp_fail_memory(o->err);

	each.max_files = otfp_files_budget(how->max_files, n + 1);
	o->time = 0; /* of the stream before it */
	for (unsigned i = 0; i < n && code == 0; i++)
		code = open_source(&c, &c.sources[i], names[i], &each);
	if (code == 0)
		code = merge(&c);
	if (code == 0)
		code = check(&c, names);
	for (unsigned i = 0; c.sources && i < n; i++)
		otfp_trace_close(c.sources[i].trace);
	otfp_loser_release(&c.merge);
	free(c.sources);
	return code;
}
