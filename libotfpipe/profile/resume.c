/* resume.c - a profile that begins at a state of the run. */
#include "profile/account.h"
#include "state/words.h"

static int put(void *ctx, const struct otfp_record *rec)
{
	return otfp_profile_add(ctx, rec);
}

/* A process that lived before. @return 0, or -1 when memory is out */
static int give_life(struct otfp_profile *p, uint32_t process, uint64_t time)
{
	const struct otfp_process *state = otfp_state_process(&p->state, process);

	return state ? otfp_account_process(p, state, time) : -1;
}

int otfp_profile_resume(struct otfp_profile *p, uint64_t time, const uint64_t *words, size_t n, uint64_t *before)
{
	size_t at = 0, life;
	uint32_t process;
	uint64_t ended;
	int rc;

	if (!otfp_words_are_good(words, n) || !p->o.has_from || time >= p->o.from)
		return 1;
	otfp_account_start(p, time);
	for (; (life = otfp_words_life(words + at, n - at, &process, &ended)); at += life)
		if (give_life(p, process, time) < 0)
			return -1;
	at += otfp_words_odd(words + at, n - at, p->state.odd);
	rc = otfp_words_give(words + at, n - at, time, put, p, before);
	if (!p->state.ranks.parents.n) /* only threads send in the name of the same process */
		*before = UINT64_MAX;
	if (n && (uint32_t)words[0] != OTFP_WORDS_LIFE)
		*before = 0;
	return rc;
}
