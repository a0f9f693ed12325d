/* Packed copies of records: what is opened again is the record, and lists of members take a byte each. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "record/equal.h"
#include "record/packed.h"
#include <stdlib.h>
#include <string.h>

static void lists_come_out_as_they_were(void **state)
{
	static const uint32_t members[] = {5,  6, 7,  7,   0,       UINT32_MAX, 0,       1u << 31, (1u << 31) - 1,
	                                   63, 0, 64, 128, 1 << 13, 1 << 20,    1 << 27, 3};
	const size_t n = sizeof members / sizeof *members;
	uint32_t out[sizeof members / sizeof *members];

	(void)state;
	for (size_t from = 0; from <= n; from++) {
		void *packed = otfp_list_pack(&(struct otfp_list){members + from, n - from});
		assert_non_null(packed);
		otfp_list_unpack(packed, out, n - from);
		assert_memory_equal(out, members + from, (n - from) * sizeof *out);
		free(packed);
	}
}

static void each_element_is_found_by_itself(void **state)
{
	enum { N = 3 * OTFP_LIST_STEP + 1 };
	uint32_t list[N];
	struct otfp_list_mark marks[N / OTFP_LIST_STEP + 1];

	(void)state;
	for (uint32_t i = 0; i < N; i++)
		list[i] = i * i * 2654435761u >> i % 32;
	for (size_t n = N - OTFP_LIST_STEP - 1; n <= N; n++) {
		void *packed = otfp_list_pack(&(struct otfp_list){list, n});
		assert_non_null(packed);
		otfp_list_mark(packed, n, marks);
		for (size_t i = 0; i < n; i++)
			assert_int_equal(otfp_list_at(packed, marks, i), list[i]);
		free(packed);
	}
}

static void consecutive_members_take_a_byte_each(void **state)
{
	enum { N = 10000 };
	static uint32_t list[N];
	uint8_t *packed;

	(void)state;
	for (uint32_t i = 0; i < N; i++)
		list[i] = 1 + i;
	packed = otfp_list_pack(&(struct otfp_list){list, N});
	assert_non_null(packed);
	assert_int_equal(otfp_list_unpack(packed, list, N) - packed, N);
	free(packed);
}

/* A record with everything: an odd number of members, a name, tags, a line. */
static void an_opened_copy_is_the_record(void **state)
{
	uint32_t members[] = {9, 100000, 3};
	char name[] = "rank", bytes[] = {1, 2, 3}, line[] = "as it was";
	struct otfp_tag tags[] = {{.key = 7, .type = OTFP_TAG_BYTES, .bytes = {bytes, 3}},
	                          {.key = 8, .type = 1, .bits = 5}};
	struct otfp_record rec = {
		.type = OTFP_DefProcessGroup, .file = OTFP_FILE_DEF, .loc = 4, .ntags = 2, .tags = tags};
	struct otfp_packed *p;
	struct otfp_queued *q, *want;

	(void)state;
	rec.f[0].u = 12;
	rec.f[1].s = (struct otfp_str){name, 4};
	rec.f[2].l = (struct otfp_list){members, 3};
	rec.line = (struct otfp_str){line, sizeof line - 1};
	want = otfp_queued_copy(&rec);
	p = otfp_packed_copy(&rec);
	assert_true(want && p);
	memset(members, 0xff, sizeof members); /* nobody may look there again */
	memset(name, '?', sizeof name);
	memset(tags, 0xff, sizeof tags);
	memset(bytes, '?', sizeof bytes);
	memset(line, '?', sizeof line);
	assert_int_equal(p->rec.f[2].l.n, 3);
	p->since = 17;
	p->mark = 18;
	q = otfp_packed_open(p);
	free(p);
	assert_non_null(q);
	assert_true(otfp_record_equal(&q->rec, &want->rec));
	assert_memory_equal(q->rec.line.p, "as it was", 9);
	assert_int_equal(q->rec.loc, 4);
	assert_int_equal(q->since, 17);
	assert_int_equal(q->mark, 18);
	free(q);
	free(want);
}

static void what_has_no_name_and_no_list_stays_so(void **state)
{
	const struct otfp_record none = {.type = OTFP_DefProcessGroup, .file = OTFP_FILE_DEF},
				 other = {.type = OTFP_CONTROL, .line = {"@NEW", 4}};
	const struct otfp_record *const recs[] = {&none, &other};

	(void)state;
	for (unsigned i = 0; i < 2; i++) {
		struct otfp_packed *p = otfp_packed_copy(recs[i]);
		struct otfp_queued *q = p ? otfp_packed_open(p) : NULL;
		assert_non_null(q);
		assert_null(q->rec.f[1].s.p);
		assert_int_equal(q->rec.f[2].l.n, 0);
		assert_int_equal(q->rec.line.n, recs[i]->line.n);
		assert_int_equal(q->rec.line.n && memcmp(q->rec.line.p, "@NEW", 4), 0);
		free(q);
		free(p);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lists_come_out_as_they_were),
		cmocka_unit_test(each_element_is_found_by_itself),
		cmocka_unit_test(consecutive_members_take_a_byte_each),
		cmocka_unit_test(an_opened_copy_is_the_record),
		cmocka_unit_test(what_has_no_name_and_no_list_stays_so),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
