/*
 * density.h - how many messages go over each place between two rows of a timeline: what can still be read when there
 * are too many for lines.
 *
 * Memory: 4 bytes for each cell of a row that messages cross.
 */
#ifndef OTFP_TIMELINE_DENSITY_H
#define OTFP_TIMELINE_DENSITY_H
#include "base/must.h"
#include <stddef.h>
#include <stdint.h>

enum { OTFP_DENSITY_CELL = 4 }; /* columns */

/* Zero-filled, then `columns`, is empty. */
struct otfp_density {
	uint32_t columns; /* of the timeline; 0: nothing is counted */
	uint32_t **gaps;  /* by row: messages between it and the next row, by cell; NULL: none */
	size_t n, cap;
};

/* An end of a message. */
struct otfp_density_end {
	double place; /* in columns */
	uint64_t row;
};

/** Free all; empty then. */
void otfp_density_release(struct otfp_density *d);
/** Count a message. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_density_add(struct otfp_density *d, struct otfp_density_end from, struct otfp_density_end to);
/** Move the row `from` to the place of row `to` < from, or with to == from drop it: nothing ends there. */
void otfp_density_move(struct otfp_density *d, size_t from, size_t to);
/** Number of cells of a row. */
uint32_t otfp_density_cells(const struct otfp_density *d);
/** Messages in the fullest cell. */
uint32_t otfp_density_most(const struct otfp_density *d);
#endif
