/*
 * room.h - what fuzz targets that write files share: a directory in memory, emptied
 * before each input and removed at the end, and CHECK.
 */
#ifndef FUZZ_ROOM_H
#define FUZZ_ROOM_H
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "otfpipe.h"

#define CHECK(x) ((x) ? (void)0 : broken(#x, __FILE__, __LINE__))

static struct otfp_error err;
static char dir[64];

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void empty_dir(void)
{
	DIR *d = opendir(dir);
	struct dirent *e;

	while (d && (e = readdir(d)))
		if (e->d_name[0] != '.')
			unlinkat(dirfd(d), e->d_name, 0);
	closedir(d);
}

static void remove_dir(void)
{
	empty_dir();
	rmdir(dir);
}

static void broken(const char *what, const char *file, int line)
{
	fprintf(stderr, "%s:%d: not so: %s (%s)\n", file, line, what, err.text);
	remove_dir();
	abort();
}

/* An empty directory, for the next input. */
static void make_room(void)
{
	memset(&err, 0, sizeof err);
	if (dir[0]) {
		empty_dir();
		return;
	}
	strcpy(dir, access("/dev/shm", W_OK) == 0 ? "/dev/shm/otfp-fuzz-XXXXXX" : "/tmp/otfp-fuzz-XXXXXX");
	CHECK(mkdtemp(dir));
	atexit(remove_dir);
}
#endif
