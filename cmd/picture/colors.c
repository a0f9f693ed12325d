#include "cmd/picture/colors.h"
#include "base/grow.h"
#include "base/order.h"
#include <stdlib.h>
#include <string.h>

void colors_release(struct colors *c)
{
	otfp_interns_release(&c->names);
	otfp_map_release(&c->used);
	free(c->chosen);
	memset(c, 0, sizeof *c);
}

int colors_add(struct colors *c, struct otfp_str name)
{
	return otfp_intern(&c->names, name.p, name.n) ? 0 : -1;
}

struct chosen_color colors_of(const struct colors *c, struct otfp_str name)
{
	const uint32_t at = otfp_intern_find(&c->names, name.p, name.n);

	return at && at <= c->settled ? c->chosen[at - 1] : (struct chosen_color){color_wanted(name).color, 0};
}

/* ---- which are free ---- */

enum {
	NEAR = 1024,         /* up to so many candidates the nearest is taken, then the next one */
	CANDIDATES = 1 << 18 /* then any color */
};

/* The colors of a family, then mixtures of two of them: of neighbors first. */
static uint32_t candidate(const struct color_family *f, unsigned k)
{
	const unsigned level = k / f->n, one = k % f->n, apart = 1 + (level - 1) % (f->n - 1);
	const double golden = 0.618034, share = 0.5 + golden * ((level - 1) / (f->n - 1));

	return level ? color_mix(f->colors[one], f->colors[(one + apart) % f->n], share - (unsigned)share) :
	               f->colors[one];
}

static int is_free(const struct colors *c, uint32_t color)
{
	return !otfp_map_get(&c->used, color);
}

/* Of the first n candidates the one that looks most like `wanted`. @return whether one is free */
static int find_nearest(const struct colors *c, const struct color_wish *w, unsigned n, uint32_t *to)
{
	double least = -1;

	for (unsigned k = 0; k < n; k++) {
		const uint32_t color = candidate(w->family, k);
		const double distance = color_distance(color, w->color);
		if ((least >= 0 && distance >= least) || !is_free(c, color))
			continue;
		least = distance;
		*to = color;
	}
	return least >= 0;
}

static uint32_t free_color(struct colors *c, const struct color_wish *w)
{
	unsigned *full = &c->full[w->family - color_families];
	uint32_t color = w->color;

	for (unsigned n = *full ? 2 * *full : w->family->n; n < NEAR; n *= 2) {
		if (find_nearest(c, w, n, &color))
			return color;
		*full = n;
	}
	for (; *full < CANDIDATES; ++*full) {
		color = candidate(w->family, *full);
		if (is_free(c, color))
			return color;
	}
	while (!is_free(c, color))
		color = (color + 1) & 0xffffff;
	return color;
}

/* ---- names ---- */

struct unsettled {
	struct otfp_str name;
	size_t at;
};

static int by_name(const void *a, const void *b)
{
	return otfp_order_text(((const struct unsettled *)a)->name, ((const struct unsettled *)b)->name);
}

static int choose(struct colors *c, size_t at, struct otfp_str name, int takes_other)
{
	const struct color_wish w = color_wanted(name);
	const int is_taken = !is_free(c, w.color);

	if (is_taken && !takes_other)
		return 0;
	c->chosen[at] = (struct chosen_color){is_taken ? free_color(c, &w) : w.color, (uint8_t)is_taken};
	return otfp_map_set(&c->used, c->chosen[at].color, at) < 0 ? -1 : 1;
}

/* Names that find their color free come before those that take another one. */
static int choose_all(struct colors *c, const struct unsettled *list, size_t n)
{
	unsigned char *done = calloc(n + 1, 1);
	int rc = done ? 0 : -1;

	for (int round = 0; round < 2; round++)
		for (size_t i = 0; i < n && rc >= 0; i++)
			if (!done[i]) {
				rc = choose(c, list[i].at, list[i].name, round);
				done[i] = rc > 0;
			}
	free(done);
	return rc < 0 ? -1 : 0;
}

int colors_settle(struct colors *c)
{
	const size_t n = c->names.n - c->settled;
	struct unsettled *list = malloc((n + 1) * sizeof *list);
	int rc = list ? 0 : -1;

	for (size_t i = 0; i < n && rc == 0; i++) {
		list[i] = (struct unsettled){c->names.strings[c->settled + i].text, c->settled + i};
		rc = otfp_grow(&c->chosen, c->settled + i, &c->cap, sizeof *c->chosen);
	}
	if (rc == 0) {
		qsort(list, n, sizeof *list, by_name);
		rc = choose_all(c, list, n);
	}
	if (rc == 0)
		c->settled = c->names.n;
	free(list);
	return rc;
}

int colors_all(struct colors *c, const struct otfp_str *names, size_t n)
{
	int rc = 0;

	for (size_t i = 0; i < n && rc == 0; i++)
		rc = colors_add(c, names[i]);
	return rc < 0 ? rc : colors_settle(c);
}
