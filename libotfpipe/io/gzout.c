#include "io/gzout.h"
#include <errno.h>
#include <stdio.h>
#include <unistd.h>
#include <zlib.h>

int otfp_gzout_open(struct otfp_gzout *g, int fd, const char *name, int level, struct otfp_error *err)
{
	char mode[4];
	int copy;

	*g = (struct otfp_gzout){.fd = fd, .name = name, .err = err};
	if (!level)
		return 0;
	snprintf(mode, sizeof mode, "wb%d", level);
	copy = dup(fd);
	if (copy < 0)
		return otfp_fail_errno(err, "%s", name);
	g->gz = gzdopen(copy, mode);
	if (g->gz)
		return 0;
	close(copy);
	return otfp_fail_memory(err);
}

static int put_plain(struct otfp_gzout *g, const char *p, size_t n)
{
	while (n) {
		ssize_t k = write(g->fd, p, n);
		if (k < 0)
			return otfp_fail_errno(g->err, "%s", g->name);
		p += k;
		n -= (size_t)k;
	}
	return 0;
}

int otfp_gzout_put(struct otfp_gzout *g, const void *p, size_t n)
{
	if (!g->gz)
		return put_plain(g, p, n);
	errno = 0;
	if (n && gzwrite(g->gz, p, (unsigned)n) <= 0)
		return otfp_fail_errno(g->err, "%s", g->name);
	return 0;
}

int otfp_gzout_end(struct otfp_gzout *g)
{
	void *gz = g->gz;

	g->gz = NULL;
	errno = 0;
	return gz && gzclose(gz) != Z_OK ? otfp_fail_errno(g->err, "%s", g->name) : 0;
}

void otfp_gzout_release(struct otfp_gzout *g)
{
	if (g->gz)
		gzclose(g->gz);
	g->gz = NULL;
}
