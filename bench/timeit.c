/*
 * timeit.c - two commands in turns, and what they cost.
 *
 *     timeit [-b] [-n RUNS] [-w WARM_UPS] [-c CLEAN] OURS [PEER]
 *
 * Each command is given to sh -c, with stdin and stdout on /dev/null; CLEAN is
 * run before every run, untimed. Both are run in turns (A B A B ...), so that
 * a slow moment of the machine meets both. One line comes out, fields by HT:
 *
 *     wall cpu peak  wall cpu peak
 *
 * medians, or with -b the best, in seconds (cpu = user + system, of all processes of the command) and
 * in KiB (largest resident set of the biggest process); "-" for a peer that is
 * missing or empty, or a command that failed. Exit status 1 if OURS failed.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define RUNS_MAX 100

struct sample {
	double wall;
	double cpu;
	double peak;
};

struct command {
	const char *text;
	int failed;
	struct sample runs[RUNS_MAX];
};

struct options {
	int runs;
	int warm_ups;
	int best;
	const char *clean;
};

static void die(const char *what)
{
	fprintf(stderr, "timeit: %s: %s\n", what, strerror(errno));
	exit(2);
}

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double seconds(struct timeval t)
{
	return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

static void exec_shell(const char *text)
{
	int null = open("/dev/null", O_RDWR);
	if (null < 0 || dup2(null, STDIN_FILENO) < 0 || dup2(null, STDOUT_FILENO) < 0)
		_exit(126);
	execl("/bin/sh", "sh", "-c", text, (char *)NULL);
	_exit(127);
}

/* @return the wait status */
static int run_once(const char *text, struct sample *s)
{
	struct rusage use;
	int status;
	double from = now();
	pid_t pid = fork();
	if (pid < 0)
		die("fork");
	if (pid == 0)
		exec_shell(text);
	while (wait4(pid, &status, 0, &use) < 0)
		if (errno != EINTR)
			die("wait4");
	s->wall = now() - from;
	s->cpu = seconds(use.ru_utime) + seconds(use.ru_stime);
	s->peak = (double)use.ru_maxrss;
	return status;
}

static void run(const struct options *opt, struct command *c, int n)
{
	struct sample ignored;
	int status;
	if (!c->text || c->failed)
		return;
	if (opt->clean && run_once(opt->clean, &ignored) != 0)
		fprintf(stderr, "timeit: cleaning failed: %s\n", opt->clean);
	status = run_once(c->text, n < 0 ? &ignored : &c->runs[n]);
	if (status == 0)
		return;
	c->failed = 1;
	if (WIFSIGNALED(status))
		fprintf(stderr, "timeit: signal %d: %s\n", WTERMSIG(status), c->text);
	else
		fprintf(stderr, "timeit: exit status %d: %s\n", WEXITSTATUS(status), c->text);
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static double median(double *v, int n)
{
	qsort(v, (size_t)n, sizeof(*v), ascending);
	return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

static double least(double *v, int n)
{
	qsort(v, (size_t)n, sizeof(*v), ascending);
	return v[0];
}

/* The median; with -b the best. */
static void print_times(const struct options *opt, const struct command *c)
{
	double wall[RUNS_MAX], cpu[RUNS_MAX], peak[RUNS_MAX];
	double (*const of)(double *, int) = opt->best ? least : median;
	const int n = opt->runs;

	if (!c->text || c->failed) {
		fputs("-\t-\t-", stdout);
		return;
	}
	for (int i = 0; i < n; i++) {
		wall[i] = c->runs[i].wall;
		cpu[i] = c->runs[i].cpu;
		peak[i] = c->runs[i].peak;
	}
	printf("%.4f\t%.4f\t%.0f", of(wall, n), of(cpu, n), median(peak, n));
}

static int get_options(int argc, char **argv, struct options *opt)
{
	int c;
	while ((c = getopt(argc, argv, "bn:w:c:")) != -1) {
		switch (c) {
		case 'b': opt->best = 1; break;
		case 'n': opt->runs = atoi(optarg); break;
		case 'w': opt->warm_ups = atoi(optarg); break;
		case 'c': opt->clean = optarg; break;
		default: return -1;
		}
	}
	if (opt->runs < 1 || opt->runs > RUNS_MAX || opt->warm_ups < 0)
		return -1;
	return argc - optind == 1 || argc - optind == 2 ? 0 : -1;
}

int main(int argc, char **argv)
{
	static struct command ours, peer;
	struct options opt = {.runs = 3, .warm_ups = 1};
	if (get_options(argc, argv, &opt) < 0) {
		fputs("usage: timeit [-b] [-n RUNS] [-w WARM_UPS] [-c CLEAN] OURS [PEER]\n", stderr);
		return 2;
	}
	ours.text = argv[optind];
	if (argv[optind + 1] && *argv[optind + 1])
		peer.text = argv[optind + 1];
	for (int n = -opt.warm_ups; n < opt.runs; n++) {
		run(&opt, &ours, n);
		run(&opt, &peer, n);
	}
	print_times(&opt, &ours);
	putchar('\t');
	print_times(&opt, &peer);
	putchar('\n');
	return ours.failed;
}
