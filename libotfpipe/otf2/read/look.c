#include "otf2/read/look.h"
#include "base/fd.h"
#include "commit/recover.h"
#include "io/there.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum what { NEITHER, AN_ANCHOR, A_PART };
enum { MAGIC = 10 };

/* All files of an archive start with byte 3 and the order of bytes, "B" or "#". Then the anchor has its name, others
 * the number 1 in 8 bytes, that of the first record. */
static enum what judge(const char *head, size_t n)
{
	static const char first[2][8] = {{1}, {[7] = 1}};

	if (n < MAGIC || head[0] != 3 || (head[1] != 'B' && head[1] != '#'))
		return NEITHER;
	if (memcmp(head + 2, "OTF2", 5) == 0)
		return AN_ANCHOR;
	return memcmp(head + 2, first[head[1] == '#'], 8) == 0 ? A_PART : NEITHER;
}

static int ends_in_otf2(const char *name)
{
	size_t n = strlen(name);

	return n > 5 && strcmp(name + n - 5, ".otf2") == 0;
}

/* ---- names ---- */

static int set_path(struct otfp_buf *path, const char *a, const char *b, const char *c, struct otfp_error *err)
{
	path->n = 0;
	if (otfp_buf_puts(path, a) < 0 || otfp_buf_puts(path, b) < 0 || otfp_buf_puts(path, c) < 0 ||
	    !otfp_buf_str(path))
		return otfp_fail_memory(err);
	return 0;
}

/* @return 1 if a regular file has the name a b c; 0; <0 */
static int is_file(struct otfp_buf *path, const char *a, const char *b, const char *c, struct otfp_error *err)
{
	struct stat st;
	int code = set_path(path, a, b, c, err);

	if (code == 0)
		code = otfp_file_is_there(path->p, &st, err);
	return code > 0 ? S_ISREG(st.st_mode) : code;
}

/* The only file of the directory that ends in .otf2. */
static int find_in(struct otfp_buf *path, DIR *dir, const char *name, struct otfp_error *err)
{
	const char *entry;
	int n = 0, code = 0;

	while (code == 0 && (entry = otfp_dir_next(dir))) {
		if (!ends_in_otf2(entry))
			continue;
		if (n++ == 0)
			code = set_path(path, name, "/", entry, err);
	}
	if (code == 0 && n == 0 && errno)
		return otfp_fail_errno(err, "%s", name);
	if (code == 0 && n > 1)
		return otfp_fail(err, OTFP_EFAIL, "%s: contains several OTF2 archives; name one", name);
	return code < 0 ? code : n;
}

static int look_in(struct otfp_buf *path, const char *name, struct otfp_error *err)
{
	int code = is_file(path, name, "/", "traces.otf2", err);
	DIR *dir;

	if (code)
		return code;
	dir = otfp_dir_open(name);
	if (!dir)
		return otfp_fail_errno(err, "%s", name);
	code = find_in(path, dir, name, err);
	closedir(dir);
	return code;
}

int otfp_otf2_anchor(struct otfp_buf *path, const char *name, struct otfp_error *err)
{
	struct stat st;
	int code = otfp_file_is_there(name, &st, err);

	if (code > 0 && S_ISDIR(st.st_mode)) {
		code = is_file(path, name, "", ".otf2", err); /* NAME.otf2 beside the directory of its events */
		return code ? code : look_in(path, name, err);
	}
	if (code > 0) {
		code = set_path(path, name, "", "", err);
		return code < 0 ? code : 1;
	}
	return code < 0 ? code : is_file(path, name, "", ".otf2", err);
}

char *otfp_otf2_file_name(const char *anchor, const uint64_t *location, const char *extension)
{
	const size_t n = strlen(anchor), room = n + 40;
	const int stem = (int)(ends_in_otf2(anchor) ? n - strlen(".otf2") : n);
	char *name = malloc(room);

	if (name && location)
		snprintf(name, room, "%.*s/%" PRIu64 ".%s", stem, anchor, *location, extension);
	else if (name)
		snprintf(name, room, "%.*s.%s", stem, anchor, extension);
	return name;
}

/* ---- inputs ---- */

static int look_at_file(const char *name, const struct otfp_first_look *look, struct otfp_error *err)
{
	enum what what = judge(look->head, look->n);

	if (what == A_PART)
		return otfp_fail_at(err, OTFP_EFAIL, OTFP_FLAW_FORMAT, name, 0,
		                    "is part of an OTF2 archive; name its anchor file, which ends in .otf2");
	if (what == NEITHER && ends_in_otf2(name))
		return otfp_fail_at(err, OTFP_EFAIL, OTFP_FLAW_FORMAT, name, 0,
		                    "is not the anchor file of an OTF2 archive, or damaged");
	return what == AN_ANCHOR;
}

/* Complete a replacement that was interrupted; the anchor file may exist afterwards. @return 0 or <0 */
static int recover(struct otfp_inputs *in, unsigned i, const struct otfp_read_options *o, struct otfp_error *err)
{
	const char *name = in->names[i];
	char *stub;
	int code;

	if (otfp_is_stdin(name) || !ends_in_otf2(name))
		return 0;
	stub = strndup(name, strlen(name) - strlen(".otf2"));
	code = stub ? otfp_recover_to_read(stub, ".otf2", o, err) : otfp_fail_memory(err);
	free(stub);
	if (code > 0)
		otfp_inputs_forget(in);
	return code < 0 ? code : 0;
}

int otfp_otf2_look(struct otfp_inputs *in, unsigned i, const struct otfp_read_options *o, struct otfp_error *err)
{
	const struct otfp_first_look *look;
	struct otfp_buf path = OTFP_BUF_INIT;
	int code = recover(in, i, o, err);

	if (code < 0)
		return code;
	look = otfp_inputs_look(in, i);
	if (look->is_stdin)
		return 0;
	if (look->is_readable)
		return look_at_file(in->names[i], look, err);
	if (look->exists && !look->is_directory)
		return 0;
	code = otfp_otf2_anchor(&path, in->names[i], err);
	otfp_buf_release(&path);
	return code;
}
