/* matrix.h - a picture of a matrix of values: a row for each sender, a column for each receiver. */
#ifndef CMD_PICTURE_MATRIX_H
#define CMD_PICTURE_MATRIX_H
#include "cmd/picture/frame.h"

enum { MATRIX_MOST = 512 }; /* rows and columns at most: with more processes, several share one */

enum matrix_unit { MATRIX_BYTES, MATRIX_COUNT, MATRIX_TICKS };

struct matrix {
	size_t n;                      /* rows and columns */
	const struct otfp_str *labels; /* of the rows and columns */
	const double *values;          /* by row, then column; 0 = nothing */
	enum matrix_unit unit;
	const char *what;    /* the values in words: "bytes sent" */
	uint64_t resolution; /* ticks per second */
	struct canvas_options canvas;
	struct caption caption;
};

/** Draw it on fd, see canvas_open. @return 0 or <0 */
int matrix_draw(const struct matrix *m, int fd, const char *name, struct otfp_error *err);
#endif
