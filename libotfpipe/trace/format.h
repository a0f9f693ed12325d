/*
 * format.h - the table of the formats: one row says all that is known of a format above its own room.
 *
 * A name is of the first format in the table that takes it, but where the options ask for one.
 */
#ifndef OTFP_TRACE_FORMAT_H
#define OTFP_TRACE_FORMAT_H
#include "io/inputs.h"
#include "record/ops.h"

/* What several sources of a format in a row are. */
enum otfp_several {
	OTFP_SEPARATE,  /* each a source */
	OTFP_RUNS,      /* runs of one trace: one source */
	OTFP_FRAGMENTS, /* of one trace, if nothing else is named beside them; else each a source */
};

struct otfp_format {
	const char *name; /* for programs: otf-info, otfp_sink_share */
	const char *word; /* for messages, behind "a" */
	size_t asked;     /* offset in struct otfp_read_options of a pointer that asks for this format; 0 = none does */
	enum otfp_several several;
	/** Judge input `at`, by its bytes where that can be. @return how many inputs from it on make up a source, 0 =
	 * it is of another format, <0 = it is of this one, but not whole */
	int (*look)(struct otfp_inputs *in, unsigned at, const struct otfp_read_options *o, struct otfp_error *err);
	/** Open n inputs that look() took. Whether they may be shares (--part) was asked before. @return 0 with *handle
	 * set, or <0 */
	int (*open)(void **handle, struct otfp_inputs *in, unsigned at, unsigned n, const struct otfp_read_options *o,
	            struct otfp_error *err);
	const struct otfp_source_ops *source;
	/** Begin to write; both NULL where it is only read. @param own  options of this format alone, or NULL
	 * @return 0 with *handle set, or <0 */
	int (*create)(void **handle, const char *name, const struct otfp_write_options *o, const void *own,
	              struct otfp_error *err);
	const struct otfp_sink_ops *sink;
};

/* What was found at an input. */
struct otfp_found {
	const struct otfp_format *format;
	unsigned n;    /* inputs */
	unsigned unit; /* of them those that would be a source without the others behind */
};

/** What the inputs from `at` on are; a name of no known format is an error. @return 0 or <0 */
int otfp_format_find(struct otfp_found *f, struct otfp_inputs *in, unsigned at, const struct otfp_read_options *o,
                     struct otfp_error *err);
/** @return the row of that name that can be written, or NULL */
const struct otfp_format *otfp_format_to_write(const char *name);
#endif
