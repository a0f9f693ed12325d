/*
 * driver.c - runs a fuzz target over the files named, without a fuzzer: the
 * corpus as a regression test. Prints TAP; a crash is a test that did not run.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The whole file in a block of exactly its size, so that a sanitizer sees one byte too far. */
static uint8_t *read_file(const char *name, size_t *size)
{
	FILE *f = fopen(name, "rb");
	uint8_t *data = NULL;
	long end;

	if (!f)
		return NULL;
	if (!fseek(f, 0, SEEK_END) && (end = ftell(f)) >= 0) {
		*size = (size_t)end;
		data = malloc(*size ? *size : 1);
		rewind(f);
		if (data && fread(data, 1, *size, f) != *size) {
			free(data);
			data = NULL;
		}
	}
	fclose(f);
	return data;
}

int main(int argc, char **argv)
{
	int failed = 0;

	printf("1..%d\n", argc - 1);
	for (int i = 1; i < argc; i++) {
		size_t size = 0;
		uint8_t *data = read_file(argv[i], &size);
		int ok;

		fflush(stdout);
		ok = data && !LLVMFuzzerTestOneInput(data, size);
		free(data);
		failed += !ok;
		printf("%sok %d - %s\n", ok ? "" : "not ", i, argv[i]);
	}
	return failed != 0;
}
