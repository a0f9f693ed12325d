/* lines.h - the definitions (.edf) of a TAU trace that is written. */
#ifndef OTFP_TAU_WRITE_LINES_H
#define OTFP_TAU_WRITE_LINES_H
#include "base/arena.h"
#include "base/buf.h"
#include "base/map.h"

/* The format's own events, with the ids of the tracer. */
enum {
	OTFP_EDF_ID_REMOTE_THREAD = 7004, /* par: the thread of the peer of the next message */
	OTFP_EDF_ID_EV_INIT = 60000,
	OTFP_EDF_ID_FLUSH_CLOSE = 60003,
	OTFP_EDF_ID_WALL_CLOCK = 60005,
	OTFP_EDF_ID_SEND = 60007,
	OTFP_EDF_ID_RECV = 60008
};

enum otfp_edf_line_kind { OTFP_EDF_LINE_STATE, OTFP_EDF_LINE_TRIGGER, OTFP_EDF_LINE_OWN };

/* One line. */
struct otfp_edf_line {
	uint32_t id;
	enum otfp_edf_line_kind kind;
	int tag;            /* of a trigger: not 0 if its value only grows */
	const char *group;  /* without blanks */
	const char *name;   /* without line ends and inner quotes */
	const char *params; /* the last word; NULL: that of the kind */
};

/* An empty one is zero-filled. */
struct otfp_edf_lines {
	struct otfp_edf_line *p;
	size_t n, cap;
	struct otfp_map index; /* index into p, by id */
	struct otfp_arena arena;
};

/** Free the lines and make d empty. */
void otfp_edf_lines_release(struct otfp_edf_lines *d);
/**
 * Add a line, or replace the one with the same id. Group and name are copied and adapted: a blank in a group becomes
 * _, a line end in a name a blank, a double quote in a name an apostrophe.
 * @return 1 if something was changed, 0, or -1 when memory is out
 */
int otfp_edf_lines_put(struct otfp_edf_lines *d, const struct otfp_edf_line *def);
/** Add the format's own events that every trace has. @return 0, or -1 when memory is out */
int otfp_edf_lines_own(struct otfp_edf_lines *d);
/** Append the text of the file, sorted by id. @return 0, or -1 when memory is out */
int otfp_edf_lines_text(struct otfp_edf_lines *d, struct otfp_buf *b);
/** One of the format's own events, by id. @return NULL if there is none */
const struct otfp_edf_line *otfp_edf_own(uint32_t id);
/**
 * One of the format's own events that ordinary functions or counters may use, by name. @return NULL if there is none
 */
const struct otfp_edf_line *otfp_edf_own_named(enum otfp_edf_line_kind kind, const char *name);
#endif
