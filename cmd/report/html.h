/* html.h - write HTML: markup as it is, and text of any origin so that it stays text. */
#ifndef CMD_REPORT_HTML_H
#define CMD_REPORT_HTML_H
#include "base/buf.h"
#include "base/wide.h"
#include "cmd/text/pen.h"

/* Zero-filled, then `pen` by pen_init and `resolution`. The first error is in pen.code. */
struct html {
	struct pen pen;
	uint64_t resolution; /* ticks per second; 0 = unknown */
	struct otfp_buf buf; /* of the text that is being made */
};

/** Free what h owns, the pen too. */
void html_release(struct html *h);
/** Put markup as it is. */
void html_raw(struct html *h, const char *markup);
/** Put formatted markup; the arguments must need no escapes. */
void html_put(struct html *h, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/** Put text: control characters and what is not UTF-8 become \xHH, and the characters of markup are escaped. Also for
 * the value of an attribute in double quotes. */
void html_text(struct html *h, struct otfp_str s);
/** The same for a string that ends in NUL. */
void html_word(struct html *h, const char *s);
/** Put a name as content of an element: of one longer than NAME_WHOLE bytes its start and its end, with
 * NAME_TIP bytes of it as tooltip. */
void html_name(struct html *h, struct otfp_str s);
/** Put at most NAME_TIP bytes of a name, as text of a tooltip. */
void html_tip(struct html *h, struct otfp_str s);
/** Put text as html_text does, cut to that number of characters; one of more than NAME_LONG bytes keeps its
 * end. */
void html_cut(struct html *h, struct otfp_str s, size_t most);
/** Append at most NAME_TIP bytes of a text as a JSON string for a script element: control characters and what is
 * not UTF-8 become \\xHH, and < is escaped. @return 0, or -1 when memory is out */
int html_json(struct otfp_buf *b, struct otfp_str s);
/** Put a time for people: "12.34 ms". */
void html_ticks(struct html *h, double ticks);
/** Put a number of bytes for people: "1.500 KiB". */
void html_bytes(struct html *h, double bytes);
/** Put a number in decimal digits. */
void html_wide(struct html *h, otfp_wide v);
/** Put a number for people, with a narrow blank between groups of three digits. */
void html_count(struct html *h, otfp_wide v);
/** Put a script or a style sheet in its element. */
void html_element(struct html *h, const char *name, const char *content);
/** Put the source of a script or style sheet for the Content-Security-Policy: 'sha256-...'. */
void html_hash(struct html *h, const char *content);
#endif
