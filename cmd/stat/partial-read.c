#include "base/buf.h"
#include "base/esc.h"
#include "base/text.h"
#include "cmd/run/signals.h"
#include "cmd/stat/partial.h"
#include "base/grow.h"
#include <stdlib.h>
#include <string.h>

struct reader {
	struct otfp_profile *p;
	const char *name;
	struct otfp_error *err;
	char *at;       /* the next byte; each line ends in LF */
	uint64_t lines; /* read so far */
	int is_first;   /* this file is the first: it starts the profile */
	int is_empty;   /* no process line so far */
	int has_shares; /* its shares are in *shares */
	struct otfp_shares *shares;
	uint64_t base;
	uint32_t *paths; /* paths[i] is the number in the profile of path i + 1 of the file */
	size_t npaths, paths_cap;
	struct otfp_row *row; /* of the last row line */
};

static int bad(const struct reader *r, const char *what)
{
	return otfp_fail(r->err, OTFP_EFAIL, "%s:%llu: %s", r->name, (unsigned long long)r->lines + 1, what);
}

static int bad_line(const struct reader *r)
{
	return bad(r, "not a line that --partial writes");
}

static int other(const struct reader *r, const char *what)
{
	return otfp_fail(r->err, OTFP_EFAIL, "%s: %s", r->name, what);
}

/* ---- fields: all functions return 0, or -1 if the field does not match ---- */

static int take(struct reader *r, char c)
{
	if (*r->at != c)
		return -1;
	r->at++;
	return 0;
}

static int take_word(struct reader *r, const char *word)
{
	size_t n = strlen(word);

	if (strncmp(r->at, word, n) != 0)
		return -1;
	r->at += n;
	return 0;
}

static int get_wide(struct reader *r, otfp_wide *v, char end)
{
	const char *p = otfp_wide_get(r->at, v);

	if (!p)
		return -1;
	r->at += p - r->at;
	return take(r, end);
}

static int get(struct reader *r, uint64_t *v, uint64_t most, char end)
{
	otfp_wide wide;

	if (get_wide(r, &wide, end) < 0 || wide > most)
		return -1;
	*v = (uint64_t)wide;
	return 0;
}

static int get32(struct reader *r, uint32_t *v, char end)
{
	uint64_t wide;

	if (get(r, &wide, UINT32_MAX, end) < 0)
		return -1;
	*v = (uint32_t)wide;
	return 0;
}

static int get_flag(struct reader *r, int *v, char end)
{
	uint64_t wide;

	if (get(r, &wide, 1, end) < 0)
		return -1;
	*v = (int)wide;
	return 0;
}

static int get_real(struct reader *r, double *v, char end)
{
	uint64_t bits;

	if (get(r, &bits, UINT64_MAX, end) < 0)
		return -1;
	memcpy(v, &bits, sizeof *v);
	return 0;
}

static int get_number(struct reader *r, struct otfp_number *n, char end)
{
	otfp_signed_wide whole;
	const char *p;
	double real;

	if (get_flag(r, &n->real, ':') < 0)
		return -1;
	p = otfp_signed_wide_get(r->at, &whole);
	if (!p)
		return -1;
	r->at += p - r->at;
	if (take(r, ':') < 0 || get_real(r, &real, end) < 0)
		return -1;
	if (n->real)
		n->d = real;
	else
		n->i = whole;
	return 0;
}

/* ---- trace and options ---- */

static int get_trace(struct reader *r, struct otfp_header *h)
{
	int has;

	if (take_word(r, "trace\t") < 0 || get(r, &h->resolution, UINT64_MAX, '\t') < 0 ||
	    get_flag(r, &has, '\t') < 0 || get(r, &h->first, UINT64_MAX, '\t') < 0 ||
	    get(r, &h->last, UINT64_MAX, '\n') < 0)
		return bad_line(r);
	h->has_span = (uint8_t)has;
	r->lines++;
	return 0;
}

static int get_options(struct reader *r, struct otfp_profile_options *o)
{
	uint64_t by, tables;

	if (take_word(r, "options\t") < 0 || get(r, &by, (1u << OTFP_NBYS) - 1, '\t') < 0 ||
	    get(r, &tables, (1u << OTFP_NSTATS) - 1, '\t') < 0 || get_flag(r, &o->has_from, '\t') < 0 ||
	    get(r, &o->from, UINT64_MAX, '\t') < 0 || get_flag(r, &o->has_to, '\t') < 0 ||
	    get(r, &o->to, UINT64_MAX, '\t') < 0 || get(r, &o->every, UINT64_MAX, '\t') < 0 ||
	    get(r, &r->base, UINT64_MAX, '\n') < 0)
		return bad_line(r);
	o->by = (unsigned)by;
	o->tables = (unsigned)tables;
	r->lines++;
	return 0;
}

static int same_options(const struct otfp_profile_options *a, const struct otfp_profile_options *b)
{
	return a->by == b->by && a->tables == b->tables && a->has_from == b->has_from && a->from == b->from &&
	       a->has_to == b->has_to && a->to == b->to && a->every == b->every;
}

static int same_trace(const struct otfp_profile *p, const struct otfp_header *h)
{
	return p->resolution == h->resolution && p->has_span == h->has_span &&
	       (!h->has_span || (p->first == h->first && p->last == h->last));
}

/* Start the profile, or check that this file belongs to it. */
static int begin(struct reader *r)
{
	struct otfp_profile *p = r->p;
	struct otfp_header h = {0};
	struct otfp_profile_options o = {0};
	int code = get_trace(r, &h);

	if (code == 0)
		code = get_options(r, &o);
	if (code < 0)
		return code;
	if (r->is_first) {
		otfp_profile_begin(p, &o, &h);
		p->base = r->base;
		return 0;
	}
	if (!same_trace(p, &h))
		return other(r, "belongs to another trace");
	if (!same_options(&p->o, &o))
		return other(r, "counted with other options");
	if (!h.has_span) {
		p->first = h.first < p->first ? h.first : p->first;
		p->last = h.last > p->last ? h.last : p->last;
	}
	return 0;
}

/* ---- lines ---- */

/* Windows can be added only if they start at the same times. */
static int check_base(struct reader *r)
{
	if (r->p->o.every && r->p->processes.n && r->p->base != r->base)
		return other(r, "its time windows start at other times");
	r->p->base = r->base;
	return 0;
}

/* The fields are those of @PART. */
static int read_part(struct reader *r)
{
	char *lf = strchr(r->at, '\n');
	const struct otfp_str line = {r->at - strlen("part\t"), (size_t)(lf - r->at) + strlen("part\t")};
	struct otfp_share s;

	if (otfp_share_get(&s, &line) < 0)
		return bad_line(r);
	r->at = lf + 1;
	r->has_shares = 1;
	return otfp_shares_take(r->shares, &s, r->name, r->err);
}

static int read_process(struct reader *r)
{
	uint32_t process, stream;

	if (get32(r, &process, '\t') < 0)
		return bad_line(r);
	if (r->is_empty && check_base(r) < 0)
		return OTFP_EFAIL;
	r->is_empty = 0;
	if (otfp_map_get(&r->p->processes, process))
		return bad(r, "another share counts this process too");
	if (otfp_map_set(&r->p->processes, process, 0) < 0)
		return otfp_fail_memory(r->err);
	if (*r->at == '-') {
		r->at++;
		return take(r, '\n') < 0 ? bad_line(r) : 0;
	}
	if (get32(r, &stream, '\n') < 0)
		return bad_line(r);
	return otfp_map_set(&r->p->names.streams, process, stream) < 0 ? otfp_fail_memory(r->err) : 0;
}

static int same_definition(const struct otfp_definition *a, const struct otfp_definition *b)
{
	return a->detail == b->detail && !a->name.p == !b->name.p && a->name.n == b->name.n &&
	       (!a->name.p || memcmp(a->name.p, b->name.p, a->name.n) == 0);
}

static int read_define(struct reader *r)
{
	struct otfp_definition d = {0};
	const struct otfp_definition *old;
	char *end;

	if (get32(r, &d.space, '\t') < 0 || d.space >= OTFP_NALWAYS_NAMED || get32(r, &d.stream, '\t') < 0 ||
	    get32(r, &d.token, '\t') < 0 || get32(r, &d.detail, '\t') < 0)
		return bad_line(r);
	end = strchr(r->at, '\n');
	if (end - r->at != 2 || memcmp(r->at, "\\N", 2) != 0) {
		char *text_end = otfp_esc_get(r->at, r->at, (size_t)(end - r->at));
		if (!text_end)
			return bad_line(r);
		d.name = (struct otfp_str){r->at, (size_t)(text_end - r->at)};
	}
	r->at = end + 1;
	old = otfp_names_find(&r->p->names, d.space, (otfp_ref)d.stream << 32 | d.token);
	if (old && !same_definition(old, &d))
		return bad(r, "belongs to another trace: a definition differs");
	return !old && otfp_names_put(&r->p->names, &d) < 0 ? otfp_fail_memory(r->err) : 0;
}

static int read_path(struct reader *r)
{
	uint64_t parent, function;
	uint32_t path;

	if (get(r, &parent, r->npaths, '\t') < 0 || get(r, &function, UINT64_MAX, '\n') < 0)
		return bad_line(r);
	if (otfp_grow(&r->paths, r->npaths, &r->paths_cap, sizeof *r->paths) < 0)
		return otfp_fail_memory(r->err);
	path = otfp_paths_child(&r->p->paths, parent ? r->paths[parent - 1] : 0, function);
	r->paths[r->npaths++] = path;
	return path ? 0 : otfp_fail_memory(r->err);
}

/* The parts of a key; a path gets its number in the profile. */
static int get_key(struct reader *r, struct otfp_row_key *key)
{
	uint64_t table;

	if (get(r, &table, OTFP_NSTATS - 1, '\t') < 0 || get(r, &key->window, UINT64_MAX, '\t') < 0)
		return -1;
	key->table = (uint32_t)table;
	for (unsigned i = 0; i < OTFP_MAX_PARTS; i++) {
		const int used = i < r->p->nkinds[table];
		const unsigned kind = used ? r->p->kinds[table][i] : OTFP_NKEYS;
		uint64_t *part = &key->part[i];
		if (get(r, part, used ? UINT64_MAX : 0, i + 1 < OTFP_MAX_PARTS ? ',' : '\t') < 0)
			return -1;
		if ((kind == OTFP_KEY_LENGTH && *part > 32) ||
		    (kind == OTFP_KEY_PATH && (*part == 0 || *part > r->npaths)))
			return -1;
		if (kind == OTFP_KEY_PATH)
			*part = r->paths[*part - 1];
	}
	return 0;
}

/* With quantiles, each value is in a bucket; without them there are no buckets. */
static int get_dist(struct reader *r, int quantiles, struct otfp_dist *d)
{
	uint64_t n = 0, bucket, count;

	if (get(r, &d->n, UINT64_MAX, '\t') < 0 || get_wide(r, &d->total, '\t') < 0 ||
	    get(r, &d->min, UINT64_MAX, '\t') < 0 || get(r, &d->max, UINT64_MAX, '\t') < 0 || d->min > d->max)
		return -1;
	while (*r->at != '\n') {
		char *comma;
		if (get(r, &bucket, OTFP_NBUCKETS - 1, ':') < 0)
			return -1;
		comma = r->at + strspn(r->at, "0123456789");
		if (get(r, &count, OTFP_BUCKET_MOST, *comma == ',' ? ',' : '\n') < 0 ||
		    __builtin_add_overflow(n, count, &n) || otfp_dist_count(d, (unsigned)bucket, count) < 0)
			return -1;
		if (r->at[-1] == '\n')
			r->at--;
	}
	return n == (quantiles ? d->n : 0) ? take(r, '\n') : -1;
}

static int read_row(struct reader *r)
{
	struct otfp_row row = {0};
	int rc = get_key(r, &row.key);

	for (unsigned i = 0; i < OTFP_MAX_SUMS && rc == 0; i++)
		rc = get_wide(r, &row.sum[i], i + 1 < OTFP_MAX_SUMS ? ',' : '\t');
	if (rc == 0)
		rc = get_dist(r, otfp_stat_kinds[row.key.table].quantiles, &row.dist);
	if (rc < 0) {
		otfp_dist_release(&row.dist);
		return bad_line(r);
	}
	r->row = otfp_rows_get(&r->p->rows, &row.key);
	rc = r->row ? otfp_row_merge(r->row, &row) : -1;
	otfp_dist_release(&row.dist);
	return rc < 0 ? otfp_fail_memory(r->err) : 0;
}

static int read_counted(struct reader *r)
{
	struct otfp_counted c = {.parts = 1};

	if (!r->row || !r->row->counted || get(r, &c.n, UINT64_MAX, '\t') < 0 ||
	    get(r, &c.first, UINT64_MAX, '\t') < 0 || get(r, &c.last, UINT64_MAX, '\t') < 0 ||
	    get(r, &c.min, UINT64_MAX, '\t') < 0 || get(r, &c.max, UINT64_MAX, '\t') < 0 ||
	    get_number(r, &c.sum, '\t') < 0 || get_number(r, &c.increase, '\t') < 0 ||
	    get(r, &c.time, UINT64_MAX, '\t') < 0 || get_flag(r, &c.has_highest, ':') < 0 ||
	    get_real(r, &c.highest, '\t') < 0 || get_real(r, &c.weighted, '\t') < 0 || get_real(r, &c.weight, '\n') < 0)
		return bad_line(r);
	*r->row->counted = c;
	return 0;
}

static int read_halves(struct reader *r, int kind)
{
	uint32_t key[4];
	int more = 1;

	for (unsigned i = 0; i < 4; i++)
		if (get32(r, &key[i], '\t') < 0)
			return bad_line(r);
	while (more) {
		struct otfp_half half = {0};
		const char *comma;
		if (get(r, &half.time, UINT64_MAX, ':') < 0)
			return bad_line(r);
		comma = r->at + strspn(r->at, "0123456789");
		more = *comma == ',';
		if (get32(r, &half.length, more ? ',' : '\n') < 0)
			return bad_line(r);
		if (otfp_profile_half(r->p, kind, key, half) < 0)
			return otfp_fail_memory(r->err);
	}
	return 0;
}

static int read_sent(struct reader *r)
{
	return read_halves(r, OTFP_HALF_SENT);
}

static int read_received(struct reader *r)
{
	return read_halves(r, OTFP_HALF_RECEIVED);
}

static int read_load(struct reader *r)
{
	struct otfp_load l;

	if (get32(r, &l.process, '\t') < 0 || get_flag(r, &l.is_root, '\t') < 0 ||
	    get(r, &l.life, UINT64_MAX, '\t') < 0 || get(r, &l.comm, l.life, '\n') < 0)
		return bad_line(r);
	if (!otfp_map_get(&r->p->processes, l.process))
		return bad(r, "the load of a process that is not counted");
	return otfp_loads_add(&r->p->loads, l) < 0 ? otfp_fail_memory(r->err) : 0;
}

static int read_events(struct reader *r)
{
	uint64_t n;

	if (get(r, &n, UINT64_MAX, '\n') < 0)
		return bad_line(r);
	r->p->events += n;
	return 0;
}

static int read_folded(struct reader *r)
{
	uint32_t depth;
	uint64_t n;

	if (get32(r, &depth, '\t') < 0 || get(r, &n, UINT64_MAX, '\n') < 0)
		return bad_line(r);
	if (!r->is_first && depth != r->p->o.depth)
		return other(r, "counted with another --depth");
	r->p->o.depth = depth;
	r->p->folded += n;
	return 0;
}

static int read_odd(struct reader *r)
{
	for (unsigned i = 0; i < OTFP_NPODDITIES; i++) {
		uint64_t n;
		if (get(r, &n, UINT64_MAX, i + 1 < OTFP_NPODDITIES ? '\t' : '\n') < 0)
			return bad_line(r);
		r->p->odd[i] += n;
	}
	return 0;
}

/* ---- all ---- */

static const struct {
	const char *word;
	int (*read)(struct reader *r);
} lines[] = {
	{"process\t", read_process}, {"define\t", read_define}, {"path\t", read_path},         {"row\t", read_row},
	{"counted\t", read_counted}, {"sent\t", read_sent},     {"received\t", read_received}, {"odd\t", read_odd},
	{"folded\t", read_folded},   {"load\t", read_load},     {"events\t", read_events},
};

/* After the part lines, if there are any. */
static int end_shares(struct reader *r)
{
	const struct otfp_share none = {0};

	if (r->has_shares)
		return 0;
	r->has_shares = 1;
	return otfp_shares_take(r->shares, &none, r->name, r->err);
}

static int read_line(struct reader *r)
{
	if (take_word(r, "part\t") == 0)
		return read_part(r);
	if (end_shares(r) < 0)
		return OTFP_EFAIL;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		if (take_word(r, lines[i].word) == 0)
			return lines[i].read(r);
	return bad_line(r);
}

static int read_end(struct reader *r, const char *end)
{
	uint64_t n;

	if (get(r, &n, UINT64_MAX, '\n') < 0 || n != r->lines)
		return bad(r, "@END gives another number of lines");
	r->lines++;
	if (r->at != end)
		return bad(r, "data after @END");
	return end_shares(r);
}

static int read_all(struct reader *r, const char *end)
{
	int code;

	if (take_word(r, "@OTFSTAT\t") < 0)
		return bad_line(r);
	if (take_word(r, "1\n") < 0)
		return bad(r, "unknown version of the format");
	r->lines++;
	code = begin(r);
	while (code == 0) {
		if (r->at == end)
			return otfp_fail(r->err, OTFP_ETRUNC, "%s: truncated: no @END", r->name);
		if (take_word(r, "@END\t") == 0)
			return read_end(r, end);
		code = read_line(r);
		r->lines++;
	}
	return code;
}

/* A last line without LF may be incomplete: refuse the file. */
static int cut_at_line(const struct reader *r, struct otfp_buf *b)
{
	const char *lf = b->n ? memrchr(b->p, '\n', b->n) : NULL;

	if (lf != b->p + b->n - 1 || !lf)
		return otfp_fail(r->err, OTFP_ETRUNC, "%s: truncated: no @END", r->name);
	return 0;
}

int otfp_partial_read(struct otfp_profile *p, struct otfp_shares *shares, const char *name, int is_first,
                      struct otfp_error *err)
{
	struct reader r = {.p = p, .shares = shares, .name = name, .err = err, .is_first = is_first, .is_empty = 1};
	struct otfp_buf b = OTFP_BUF_INIT;
	int code = otfp_text_read(&b, strcmp(name, "-") == 0 ? "/dev/stdin" : name, "--combine", otfp_signal_came, err);

	if (code == OTFP_EUSAGE)
		err->code = code = OTFP_EFAIL; /* the file is wrong, not the usage */
	if (code == 0)
		code = cut_at_line(&r, &b);
	if (code == 0) {
		r.at = b.p;
		code = read_all(&r, b.p + b.n);
	}
	free(r.paths);
	otfp_buf_release(&b);
	return code;
}
