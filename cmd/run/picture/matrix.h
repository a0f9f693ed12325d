/* matrix.h - a picture of a matrix of values: a row for each sender, a column for each receiver. */
#ifndef OTFP_RUN_PICTURE_MATRIX_H
#define OTFP_RUN_PICTURE_MATRIX_H
#include "cmd/run/picture/frame.h"

enum { OTFP_MATRIX_MOST = 512 }; /* rows and columns at most: with more processes, several share one */

enum otfp_matrix_unit { OTFP_MATRIX_BYTES, OTFP_MATRIX_COUNT, OTFP_MATRIX_TICKS };

struct otfp_matrix {
	size_t n;                      /* rows and columns */
	const struct otfp_str *labels; /* of the rows and columns */
	const double *values;          /* by row, then column; 0 = nothing */
	enum otfp_matrix_unit unit;
	const char *what;    /* the values in words: "bytes sent" */
	uint64_t resolution; /* ticks per second */
	struct otfp_canvas_options canvas;
	struct otfp_caption caption;
};

/** Draw it on fd, see otfp_canvas_open. @return 0 or <0 */
int otfp_matrix_draw(const struct otfp_matrix *m, int fd, const char *name, struct otfp_error *err);
#endif
