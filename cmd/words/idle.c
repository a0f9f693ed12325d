/* idle.c - the sentence on threads that are idle in parallel regions. */
#include "base/human.h"
#include "base/map.h"
#include "cmd/words/words.h"
#include <inttypes.h>
#include <stdlib.h>

struct idle_sum {
	otfp_ref function;
	otfp_wide idle;
};

/* Of all rows. */
struct idle_sums {
	otfp_wide ticks, idle;
	struct otfp_map threads, functions;
	struct idle_sum *sums;
	size_t n, cap;
};

static int add_up(struct idle_sums *s, const struct otfp_wait_idle *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct idle_sum *sum =
			otfp_map_row(&s->functions, rows[i].function, &s->sums, &s->n, &s->cap, sizeof *sum);
		if (!sum || otfp_map_set(&s->threads, rows[i].process, 1) < 0)
			return -1;
		sum->function = rows[i].function;
		sum->idle += rows[i].idle;
		s->ticks += rows[i].ticks;
		s->idle += rows[i].idle;
	}
	return 0;
}

static int put(const struct words_of *v, struct otfp_buf *b, const struct idle_sums *s)
{
	const double idle = otfp_wide_real(s->idle), ticks = otfp_wide_real(s->ticks);
	const struct idle_sum *most = s->sums;
	int rc = otfp_buf_printf(b, "%zu %s idle for ", s->threads.n,
	                         otfp_noun(s->threads.n, "thread is", "threads are"));

	for (size_t i = 1; i < s->n; i++)
		if (s->sums[i].idle > most->idle ||
		    (s->sums[i].idle == most->idle && s->sums[i].function < most->function))
			most = &s->sums[i];
	rc = rc == 0 ? otfp_human_ticks(b, idle, v->resolution) : rc;
	rc = rc == 0 ? otfp_buf_puts(b, " of ") : rc;
	rc = rc == 0 ? otfp_human_ticks(b, ticks, v->resolution) : rc;
	rc = rc == 0 ? otfp_buf_printf(b, " in parallel regions, %.1f %%", 100 * idle / ticks) : rc;
	if (rc == 0 && s->n > 1)
		rc = otfp_buf_puts(b, ", most in ") < 0 ? -1 :
		                                          name_add(b, v->names, OTFP_NAMED_FUNCTION, most->function);
	return rc == 0 ? otfp_buf_puts(b, ".\n") : rc;
}

int words_idle(const struct words_of *v, struct otfp_buf *to)
{
	size_t n;
	const struct otfp_wait_idle *rows = otfp_wait_idles(v->w, &n);
	struct idle_sums s = {0};
	int rc = n ? add_up(&s, rows, n) : 0;

	if (rc == 0 && n)
		rc = put(v, to, &s);
	otfp_map_release(&s.threads);
	otfp_map_release(&s.functions);
	free(s.sums);
	return rc;
}
