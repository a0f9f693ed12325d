/*
 * color.h - the colors of pictures. The color that a name wants depends on nothing but the name, so it is the same in
 * every picture, dark or light, unless two names of a picture want the same: see colors.h.
 *
 * MPI is red, and functions of MPI are shades of red; no other name is. The palette has four steps of lightness for
 * each of seven hues, so that colors differ in grey, too, and neighbors differ for people who see fewer hues.
 */
#ifndef CMD_PICTURE_COLOR_H
#define CMD_PICTURE_COLOR_H
#include "otfpipe.h"

struct theme {
	uint32_t paper, text, faint; /* background; text; text of less weight */
	uint32_t grid, band, line;   /* lines of the grid; background of rows; messages */
	uint32_t mark;               /* markers */
};
extern const struct theme theme_light, theme_dark;

struct color_family {
	const uint32_t *colors; /* 0xRRGGBB */
	unsigned n;
};
extern const struct color_family color_families[2]; /* of MPI; of all others */

/* What a name wants: a color of a family. */
struct color_wish {
	uint32_t color;
	const struct color_family *family;
};

/** The wish of the name of a group, function or process. */
struct color_wish color_wanted(struct otfp_str name);
/** How unlike two colors look: 0 is equal. */
double color_distance(uint32_t one, uint32_t other);
/** The color for text on a color: black or white. */
uint32_t color_on(uint32_t color);
/** A mixture: `share` 0 = one, 1 = other. */
uint32_t color_mix(uint32_t one, uint32_t other, double share);
/** A color of a scale of values, share 0 to 1: of growing contrast to the background. */
uint32_t color_scale(double share, int is_dark);
#endif
