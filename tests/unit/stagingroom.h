/* stagingroom.h - a directory with a stage in it, on a file system that fails when told to. */
#ifndef STAGEROOM_H
#define STAGEROOM_H
#include "commit/staging.h"
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

extern const struct otfp_staging_options plainly, replacing;

/* Renames, syncs and links fail as told: stagingroom_setup sets all to 0. */
struct disk {
	int lacking;      /* errno of a file system without RENAME_NOREPLACE, or 0 */
	int good, bad;    /* so many renames succeed, then so many fail */
	char placed[200]; /* the suffixes in their order */
	int no_links;     /* errno of a file system without links, or 0 */
	int bad_sync;     /* the sync with this number fails, from 1 on; 0: none */
	int syncs;        /* so many there were */
	int no_syncfs;    /* the system cannot sync a file system */
	/* "sync FILE, name FILE, " in the order of the calls that succeeded, "all D, " for syncfs. FILE is a suffix,
	 * D/SUFFIX in the directory of the new files, "." their parent */
	char calls[2000];
};
extern struct disk disk;

struct room {
	char dir[64], stub[96], path[128];
	struct otfp_files *fs;
	struct otfp_staging *st;
	struct otfp_error err;
};

/** A fresh directory t->dir and in it the stage t->st of t->stub. */
int stagingroom_setup(void **state);
int stagingroom_teardown(void **state);
/** Names in a directory but . and .. */
int count_entries(const char *dir);
/** The path of a file of the trace, in t->path. */
const char *at(struct room *t, const char *suffix);
struct otfp_staged *create(struct room *t, const char *suffix, int level);
void put(struct otfp_staged *f, const char *text);
/** @return bytes read to p */
size_t get_file(const char *path, char *p, size_t room);
void assert_content(const char *path, const char *text);
/** Stage a master, definitions and events. */
void make_three(struct room *t);
#endif
