/* html.h - write HTML: markup as it is, and text of any origin so that it stays text. */
#ifndef OTFP_CMD_REPORT_HTML_H
#define OTFP_CMD_REPORT_HTML_H
#include "base/buf.h"
#include "base/wide.h"
#include "cmd/run/pen.h"

/* Zero-filled, then `pen` by otfp_pen_init and `resolution`. The first error is in pen.code. */
struct otfp_html {
	struct otfp_pen pen;
	uint64_t resolution; /* ticks per second; 0 = unknown */
	struct otfp_buf buf; /* of the text that is being made */
};

/** Free what h owns, the pen too. */
void otfp_html_release(struct otfp_html *h);
/** Put markup as it is. */
void otfp_html_raw(struct otfp_html *h, const char *markup);
/** Put formatted markup; the arguments must need no escapes. */
void otfp_html_put(struct otfp_html *h, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/** Put text: control characters and what is not UTF-8 become \xHH, and the characters of markup are escaped. Also for
 * the value of an attribute in double quotes. */
void otfp_html_text(struct otfp_html *h, struct otfp_str s);
/** The same for a string that ends in NUL. */
void otfp_html_word(struct otfp_html *h, const char *s);
/** Put a name as content of an element: of one longer than OTFP_NAME_WHOLE bytes its start and its end, with
 * OTFP_NAME_TIP bytes of it as tooltip. */
void otfp_html_name(struct otfp_html *h, struct otfp_str s);
/** Put at most OTFP_NAME_TIP bytes of a name, as text of a tooltip. */
void otfp_html_tip(struct otfp_html *h, struct otfp_str s);
/** Put text as otfp_html_text does, cut to that number of characters; one of more than OTFP_NAME_LONG bytes keeps its
 * end. */
void otfp_html_cut(struct otfp_html *h, struct otfp_str s, size_t most);
/** Append at most OTFP_NAME_TIP bytes of a text as a JSON string for a script element: control characters and what is
 * not UTF-8 become \\xHH, and < is escaped. @return 0, or -1 when memory is out */
int otfp_html_json(struct otfp_buf *b, struct otfp_str s);
/** Put a time for people: "12.34 ms". */
void otfp_html_ticks(struct otfp_html *h, double ticks);
/** Put a number of bytes for people: "1.500 KiB". */
void otfp_html_bytes(struct otfp_html *h, double bytes);
/** Put a number in decimal digits. */
void otfp_html_wide(struct otfp_html *h, otfp_wide v);
/** Put a number for people, with a narrow blank between groups of three digits. */
void otfp_html_count(struct otfp_html *h, otfp_wide v);
/** Put a script or a style sheet in its element. */
void otfp_html_element(struct otfp_html *h, const char *name, const char *content);
/** Put the source of a script or style sheet for the Content-Security-Policy: 'sha256-...'. */
void otfp_html_hash(struct otfp_html *h, const char *content);
#endif
