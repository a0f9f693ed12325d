#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include "io/input.h"
#include "otf/read/usual.h"
#include "otf/write/encode.h"
#include "randrec.h"

/* The short way of event lines gives what otfp_decode gives, or nothing. */

enum { ROUNDS = 20000, MOST = 1000 };

static const unsigned types[] = {OTFP_Enter, OTFP_Leave, OTFP_SendMsg, OTFP_RecvMsg, OTFP_Counter};
enum { NTYPES = sizeof types / sizeof *types };

static struct otfp_keywords keywords;

static int setup(void **unused)
{
	(void)unused;
	otfp_keywords_init(&keywords);
	return 0;
}

/* As otf/read/stream.c does. @return the start of the next line, or NULL */
static const char *usual(const char *p, struct otfp_record *rec)
{
	const char *body, *end = NULL;
	const unsigned row = otfp_usual_row(p, &body);

	rec->type = (uint16_t)row;
	if (row == OTFP_Enter || row == OTFP_Leave)
		end = otfp_usual_call(body, rec);
	else if (row)
		end = row == OTFP_Counter ? otfp_usual_counter(body, rec) : otfp_usual_message(body, rec);
	return end ? end : otfp_usual_long(p, rec);
}

/* @return the start of the next line, or NULL */
static const char *decode(const char *p, struct otfp_record *rec)
{
	struct otfp_scratch scratch = {0};
	struct otfp_decode_error e;
	const struct otfp_keyword *w;
	const char *start = p;

	while (otfp_is_letter(*p))
		p++;
	w = otfp_keywords_find(&keywords, OTFP_FILE_EVENT, start, (size_t)(p - start));
	p = w ? otfp_decode(w->row, p, rec, &scratch, &e) : NULL;
	otfp_scratch_release(&scratch);
	return p;
}

/* @return whether the short way takes the line */
static int check(const char *line)
{
	struct otfp_record fast = {0}, slow = {0};
	const char *end = usual(line, &fast);

	if (!end)
		return 0;
	if (decode(line, &slow) != end)
		fail_msg("%.*s: taken, but not valid, or not to its end", (int)strcspn(line, "\n"), line);
	assert_int_equal(slow.type, fast.type);
	assert_same_fields(&slow, &fast);
	return 1;
}

/* A random record as a line with enough bytes after it. */
static void random_line(char line[MOST], int is_long)
{
	static struct random_record r;
	uint64_t blanks = 0;

	random_record(&r, types[next_random() % NTYPES], NO_QUOTES);
	memset(line, 'x', MOST);
	assert_true(otfp_encode_room(&r.rec) + OTFP_INPUT_AHEAD < MOST);
	otfp_encode(line, &r.rec, is_long, &blanks);
}

static void lines_of_both_forms_are_taken_and_mean_the_same(void **unused)
{
	char line[MOST];
	int taken[2] = {0, 0};

	(void)unused;
	for (int i = 0; i < ROUNDS; i++) {
		random_line(line, i % 2);
		taken[i % 2] += check(line);
	}
	/* not taken: a Leave without a function in the long form */
	assert_true(taken[0] > ROUNDS / 2 * 9 / 10);
	assert_true(taken[1] > ROUNDS / 2 * 7 / 10);
}

static void a_damaged_line_is_not_taken_for_another_one(void **unused)
{
	static const char bytes[] = "0123456789abcdef ACELMNORSTUVX\n\tz*#,\xff";
	char line[MOST];

	(void)unused;
	for (int i = 0; i < 10 * ROUNDS; i++) {
		size_t n;
		random_line(line, i % 2);
		n = strcspn(line, "\n");
		line[next_random() % n] = bytes[next_random() % (sizeof bytes - 1)];
		check(line);
	}
}

static void numbers_that_are_too_long_are_left_to_the_decoder(void **unused)
{
	static const char *const lines[] = {
		"E123456789\n",      "ENTER 123456789\n",
		"LEAVE 1 SCL \n",    "ENTER 1 SCL 123456789\n",
		"ENTER  1\n",        "COUNTER 1 VALUE 12345678901234567\n",
		"COUNTER 1 VALUE\n", "SEND 1 LEN 2 TAG 3 COMM 4 \n",
		"LEAVE\n",           "RECEIVE 1 LEN 2 TAG 3 COMM 4 SCL 5 \n",
	};
	char line[MOST];

	(void)unused;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		memset(line, '1', MOST);
		memcpy(line, lines[i], strlen(lines[i]));
		assert_false(check(line));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_of_both_forms_are_taken_and_mean_the_same),
		cmocka_unit_test(a_damaged_line_is_not_taken_for_another_one),
		cmocka_unit_test(numbers_that_are_too_long_are_left_to_the_decoder),
	};

	return cmocka_run_group_tests(tests, setup, NULL);
}
