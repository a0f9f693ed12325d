/*
 * colors.h - the colors of one picture: each name has its own.
 *
 * A name gets the color that it has in every picture (color.h). If another name of the picture has that one already, it
 * gets the nearest that is free; names get theirs in the order of their bytes, so equal sets of names have equal
 * colors. When the palette is used up its colors are mixed.
 *
 *     colors_add for each name -> colors_settle -> colors_of; more names may follow, which take none from those before
 *
 * Memory: 70 bytes and the text for each name.
 */
#ifndef CMD_PICTURE_COLORS_H
#define CMD_PICTURE_COLORS_H
#include "base/intern.h"
#include "base/map.h"
#include "cmd/picture/color.h"

struct chosen_color {
	uint32_t color;
	uint8_t is_other; /* than in other pictures */
};

/* Zero-filled is empty. */
struct colors {
	struct otfp_interns names;
	struct chosen_color *chosen; /* by number of the name - 1 */
	size_t settled, cap;
	struct otfp_map used; /* colors that are taken */
	unsigned full[2];     /* by family: so many candidates are taken, from the first on */
};

/** Free what c owns and make it empty. */
void colors_release(struct colors *c);
/** Add a name; nothing if it is there. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int colors_add(struct colors *c, struct otfp_str name);
/** Choose the colors of the names that have none. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int colors_settle(struct colors *c);
/** Add these names and choose their colors. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int colors_all(struct colors *c, const struct otfp_str *names, size_t n);
/** The color of a name; of one that was not added, as color_wanted. */
struct chosen_color colors_of(const struct colors *c, struct otfp_str name);
#endif
