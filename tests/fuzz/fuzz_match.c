/*
 * fuzz_match.c - bytes as an expression for --match. It parses or tells a column; what parses says
 * something of a record of each type.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cmd/filter/match.h"

#define CHECK(x) ((x) ? (void)0 : broken(#x, __LINE__))

static void broken(const char *what, int line)
{
	fprintf(stderr, "fuzz_match.c:%d: not so: %s\n", line, what);
	abort();
}

static void ask_all(struct match *m)
{
	for (unsigned type = 1; type < OTFP_NTYPES; type++) {
		struct otfp_record rec = {.type = (uint16_t)type, .file = otfp_schema(type)->file};
		int verdict = match_verdict(m, &rec, 0);
		CHECK(verdict >= 0 && verdict <= 2 && (verdict == 2 || match_asks(m, type)));
		CHECK(match_learn(m, &rec) >= 0);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct otfp_header header = {.resolution = 1000000, .first = 5, .last = 105, .has_span = 1};
	struct otfp_error err = {0};
	struct match *m;
	char *text = malloc(size + 1);

	CHECK(text);
	memcpy(text, data, size);
	text[size] = 0;
	if (match_parse(&m, text, &err) == 0) {
		if (match_bind(m, &header, &err) == 0)
			ask_all(m);
		match_free(m);
	} else {
		CHECK(err.code == OTFP_EUSAGE && strncmp(err.text, "--match: column ", 16) == 0);
	}
	free(text);
	return 0;
}
