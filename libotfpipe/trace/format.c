#include "trace/format.h"
#include "base/options.h"
#include "commit/beside.h"
#include "io/there.h"
#include "line/reader.h"
#include "otf/names.h"
#include "otf/read/trace.h"
#include "otf/write/out.h"
#include "otf2/carried.h"
#include "otf2/read/look.h"
#include "otf2/write/sink.h"
#include "otf2/read/source.h"
#include "tau/write/sink.h"
#include "tau/read/source.h"
#include "trace/foreign.h"
#include "vtf3/read/source.h"
#include "vtf3/write/sink.h"
#include <stdlib.h>
#include <string.h>

#define OPTIONS(type) #type, sizeof(struct type)
#define SET(name) (1u << OTFP_TOGETHER_##name)
#define LINES \
	.name = "lines", .word = "a line stream", .open = otfp_line_open_input, .source = &otfp_line_ops, .adopts = 1

/* The first row that matches counts. A line stream may have any name. NAME may be both a TAU directory and the trace
 * NAME.otf. Half of a TAU trace is an error, so TAU comes after the formats that check bytes. */
static const struct otfp_format formats[] = {
	{LINES, .look = otfp_line_look},
	{.name = "otf",
         .word = "an OTF trace",
         .sets = SET(OTF),
         .look = otfp_trace_look,
         .open = otfp_trace_open,
         .source = &otfp_trace_ops,
         .create = otfp_out_open,
         .sink = &otfp_out_ops},
	{.name = "otf2",
         .word = "an OTF2 archive",
         .sets = SET(OTF2),
         .look = otfp_otf2_look,
         .open = otfp_otf2_open,
         .reads = {OPTIONS(otfp_otf2_options)},
         .source = &otfp_otf2_ops,
         .create = otfp_otf2_sink_open,
         .writes = {OPTIONS(otfp_otf2_write_options)},
         .sink = &otfp_otf2_sink_ops,
         .carried = &otfp_otf2_carried_ops},
	{.name = "vtf3",
         .word = "a VTF3 file",
         .several = OTFP_FRAGMENTS,
         .look = otfp_vtf3_look,
         .open = otfp_vtf3_open,
         .reads = {OPTIONS(otfp_vtf3_options)},
         .source = &otfp_vtf3_ops,
         .create = otfp_vtf3_sink_open,
         .writes = {OPTIONS(otfp_vtf3_write_options)},
         .sink = &otfp_vtf3_sink_ops},
	{.name = "tau",
         .word = "a TAU trace",
         .several = OTFP_RUNS,
         .sets = SET(PAIR) | SET(RUN),
         .look = otfp_tau_look,
         .open = otfp_tau_open,
         .reads = {OPTIONS(otfp_tau_options)},
         .source = &otfp_tau_ops,
         .create = otfp_tau_sink_open,
         .writes = {OPTIONS(otfp_tau_write_options)},
         .sink = &otfp_tau_sink_ops},
	{LINES, .look = otfp_line_look_bare},
};
enum { NFORMATS = sizeof formats / sizeof *formats };

/* @return as look(), with the format set unless it is 0 */
static int look(const struct otfp_format **format, struct otfp_inputs *in, unsigned at,
                const struct otfp_read_options *o, struct otfp_error *err)
{
	int n = otfp_inputs_check(in, at, err);

	for (unsigned i = 0; i < NFORMATS && n == 0; i++) {
		if (o->format && !otfp_reads(o, formats[i].name))
			continue;
		*format = &formats[i];
		n = formats[i].look(in, at, o, err);
	}
	return n;
}

/* Add to f the inputs after it that belong to the same trace. @return 0 or <0 */
static int look_further(struct otfp_found *f, struct otfp_inputs *in, unsigned at, const struct otfp_read_options *o,
                        struct otfp_error *err)
{
	const struct otfp_format *other;
	struct otfp_error ignored; /* opening that input reports it, if it is opened */
	unsigned n = f->n;
	int code = 0;

	if (f->format->several == OTFP_SEPARATE || (f->format->several == OTFP_FRAGMENTS && at))
		return 0;
	while (at + n < in->n && (code = look(&other, in, at + n, o, &ignored)) > 0 && other == f->format)
		n += (unsigned)code;
	if (code < 0 && o->format) {
		*err = ignored;
		return code;
	}
	if (f->format->several == OTFP_RUNS || n == in->n)
		f->n = n;
	return 0;
}

/* The file exists, but its format is unknown. */
static int fail_format(const char *name, const struct otfp_first_look *look, struct otfp_error *err)
{
	struct otfp_buf trace = OTFP_BUF_INIT;
	int code;

	if (look->is_directory)
		code = otfp_fail_directory(name, err);
	else if (otfp_otf_whose(&trace, name) <= 0)
		code = otfp_fail_foreign(name, look, err);
	else if ((code = otfp_file_is_there(trace.p, NULL, err)) > 0)
		code = otfp_fail_at(err, OTFP_EFAIL, OTFP_FLAW_FORMAT, name, 0, "is part of a trace; name %s", trace.p);
	else if (code == 0)
		code = otfp_fail_at(err, OTFP_EFAIL, OTFP_FLAW_FORMAT, name, 0, "is part of a trace, but %s is missing",
		                    trace.p);
	otfp_buf_release(&trace);
	return code;
}

static int fail_unknown(struct otfp_inputs *in, unsigned at, struct otfp_error *err)
{
	const char *name = in->names[at];

	const struct otfp_first_look *look = otfp_inputs_look(in, at);

	if (!look->exists)
		return otfp_fail_missing(name, err);
	return fail_format(name, look, err);
}

int otfp_format_find(struct otfp_found *f, struct otfp_inputs *in, unsigned at, const struct otfp_read_options *o,
                     struct otfp_error *err)
{
	int n = look(&f->format, in, at, o, err);

	if (n <= 0)
		return n < 0 ? n : fail_unknown(in, at, err);
	f->n = f->unit = (unsigned)n;
	return look_further(f, in, at, o, err);
}

unsigned otfp_format_number(void)
{
	return NFORMATS;
}

const struct otfp_format *otfp_format_row(unsigned i)
{
	return &formats[i];
}

const struct otfp_format *otfp_format_named(const char *name)
{
	for (unsigned i = 0; i < NFORMATS; i++)
		if (strcmp(formats[i].name, name) == 0)
			return &formats[i];
	return NULL;
}

const struct otfp_format *otfp_format_to_write(const char *name)
{
	const struct otfp_format *f = otfp_format_named(name);

	return f && f->create ? f : NULL;
}

int otfp_format_copy_options(void **own, const struct otfp_option_struct *what, const struct otfp_format *f,
                             const void *from, struct otfp_error *err)
{
	int code;

	*own = NULL;
	if (!from)
		return 0;
	if (!what->size)
		return otfp_fail(err, OTFP_EUSAGE, "%s: has no options of its own", f->name);
	*own = calloc(1, what->size);
	if (!*own)
		return otfp_fail_memory(err);
	memcpy(*own, &what->size, sizeof what->size);
	code = otfp_options_copy(*own, what->size, from, what->name, err);
	if (code == 0)
		return 0;
	free(*own);
	*own = NULL;
	return code;
}
