/* writer.h - the line stream out. */
#ifndef OTFP_LINE_WRITER_H
#define OTFP_LINE_WRITER_H
#include "io/output.h"
#include "record/ops.h"
#include "record/table.h"

/* How the line of a record type begins. */
struct otfp_line_name {
	char text[32];
	uint8_t n;       /* bytes of text */
	uint8_t numbers; /* timed, and all fields are numbers */
};

struct otfp_line_writer {
	struct otfp_output out;
	uint64_t count; /* record lines written */
	/* the last time without its low four digits, as text: it hardly changes */
	uint64_t high;
	char high_text[32];
	size_t high_n;
	struct otfp_line_name names[OTFP_NTYPES];
};

int otfp_line_writer_init(struct otfp_line_writer *w, int fd, const char *name, struct otfp_error *err);
void otfp_line_writer_release(struct otfp_line_writer *w);
/* In these, w is a struct otfp_line_writer, as in the ops of a sink. */
int otfp_line_writer_header(void *w, const struct otfp_header *h);
/** A record, or a control line as it stands. Its bytes pass on untouched where rec->line is set. */
int otfp_line_writer_put(void *w, const struct otfp_record *rec);
/** n records, no control line among them. */
int otfp_line_writer_put_all(void *w, const struct otfp_record *const *recs, size_t n);
/** A control line from its words: "@NAME", HT, text. */
int otfp_line_writer_control(struct otfp_line_writer *w, const char *name, const char *text, size_t n);
/** @END and flush. */
int otfp_line_writer_end(void *w);

/* As a sink; the handle is a struct otfp_line_writer. */
extern const struct otfp_sink_ops otfp_line_sink_ops;
/** See otfp_sink_open_lines. @return 0 or <0 */
int otfp_line_sink_open(void **handle, int fd, const char *name, struct otfp_error *err);
#endif
