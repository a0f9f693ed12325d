/* remote-write.c - the writer of archive.h: it waits for the child in lib-write.c. */
#include "otf2/archive.h"
#include "otf2/wire.h"
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_OTF2
static otfp_contain_fn *const serve = otfp_otf2_serve_writing;
#else
static otfp_contain_fn *const serve;
#endif

enum { MOST_WORDS = 1024 }; /* of a message */

/* The child gave up: its message, or that of plan->frames. */
static int fail_told(struct otfp_contained *c, const struct otfp_otf2_answer *a, const struct otfp_otf2_plan *plan,
                     struct otfp_error *err)
{
	union {
		uint64_t words[MOST_WORDS];
		char text[MOST_WORDS * sizeof(uint64_t)];
		struct otfp_error err;
	} u;
	size_t n = a->words * sizeof(uint64_t);

	if (a->words > MOST_WORDS || a->words == 0 || otfp_contain_receive(c, u.words, n) != 0)
		return otfp_fail(err, OTFP_EFAIL, "%s/%s.otf2: cannot be written", plan->directory, plan->name);
	if (a->what == OTFP_OTF2_CALLER_FAILED && n >= sizeof u.err) {
		if (err)
			*err = u.err;
		return u.err.code < 0 ? u.err.code : OTFP_EFAIL;
	}
	u.text[n - 1] = 0;
	return otfp_fail(err, OTFP_EFAIL, "%s/%s.otf2: %s", plan->directory, plan->name, u.text);
}

/* Wait for the end of the child. */
static int await(struct otfp_contained *c, const struct otfp_otf2_plan *plan, struct otfp_error *err)
{
	struct otfp_otf2_answer a;
	char why[1200];
	int code = otfp_contain_receive(c, &a, sizeof a);

	if (code == OTFP_EINTR)
		return otfp_fail(err, code, "interrupted");
	if (code < 0)
		return otfp_fail_errno(err, "%s/%s.otf2", plan->directory, plan->name);
	if (code == 0)
		return a.what == OTFP_OTF2_LAST ? 0 : fail_told(c, &a, plan, err);
	otfp_contain_why(c, why, sizeof why);
	return otfp_fail(err, OTFP_EFAIL, "%s/%s.otf2: %s", plan->directory, plan->name, why);
}

int otfp_otf2_write(const struct otfp_otf2_plan *plan, struct otfp_error *err)
{
	struct otfp_contained c;
	int code;

	if (!serve)
		return otfp_fail(err, OTFP_EFAIL, "%s/%s.otf2: otfpipe was built without libotf2, which writes OTF2",
		                 plan->directory, plan->name);
	code = otfp_contain_start(&c, serve, (void *)plan, 1, "libotf2", plan->name, plan->stop, err);
	if (code == 0)
		code = await(&c, plan, err);
	otfp_contain_end(&c);
	return code;
}
