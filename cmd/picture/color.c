#include "cmd/picture/color.h"
#include "base/hash.h"
#include <math.h>
#include <strings.h>

const struct theme theme_light = {0xffffff, 0x1b1f24, 0x5f6873, 0xdde1e6, 0xf4f5f7, 0x1b1f24, 0x8a1a6a};
const struct theme theme_dark = {0x14171a, 0xe9ecef, 0x9aa4ae, 0x31373d, 0x1d2125, 0xf8f9fa, 0xff8ad8};

/* Hues amber, yellow, green, teal, blue, indigo, purple of OKLCH, each with lightness 0.48, 0.60, 0.72, 0.84. */
static const uint32_t palette[] = {
	0x805202, 0xae7102, 0xd6963b, 0xffbc64, 0x6b5e05, 0x928103, 0xb8a636, 0xdecc60, 0x13702f, 0x409551,
	0x67bb75, 0x8de29a, 0x086b6c, 0x029393, 0x08bcbc, 0x40e5e5, 0x02629c, 0x2d86c8, 0x56acf0, 0x9cd1fe,
	0x4e53a5, 0x6f76cc, 0x929bf5, 0xbec6ff, 0x7b428c, 0xa065b2, 0xc689d9, 0xecb1fe,
};

static const uint32_t reds[] = {0xd73431, 0xa82133, 0xef6856, 0xbb1f54, 0xf4928a, 0xe04667, 0x831b16, 0xe97c48};

/* So chosen that common names of groups and functions get different colors. */
#define SEED 58783

#define APPLICATION 0x67bb75 /* of the palette; people expect green */

static int is_mpi(struct otfp_str name)
{
	return (name.n >= 3 && strncasecmp(name.p, "MPI", 3) == 0 && (name.n == 3 || name.p[3] == '_')) ||
	       (name.n > 4 && strncasecmp(name.p, "PMPI_", 5) == 0) ||
	       (name.n > 11 && strncasecmp(name.p, "TAU_MESSAGE", 11) == 0);
}

enum { REDS, OTHERS };
const struct color_family color_families[] = {{reds, sizeof reds / sizeof *reds},
                                              {palette, sizeof palette / sizeof *palette}};

struct color_wish color_wanted(struct otfp_str name)
{
	const struct color_family *family = &color_families[is_mpi(name) ? REDS : OTHERS];
	const uint32_t hash =
		(uint32_t)(otfp_hash_spread(otfp_hash_bytes(OTFP_HASH_INIT ^ SEED, name.p, name.n)) >> 32);

	if (name.n == 11 && strncasecmp(name.p, "Application", 11) == 0)
		return (struct color_wish){APPLICATION, family};
	if (family == &color_families[REDS] && name.n == 3)
		return (struct color_wish){*reds, family};
	return (struct color_wish){family->colors[hash % family->n], family};
}

static double part(uint32_t color, unsigned shift)
{
	return (double)(color >> shift & 255);
}

/* Weights by the mean of the reds, as eyes have them: https://www.compuphase.com/cmetric.htm */
double color_distance(uint32_t one, uint32_t other)
{
	const double red = part(one, 16) - part(other, 16), green = part(one, 8) - part(other, 8),
		     blue = part(one, 0) - part(other, 0), mean = (part(one, 16) + part(other, 16)) / 512;

	return (2 + mean) * red * red + 4 * green * green + (3 - mean) * blue * blue;
}

uint32_t color_on(uint32_t color)
{
	const double light = 0.299 * part(color, 16) + 0.587 * part(color, 8) + 0.114 * part(color, 0);

	return light > 135 ? 0x000000 : 0xffffff;
}

uint32_t color_mix(uint32_t one, uint32_t other, double share)
{
	uint32_t color = 0;

	for (unsigned shift = 0; shift < 24; shift += 8) {
		const double mixed = part(one, shift) * (1 - share) + part(other, shift) * share;
		color |= (uint32_t)(mixed + 0.5) << shift;
	}
	return color;
}

/* Steps of the scale "cividis", which looks the same to most people. */
uint32_t color_scale(double share, int is_dark)
{
	static const uint32_t steps[] = {0xfdea45, 0xd3c164, 0xa59c74, 0x7c7b78, 0x575d6d, 0x213d6b, 0x00224e};
	enum { LAST = sizeof steps / sizeof *steps - 1 };
	const double place = (is_dark ? 1 - share : share) * LAST;
	const unsigned i = (unsigned)fmin(fmax(place, 0), LAST - 1);

	return color_mix(steps[i], steps[i + 1], fmin(fmax(place - i, 0), 1));
}
