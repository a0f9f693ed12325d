#include "cmd/text/terminal.h"
#include "base/num.h"
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { USUAL = 80, MOST = 10000 };

static size_t from_environment(void)
{
	const char *text = getenv("COLUMNS");
	uint64_t v = 0;
	int over = 0;

	if (!text || *otfp_get_dec(text, &v, &over) || over || v > MOST)
		return 0;
	return (size_t)v;
}

size_t terminal_width(int fd)
{
	const size_t asked = from_environment();
	struct winsize size;

	if (asked || !isatty(fd))
		return asked;
	return ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col : USUAL;
}
