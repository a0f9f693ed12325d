/*
 * vtf3-copy.c - copy a VTF3 file with the copy handlers: vtf3-copy IN OUT ascii|binary|fast [OPTION]...
 *
 * An option: "bytes N" or "recs N" read so much at a time, with a line of what each call returned; "upto" Upfrom as
 * Upto; "without TYPE" leaves out a record type; "memory FORMAT" takes IN to be records in that format, read as memory.
 */
#include <vtf3.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct job {
	long bytes, recs;
	int upto, memory;
	int without;
};

static int format_of(const char *name)
{
	return !strcmp(name, "ascii")  ? VTF3_FILEFORMAT_STD_ASCII :
	       !strcmp(name, "binary") ? VTF3_FILEFORMAT_STD_BINARY :
	       !strcmp(name, "fast")   ? VTF3_FILEFORMAT_FST_ASCII :
	                                 VTF3_FILEFORMAT_UNDEFINED;
}

static void read_in_parts(void *in, const struct job *job)
{
	long n;

	do {
		n = job->bytes ? (long)VTF3_ReadFileInputLtdBytes(in, (size_t)job->bytes) :
		    job->recs  ? VTF3_ReadFileInputLtdRecs(in, (int)job->recs) :
		                 (long)VTF3_ReadFileInput(in);
		printf("%ld\n", n);
	} while (n && (job->bytes || job->recs));
}

static int read_memory(void *in, const char *path)
{
	static char all[1 << 24];
	FILE *f = fopen(path, "rb");
	size_t n = f ? fread(all, 1, sizeof all, f) : 0;

	if (!f)
		return -1;
	fclose(f);
	printf("%zu\n", VTF3_ReadMemoryInput(in, all, n));
	return 0;
}

static void *open_input(const char *path, void *out, const struct job *job)
{
	int n = VTF3_GetRecTypeArrayDim();
	VTF3_handler_t *handlers = calloc((size_t)n, sizeof *handlers);
	void **args = calloc((size_t)n, sizeof *args), *in;
	int *types = calloc((size_t)n, sizeof *types);

	VTF3_GetRecTypeArray(types);
	VTF3_GetCopyHandlerArray(handlers);
	for (int i = 0; i < n; i++) {
		args[i] = out;
		if (types[i] == job->without)
			handlers[i] = 0;
	}
	in = job->memory >= 0 ? VTF3_OpenMemoryInput(job->memory, handlers, args, job->upto) :
	                        VTF3_OpenFileInput(path, handlers, args, job->upto);
	free(handlers);
	free(args);
	free(types);
	return in;
}

static int finish(void *in, void *out, const char *in_name, const char *out_name)
{
	int failed = 0;

	if (VTF3_GetError(in))
		failed = 1, fprintf(stderr, "vtf3-copy: %s\n", VTF3_GetError(in));
	if (VTF3_CloseChecked(in) < 0)
		failed = 1, fprintf(stderr, "vtf3-copy: %s: %s\n", in_name, strerror(errno));
	if (VTF3_CloseChecked(out) < 0)
		failed = 1, fprintf(stderr, "vtf3-copy: %s: %s\n", out_name, strerror(errno));
	return failed;
}

int main(int argc, char **argv)
{
	struct job job = {0, 0, 0, -1, -1};
	void *in, *out;

	VTF3_InitTables();
	for (int i = 4; i < argc; i++)
		if (!strcmp(argv[i], "bytes"))
			job.bytes = atol(argv[++i]);
		else if (!strcmp(argv[i], "recs"))
			job.recs = atol(argv[++i]);
		else if (!strcmp(argv[i], "without"))
			job.without = atoi(argv[++i]);
		else if (!strcmp(argv[i], "memory"))
			job.memory = format_of(argv[++i]);
		else
			job.upto = 1;
	out = VTF3_OpenFileOutput(argv[2], format_of(argv[3]), 0);
	if (!out) {
		fprintf(stderr, "vtf3-copy: %s: %s\n", argv[2], strerror(errno));
		return 1;
	}
	in = open_input(argv[1], out, &job);
	if (!in) {
		fprintf(stderr, "vtf3-copy: %s: %s\n", argv[1], strerror(errno));
		VTF3_Close(out);
		return 1;
	}
	if (job.memory < 0)
		read_in_parts(in, &job);
	else if (read_memory(in, argv[1]) < 0)
		perror(argv[1]);
	return finish(in, out, argv[1], argv[2]);
}
