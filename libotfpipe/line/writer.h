/* writer.h - write a line stream (otfpipe-stream(5)). */
#ifndef OTFP_LINE_WRITER_H
#define OTFP_LINE_WRITER_H
#include "io/output.h"
#include "record/ops.h"
#include "record/table.h"

/* The start of the lines of a record type. */
struct otfp_line_name {
	char text[32];
	uint8_t n;       /* length of text */
	uint8_t numbers; /* timed, and all fields are numbers */
};

struct otfp_line_writer {
	struct otfp_output out;
	uint64_t count; /* record lines written */
	/* time / 10000 of the last record from 10000 on and its digits, since it rarely changes; 0: there was none */
	uint64_t high;
	char high_text[32];
	size_t high_n;
	struct otfp_line_name names[OTFP_NTYPES];
};

/** Write to fd; `name` is for messages. The caller owns fd and err. @return 0 or <0 */
int otfp_line_writer_init(struct otfp_line_writer *w, int fd, const char *name, struct otfp_error *err);
/** Free the buffer without flushing it. */
void otfp_line_writer_release(struct otfp_line_writer *w);
/* In the functions with void *w, as in the ops of a sink, w is a struct otfp_line_writer. */
/** Write a record or a control line; if rec->line is set, its bytes unchanged. @return 0 or <0 */
int otfp_line_writer_put(void *w, const struct otfp_record *rec);

/* As a sink; the handle is a struct otfp_line_writer. */
extern const struct otfp_sink_ops otfp_line_sink_ops;
/** Open a sink; see otfp_sink_open_lines. @return 0 or <0 */
int otfp_line_sink_open(void **handle, int fd, const char *name, struct otfp_zout_form form, struct otfp_error *err);
#endif
