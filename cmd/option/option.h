/* option.h - the options of a command as tables for the parser, --help and the completions. */
#ifndef CMD_OPTION_OPTION_H
#define CMD_OPTION_OPTION_H
#include "commit/beside.h"
#include "base/set.h"
#include "cmd/text/progress.h"
#include "record/share.h"

enum option_kind {
	OPT_FLAG,         /* int: set to `value` */
	OPT_COUNT,        /* int: one more */
	OPT_STRING,       /* const char *, a pointer into argv; the last one counts */
	OPT_INPUT,        /* the same: the name of a file to read, or another word */
	OPT_OUTPUT,       /* the same: the name of what to write; `value`: WRITES_ */
	OPT_INPUTS,       /* as STRINGS: names of files to read */
	OPT_STRINGS,      /* const char **: all that were given, NULL after the last; free(3) */
	OPT_OPTIONAL,     /* const char *: --name or --name=ARG; "" without ARG; `value` 1 = a list of `word`s */
	OPT_NUMBER,       /* int: decimal 0..`value` */
	OPT_LEVEL,        /* int: --name or --name=NUMBER of 1..`value`; 1 without NUMBER */
	OPT_GIVEN_NUMBER, /* the same; also sets the int right before the target to 1 */
	OPT_SIZE,         /* size_t: bytes of memory, also with K, M or G; at least `value` */
	OPT_SIZE64,       /* uint64_t: the same, of anything */
	OPT_PART,         /* struct part: K/N, N at most `value`, auto or auto/N */
	OPT_WORD,         /* int: number of the word in `word`, from 1; 0 = not given */
	OPT_WORDS,        /* unsigned: `word`s separated by commas, bit 1 << index of each; given twice = both */
	OPT_LIST,         /* char *: given twice = both, joined by a comma; free(3) */
	OPT_SET,          /* struct otfp_set * from such a list; `value`: OTFP_SET_... Names are globs, or regular
	                   * expressions if the command has --regex and it is given */
	OPT_INTERVAL,     /* struct otfp_interval *, NULL = not given; free(3) */
	OPT_MOVED         /* no target: a usage error, whose text is `help` */
};

/* What the terms of an OPT_SET may be: numbers of 32 bits and names, unless these or OTFP_SET_LOCATIONS say
 * otherwise. */
enum { SET_NUMBERS = 1 /* no names */, SET_WIDE = 2 /* numbers of 64 bits */ };

/* `value` of an OPT_STRING or OPT_LIST of times that depend on when the input starts and ends. */
enum { NEEDS_RANGE = 1 };

/* What an option names that is written. "-" is standard output. */
enum { WRITES_FILE = 0 };
#define WRITES(set) (1 + OTFP_TOGETHER_##set)

/* @return word i, from 0, of those that a value may be; NULL past the last */
typedef const char *word_fn(unsigned i);

struct option_row {
	char letter;      /* 0 = none */
	const char *name; /* without --; NULL ends the table */
	const char *arg;  /* e.g. "SET", NULL = takes none */
	const char *
		help; /* imperative or noun phrase, lower case; --help breaks the line and adds a short list of words */
	enum option_kind kind;
	int value;
	size_t offset; /* of the target in the struct that the table fills */
	word_fn *word; /* for WORD, WORDS and an OPTIONAL list; for other kinds only completions use it; or NULL */
};

enum { ASKED_MAX = 16 }; /* sets and intervals among the options of a command, at most */
/** Whether the option may be given with or without a value. */
static inline int option_is_optional(const struct option_row *o)
{
	return o->kind == OPT_OPTIONAL || o->kind == OPT_LEVEL || o->kind == OPT_MOVED;
}

enum { OPTION_NAMED = 8192 };
struct otfp_set;
struct otfp_interval;

#define PART_HELP                                                                                                    \
	"read share K of N of the streams; auto: K and N from the launcher; auto/N: only K from it; %K in the name " \
	"of an "                                                                                                     \
	"output becomes K; see otfpipe-shares(7)"
/* Share `part` of 1..parts of the streams of a trace; parts 0 = the whole trace. */
struct part {
	unsigned part, parts;
	const char *launcher; /* what --part auto found; NULL = the option has the numbers */
};

/* Whose values a table has: the struct of the command itself, struct common, struct writer. */
enum options_of { OPTIONS_OWN, OPTIONS_COMMON, OPTIONS_WRITER };

/* A table of options. If two tables of a command have an option of the same name, the first counts. */
struct options {
	const char *title; /* heading in --help, "" = under the one before; NULL ends the list */
	const struct option_row *table;
	enum options_of of;
	size_t at; /* where in the struct of the command itself the struct stands that the table fills */
};

/* What the options of a command line fill. */
struct option_targets {
	void *own;
	struct common *common;
	struct writer *writer; /* the last two NULL if no table has them */
};

/* A set or an interval of the command line, to tell at the end of the run what of it matched nothing. */
struct asked {
	const char *name; /* of the option, without -- */
	const char *text; /* the interval as written */
	struct otfp_set *set;
	const struct otfp_interval *interval; /* one of these two is NULL */
};

/* Options of several commands; each command has the tables of those that mean something to it. */
struct common {
	struct asked asked[ASKED_MAX]; /* filled by the parser */
	unsigned nasked;
	int needs_range; /* filled by the parser: some times depend on when the input starts and ends, ... */
	int by_percent;  /* ... and are in percent */
	int progress;    /* enum progress_when; see common_progress */
	int help, version, quiet, verbose, strict, lossy, no_pg, keep_going, threads, max_files;
	const char *output;               /* -o */
	int zstd;                         /* level of zstd for a line stream; 0: plain */
	char named[OPTION_NAMED];         /* room for the names of outputs in which %K was replaced */
	char digest[OTFP_SHARE_HASH + 1]; /* hash of the options that share_ignores() does not ignore; "" = none */
};
/** When the command shows its progress: --quiet keeps it from starting by itself. */
static inline enum progress_when common_progress(const struct common *o)
{
	return o->quiet && o->progress == PROGRESS_AUTO ? PROGRESS_OFF : (enum progress_when)o->progress;
}

extern const struct option_row common_options[]; /* every command */
extern const struct option_row reader_options[]; /* these and --keep-going: commands whose input may be damaged */
extern const struct option_row lossy_options[]; /* --lossy: commands that may drop what their output cannot represent */
extern const struct option_row
	output_options[]; /* -o --zstd --no-pg --lossy: commands that write a stream, or with -o a trace */

extern const struct option_row write_output_options[]; /* --no-pg --lossy: otf-write, whose operand is NAME */
/* Common options that every command accepts, so that one set of options works for a whole pipeline (otfpipe(7)).
 * --help and completions list them only where a table of the command has them: elsewhere they have no effect. */
extern const struct option_row accepted_options[];

/* The options of every command that writes a trace. */
struct writer {
	int streams_given, streams; /* -n */
	int level_given, level;     /* -z */
	int form;                   /* --long --short: OTFP_DISK_LONG, OTFP_DISK_SHORT, 0 = neither */
	int inline_snaps, keep_pg, unique_id, skip_unknown, force, resume;
};
extern const struct option_row writer_options[];

struct job;

struct command {
	const char *name;    /* "otf-cat" */
	const char *summary; /* "keep or drop records"; the same as in man/NAME.h2m */
	const char *usage;   /* NULL: "[OPTION]... [TRACE]..." */
	/* paragraphs for --help and the manual: what it reads, what it writes, memory. A command with its own exit
	 * statuses ends it with "\nExit status:\n" and their lines */
	const char *description;
	const char *examples;   /* three commands, a line each */
	int min_args, max_args; /* operands; max 0 = any number */
	size_t size;            /* of the struct of its own options; 0 = it has none */
	const void *defaults;   /* what that struct is at first; NULL = all zero */
	int failed;             /* exit status if not even --help can be printed; 0 = 1 */
	/* what it does; own is the struct of its options. @return the exit status */
	int (*run)(struct job *job, void *own);
	void (*release)(void *own); /* free the option values; or NULL */
	struct options options[9];  /* title NULL ends the list, unless all nine are used */
};

/* ---- tables that many commands have, in struct command ---- */

/* clang-format off */
#define OPTIONS_GENERAL {"General", reader_options, OPTIONS_COMMON, 0}
#define OPTIONS_WRITE {"Writing a trace", output_options, OPTIONS_COMMON, 0}, {"", writer_options, OPTIONS_WRITER, 0}
/* In struct option_row, a flag; AT(member) is the place of a member in the struct that the table fills. */
#define FLAG(letter, name, help, member) {letter, name, NULL, help, OPT_FLAG, 1, AT(member), NULL}
/* clang-format on */

/**
 * Parse argv into the targets with getopt_long, which moves the operands after the options. Does --help, --version and
 * --otfp-complete itself; the latter prints one line per option: letter, name, arg, help and words, separated by HT.
 * Sets the name and the verbosity of the messages, and SIGPIPE to its default action. Lists, sets, strings and
 * intervals in the targets belong to the caller, who frees them (see selection_release); there are none unless it
 * returns -1.
 * @param to  what the tables fill
 * @param nargs,args  set to the operands
 * @return -1 to continue, else the exit status: 0 after --help, 2 after it printed a usage error
 */
int command_parse(const struct command *c, const struct option_targets *to, int argc, char **argv, int *nargs,
                  char ***args);
/** @return how the command is called, without its name */
const char *command_usage(const struct command *c);
/** @return whether some table of the command has values of this kind */
int command_has(const struct command *c, enum options_of of);

/* ---- for option*.c only ---- */

#define OPTION_TABLES ((int)(sizeof((struct command *)0)->options / sizeof(struct options)))

/** @return the number of tables of a command */
int command_tables(const struct command *c);
/** @return whether a table before number `table` has an option of the same name, which counts instead */
int option_is_hidden(const struct command *c, int table, const struct option_row *o);
/** Print the help on stdout. @return the exit status: 0, or 1 after it reported that stdout failed */
int option_print_help(const struct command *c);
/** Print the version on stdout, with facts of the build if verbose. @return as option_print_help */
int option_print_version(const struct command *c, int verbose);
/** Print the options for --otfp-complete on stdout. @return as option_print_help */
int option_print_words(const struct command *c);

/** @return option i, from 0, that the command had and another command has now; NULL past the last */
const struct option_row *option_moved(const char *command, unsigned i);
/** @param hint  set to what the user may do instead, or NULL. @return whether two options have a row in the table of
 * option-exclude.c: they exclude each other */
int option_excludes(const struct option_row *a, const struct option_row *b, const char **hint);

/* ---- words ---- */

/** @return the index of p[0..n) among the words, -1 if it is none of them */
int word_find(word_fn *word, const char *p, size_t n);
/** Write to `to`, of `size` bytes, what to append to a message about the unknown word p[0..n): "; did you mean
 * 'table'?", or the list of words if it is short, or nothing. @return to */
const char *word_hint(char *to, size_t size, word_fn *word, const char *p, size_t n);
/** Print the usage error that p[0..n) is none of the words. @param what  for the message, e.g. "--table". @return 2 */
int word_usage(const char *what, word_fn *word, const char *p, size_t n);
/** Append the words to text, which has room for `size` bytes, if they are few. @param before_last  the separator before
 * the last one. @return whether they are few */
int word_list(char *text, size_t size, word_fn *word, const char *before_last);
/** The words of --record: the classes def event snap stat marker, then the names of the record types. */
word_fn record_word;

enum { OPTION_HINT = 200 }; /* bytes of a hint at most */
#endif
