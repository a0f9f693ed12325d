/* What VTF3 has and OTF has no place for: durations beyond 64 bits, negative numbers of bytes, lines without end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "vtf3/read/records.h"
#include "vtf3/keys.h"

enum { LIMIT = 16 << 20 }; /* bytes of a line of otfpipe-stream(5) */

static struct otfp_vtf3_reading c;
static struct otfp_error err;

static int setup(void **state)
{
	(void)state;
	memset(&err, 0, sizeof err);
	return otfp_vtf3_read_init(&c, &err);
}

static int teardown(void **state)
{
	(void)state;
	otfp_vtf3_read_release(&c);
	return 0;
}

/* The last record of a type that the conversion made. */
static const struct otfp_record *made(unsigned type)
{
	for (size_t i = c.n; i > 0; i--)
		if (c.recs[i - 1].type == type)
			return &c.recs[i - 1];
	fail_msg("no record of type %u", type);
	return NULL;
}

/* ---- durations ---- */

static int pattern(double time, double duration)
{
	struct otfp_vtf3_record rec;

	otfp_vtf3_record_init(&rec, OTFP_VTF3_Pattern);
	rec.time = time;
	rec.v[1].i = 3;
	rec.v[2].d = duration;
	return otfp_vtf3_reading(&c, &rec);
}

static void a_call_ends_at_the_largest_time_at_most(void **state)
{
	(void)state;
	assert_int_equal(pattern(0x1p63, 0x1p63 - 2048), 0);
	assert_int_equal(made(OTFP_Enter)->time, UINT64_C(1) << 63);
	assert_int_equal(pattern(0x1p63, 0x1p63), OTFP_EFAIL);
	assert_non_null(strstr(err.text, "duration 9.2233720368547758e+18 ends after the largest 64-bit time"));
}

/* ---- bytes ---- */

static const struct otfp_record *operation(int sent, int received)
{
	struct otfp_vtf3_record rec;

	otfp_vtf3_read_clear(&c);
	otfp_vtf3_record_init(&rec, OTFP_VTF3_Globalop);
	rec.time = 5;
	rec.v[0].i = 1;
	rec.v[2].i = OTFP_VTF3_NOCOMMUNICATOR;
	rec.v[4].i = sent;
	rec.v[5].i = received;
	assert_int_equal(otfp_vtf3_reading(&c, &rec), 0);
	return made(OTFP_CollectiveOperation);
}

static void assert_tag(const struct otfp_tag *tag, enum otfp_vtf3_key key, int value)
{
	assert_int_equal(tag->key, OTFP_VTF3_FIRST_KEY + key);
	assert_int_equal((int32_t)tag->bits, value);
}

static void negative_numbers_of_bytes_go_as_key_values(void **state)
{
	const struct otfp_record *rec;
	struct otfp_vtf3_record cpu;

	(void)state;
	otfp_vtf3_record_init(&cpu, OTFP_VTF3_Defcpuname);
	cpu.v[1].s = (struct otfp_str){"a", 1};
	assert_int_equal(otfp_vtf3_reading(&c, &cpu), 0);
	rec = operation(0, 0);
	assert_int_equal(rec->ntags, 0);
	rec = operation(7, -5);
	assert_int_equal(rec->f[3].u, 7);
	assert_int_equal(rec->f[4].u, 0);
	assert_int_equal(rec->ntags, 1);
	assert_tag(rec->tags, OTFP_KEY_received, -5);
	rec = operation(-1, 8);
	assert_int_equal(rec->ntags, 1);
	assert_tag(rec->tags, OTFP_KEY_sent, -1);
	rec = operation(-1, -2);
	assert_int_equal(rec->ntags, 2);
	assert_tag(rec->tags + 1, OTFP_KEY_received, -2);
}

/* ---- communicators ---- */

/* A communicator of the cpus from 0 to last */
static void communicator(uint32_t last)
{
	uint32_t cpus[] = {0, last, 1};
	struct otfp_vtf3_record rec;

	otfp_vtf3_read_clear(&c);
	otfp_vtf3_record_init(&rec, OTFP_VTF3_Defcommunicator);
	rec.v[0].i = 3;
	rec.v[1].i = (int32_t)last + 1;
	rec.v[2].i = 1;
	rec.v[3].us = cpus;
	assert_int_equal(otfp_vtf3_reading(&c, &rec), 0);
}

static void a_communicator_of_too_many_members_is_carried(void **state)
{
	(void)state;
	communicator((1u << 20) - 1);
	assert_int_equal(made(OTFP_DefProcessGroup)->f[2].l.n, 1u << 20);
	communicator(1u << 20);
	assert_non_null(made(OTFP_DefinitionComment));
	for (size_t i = 0; i < c.n; i++)
		assert_int_not_equal(c.recs[i].type, OTFP_DefProcessGroup);
}

/* ---- carried lines ---- */

/* A comment that is part of a line, of n bytes with its first four. */
static int part(size_t n)
{
	struct otfp_vtf3_record rec;
	char *text = malloc(n);
	int code;

	assert_non_null(text);
	memset(text, 'x', n);
	memcpy(text, (char[]){'o', 't', 'f', OTFP_CARRIER_PART}, 4);
	otfp_vtf3_record_init(&rec, OTFP_VTF3_Comment);
	rec.v[0].s = (struct otfp_str){text, n};
	code = otfp_vtf3_reading(&c, &rec);
	free(text);
	return code;
}

/* The parts of a line that never ends are not kept any longer, and are too long for a comment. */
static void a_carried_line_has_16_mib_at_most(void **state)
{
	(void)state;
	for (int i = 0; i < 3; i++)
		assert_int_equal(part(LIMIT / 4), 0);
	assert_int_equal(part(LIMIT / 4 + 12), 0);
	assert_int_equal(c.troubles, 0);
	assert_int_equal(c.carried->text.n, LIMIT - 4);
	assert_int_equal(part(9), OTFP_EFAIL);
	assert_int_equal(c.troubles, 1);
	assert_string_equal(err.text, "vtf3: Comment: too long to be read back");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_call_ends_at_the_largest_time_at_most, setup, teardown),
		cmocka_unit_test_setup_teardown(negative_numbers_of_bytes_go_as_key_values, setup, teardown),
		cmocka_unit_test_setup_teardown(a_communicator_of_too_many_members_is_carried, setup, teardown),
		cmocka_unit_test_setup_teardown(a_carried_line_has_16_mib_at_most, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
