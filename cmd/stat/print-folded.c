#include "cmd/text/safe.h"
#include "cmd/stat/print.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A name without the bytes that would end it or its line for a reader. */
static void print_name(const struct listing *r, unsigned space, otfp_ref ref, FILE *out)
{
	const struct otfp_definition *d = otfp_names_find(&r->p->names, space, ref);

	if (!d || !d->name.p) {
		fprintf(out, "%" PRIu32, (uint32_t)ref);
		return;
	}
	for (struct otfp_str rest = d->name, part; rest.n; rest.p += part.n, rest.n -= part.n) {
		const char *end = memchr(rest.p, ';', rest.n);
		part = (struct otfp_str){rest.p, end ? (size_t)(end - rest.p) : rest.n};
		safe_print(part, out);
		if (end)
			putc(':', out);
		part.n += end != NULL;
	}
}

static int print_path(const struct listing *r, uint32_t path, FILE *out)
{
	uint32_t depth = otfp_paths_depth(&r->p->paths, path);
	otfp_ref *functions = malloc((depth + 1) * sizeof *functions);

	if (!functions)
		return -1;
	otfp_paths_functions(&r->p->paths, path, functions);
	for (uint32_t i = 0; i < depth; i++) {
		if (i)
			putc(';', out);
		print_name(r, OTFP_NAMED_FUNCTION, functions[i], out);
	}
	free(functions);
	return 0;
}

int folded_key(const struct listing *r, const struct otfp_row *row, FILE *out)
{
	int rc = 0;

	for (unsigned i = 0; i < r->nkinds[OTFP_STAT_FUNCTION] && rc == 0; i++) {
		const unsigned kind = r->kinds[OTFP_STAT_FUNCTION][i];
		if (kind == OTFP_KEY_PROCESS) {
			print_name(r, OTFP_NAMED_PROCESS, row->key.part[i], out);
			putc(';', out);
		} else if (kind == OTFP_KEY_PATH) {
			rc = print_path(r, (uint32_t)row->key.part[i], out);
		}
	}
	return rc;
}

static int print_row(const struct listing *r, const struct otfp_row *row, FILE *out)
{
	const int rc = folded_key(r, row, out);

	putc(' ', out);
	otfp_wide_print(row->sum[OTFP_EXCLUSIVE], out);
	putc('\n', out);
	return rc;
}

int stat_print_folded(struct listing *r, FILE *out)
{
	int rc = 0;

	for (size_t i = 0; i < r->n && rc == 0; i++)
		if (r->rows[i]->key.table == OTFP_STAT_FUNCTION && r->rows[i]->sum[OTFP_EXCLUSIVE])
			rc = print_row(r, r->rows[i], out);
	return rc;
}
