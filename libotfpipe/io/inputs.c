#include "io/inputs.h"
#include "base/fd.h"
#include "io/there.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int otfp_is_stdin(const char *name)
{
	return !name || strcmp(name, "-") == 0;
}

const char *otfp_shown_name(const char *name)
{
	return otfp_is_stdin(name) ? "stdin" : name;
}

int otfp_inputs_init(struct otfp_inputs *in, const char *const *names, unsigned n, struct otfp_error *err)
{
	*in = (struct otfp_inputs){.names = names, .n = n, .fd = -1};
	in->looks = calloc(n, sizeof *in->looks);
	return in->looks ? 0 : otfp_fail_memory(err);
}

static void drop(struct otfp_inputs *in)
{
	if (in->fd >= 0)
		close(in->fd);
	in->fd = -1;
}

static int read_head(struct otfp_inputs *in, unsigned i)
{
	struct otfp_first_look *look = &in->looks[i];
	ssize_t n = -1;

	drop(in);
	in->fd = otfp_fd_open(in->names[i], O_RDONLY, otfp_go_on);
	in->kept = i;
	if (in->fd >= 0)
		n = otfp_fd_read_at(in->fd, look->head, sizeof look->head, 0);
	look->is_readable = n >= 0;
	look->n = n > 0 ? (unsigned)n : 0;
	return n < 0 ? errno : 0;
}

const struct otfp_first_look *otfp_inputs_look(struct otfp_inputs *in, unsigned i)
{
	struct otfp_first_look *look = &in->looks[i];
	struct stat st;
	int found;

	if (look->is_done)
		return look;
	look->is_done = 1;
	look->is_stdin = (uint8_t)otfp_is_stdin(in->names[i]);
	if (look->is_stdin)
		return look;
	found = otfp_file_is_there(in->names[i], &st, NULL);
	if (found < 0)
		look->failed = errno;
	if (found <= 0)
		return look;
	look->exists = 1;
	look->is_directory = S_ISDIR(st.st_mode);
	look->is_regular = S_ISREG(st.st_mode);
	look->size = (uint64_t)st.st_size;
	if (look->is_regular)
		look->failed = read_head(in, i);
	return look;
}

int otfp_inputs_check(struct otfp_inputs *in, unsigned i, struct otfp_error *err)
{
	errno = otfp_inputs_look(in, i)->failed;
	return errno ? otfp_fail_errno(err, "%s", in->names[i]) : 0;
}

void otfp_inputs_forget(struct otfp_inputs *in)
{
	drop(in);
	memset(in->looks, 0, in->n * sizeof *in->looks);
}

int otfp_inputs_detach(struct otfp_inputs *in, unsigned i)
{
	int fd = in->kept == i ? in->fd : -1;

	if (fd >= 0)
		in->fd = -1;
	return fd;
}

void otfp_inputs_release(struct otfp_inputs *in)
{
	drop(in);
	free(in->looks);
	in->looks = NULL;
}
