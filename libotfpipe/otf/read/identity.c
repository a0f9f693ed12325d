#include "otf/read/identity.h"
#include "base/fd.h"
#include "base/sha256.h"
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { EDGE = 4096 };

static int hash_edge(struct otfp_fileset *fs, struct otfp_sha256 *h, int fd, uint64_t at)
{
	char bytes[EDGE];
	ssize_t n = otfp_fd_read_at(fd, bytes, sizeof bytes, at);

	if (n < 0)
		return otfp_fail_errno(fs->reading->err, "%s", fs->path.p);
	otfp_sha256_add(h, bytes, (size_t)n);
	return 0;
}

static int hash_open_file(struct otfp_fileset *fs, struct otfp_sha256 *h, int fd)
{
	struct stat st;
	char size[32];
	int code;

	if (fstat(fd, &st) < 0)
		return otfp_fail_errno(fs->reading->err, "%s", fs->path.p);
	otfp_sha256_add(h, size, (size_t)snprintf(size, sizeof size, "\t%lld\n", (long long)st.st_size));
	code = hash_edge(fs, h, fd, 0);
	if (code == 0 && st.st_size > EDGE)
		code = hash_edge(fs, h, fd, (uint64_t)st.st_size - EDGE);
	return code;
}

/* Add the file fs->path. */
static int hash_file(struct otfp_fileset *fs, struct otfp_sha256 *h)
{
	const char *slash = strrchr(fs->path.p, '/'), *name = slash ? slash + 1 : fs->path.p;
	int code, fd = otfp_fd_open(fs->path.p, O_RDONLY, fs->reading->o.stop);

	if (fd < 0)
		return otfp_fail_errno(fs->reading->err, "%s", fs->path.p);
	otfp_sha256_add(h, name, strlen(name));
	code = hash_open_file(fs, h, fd);
	if (otfp_fd_close(fd) < 0 && code == 0)
		code = otfp_fail_errno(fs->reading->err, "%s", fs->path.p);
	return code;
}

static int hash_stream(struct otfp_fileset *fs, struct otfp_sha256 *h, uint32_t stream)
{
	int code = 0;

	for (unsigned file = 0; file < OTFP_NFILES && code == 0; file++) {
		int found = otfp_fileset_find(fs, stream, file);
		code = found > 0 ? hash_file(fs, h) : found;
	}
	return code;
}

static int hash_master(struct otfp_fileset *fs, struct otfp_sha256 *h)
{
	fs->path.n = 0;
	if (otfp_buf_puts(&fs->path, fs->stub) < 0 || otfp_buf_puts(&fs->path, ".otf") < 0 || !otfp_buf_str(&fs->path))
		return otfp_fail_memory(fs->reading->err);
	return hash_file(fs, h);
}

int otfp_fileset_identity(struct otfp_fileset *fs, char id[OTFP_SHARE_HASH + 1])
{
	const struct otfp_master *m = &fs->reading->master;
	uint8_t digest[OTFP_SHA256_SIZE];
	struct otfp_sha256 h;
	int code;

	otfp_sha256_begin(&h);
	fs->reading->quiet++; /* oddities of the files are reported when they are opened */
	code = hash_master(fs, &h);
	if (code == 0)
		code = hash_stream(fs, &h, 0);
	for (size_t i = 0; i < m->n && code == 0; i++)
		code = hash_stream(fs, &h, m->streams[i].id);
	fs->reading->quiet--;
	otfp_sha256_end(&h, digest);
	otfp_share_hash(id, digest);
	return code;
}
