#include "cmd/run/state.h"
#include "base/error.h"
#include "cmd/text/message.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static int read_bytes(struct otfp_buf *bytes, FILE *in)
{
	char block[1 << 16];
	size_t n;

	while ((n = fread(block, 1, sizeof block, in)))
		if (otfp_buf_add(bytes, block, n) < 0)
			return -1;
	return 0;
}

int begin_state_read(struct begin_state *s, const char *name, struct otfp_error *err)
{
	FILE *in = fopen(name, "rb");
	int is_bad, rc;

	if (!in)
		return otfp_fail(err, OTFP_EFAIL, "%s: %s", name, strerror(errno));
	rc = read_bytes(&s->bytes, in);
	is_bad = ferror(in);
	fclose(in);
	if (rc < 0)
		return otfp_fail_memory(err);
	if (is_bad)
		return otfp_fail(err, OTFP_EFAIL, "%s: cannot be read", name);
	if (s->bytes.n >= sizeof s->head)
		memcpy(&s->head, s->bytes.p, sizeof s->head);
	if (s->bytes.n < sizeof s->head || s->bytes.n % sizeof *s->words ||
	    s->head.n != (s->bytes.n - sizeof s->head) / sizeof *s->words)
		return otfp_fail(err, OTFP_EDAMAGE, "%s: is not a state that otf-view wrote", name);
	s->words = (const uint64_t *)(const void *)(s->bytes.p + sizeof s->head);
	return 0;
}

void begin_state_late(struct begin_state *s, uint64_t before)
{
	s->is_late = 1;
	message_print("--state: the window needs a state before %" PRIu64, before);
}

void begin_state_release(struct begin_state *s)
{
	otfp_buf_release(&s->bytes);
	*s = (struct begin_state){0};
}
