/*
 * fuzz_view.c - bytes as a request of otf-view: method, host, origin and path, a line each, then KEY=VALUE lines. It is
 * refused, or its answer about a small trace is JSON with a status that the protocol has.
 */
#include <fcntl.h>
#include "room.h"
#include "cmd/view/guard.h"
#include "cmd/view/view.h"

enum { LINES = 16, MOST = 4096 };

static const char token[] = "ABCDEFGHIJKLMNOPQRSTUV";
static const char trace[] =
	"@OTFPIPE\t1.0\tTR:1000\n@SM\t1\t1,2\nDefTimerResolution\t-\t0\t1000\nDefProcess\t-\t0\t1\tp\t0\n"
	"DefProcess\t-\t0\t2\tq\t0\nDefFunction\t-\t0\t1\tf\t0\t0\nDefCounter\t-\t0\t1\tc\t0\t0\tn\n"
	"Enter\t1\t1\t1\t0\nCounter\t2\t1\t1\t7\nSendMsg\t3\t1\t2\t0\t1\t9\t0\nRecvMsg\t4\t2\t1\t0\t1\t9\t0\n"
	"Leave\t8\t1\t1\t0\n@END\t10\n";

static char text[MOST + 1], *lines[LINES];
static struct views all;

static void begin(void)
{
	static struct common common;
	static struct view_options options;
	static struct job job;
	static char name[100], *names[] = {name};
	int fd;

	make_room();
	snprintf(name, sizeof name, "%s/trace", dir);
	fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	CHECK(fd >= 0 && write(fd, trace, sizeof trace - 1) == (ssize_t)sizeof trace - 1 && close(fd) == 0);
	options.memory = 1 << 20;
	job = (struct job){.common = &common, .read = {.nsources = 1, .sources = names}, .write.count_only = 1};
	CHECK(views_begin(&all, &job, &options, 1) == -1);
}

static void split(const uint8_t *data, size_t size)
{
	size_t n = size < MOST ? size : MOST, k = 0;
	char *at = text;

	memcpy(text, data, n);
	text[n] = '\0';
	memset(lines, 0, sizeof lines);
	while (at && k < LINES) {
		lines[k++] = at;
		at = strchr(at, '\n');
		if (at)
			*at++ = '\0';
	}
}

static const char *arg(void *ctx, const char *name)
{
	const size_t n = strlen(name);

	(void)ctx;
	for (size_t i = 4; i < LINES && lines[i]; i++)
		if (strncmp(lines[i], name, n) == 0 && lines[i][n] == '=')
			return lines[i] + n + 1;
	return NULL;
}

static int is_left(void *ctx)
{
	(void)ctx;
	return 0;
}

/* Those that run another command have nothing here to run. */
static int runs_command(const char *name)
{
	return strcmp(name, "profile") == 0 || strcmp(name, "waits") == 0 || strcmp(name, "picture") == 0;
}

static void ask(const char *name)
{
	view_answer *how = runs_command(name) ? NULL : view_answer_named(name);
	struct request r = {.arg = arg, .is_left = is_left, .status = 200};
	char *answer = NULL;
	size_t n = 0;

	if (!how)
		return;
	r.json.out = open_memstream(&answer, &n);
	CHECK(r.json.out);
	how(&all.p[0], &r);
	CHECK(fclose(r.json.out) == 0);
	CHECK(r.status == 200 || r.status == 400);
	CHECK(n >= 2 && answer[0] == '{');
	CHECK(r.status == 200 || strncmp(answer, "{\"error\": ", 10) == 0);
	free(answer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct guard_head h = {.nhosts = 1, .bytes = size};
	const char *rest = NULL, *why = NULL;
	unsigned refused;

	if (!all.n)
		begin();
	split(data, size);
	if (!lines[3])
		return 0;
	h.method = lines[0];
	h.host = lines[1];
	h.origin = *lines[2] ? lines[2] : NULL;
	h.path = lines[3];
	refused = guard_check(&h, token, &rest, &why);
	CHECK(refused ? refused >= 400 && refused < 500 && why : rest && !h.has_body);
	CHECK(refused || (strncmp(h.path + 1, token, GUARD_TOKEN) == 0 && rest == h.path + GUARD_TOKEN + 2));
	ask(refused ? h.path : rest);
	return 0;
}
