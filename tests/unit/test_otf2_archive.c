#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "otf2/frame.h"
#include "otf2/read/look.h"

static struct otfp_error err;

/* ---- frames ---- */

/* A text of 9 bytes, two attributes. */
static const uint64_t *a_frame(void)
{
	static uint64_t w[OTFP_OTF2_HEAD_WORDS + 2 + 2 + 4];
	struct otfp_otf2_frame *f = (void *)w;
	const struct otfp_otf2_tag tags[2] = {{0, 3, 42}, {1, 4, 43}};

	*f = (struct otfp_otf2_frame){OTFP_OTF2_String, 2, sizeof w / sizeof *w, 0};
	f->f[OTFP_OTF2_String_string] = 9;
	memcpy(f->f + 2, "123456789", 9);
	memcpy(f->f + 4, tags, sizeof tags);
	return w;
}

static void a_frame_has_its_parts(void **unused)
{
	const struct otfp_otf2_frame *f = (const void *)a_frame();

	(void)unused;
	assert_true(otfp_otf2_frame_is_sound(f, f->words));
	assert_string_equal((const char *)otfp_otf2_contents(f, OTFP_OTF2_String_string), "123456789");
	assert_int_equal(otfp_otf2_tags(f)[1].value, 43);
}

static void a_frame_that_is_cut_or_has_too_much_is_not_sound(void **unused)
{
	uint64_t w[16];
	struct otfp_otf2_frame *f = (void *)w;
	unsigned words = ((const struct otfp_otf2_frame *)a_frame())->words;

	(void)unused;
	memcpy(w, a_frame(), words * sizeof *w);
	for (unsigned n = 0; n < words; n++)
		assert_false(otfp_otf2_frame_is_sound(w, n));
	for (unsigned n = 0; n < 16; n++) {
		f->words = n;
		assert_int_equal(otfp_otf2_frame_is_sound(w, 16), n == words);
	}
	f->words = words;
	for (uint64_t n = 0; n < 40; n++) {
		f->f[OTFP_OTF2_String_string] = n;
		assert_int_equal(otfp_otf2_frame_is_sound(w, 16), n > 8 && n <= 16);
	}
	f->f[OTFP_OTF2_String_string] = UINT64_MAX - 3;
	assert_false(otfp_otf2_frame_is_sound(w, 16));
	f->row = OTFP_OTF2_NROWS;
	assert_false(otfp_otf2_frame_is_sound(w, 16));
}

/* ---- look ---- */

static char dir[] = "/tmp/otf2XXXXXX";

static const char *in_dir(const char *name)
{
	static char path[100];

	snprintf(path, sizeof path, "%s/%s", dir, name);
	return path;
}

static void put(const char *name, const char *bytes, size_t n)
{
	FILE *f = fopen(in_dir(name), "w");

	assert_non_null(f);
	assert_int_equal(fwrite(bytes, 1, n, f), n);
	fclose(f);
}

static int look(const char *name)
{
	const char *path = in_dir(name);
	const struct otfp_read_options o = {0};
	struct otfp_inputs in;
	int code;

	assert_int_equal(otfp_inputs_init(&in, &path, 1, &err), 0);
	code = otfp_otf2_look(&in, 0, &o, &err);
	otfp_inputs_release(&in);
	return code;
}

#define ANCHOR "\3BOTF2\0\3\2\3\0\2rest"
#define PART "\3B\1\0\0\0\0\0\0\0\x47\0\0\0\0\0\0\0"

static int make_files(void **unused)
{
	(void)unused;
	if (!mkdtemp(dir) || mkdir(in_dir("run"), 0777) < 0 || mkdir(in_dir("one"), 0777) < 0 ||
	    mkdir(in_dir("two"), 0777) < 0 || mkdir(in_dir("none"), 0777) < 0 || mkdir(in_dir("beside"), 0777) < 0)
		return -1;
	put("any name", ANCHOR, sizeof ANCHOR);
	put("big", "\3#OTF2\0\3\2", 9 + 1);
	put("beside.otf2", ANCHOR, sizeof ANCHOR);
	put("part.evt", PART, sizeof PART);
	put("big.evt", "\3#\0\0\0\0\0\0\0\1", 10);
	put("text", "a text that is long enough", 26);
	put("short", "\3B", 2);
	put("bad.otf2", "something else", 14);
	put("empty.otf2", "", 0);
	put("run/traces.otf2", ANCHOR, sizeof ANCHOR);
	put("run/x.otf2", ANCHOR, sizeof ANCHOR);
	put("one/x.otf2", ANCHOR, sizeof ANCHOR);
	put("two/x.otf2", ANCHOR, sizeof ANCHOR);
	put("two/y.otf2", ANCHOR, sizeof ANCHOR);
	return 0;
}

static int remove_files(void **unused)
{
	char command[100];

	(void)unused;
	snprintf(command, sizeof command, "rm -rf '%s'", dir);
	return system(command);
}

static void an_anchor_is_known_by_its_bytes_a_directory_by_what_is_in_it(void **unused)
{
	static const char *const yes[] = {"any name", "big", "beside", "beside.otf2", "run", "one", "run/x"};
	static const char *const no[] = {"text", "short", "none", "missing", "run/y"};

	(void)unused;
	for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
		assert_int_equal(look(yes[i]), 1);
	for (size_t i = 0; i < sizeof no / sizeof *no; i++)
		assert_int_equal(look(no[i]), 0);
}

static void what_belongs_to_an_archive_but_does_not_stand_for_it_is_named(void **unused)
{
	(void)unused;
	assert_true(look("part.evt") < 0);
	assert_non_null(strstr(err.text, "part.evt: is part of an OTF2 archive; name its anchor file"));
	assert_true(look("big.evt") < 0);
	assert_true(look("bad.otf2") < 0);
	assert_non_null(strstr(err.text, "bad.otf2: is not the anchor file of an OTF2 archive, or damaged"));
	assert_true(look("empty.otf2") < 0);
	assert_true(look("two") < 0);
	assert_non_null(strstr(err.text, "two: contains several OTF2 archives; name one"));
}

static void the_path_of_the_anchor_is_found(void **unused)
{
	static const char *const pairs[][2] = {{"run", "run/traces.otf2"},
	                                       {"one", "one/x.otf2"},
	                                       {"beside", "beside.otf2"},
	                                       {"any name", "any name"}};
	struct otfp_buf path = OTFP_BUF_INIT;

	(void)unused;
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		assert_int_equal(otfp_otf2_anchor(&path, in_dir(pairs[i][0]), &err), 1);
		assert_string_equal(path.p, in_dir(pairs[i][1]));
	}
	otfp_buf_release(&path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_frame_has_its_parts),
		cmocka_unit_test(a_frame_that_is_cut_or_has_too_much_is_not_sound),
		cmocka_unit_test(an_anchor_is_known_by_its_bytes_a_directory_by_what_is_in_it),
		cmocka_unit_test(what_belongs_to_an_archive_but_does_not_stand_for_it_is_named),
		cmocka_unit_test(the_path_of_the_anchor_is_found),
	};
	return cmocka_run_group_tests(tests, make_files, remove_files);
}
