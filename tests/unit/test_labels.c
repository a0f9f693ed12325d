/* What tokens mean, as text that is made once. */
#include "base/json.h"
#include "cmd/text/labels.h"
#include "cmd/text/safe.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static struct otfp_str str(const char *s)
{
	return (struct otfp_str){s, strlen(s)};
}

static struct labels *make(chrome_form_fn *form)
{
	struct labels *l = calloc(1, sizeof *l);

	assert_non_null(l);
	l->form = form;
	l->names.all = 1;
	l->pen = calloc(1, sizeof *l->pen);
	assert_non_null(l->pen);
	return l;
}

static void drop(struct labels *l)
{
	free(l->pen);
	labels_release(l);
	assert_null(l->made);
	assert_int_equal(l->cap, 0);
	free(l);
}

static void define(struct labels *l, uint16_t type, uint32_t stream, uint32_t token, unsigned slot, const char *name)
{
	struct otfp_record rec = {.type = type, .loc = stream};

	rec.f[0].u = token;
	rec.f[slot].s = str(name);
	assert_int_equal(otfp_names_add(&l->names, &rec), 0);
}

static void means(struct labels *l, unsigned space, uint32_t stream, uint32_t token, const char *want)
{
	const struct label *label = label_of(l, space, 1, stream, token);

	if (!want) {
		assert_null(label);
		return;
	}
	assert_non_null(label);
	assert_int_equal(label->n, strlen(want));
	assert_memory_equal(label->p, want, label->n);
}

static void safe(const char *raw, size_t n, const char *want)
{
	char text[200];

	assert_true(4 * n <= sizeof text);
	*safe_put(text, raw, n) = '\0';
	assert_string_equal(text, want);
}

static void nothing_that_a_terminal_obeys_is_left(void **state)
{
	(void)state;
	safe("plain ~ text", 12, "plain ~ text");
	safe("\t\n\v\f\r\x1b\x7f\0", 8, "\\t\\n\\x0b\\x0c\\r\\x1b\\x7f\\x00");
	safe("\xc2\x9b\xc2\xa0", 4, "\\xc2\\x9b\xc2\xa0"); /* C1, and a blank that is none */
	safe("\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80", 9, "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80");
	safe("\xe2\x82", 2, "\\xe2\\x82"); /* cut */
	safe("\xc0\x9b\x9b\xff", 4, "\\xc0\\x9b\\x9b\\xff");
	assert_int_equal(safe_width("\xc3\xa4\xe2\x82\xac!", 6), 3);
}

static void is_short(const char *raw, size_t most, const char *want)
{
	struct otfp_buf b = OTFP_BUF_INIT;

	assert_int_equal(short_add(&b, (struct otfp_str){raw, strlen(raw)}, most), 0);
	assert_int_equal(b.n, strlen(want));
	assert_memory_equal(b.p, want, b.n);
	otfp_buf_release(&b);
}

static void a_long_name_loses_whole_characters_of_its_middle(void **state)
{
	(void)state;
	is_short("abcdefghi", 9, "abcdefghi");
	is_short("abcdefghij", 9, "abcdef…hij");
	is_short("abcde\xc3\xa4\xc3\xb6z", 7, "abcd…\xc3\xb6z");
	is_short("abc\xc3\xa4xyz", 6, "abc…yz");
	is_short("\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac", 6, "\xe2\x82\xac…");
}

static void a_local_definition_holds_in_its_stream(void **state)
{
	struct labels *l = make(safe_put);

	(void)state;
	define(l, OTFP_DefFunction, 0, 5, 1, "global");
	define(l, OTFP_DefFunction, 2, 5, 1, "local");
	means(l, OTFP_NAMED_FUNCTION, 1, 5, "global");
	means(l, OTFP_NAMED_FUNCTION, 2, 5, "local");
	means(l, OTFP_NAMED_FUNCTION, 2, 6, NULL);
	drop(l);
}

static void a_new_definition_counts_from_then_on(void **state)
{
	struct labels *l = make(otfp_json_put);

	(void)state;
	define(l, OTFP_DefCounter, 0, 5, 1, "a");
	means(l, OTFP_NAMED_COUNTER, 0, 5, "\"a\"");
	define(l, OTFP_DefCounter, 0, 5, 1, "a much longer name than before");
	means(l, OTFP_NAMED_COUNTER, 0, 5, "\"a much longer name than before\"");
	define(l, OTFP_DefCounter, 0, 5, 1, "");
	means(l, OTFP_NAMED_COUNTER, 0, 5, NULL);
	drop(l);
}

static void a_place_in_the_source_is_file_and_line(void **state)
{
	struct labels *l = make(safe_put);
	struct otfp_record scl = {.type = OTFP_DefScl, .f = {{.u = 3}, {.u = 8}, {.u = 42}}};

	(void)state;
	assert_int_equal(otfp_names_add(&l->names, &scl), 0);
	means(l, OTFP_NAMED_SCL, 0, 3, "source file 8:42");
	define(l, OTFP_DefSclFile, 0, 8, 1, "a\tb.c");
	means(l, OTFP_NAMED_SCL, 0, 3, "a\\tb.c:42");
	drop(l);
}

static void many_definitions_keep_their_labels(void **state)
{
	struct labels *l = make(safe_put);
	char name[20];

	(void)state;
	for (uint32_t i = 0; i < 5000; i++) {
		snprintf(name, sizeof name, "f%u", i);
		define(l, OTFP_DefFunction, 0, i, 1, name);
		snprintf(name, sizeof name, "f%u", i / 2);
		means(l, OTFP_NAMED_FUNCTION, 0, i / 2, name);
	}
	drop(l);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_that_a_terminal_obeys_is_left),
		cmocka_unit_test(a_long_name_loses_whole_characters_of_its_middle),
		cmocka_unit_test(a_local_definition_holds_in_its_stream),
		cmocka_unit_test(a_new_definition_counts_from_then_on),
		cmocka_unit_test(a_place_in_the_source_is_file_and_line),
		cmocka_unit_test(many_definitions_keep_their_labels),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
