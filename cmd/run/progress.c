#include "cmd/run/progress.h"
#include "base/fd.h"
#include "cmd/run/run.h"
#include "cmd/run/signals.h"
#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static uint64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

/* How far the time is in the span, in percent; -1 if the header has no span. */
static int percent(const struct otfp_progress *p, uint64_t time)
{
	const struct otfp_header *h = p->header;

	if (!h->has_span || h->last == h->first || time < h->first)
		return -1;
	return (int)((double)(time - h->first) * 100 / (double)(h->last - h->first));
}

static void show(const struct otfp_progress *p, int done, const char *end)
{
	char line[120];
	int n = snprintf(line, sizeof line, "\r%s: %" PRIu64 " records", otfp_program(), p->count);

	if (done >= 0)
		n += snprintf(line + n, sizeof line - (size_t)n, ", %3d%%", done);
	n += snprintf(line + n, sizeof line - (size_t)n, "%s", end);
	otfp_fd_write(STDERR_FILENO, line, (size_t)n, otfp_signal_came); /* nobody needs to see it */
}

void otfp_progress_show(struct otfp_progress *p, const struct otfp_record *rec)
{
	uint64_t now = now_ms();

	if (now - p->last_ms < 500)
		return;
	p->last_ms = now;
	show(p, percent(p, rec->time), "");
}

void otfp_progress_end(struct otfp_progress *p)
{
	if (p->on)
		show(p, -1, "        \n");
}
