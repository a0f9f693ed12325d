#include "cmd/wait/resume.h"
#include "base/error.h"
#include "cmd/text/message.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { LOOK = 512 /* records between two looks whether all is known */ };
enum { HEAD = 2 /* words before those of the state */ };

static int read_words(struct otfp_buf *words, FILE *in)
{
	char block[1 << 16];
	size_t n;

	while ((n = fread(block, 1, sizeof block, in)))
		if (otfp_buf_add(words, block, n) < 0)
			return -1;
	return 0;
}

int wait_state_read(struct wait_state *s, const char *name, struct otfp_error *err)
{
	FILE *in = fopen(name, "rb");
	uint64_t head[HEAD] = {0};
	int is_bad, rc;

	if (!in)
		return otfp_fail(err, OTFP_EFAIL, "%s: %s", name, strerror(errno));
	rc = read_words(&s->words, in);
	is_bad = ferror(in);
	fclose(in);
	if (rc < 0)
		return otfp_fail_memory(err);
	if (is_bad)
		return otfp_fail(err, OTFP_EFAIL, "%s: cannot be read", name);
	if (s->words.n >= sizeof head)
		memcpy(head, s->words.p, sizeof head);
	if (s->words.n < sizeof head || s->words.n % sizeof *head || head[1] != s->words.n / sizeof *head - HEAD)
		return otfp_fail(err, OTFP_EDAMAGE, "%s: no state of otf-view", name);
	s->time = head[0];
	return 0;
}

int wait_state_give(struct wait_state *s, struct otfp_wait_engine *w, struct otfp_error *err)
{
	int rc;

	if (s->is_given)
		return 0;
	s->is_given = 1;
	rc = otfp_wait_resume(w, s->time, (const uint64_t *)(const void *)s->words.p + HEAD,
	                      s->words.n / sizeof(uint64_t) - HEAD);
	if (rc < 0)
		return otfp_fail_memory(err);
	return rc ? otfp_fail(err, OTFP_EDAMAGE, "--state: no state from before the window") : 0;
}

int wait_state_is_enough(struct wait_state *s, const struct otfp_wait_engine *w)
{
	uint64_t before;

	if (s->looks++ % LOOK)
		return 0;
	return otfp_wait_needs_earlier(w, &before) || otfp_wait_is_settled(w);
}

int wait_state_is_late(struct wait_state *s, const struct otfp_wait_engine *w)
{
	uint64_t before;

	s->is_late = otfp_wait_needs_earlier(w, &before);
	if (s->is_late)
		message_print("--state: the window needs a state before %" PRIu64, before);
	return s->is_late;
}
