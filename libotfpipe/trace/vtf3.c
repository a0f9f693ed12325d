/* vtf3.c - VTF3 files as a source. */
#include "otfpipe.h"
#include "otf/read/trace.h"
#include "trace/source.h"
#include "vtf3/reader.h"
#include <string.h>

static const struct otfp_header *vtf3_header(const void *h)
{
	return otfp_vtf3_reader_header(h);
}

static int vtf3_batch(void *h, const struct otfp_record *const **recs, size_t *n)
{
	return otfp_vtf3_batch(h, recs, n);
}

static uint64_t vtf3_troubles(const void *h)
{
	return otfp_vtf3_troubles(h);
}

static void vtf3_close(void *h)
{
	otfp_vtf3_close(h);
}

static const struct otfp_source_ops vtf3_ops = {
	.format = "vtf3",
	.header = vtf3_header,
	.batch = vtf3_batch,
	.troubles = vtf3_troubles,
	.close = vtf3_close,
};

int otfp_vtf3_are(const char *const *names, unsigned n, const struct otfp_read_options *o)
{
	for (unsigned i = 0; i < n && !o->vtf3; i++)
		if (!names[i] || strcmp(names[i], "-") == 0 || otfp_trace_exists(names[i]) || !otfp_vtf3_is(names[i]))
			return 0;
	return 1;
}

/* Fragments in no order are sorted, in as much memory as otf-sort takes if nothing else was said. */
int otfp_vtf3_source_open(struct otfp_source **src, const char *const *names, unsigned n,
                          const struct otfp_read_options *o, struct otfp_error *err)
{
	struct otfp_read_options sorting = *o;
	struct otfp_vtf3_reader *v;
	int code, is_unsorted;

	if (o->parts)
		return otfp_fail(err, OTFP_EUSAGE, "--part: %s is a VTF3 file, not a trace on disk", names[0]);
	code = otfp_vtf3_open(&v, names, n, o, err);
	if (code < 0)
		return code;
	is_unsorted = otfp_vtf3_is_unsorted(v);
	code = otfp_source_make(src, &vtf3_ops, v, err);
	if (!sorting.sort_memory)
		sorting.sort_memory = OTFP_SORT_BUFFER;
	return code == 0 && is_unsorted ? otfp_sorted_open(src, n > 1 ? "input" : names[0], &sorting, err) : code;
}
