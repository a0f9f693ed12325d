/*
 * format.h - the table of formats: one row has everything that code outside the directory of a format knows of it.
 *
 * A name has the first format in the table whose look() accepts it, unless the options ask for a format.
 */
#ifndef OTFP_TRACE_FORMAT_H
#define OTFP_TRACE_FORMAT_H
#include "io/inputs.h"
#include "record/ops.h"

/* What consecutive inputs of the same format are. */
enum otfp_several {
	OTFP_SEPARATE,  /* a source each */
	OTFP_RUNS,      /* runs of one trace: one source */
	OTFP_FRAGMENTS, /* fragments of one trace, if no other input is named; else a source each */
};

/* A struct of options that begins with its size. */
struct otfp_option_struct {
	const char *name; /* "otfp_tau_options", for messages */
	size_t size;      /* 0 = the format has none */
};

struct otfp_format {
	const char *name; /* for programs: otf-info, struct otfp_read_options, otfp_sink_open */
	const char *word; /* for messages, with its article */
	enum otfp_several several;
	struct otfp_option_struct reads, writes;
	int adopts;    /* the option adopt is for this format */
	unsigned sets; /* bits of enum otfp_together: the files of the traces that it writes; 0 = one file */
	/** Check whether input `at` has this format, by its bytes if possible. @return the number of inputs from `at`
	 * that are one source; 0 = another format; <0 = this format, but incomplete */
	int (*look)(struct otfp_inputs *in, unsigned at, const struct otfp_read_options *o, struct otfp_error *err);
	/** Open n inputs that look() accepted. The caller has checked that the format can give shares, if the options
	 * ask for one (--part). @return 0 with *handle set, or <0 */
	int (*open)(void **handle, struct otfp_inputs *in, unsigned at, unsigned n, const struct otfp_read_options *o,
	            struct otfp_error *err);
	const struct otfp_source_ops *source;
	/** Begin to write; `create` and `sink` are NULL if the format can only be read. @param own  of `writes`, or
	 * NULL; of "otf" struct otfp_beside or NULL. @return 0 with *handle set, or <0 */
	int (*create)(void **handle, const char *name, const struct otfp_write_options *o, const void *own,
	              struct otfp_error *err);
	const struct otfp_sink_ops *sink;
	const struct otfp_carried_ops *carried; /* NULL: its carriers refer to no tokens */
};

/* The source at an input. */
struct otfp_found {
	const struct otfp_format *format;
	unsigned n;    /* number of its inputs */
	unsigned unit; /* number of those that look() accepted as one source, without other runs or fragments */
};

/** Find the format of the source that begins at input `at`; an unknown format is an error. @return 0 or <0 */
int otfp_format_find(struct otfp_found *f, struct otfp_inputs *in, unsigned at, const struct otfp_read_options *o,
                     struct otfp_error *err);
/** The number of rows, and one of them. */
unsigned otfp_format_number(void);
const struct otfp_format *otfp_format_row(unsigned i);
/** @return the format of that name, else NULL */
const struct otfp_format *otfp_format_named(const char *name);
/** Copy options of a program, from f->reads or f->writes, to a struct of this version of the library.
 * @param from  NULL = the defaults. @return 0 with *own to free, NULL for the defaults; or <0 */
int otfp_format_copy_options(void **own, const struct otfp_option_struct *what, const struct otfp_format *f,
                             const void *from, struct otfp_error *err);
/** @return the format of that name if it can be written, else NULL */
const struct otfp_format *otfp_format_to_write(const char *name);
#endif
