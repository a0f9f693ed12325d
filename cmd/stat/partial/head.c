/* head.c - begin to read a file: its head, and its lines one by one. */
#include "cmd/stat/partial/get.h"
#include "cmd/stat/partial/read.h"
#include <stdlib.h>

int partial_in_bad(const struct partial_in *f, const char *what)
{
	return otfp_fail(f->err, OTFP_EFAIL, "%s:%llu: %s", f->name, (unsigned long long)f->lines, what);
}

int partial_truncated(const struct partial_in *f)
{
	return otfp_fail(f->err, OTFP_ETRUNC, "%s: truncated: no @END", f->name);
}

int partial_bad_line(const struct partial_in *f)
{
	return partial_in_bad(f, "not a line that --partial writes");
}

int partial_line(struct partial_in *f)
{
	int code = 0;

	f->lines++;
	if (f->p && f->p < f->in->lines)
		return 0;
	f->in->p = f->in->lines;
	code = otfp_input_lines(f->in);
	f->p = f->in->p;
	/* a last line without LF may be incomplete */
	if (code == OTFP_END || (code == OTFP_EDAMAGE && f->err && f->err->flaw == OTFP_FLAW_CUT))
		return partial_truncated(f);
	return code;
}

/* ---- the head ---- */

static int get_magic(struct partial_in *f)
{
	if (partial_expect_word(&f->p, "@OTFSTAT\t") < 0)
		return partial_bad_line(f);
	if (partial_expect_word(&f->p, "2\n") == 0)
		return 0;
	if (partial_expect_word(&f->p, "1\n") == 0)
		return partial_in_bad(f, "version 1 of the format, of an older otfpipe: count this share again");
	return partial_in_bad(f, "unknown version of the format");
}

static int get_trace(struct partial_in *f)
{
	struct otfp_header *h = &f->head.header;
	uint64_t has;

	if (partial_expect_word(&f->p, "trace\t") < 0 || partial_get(&f->p, &h->resolution, UINT64_MAX, '\t') < 0 ||
	    partial_get(&f->p, &has, 1 + PARTIAL_SHORT, '\t') < 0 ||
	    partial_get(&f->p, &h->first, UINT64_MAX, '\t') < 0 || partial_get(&f->p, &h->last, UINT64_MAX, '\n') < 0)
		return partial_bad_line(f);
	h->has_span = has == 1;
	f->head.ends = has > 1 ? (int)has - 1 : PARTIAL_ENDS;
	return 0;
}

static int get_base(struct partial_in *f)
{
	if (*f->p == '-') {
		f->p++;
		return partial_expect(&f->p, '\t');
	}
	f->head.has_base = 1;
	return partial_get(&f->p, &f->head.base, UINT64_MAX, '\t');
}

static int get_options(struct partial_in *f)
{
	struct otfp_profile_options *o = &f->head.o;
	uint64_t by, tables;

	if (partial_expect_word(&f->p, "options\t") < 0 || partial_get(&f->p, &by, (1u << OTFP_NBYS) - 1, '\t') < 0 ||
	    partial_get(&f->p, &tables, (1u << OTFP_NSTATS) - 1, '\t') < 0 ||
	    partial_get_flag(&f->p, &o->has_from, '\t') < 0 || partial_get(&f->p, &o->from, UINT64_MAX, '\t') < 0 ||
	    partial_get_flag(&f->p, &o->has_to, '\t') < 0 || partial_get(&f->p, &o->to, UINT64_MAX, '\t') < 0 ||
	    partial_get(&f->p, &o->every, UINT64_MAX, '\t') < 0 || get_base(f) < 0 ||
	    partial_get_u32(&f->p, &o->depth, '\n') < 0)
		return partial_bad_line(f);
	o->by = (unsigned)by;
	o->tables = (unsigned)tables;
	return 0;
}

static int get_sums(struct partial_in *f)
{
	if (partial_expect_word(&f->p, "sums\t") < 0 || partial_get(&f->p, &f->head.events, UINT64_MAX, '\t') < 0 ||
	    partial_get(&f->p, &f->head.folded, UINT64_MAX, '\n') < 0)
		return partial_bad_line(f);
	return 0;
}

static int get_odd(struct partial_in *f)
{
	if (partial_expect_word(&f->p, "odd\t") < 0)
		return partial_bad_line(f);
	for (unsigned i = 0; i < OTFP_NPODDITIES; i++)
		if (partial_get(&f->p, &f->head.odd[i], UINT64_MAX, i + 1 < OTFP_NPODDITIES ? '\t' : '\n') < 0)
			return partial_bad_line(f);
	return 0;
}

/* The fields are those of @PART. */
static int get_part(struct partial_in *f, partial_part_fn *part, void *ctx)
{
	const char *lf = memchr(f->p, '\n', (size_t)(f->in->lines - f->p));
	const struct otfp_str line = {f->p, (size_t)(lf - f->p)};
	struct otfp_share s;

	if (otfp_share_get(&s, &line) < 0)
		return partial_bad_line(f);
	f->p = lf + 1;
	return part(ctx, &s, f->name, f->err);
}

/* The part lines, if there are any, up to the first line after them, which stays for partial_in_next. */
static int get_parts(struct partial_in *f, partial_part_fn *part, void *ctx)
{
	const struct otfp_share none = {0};
	int any = 0, code;

	for (;;) {
		const char *word;
		code = partial_line(f);
		if (code < 0)
			return code;
		word = f->p;
		if (partial_expect_word(&word, "part\t") < 0)
			break;
		any = 1;
		code = get_part(f, part, ctx);
		if (code < 0)
			return code;
	}
	f->is_read = 1;
	return any ? 0 : part(ctx, &none, f->name, f->err);
}

int partial_in_open(struct partial_in *f, struct otfp_input *input, const char *name, partial_part_fn *part, void *ctx,
                    struct otfp_error *err)
{
	static int (*const get[])(struct partial_in *) = {get_magic, get_trace, get_options, get_sums, get_odd};
	int code = 0;

	*f = (struct partial_in){.in = input, .name = name, .err = err};
	for (size_t i = 0; i < sizeof get / sizeof *get && code == 0; i++) {
		code = partial_line(f);
		if (code == 0)
			code = get[i](f);
	}
	return code < 0 ? code : get_parts(f, part, ctx);
}

void partial_in_rows(struct partial_in *f, struct otfp_row **rows, size_t n, const struct otfp_profile *kinds)
{
	*f = (struct partial_in){.at = rows, .end = n ? rows + n : rows, .kinds = kinds}; /* rows may be NULL */
}

void partial_in_release(struct partial_in *f)
{
	otfp_input_close(f->in);
	otfp_dist_release(&f->row.dist);
	otfp_buf_release(&f->text);
	free(f->stack.p);
	free(f->paths);
	free(f->halves);
	*f = (struct partial_in){0};
}
