#include "base/text.h"
#include <string.h>
#include <unistd.h>

enum { READ_SIZE = 65536 };

int otfp_text_read(struct otfp_buf *b, const char *name, const char *what, otfp_stop_fn *stop, struct otfp_error *err)
{
	int fd = otfp_fd_open(name, O_RDONLY, stop), rc = 0;
	ssize_t n = 1;

	if (fd < 0)
		return otfp_fail_errno(err, "%s: %s", what, name);
	while (rc == 0 && n > 0) {
		if (otfp_buf_reserve(b, READ_SIZE) < 0)
			rc = otfp_fail_memory(err);
		else if ((n = otfp_fd_read(fd, b->p + b->n, READ_SIZE, stop)) < 0)
			rc = otfp_fail_errno(err, "%s: %s", what, name);
		else if (memchr(b->p + b->n, 0, (size_t)n))
			rc = otfp_fail(err, OTFP_EUSAGE, "%s: %s: not a text file", what, name);
		b->n += n > 0 ? (size_t)n : 0;
	}
	close(fd);
	return rc == 0 && !otfp_buf_str(b) ? otfp_fail_memory(err) : rc;
}

char *otfp_text_trim(char *p)
{
	static const char blanks[] = " \t\n\v\f\r";
	size_t n;

	p += strspn(p, blanks);
	for (n = strlen(p); n && strchr(blanks, p[n - 1]); n--)
		p[n - 1] = 0;
	return p;
}
