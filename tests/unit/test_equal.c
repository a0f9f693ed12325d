/* Records are equal if every field and key-value is; equal ones have one hash. */
#include "record/equal.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static const struct otfp_tag number = {.key = 3, .type = OTFP_TAG_UINT32, .bits = 42};
static const struct otfp_tag text = {.key = 4, .type = OTFP_TAG_BYTES, .bytes = {"abc", 3}};

static struct otfp_record tagged(const struct otfp_tag *tag)
{
	return (struct otfp_record){
		.type = OTFP_Enter, .file = OTFP_FILE_EVENT, .time = 5, .loc = 1, .f[0].u = 7, .tags = tag, .ntags = 1};
}

static void assert_equal(const struct otfp_record *a, const struct otfp_record *b, int are_equal)
{
	assert_int_equal(otfp_record_equal(a, b), are_equal);
	assert_int_equal(otfp_record_equal(b, a), are_equal);
	assert_int_equal(otfp_record_hash(a) == otfp_record_hash(b), are_equal);
}

static void key_values_differ_in_key_type_and_value(void **state)
{
	struct otfp_tag same = number, key = number, type = number, value = number;
	struct otfp_record a = tagged(&number), b = tagged(&same);

	(void)state;
	key.key = 4;
	type.type = OTFP_TAG_INT32;
	value.bits = 43;
	assert_equal(&a, &b, 1);
	b.tags = &key;
	assert_equal(&a, &b, 0);
	b.tags = &type;
	assert_equal(&a, &b, 0);
	b.tags = &value;
	assert_equal(&a, &b, 0);
	b.ntags = 0;
	assert_equal(&a, &b, 0);
}

static void bytes_of_key_values_differ_in_length_and_content(void **state)
{
	struct otfp_tag same = text, shorter = text, other = text;
	struct otfp_record a = tagged(&text), b = tagged(&same);

	(void)state;
	same.bytes.p = (char[]){'a', 'b', 'c'};
	shorter.bytes.n = 2;
	other.bytes.p = "abd";
	assert_equal(&a, &b, 1);
	b.tags = &shorter;
	assert_equal(&a, &b, 0);
	b.tags = &other;
	assert_equal(&a, &b, 0);
}

static void fields_differ_by_their_types(void **state)
{
	struct otfp_record a = {.type = OTFP_DefProcessGroup, .file = OTFP_FILE_DEF}, b;

	(void)state;
	a.f[0].u = 9;
	a.f[1].s = (struct otfp_str){"", 0};
	a.f[2].l.p = (uint32_t[]){1, 2};
	a.f[2].l.n = 2;
	b = a;
	b.f[2].l.p = (uint32_t[]){1, 2};
	assert_equal(&a, &b, 1);
	b.f[2].l.p = (uint32_t[]){1, 3};
	assert_equal(&a, &b, 0);
	b.f[2].l.n = 1;
	assert_equal(&a, &b, 0);
	b = a;
	b.f[1].s.p = NULL; /* no name is not the empty name */
	assert_equal(&a, &b, 0);
	b = a;
	b.f[0].u = 8;
	assert_equal(&a, &b, 0);
	b.type = OTFP_DefFunction;
	assert_int_equal(otfp_record_equal(&a, &b), 0);
}

static void each_number_of_an_event_counts(void **state)
{
	struct otfp_record a = {.type = OTFP_RecvMsg, .file = OTFP_FILE_EVENT}, b;
	const unsigned n = otfp_schema(OTFP_RecvMsg)->nfields;

	(void)state;
	for (unsigned i = 0; i < n; i++)
		a.f[i].u = i + 1;
	for (unsigned i = 0; i < n; i++) {
		b = a;
		assert_equal(&a, &b, 1);
		b.f[i].u ^= UINT64_C(1) << 40;
		assert_equal(&a, &b, 0);
	}
	b = a;
	b.f[n].u = 99; /* is no field */
	assert_equal(&a, &b, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(key_values_differ_in_key_type_and_value),
		cmocka_unit_test(bytes_of_key_values_differ_in_length_and_content),
		cmocka_unit_test(fields_differ_by_their_types),
		cmocka_unit_test(each_number_of_an_event_counts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
