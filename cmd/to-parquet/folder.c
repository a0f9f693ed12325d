#include "cmd/to-parquet/folder.h"
#include "base/error.h"
#include "cmd/text/message.h"
#include "cmd/text/signals.h"
#include "io/there.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *folder_file_name(char to[FOLDER_FILE], unsigned part)
{
	snprintf(to, FOLDER_FILE, part ? "part-%05u.parquet" : "part-0.parquet", part);
	return to;
}

static char *join(const char *a, const char *b)
{
	char *s;

	return asprintf(&s, "%s/%s", a, b) < 0 ? NULL : s;
}

/* ---- open ---- */

static int make_directory(const char *path, const char *name, struct otfp_error *err)
{
	return mkdir(path, 0777) == 0 || errno == EEXIST ? 0 : otfp_fail_errno(err, "%s", name);
}

static int open_stage(struct folder *f)
{
	const struct otfp_staging_options how = {.together = OTFP_TOGETHER_COLUMNS,
	                                         .replace = f->replaces,
	                                         .report = message_error};
	int code = otfp_staging_open(&f->stage, f->name, &how, f->err);

	if (code < 0)
		return code;
	f->dir = join(otfp_staging_dir(f->stage), OTFP_LOCATIONS);
	return f->dir ? make_directory(f->dir, f->name, f->err) : otfp_fail_memory(f->err);
}

/* What a share must not add files to. */
static int check_share(struct folder *f)
{
	char *facts = join(f->name, OTFP_FACTS);
	int there = facts ? otfp_name_is_there(facts, NULL, f->err) : otfp_fail_memory(f->err);

	if (there > 0 && !f->replaces)
		there = otfp_fail(f->err, OTFP_EFAIL, "%s: has all shares; use --force to replace one", f->name);
	free(facts);
	return there < 0 ? there : 0;
}

static int open_share(struct folder *f)
{
	f->dir = strdup(f->name);
	if (!f->dir)
		return otfp_fail_memory(f->err);
	return check_share(f) < 0 ? f->err->code : make_directory(f->dir, f->name, f->err);
}

/* The last component must be a name: the directory of new files is beside it. */
static int set_name(struct folder *f, const char *name)
{
	size_t n = strlen(name);
	const char *base;

	while (n > 1 && name[n - 1] == '/')
		n--;
	f->name = strndup(name, n);
	if (!f->name)
		return otfp_fail_memory(f->err);
	base = otfp_base(f->name);
	if (!*base || strcmp(base, ".") == 0 || strcmp(base, "..") == 0)
		return otfp_fail(f->err, OTFP_EUSAGE, "'%s' is not a name for a directory", name);
	return 0;
}

int folder_open(struct folder *f, const char *name, unsigned part, int replaces, struct otfp_error *err)
{
	*f = (struct folder){.part = part, .replaces = replaces, .err = err};
	if (set_name(f, name) < 0)
		return err->code;
	return part ? open_share(f) : open_stage(f);
}

/* ---- files ---- */

/* A share is none of a whole trace that is there. */
static int check_whole(const struct folder *f, const char *table)
{
	char file[FOLDER_FILE], *path;
	int there;

	if (asprintf(&path, "%s/%s/%s", f->name, table, folder_file_name(file, 0)) < 0)
		return otfp_fail_memory(f->err);
	there = otfp_name_is_there(path, NULL, f->err);
	if (there > 0)
		there = otfp_fail(f->err, OTFP_EFAIL, "%s: has a whole trace, to which no share is added", f->name);
	free(path);
	return there;
}

static int create_in_share(struct folder *f, const char *path, struct otfp_newfile *file)
{
	const unsigned flags = OTFP_NEWFILE_BINARY | (f->replaces ? OTFP_NEWFILE_REPLACE : 0);

	return otfp_newfile_open(file, path, flags, signal_came, f->err);
}

/* Make a file whose name is `shown` in the end. */
static int create(struct folder *f, const char *path, const char *shown, struct otfp_newfile *file)
{
	return f->stage ? otfp_newfile_within(file, path, shown, signal_came, f->err) : create_in_share(f, path, file);
}

static int create_below(struct folder *f, const char *table, struct otfp_newfile *file)
{
	char name[FOLDER_FILE], *directory = join(f->dir, table), *shown = NULL, *path = NULL;
	int code = 0;

	folder_file_name(name, f->part);
	if (!directory || asprintf(&shown, "%s/%s/%s", f->name, table, name) < 0 ||
	    asprintf(&path, "%s/%s", directory, name) < 0)
		code = otfp_fail_memory(f->err);
	if (code == 0)
		code = make_directory(directory, f->name, f->err);
	if (code == 0)
		code = create(f, path, shown, file);
	free(directory);
	free(shown);
	free(path);
	return code;
}

int folder_create(struct folder *f, const char *table, struct otfp_newfile *file)
{
	return f->part && check_whole(f, table) < 0 ? f->err->code : create_below(f, table, file);
}

int folder_create_facts(struct folder *f, struct otfp_newfile *file)
{
	char *path = join(f->dir, OTFP_FACTS), *shown = join(f->name, OTFP_FACTS);
	int code = path && shown ? create(f, path, shown, file) : otfp_fail_memory(f->err);

	free(path);
	free(shown);
	return code;
}

/* ---- the end ---- */

int folder_end(struct folder *f)
{
	return f->stage ? otfp_staging_copy(f->stage, OTFP_LOCATIONS, "") : 0;
}

int folder_begin_share(struct folder *f)
{
	char *facts = join(f->name, OTFP_FACTS);
	int code = 0;

	if (!facts)
		return otfp_fail_memory(f->err);
	if (unlink(facts) < 0 && errno != ENOENT)
		code = otfp_fail_errno(f->err, "%s", facts);
	free(facts);
	return code;
}

int folder_commit(struct folder *f)
{
	return f->stage ? otfp_staging_commit(f->stage, "") : 0;
}

void folder_release(struct folder *f)
{
	otfp_staging_close(f->stage);
	free(f->dir);
	free(f->name);
	*f = (struct folder){0};
}
