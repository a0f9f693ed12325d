/*
 * apart.h - draw with a library in a child process: what goes wrong there, such as a crash when memory is out, is an
 * error of the canvas and not the end of the program. The child draws into a file in memory, of which the caller takes
 * the bytes at the end.
 */
#ifndef OTFP_RUN_PICTURE_APART_H
#define OTFP_RUN_PICTURE_APART_H
#include "cmd/run/picture/canvas.h"

/** Begin a canvas whose calls go to `library` in a child. who: the library, for messages. @return 0 or <0 */
int otfp_apart_begin(struct otfp_canvas *c, struct otfp_str title, const struct otfp_canvas_ops *library,
                     const char *who);
/* The other functions of such a canvas. */
void otfp_apart_rect(struct otfp_canvas *c, double x, double y, double w, double h, const struct otfp_ink *ink);
void otfp_apart_path(struct otfp_canvas *c, const struct otfp_spot *spots, size_t n, double width,
                     const struct otfp_ink *ink);
void otfp_apart_text(struct otfp_canvas *c, double x, double y, const struct otfp_font *font,
                     const struct otfp_ink *ink, struct otfp_str text);
void otfp_apart_raw(struct otfp_canvas *c, const char *markup);
void otfp_apart_end(struct otfp_canvas *c);
void otfp_apart_release(struct otfp_canvas *c);
#endif
