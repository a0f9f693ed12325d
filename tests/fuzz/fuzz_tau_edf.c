/*
 * fuzz_tau_edf.c - bytes as an EDF, line by line: what was taken is found by its id, once, and holds what the line
 * said.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tau/read/edf.h"

#define CHECK(x) ((x) ? (void)0 : broken(#x, __LINE__))

static void broken(const char *what, int line)
{
	fprintf(stderr, "fuzz_tau_edf.c:%d: not so: %s\n", line, what);
	abort();
}

static void check(const struct otfp_edf *edf)
{
	for (size_t i = 0; i < edf->n; i++) {
		const struct otfp_edf_event *e = &edf->events[i];
		CHECK(otfp_edf_index(edf, e->id) == i);
		CHECK(e->kind < OTFP_EDF_NKINDS && e->param <= OTFP_EDF_ODD);
		CHECK(strlen(e->name) == e->name_len && strlen(e->group) == e->group_len && e->group_len);
		CHECK(!strchr(e->group, ' ') && !strchr(e->name, '\n'));
		CHECK((e->kind == OTFP_EDF_FUNCTION) == (e->param == OTFP_EDF_ENTRY_EXIT));
	}
	CHECK(otfp_edf_index(edf, INT64_MIN) == SIZE_MAX || edf->n);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct otfp_edf edf = {0};
	const char *p = (const char *)data, *end = p + size, *lf;
	uint64_t taken = 0, lines = 0;

	for (; p < end; p = lf + 1) {
		int code;
		char *line;
		lf = memchr(p, '\n', (size_t)(end - p));
		if (!lf)
			lf = end;
		/* a copy of exactly its size, so that a sanitizer sees one byte too far */
		line = malloc((size_t)(lf - p) + 1);
		CHECK(line);
		memcpy(line, p, (size_t)(lf - p));
		code = otfp_edf_parse(&edf, line, (size_t)(lf - p), lines++ == 0);
		free(line);
		CHECK(code == 0 || code == OTFP_EDAMAGE);
		taken += code == 0;
		if (lf == end)
			break;
	}
	CHECK(taken + edf.bad == lines && edf.n + edf.twice <= taken);
	check(&edf);
	otfp_edf_release(&edf);
	return 0;
}
