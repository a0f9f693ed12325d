#include "base/nearest.h"
#include <stdint.h>
#include <string.h>

enum { LONGEST = 40 }; /* letters of a word that is compared */

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Changes that make a[0..n) of b[0..m): the optimal string alignment distance, row by row. */
static size_t distance(const char *a, size_t n, const char *b, size_t m)
{
	uint8_t rows[3][LONGEST + 1];

	for (size_t j = 0; j <= m; j++)
		rows[0][j] = (uint8_t)j;
	for (size_t i = 1; i <= n; i++) {
		const uint8_t *up = rows[(i - 1) % 3], *upper = rows[(i + 1) % 3];
		uint8_t *row = rows[i % 3];
		row[0] = (uint8_t)i;
		for (size_t j = 1; j <= m; j++) {
			size_t d =
				least(least(up[j] + 1u, row[j - 1] + 1u), up[j - 1] + (size_t)(a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				d = least(d, upper[j - 2] + 1u);
			row[j] = (uint8_t)d;
		}
	}
	return rows[n % 3][m];
}

void otfp_nearest_try(struct otfp_nearest *nearest, const char *candidate)
{
	size_t n = nearest->n, m = strlen(candidate), d;

	if (n == 0 || n > LONGEST || m > LONGEST)
		return;
	d = distance(nearest->text, n, candidate, m);
	if (d <= (n + 2) / 3 && d < n && (!nearest->best || d < nearest->distance)) {
		nearest->best = candidate;
		nearest->distance = d;
	}
}
