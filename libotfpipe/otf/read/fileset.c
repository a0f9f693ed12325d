#include "otf/read/fileset.h"
#include "otf/names.h"
#include "base/hash.h"
#include "io/there.h"
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

/* From this number of streams on, listing the directory costs less than a stat(2) for each possible file. */
enum { LIST_FROM = 64, NAMES_A_STREAM = 12 };

void otfp_fileset_release(struct otfp_fileset *fs)
{
	otfp_buf_release(&fs->path);
	otfp_map_release(&fs->names);
}

/* ---- which files there are ---- */

static uint64_t hash_of(const char *s)
{
	return otfp_hash_bytes(OTFP_HASH_INIT, s, strlen(s));
}

/* @return 0; 1 if the directory has so many names that listing does not pay, or cannot be read to its end; -1 when
 * memory is out */
static int read_names(struct otfp_fileset *fs, DIR *dir, const char *base)
{
	size_t n = strlen(base), most = 2 * NAMES_A_STREAM * fs->reading->master.n;

	for (const char *name; (name = otfp_dir_next(dir));) {
		if (most-- == 0)
			return 1;
		if (strncmp(name, base, n) == 0 && otfp_map_set(&fs->names, hash_of(name + n), 1) < 0)
			return -1;
	}
	return errno != 0;
}

/* Not an error if the directory cannot be listed: its files may still be readable. */
static int list_names(struct otfp_fileset *fs)
{
	const char *slash = strrchr(fs->stub, '/');
	DIR *dir;
	int rc;

	fs->path.n = 0;
	if (otfp_buf_add(&fs->path, slash ? fs->stub : ".", slash ? (size_t)(slash - fs->stub) + 1 : 1) < 0 ||
	    !otfp_buf_str(&fs->path))
		return otfp_fail_memory(fs->reading->err);
	dir = otfp_dir_open(fs->path.p);
	if (!dir)
		return 0;
	rc = read_names(fs, dir, slash ? slash + 1 : fs->stub);
	closedir(dir);
	fs->listed = rc == 0;
	return rc < 0 ? otfp_fail_memory(fs->reading->err) : 0;
}

/* Set fs->path to stub + suffix. @return 1 if such a file exists, 0 if not, <0 */
static int try_path(struct otfp_fileset *fs, uint32_t stream, const char *kind, int packed)
{
	char suffix[OTFP_SUFFIX_MAX];

	otfp_otf_suffix(suffix, stream, kind, packed);
	fs->path.n = 0;
	if (otfp_buf_puts(&fs->path, fs->stub) < 0 || otfp_buf_puts(&fs->path, suffix) < 0 || !otfp_buf_str(&fs->path))
		return otfp_fail_memory(fs->reading->err);
	fs->packed = packed;
	if (fs->listed && !otfp_map_get(&fs->names, hash_of(suffix)))
		return 0;
	return otfp_file_is_there(fs->path.p, NULL, fs->reading->err);
}

/* The plain file wins, as in the reference library, which silently ignores a ".z" beside it. */
static int try_both(struct otfp_fileset *fs, uint32_t stream, const char *kind)
{
	int plain = try_path(fs, stream, kind, 0), packed = plain < 0 ? plain : try_path(fs, stream, kind, 1);

	if (plain <= 0 || packed < 0)
		return packed;
	if (packed) {
		otfp_fail_at(fs->reading->err, OTFP_EDAMAGE, OTFP_FLAW_SHADOWED, fs->path.p, 0,
		             "ignored: the uncompressed file exists, too");
		if (fs->reading->o.report && !fs->reading->quiet)
			fs->reading->o.report(fs->reading->o.ctx, fs->reading->err);
	}
	return try_path(fs, stream, kind, 0);
}

int otfp_fileset_find(struct otfp_fileset *fs, uint32_t stream, unsigned file)
{
	int found = try_both(fs, stream, otfp_file_name(file));

	if (found == 0 && file == OTFP_FILE_DEF)
		found = try_both(fs, stream, "defs");
	return found;
}

int otfp_fileset_open(struct otfp_fileset *fs, uint32_t stream, unsigned file, struct otfp_input **in,
                      struct otfp_error *err)
{
	int found = otfp_fileset_find(fs, stream, file);

	if (found < 0)
		*err = *fs->reading->err;
	if (found <= 0)
		return found < 0 ? found : 1;
	return otfp_input_open(in, fs->files, fs->path.p, fs->packed ? OTFP_ZLIB : OTFP_PLAIN, fs->block, err);
}

/* Take a line of the master file. @return 0, also after damage that was reported; <0 */
static int take_line(struct otfp_fileset *fs, const char *path, uint64_t line, const char *p)
{
	enum otfp_flaw flaw = OTFP_FLAW_NONE;
	const char *why;
	int code = otfp_master_line(&fs->reading->master, p, &why);

	if (code == 0)
		return 0;
	if (code == OTFP_EDAMAGE)
		flaw = why == otfp_master_twice ? OTFP_FLAW_TWO_STREAMS : OTFP_FLAW_MASTER;
	otfp_fail_at(fs->reading->err, code, flaw, path, line, "%s", why);
	return code == OTFP_EDAMAGE ? otfp_reading_damage(fs->reading) : code;
}

int otfp_fileset_no_process(struct otfp_fileset *fs, const char *path, int is_empty)
{
	otfp_fail_at(fs->reading->err, OTFP_EDAMAGE, OTFP_FLAW_MASTER, path, 0,
	             is_empty ? "is empty: it names no process" : "names no process");
	return otfp_reading_damage(fs->reading);
}

/* A share may have no stream. Its master file is a blank line: an empty file is damage. */
static int take_lines(struct otfp_fileset *fs, struct otfp_input *in)
{
	const char *path = otfp_input_name(in);
	uint64_t line = 0, blank = 0;
	int code;

	while ((code = otfp_input_lines(in)) == 0)
		for (; in->p < in->lines; in->p = (const char *)rawmemchr(in->p, '\n') + 1) {
			blank += *in->p == '\n';
			if ((code = take_line(fs, path, ++line, in->p)) < 0)
				return code;
		}
	if (code < 0)
		return code;
	if (in->end > in->p) {
		otfp_fail_at(fs->reading->err, OTFP_EDAMAGE, OTFP_FLAW_CUT, path, line + 1,
		             "the last line is cut: it has no newline");
		return otfp_reading_damage(fs->reading);
	}
	fs->reading->has_no_stream = line && line == blank;
	return fs->reading->master.n || fs->reading->has_no_stream ? 0 : otfp_fileset_no_process(fs, path, !line);
}

int otfp_fileset_master(struct otfp_fileset *fs, int fd)
{
	struct otfp_input *in;
	int code;

	fs->path.n = 0;
	if (otfp_buf_puts(&fs->path, fs->stub) < 0 || otfp_buf_puts(&fs->path, ".otf") < 0 ||
	    !otfp_buf_str(&fs->path)) {
		if (fd >= 0)
			close(fd);
		return otfp_fail_memory(fs->reading->err);
	}
	code = otfp_input_open_kept(&in, fs->files, fs->path.p, fd, OTFP_PLAIN, 64 << 10, fs->reading->err);
	if (code < 0)
		return code;
	code = take_lines(fs, in);
	otfp_input_close(in);
	return code == 0 && fs->reading->master.n >= LIST_FROM ? list_names(fs) : code;
}
