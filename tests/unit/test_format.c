/* Which names are of which format, and how many are one source: the table, and the first look at an input. */
#include "trace/format.h"
#include "otf/write/out.h"
#include "tau/layout.h"
#include "trace/open.h"
#include "vtf3/read/text.h"
#include "vtf3/write/write.h"
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

static const struct otfp_read_options any;
static struct otfp_error err;

static void put(const char *name, const void *p, size_t n)
{
	FILE *f = fopen(name, "w");

	assert_non_null(f);
	assert_int_equal(fwrite(p, 1, n, f), n);
	assert_int_equal(fclose(f), 0);
}

static void put_trc(const char *name)
{
	const struct otfp_tau_record first = {.ev = 60000, .par = OTFP_TAU_INIT_PAR, .ti = 1};
	char p[OTFP_TAU_SIZE_MAX];

	otfp_tau_encode(p, &first, OTFP_TAU_NATIVE);
	put(name, p, otfp_tau_size(OTFP_TAU_NATIVE));
}

static void put_vtf3(const char *name, enum otfp_vtf3_format format)
{
	size_t n;
	const char *head = otfp_vtf3_header(format, &n);

	put(name, head, n);
}

static void put_text(const char *name, const char *text)
{
	put(name, text, strlen(text));
}

static int enter(void **state)
{
	static const char edf[] = "1 dynamic_trace_events\n1 TRACER 0 \"EV_INIT\" none\n";
	char dir[] = "/tmp/otfpipe-test-XXXXXX";

	*state = mkdtemp(dir) && chdir(dir) == 0 ? strdup(dir) : NULL;
	if (!*state)
		return -1;
	put_text("lines", "@OTFPIPE\t1\n");
	put_text("lines.otf", "@OTFPIPE\t1\n");
	put_text("packed", "\x28\xb5\x2f\xfd....");
	put_text("ring.otf", "1:1\n");
	put_text("left.otfpipe-journal", "");
	put_text("text", "no trace\n");
	put_text("short", "@OTF");
	put_text("edf", edf);
	put_text("bad.edf", "bad\n");
	put_trc("trc");
	put_vtf3("binary", OTFP_VTF3_STD_BINARY);
	put_vtf3("ascii", OTFP_VTF3_FST_ASCII);
	mkdir("run", 0777);
	put_trc("run/tautrace.0.0.0.trc");
	put_text("run/events.0.edf", edf);
	mkdir("ring", 0777);
	put_trc("ring/tautrace.0.0.0.trc");
	put_text("ring/events.0.edf", edf);
	mkdir("empty", 0777);
	return mkfifo("fifo", 0666);
}

static int leave(void **state)
{
	char command[64];

	chdir("/");
	snprintf(command, sizeof command, "rm -r '%s'", (const char *)*state);
	free(*state);
	return system(command);
}

/* What the names from `at` on are: "FORMAT inputs unit", or "CODE text" of the error. */
static const char *found(const char *const *names, unsigned n, unsigned at, const struct otfp_read_options *o)
{
	static char text[200];
	struct otfp_inputs in;
	struct otfp_found f;
	int code;

	assert_int_equal(otfp_inputs_init(&in, names, n, &err), 0);
	code = otfp_format_find(&f, &in, at, o, &err);
	otfp_inputs_release(&in);
	if (code < 0)
		snprintf(text, sizeof text, "%d %.100s", code, err.text);
	else
		snprintf(text, sizeof text, "%s %u %u", f.format->name, f.n, f.unit);
	return text;
}

#define FOUND(o, at, ...) \
	found((const char *const[]){__VA_ARGS__}, sizeof(const char *const[]){__VA_ARGS__} / sizeof(char *), at, o)
#define ONE(name) FOUND(&any, 0, name)

static void a_line_stream_is_known_by_its_first_bytes_whatever_its_name(void **unused)
{
	(void)unused;
	assert_string_equal(ONE("lines"), "lines 1 1");
	assert_string_equal(ONE("lines.otf"), "lines 1 1");
	assert_string_equal(ONE("packed"), "lines 1 1");
	assert_string_equal(ONE("-"), "lines 1 1");
	assert_string_equal(ONE(NULL), "lines 1 1");
	assert_string_equal(ONE("short"), "-1 short: has an unknown format");
}

static void a_pipe_is_a_line_stream_and_is_not_opened_to_know_that(void **unused)
{
	const char *const name = "fifo";
	struct otfp_inputs in;

	(void)unused;
	assert_string_equal(ONE("fifo"), "lines 1 1"); /* to open it would wait for a writer */
	assert_int_equal(otfp_inputs_init(&in, &name, 1, &err), 0);
	assert_false(otfp_inputs_look(&in, 0)->is_readable);
	assert_int_equal(otfp_inputs_detach(&in, 0), -1);
	otfp_inputs_release(&in);
}

static void a_trace_is_known_by_its_name_and_comes_before_a_directory_of_that_name(void **unused)
{
	const struct otfp_tau_options tau = {0};
	const struct otfp_read_options as_tau = {.format = "tau", .format_options = &tau};

	(void)unused;
	assert_string_equal(ONE("ring"), "otf 1 1");
	assert_string_equal(ONE("ring.otf"), "otf 1 1");
	assert_string_equal(ONE("nosuch.otf"), "-1 nosuch.otf: no such trace");
	assert_string_equal(ONE("left"), "otf 1 1");
	assert_string_equal(FOUND(&as_tau, 0, "ring"), "tau 1 1");
	assert_string_equal(ONE("nosuch"), "-1 nosuch: no such trace: neither nosuch.otf nor nosuch exists");
	assert_string_equal(ONE("text"), "-1 text: has an unknown format");
	assert_string_equal(ONE("empty"), "-1 empty: is a directory, but not that of a TAU run");
}

static void runs_of_tau_in_a_row_are_one_source(void **unused)
{
	(void)unused;
	assert_string_equal(ONE("run"), "tau 1 1");
	assert_string_equal(FOUND(&any, 0, "edf", "trc"), "tau 2 2");
	assert_string_equal(FOUND(&any, 0, "trc", "edf"), "tau 2 2");
	assert_string_equal(FOUND(&any, 0, "trc", "bad.edf"), "tau 2 2");
	assert_string_equal(FOUND(&any, 0, "trc", "edf", "run", "edf", "trc"), "tau 5 2");
	assert_string_equal(FOUND(&any, 0, "run", "ring", "run"), "tau 1 1"); /* ring.otf is meant */
	assert_string_equal(FOUND(&any, 1, "ring", "run", "trc", "edf", "lines"), "tau 3 1");
	assert_string_equal(FOUND(&any, 0, "run", "edf"), "tau 1 1");
}

static void half_of_a_tau_trace_is_an_error(void **unused)
{
	const struct otfp_read_options bare = {.adopt = 1};

	(void)unused;
	assert_string_equal(ONE("edf"), "-2 edf: is half of a TAU trace; also name its .trc, or name their directory");
	assert_string_equal(FOUND(&any, 0, "trc", "run"),
	                    "-2 trc: is half of a TAU trace; also name its .edf, or name their directory");
	assert_string_equal(FOUND(&any, 0, "edf", "nosuch"), "-1 nosuch: No such file or directory");
	assert_string_equal(FOUND(&bare, 0, "edf"),
	                    "-2 edf: is half of a TAU trace; also name its .trc, or name their directory");
}

static void a_format_that_is_asked_for_must_take_all_names(void **unused)
{
	const struct otfp_tau_options tau = {0};
	const struct otfp_vtf3_options vtf3 = {0};
	const struct otfp_read_options as_tau = {.format = "tau", .format_options = &tau},
				       as_vtf3 = {.format = "vtf3", .format_options = &vtf3};

	(void)unused;
	assert_string_equal(FOUND(&as_tau, 0, "run", "lines"),
	                    "-1 lines: is not a TAU trace: expected a .trc and its .edf, or a directory of them");
	assert_string_equal(FOUND(&as_tau, 0, NULL),
	                    "-1 stdin: is not a TAU trace: expected a .trc and its .edf, or a directory of them");
	assert_string_equal(FOUND(&as_tau, 0, "nosuch"), "-1 nosuch: No such file or directory");
	assert_string_equal(FOUND(&as_vtf3, 0, "text", "-", "ring"), "vtf3 3 1");
}

static void pieces_of_vtf3_are_one_source_where_nothing_else_is_named(void **unused)
{
	(void)unused;
	assert_string_equal(ONE("ascii"), "vtf3 1 1");
	assert_string_equal(FOUND(&any, 0, "binary", "ascii", "binary"), "vtf3 3 1");
	assert_string_equal(FOUND(&any, 0, "binary", "ascii", "lines"), "vtf3 1 1");
	assert_string_equal(FOUND(&any, 1, "lines", "binary", "ascii"), "vtf3 1 1");
}

static void what_nothing_else_takes_may_be_bare_lines(void **unused)
{
	const struct otfp_read_options bare = {.adopt = 1};

	(void)unused;
	assert_string_equal(FOUND(&bare, 0, "text"), "lines 1 1");
	assert_string_equal(FOUND(&bare, 0, "nosuch"), "lines 1 1"); /* it is opened, and that fails */
	assert_string_equal(FOUND(&bare, 0, "ring"), "otf 1 1");
	assert_string_equal(FOUND(&bare, 0, "binary"), "vtf3 1 1");
}

static void the_first_trace_of_several_names(void **unused)
{
	(void)unused;
	assert_int_equal(otfp_source_operands(NULL, 0), 0);
	assert_int_equal(otfp_source_operands((const char *const[]){"edf"}, 1), 1);
	assert_int_equal(otfp_source_operands((const char *const[]){"edf", "trc", "lines"}, 3), 2);
	assert_int_equal(otfp_source_operands((const char *const[]){"run", "run"}, 2), 1);
	assert_int_equal(otfp_source_operands((const char *const[]){"binary", "ascii"}, 2), 1);
	assert_int_equal(otfp_source_operands((const char *const[]){"nosuch", "edf", "trc"}, 3), 1);
}

static void the_file_looked_at_last_stays_open_for_its_reader(void **unused)
{
	const char *const names[] = {"lines", "text", "nosuch", "run"};
	struct otfp_inputs in;
	char p[8];
	int fd;

	(void)unused;
	assert_int_equal(otfp_inputs_init(&in, names, 4, &err), 0);
	assert_int_equal(otfp_inputs_look(&in, 0)->n, 11);
	assert_int_equal(otfp_inputs_look(&in, 1)->size, 9);
	assert_int_equal(otfp_inputs_detach(&in, 0), -1);
	assert_false(otfp_inputs_look(&in, 2)->exists);
	assert_true(otfp_inputs_look(&in, 3)->is_directory);
	fd = otfp_inputs_detach(&in, 1);
	assert_true(fd >= 0);
	assert_int_equal(otfp_inputs_detach(&in, 1), -1);
	otfp_inputs_release(&in);
	assert_int_equal(pread(fd, p, sizeof p, 0), 8);
	close(fd);
}

static void formats_to_write_have_a_name(void **unused)
{
	(void)unused;
	assert_ptr_equal(otfp_format_to_write("otf")->sink, &otfp_out_ops);
	assert_non_null(otfp_format_to_write("tau"));
	assert_non_null(otfp_format_to_write("vtf3"));
	assert_null(otfp_format_to_write("lines")); /* they go to a descriptor */
	assert_null(otfp_format_to_write("elf"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_line_stream_is_known_by_its_first_bytes_whatever_its_name),
		cmocka_unit_test(a_pipe_is_a_line_stream_and_is_not_opened_to_know_that),
		cmocka_unit_test(a_trace_is_known_by_its_name_and_comes_before_a_directory_of_that_name),
		cmocka_unit_test(runs_of_tau_in_a_row_are_one_source),
		cmocka_unit_test(half_of_a_tau_trace_is_an_error),
		cmocka_unit_test(a_format_that_is_asked_for_must_take_all_names),
		cmocka_unit_test(pieces_of_vtf3_are_one_source_where_nothing_else_is_named),
		cmocka_unit_test(what_nothing_else_takes_may_be_bare_lines),
		cmocka_unit_test(the_first_trace_of_several_names),
		cmocka_unit_test(the_file_looked_at_last_stays_open_for_its_reader),
		cmocka_unit_test(formats_to_write_have_a_name),
	};

	return cmocka_run_group_tests(tests, enter, leave);
}
