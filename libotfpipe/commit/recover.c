#include "commit/recover.h"
#include "base/error.h"
#include "commit/journal.h"
#include "commit/lock.h"
#include <string.h>

int otfp_recover_to_read(const char *stub, const char *suffix, const struct otfp_read_options *o,
                         struct otfp_error *err)
{
	const size_t n = strlen(stub);
	struct otfp_lock *lock;
	int code = otfp_journal_exists(stub, err);

	if (code <= 0)
		return code;
	code = otfp_lock_wait(&lock, stub, suffix, o->stop, err);
	if (code == 0)
		code = otfp_journal_recover(stub, o->report, o->ctx, err);
	if (otfp_lock_release(lock, code < 0 ? NULL : err) < 0 && code >= 0)
		return OTFP_EFAIL;
	if (code >= 0)
		return 1;
	return otfp_fail(err, code, "%s; a write was interrupted: 'otf-write --recover %.*s' completes it", err->text,
	                 (int)(n - (n > 0 && stub[n - 1] == '/')), stub);
}
