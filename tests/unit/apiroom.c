#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "apiroom.h"

void lines_begin(struct lines *l)
{
	const struct otfp_header h = {.resolution = 1000};

	memset(l, 0, sizeof *l);
	l->fd = memfd_create("lines", MFD_CLOEXEC);
	assert_true(l->fd >= 0);
	assert_int_equal(otfp_sink_open_lines(&l->sink, l->fd, NULL, NULL), 0);
	assert_int_equal(otfp_sink_begin(l->sink, &h), 0);
}

void lines_end(struct lines *l)
{
	ssize_t n;

	assert_int_equal(otfp_sink_end(l->sink), 0);
	n = pread(l->fd, l->text, sizeof l->text - 1, 0);
	assert_true(n >= 0);
	l->text[n] = '\0';
	lines_close(l);
}

void lines_close(struct lines *l)
{
	otfp_sink_close(l->sink);
	close(l->fd);
}

static char room[] = "/tmp/otfpipe-api-XXXXXX";

static void remove_room(void)
{
	char command[64];

	snprintf(command, sizeof command, "rm -rf %s", room);
	if (system(command) != 0)
		perror(command);
}

const char *room_path(const char *name)
{
	static char paths[8][100];
	static unsigned at;

	if (strchr(room, 'X') && at == 0) {
		assert_non_null(mkdtemp(room));
		atexit(remove_room);
	}
	at++;
	snprintf(paths[at % 8], sizeof paths[0], "%s/%s", room, name);
	return paths[at % 8];
}

void write_small_trace(const char *path)
{
	const struct otfp_header h = {.resolution = 1000};
	struct otfp_record rec;
	struct otfp_sink *sink;

	assert_int_equal(otfp_sink_open(&sink, "otf", path, NULL, NULL, NULL), 0);
	assert_int_equal(otfp_sink_begin(sink, &h), 0);
	otfp_record_init(&rec, OTFP_DefProcess);
	rec.f[OTFP_DefProcess_process].u = 1;
	rec.f[OTFP_DefProcess_name].s = (struct otfp_str){"p", 1};
	assert_int_equal(otfp_sink_put(sink, &rec), 0);
	otfp_record_init(&rec, OTFP_DefFunction);
	rec.f[OTFP_DefFunction_function].u = 7;
	rec.f[OTFP_DefFunction_name].s = (struct otfp_str){"main", 4};
	assert_int_equal(otfp_sink_put(sink, &rec), 0);
	otfp_record_init(&rec, OTFP_Enter);
	rec.time = 5;
	rec.loc = 1;
	rec.f[OTFP_Enter_function].u = 7;
	assert_int_equal(otfp_sink_put(sink, &rec), 0);
	assert_int_equal(otfp_sink_end(sink), 0);
	otfp_sink_close(sink);
}
