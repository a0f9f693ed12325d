#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "cmd/diff/diff.h"

static uint64_t state = 88172645463325252u;

static unsigned next_random(unsigned below)
{
	state ^= state << 13;
	state ^= state >> 7;
	return (unsigned)((state ^= state << 17) % below);
}

/* ---- alignment ---- */

static const struct diff_compare plain_compare;

static void make(struct otfp_queued *q, unsigned type, uint64_t time, uint64_t field)
{
	*q = (struct otfp_queued){
		.rec = {.type = (uint16_t)type, .file = OTFP_FILE_EVENT, .time = time, .loc = 1, .f[0].u = field}};
	q->mark = diff_hash(&plain_compare, DIFF_A, &q->rec);
}

/* The cost of the cheapest way, by trying all. */
static unsigned cheapest(struct otfp_queued *const *a, size_t na, struct otfp_queued *const *b, size_t nb)
{
	unsigned best, other;

	if (!na || !nb)
		return 4 * (unsigned)(na + nb);
	best = 4 + cheapest(a + 1, na - 1, b, nb);
	other = 4 + cheapest(a, na, b + 1, nb - 1);
	best = other < best ? other : best;
	if ((*a)->rec.type != (*b)->rec.type)
		return best;
	other = diff_records(&plain_compare, &(*a)->rec, &(*b)->rec) == 0 ? 0 :
	        (*a)->rec.time == (*b)->rec.time                          ? 5 :
	                                                                    6;
	other += cheapest(a + 1, na - 1, b + 1, nb - 1);
	return other < best ? other : best;
}

/* What the steps cost; each is what it says. */
static unsigned cost_of(const uint8_t *steps, size_t n, struct otfp_queued *const *a, size_t na,
                        struct otfp_queued *const *b, size_t nb)
{
	unsigned cost = 0;
	size_t i = 0, j = 0;

	for (size_t k = 0; k < n; k++) {
		if (steps[k] == STEP_SAME)
			assert_int_equal(diff_records(&plain_compare, &a[i]->rec, &b[j]->rec), 0);
		if (steps[k] == STEP_CHANGED)
			cost += a[i]->rec.time == b[j]->rec.time ? 5 : 6;
		if (steps[k] == STEP_MISSING || steps[k] == STEP_ADDED)
			cost += 4;
		i += steps[k] != STEP_ADDED;
		j += steps[k] != STEP_MISSING;
	}
	assert_int_equal(i, na);
	assert_int_equal(j, nb);
	return cost;
}

static void the_steps_are_the_cheapest_of_all_ways(void **unused)
{
	static const unsigned types[] = {OTFP_Enter, OTFP_Leave};
	struct otfp_queued room[2][7], *a[7], *b[7];
	uint8_t steps[14];

	(void)unused;
	for (int round = 0; round < 2000; round++) {
		size_t na = next_random(7), nb = next_random(7), n;
		for (size_t i = 0; i < 7; i++) {
			make(a[i] = &room[0][i], types[next_random(2)], i / 2, next_random(2));
			make(b[i] = &room[1][i], types[next_random(2)], i / 2, next_random(2));
		}
		n = diff_align(&plain_compare, a, na, b, nb, steps);
		assert_int_equal(cost_of(steps, n, a, na, b, nb), cheapest(a, na, b, nb));
	}
}

static void a_full_window_that_differs_everywhere_is_changed_record_by_record(void **unused)
{
	static struct otfp_queued room[2][DIFF_WINDOW];
	struct otfp_queued *a[DIFF_WINDOW], *b[DIFF_WINDOW];
	uint8_t steps[2 * DIFF_WINDOW];

	(void)unused;
	for (unsigned i = 0; i < DIFF_WINDOW; i++) {
		make(a[i] = &room[0][i], OTFP_Counter, 10 * i, i);
		make(b[i] = &room[1][i], OTFP_Counter, 10 * i + 1, i);
	}
	assert_int_equal(diff_align(&plain_compare, a, DIFF_WINDOW, b, DIFF_WINDOW, steps), DIFF_WINDOW);
	for (unsigned i = 0; i < DIFF_WINDOW; i++)
		assert_int_equal(steps[i], STEP_CHANGED);
}

/* ---- records ---- */

static void every_field_of_every_record_type_is_compared(void **unused)
{
	static const uint32_t one[] = {1, 2}, two[] = {1, 3};

	(void)unused;
	for (unsigned type = 1; type < OTFP_NTYPES; type++)
		for (unsigned i = 0; i < otfp_table[type].nfields; i++) {
			struct otfp_record a = {.type = (uint16_t)type, .file = otfp_table[type].file}, b;
			unsigned kind = otfp_table[type].fields[i].type;
			for (unsigned k = 0; k < otfp_table[type].nfields; k++)
				if (otfp_table[type].fields[k].type == OTFP_FIELD_STR)
					a.f[k].s = (struct otfp_str){"same", 4};
			if (kind == OTFP_FIELD_LIST)
				a.f[i].l = (struct otfp_list){one, 2};
			b = a;
			assert_int_equal(diff_records(&plain_compare, &a, &b), 0);
			if (kind == OTFP_FIELD_STR)
				b.f[i].s.p = "sane";
			else if (kind == OTFP_FIELD_LIST)
				b.f[i].l.p = two;
			else
				b.f[i].u++;
			assert_int_equal(diff_records(&plain_compare, &a, &b), 1u << i);
			assert_int_equal(diff_is_same(&a, &b), 0);
			assert_int_not_equal(diff_hash(&plain_compare, DIFF_A, &a),
			                     diff_hash(&plain_compare, DIFF_A, &b));
		}
}

static void a_string_that_is_none_differs_from_an_empty_one(void **unused)
{
	struct otfp_record a = {.type = OTFP_DefProcess}, b = {.type = OTFP_DefProcess, .f[1].s = {"", 0}};

	(void)unused;
	assert_int_equal(diff_records(&plain_compare, &a, &b), 1 << 1);
}

static void tags_differ_in_number_type_and_value(void **unused)
{
	struct otfp_tag tags[] = {{1, OTFP_TAG_INT32, 5, {NULL, 0}}, {2, OTFP_TAG_BYTES, 0, {"ab", 2}}};
	struct otfp_tag others[] = {{1, OTFP_TAG_INT32, 5, {NULL, 0}}, {2, OTFP_TAG_BYTES, 0, {"ac", 2}}};
	struct otfp_record a = {.type = OTFP_NoOp, .file = OTFP_FILE_EVENT, .ntags = 2, .tags = tags}, b = a;

	(void)unused;
	assert_int_equal(diff_records(&plain_compare, &a, &b), 0);
	assert_int_equal(diff_is_same(&a, &b), 0); /* it does not look at tags */
	b.tags = others;
	assert_int_equal(diff_records(&plain_compare, &a, &b), DIFF_TAGS);
	others[1].bytes.p = "ab";
	others[0].type = OTFP_TAG_UINT32;
	assert_int_equal(diff_records(&plain_compare, &a, &b), DIFF_TAGS);
	b.ntags = 1;
	assert_int_equal(diff_records(&plain_compare, &a, &b), DIFF_TAGS);
}

/* ---- what does not count ---- */

static void ignoring_takes_records_classes_fields_and_parts(void **unused)
{
	struct diff_ignore ignore = {.time = 0};
	struct otfp_error err;

	(void)unused;
	assert_int_equal(diff_ignore_parse(&ignore, "Enter,Counter.value,tag,event.tags,marker", &err), 0);
	assert_true(ignore.records[OTFP_Enter] && ignore.records[OTFP_Marker] && ignore.records[OTFP_DefMarker]);
	assert_false(ignore.records[OTFP_Leave] || ignore.time);
	assert_int_equal(ignore.parts[OTFP_Counter], 1 << 1 | DIFF_TAGS);
	assert_int_equal(ignore.parts[OTFP_SendMsg], 1 << 2 | DIFF_TAGS);
	assert_int_equal(ignore.parts[OTFP_CounterSnapshot], 0);
	assert_int_equal(diff_ignore_parse(&ignore, "time", &err), 0);
	assert_true(ignore.time && ignore.parts[OTFP_Leave] & DIFF_TIME);
	assert_int_equal(diff_ignore_parse(&ignore, "Counter.tag", &err), OTFP_EUSAGE);
	assert_int_equal(diff_ignore_parse(&ignore, "enter", &err), OTFP_EUSAGE);
	assert_int_equal(diff_ignore_parse(&ignore, ",", &err), OTFP_EUSAGE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_steps_are_the_cheapest_of_all_ways),
		cmocka_unit_test(a_full_window_that_differs_everywhere_is_changed_record_by_record),
		cmocka_unit_test(every_field_of_every_record_type_is_compared),
		cmocka_unit_test(a_string_that_is_none_differs_from_an_empty_one),
		cmocka_unit_test(tags_differ_in_number_type_and_value),
		cmocka_unit_test(ignoring_takes_records_classes_fields_and_parts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
