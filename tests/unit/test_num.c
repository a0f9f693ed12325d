#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <inttypes.h>
#include <stdio.h>
#include "base/num.h"

static uint64_t state = 88172645463325252u;

/* xorshift; the same numbers in every run */
static uint64_t next_random(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	return state ^= state << 17;
}

static void check_number(uint64_t v)
{
	char want[48], have[48];
	uint32_t few = 77;
	uint64_t back;
	int over = 0;

	snprintf(want, sizeof want, "%" PRIu64 "\n", v);
	memset(have, '\n', sizeof have);
	char *end = otfp_put_dec(have, v);
	assert_int_equal(end - have, strlen(want) - 1);
	assert_memory_equal(have, want, strlen(want) - 1);
	*end = '\n'; /* up to 3 bytes behind it are scratch */
	assert_ptr_equal(otfp_get_dec(have, &back, &over), end);
	assert_true(back == v && !over);
	assert_ptr_equal(otfp_get_dec_long(have, &back, &over), end);
	assert_true(back == v && !over);
	assert_int_equal(otfp_get_dec_short(have, &few), v < 10000000 ? end - have : 0);
	assert_int_equal(few, v < 10000000 ? v : 77);

	snprintf(want, sizeof want, "%" PRIx64 "\n", v);
	memset(have, '\n', sizeof have);
	end = otfp_put_hex(have, v);
	assert_int_equal(end - have, strlen(want) - 1);
	assert_memory_equal(have, want, strlen(want) - 1);
	*end = '\n';
	assert_ptr_equal(otfp_get_hex(have, &back, &over), end);
	assert_true(back == v && !over);
	assert_ptr_equal(otfp_get_hex_long(have, &back, &over), end);
	assert_true(back == v && !over);
}

static void numbers_around_powers_of_ten_are_printed_and_read(void **unused)
{
	(void)unused;
	for (uint64_t v = 1;; v *= 10) {
		check_number(v - 1);
		check_number(v);
		check_number(v + 1);
		if (v > UINT64_MAX / 10)
			break;
	}
}

static void numbers_around_powers_of_two_are_printed_and_read(void **unused)
{
	(void)unused;
	for (int i = 0; i < 64; i++) {
		check_number(((uint64_t)1 << i) - 1);
		check_number((uint64_t)1 << i);
		check_number(((uint64_t)1 << i) + 1);
	}
	check_number(UINT64_MAX);
}

static void every_number_up_to_100000_is_printed_and_read(void **unused)
{
	(void)unused;
	for (uint64_t v = 0; v <= 100000; v++)
		check_number(v);
}

static void random_numbers_of_every_width_are_printed_and_read(void **unused)
{
	(void)unused;
	for (int i = 0; i < 200000; i++)
		check_number(next_random() >> i % 64);
}

static void the_last_six_hex_digits_are_printed_with_their_zeros(void **unused)
{
	char want[8], have[8];

	(void)unused;
	for (int i = 0; i < 100000; i++) {
		uint64_t v = next_random() >> i % 64;
		snprintf(want, sizeof want, "%06x", (unsigned)(v & 0xffffff));
		memset(have, '#', sizeof have);
		assert_ptr_equal(otfp_put_hex6(have, v), have + 6);
		assert_memory_equal(have, want, 6);
		assert_int_equal(have[7], '#');
	}
}

static void only_a_few_bytes_are_written_behind_a_number(void **unused)
{
	char p[OTFP_DEC_MAX + 4];

	(void)unused;
	for (int i = 0; i < 100000; i++) {
		memset(p, '#', sizeof p);
		char *end = otfp_put_dec(p, next_random() >> i % 64);
		assert_true(end + 3 >= p + sizeof p || end[3] == '#');
		assert_true(p[OTFP_DEC_MAX] == '#');
		memset(p, '#', sizeof p);
		end = otfp_put_hex(p, next_random() >> i % 64);
		assert_true(end + 7 >= p + sizeof p || end[7] == '#');
		assert_true(p[OTFP_HEX_MAX] == '#');
	}
}

/* Digit by digit, with the overflow checked at each. */
static const char *slow_decimal(const char *p, uint64_t *v, int *over)
{
	for (*v = 0; *p >= '0' && *p <= '9'; p++) {
		uint64_t d = (uint64_t)(*p - '0');
		*over |= *v > (UINT64_MAX - d) / 10;
		*v = *v * 10 + d;
	}
	return p;
}

/* Digits, zeros in front among them, and then any byte that is none. */
static void random_text(char text[48])
{
	size_t n = next_random() % 26, zeros = next_random() % 4 ? 0 : next_random() % (n + 1);

	for (size_t i = 0; i < n; i++)
		text[i] = (char)('0' + (i < zeros ? 0 : next_random() % 10));
	do {
		text[n] = (char)next_random();
	} while (text[n] >= '0' && text[n] <= '9');
	for (size_t i = n + 1; i < 48; i++)
		text[i] = (char)next_random();
}

static void both_ways_to_read_a_decimal_agree_with_the_slow_one(void **unused)
{
	char text[48];

	(void)unused;
	for (int i = 0; i < 300000; i++) {
		uint64_t want, have;
		int want_over = 0, over = 0;
		const char *end;

		random_text(text);
		end = slow_decimal(text, &want, &want_over);
		assert_ptr_equal(otfp_get_dec(text, &have, &over), end);
		assert_int_equal(over, want_over);
		assert_true(over || have == want);
		over = 0;
		assert_ptr_equal(otfp_get_dec_long(text, &have, &over), end);
		assert_int_equal(over, want_over);
		assert_true(over || have == want);
	}
}

static int decimal_overflows(const char *text)
{
	uint64_t v;
	int over = 0;

	assert_int_equal(*otfp_get_dec(text, &v, &over), '\n');
	return over;
}

static int hex_overflows(const char *text)
{
	uint64_t v;
	int over = 0;

	assert_int_equal(*otfp_get_hex(text, &v, &over), '\n');
	return over;
}

/* Hex digits, zeros in front among them, and then any byte. */
static void random_hex(char text[64])
{
	size_t n = next_random() % 40, zeros = next_random() % 3 ? 0 : next_random() % (n + 1);

	for (size_t i = 0; i < 64; i++)
		text[i] = i < zeros ? '0' : i < n ? "0123456789abcdef"[next_random() % 16] : (char)next_random();
	text[63] = '\n';
}

static void both_ways_to_read_hex_agree(void **unused)
{
	char text[64];

	(void)unused;
	for (int i = 0; i < 300000; i++) {
		uint64_t want, have;
		int want_over = 0, over = 0;
		const char *end;

		random_hex(text);
		end = otfp_get_hex(text, &want, &want_over);
		assert_ptr_equal(otfp_get_hex_long(text, &have, &over), end);
		assert_int_equal(over, want_over);
		assert_true(over || have == want);
	}
	for (int c = 0; c < 256; c++) {
		uint64_t want, have;
		int over = 0;

		memset(text, c, sizeof text);
		text[9] = '\n';
		assert_ptr_equal(otfp_get_hex_long(text, &have, &over), otfp_get_hex(text, &want, &over));
		assert_true(have == want);
	}
}

/* Any number of digits, and any byte after them: bytes after that do not matter. */
static void the_end_of_hex_digits_is_found(void **unused)
{
	static const char digits[] = "09af5e4d", others[] = "\xff\x30\n\x80g/:`@ff0123";
	char text[40];

	(void)unused;
	for (unsigned n = 0; n <= 8; n++)
		for (unsigned c = 0; c < 256; c++) {
			uint64_t want, have = 77;
			int over = 0;
			const char *end;

			memcpy(text, digits, n);
			text[n] = (char)c;
			memcpy(text + n + 1, others + c % 8, 9);
			text[n + 10] = '\n';
			end = otfp_get_hex(text, &want, &over);
			assert_ptr_equal(otfp_get_hex_long(text, &have, &over), end);
			assert_true(have == want);
		}
}

/* Fields end at a byte without bit 5; any other byte that is no digit is refused. */
static void hex_fields_are_checked(void **unused)
{
	static const char digits[] = "09af5e4d";
	char text[40];

	(void)unused;
	for (unsigned n = 0; n <= 8; n++)
		for (unsigned c = 0; c < 256; c++) {
			uint64_t want, have = 77;
			int over = 0, good;

			memset(text, 'X', sizeof text);
			memcpy(text, digits, n);
			text[n] = (char)c;
			text[20] = '\n';
			otfp_get_hex(text, &want, &over);
			good = n > 0 && (n == 8 || !(c & 0x20));
			if (otfp_hex_value[c] < 16) {
				assert_ptr_equal(otfp_get_hex_field(text, &have), text + (n < 8 ? n + 1 : 8));
				assert_true(have == (n < 8 ? want : want >> 4));
				continue;
			}
			assert_ptr_equal(otfp_get_hex_field(text, &have), good ? text + n : NULL);
			assert_true(have == (good ? want : 77));
			if (n < 8 && n > 0) { /* and between digits */
				text[n + 1] = '3';
				text[n - 1] = (char)c;
				if (c & 0x20)
					assert_null(otfp_get_hex_field(text, &have));
			}
		}
}

static void more_than_64_bits_are_told(void **unused)
{
	(void)unused;
	assert_false(decimal_overflows("18446744073709551615\n"));
	assert_false(decimal_overflows("00000000000018446744073709551615\n"));
	assert_true(decimal_overflows("18446744073709551616\n"));
	assert_true(decimal_overflows("18446744073709551619\n"));
	assert_true(decimal_overflows("18446744073709551620\n"));
	assert_true(decimal_overflows("20000000000000000000\n"));
	assert_true(decimal_overflows("99999999999999999999\n"));
	assert_true(decimal_overflows("100000000000000000000\n"));
	assert_true(decimal_overflows("184467440737095516150\n"));
	assert_true(decimal_overflows("36893488147419103232000000000000000000000\n"));
	assert_false(hex_overflows("ffffffffffffffff\n"));
	assert_false(hex_overflows("0000ffffffffffffffff\n"));
	assert_true(hex_overflows("10000000000000000\n"));
	assert_true(hex_overflows("100000000000000000000000000000000\n"));
}

static void an_overflow_stays_told_when_the_next_number_fits(void **unused)
{
	uint64_t v;
	int over = 0;

	(void)unused;
	otfp_get_dec("99999999999999999999\n", &v, &over);
	otfp_get_dec("7\n", &v, &over);
	assert_int_equal(v, 7);
	assert_true(over);
}

static void no_digit_reads_as_zero_and_nothing_is_taken(void **unused)
{
	const char texts[][16] = {"\n", "-1\n", "+1\n", " 1\n", "x1\n", "/\n", ":\n"};
	uint64_t v;
	int over = 0;

	(void)unused;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		v = 99;
		assert_ptr_equal(otfp_get_dec(texts[i], &v, &over), texts[i]);
		assert_int_equal(otfp_get_dec_short(texts[i], &(uint32_t){0}), 0);
		assert_int_equal(v, 0);
		assert_ptr_equal(otfp_get_hex(texts[i], &v, &over), texts[i]);
		assert_int_equal(v, 0);
	}
	assert_false(over);
}

static void the_table_of_hex_digits_holds_lower_case_only(void **unused)
{
	(void)unused;
	for (int c = 0; c < 256; c++) {
		const char *digits = "0123456789abcdef", *at = c ? strchr(digits, c) : NULL;
		assert_int_equal(otfp_hex_value[c], at ? at - digits : 0xff);
	}
}

static void the_table_of_four_digits_counts_up(void **unused)
{
	char four[16];

	(void)unused;
	for (int i = 0; i < 10000; i++) {
		snprintf(four, sizeof four, "%04d", i);
		assert_memory_equal(otfp_digits4 + 4 * i, four, 4);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_around_powers_of_ten_are_printed_and_read),
		cmocka_unit_test(numbers_around_powers_of_two_are_printed_and_read),
		cmocka_unit_test(every_number_up_to_100000_is_printed_and_read),
		cmocka_unit_test(random_numbers_of_every_width_are_printed_and_read),
		cmocka_unit_test(the_last_six_hex_digits_are_printed_with_their_zeros),
		cmocka_unit_test(only_a_few_bytes_are_written_behind_a_number),
		cmocka_unit_test(both_ways_to_read_a_decimal_agree_with_the_slow_one),
		cmocka_unit_test(both_ways_to_read_hex_agree),
		cmocka_unit_test(hex_fields_are_checked),
		cmocka_unit_test(the_end_of_hex_digits_is_found),
		cmocka_unit_test(more_than_64_bits_are_told),
		cmocka_unit_test(an_overflow_stays_told_when_the_next_number_fits),
		cmocka_unit_test(no_digit_reads_as_zero_and_nothing_is_taken),
		cmocka_unit_test(the_table_of_hex_digits_holds_lower_case_only),
		cmocka_unit_test(the_table_of_four_digits_counts_up),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
