/*
 * inflate.c - what zlib alone needs for the files of a compressed trace.
 *
 *     inflate FILE...
 *
 * inflates one file after the other and throws the text away. Streams need not
 * be finished, as those of OTF are not, and may follow one another.
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#define BLOCK (256u << 10)

/* All that is in the window. @return 0, or -1 */
static int inflate_block(z_stream *z)
{
	static unsigned char text[BLOCK];
	int r;

	do {
		z->next_out = text;
		z->avail_out = sizeof text;
		r = inflate(z, Z_NO_FLUSH);
		if (r == Z_STREAM_END && z->avail_in)
			r = inflateReset(z);
	} while (r == Z_OK && (z->avail_in || !z->avail_out));
	return r == Z_OK || r == Z_BUF_ERROR || r == Z_STREAM_END ? 0 : -1;
}

static int inflate_file(z_stream *z, const char *name)
{
	static unsigned char packed[BLOCK];
	int fd = open(name, O_RDONLY), r = inflateReset(z);
	ssize_t n = -1;

	while (r == 0 && fd >= 0 && (n = read(fd, packed, sizeof packed)) > 0) {
		z->next_in = packed;
		z->avail_in = (unsigned)n;
		r = inflate_block(z);
	}
	if (fd >= 0)
		close(fd);
	if (r == 0 && n == 0)
		return 0;
	fprintf(stderr, "inflate: %s: %s\n", name, r ? "no zlib stream" : "cannot be read");
	return 1;
}

int main(int argc, char **argv)
{
	z_stream z;
	int status = 0;

	memset(&z, 0, sizeof z);
	if (inflateInit(&z) != Z_OK)
		return 1;
	for (int i = 1; i < argc; i++)
		status |= inflate_file(&z, argv[i]);
	inflateEnd(&z);
	return status;
}
