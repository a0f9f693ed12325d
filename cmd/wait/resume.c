#include "cmd/wait/resume.h"
#include "base/error.h"

enum { LOOK = 512 /* records between two looks whether all is known */ };

int wait_state_give(struct wait_state *s, struct otfp_wait_engine *w, struct otfp_error *err)
{
	int rc;

	if (s->from.is_given)
		return 0;
	s->from.is_given = 1;
	rc = otfp_wait_resume(w, s->from.head.time, s->from.words, s->from.head.n);
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

	if (otfp_wait_needs_earlier(w, &before))
		begin_state_late(&s->from, before);
	return s->from.is_late;
}
