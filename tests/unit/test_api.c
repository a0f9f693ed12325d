/* What otfpipe.h gives a program: records of its own, names, the schema, options of any age. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "apiroom.h"

/* ---- schema ---- */

static void slots_are_where_the_schema_has_them(void **state)
{
	(void)state;
	assert_string_equal(otfp_schema(OTFP_Enter)->fields[OTFP_Enter_function].name, "function");
	assert_string_equal(otfp_schema(OTFP_SendMsg)->fields[OTFP_SendMsg_length].name, "length");
	assert_string_equal(otfp_schema(OTFP_EnterSnapshot)->fields[OTFP_EnterSnapshot_originaltime].name,
	                    "originaltime");
	assert_string_equal(otfp_schema(OTFP_Marker)->fields[OTFP_Marker_text].name, "text");
	assert_string_equal(otfp_schema(OTFP_UnknownRecord)->fields[OTFP_UnknownRecord_text].name, "text");
	assert_int_equal(OTFP_NTYPES, OTFP_UnknownRecord + 1);
}

static void types_and_fields_are_found_by_name(void **state)
{
	(void)state;
	for (unsigned type = 1; type < OTFP_NTYPES; type++) {
		const struct otfp_schema *row = otfp_schema(type);
		assert_int_equal(otfp_type_by_name(row->name), type);
		for (int slot = 0; slot < row->nfields; slot++)
			assert_int_equal(otfp_field_by_name(type, row->fields[slot].name), slot);
		assert_int_equal(otfp_field_by_name(type, "no such field"), -1);
	}
	assert_int_equal(otfp_type_by_name("enter"), OTFP_NONE);
	assert_int_equal(otfp_type_by_name(""), OTFP_NONE);
	assert_int_equal(otfp_type_by_name(NULL), OTFP_NONE);
	assert_int_equal(otfp_field_by_name(OTFP_NTYPES, "function"), -1);
	assert_int_equal(otfp_field_by_name(OTFP_NoOp, "function"), -1);
	assert_int_equal(otfp_field_by_name(OTFP_Enter, NULL), -1);
}

static void the_version_is_that_of_the_header(void **state)
{
	char text[32];
	unsigned n = otfp_version_number();

	(void)state;
	snprintf(text, sizeof text, "%u.%u.%u", n / 10000, n / 100 % 100, n % 100);
	assert_string_equal(text, otfp_version());
	assert_string_equal(text, OTFP_VERSION);
	assert_int_equal(n, OTFP_VERSION_NUMBER);
}

/* ---- records ---- */

static void a_type_sets_the_file_and_zero_elsewhere(void **state)
{
	struct otfp_record rec;

	(void)state;
	for (unsigned type = 1; type < OTFP_NTYPES; type++) {
		struct otfp_record want = {.type = (uint16_t)type, .file = otfp_schema(type)->file};
		memset(&rec, 0x5a, sizeof rec);
		otfp_record_init(&rec, type);
		assert_memory_equal(&rec, &want, sizeof rec);
	}
	otfp_record_init(&rec, OTFP_NTYPES);
	assert_int_equal(rec.file, 0);
}

/* A record with one of everything, in memory of its own. */
static struct otfp_record *make_full(void)
{
	struct otfp_record *rec = calloc(1, sizeof *rec);
	struct otfp_tag *tags = calloc(2, sizeof *tags);
	uint32_t *list = malloc(3 * sizeof *list);

	assert_true(rec && tags && list);
	otfp_record_init(rec, OTFP_DefProcessGroup);
	memcpy(list, (uint32_t[]){1, 2, 3}, 3 * sizeof *list);
	tags[0] = (struct otfp_tag){.key = 4, .type = OTFP_TAG_INT32, .bits = 5};
	tags[1] = (struct otfp_tag){.key = 6, .type = OTFP_TAG_BYTES, .bytes = {strdup("bytes"), 5}};
	rec->loc = 9;
	rec->tags = tags;
	rec->ntags = 2;
	rec->f[OTFP_DefProcessGroup_group].u = 8;
	rec->f[OTFP_DefProcessGroup_name].s = (struct otfp_str){strdup("all"), 3};
	rec->f[OTFP_DefProcessGroup_members].l = (struct otfp_list){list, 3};
	rec->line = (struct otfp_str){strdup("DefProcessGroup\t..."), 19};
	return rec;
}

static void free_full(struct otfp_record *rec)
{
	free((void *)(uintptr_t)rec->tags[1].bytes.p);
	free((void *)(uintptr_t)rec->tags);
	free((void *)(uintptr_t)rec->f[OTFP_DefProcessGroup_name].s.p);
	free((void *)(uintptr_t)rec->f[OTFP_DefProcessGroup_members].l.p);
	free((void *)(uintptr_t)rec->line.p);
	free(rec);
}

static void a_copy_outlives_the_record(void **state)
{
	struct otfp_record *rec = make_full(), *copy = otfp_record_copy(rec);

	(void)state;
	assert_non_null(copy);
	free_full(rec);
	assert_int_equal(copy->type, OTFP_DefProcessGroup);
	assert_int_equal(copy->loc, 9);
	assert_int_equal(copy->f[OTFP_DefProcessGroup_group].u, 8);
	assert_memory_equal(copy->f[OTFP_DefProcessGroup_name].s.p, "all", 3);
	assert_int_equal(copy->f[OTFP_DefProcessGroup_members].l.n, 3);
	assert_int_equal(copy->f[OTFP_DefProcessGroup_members].l.p[2], 3);
	assert_int_equal(otfp_record_tag(copy, 4)->bits, 5);
	assert_memory_equal(otfp_record_tag(copy, 6)->bytes.p, "bytes", 5);
	assert_null(otfp_record_tag(copy, 5));
	assert_null(copy->line.p); /* its fields may be changed */
	otfp_record_free(copy);
	otfp_record_free(NULL);
}

static void a_copy_of_a_control_line_has_its_line(void **state)
{
	struct otfp_record rec = {.type = OTFP_CONTROL, .line = {"@PG\tx", 5}}, *copy = otfp_record_copy(&rec);

	(void)state;
	assert_ptr_not_equal(copy->line.p, rec.line.p);
	assert_memory_equal(copy->line.p, rec.line.p, 5);
	otfp_record_free(copy);
	assert_null(otfp_record_copy(NULL));
	assert_null(otfp_record_tag(NULL, 1));
}

static void a_copy_that_is_changed_is_written_as_it_is(void **state)
{
	struct otfp_record rec = {.type = OTFP_Leave, .time = 3, .loc = 1, .line = {"Leave\t3\t1\t0\t0", 13}}, *copy;
	struct lines l;

	(void)state;
	copy = otfp_record_copy(&rec);
	copy->f[OTFP_Leave_function].u = 4;
	lines_begin(&l);
	assert_int_equal(otfp_sink_put(l.sink, &rec), 0);
	assert_int_equal(otfp_sink_put(l.sink, copy), 0);
	lines_end(&l);
	assert_string_equal(l.text, "@OTFPIPE\t1.0\tTR:1000\nLeave\t3\t1\t0\t0\nLeave\t3\t1\t4\t0\n@END\t2\n");
	otfp_record_free(copy);
}

/* ---- names ---- */

static void define(struct otfp_names *names, unsigned type, uint32_t stream, uint32_t token, const char *name)
{
	struct otfp_record rec;

	otfp_record_init(&rec, type);
	rec.loc = stream;
	rec.f[0].u = token;
	rec.f[otfp_field_by_name(type, "name")].s = (struct otfp_str){name, strlen(name)};
	assert_int_equal(otfp_names_add(names, &rec), 0);
}

static void assert_name(struct otfp_str name, const char *want)
{
	assert_int_equal(name.p != NULL, want != NULL);
	assert_int_equal(name.n, want ? strlen(want) : 0);
	assert_true(!want || memcmp(name.p, want, name.n) == 0);
}

static void a_token_has_the_name_of_its_definition(void **state)
{
	struct otfp_names *names = otfp_names_new();
	struct otfp_record rec;

	(void)state;
	define(names, OTFP_DefProcess, 0, 1, "rank 0");
	define(names, OTFP_DefFunction, 0, 7, "main");
	define(names, OTFP_DefProcessGroup, 0, 7, "world");
	otfp_record_init(&rec, OTFP_Enter);
	rec.loc = 1;
	rec.f[OTFP_Enter_function].u = 7;
	assert_name(otfp_names_of(names, &rec, OTFP_Enter_function), "main");
	assert_name(otfp_names_of(names, &rec, OTFP_Enter_source), NULL);
	assert_name(otfp_names_of(names, &rec, 2), NULL);
	assert_name(otfp_names_get(names, OTFP_W_PROCESS, 1, 1), "rank 0");
	assert_name(otfp_names_get(names, OTFP_W_PEER, 1, 1), "rank 0");
	assert_name(otfp_names_get(names, OTFP_W_PROCORGROUP, 1, 7), "world");
	assert_name(otfp_names_get(names, OTFP_W_FUNCTION, 1, 8), NULL);
	assert_name(otfp_names_get(names, OTFP_W_LENGTH, 1, 7), NULL);
	assert_name(otfp_names_get(names, OTFP_NWHATS, 1, 7), NULL);
	otfp_names_free(names);
}

static void a_local_definition_names_the_token_of_its_stream(void **state)
{
	struct otfp_record rec = {.type = OTFP_CONTROL, .line = {"@SM\t2\t5,6", 9}};
	struct otfp_names *names = otfp_names_new();

	(void)state;
	assert_int_equal(otfp_names_add(names, &rec), 0);
	define(names, OTFP_DefFunction, 0, 7, "main");
	define(names, OTFP_DefFunction, 2, 7, "other");
	assert_name(otfp_names_get(names, OTFP_W_FUNCTION, 1, 7), "main");
	assert_name(otfp_names_get(names, OTFP_W_FUNCTION, 6, 7), "other");
	otfp_record_init(&rec, OTFP_DefFunction);
	rec.loc = 2;
	rec.f[OTFP_DefFunction_function].u = 7;
	assert_name(otfp_names_of(names, &rec, OTFP_DefFunction_function), "other");
	otfp_names_free(names);
}

static void a_tag_is_found_by_the_name_of_its_key(void **state)
{
	struct otfp_tag tags[] = {{.key = 1, .type = OTFP_TAG_UINT8, .bits = 2},
	                          {.key = 3, .type = OTFP_TAG_UINT8, .bits = 4}};
	struct otfp_record rec = {.type = OTFP_Enter, .loc = 1, .tags = tags, .ntags = 2};
	struct otfp_names *names = otfp_names_new();

	(void)state;
	define(names, OTFP_DefKeyValue, 0, 3, "energy");
	assert_ptr_equal(otfp_names_tag(names, &rec, "energy"), &tags[1]);
	assert_null(otfp_names_tag(names, &rec, "energ"));
	otfp_names_free(names);
}

static void a_table_of_names_that_is_not_there_has_none(void **state)
{
	struct otfp_record rec = {.type = OTFP_Enter};

	(void)state;
	assert_int_equal(otfp_names_add(NULL, &rec), OTFP_EUSAGE);
	assert_name(otfp_names_of(NULL, &rec, 0), NULL);
	assert_name(otfp_names_get(NULL, OTFP_W_FUNCTION, 1, 1), NULL);
	assert_null(otfp_names_tag(NULL, &rec, "x"));
	otfp_names_free(NULL);
}

/* ---- options of other versions ---- */

static void null_is_the_defaults(void **state)
{
	struct otfp_source *src;
	const struct otfp_record *rec;
	unsigned enters = 0;

	(void)state;
	write_small_trace(room_path("defaults"));
	assert_int_equal(otfp_source_open(&src, room_path("defaults"), NULL, NULL), 0);
	while (otfp_source_next(src, &rec) == 0)
		enters += rec->type == OTFP_Enter;
	assert_int_equal(enters, 1);
	assert_int_equal(otfp_source_next(src, &rec), OTFP_END);
	assert_string_equal(otfp_source_error(src)->text, "");
	otfp_source_close(src);
	assert_int_equal(otfp_source_open_all(&src, (const char *[]){room_path("defaults"), room_path("defaults")}, 2,
	                                      NULL, NULL),
	                 0);
	otfp_source_close(src);
}

/* What repeats what is known is not read: a snapshot at the time of the first event counts, a later one does not. */
static void in_loose_order_later_snapshots_are_not_read(void **state)
{
	static const uint64_t times[] = {5, 7, 9}; /* of events, snapshots */
	const struct otfp_header h = {.resolution = 1000};
	const struct otfp_record *got;
	struct otfp_record rec;
	struct otfp_source *src;
	struct otfp_sink *sink;
	unsigned snapshots = 0;

	(void)state;
	assert_int_equal(otfp_sink_open(&sink, "otf", room_path("loose"), NULL, NULL, NULL), 0);
	assert_int_equal(otfp_sink_begin(sink, &h), 0);
	otfp_record_init(&rec, OTFP_DefProcess);
	rec.f[OTFP_DefProcess_process].u = 1;
	rec.f[OTFP_DefProcess_name].s = (struct otfp_str){"p", 1};
	assert_int_equal(otfp_sink_put(sink, &rec), 0);
	for (unsigned i = 0; i < 6; i++) {
		otfp_record_init(&rec, i % 2 ? OTFP_Enter : OTFP_EnterSnapshot);
		rec.time = times[i / 2];
		rec.loc = 1;
		assert_int_equal(otfp_sink_put(sink, &rec), 0);
	}
	assert_int_equal(otfp_sink_end(sink), 0);
	otfp_sink_close(sink);
	assert_int_equal(otfp_source_open(&src, room_path("loose"), NULL, NULL), 0);
	otfp_source_kinds(src, OTFP_FILE_BIT(OTFP_FILE_EVENT) | OTFP_FILE_BIT(OTFP_FILE_SNAP) | OTFP_LOOSE);
	while (otfp_source_next(src, &got) == 0)
		snapshots += got->type == OTFP_EnterSnapshot;
	assert_string_equal(otfp_source_error(src)->text, "");
	assert_int_equal(snapshots, 1);
	otfp_source_close(src);
}

static void shares_are_joined_by_defaults(void **state)
{
	struct otfp_source *src;

	(void)state;
	write_small_trace(room_path("share"));
	assert_int_equal(otfp_join(room_path("joined"), (const char *[]){room_path("share")}, 1, NULL, NULL), 0);
	assert_int_equal(otfp_recover(room_path("joined"), NULL, NULL, NULL), 0);
	assert_int_equal(otfp_source_open(&src, room_path("joined"), NULL, NULL), 0);
	otfp_source_close(src);
}

/* An older program has less; what stands behind is not its options. */
static void options_of_an_older_program_are_taken(void **state)
{
	size_t size = offsetof(struct otfp_read_options, strict);
	struct otfp_read_options *old = malloc(size), o; /* to read more would be an error of the memory checker */
	struct otfp_source *src;

	(void)state;
	write_small_trace(room_path("old"));
	otfp_read_options_init(&o);
	o.size = size;
	memcpy(old, &o, size);
	assert_int_equal(otfp_source_open(&src, room_path("old"), old, NULL), 0);
	otfp_source_close(src);
	free(old);
}

/* A newer program may have more, as long as it does not use it. */
static void options_of_a_newer_program_are_refused_if_they_are_used(void **state)
{
	struct {
		struct otfp_write_options o;
		uint64_t more;
	} newer = {.more = 0};
	struct otfp_sink *sink;
	struct otfp_error err;

	(void)state;
	otfp_write_options_init(&newer.o);
	newer.o.size = sizeof newer;
	assert_int_equal(otfp_sink_open(&sink, "otf", room_path("newer"), &newer.o, NULL, &err), 0);
	otfp_sink_close(sink);
	newer.more = 1;
	assert_int_equal(otfp_sink_open(&sink, "otf", room_path("newer"), &newer.o, NULL, &err), OTFP_EUSAGE);
	assert_non_null(strstr(err.text, "otfp_write_options"));
	assert_null(sink);
}

static void options_without_a_size_are_refused(void **state)
{
	struct otfp_read_options o = {.size = 0};
	struct otfp_tau_options tau = {.size = 0};
	struct otfp_vtf3_options vtf3 = {.size = 0};
	struct otfp_error err;
	struct otfp_source *src;

	(void)state;
	assert_int_equal(otfp_source_open(&src, "nowhere", &o, &err), OTFP_EUSAGE);
	assert_string_equal(err.text, "struct otfp_read_options has no size; otfp_read_options_init() sets it");
	otfp_read_options_init(&o);
	o.format = "tau";
	o.format_options = &tau;
	assert_int_equal(otfp_source_open(&src, "nowhere", &o, &err), OTFP_EUSAGE);
	o.format = "vtf3";
	o.format_options = &vtf3;
	assert_int_equal(otfp_source_open(&src, "nowhere", &o, &err), OTFP_EUSAGE);
	assert_string_equal(err.text, "struct otfp_vtf3_options has no size; otfp_vtf3_options_init() sets it");
	o.format = "otf";
	assert_int_equal(otfp_source_open(&src, "nowhere", &o, &err), OTFP_EUSAGE);
	assert_string_equal(err.text, "otf: has no options of its own");
	o.format = "none";
	assert_int_equal(otfp_source_open(&src, "nowhere", &o, &err), OTFP_EUSAGE);
	assert_string_equal(err.text, "none: is not a format that can be read");
	o.format = NULL;
	assert_int_equal(otfp_source_open(&src, "nowhere", &o, &err), OTFP_EUSAGE);
}

static void each_format_is_written_by_name_with_its_options(void **state)
{
	struct otfp_otf2_write_options otf2;
	struct otfp_vtf3_write_options vtf3;
	struct otfp_tau_write_options tau;
	struct otfp_error err;
	struct otfp_sink *sink;
	const struct {
		const char *format, *name;
		const void *options;
	} all[] = {{"otf", "o", NULL}, {"otf2", "a", &otf2}, {"vtf3", "v.vtf", &vtf3}, {"tau", "t", &tau}};

	(void)state;
	otfp_otf2_write_options_init(&otf2);
	otfp_vtf3_write_options_init(&vtf3);
	otfp_tau_write_options_init(&tau);
	for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
		assert_int_equal(otfp_sink_open(&sink, all[i].format, room_path(all[i].name), NULL, NULL, &err), 0);
		otfp_sink_close(sink);
		assert_int_equal(otfp_sink_open(&sink, all[i].format, room_path(all[i].name), NULL, all[i].options,
		                                &err),
		                 0);
		otfp_sink_close(sink);
	}
	tau.size = 0;
	assert_int_equal(otfp_sink_open(&sink, "tau", room_path("t"), NULL, &tau, &err), OTFP_EUSAGE);
	assert_string_equal(err.text,
	                    "struct otfp_tau_write_options has no size; otfp_tau_write_options_init() sets it");
	assert_int_equal(otfp_sink_open(&sink, "otf", room_path("o"), NULL, &vtf3, &err), OTFP_EUSAGE);
	assert_string_equal(err.text, "otf: has no options of its own");
	assert_int_equal(otfp_sink_open(&sink, "lines", room_path("l"), NULL, NULL, &err), OTFP_EUSAGE);
	assert_string_equal(err.text, "lines: is not a format that can be written");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(slots_are_where_the_schema_has_them),
		cmocka_unit_test(types_and_fields_are_found_by_name),
		cmocka_unit_test(the_version_is_that_of_the_header),
		cmocka_unit_test(a_type_sets_the_file_and_zero_elsewhere),
		cmocka_unit_test(a_copy_outlives_the_record),
		cmocka_unit_test(a_copy_of_a_control_line_has_its_line),
		cmocka_unit_test(a_copy_that_is_changed_is_written_as_it_is),
		cmocka_unit_test(a_token_has_the_name_of_its_definition),
		cmocka_unit_test(a_local_definition_names_the_token_of_its_stream),
		cmocka_unit_test(a_tag_is_found_by_the_name_of_its_key),
		cmocka_unit_test(a_table_of_names_that_is_not_there_has_none),
		cmocka_unit_test(null_is_the_defaults),
		cmocka_unit_test(in_loose_order_later_snapshots_are_not_read),
		cmocka_unit_test(shares_are_joined_by_defaults),
		cmocka_unit_test(options_of_an_older_program_are_taken),
		cmocka_unit_test(options_of_a_newer_program_are_refused_if_they_are_used),
		cmocka_unit_test(options_without_a_size_are_refused),
		cmocka_unit_test(each_format_is_written_by_name_with_its_options),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
