/* join-done.c - whether shares are joined already. */
#include "commit/recover.h"
#include "io/there.h"
#include "otf/names.h"
#include "otf/read/trace.h"
#include "otf/write/join.h"

int otfp_join_find_master(const char *stub, struct stat *st, struct otfp_error *err)
{
	struct otfp_buf path = OTFP_BUF_INIT;
	int found = otfp_buf_puts(&path, stub) < 0 || otfp_buf_puts(&path, ".otf") < 0 || !otfp_buf_str(&path) ?
	                    otfp_fail_memory(err) :
	                    otfp_file_is_there(path.p, st, err);

	otfp_buf_release(&path);
	return found;
}

/* @return 1 if any share exists, 0, or <0 */
static int any_exists(const char *const *shares, unsigned n, struct otfp_error *err)
{
	int found = 0;

	for (unsigned i = 0; i < n && found == 0; i++)
		found = otfp_trace_exists(shares[i], err);
	return found;
}

/* @return 1 if the trace exists, after a join of it that was killed was completed; 0; <0 */
static int is_there(const char *stub, const struct otfp_write_options *w, struct otfp_error *err)
{
	const struct otfp_read_options o = {.report = w->report, .ctx = w->ctx};
	struct stat st;
	int code = otfp_recover_to_read(stub, ".otf", &o, err);

	return code < 0 ? code : otfp_join_find_master(stub, &st, err);
}

int otfp_join_is_done(const char *name, const char *const *shares, unsigned n, const struct otfp_write_options *w,
                      struct otfp_error *err)
{
	struct otfp_buf stub = OTFP_BUF_INIT;
	int code = otfp_otf_target(&stub, name, err), is = 0;

	if (code == 0)
		is = code = is_there(stub.p, w, err);
	if (is > 0)
		code = any_exists(shares, n, err);
	is = is > 0 && code == 0;
	if (is && w->report) {
		otfp_fail(err, OTFP_OK, "%s.otf: exists, and no share is left: it is joined already", stub.p);
		w->report(w->ctx, err);
	}
	otfp_buf_release(&stub);
	return code < 0 ? code : is;
}
