#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>
#include "base/num.h"
#include "randrec.h"
#include "record/value.h"
#if __has_include(<open-trace-format/OTF_Definitions.h>)
#include <open-trace-format/OTF_Definitions.h>
#endif

static void assert_text(uint64_t bits, unsigned form, const char *want)
{
	char text[OTFP_VALUE_ROOM + 1];

	*otfp_value_put(text, bits, form) = 0;
	assert_string_equal(text, want);
}

/* Read as the line stream does: plain decimal first. @return 0, or -1 if it is none */
static int read_value(const char *text, uint64_t *bits, uint8_t *form)
{
	char line[80];
	const char *end;
	int over = 0, n = snprintf(line, sizeof line, "%s\n", text);

	*form = OTFP_FORM_RAW;
	end = otfp_get_dec(line, bits, &over);
	if (end == line + n - 1 && end > line && !over)
		return 0;
	end = otfp_value_get(line, bits, form);
	assert_true(!end || end == line + n - 1);
	return end ? 0 : -1;
}

static void assert_reads(const char *text, uint64_t bits, unsigned form)
{
	uint64_t got;
	uint8_t got_form;

	assert_int_equal(read_value(text, &got, &got_form), 0);
	assert_int_equal(got, bits);
	assert_int_equal(got_form, form);
}

static void the_properties_of_a_counter_choose_the_form(void **unused)
{
	static const struct {
		uint32_t type;
		enum otfp_form form;
	} t[] = {
		{0, OTFP_FORM_RAW},   {32, OTFP_FORM_SIGNED},  {64, OTFP_FORM_RAW},    {96, OTFP_FORM_SIGNED},
		{128, OTFP_FORM_RAW}, {160, OTFP_FORM_SIGNED}, {256, OTFP_FORM_FLOAT}, {288, OTFP_FORM_DOUBLE},
		{320, OTFP_FORM_RAW}, {480, OTFP_FORM_RAW},
	};

	(void)unused;
	for (size_t i = 0; i < sizeof t / sizeof *t; i++)
		for (uint32_t other = 0; other < 32; other++) {
			assert_int_equal(otfp_value_form(t[i].type | other), t[i].form);
			assert_int_equal(otfp_value_form(t[i].type | other | ~(uint32_t)511), t[i].form);
		}
}

static void bits_have_a_text_in_every_form(void **unused)
{
	(void)unused;
	assert_text(0, OTFP_FORM_RAW, "0");
	assert_text(UINT64_MAX, OTFP_FORM_RAW, "18446744073709551615");
	assert_text(5, OTFP_FORM_SIGNED, "5");
	assert_text(UINT64_MAX, OTFP_FORM_SIGNED, "-1");
	assert_text((uint64_t)1 << 63, OTFP_FORM_SIGNED, "-9223372036854775808");
	assert_text(0x4004000000000000, OTFP_FORM_DOUBLE, "2.5");
	assert_text(0, OTFP_FORM_DOUBLE, "0.0");
	assert_text((uint64_t)1 << 63, OTFP_FORM_DOUBLE, "-0.0");
	assert_text(0x3fc00000, OTFP_FORM_FLOAT, "1.5f");
	assert_text(0x80000000, OTFP_FORM_FLOAT, "-0.0f");
	assert_text(0x7ff0000000000000, OTFP_FORM_DOUBLE, "inf");
	assert_text(0x7f800000, OTFP_FORM_FLOAT, "inff");
	assert_text(0x7fc00000, OTFP_FORM_FLOAT, "nanf");
}

static void bits_that_a_real_cannot_tell_are_raw(void **unused)
{
	(void)unused;
	assert_text(0x7ff8000000000001, OTFP_FORM_DOUBLE, "9221120237041090561");
	assert_text(0xfff8000000000000, OTFP_FORM_DOUBLE, "18444492273895866368");
	assert_text(0x13fc00000, OTFP_FORM_FLOAT, "5364514816");
	assert_text(0x7fc00001, OTFP_FORM_FLOAT, "2143289345");
}

static void a_text_tells_its_form(void **unused)
{
	(void)unused;
	assert_reads("0", 0, OTFP_FORM_RAW);
	assert_reads("18446744073709551615", UINT64_MAX, OTFP_FORM_RAW);
	assert_reads("-1", UINT64_MAX, OTFP_FORM_SIGNED);
	assert_reads("-9223372036854775808", (uint64_t)1 << 63, OTFP_FORM_SIGNED);
	assert_reads("2.5", 0x4004000000000000, OTFP_FORM_DOUBLE);
	assert_reads("25e-1", 0x4004000000000000, OTFP_FORM_DOUBLE);
	assert_reads("-inf", 0xfff0000000000000, OTFP_FORM_DOUBLE);
	assert_reads("-inff", 0xff800000, OTFP_FORM_FLOAT);
	assert_reads("1.5f", 0x3fc00000, OTFP_FORM_FLOAT);
	assert_reads("nan", 0x7ff8000000000000, OTFP_FORM_DOUBLE);
}

static void what_is_no_value_is_refused(void **unused)
{
	static const char *const texts[] = {"",
	                                    "-",
	                                    "-0",
	                                    "-01",
	                                    "+1",
	                                    "0x10",
	                                    "1f",
	                                    "-5f",
	                                    " 1",
	                                    "1 ",
	                                    "--1",
	                                    "1-",
	                                    "1.5ff",
	                                    "1.5F",
	                                    "f",
	                                    "infx",
	                                    "nanx",
	                                    ".",
	                                    "e",
	                                    "1e",
	                                    "-nan",
	                                    "1,5",
	                                    "1.5.2",
	                                    "i",
	                                    "n",
	                                    "1e+",
	                                    "-e5",
	                                    "1e999",
	                                    "1e99f",
	                                    "-9223372036854775809",
	                                    "18446744073709551616"};
	uint64_t bits;
	uint8_t form;

	(void)unused;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		if (read_value(texts[i], &bits, &form) == 0)
			fail_msg("'%s' was read", texts[i]);
}

static void a_value_ends_at_a_tab(void **unused)
{
	const char line[] = "-7\t1:b:2\n";
	uint64_t bits;
	uint8_t form;

	(void)unused;
	assert_ptr_equal(otfp_value_get(line, &bits, &form), line + 2);
	assert_int_equal(bits, (uint64_t)-7);
}

/* Random bits, and bits near those that mean something. */
static void every_value_reads_back_to_the_same_bits_without_its_definition(void **unused)
{
	static const uint64_t near[] = {0,
	                                (uint64_t)1 << 63,
	                                (uint64_t)0x7ff << 52,
	                                (uint64_t)0xfff << 52,
	                                (uint64_t)0x7ff8 << 48,
	                                0x7f800000,
	                                0xff800000,
	                                0x7fc00000,
	                                (uint64_t)1 << 32};

	(void)unused;
	for (int i = 0; i < 200000; i++) {
		char text[OTFP_VALUE_ROOM + 1];
		unsigned form = (unsigned)(next_random() % 4);
		uint64_t bits = next_random() >> next_random() % 64, got;
		uint8_t got_form;
		if (i % 4 == 0)
			bits = near[next_random() % (sizeof near / sizeof *near)] + next_random() % 7 - 3;
		char *end = otfp_value_put(text, bits, form);
		assert_true(end - text <= OTFP_VALUE_ROOM);
		*end = 0;
		assert_int_equal(read_value(text, &got, &got_form), 0);
		assert_int_equal(got, bits);
		assert_int_equal(got_form, otfp_value_text_form(bits, form));
		assert_text(bits, got_form, text);
	}
}

static void the_properties_of_a_counter_are_those_of_the_reference(void **unused)
{
	(void)unused;
#ifdef OTF_COUNTER_TYPE_BITS
	assert_int_equal(OTFP_COUNTER_TYPE, OTF_COUNTER_TYPE_BITS);
	assert_int_equal(OTFP_COUNTER_ACC, OTF_COUNTER_TYPE_ACC);
	assert_int_equal(OTFP_COUNTER_ABS, OTF_COUNTER_TYPE_ABS);
	assert_int_equal(OTFP_SCOPE, OTF_COUNTER_SCOPE_BITS);
	assert_int_equal(OTFP_SCOPE_START, OTF_COUNTER_SCOPE_START);
	assert_int_equal(OTFP_SCOPE_POINT, OTF_COUNTER_SCOPE_POINT);
	assert_int_equal(OTFP_SCOPE_LAST, OTF_COUNTER_SCOPE_LAST);
	assert_int_equal(OTFP_SCOPE_NEXT, OTF_COUNTER_SCOPE_NEXT);
	assert_int_equal(OTFP_VARTYPE_MASK, OTF_COUNTER_VARTYPE_BITS);
	assert_int_equal(OTFP_VARTYPE_UNSIGNED, OTF_COUNTER_VARTYPE_UNSIGNED8);
	assert_int_equal(OTFP_VARTYPE_SIGNED, OTF_COUNTER_VARTYPE_SIGNED8);
	assert_int_equal(OTFP_VARTYPE_FLOAT, OTF_COUNTER_VARTYPE_FLOAT);
	assert_int_equal(OTFP_VARTYPE_DOUBLE, OTF_COUNTER_VARTYPE_DOUBLE);
#else
	skip(); /* its header is not installed */
#endif
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_properties_of_a_counter_choose_the_form),
		cmocka_unit_test(the_properties_of_a_counter_are_those_of_the_reference),
		cmocka_unit_test(bits_have_a_text_in_every_form),
		cmocka_unit_test(bits_that_a_real_cannot_tell_are_raw),
		cmocka_unit_test(a_text_tells_its_form),
		cmocka_unit_test(what_is_no_value_is_refused),
		cmocka_unit_test(a_value_ends_at_a_tab),
		cmocka_unit_test(every_value_reads_back_to_the_same_bits_without_its_definition),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
