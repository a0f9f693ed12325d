/*
 * otf-files.h - bytes as the files of a stream set "in". A line "=SUFFIX" begins the file of that suffix; after it " z"
 * = packed here, " raw" = these bytes are the ".z" file. "=options" has letters that mean what the target says.
 */
#ifndef FUZZ_OTF_FILES_H
#define FUZZ_OTF_FILES_H
#include <fcntl.h>
#include <zlib.h>
#include "room.h"

typedef void take_options_fn(void *ctx, const char *p, size_t n);

static const char *const suffixes[] = {"otf",      "0.def",   "1.def",   "2.def",   "1.events",
                                       "2.events", "1.snaps", "1.stats", "0.marker"};

/* ---- the files ---- */

static void write_file(const char *suffix, const char *z, const void *p, size_t n)
{
	char path[128];
	int fd;

	snprintf(path, sizeof path, "%s/in.%s%s", dir, suffix, z);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	CHECK(fd >= 0 && write(fd, p, n) == (ssize_t)n);
	close(fd);
}

/* As the reference does: flushed, never finished. */
static void write_packed(const char *suffix, const void *p, size_t n)
{
	size_t room = n + n / 100 + 100;
	unsigned char *packed = malloc(room);
	z_stream z = {.next_in = (void *)(uintptr_t)p, .avail_in = (unsigned)n, .next_out = packed};

	z.avail_out = (unsigned)room;
	CHECK(packed && deflateInit(&z, 1) == Z_OK && deflate(&z, Z_FULL_FLUSH) == Z_OK && z.avail_in == 0);
	write_file(suffix, ".z", packed, room - z.avail_out);
	deflateEnd(&z);
	free(packed);
}

static void take_section(const char *name, size_t name_n, const char *p, size_t n, take_options_fn *take, void *ctx)
{
	if (name_n == 7 && memcmp(name, "options", 7) == 0)
		take(ctx, p, n);
	for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
		size_t length = strlen(suffixes[i]);
		if (name_n < length || memcmp(name, suffixes[i], length))
			continue;
		if (name_n == length)
			write_file(suffixes[i], "", p, n);
		else if (name[length] == ' ' && name[length + 1] == 'z' && i)
			write_packed(suffixes[i], p, n);
		else if (name[length] == ' ' && name[length + 1] == 'r' && i)
			write_file(suffixes[i], ".z", p, n);
	}
}

/* The next line that begins with '=', or the end. */
static const char *next_section(const char *p, const char *end)
{
	while (p < end && *p != '=') {
		p = memchr(p, '\n', (size_t)(end - p));
		p = p ? p + 1 : end;
	}
	return p;
}

/* Write the files of an input. */
static void split(const char *p, size_t n, take_options_fn *take, void *ctx)
{
	const char *end = p + n, *name, *lf;

	write_file("otf", "", "1:1,2\n2:3\n", 10);
	for (p = next_section(p, end); p < end; p = next_section(p, end)) {
		name = p + 1;
		lf = memchr(name, '\n', (size_t)(end - name));
		if (!lf)
			break;
		p = next_section(lf + 1, end);
		take_section(name, (size_t)(lf - name), lf + 1, (size_t)(p - lf - 1), take, ctx);
	}
}

#endif
