/*
 * read-progress.c: read the events of an interval in portions, and print the progress after each; or the first line of
 * files. usage: read-progress NAME MIN MAX LIMIT progress FILE...
 */
#include <otf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_time(OTF_Reader *r)
{
	uint64_t at[3] = {7, 7, 7};
	int code = OTF_Reader_eventTimeProgress(r, &at[0], &at[1], &at[2]);

	printf("time %d %llu %llu %llu\n", code, (unsigned long long)at[0], (unsigned long long)at[1],
	       (unsigned long long)at[2]);
}

static void print_bytes(OTF_Reader *r)
{
	uint64_t at[3] = {7, 7, 7};
	int code = OTF_Reader_eventBytesProgress(r, &at[0], &at[1], &at[2]);

	printf("bytes %d %llu %llu %llu\n", code, (unsigned long long)at[0], (unsigned long long)at[1],
	       (unsigned long long)at[2]);
}

static int read_interval(OTF_FileManager *m, char **argv)
{
	OTF_HandlerArray *h = OTF_HandlerArray_open();
	OTF_Reader *r = OTF_Reader_open(argv[1], m);
	uint64_t n = r != NULL;

	if (r) {
		OTF_Reader_setTimeInterval(r, strtoull(argv[2], NULL, 10), strtoull(argv[3], NULL, 10));
		OTF_Reader_setRecordLimit(r, strtoull(argv[4], NULL, 10));
	} else {
		printf("%s: no reader, otf_errno %d\n", argv[1], otf_errno == OTF_ERROR);
	}
	while (n > 0 && n != OTF_READ_ERROR) {
		n = OTF_Reader_readEvents(r, h);
		printf("events %lld\n", (long long)n);
		print_time(r);
		print_bytes(r);
	}
	if (r)
		OTF_Reader_close(r);
	OTF_HandlerArray_close(h);
	return !r;
}

static void print_file(OTF_FileManager *m, const char *name)
{
	char line[100] = "";
	OTF_File *f = OTF_File_open(name, m, OTF_FILEMODE_READ);
	size_t n = f ? OTF_File_read(f, line, sizeof line - 1) : 0;

	line[strcspn(line, "\n")] = 0;
	printf("%s: %s, %d bytes: %s\n", name, f ? "open" : "not open", (int)n, line);
	if (f)
		OTF_File_close(f);
}

int main(int argc, char **argv)
{
	OTF_FileManager *m = OTF_FileManager_open(20);
	int failed = 0;

	if (argc == 5 && atoll(argv[4]) > 0)
		failed = read_interval(m, argv);
	else
		for (int i = 1; i < argc; i++)
			print_file(m, argv[i]);
	OTF_FileManager_close(m);
	return failed;
}
