/* run.c - otf-view: its options, and its life from the first line to a signal. */
#include "cmd/view/run.h"
#include "base/fd.h"
#include "base/ticks.h"
#include "cmd/run/asked.h"
#include "cmd/text/signals.h"
#include "cmd/text/stdout.h"
#include "cmd/view/server.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PORT_MOST = 65535, MEMORY_LEAST = 1 << 20, TEND = 100 /* ms */ };

#define AT(member) offsetof(struct view_options, member)
const struct option_row view_options[] = {
	{0, "port", "N", "listen on this port of 127.0.0.1; 0 or not given: any that is free", OPT_NUMBER, PORT_MOST,
         AT(port), NULL},
	FLAG(0, "open", "open the page with xdg-open", opens),
	{0, "idle", "TIME", "end when nobody has asked for this long: 90s, 30m", OPT_STRING, 0, AT(idle), NULL},
	{0, "cache", "DIR", "keep what the first pass finds in files in DIR, for later runs", OPT_STRING, 0, AT(cache),
         NULL},
	{0, "memory", "SIZE", "keep at most SIZE bytes of the first pass; 256M if not given", OPT_SIZE, MEMORY_LEAST,
         AT(memory), NULL},
	{0, "comm", "SET",
         "functions, or groups of functions, that communicate, for waits; MPI, SHMEM, GASPI, NCCL if not given",
         OPT_SET, 0, AT(comm), NULL},
	{0},
};

const struct option_row view_selection_options[] = {
	{'p', "process", "SET", "these processes: 1-8,12,!3 or names by glob", OPT_SET, OTFP_SET_LOCATIONS,
         AT(select.process), NULL},
	{'s', "stream", "SET", "the processes of these streams", OPT_SET, SET_NUMBERS, AT(select.stream), NULL},
	{'r', "record", "SET", "records by name, number or class; waits are of all records", OPT_LIST, 0,
         AT(select.record), record_word},
	{'t', "time", "A:B", "the time in [A,B): " OTFP_TIME_FORMS, OPT_INTERVAL, 0, AT(select.time), NULL},
	{0},
};
#undef AT

const struct view_options view_defaults = {.memory = (size_t)256 << 20};

extern char **environ;

/* ---- options ---- */

/* "90s", "30m", "2h". @return ms; 0 after it printed the usage error */
static uint64_t idle_ms(const char *text)
{
	static const struct {
		char unit;
		uint64_t ms;
	} units[] = {{'s', 1000}, {'m', 60000}, {'h', 3600000}};
	char *end;
	const unsigned long n = strtoul(text, &end, 10);

	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (*text >= '0' && *text <= '9' && *end == units[i].unit && !end[1] && n > 0 && n < 1000000)
			return n * units[i].ms;
	message_usage("--idle: want a time such as 90s, 30m or 2h");
	return 0;
}

/* The number of traces that the operands are; 0 after it printed the usage error. */
static size_t count_traces(const struct job *job, const struct view_options *o)
{
	struct job_sources one;
	size_t n = job->read.nsources == 0, pipes = n;

	for (unsigned at = 0; at < (unsigned)job->read.nsources; n++) {
		at += job_trace(job, at, &one);
		pipes += strcmp(one.sources[0], "-") == 0;
	}
	if (pipes > 1)
		message_usage("standard input can be named once only");
	else if (pipes && o->cache)
		message_usage("--cache: standard input cannot be found again by a later run; give the trace by name");
	return pipes > 1 || (pipes && o->cache) ? 0 : n;
}

/* @return whether DIR of --cache is one, or was not given; else after reporting it */
static int has_cache_dir(const struct view_options *o)
{
	struct stat st;
	int rc = o->cache ? stat(o->cache, &st) : 0;

	if (rc == 0 && o->cache && !S_ISDIR(st.st_mode)) {
		errno = ENOTDIR;
		rc = -1;
	}
	if (rc < 0)
		message_print("--cache: %s: %s", o->cache, strerror(errno));
	return rc == 0;
}

void view_options_release(void *own)
{
	struct view_options *o = own;

	selection_release(&o->select);
	otfp_set_free(o->comm);
}

/* ---- all ---- */

/* What xdg-open prints is not shown: it tries many browsers, and has lines for each that is missing. @return 0, or
 * errno */
static int start_browser(char *url, pid_t *pid)
{
	char *argv[] = {"xdg-open", url, NULL};
	posix_spawn_file_actions_t files;
	int rc = posix_spawn_file_actions_init(&files);

	if (rc)
		return rc;
	rc = posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
	rc = rc ? rc : posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
	rc = rc ? rc : posix_spawnp(pid, argv[0], &files, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&files);
	return rc;
}

/* A browser that does not start is no reason to end. */
static void open_page(char *url, pid_t *pid)
{
	const int rc = start_browser(url, pid);

	if (rc)
		message_warning("xdg-open: %s; open the address above in a browser", strerror(rc));
}

/* It ends at once if it finds none; else when the browser runs, or has ended. */
static void look_at_browser(pid_t *pid)
{
	int status;

	if (!*pid || waitpid(*pid, &status, WNOHANG) != *pid)
		return;
	*pid = 0;
	if (WIFEXITED(status) && WEXITSTATUS(status))
		message_warning("xdg-open: ended with status %d; open the address above in a browser",
		                WEXITSTATUS(status));
}

/* Until a signal comes, or nobody asks any more. */
static void wait_for_end(struct server *s, uint64_t idle, pid_t browser)
{
	while (!signal_came()) {
		const uint64_t ms = server_tend(s);
		look_at_browser(&browser);
		if (idle && ms >= idle) {
			message_note(1, "nobody asked for the time of --idle");
			return;
		}
		otfp_fd_pause(TEND);
	}
}

/* Start the first pass of each trace. */
static int start_all(struct views *all, struct otfp_error *err)
{
	for (size_t i = 0; i < all->n; i++)
		if (view_start(&all->p[i]) < 0)
			return otfp_fail_errno(err, "first pass");
	return 0;
}

static int serve(struct views *all, const struct view_options *o, uint64_t idle)
{
	struct server s;
	struct otfp_error err;
	pid_t browser = 0;
	char url[64];
	int code = server_start(&s, all, (unsigned)o->port, &err);

	if (code == 0) {
		snprintf(url, sizeof url, "http://127.0.0.1:%u/%s/", s.port, s.token);
		puts(url);
		code = stdout_flush(&err);
	}
	if (code == 0)
		code = start_all(all, &err);
	if (code == 0) {
		if (o->opens)
			open_page(url, &browser);
		wait_for_end(&s, idle, browser);
	} else
		message_print("%s", err.text);
	views_stop(all);
	server_stop(&s);
	return code < 0 ? exit_status(code) : 0;
}

static int run(struct job *job, const struct view_options *o, uint64_t idle, size_t n)
{
	struct views all = {0};
	struct otfp_error err;
	int status;

	signals_catch();
	signal(SIGPIPE, SIG_IGN);
	status = views_begin(&all, job, o, n);
	if (status < 0 && asked_report(job->common, &err) < 0) {
		message_print("%s", err.text);
		status = exit_status(err.code);
	}
	if (status < 0)
		status = serve(&all, o, idle);
	views_release(&all);
	signal_caught = 0; /* a signal is how it ends */
	signals_release();
	return status;
}

int view_run(struct job *job, void *own)
{
	const struct view_options *o = own;
	const uint64_t idle = o->idle ? idle_ms(o->idle) : 0;
	size_t n;

	if (o->idle && !idle)
		return 2;
	if (!server_can())
		return message_usage("otf-view needs libmicrohttpd, which this build does not have; install "
		                     "libmicrohttpd-dev and build again");
	n = count_traces(job, o);
	if (!n || job_usage(job))
		return 2;
	if (!has_cache_dir(o))
		return 1;
	job->read.whole = "otf-view";
	job->write.count_only = 1;
	return run(job, o, idle, n);
}
