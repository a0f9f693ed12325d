/*
 * outputs.h - what a command will write, compared with what it reads before it opens anything: no output is an input,
 * whatever its spelling, and no two outputs have one name.
 *
 * The parser of the command line fills it from the option tables. Files are the same if device and inode are the same.
 */
#ifndef CMD_OPTION_OUTPUTS_H
#define CMD_OPTION_OUTPUTS_H
#include "cmd/option/option.h"

/* An output: an option and its value. */
struct output_name {
	char what[40]; /* "--output", "--rejects", or "" for an operand */
	const char *name;
	int kind; /* WRITES_FILE, or 1 + enum otfp_together */
};

/* Zero-filled is empty. The names are not copied, but for those in lists. */
struct outputs {
	struct output_name outputs[4];
	int noutputs;
	const char **inputs; /* files of options, which are not traces */
	size_t ninputs, cap;
	int is_share; /* --part: no output replaces a trace as a whole */
	char **owned; /* those that were copied */
	size_t nowned, owned_cap;
};

/** Add an output. @return 0, or 2 after it printed the usage error that the name has no base */
int outputs_add(struct outputs *o, const char *what, const char *name, int kind);
/** Add a file that an option names. It need not exist. @return 0, or -1 when memory is out */
int outputs_reads(struct outputs *o, const char *name);
/** Add the files @FILE of a list. @return 0, or -1 when memory is out */
int outputs_reads_list(struct outputs *o, const char *list);
/**
 * Compare all outputs with all inputs. A trace may be replaced as a whole by what becomes of it.
 * @param traces  operands to read; none = standard input. @return 0, or the exit status after it printed the error
 */
int outputs_check(const struct outputs *o, char *const *traces, int n);
/** @return whether NAME.otf is one of these traces */
int outputs_is_trace(const char *name, char *const *traces, int n);
/** Free what o owns. */
void outputs_release(struct outputs *o);
#endif
