#include "cmd/run/sides.h"
#include "cmd/text/message.h"
#include <string.h>

int sides_find(struct sides *s, const struct job *job, int (*is_own)(const char *name))
{
	unsigned at = 0, n = 0;

	while (at < (unsigned)job->read.nsources && n < PAIR_SIDES) {
		struct job_sources *one = &s->sources[n];
		s->names[n] = job->read.sources[at];
		s->is_own[n] = is_own && is_own(s->names[n]);
		at += job_trace(job, at, one);
		if (s->is_own[n]) {
			at -= (unsigned)one->nsources - 1;
			one->nsources = 1;
		}
		n++;
	}
	if (n < PAIR_SIDES || at < (unsigned)job->read.nsources)
		return message_usage("--diff compares two traces: give A and B");
	if (strcmp(s->names[PAIR_A], "-") == 0 && strcmp(s->names[PAIR_B], "-") == 0)
		return message_usage("--diff: standard input cannot be both traces");
	return 0;
}
