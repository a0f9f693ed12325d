/* join.c - read all files that are combined: they are merged in groups, so that any number of them can be. */
#include "cmd/text/message.h"
#include "cmd/text/signals.h"
#include "cmd/stat/partial/merge.h"
#include "io/temp.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BLOCK = 64 << 10, TEMPS_MAX = 4 * PARTIAL_FILES /* descriptors */ };

struct join {
	struct partial_merging merging;
	struct otfp_files *files;
	struct partial_head all; /* of all files whose head was read */
	const char *first;       /* name of the first one; NULL = none yet */
	struct otfp_profile kinds;
	struct otfp_shares *shares;
	struct partial_in in[PARTIAL_FILES]; /* a group */
	unsigned n;
	struct partial_in merged[PARTIAL_FILES]; /* groups that were merged */
	unsigned nmerged;
	struct otfp_error *err;
};

/* ---- files without a name ---- */

static int no_part(void *ctx, const struct otfp_share *s, const char *name, struct otfp_error *err)
{
	(void)ctx, (void)s, (void)name, (void)err;
	return 0;
}

static int put_line(void *ctx, const struct partial_line *line)
{
	return partial_out_put(ctx, line);
}

/* Read again what was written. fd is owned by the result from now on. */
static int open_temp(const struct partial_merging *c, int fd, struct partial_in *to)
{
	struct otfp_input *input;
	int code = otfp_input_open_kept(&input, c->temps, otfp_temp_dir(), fd, OTFP_DETECT, BLOCK, c->err);

	if (code == 0)
		code = partial_in_open(to, input, otfp_temp_dir(), no_part, NULL, c->err);
	to->kinds = c->kinds;
	return code;
}

int partial_merge_to_temp(const struct partial_merging *c, struct partial_in *in, unsigned n, struct partial_in *to)
{
	const char *dir = otfp_temp_dir();
	const int fd = otfp_temp_open(dir);
	struct partial_out out = {0};
	int code;

	if (fd < 0)
		return otfp_fail_errno(c->err, "%s: cannot create a temporary file", dir);
	code = partial_out_open(&out, fd, dir, c->head, NULL, c->kinds, c->err);
	if (code == 0)
		code = partial_merge(c, in, n, put_line, &out);
	if (code == 0)
		code = partial_out_end(&out);
	partial_out_release(&out);
	if (code == 0)
		return open_temp(c, fd, to);
	close(fd);
	return code;
}

/* ---- heads ---- */

static int same_options(const struct otfp_profile_options *a, const struct otfp_profile_options *b)
{
	return a->by == b->by && a->tables == b->tables && a->has_from == b->has_from && a->from == b->from &&
	       a->has_to == b->has_to && a->to == b->to && a->every == b->every;
}

static int same_trace(const struct otfp_header *a, const struct otfp_header *b)
{
	return a->resolution == b->resolution && a->has_span == b->has_span &&
	       (!a->has_span || (a->first == b->first && a->last == b->last));
}

static int other(const struct partial_in *f, const char *what)
{
	return otfp_fail(f->err, OTFP_EFAIL, "%s: %s", f->name, what);
}

/* Whether what goes on in a share that ends there was counted up to an earlier time than `last`. */
static int is_cut(const struct partial_head *h, uint64_t last)
{
	return h->ends && h->header.last < last;
}

/* Times of records, where the header of the trace has none. */
static void add_span(struct partial_head *all, const struct partial_head *h)
{
	const uint64_t last = all->header.last > h->header.last ? all->header.last : h->header.last;

	if (all->header.has_span)
		return;
	if (is_cut(all, last) || is_cut(h, last))
		all->ends = PARTIAL_SHORT;
	else if (h->ends > all->ends)
		all->ends = h->ends;
	all->header.last = last;
	if (h->has_base && (!all->has_base || h->header.first < all->header.first))
		all->header.first = h->header.first;
}

/* Start with this head, or check that it belongs to the others, and add its sums. */
static int add_head(struct join *j, const struct partial_in *f)
{
	struct partial_head *all = &j->all;
	const struct partial_head *h = &f->head;

	if (!j->first) {
		j->first = f->name;
		*all = *h;
		otfp_profile_begin(&j->kinds, &h->o, &h->header);
		return 0;
	}
	if (!same_trace(&all->header, &h->header))
		return other(f, "belongs to another trace");
	if (!same_options(&all->o, &h->o))
		return other(f, "counted with other options");
	if (all->o.depth != h->o.depth && all->o.by >> OTFP_KEY_PATH & 1)
		return other(f, "counted with another --depth");
	if (all->o.every && all->has_base && h->has_base && all->base != h->base)
		return other(f, "its time windows start at other times");
	add_span(all, h);
	if (h->has_base)
		all->base = h->base;
	all->has_base |= h->has_base;
	all->events += h->events;
	all->folded += h->folded;
	for (unsigned i = 0; i < OTFP_NPODDITIES; i++)
		all->odd[i] += h->odd[i];
	return 0;
}

/* ---- groups ---- */

static int take_share(void *ctx, const struct otfp_share *s, const char *name, struct otfp_error *err)
{
	return otfp_shares_add(ctx, s, name, err);
}

static int open_file(struct join *j, const char *name)
{
	struct partial_in *f = &j->in[j->n];
	struct otfp_input *input;
	int code = strcmp(name, "-") == 0 ? otfp_input_open_fd(&input, STDIN_FILENO, name, OTFP_DETECT, BLOCK, j->err) :
	                                    otfp_input_open(&input, j->files, name, OTFP_DETECT, BLOCK, j->err);

	if (code < 0)
		return code;
	j->n++;
	otfp_input_stop(input, signal_came);
	code = partial_in_open(f, input, name, take_share, j->shares, j->err);
	if (code == 0)
		code = add_head(j, f);
	f->kinds = &j->kinds;
	return code;
}

static void close_all(struct partial_in *in, unsigned *n)
{
	for (unsigned i = 0; i < *n; i++)
		partial_in_release(&in[i]);
	*n = 0;
}

/* Merge n files into one, which becomes the next of j->merged. */
static int merge_group(struct join *j, struct partial_in *in, unsigned *n)
{
	struct partial_in one = {0};
	int code = partial_merge_to_temp(&j->merging, in, *n, &one);

	close_all(in, n);
	j->merged[j->nmerged++] = one;
	return code;
}

/* Open the files. If there are too many, all are merged in groups and j->merged are what is left to merge. */
static int open_all(struct join *j, char *const *names, unsigned n)
{
	int code = 0;

	for (unsigned i = 0; i < n && code == 0; i++) {
		if (j->n == PARTIAL_FILES)
			code = merge_group(j, j->in, &j->n);
		if (code == 0 && j->nmerged == PARTIAL_FILES)
			code = merge_group(j, j->merged, &j->nmerged);
		if (code == 0)
			code = open_file(j, names[i]);
	}
	return code == 0 && j->nmerged ? merge_group(j, j->in, &j->n) : code;
}

static int begin(struct join *j, struct otfp_shares *shares, struct otfp_error *err)
{
	int code = otfp_files_new(&j->files, 0, err);

	j->err = err;
	j->shares = shares;
	j->merging = (struct partial_merging){.head = &j->all, .kinds = &j->kinds, .err = err};
	if (code == 0)
		code = otfp_files_new(&j->merging.temps, TEMPS_MAX, err);
	if (code == 0)
		otfp_files_stop(j->files, signal_came);
	return code;
}

static void release(struct join *j)
{
	close_all(j->in, &j->n);
	close_all(j->merged, &j->nmerged);
	otfp_profile_release(&j->kinds);
	otfp_files_free(j->files);
	otfp_files_free(j->merging.temps);
	free(j);
}

static int merge_rest(struct join *j, partial_put_fn *put, void *ctx)
{
	return j->nmerged ? partial_merge(&j->merging, j->merged, j->nmerged, put, ctx) :
	                    partial_merge(&j->merging, j->in, j->n, put, ctx);
}

/* ---- the results ---- */

/* The times of calls that are open at the end of a share, and the weights of levels. @return whether they are short */
static int tell_short(const struct join *j)
{
	if (j->all.ends == PARTIAL_SHORT)
		message_print("calls or levels of counters go on at the end of a share, and are counted only up to its "
		              "last record: these shares do not know that the whole ends at tick %" PRIu64
		              "; count the whole trace",
		              j->all.header.last);
	return j->all.ends == PARTIAL_SHORT;
}

static int write_all(struct join *j, int fd)
{
	struct partial_out out = {0};
	int code = partial_out_open(&out, fd, "stdout", &j->all, j->shares, &j->kinds, j->err);

	if (code == 0)
		code = merge_rest(j, put_line, &out);
	if (code == 0)
		code = partial_out_end(&out);
	partial_out_release(&out);
	return code;
}

static int load_all(struct join *j, struct otfp_profile *p)
{
	struct partial_loader l = {.p = p, .err = j->err};
	int code;

	partial_load_head(p, &j->all);
	code = merge_rest(j, partial_load_line, &l);
	free(l.parents);
	return code;
}

/* Into the profile, or the file of fd without one. */
static int join(struct otfp_profile *p, struct otfp_shares *shares, char *const *names, unsigned n, int fd,
                int *is_short, struct otfp_error *err)
{
	struct join *j = calloc(1, sizeof *j);
	int code;

	*is_short = 0;
	if (!j)
		return otfp_fail_memory(err);
	code = begin(j, shares, err);
	if (code == 0)
		code = open_all(j, names, n);
	if (code == 0)
		code = p ? load_all(j, p) : write_all(j, fd);
	*is_short = code == 0 && tell_short(j);
	release(j);
	return code;
}

int partial_join(struct otfp_shares *shares, char *const *names, unsigned n, int fd, int *is_short,
                 struct otfp_error *err)
{
	return join(NULL, shares, names, n, fd, is_short, err);
}

int partial_load(struct otfp_profile *p, struct otfp_shares *shares, char *const *names, unsigned n, int *is_short,
                 struct otfp_error *err)
{
	return join(p, shares, names, n, -1, is_short, err);
}
