#include "tau/read/trc.h"
#include "base/assert.h"

enum { HEAD_SIZE = 64 * OTFP_TAU_SIZE_MAX }; /* bytes to detect the layout from */

int otfp_trc_open(struct otfp_trc *t, struct otfp_files *files, const char *path, const struct otfp_edf *edf,
                  struct otfp_error *err)
{
	char head[HEAD_SIZE];
	uint64_t size;
	ssize_t n;
	int code;

	memset(t, 0, sizeof *t);
	code = otfp_file_open(&t->file, files, path, err);
	if (code < 0)
		return code;
	n = otfp_file_read(t->file, head, sizeof head, 0);
	if (n < 0) {
		otfp_trc_close(t);
		return (int)n;
	}
	size = otfp_file_size(t->file);
	t->is_sure = otfp_tau_detect(head, (size_t)n, size, edf, &t->layout);
	t->count = size / otfp_tau_size(t->layout);
	t->rest = (uint32_t)(size % otfp_tau_size(t->layout));
	return 0;
}

/*
 * Read the bytes of up to n records from number `at` on into p, which has room for n * otfp_tau_size(layout). @return
 * the number of records, 0 after the last; <0
 */
static ssize_t read_some(struct otfp_trc *t, char *p, size_t n, uint64_t at)
{
	size_t each = otfp_tau_size(t->layout);
	ssize_t got;

	if (at >= t->count)
		return 0;
	if (n > t->count - at)
		n = (size_t)(t->count - at);
	got = otfp_file_read(t->file, p, n * each, at * each);
	return got < 0 ? got : (ssize_t)((size_t)got / each);
}

/* Inlined once for each layout, so that the loop does not test it. */
static inline __attribute__((always_inline)) void decode_all(struct otfp_tau_record *records, const char *p, size_t n,
                                                             enum otfp_tau_layout layout)
{
	for (size_t i = 0; i < n; i++)
		records[i] = otfp_tau_decode(p + i * otfp_tau_size(layout), layout);
}

/* Decode n records at p. */
static void decode(const struct otfp_trc *t, struct otfp_tau_record *records, const char *p, size_t n)
{
	switch (t->layout) {
	case OTFP_TAU_LE24: decode_all(records, p, n, OTFP_TAU_LE24); break;
	case OTFP_TAU_BE24: decode_all(records, p, n, OTFP_TAU_BE24); break;
	case OTFP_TAU_LE32: decode_all(records, p, n, OTFP_TAU_LE32); break;
	default: OTFP_ASSERT(t->layout == OTFP_TAU_BE32); decode_all(records, p, n, OTFP_TAU_BE32);
	}
}

ssize_t otfp_trc_records(struct otfp_trc *t, struct otfp_tau_record *records, char *raw, size_t n, uint64_t at)
{
	ssize_t got = read_some(t, raw, n, at);

	if (got > 0)
		decode(t, records, raw, (size_t)got);
	return got;
}

void otfp_trc_close(struct otfp_trc *t)
{
	otfp_file_close(t->file);
	t->file = NULL;
}
