/* What cannot be opened leaves no pointer behind, whatever the caller's variable held before. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/regex.h"
#include "base/set.h"
#include "commit/lock.h"
#include "commit/staging.h"
#include "io/input.h"
#include "otfpipe.h"
#include "tau/write/out.h"
#include "trace/open.h"
#include "trace/sink.h"

#define NOWHERE "/nonexistent/trace" /* not even as root */

static char garbage;
static struct otfp_error err;

/* call(&p, ...) fails, says why, and p is NULL. */
#define REFUSED(type, call)                       \
	do {                                      \
		type *p = (type *)&garbage;       \
		err.text[0] = '\0';               \
		assert_true((call) < 0);          \
		assert_true(err.text[0] != '\0'); \
		assert_null(p);                   \
	} while (0)

static void sources_and_sinks(void **state)
{
	static const char *const names[] = {NOWHERE};
	static const char *const none[] = {NULL};

	(void)state;
	REFUSED(struct otfp_source, otfp_source_open(&p, NOWHERE, NULL, &err));
	REFUSED(struct otfp_source, otfp_source_open_all(&p, names, 1, NULL, &err));
	REFUSED(struct otfp_source, otfp_source_open_all(&p, none, 0, NULL, &err));
	REFUSED(struct otfp_sink, otfp_sink_open(&p, "otf", NOWHERE, NULL, NULL, &err));
	REFUSED(struct otfp_sink, otfp_sink_create(&p, "no format", "x", NULL, NULL, &err));
}

static void files(void **state)
{
	static const struct otfp_tau_out_options tau = {.max_files = 9};
	static const struct otfp_staging_options stage = {.replace = 0};

	(void)state;
	REFUSED(struct otfp_tau_out, otfp_tau_out_open(&p, NOWHERE ".trc", &tau, &err));
	REFUSED(struct otfp_staging, otfp_staging_open(&p, NOWHERE, &stage, &err));
	REFUSED(struct otfp_lock, otfp_lock_acquire(&p, NOWHERE, ".lock", &err));
}

static void texts(void **state)
{
	(void)state;
	REFUSED(struct otfp_regex, otfp_regex_new(&p, "(", "--name", &err));
	REFUSED(struct otfp_set, otfp_set_parse(&p, "9-1", "-p", &err));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sources_and_sinks),
		cmocka_unit_test(files),
		cmocka_unit_test(texts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
