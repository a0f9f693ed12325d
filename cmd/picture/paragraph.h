/* paragraph.h - text in as many lines as it needs. */
#ifndef CMD_PICTURE_PARAGRAPH_H
#define CMD_PICTURE_PARAGRAPH_H
#include "cmd/picture/canvas.h"

struct paragraph {
	double x, y;      /* of the first baseline */
	double step;      /* from line to line */
	struct font font; /* lines have at most font.most pixels */
	uint32_t color;
};

/** Draw text of at most NAME_TIP bytes in lines that break at blanks, or within a word that is longer than a line; with
 * c NULL only count them. @return their number */
unsigned paragraph_draw(struct canvas *c, const struct paragraph *p, struct otfp_str text);
#endif
