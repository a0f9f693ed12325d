#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include "base/error.h"
#include "cmd/remap/clocked.h"
#include "io/temp.h"
#include "trace/source.h"

enum { SENDS = 4096, MEMORY = OTFP_SORT_ROOM_LEAST }; /* matches that do not fit into the memory of the sort */

static int is_stopped;

static int stop(void)
{
	return is_stopped;
}

static int send_next(void *handle, const struct otfp_record **rec)
{
	static const struct otfp_record send = {.type = OTFP_SendMsg, .file = OTFP_FILE_EVENT, .loc = 1};

	(void)handle;
	*rec = &send;
	return 0;
}

static void send_close(void *handle)
{
	(void)handle;
}

/* A match for each send; the error of the sort is sort_err. */
static struct otfp_sort *make_matches(struct otfp_error *sort_err)
{
	const struct otfp_sort_options o = {MEMORY, otfp_temp_dir(), stop};
	struct otfp_sort *s;

	assert_int_equal(otfp_sort_new(&s, &o, sort_err), 0);
	for (uint64_t i = SENDS; i-- > 0;) {
		const struct matched_send match = {.number = i, .time = 10 * i};
		assert_int_equal(otfp_sort_put(s, (struct otfp_key){i, 0}, (const char *)&match, sizeof match), 0);
	}
	assert_int_equal(otfp_sort_end(s), 0);
	return s;
}

static void a_failure_of_the_sort_is_the_error_of_the_source(void **unused)
{
	static const struct otfp_source_ops ops = {.next = send_next, .close = send_close};
	const struct matching m = {.keys = {1, 2, 3}, .defined = {1, 1, 1}};
	struct otfp_error sort_err = {0}, err = {0};
	struct otfp_sort *matches = make_matches(&sort_err);
	const struct otfp_record *rec;
	struct otfp_source *src;
	uint64_t n = 0;
	int code;

	(void)unused;
	assert_int_equal(otfp_source_make(&src, &ops, NULL, &err), 0);
	assert_int_equal(matched_open(&src, &m, matches, &sort_err, &err), 0);
	is_stopped = 1;
	while ((code = otfp_source_next(src, &rec)) == 0 && n < SENDS) {
		assert_int_equal(rec->ntags, NMATCHED);
		assert_int_equal(rec->tags[0].bits, 10 * n++);
	}
	assert_int_equal(code, OTFP_EINTR);
	assert_int_equal(err.code, OTFP_EINTR);
	assert_string_equal(err.text, "interrupted");
	otfp_source_close(src);
	otfp_sort_free(matches);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_failure_of_the_sort_is_the_error_of_the_source),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
