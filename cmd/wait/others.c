/* others.c - call paths of waits for flame graphs, and markers for otf-cat --add. */
#include "cmd/wait/others.h"
#include "base/esc.h"
#include "base/human.h"
#include "base/order.h"
#include "cmd/text/safe.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- folded ---- */

/* A name without the bytes that would end it or its line for a reader. */
static int put_frame(const struct wait_view *v, struct otfp_buf *b, unsigned space, otfp_ref ref)
{
	const struct otfp_definition *d = otfp_names_find(v->names, space, ref);
	const size_t at = b->n;

	if (!d || !d->name.p)
		return otfp_buf_printf(b, "%" PRIu32, (uint32_t)ref);
	if (safe_add(b, d->name) < 0)
		return -1;
	for (size_t i = at; i < b->n; i++)
		b->p[i] = (char)(b->p[i] == ';' ? ':' : b->p[i]);
	return 0;
}

static int put_line(const struct wait_view *v, struct otfp_buf *b, const struct otfp_wait_row *r)
{
	const struct otfp_paths *paths = otfp_wait_paths(v->w);
	const uint32_t path = (uint32_t)r->key[OTFP_WAIT_PATH], depth = otfp_paths_depth(paths, path);
	otfp_ref *functions = malloc((depth + 1) * sizeof *functions);
	int rc = functions ? 0 : -1;

	if (rc == 0 && v->by >> OTFP_WAIT_PROCESS & 1 &&
	    (put_frame(v, b, OTFP_NAMED_PROCESS, r->key[OTFP_WAIT_PROCESS]) < 0 || otfp_buf_puts(b, ";") < 0))
		rc = -1;
	if (rc == 0)
		otfp_paths_functions(paths, path, functions);
	for (uint32_t i = 0; i < depth && rc == 0; i++)
		if (put_frame(v, b, OTFP_NAMED_FUNCTION, functions[i]) < 0 || otfp_buf_puts(b, ";") < 0)
			rc = -1;
	free(functions);
	return rc < 0 ? -1 : otfp_buf_printf(b, "%s ", otfp_wait_kind_name((unsigned)r->key[OTFP_WAIT_KIND]));
}

static int by_key(const void *a, const void *b)
{
	return memcmp(((const struct otfp_wait_row *)a)->key, ((const struct otfp_wait_row *)b)->key,
	              sizeof((const struct otfp_wait_row *)a)->key);
}

int wait_print_folded(const struct wait_view *v, FILE *out)
{
	size_t n;
	const struct otfp_wait_row *rows = otfp_wait_rows(v->w, &n);
	struct otfp_wait_row *sorted = malloc((n + 1) * sizeof *sorted);
	struct otfp_buf line = {0};
	int rc = sorted ? 0 : -1;

	if (rc == 0 && n) {
		memcpy(sorted, rows, n * sizeof *sorted);
		qsort(sorted, n, sizeof *sorted, by_key);
	}
	for (size_t i = 0; i < n && rc == 0; i++) {
		if (sorted[i].key[OTFP_WAIT_KIND] == OTFP_WRONG_ORDER) /* they are late senders, too */
			continue;
		line.n = 0;
		rc = put_line(v, &line, &sorted[i]);
		if (rc == 0) {
			fwrite(line.p, 1, line.n, out);
			otfp_wide_print(sorted[i].sum, out);
			putc('\n', out);
		}
	}
	otfp_buf_release(&line);
	free(sorted);
	return rc;
}

/* ---- markers ---- */

enum { MARKER_HINT = 3 }; /* OTF_MARKER_TYPE_HINT */

int wait_markers_add(struct wait_markers *m, const struct otfp_record *rec)
{
	const uint32_t token = (uint32_t)rec->f[0].u;

	if (rec->type != OTFP_DefMarker)
		return 0;
	m->largest = token > m->largest ? token : m->largest;
	return otfp_map_set(&m->tokens, token, 1);
}

/* A token that no marker of the trace has. */
static uint32_t free_token(const struct wait_markers *m)
{
	uint32_t token = m->largest + 1;

	while (otfp_map_get(&m->tokens, token) || !token)
		token++;
	return token;
}

static int put_name(const struct wait_view *v, struct otfp_buf *b, unsigned space, otfp_ref ref)
{
	const struct otfp_definition *d = otfp_names_find(v->names, space, ref);

	if (!d || !d->name.p)
		return otfp_buf_printf(b, "%" PRIu32, (uint32_t)ref);
	if (otfp_buf_reserve(b, 4 * d->name.n + 1) < 0)
		return -1;
	b->n = (size_t)(otfp_esc_put(b->p + b->n, d->name.p, d->name.n) - b->p);
	return 0;
}

/* "late_sender: 1.500 ms in MPI_Recv, for rank 2 in solve" */
static int put_text(const struct wait_view *v, struct otfp_buf *b, const struct otfp_wait_found *f, uint64_t resolution)
{
	const unsigned kind = f->wrong_order ? OTFP_WRONG_ORDER : (unsigned)f->kind;

	if (otfp_buf_printf(b, "%s: ", otfp_wait_kind_name(kind)) < 0 ||
	    otfp_human_ticks(b, (double)(f->end - f->start), resolution) < 0 || otfp_buf_puts(b, " in ") < 0 ||
	    put_name(v, b, OTFP_NAMED_FUNCTION, f->function) < 0)
		return -1;
	if (f->peer != OTFP_NO_PEER &&
	    (otfp_buf_puts(b, ", for ") < 0 || put_name(v, b, OTFP_NAMED_PROCESS, f->peer) < 0))
		return -1;
	if (f->peer_caller != OTFP_NO_REF &&
	    (otfp_buf_puts(b, " in ") < 0 || put_name(v, b, OTFP_NAMED_FUNCTION, f->peer_caller) < 0))
		return -1;
	return otfp_buf_puts(b, "\n");
}

int wait_print_markers(const struct wait_view *v, const struct wait_markers *m, uint64_t resolution, FILE *out)
{
	size_t n;
	const struct otfp_wait_found *worst = otfp_wait_worst(v->w, &n);
	const uint32_t token = free_token(m);
	struct otfp_buf line = {0};
	int rc = 0;

	if (n)
		fprintf(out, "DefMarker\t-\t0\t%" PRIu32 "\twait\t%d\n", token, MARKER_HINT);
	for (size_t i = 0; i < n && rc == 0; i++) {
		line.n = 0;
		rc = otfp_buf_printf(&line, "Marker\t%" PRIu64 "\t%" PRIu32 "\t%" PRIu32 "\t", worst[i].start,
		                     worst[i].process, token);
		if (rc == 0)
			rc = put_text(v, &line, &worst[i], resolution);
		if (rc == 0)
			fwrite(line.p, 1, line.n, out);
	}
	otfp_buf_release(&line);
	return rc;
}
