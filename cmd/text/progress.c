#include "cmd/text/progress.h"
#include "base/fd.h"
#include "cmd/text/message.h"
#include "cmd/text/signals.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { AFTER_MS = 1000, EVERY_MS = 500 };

/* Or NULL. What calls progress_stop has no context; threads that read ahead call it, too, and show nothing. */
static _Thread_local struct progress *current;

static uint64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

/* In a pipeline the last command shows its progress, not all of them. */
static int starts_by_itself(int prints)
{
	struct stat st;

	return isatty(STDERR_FILENO) && !(prints && isatty(STDOUT_FILENO)) &&
	       !(fstat(STDOUT_FILENO, &st) == 0 && S_ISFIFO(st.st_mode));
}

void progress_begin(struct progress *p, enum progress_when when, int prints, const struct otfp_header *h)
{
	const uint64_t now = now_ms();

	*p = (struct progress){.on = when == PROGRESS_ON || (when == PROGRESS_AUTO && starts_by_itself(prints)),
	                       .on_terminal = isatty(STDERR_FILENO),
	                       .since_ms = now,
	                       .begun_ms = now,
	                       .last_ms = now + (when == PROGRESS_ON ? 0 : AFTER_MS - EVERY_MS),
	                       .header = h};
	current = p;
}

/* How far the time is in the span, from 0 to 1; -1 if the header has no span. */
static double share(const struct progress *p, uint64_t time)
{
	const struct otfp_header *h = p->header;

	if (!h->has_span || h->last == h->first || time < h->first || time > h->last)
		return -1;
	return (double)(time - h->first) / (double)(h->last - h->first);
}

/* Write the line in place of the last one. */
static void put(struct progress *p, const char *line, const char *end)
{
	char text[200];
	int columns = (int)strlen(line);
	int n = snprintf(text, sizeof text, "\r%-*s%s", (int)p->shown > columns ? (int)p->shown : columns, line, end);

	p->shown = (unsigned)columns;
	if (write(STDERR_FILENO, text, (size_t)n) < 0)
		return; /* progress nobody can see is no reason to fail */
}

void progress_hide(void)
{
	struct progress *p = current;

	if (p && p->shown && p->on_terminal) {
		put(p, "", "\r");
	} else if (p && p->shown) {
		p->shown = 0;
		otfp_fd_write(STDERR_FILENO, "\n", 1, signal_came);
	}
}

/* @return whether the line is to be shown now */
static int is_due(struct progress *p, uint64_t now)
{
	if (now < p->last_ms + EVERY_MS)
		return 0;
	p->last_ms = now;
	return 1;
}

static void show_wait(struct progress *p)
{
	char line[120];

	p->begun_ms = now_ms();
	if (!is_due(p, p->begun_ms))
		return;
	snprintf(line, sizeof line, "%s: reading for %.0f s", message_program(),
	         (double)(p->begun_ms - p->since_ms) / 1000);
	put(p, line, "");
}

int progress_stop(void)
{
	if (current && current->on && !current->count)
		show_wait(current);
	return signal_came();
}

void progress_show(struct progress *p, const struct otfp_record *rec)
{
	const uint64_t now = now_ms();
	const double done = share(p, rec->time), seconds = (double)(now - p->begun_ms) / 1000;
	char line[120];
	int n;

	if (now < p->begun_ms + EVERY_MS || !is_due(p, now))
		return;
	n = snprintf(line, sizeof line, "%s: %" PRIu64 " records, %.0f/s", message_program(), p->count,
	             (double)p->count / seconds);
	if (done > 0)
		snprintf(line + n, sizeof line - (size_t)n, ", %.0f%%, %.0f s left", done * 100,
		         seconds * (1 - done) / done);
	put(p, line, "");
}

void progress_end(struct progress *p)
{
	char line[120];

	current = NULL;
	if (p->on && p->on_terminal && p->shown) {
		put(p, "", "\r");
	} else if (p->on && !p->on_terminal && p->header) {
		snprintf(line, sizeof line, "%s: %" PRIu64 " records", message_program(), p->count);
		put(p, line, "\n");
	}
	p->on = 0;
}
