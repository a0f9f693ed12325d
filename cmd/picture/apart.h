/*
 * apart.h - draw with a library in a child process: what goes wrong there, such as a crash when memory is out, is an
 * error of the canvas and not the end of the program. The child draws into a file in memory, of which the caller takes
 * the bytes at the end.
 */
#ifndef CMD_PICTURE_APART_H
#define CMD_PICTURE_APART_H
#include "cmd/picture/canvas.h"

/** Begin a canvas whose calls go to `library` in a child. who: the library, for messages. @return 0 or <0 */
int apart_begin(struct canvas *c, struct otfp_str title, const struct canvas_ops *library, const char *who);
/* The other functions of such a canvas. */
void apart_rect(struct canvas *c, double x, double y, double w, double h, const struct ink *ink);
void apart_path(struct canvas *c, const struct spot *spots, size_t n, double width, const struct ink *ink);
void apart_text(struct canvas *c, double x, double y, const struct font *font, const struct ink *ink,
                struct otfp_str text);
void apart_raw(struct canvas *c, const char *markup);
void apart_end(struct canvas *c);
void apart_release(struct canvas *c);
#endif
