/* print.h - differences as text for people or JSON, one place after the other. */
#ifndef OTFP_CMD_DIFF_PRINT_H
#define OTFP_CMD_DIFF_PRINT_H
#include "base/buf.h"
#include "record/names.h"
#include "cmd/diff/diff.h"
#include <stdio.h>

/* The first difference of a place, with the text of its records. */
struct otfp_diff_kept {
	struct otfp_difference is; /* nth = the last there */
	unsigned type;             /* of the records */
	uint64_t numbers[2];
	char *lines[2]; /* NULL where there is none */
};

/* Zero-filled, then traces, list, json and out. */
struct otfp_diff_printer {
	const char *traces[2]; /* their names */
	int list;              /* print each when it is told, instead of the first of each place in the end */
	int json;
	FILE *out;               /* NULL = nothing is printed */
	struct otfp_names names; /* of processes */
	struct otfp_diff_kept *kept;
	size_t n, cap;
	struct otfp_map at; /* where << 32 | process -> place in kept */
	struct otfp_buf b;
};

void otfp_diff_printer_release(struct otfp_diff_printer *p);
/** A definition of either side, for the names of processes. @return 0, or -1 when memory is out */
int otfp_diff_printer_see(struct otfp_diff_printer *p, const struct otfp_record *rec);
/** For `tell` of struct otfp_diff; ctx is the printer. @return 0, or -1 when memory is out */
int otfp_diff_printer_tell(void *ctx, const struct otfp_difference *d);
/** What was kept, and the sums. @param whole  0 = one trace was not read to its end */
void otfp_diff_printer_end(struct otfp_diff_printer *p, const struct otfp_diff *d, int whole);
#endif
