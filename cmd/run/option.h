/* option.h - the options of a command: tables that the parser, --help and the completions read. */
#ifndef OTFP_CMD_RUN_OPTION_H
#define OTFP_CMD_RUN_OPTION_H
#include "otfpipe.h"

enum otfp_option_kind {
	OTFP_OPT_FLAG,         /* int: set to `value` */
	OTFP_OPT_COUNT,        /* int: one more */
	OTFP_OPT_STRING,       /* const char * into argv; the last one counts */
	OTFP_OPT_STRINGS,      /* const char **: all that were given, NULL behind the last; free(3) */
	OTFP_OPT_OPTIONAL,     /* const char *: --name or --name=ARG; "" without ARG; `value` 1 = a list of `word`s */
	OTFP_OPT_NUMBER,       /* int: decimal 0..`value` */
	OTFP_OPT_GIVEN_NUMBER, /* the same, and the int that stands right before it is set to 1 */
	OTFP_OPT_SIZE,         /* size_t: bytes, also with K, M or G; at least `value` */
	OTFP_OPT_PART,         /* struct otfp_part: K/N, N at most `value` */
	OTFP_OPT_WORD,         /* int: which of `word` it is, from 1; 0 = not given */
	OTFP_OPT_WORDS,        /* unsigned: a list of `word`s by comma, 1 << the place of each; given twice = both */
	OTFP_OPT_LIST,         /* char *: given twice = both, with a comma between; free(3) */
	OTFP_OPT_SET,          /* struct otfp_set * of such a list; `value` 1 = numbers only. Names are
	                        * globs, or regular expressions where the command's --regex is given */
	OTFP_OPT_INTERVAL      /* struct otfp_interval *, NULL = not given; free(3) */
};

/* The words that a value may be, by their places 0, 1, ...; NULL past the last. */
typedef const char *otfp_word_fn(unsigned i);

struct otfp_option {
	char letter;      /* 0 = none */
	const char *name; /* without --; NULL ends the table */
	const char *arg;  /* e.g. "SET", NULL = takes none */
	const char *
		help; /* imperative or noun phrase, lower case; --help breaks the line and adds a short list of words */
	enum otfp_option_kind kind;
	int value;
	size_t offset;      /* of the target in the struct that the table is for */
	otfp_word_fn *word; /* of WORD, WORDS and an OPTIONAL list; of others for the completions only; or NULL */
};

/* Share `part` of 1..parts of the streams of a trace; parts 0 = the whole. */
struct otfp_part {
	unsigned part, parts;
};

/* One table and the struct it fills. Of two options with one name in the tables of a command it has the first. */
struct otfp_options {
	const char *title; /* heading in --help, "" = that before; NULL ends them */
	const struct otfp_option *table;
	void *target;
};

/* What several commands take; each has the tables of what means something to it. */
struct otfp_common {
	int help, version, quiet, verbose, progress, strict, lossy, no_pg, keep_going, threads, max_files;
	const char *output; /* -o */
};
extern const struct otfp_option otfp_common_options[]; /* every command */
extern const struct otfp_option otfp_reader_options[]; /* these, and --keep-going for who reads what may be damaged */
extern const struct otfp_option otfp_lossy_options[];  /* who may drop what its output has no place for: --lossy */
extern const struct otfp_option otfp_output_options[]; /* who gives a stream, or with -o a trace: -o --no-pg --lossy */

/* The options of every command that writes a trace. */
struct otfp_writer {
	int streams_given, streams; /* -n */
	int level_given, level;     /* -z */
	int form;                   /* --long --short: OTFP_LONG, OTFP_SHORT, 0 = neither */
	int inline_snaps, keep_pg, unique_id, skip_unknown, force;
};
extern const struct otfp_option otfp_writer_options[];

struct otfp_command {
	const char *name;    /* "otf-cat" */
	const char *summary; /* "keep or drop records"; the same as in man/NAME.h2m */
	const char *usage;   /* "[OPTION]... [TRACE]..." */
	/* paragraph(s) for --help and the manual: reads what, writes what, memory. "\nExit status:\n" and lines may end
	 * it, for a command with its own */
	const char *description;
	const char *examples;           /* lines; NULL = none */
	int min_args, max_args;         /* operands; max -1 = any */
	struct otfp_options options[9]; /* title NULL ends, or the ninth; of two rows of a name the first counts */
};

/**
 * Parse argv (getopt_long in GNU order, which moves the operands behind the options)
 * into the targets; does --help, --version and --otfp-complete (letter, name, arg, help, words
 * by HT, a line an option) by itself. Sets the program name and the verbosity of the
 * messages, and SIGPIPE to its default. Lists, sets, strings and intervals in the targets belong to the
 * caller, who frees them (see otfp_selection_release); unless the return is -1 there are none.
 * @param nargs,args  set to the operands
 * @return -1 to go on, else the exit status (0 after --help, 2 after a usage error, told)
 */
int otfp_command_parse(const struct otfp_command *c, int argc, char **argv, int *nargs, char ***args);

/* ---- for option*.c alone ---- */

#define OTFP_MAX_TABLES ((int)(sizeof((struct otfp_command *)0)->options / sizeof(struct otfp_options)))

/** Number of tables of a command. */
int otfp_command_tables(const struct otfp_command *c);
/** Whether an earlier table than `table` has a row of that name, which counts in its place. */
int otfp_option_is_hidden(const struct otfp_command *c, int table, const struct otfp_option *o);
/** What --help prints; on stdout. @return exit status: 0, or 1 where stdout fails (told) */
int otfp_print_help(const struct otfp_command *c);
/** What --version prints, with build facts if verbose. @return as otfp_print_help */
int otfp_print_version(const struct otfp_command *c, int verbose);
/** What --otfp-complete prints. @return as otfp_print_help */
int otfp_print_options(const struct otfp_command *c);

/* ---- words ---- */

/** The place of p[0..n) among the words, -1 if it is none of them. */
int otfp_word_find(otfp_word_fn *word, const char *p, size_t n);
/** What to add to a message that p[0..n) is none of the words: "; did you mean 'table'?", or the list if it is short,
 * or nothing. @return to */
const char *otfp_word_hint(char *to, size_t size, otfp_word_fn *word, const char *p, size_t n);
/** Usage error: p[0..n) is none of the words; `what` is e.g. "--table". @return 2 */
int otfp_word_usage(const char *what, otfp_word_fn *word, const char *p, size_t n);
/** Append the words to the text of size bytes, if they are few. @return whether they are */
int otfp_word_list(char *text, size_t size, otfp_word_fn *word, const char *before_last);
/** Names for sets of records: def event snap stat marker, and the record types. */
otfp_word_fn otfp_record_word;

enum { OTFP_HINT = 200 }; /* bytes of a hint at most */
#endif
