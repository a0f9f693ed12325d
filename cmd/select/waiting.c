#include "cmd/select/waiting.h"
#include "cmd/text/signals.h"
#include "io/temp.h"

enum { MEMORY = 8 << 20 }; /* bytes for waits between the passes */

int waiting_begin(struct waiting *w, const struct otfp_wait_options *o, const struct otfp_header *h,
                  struct otfp_error *err)
{
	struct otfp_roots_options roots = {.wait = *o, .memory = MEMORY, .dir = otfp_temp_dir(), .stop = signal_came};

	roots.wait.clocks = roots.wait.each = 0;
	w->engine = otfp_wait_new(&roots.wait, h);
	if (!w->engine)
		return otfp_fail_memory(err);
	if (otfp_roots_new(&w->roots, &roots, err) < 0)
		return err->code;
	otfp_wait_report(w->engine, otfp_roots_put, w->roots);
	return 0;
}

static int check(const struct waiting *w, int rc, struct otfp_error *err)
{
	const int code = rc < 0 ? otfp_roots_error(w->roots, err) : 0;

	return rc == 0 || code ? code : otfp_fail_memory(err);
}

int waiting_add(struct waiting *w, const struct otfp_record *rec, struct otfp_error *err)
{
	if (!w->engine)
		return 0;
	otfp_wait_number(w->engine, ++w->number);
	return check(w, otfp_wait_add(w->engine, rec), err);
}

int waiting_end(struct waiting *w, struct otfp_error *err)
{
	const int code = w->engine ? check(w, otfp_wait_end(w->engine), err) : 0;

	otfp_wait_free(w->engine);
	w->engine = NULL;
	return code;
}

void waiting_release(struct waiting *w)
{
	otfp_wait_free(w->engine);
	otfp_roots_free(w->roots);
	w->engine = NULL;
	w->roots = NULL;
}
