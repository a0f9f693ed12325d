/* option.h - the options of a command as tables for the parser, --help and the completions. */
#ifndef OTFP_CMD_RUN_OPTION_H
#define OTFP_CMD_RUN_OPTION_H
#include "commit/beside.h"
#include "base/set.h"
#include "record/share.h"

enum otfp_option_kind {
	OTFP_OPT_FLAG,         /* int: set to `value` */
	OTFP_OPT_COUNT,        /* int: one more */
	OTFP_OPT_STRING,       /* const char *, a pointer into argv; the last one counts */
	OTFP_OPT_INPUT,        /* the same: the name of a file to read, or another word */
	OTFP_OPT_OUTPUT,       /* the same: the name of what to write; `value`: OTFP_WRITES_ */
	OTFP_OPT_INPUTS,       /* as STRINGS: names of files to read */
	OTFP_OPT_STRINGS,      /* const char **: all that were given, NULL after the last; free(3) */
	OTFP_OPT_OPTIONAL,     /* const char *: --name or --name=ARG; "" without ARG; `value` 1 = a list of `word`s */
	OTFP_OPT_NUMBER,       /* int: decimal 0..`value` */
	OTFP_OPT_LEVEL,        /* int: --name or --name=NUMBER of 1..`value`; 1 without NUMBER */
	OTFP_OPT_GIVEN_NUMBER, /* the same; also sets the int right before the target to 1 */
	OTFP_OPT_SIZE,         /* size_t: bytes of memory, also with K, M or G; at least `value` */
	OTFP_OPT_SIZE64,       /* uint64_t: the same, of anything */
	OTFP_OPT_PART,         /* struct otfp_part: K/N, N at most `value`, auto or auto/N */
	OTFP_OPT_WORD,         /* int: number of the word in `word`, from 1; 0 = not given */
	OTFP_OPT_WORDS,        /* unsigned: `word`s separated by commas, bit 1 << index of each; given twice = both */
	OTFP_OPT_LIST,         /* char *: given twice = both, joined by a comma; free(3) */
	OTFP_OPT_SET,          /* struct otfp_set * from such a list; `value`: OTFP_SET_... Names are globs, or regular
	                        * expressions if the command has --regex and it is given */
	OTFP_OPT_INTERVAL      /* struct otfp_interval *, NULL = not given; free(3) */
};

/* What the terms of an OTFP_OPT_SET may be: numbers of 32 bits and names, unless these or OTFP_SET_LOCATIONS say
 * otherwise. */
enum { OTFP_SET_NUMBERS = 1 /* no names */, OTFP_SET_WIDE = 2 /* numbers of 64 bits */ };

/* `value` of an OTFP_OPT_STRING or OTFP_OPT_LIST of times that depend on when the input starts and ends. */
enum { OTFP_NEEDS_RANGE = 1 };

/* What an option names that is written. "-" is standard output. */
enum { OTFP_WRITES_FILE = 0 };
#define OTFP_WRITES(set) (1 + OTFP_TOGETHER_##set)

/* @return word i, from 0, of those that a value may be; NULL past the last */
typedef const char *otfp_word_fn(unsigned i);

struct otfp_option {
	char letter;      /* 0 = none */
	const char *name; /* without --; NULL ends the table */
	const char *arg;  /* e.g. "SET", NULL = takes none */
	const char *
		help; /* imperative or noun phrase, lower case; --help breaks the line and adds a short list of words */
	enum otfp_option_kind kind;
	int value;
	size_t offset;      /* of the target in the struct that the table fills */
	otfp_word_fn *word; /* for WORD, WORDS and an OPTIONAL list; for other kinds only completions use it; or NULL */
};

enum { OTFP_ASKED_MAX = 16 }; /* sets and intervals among the options of a command, at most */
/** Whether the option may be given with or without a value. */
static inline int otfp_option_is_optional(const struct otfp_option *o)
{
	return o->kind == OTFP_OPT_OPTIONAL || o->kind == OTFP_OPT_LEVEL;
}

enum { OTFP_NAMED = 8192 };
struct otfp_set;
struct otfp_interval;

#define OTFP_PART_HELP                                                                                                \
	"share K of N of the streams of a trace; auto or auto/N: as the launcher of this process says; the names of " \
	"outputs may have %K"
/* Share `part` of 1..parts of the streams of a trace; parts 0 = the whole trace. */
struct otfp_part {
	unsigned part, parts;
	const char *launcher; /* what --part auto found; NULL = the option has the numbers */
};

/* One table and the struct it fills. If two tables of a command have an option of the same name, the first counts. */
struct otfp_options {
	const char *title; /* heading in --help, "" = under the one before; NULL ends the list */
	const struct otfp_option *table;
	void *target;
};

enum { OTFP_PROGRESS_AUTO, OTFP_PROGRESS_ON, OTFP_PROGRESS_OFF };

/* A set or an interval of the command line, to tell at the end of the run what of it matched nothing. */
struct otfp_asked {
	const char *name; /* of the option, without -- */
	const char *text; /* the interval as written */
	struct otfp_set *set;
	const struct otfp_interval *interval; /* one of these two is NULL */
};

/* Options of several commands; each command has the tables of those that mean something to it. */
struct otfp_common {
	struct otfp_asked asked[OTFP_ASKED_MAX]; /* filled by the parser */
	unsigned nasked;
	int needs_range; /* filled by the parser: some times depend on when the input starts and ends, ... */
	int by_percent;  /* ... and are in percent */
	int progress;    /* OTFP_PROGRESS_ */
	int help, version, quiet, verbose, strict, lossy, no_pg, keep_going, threads, max_files;
	const char *output;             /* -o */
	int zstd;                       /* level of zstd for a line stream; 0: plain */
	char named[OTFP_NAMED];         /* room for the names of outputs in which %K was replaced */
	char told[OTFP_SHARE_HASH + 1]; /* hash of the options that otfp_share_ignores() does not ignore; "" = none */
};
extern const struct otfp_option otfp_common_options[]; /* every command */
extern const struct otfp_option otfp_reader_options[]; /* these and --keep-going: commands whose input may be damaged */
extern const struct otfp_option
	otfp_lossy_options[]; /* --lossy: commands that may drop what their output cannot represent */
extern const struct otfp_option
	otfp_output_options[]; /* -o --zstd --no-pg --lossy: commands that write a stream, or with -o a trace */

extern const struct otfp_option otfp_write_output_options[]; /* --no-pg --lossy: otf-write, whose operand is NAME */
/* Common options that every command accepts, so that one set of options works for a whole pipeline (commands.md).
 * --help and completions list them only where a table of the command has them: elsewhere they have no effect. */
extern const struct otfp_option otfp_accepted_options[];

/* The options of every command that writes a trace. */
struct otfp_writer {
	int streams_given, streams; /* -n */
	int level_given, level;     /* -z */
	int form;                   /* --long --short: OTFP_LONG, OTFP_SHORT, 0 = neither */
	int inline_snaps, keep_pg, unique_id, skip_unknown, force, resume;
};
extern const struct otfp_option otfp_writer_options[];

struct otfp_command {
	const char *name;    /* "otf-cat" */
	const char *summary; /* "keep or drop records"; the same as in man/NAME.h2m */
	const char *usage;   /* "[OPTION]... [TRACE]..." */
	/* paragraphs for --help and the manual: what it reads, what it writes, memory. A command with its own exit
	 * statuses ends it with "\nExit status:\n" and their lines */
	const char *description;
	const char *examples;           /* lines; NULL = none */
	int min_args, max_args;         /* operands; max -1 = any */
	struct otfp_options options[9]; /* title NULL ends the list, unless all nine are used */
};

/**
 * Parse argv into the targets with getopt_long, which moves the operands after the options. Does --help, --version and
 * --otfp-complete itself; the latter prints one line per option: letter, name, arg, help and words, separated by HT.
 * Sets the name and the verbosity of the messages, and SIGPIPE to its default action. Lists, sets, strings and
 * intervals in the targets belong to the caller, who frees them (see otfp_selection_release); there are none unless it
 * returns -1.
 * @param nargs,args  set to the operands
 * @return -1 to continue, else the exit status: 0 after --help, 2 after it printed a usage error
 */
int otfp_command_parse(const struct otfp_command *c, int argc, char **argv, int *nargs, char ***args);

/* ---- for option*.c only ---- */

#define OTFP_MAX_TABLES ((int)(sizeof((struct otfp_command *)0)->options / sizeof(struct otfp_options)))

/** @return the number of tables of a command */
int otfp_command_tables(const struct otfp_command *c);
/** @return whether a table before number `table` has an option of the same name, which counts instead */
int otfp_option_is_hidden(const struct otfp_command *c, int table, const struct otfp_option *o);
/** Print the help on stdout. @return the exit status: 0, or 1 after it reported that stdout failed */
int otfp_print_help(const struct otfp_command *c);
/** Print the version on stdout, with facts of the build if verbose. @return as otfp_print_help */
int otfp_print_version(const struct otfp_command *c, int verbose);
/** Print the options for --otfp-complete on stdout. @return as otfp_print_help */
int otfp_print_options(const struct otfp_command *c);

/** @param hint  set to what the user may do instead, or NULL. @return whether two options have a row in the table of
 * option-exclude.c: they exclude each other */
int otfp_option_excludes(const struct otfp_option *a, const struct otfp_option *b, const char **hint);

/* ---- words ---- */

/** @return the index of p[0..n) among the words, -1 if it is none of them */
int otfp_word_find(otfp_word_fn *word, const char *p, size_t n);
/** Write to `to`, of `size` bytes, what to append to a message about the unknown word p[0..n): "; did you mean
 * 'table'?", or the list of words if it is short, or nothing. @return to */
const char *otfp_word_hint(char *to, size_t size, otfp_word_fn *word, const char *p, size_t n);
/** Print the usage error that p[0..n) is none of the words. @param what  for the message, e.g. "--table". @return 2 */
int otfp_word_usage(const char *what, otfp_word_fn *word, const char *p, size_t n);
/** Append the words to text, which has room for `size` bytes, if they are few. @param before_last  the separator before
 * the last one. @return whether they are few */
int otfp_word_list(char *text, size_t size, otfp_word_fn *word, const char *before_last);
/** The words of --record: the classes def event snap stat marker, then the names of the record types. */
otfp_word_fn otfp_record_word;

enum { OTFP_HINT = 200 }; /* bytes of a hint at most */
#endif
