/* Archives that are written: chunks, their heads and ends, what is refused. Bytes of records: bats/otf2-archive. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "otf2/bytes.h"
#include "otf2/values.h"
#include "otf2/write/anchor.h"
#include "otf2/types.h"
#include "otf2/write/encode.h"
#include "otf2/write/writer.h"

enum { CHUNK = OTFP_OTF2_MIN_CHUNK };

static struct otfp_error err;
static char dir[] = "/tmp/otf2XXXXXX";
static struct otfp_files *files;
static struct otfp_otf2_encoder encoder;
static struct otfp_otf2_out out;
static size_t buffer;

static const char *in_dir(const char *name)
{
	static char path[100];

	snprintf(path, sizeof path, "%s/%s", dir, name);
	return path;
}

static int setup(void **state)
{
	(void)state;
	strcpy(dir + sizeof dir - 7, "XXXXXX");
	otfp_otf2_encoder_init(&encoder, &err);
	return mkdtemp(dir) && otfp_files_new(&files, 0, &err) == 0 ? 0 : -1;
}

static int teardown(void **state)
{
	char command[100];

	(void)state;
	otfp_otf2_out_release(&out);
	otfp_otf2_encoder_release(&encoder);
	otfp_files_free(files);
	snprintf(command, sizeof command, "rm -rf '%s'", dir);
	return system(command);
}

/* A file of events that is written with buffers of `most` bytes. */
static void open_out(const char *name, size_t most)
{
	buffer = most;
	assert_int_equal(otfp_otf2_out_open(&out, files, in_dir(name), CHUNK, &buffer, 1, &err), 0);
}

/* @return the bytes of a file, for free */
static unsigned char *bytes_of(const char *name, size_t *n)
{
	FILE *f = fopen(in_dir(name), "r");
	unsigned char *p = malloc(4 * CHUNK);

	assert_non_null(f);
	*n = fread(p, 1, 4 * CHUNK, f);
	assert_int_equal(fclose(f), 0);
	return p;
}

static void assert_head(const unsigned char *p, uint64_t first, uint64_t last)
{
	struct otfp_otf2_chunk c = {0};

	assert_int_equal(otfp_otf2_get_chunk(p, &c), 0);
	assert_int_equal(c.first, first);
	assert_int_equal(c.last, last);
	assert_false(c.is_big);
}

/* ---- frames ---- */

static uint64_t words[2000];

static struct otfp_otf2_frame *frame(unsigned row, uint64_t time, uint32_t more)
{
	struct otfp_otf2_frame *f = (void *)words;

	memset(words, 0, sizeof words);
	*f = (struct otfp_otf2_frame){(uint16_t)row, 0, OTFP_OTF2_HEAD_WORDS + otfp_otf2_rows[row].nfields + more,
	                              time};
	return f;
}

static int enter(uint64_t time, uint64_t region)
{
	struct otfp_otf2_frame *f = frame(OTFP_OTF2_Enter, time, 0);

	f->f[0] = region;
	return otfp_otf2_encode_timed(&encoder, &out, f);
}

static void refused(int code, const char *why)
{
	assert_true(code < 0);
	if (!strstr(err.text, why))
		fail_msg("%s, not %s", err.text, why);
}

/* ---- chunks ---- */

static void a_file_without_records_has_a_head_and_end_marks(void **state)
{
	unsigned char *p;
	size_t n;

	(void)state;
	open_out("empty", CHUNK);
	assert_int_equal(otfp_otf2_out_close(&out), 0);
	p = bytes_of("empty", &n);
	assert_int_equal(n, OTFP_OTF2_CHUNK_HEAD + OTFP_OTF2_END_MARKS);
	assert_head(p, 1, 0);
	assert_memory_equal(p + OTFP_OTF2_CHUNK_HEAD, "\2\1", 2);
	free(p);
}

/* Enough events for three chunks; each chunk starts with its time. */
static void write_events(const char *name, size_t most)
{
	open_out(name, most);
	for (uint64_t i = 1; i <= 50000; i++)
		assert_int_equal(enter(i / 2, i << 20), 0);
	assert_int_equal(otfp_otf2_out_close(&out), 0);
}

static void the_bytes_do_not_depend_on_the_size_of_the_buffer(void **state)
{
	unsigned char *a, *b;
	size_t n, m, filled = CHUNK - 1;

	(void)state;
	write_events("large", CHUNK);
	a = bytes_of("large", &n);
	assert_true(n > 2 * CHUNK);
	for (size_t most = 1; most < CHUNK; most = 5 * most + 4000) {
		char name[30];
		snprintf(name, sizeof name, "small%zu", most);
		write_events(name, most);
		b = bytes_of(name, &m);
		assert_int_equal(m, n);
		assert_memory_equal(a, b, n);
		free(b);
	}
	while (!a[filled])
		filled--;
	assert_true(CHUNK - filled < 17); /* an event needs 15 at most, and one is kept free */
	assert_head(a, 1, otfp_otf2_load(a + CHUNK + 2, 8, 0) - 1);
	assert_int_equal(a[CHUNK + OTFP_OTF2_CHUNK_HEAD], OTFP_OTF2_TIMESTAMP);
	assert_int_equal(otfp_otf2_load(a + 2 * CHUNK + 10, 8, 0), 50000);
	free(a);
}

/* libotf2 would crash. */
static void a_chunk_without_room_for_the_end_marks_is_followed_by_another_one(void **state)
{
	for (size_t left = 1; left < 4; left++) {
		char name[10];
		unsigned char *p;
		size_t n;

		(void)state;
		snprintf(name, sizeof name, "end%zu", left);
		open_out(name, left == 3 ? 4096 : CHUNK);
		assert_int_equal(otfp_otf2_out_room(&out, CHUNK - OTFP_OTF2_CHUNK_HEAD - left, "x"), 0);
		memset(out.p, 7, CHUNK - OTFP_OTF2_CHUNK_HEAD - left);
		out.p += CHUNK - OTFP_OTF2_CHUNK_HEAD - left;
		out.records++;
		assert_int_equal(otfp_otf2_out_close(&out), 0);
		p = bytes_of(name, &n);
		assert_head(p, 1, 1);
		assert_int_equal(n, left == 1 ? CHUNK + 20 : CHUNK - left + 2);
		assert_memory_equal(p + n - 2, "\2\1", 2);
		if (left == 1)
			assert_head(p + CHUNK, 2, 1);
		free(p);
	}
}

static void time_zero_stands_before_each_event_and_once_at_the_start_of_a_chunk(void **state)
{
	const unsigned char *at;
	unsigned char *p;
	size_t n;

	(void)state;
	open_out("zero", CHUNK);
	for (int i = 0; i < 30000; i++)
		assert_int_equal(enter(0, 1), 0);
	assert_int_equal(otfp_otf2_out_close(&out), 0);
	p = bytes_of("zero", &n);
	at = p + CHUNK + OTFP_OTF2_CHUNK_HEAD;
	assert_true(n > CHUNK + 1000);
	assert_memory_equal(at, "\5\0\0\0\0\0\0\0\0\14\1\1\5\0\0\0\0\0\0\0\0\14\1\1", 24);
	free(p);
}

static void a_record_that_no_chunk_has_room_for_is_refused(void **state)
{
	(void)state;
	open_out("long", CHUNK);
	assert_int_equal(otfp_otf2_out_room(&out, CHUNK - OTFP_OTF2_CHUNK_HEAD - 1, "x"), 0);
	refused(otfp_otf2_out_room(&out, CHUNK - OTFP_OTF2_CHUNK_HEAD, "String"),
	        "long: String needs 262126 bytes, but a chunk of this file has 262125");
}

/* ---- what is refused ---- */

static void what_no_record_can_be_is_refused(void **state)
{
	struct otfp_otf2_tag tags[2] = {{7, 4, 1}, {7, 4, 2}};
	struct otfp_otf2_frame *f;

	(void)state;
	open_out("refused", CHUNK);
	assert_int_equal(enter(5, 1), 0);
	refused(enter(4, 1), "refused: Enter cannot be written: it is earlier than the record before it");
	refused(otfp_otf2_encode_timed(&encoder, &out, frame(OTFP_OTF2_Unknown, 5, 0)), "Unknown cannot be written");
	f = frame(OTFP_OTF2_Enter, 5, 4);
	f->ntags = 2;
	memcpy(words + f->words - 4, tags, sizeof tags);
	refused(otfp_otf2_encode_timed(&encoder, &out, f), "Enter cannot be written: it has an attribute twice");
	f = frame(OTFP_OTF2_Metric, 5, 512);
	f->f[OTFP_OTF2_Metric_values] = 256;
	refused(otfp_otf2_encode_timed(&encoder, &out, f), "Metric cannot be written: a list has more than 255");
	f = frame(OTFP_OTF2_String, 0, 1);
	f->f[OTFP_OTF2_String_string] = 3;
	memcpy(f->f + 2, "a\0b", 3);
	refused(otfp_otf2_encode_untimed(&encoder, &out, f), "String cannot be written: a text contains a NUL byte");
	refused(otfp_otf2_encode_untimed(&encoder, &out, frame(OTFP_OTF2_ClockOffset, 0, 0)),
	        "ClockOffset cannot be written");
	assert_int_equal(out.records, 1);
}

static void names_of_properties_are_parts_of_letters(void **state)
{
	static const char *const yes[] = {"A::B", "a_1::b::C", "0::_"};
	static const char *const no[] = {"",    "A",     "::A",         "A::",    "A:::B",
	                                 "A:B", "A::B ", "A::\303\244", "A::B::", "A::-"};

	(void)state;
	for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
		assert_true(otfp_otf2_is_property(yes[i]));
	for (size_t i = 0; i < sizeof no / sizeof *no; i++)
		assert_false(otfp_otf2_is_property(no[i]));
}

/* ---- archives ---- */

/* An archive with one definition and one location with one event. */
static void write_archive(const char *name, uint64_t self, const struct otfp_otf2_anchor *a)
{
	struct otfp_otf2_writer *w;

	assert_int_equal(otfp_otf2_writer_open(&w, dir, name, &err), 0);
	assert_int_equal(otfp_otf2_writer_put(w, 3, 77, frame(OTFP_OTF2_Enter, 5, 0)), 0);
	assert_int_equal(otfp_otf2_writer_location(w, 3, 77, 0), 0);
	frame(OTFP_OTF2_String, 0, 0)->f[0] = self;
	assert_int_equal(otfp_otf2_writer_define(w, (void *)words, 4), 0);
	assert_int_equal(otfp_otf2_writer_end(w, a), 0);
	otfp_otf2_writer_close(w);
}

static void the_same_archive_has_the_same_anchor_and_another_one_another_id(void **state)
{
	static const char *const names[] = {"a::b", "C::D", "A::B", "E::F"}, *const values[] = {"1", "2", "3", ""};
	const struct otfp_otf2_anchor a = {.creator = "me", .nproperties = 4, .names = names, .values = values};
	unsigned char *p[3];
	size_t n[3];

	(void)state;
	for (int i = 0; i < 3; i++) {
		char name[10];
		snprintf(name, sizeof name, "a%d", i);
		write_archive(name, i == 2, &a);
		strcat(name, ".otf2");
		p[i] = bytes_of(name, &n[i]);
	}
	assert_int_equal(n[0], n[1]);
	assert_memory_equal(p[0], p[1], n[0]);
	assert_int_equal(n[0], n[2]);
	assert_memory_equal(p[0], p[2], n[0] - 19);
	assert_true(memcmp(p[0] + n[0] - 19, p[2] + n[0] - 19, 8) != 0);
	assert_memory_equal(p[0] + n[0] - 19 - 18, "\2\0\0\0A::B\0003\0C::D\0002\0", 18);
	for (int i = 0; i < 3; i++)
		free(p[i]);
}

static void an_archive_is_not_written_over(void **state)
{
	const struct otfp_otf2_anchor bad = {.nproperties = 1,
	                                     .names = &(const char *){"x"},
	                                     .values = &(const char *){"y"}};
	struct otfp_otf2_writer *w;

	(void)state;
	write_archive("a", 0, &(struct otfp_otf2_anchor){0});
	refused(otfp_otf2_writer_open(&w, dir, "a", &err), "a: File exists");
	otfp_otf2_writer_close(w);
	assert_int_equal(otfp_otf2_writer_open(&w, dir, "b", &err), 0);
	refused(otfp_otf2_writer_end(w, &bad), "b.otf2: 'x' is no name of a property: it must be NAME::NAME");
	otfp_otf2_writer_close(w);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(a_file_without_records_has_a_head_and_end_marks),
		TEST(the_bytes_do_not_depend_on_the_size_of_the_buffer),
		TEST(a_chunk_without_room_for_the_end_marks_is_followed_by_another_one),
		TEST(time_zero_stands_before_each_event_and_once_at_the_start_of_a_chunk),
		TEST(a_record_that_no_chunk_has_room_for_is_refused),
		TEST(what_no_record_can_be_is_refused),
		TEST(names_of_properties_are_parts_of_letters),
		TEST(the_same_archive_has_the_same_anchor_and_another_one_another_id),
		TEST(an_archive_is_not_written_over),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
