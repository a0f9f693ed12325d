/*
 * otfpipe-cmd.h - what a command is made of: option tables, messages, the run loop.
 *
 * A command is one struct otfp_command and, if it does something to the records,
 * one function; see cmd/otf-write.c for the smallest. These functions print on
 * stderr and stdout; the rest of the library never does.
 */
#ifndef OTFPIPE_CMD_H
#define OTFPIPE_CMD_H
#include "otfpipe.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- options ---- */

enum otfp_option_kind {
	OTFP_OPT_FLAG,         /* int: set to `value` */
	OTFP_OPT_COUNT,        /* int: one more */
	OTFP_OPT_STRING,       /* const char * into argv; the last one counts */
	OTFP_OPT_STRINGS,      /* const char **: all that were given, NULL behind the last; free(3) */
	OTFP_OPT_OPTIONAL,     /* const char *: --name or --name=ARG; "" without ARG */
	OTFP_OPT_NUMBER,       /* int: decimal 0..`value` */
	OTFP_OPT_GIVEN_NUMBER, /* the same, and the int that stands right before it is set to 1 */
	OTFP_OPT_SIZE,         /* size_t: bytes, also with K, M or G; at least `value` */
	OTFP_OPT_PART,         /* struct otfp_part: K/N, N at most `value` */
	OTFP_OPT_LIST,         /* char *: given twice = both, with a comma between; free(3) */
	OTFP_OPT_SET,          /* struct otfp_set * of such a list; `value` 1 = numbers only. Names are
	                        * globs, or regular expressions where the command's --regex is given */
	OTFP_OPT_INTERVAL      /* struct otfp_interval *, NULL = not given; free(3) */
};

struct otfp_option {
	char letter;      /* 0 = none */
	const char *name; /* without --; NULL ends the table */
	const char *arg;  /* e.g. "SET", NULL = takes none */
	const char *help; /* one line for --help, the manual and the completions */
	enum otfp_option_kind kind;
	int value;
	size_t offset; /* of the target in the struct that the table is for */
};

/* One table and the struct it fills. Of two options with one name in the tables of a command it has the first. */
struct otfp_options {
	const char *title; /* heading in --help, "" = that before; NULL ends them */
	const struct otfp_option *table;
	void *target;
};

/* The options of every command. */
struct otfp_common {
	int help, version, quiet, verbose, progress, strict, lossy, no_pg, keep_going, threads, max_files;
	const char *output; /* -o */
};
extern const struct otfp_option otfp_common_options[];

/* The options of every command that writes a trace. */
struct otfp_writer {
	int streams_given, streams; /* -n */
	int level_given, level;     /* -z */
	int form;                   /* --long --short: OTFP_LONG, OTFP_SHORT, 0 = neither */
	int inline_snaps, keep_pg, unique_id, skip_unknown, force;
};
extern const struct otfp_option otfp_writer_options[];

#define OTFP_SORT_BUFFER ((size_t)64 << 20) /* bytes; what --buffer is if it is not given */

struct otfp_command {
	const char *name;    /* "otf-cat" */
	const char *summary; /* "concatenate and merge traces to a line stream" */
	const char *usage;   /* "[OPTION]... [TRACE]..." */
	/* paragraph(s) for --help and the manual: reads what, writes what, memory. "\nExit status:\n" and lines may end
	 * it, for a command with its own */
	const char *description;
	const char *examples;           /* lines; NULL = none */
	int min_args, max_args;         /* operands; max -1 = any */
	struct otfp_options options[6]; /* title NULL ends, or the sixth; of two rows of a name the first counts */
};

/**
 * Parse argv (getopt_long in GNU order, which moves the operands behind the options)
 * into the targets; does --help, --version and --otfp-complete (letter, name, arg, help
 * by HT, a line an option) by itself. Sets the program name and the verbosity of the
 * messages, and SIGPIPE to its default. Lists, sets, strings and intervals in the targets belong to the
 * caller, who frees them (see otfp_selection_release); unless the return is -1 there are none.
 * @param nargs,args  set to the operands
 * @return -1 to go on, else the exit status (0 after --help, 2 after a usage error, told)
 */
OTFP_API int otfp_command_parse(const struct otfp_command *c, int argc, char **argv, int *nargs, char ***args);

/* ---- messages: "program: where: what" on stderr, after flushing nothing, one write each ---- */

OTFP_API void otfp_message(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/** Like otfp_message, silent under -q. */
OTFP_API void otfp_warn(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/** Like otfp_message, only from -v level `level` on. */
OTFP_API void otfp_note(int level, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/** Usage error: the message and "Try 'NAME --help'". @return 2 */
OTFP_API int otfp_usage(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
OTFP_API const char *otfp_program(void);
/** For `report` of the options: warns, or notes under -v what is a mere note. ctx is not used. */
OTFP_API void otfp_tell(void *ctx, const struct otfp_error *e);
/** The exit status of what ended with that code <0. */
OTFP_API int otfp_exit_status(int code);

/* ---- the run loop ---- */

/* What becomes of a record: whether it is put into the sink, and with OTFP_LAST added that
 * nothing behind it matters, so that nothing more is read, not even the end of the stream. */
enum otfp_verdict { OTFP_DROP = 0, OTFP_PUT = 1, OTFP_LAST = 2 };

/* A stage: called for every record and control line between source and sink. */
struct otfp_stage_ops {
	/** After the source is open, before the first record; may be NULL. @return 0 or <0 */
	int (*begin)(void *ctx, const struct otfp_header *h, struct otfp_error *err);
	/** When it was given all definitions at the head of the stream: the times outside of which no timed
	 * record matters to the stage, as for otfp_source_ask_window; may be NULL. @return 1 with all set,
	 * 0 = all matter */
	int (*window)(void *ctx, uint64_t *from, uint64_t *to, int *has_to);
	/** Whether any timed record of a process matters to the stage, as for otfp_source_wanted; NULL: all do. */
	int (*wanted)(void *ctx, uint32_t process);
	/** After begin: the kinds of files that matter to the stage, as for otfp_source_kinds; NULL: all do. */
	unsigned (*kinds)(void *ctx);
	/** May point *rec to a copy of its own, valid until the next call.
	 * @return enum otfp_verdict, or <0 error with err filled */
	int (*record)(void *ctx, const struct otfp_record **rec, struct otfp_error *err);
	/** n records as for `record`, no control line among them, of which none is put; NULL: they come one by one.
	 * @return 0 or <0 */
	int (*records)(void *ctx, const struct otfp_record *const *recs, size_t n, struct otfp_error *err);
	/** After the last record; may be NULL. @return 0 or <0 */
	int (*end)(void *ctx, struct otfp_error *err);
	/** At the end of otfp_run, however it went, while what it gave is still there; may be NULL. */
	void (*close)(void *ctx);
	/** After begin: the header of what it makes, its own; NULL: that which was read. */
	const struct otfp_header *(*header)(void *ctx);
	/** After begin; NULL where it never does: a stage that delays or adds records puts them into
	 * `out` itself, with otfp_sink_put and in order, and returns 0 from `record` for each that it
	 * took. @return whether it will */
	int (*attach)(void *ctx, struct otfp_sink *out);
	/** Of a trace that is changed in place: which of its files stay as they are, as `keep` of struct
	 * otfp_write_options; asked before begin. NULL: none. */
	unsigned (*keeps)(void *ctx, const struct otfp_header *h);
};

/* Share `part` of 1..parts of the streams of a trace; parts 0 = the whole. */
struct otfp_part {
	unsigned part, parts;
};

struct otfp_job {
	const struct otfp_common *common;
	const struct otfp_writer *writer; /* NULL: a command that cannot write a trace */
	int nsources;
	char **sources;
	struct otfp_part part; /* of each source; traces on disk only */
	int adopt;
	int unify;                            /* local definitions become global, and those of several traces one */
	const char *unify_map;                /* file, or NULL; see struct otfp_read_options */
	const char *regroup;                  /* file of processes and their streams, or NULL; otf-remap --regroup */
	size_t regroup_memory;                /* bytes to sort in for that, where the output is a line stream */
	const char **add;                     /* files of records to put in, NULL behind the last; or NULL */
	struct otfp_source *ready;            /* what is read, open already; otfp_run closes it. NULL: the sources */
	const struct otfp_error *ready_err;   /* where `ready` has its messages; NULL: it never fails */
	size_t sort_memory;                   /* bytes to sort in what is read; 0 = it is in order */
	const struct otfp_tau_options *tau;   /* the sources are TAU traces; NULL: of any format */
	const struct otfp_vtf3_options *vtf3; /* the sources are VTF3 files; NULL: of any format */
	int in_place;                         /* the one source, a trace on disk, is replaced by what becomes of it */
	int count_only;                       /* write nothing; `count` is the result */
	const struct otfp_stage_ops *stage;   /* NULL: everything passes */
	void *ctx;
	char **argv; /* for @PG */
	int argc;
	/* NULL, or puts a source around the one that was opened, each time that is done, but not around `ready`; on
	 * error *src is closed and NULL */
	int (*wrap)(void *ctx, struct otfp_source **src, const struct otfp_read_options *o, struct otfp_error *err);
	void *wrap_ctx;
	struct otfp_pool *pool; /* of otfp_run, while it runs */
	uint64_t count;         /* set by otfp_run: records that reached the sink; UINT64_MAX if it failed */
};

/** Source to sink with all that the contract says about @PG, @END, @ABORT, signals and exit status.
 * @return the exit status */
OTFP_API int otfp_run(struct otfp_job *job);

/* ---- selection: -p -s -r -t -x and the options by field ---- */

struct otfp_set;
struct otfp_interval;
struct otfp_selector;

/*
 * What the options say; all NULL and 0 = everything stays. A criterion applies to some
 * records: --record to all, --process --stream --time to timed records, those by field to
 * timed records with such a field. A record stays if every criterion that applies to it
 * holds; with `exclude` if one does not. Where none applies it stays.
 */
struct otfp_selection {
	struct otfp_part part; /* for otfp_job: it is the source that obeys */
	struct otfp_set *process, *stream;
	char *record; /* a set with names of classes: def event snap stat marker */
	struct otfp_interval *time;
	int exclude;
	struct otfp_set *function, *group, *counter, *peer, *tag, *length, *communicator;
	int regex;                      /* names in the sets were regular expressions; the option parser obeys */
	const char *match;              /* expression over the fields, or NULL */
	const char *min_duration;       /* a time, or NULL */
	int max_calls_given, max_calls; /* by process and function */
	const char *rules;              /* filter file of VampirTrace, Score-P or TAU, or NULL */
	const char *represent;          /* file of process groups, or NULL */
	const char *no_tags;            /* NULL = tags stay, "" = all go, else a set of keys */
	const char *rejects;            /* file for the line stream of what was dropped, or NULL */
	int dry_run;                    /* count what would stay; the stage prints a table on stdout at the end */
	int prune;                      /* drop definitions that nothing uses; for otfp_filter_run */
	struct otfp_prune *pruning;
	struct otfp_selector *compiled;
};
extern const struct otfp_option otfp_selection_options[]; /* -p -s -r -t --part */
extern const struct otfp_option otfp_exclude_options[];   /* -x */
extern const struct otfp_option otfp_field_options[];     /* --function --group ... --match */
extern const struct otfp_option otfp_filter_options[];    /* --represent --prune --no-tags --rejects ... */

/** Whether any option was given; without, a command needs no stage. */
OTFP_API int otfp_selection_given(const struct otfp_selection *sel);
/** Bind to a stream; once more to read the same stream again. @return 0; OTFP_EUSAGE for a record that does not exist,
 * or a time that the header cannot answer; other <0 */
OTFP_API int otfp_selection_begin(struct otfp_selection *sel, const struct otfp_header *h, struct otfp_error *err);
/** Each record and control line of the stream in its order, for all but min_duration, which only the
 * stage knows, since names, streams and open calls are
 * learned from them. Memory: the definitions that names refer to, and the open calls.
 * @return 1 it stays, 0 it goes, <0 error */
OTFP_API int otfp_selection_keep(struct otfp_selection *sel, const struct otfp_record *rec, struct otfp_error *err);
/** Free all, the option values too. Rejects without a proper end get @ABORT. */
OTFP_API void otfp_selection_release(struct otfp_selection *sel);
/** otfp_run with the selection as its stage, in two passes if it has to be: then standard input is copied
 * to TMPDIR if it is no file. @return the exit status */
OTFP_API int otfp_filter_run(struct otfp_job *job, struct otfp_selection *sel);
/** The selection as a stage of otfp_run, with tags and rejects; ctx is the struct otfp_selection. */
extern const struct otfp_stage_ops otfp_selection_stage;

/* ---- the profile: otf-stat ---- */

/* What the options say; all NULL and 0 = functions, messages ..., each by its own key, as a table for people. */
struct otfp_statistics {
	struct otfp_selection select; /* process, stream, record and part only */
	struct otfp_interval *time;
	char *by, *table; /* lists */
	const char *every;
	int form;           /* enum otfp_stat_form */
	int partial;        /* write what was counted, for `combine` */
	int combine;        /* the sources are what partial wrote */
	int from_summaries; /* out of summary records alone */
	const char *tau;    /* NULL, or the directory for profiles in TAU's form */
	const char
		*summaries; /* NULL, or which to make, as in struct otfp_sampling: the stream goes to the sink then, */
	int remove;         /* without its old ones, */
	char *points, *at;  /* with new ones at these, and at `every` */
	int in_place;
	const char *cluster;      /* NULL, or "" or the share: groups of processes alike in place of the report; */
	const char *filter_rules; /* NULL, or "" or percent of calls: filter rules, */
	const char *format;       /* NULL, or their form; */
	int markers;              /* marker lines */
};
enum otfp_stat_form { OTFP_STAT_TABLE, OTFP_STAT_TSV, OTFP_STAT_JSON, OTFP_STAT_FOLDED };
extern const struct otfp_option otfp_statistics_options[];
extern const struct otfp_option otfp_statistics_selection_options[]; /* -p -s -r -t --part */
extern const struct otfp_option otfp_summaries_options[];
extern const struct otfp_option otfp_derived_options[]; /* --cluster --filter-rules --markers */

/** Count what the sources of job hold and print it on stdout, or do what else the options say. @return the exit status
 */
OTFP_API int otfp_statistics_run(struct otfp_job *job, struct otfp_statistics *s);
/** Free the option values. */
OTFP_API void otfp_statistics_release(struct otfp_statistics *s);

/* ---- otf-print: records for eyes ---- */

/* What the options say; zero-filled is valid. */
struct otfp_printing {
	struct otfp_selection select; /* process, stream, record, time and part only */
	int json, ticks, absolute, definitions;
	const char *color;  /* auto, always or never; NULL = auto */
	const char *output; /* refused */
};
extern const struct otfp_option otfp_printing_options[];

/** Print what the sources of job hold on stdout; see otf-print(1). @return the exit status */
OTFP_API int otfp_printing_run(struct otfp_job *job, struct otfp_printing *o);
/** Free the option values. */
OTFP_API void otfp_printing_release(struct otfp_printing *o);

/* ---- otf-to-chrome: trace events in JSON ---- */

/* What the options say; zero-filled is valid. */
struct otfp_charting {
	struct otfp_selection select; /* process, stream, record, time and part only */
	int absolute;
	const char *output; /* -o: a file; NULL = stdout */
};
extern const struct otfp_option otfp_charting_options[];

/** Write what the sources of job hold as trace events; see otf-to-chrome(1). @return the exit status */
OTFP_API int otfp_charting_run(struct otfp_job *job, struct otfp_charting *o);
/** Free the option values. */
OTFP_API void otfp_charting_release(struct otfp_charting *o);

/* ---- otf-check: whether a trace keeps the rules ---- */

/* What the options say; zero-filled is valid. */
struct otfp_checking {
	const char *rules; /* NULL, or list the rules: all of them, or one */
	const char **rule; /* NAME=off|warn|error */
	int json, markers;
	int max_findings_given, max_findings; /* 0 = no limit */
};
extern const struct otfp_option otfp_checking_options[];

/** Check each source of job and print what is found on stdout. @return the exit status of otf-check(1) */
OTFP_API int otfp_checking_run(struct otfp_job *job, const struct otfp_checking *o);
/** Free what the option parser made. */
OTFP_API void otfp_checking_release(struct otfp_checking *o);

/* ---- otf-slice: pieces that stand for themselves ---- */

/* What the options say; zero-filled is valid. */
struct otfp_slicing {
	struct otfp_interval *time;
	struct otfp_set *inside, *process; /* functions; of which processes */
	int nth_given, nth;                /* call, from 1 */
	int closed;
	const char *every; /* a time, or NULL */
	size_t max_bytes;  /* 0 = not given */
};
extern const struct otfp_option otfp_slicing_options[];

/** Cut as the options say; see otf-slice(1). @return the exit status */
OTFP_API int otfp_slice_run(struct otfp_job *job, const struct otfp_slicing *o);
/** Free what the option parser made. */
OTFP_API void otfp_slicing_release(struct otfp_slicing *o);

/* ---- otf-info: what a trace is ---- */

/* What the options say. */
struct otfp_information {
	int full; /* read all, and count */
	int json;
};

/** Tell what each source of job is, on stdout. @return the exit status */
OTFP_API int otfp_information_run(struct otfp_job *job, const struct otfp_information *o);

/* ---- otf-diff: how two traces differ ---- */

/* What the options say; free `ignore`. */
struct otfp_differing {
	char *ignore; /* a list of records and fields, or NULL */
	int list, json, by_name, all;
	int most_given, most; /* differences to stop at */
};

/** Compare the two sources of job. @return the exit status: 0 the same, 1 they differ, 2 usage, 4 failed */
OTFP_API int otfp_diff_run(struct otfp_job *job, const struct otfp_differing *o);

/* ---- --num: records by number ---- */

/* The from-th up to before the to-th record, counted from 1 as @END counts: definitions too, control
 * lines not. All control lines before the last of them stay. What `inner` drops is not counted. */
struct otfp_range {
	uint64_t from, to;                  /* to UINT64_MAX = no end */
	uint64_t at;                        /* records counted so far */
	const struct otfp_stage_ops *inner; /* a stage before this one, without attach and OTFP_LAST; or NULL */
	void *ctx;                          /* of it */
};
/** Parse A:B, A: or :B into from and to. @return 0, or 2 after telling the usage error */
OTFP_API int otfp_range_parse(struct otfp_range *r, const char *text);
/** The range as a stage of otfp_run; ctx is the struct otfp_range. */
extern const struct otfp_stage_ops otfp_range_stage;

/* ---- --points --every --at: instants ---- */

/* What the options say, as lists by commas; all NULL = none was given. Several mean the union of all. */
struct otfp_points {
	char *points, *every, *at;
	struct otfp_instants *bound;
};
extern const struct otfp_option otfp_points_options[];

/** Whether any was given. */
OTFP_API int otfp_points_given(const struct otfp_points *p);
/** Free all, the option values too. */
OTFP_API void otfp_points_release(struct otfp_points *p);

/* ---- sampling: otf-snap, otf-stat --summaries ---- */

/* What the options say; zero-filled is nothing. */
struct otfp_sampling {
	struct otfp_points points;
	struct otfp_set *stream; /* those that are sampled; NULL = all */
	int no_snapshots;        /* make none, leave old ones */
	const char *summaries;   /* NULL = make none, leave old ones; kinds as for otfp_totals_parse, "" = the usual */
	int remove;              /* drop old records, make none */
	int inline_snaps;        /* snapshots go into the event files */
	const char *thumbnail;   /* NULL = none; "", or "PROCS,SAMPLES" */
};

/** otfp_run with snapshots and summaries at the points as its stage; job->in_place and -o as given.
 * @return the exit status */
OTFP_API int otfp_sampling_run(struct otfp_job *job, struct otfp_sampling *s);
/** Free all, the option values too. */
OTFP_API void otfp_sampling_release(struct otfp_sampling *s);

/* ---- clocks: otf-remap ---- */

/* What the options say; zero-filled leaves all times as they are. */
struct otfp_clocking {
	const char *shift, *scale, *clocks; /* a time with a sign, a factor, a file; or NULL */
	int inverse;                        /* of these three */
	int causal;                         /* no receive before its send; with these: */
	const char *min_delay, *max_shift, *spread, *write_clocks;
	int match_messages;
	size_t buffer; /* bytes to sort in, 0 = OTFP_SORT_BUFFER */
	struct otfp_clocking_work *work;
};
extern const struct otfp_option otfp_clocking_options[];

/** Make job read its sources at the times that the options say; before otfp_run or what ends in it. Reads
 * all once where that is needed. @return -1 to go on, else the exit status */
OTFP_API int otfp_clocking_begin(struct otfp_job *job, struct otfp_clocking *o);
/** After otfp_run: what there is to tell, where it ended with that status. @return the exit status */
OTFP_API int otfp_clocking_end(struct otfp_clocking *o, int status);
/** Free all, the option values too. */
OTFP_API void otfp_clocking_release(struct otfp_clocking *o);

/* ---- otf-remap: other tokens, names and streams ---- */

/* What the options say; zero-filled is nothing: everything passes. */
struct otfp_remapping {
	const char **map;      /* files, NULL behind the last; or NULL */
	int inverse;           /* the maps the other way round */
	const char *write_map; /* file, or NULL */
	int unify;
	const char *hash_names;      /* NULL = names stay; else the salt, "" = none, or @FILE */
	struct otfp_set *keep_names; /* names that stay all the same */
	const char *regroup;         /* file, or NULL */
	size_t buffer;               /* bytes to sort in, 0 = not given */
};
extern const struct otfp_option otfp_remapping_options[];

/** otfp_run with what the options say done to the records. What is read is job->ready, if that is set.
 * @return the exit status */
OTFP_API int otfp_remapping_run(struct otfp_job *job, const struct otfp_remapping *o);
/** Free what the option parser made. */
OTFP_API void otfp_remapping_release(struct otfp_remapping *o);

/* ---- otf-to-tau: a TAU trace ---- */

/* What the options say: either output or run. */
struct otfp_to_tau {
	const char *output; /* -o */
	const char *run;    /* the directory of a run */
	int force;
};
extern const struct otfp_option otfp_to_tau_options[];

/** What the sources of job hold as a TAU trace; see otf-to-tau(1). @return the exit status */
OTFP_API int otfp_to_tau_run(struct otfp_job *job, const struct otfp_to_tau *o);

/* ---- otf-to-vtf3: a VTF3 file ---- */

/* What the options say; all NULL = Standard Binary that old readers understand, on standard output. */
struct otfp_to_vtf3 {
	const char *output;           /* -o; NULL = standard output */
	const char *format, *profile; /* by name, or NULL */
	int modern;                   /* --modern */
};
extern const struct otfp_option otfp_to_vtf3_options[];

/** What the sources of job hold as a VTF3 file; see otf-to-vtf3(1). @return the exit status */
OTFP_API int otfp_to_vtf3_run(struct otfp_job *job, const struct otfp_to_vtf3 *o);

#ifdef __cplusplus
}
#endif
#endif
