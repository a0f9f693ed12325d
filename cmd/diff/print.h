/* print.h - differences as text for people or as JSON, ordered by place; see otf-diff(1). */
#ifndef CMD_DIFF_PRINT_H
#define CMD_DIFF_PRINT_H
#include "base/buf.h"
#include "record/names.h"
#include "cmd/diff/diff.h"
#include <stdio.h>

/* The first difference of a place, with the text of its records. */
struct diff_kept {
	struct difference is; /* without the records; nth = number of differences at the place */
	unsigned type;        /* of the records */
	uint64_t numbers[2];  /* of the records in their streams */
	char *lines[2];       /* NULL for the side that lacks the record */
};

/* Zero-fill it, then set traces, list, json and out. */
struct diff_printer {
	const char *traces[2]; /* their names */
	int list;              /* print each difference at once, instead of the first of each place at the end */
	int json;
	FILE *out;               /* NULL = nothing is printed */
	struct otfp_names names; /* of processes */
	struct diff_kept *kept;
	size_t n, cap;
	struct otfp_map at; /* where << 32 | process -> place in kept */
	struct otfp_buf b;
	int failed; /* memory was out: a name is missing */
};

/** Free what p owns. */
void diff_printer_release(struct diff_printer *p);
/** Take a record of either side, for the names of processes. @return 0, or -1 when memory is out */
int diff_printer_add(struct diff_printer *p, const struct otfp_record *rec);
/** Print or keep a difference; a callback for `report` of struct diff, ctx is the printer.
 * @return 0, or -1 when memory is out */
int diff_printer_report(void *ctx, const struct difference *d);
/** Print the kept differences, and the sums. @param whole  0 = the comparison is incomplete
 * @return 0, or -1 when memory is or was out */
int diff_printer_end(struct diff_printer *p, const struct diff *d, int whole);
#endif
