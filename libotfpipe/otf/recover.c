/* recover.c - otfp_recover: complete or remove what killed writers of a name left. */
#include "otfpipe.h"
#include "base/error.h"
#include "commit/beside.h"
#include "commit/journal.h"
#include "commit/lock.h"
#include "io/there.h"
#include "otf/names.h"
#include <errno.h>
#include <string.h>

/* ---- temporary directories of killed writers ---- */

struct leftovers {
	const char *stub;
	int alone; /* this process holds the lock, so no writer uses them */
	void (*report)(void *ctx, const struct otfp_error *e);
	void *ctx;
	struct otfp_error *err;
	struct otfp_buf path;
	int code; /* 0, or the error of the last that could not be removed */
};

static void report_leftover(const struct leftovers *l, const char *what)
{
	struct otfp_error e;

	otfp_fail(&e, OTFP_OK, "%s: %s", l->path.p, what);
	if (l->report)
		l->report(l->ctx, &e);
}

static int remove_one(void *ctx, const char *suffix)
{
	struct leftovers *l = ctx;

	if (!otfp_is_fresh(suffix))
		return 0;
	l->path.n = 0;
	if (otfp_buf_puts(&l->path, l->stub) < 0 || otfp_buf_puts(&l->path, suffix) < 0 || !otfp_buf_str(&l->path))
		return l->code = otfp_fail_memory(l->err);
	if (!l->alone)
		report_leftover(l, "kept: the file system has no locks, so a writer may still be using it");
	else if (otfp_fresh_remove(l->path.p) == 0)
		report_leftover(l, "removed: left by a writer that was killed");
	else
		l->code = otfp_fail_errno(l->err, "%s", l->path.p);
	return 0;
}

static int remove_leftovers(struct leftovers *l)
{
	if (otfp_beside_each(l->stub, remove_one, l) < 0 && l->code == 0)
		l->code = otfp_fail_errno(l->err, "%s.otf", l->stub);
	otfp_buf_release(&l->path);
	return l->code;
}

/* Complete and remove what is left of a name. */
static int recover(const char *stub, const char *suffix, struct leftovers *l)
{
	struct otfp_lock *lock;
	int code = otfp_lock_acquire(&lock, stub, suffix, l->err);

	if (code < 0)
		return code;
	l->stub = stub;
	code = otfp_journal_recover(stub, l->report, l->ctx, l->err);
	l->alone = otfp_lock_holds(lock);
	if (code >= 0)
		code = remove_leftovers(l);
	if (otfp_lock_release(lock, code < 0 ? NULL : l->err) < 0 && code >= 0)
		code = OTFP_EFAIL;
	return code < 0 ? code : 0;
}

/* ---- directories of TAU, whose files are replaced together ---- */

static int note_fresh(void *found, const char *suffix)
{
	*(int *)found |= otfp_is_fresh(suffix);
	return 0;
}

/* Whether a writer of the files in a directory left something. @return 1, 0 or <0 */
static int was_interrupted(const char *stub, struct otfp_error *err)
{
	int found = otfp_journal_exists(stub, err);

	if (found == 0 && otfp_beside_each(stub, note_fresh, &found) < 0)
		return otfp_fail_errno(err, "%s", stub);
	return found;
}

static int recover_directory(const char *name, struct leftovers *l)
{
	struct otfp_buf stub = OTFP_BUF_INIT;
	struct stat st;
	int code = otfp_file_is_there(name, &st, l->err);

	if (code <= 0 || !S_ISDIR(st.st_mode))
		return code < 0 ? code : 0;
	if (otfp_buf_puts(&stub, name) < 0 || otfp_buf_puts(&stub, "/") < 0 || !otfp_buf_str(&stub))
		code = otfp_fail_memory(l->err);
	else
		code = was_interrupted(stub.p, l->err);
	if (code > 0)
		code = recover(stub.p, "", l);
	otfp_buf_release(&stub);
	return code;
}

int otfp_recover(const char *name, void (*report)(void *ctx, const struct otfp_error *e), void *ctx,
                 struct otfp_error *err)
{
	struct otfp_error unseen = {0};
	struct otfp_buf stub = OTFP_BUF_INIT;
	struct leftovers l = {.report = report, .ctx = ctx, .err = err ? err : &unseen};
	int code = name ? otfp_otf_target(&stub, name, l.err) :
	                  otfp_fail(l.err, OTFP_EUSAGE, "a trace to recover needs a name");

	if (code == 0)
		code = recover(stub.p, ".otf", &l);
	if (code == 0)
		code = recover_directory(name, &l);
	otfp_buf_release(&stub);
	return code;
}
