/*
 * beside.h - the files beside NAME: those of the trace, and files of commands that write it (NAME.otfpipe-*).
 */
#ifndef OTFP_COMMIT_BESIDE_H
#define OTFP_COMMIT_BESIDE_H

#define OTFP_BESIDE ".otfpipe-" /* with six letters: a new file, or a directory of new files, not at its place yet */

struct otfp_beside;

/* Files that belong together and are replaced together. Each is the path NAME and a suffix; the path of the files of a
 * directory is "DIR/". The suffix "" is the directory NAME itself, with the files of the locations of an OTF2 archive,
 * or tables: it is moved as a whole (folder.h). */
enum otfp_together {
	OTFP_TOGETHER_OTF,      /* .otf, .thumb, .<hex id>.{def,defs,events,snaps,stats,marker}[.z] */
	OTFP_TOGETHER_PAIR,     /* .trc, .edf */
	OTFP_TOGETHER_RUN,      /* tautrace.N.N.N.trc, events.N.edf */
	OTFP_TOGETHER_PROFILES, /* profile.N.N.N */
	OTFP_TOGETHER_OTF2,     /* .otf2, .def, .marker, and "" */
	OTFP_TOGETHER_COLUMNS,  /* only "": trace.json, and a directory of .parquet files for each table */
	OTFP_NTOGETHER
};

/** The suffix of the file of a set without which there is no trace, ".otf"; "" if the set is a directory of files. */
const char *otfp_together_master(enum otfp_together set);
/** Whether a suffix belongs to a file of a set. */
int otfp_together_has(enum otfp_together set, const char *suffix);
/** otfp_together_has of OTFP_TOGETHER_OTF */
int otfp_is_part(const char *suffix);
/* The name of the directory of suffix "" among new files, and of files beside it whose names begin like that. */
#define OTFP_LOCATIONS "locations"

/** Whether a name in the directory of suffix "" belongs to a file of an archive: <number>.{def,evt,snap} */
int otfp_is_of_location(const char *name);
/** Whether it is that of the file that says what the tables beside it are. */
#define OTFP_FACTS "trace.json"
int otfp_is_facts(const char *name);
/** Whether a suffix belongs to a file of any set. */
int otfp_is_any_part(const char *suffix);
/** Whether a suffix of the name belongs to a new file or a directory of new files. */
int otfp_is_fresh(const char *suffix);
/** The last component of a path. */
const char *otfp_base(const char *path);
/** The directory of a path, to open or search. @return malloc'd, or NULL when memory is out */
char *otfp_parent(const char *path);
/**
 * Call fn with the suffix of each directory entry whose name starts with that of stub (a path without ".otf"), in any
 * order, until fn returns a value other than 0, which is then returned.
 * @return 0 also if the directory does not exist; -1 if it cannot be read, with errno
 */
int otfp_beside_each(const char *stub, int (*fn)(void *ctx, const char *suffix), void *ctx);
/**
 * Read once what is beside all names that start with that of stub. For writers of many traces NAME.1, NAME.2 ...,
 * since the directory grows with each. Does not see files created later.
 * @return 0, also if the directory does not exist; -1 with errno
 */
int otfp_beside_list(struct otfp_beside **b, const char *stub);
/** As otfp_beside_each, from b, sorted by bytes; stub must be in the same directory. b NULL: reads the directory. */
int otfp_beside_each_of(const struct otfp_beside *b, const char *stub, int (*fn)(void *ctx, const char *suffix),
                        void *ctx);
/** Free it; b may be NULL. */
void otfp_beside_free(struct otfp_beside *b);

/* ---- leftovers.c ---- */

/**
 * Remove a new file, or a directory of new files with what commands put there. If it contains other files, these stay,
 * and the directory too. @return 0, or -1 with errno (ENOTEMPTY)
 */
int otfp_fresh_remove(const char *path);
/**
 * Remove the new files and directories that killed writers of the name left. Needs the lock (lock.h). What cannot be
 * removed stays; it does no harm. b: as for otfp_beside_each_of
 */
void otfp_leftovers_remove(const struct otfp_beside *b, const char *stub);
#endif
