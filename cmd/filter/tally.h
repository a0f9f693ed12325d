/*
 * tally.h - --dry-run: what would stay, by kind of record and by process, and how many bytes it would take
 * in files of the short form, plain. Control files, trailers and compression are not counted.
 */
#ifndef OTFP_CMD_FILTER_TALLY_H
#define OTFP_CMD_FILTER_TALLY_H
#include "cmd/run/select/sizes.h"

struct count {
	uint64_t kept, seen, bytes;
};

struct process_count {
	uint32_t process; /* first: rows are sorted by it */
	struct count count;
};

/* Zero-filled is empty. */
struct otfp_tally {
	struct count types[OTFP_NTYPES]; /* 0: records of unknown name */
	struct otfp_map index;           /* process to its count */
	struct process_count *processes;
	size_t n, cap;
	struct otfp_sizes sizes;
};

void otfp_tally_release(struct otfp_tally *t);
/** A record that is read. @return 0, or -1 when memory is out */
int otfp_tally_see(struct otfp_tally *t, const struct otfp_record *rec);
/** A record that stays, in that stream. @return 0, or -1 when memory is out */
int otfp_tally_keep(struct otfp_tally *t, const struct otfp_record *rec, uint32_t stream);
/** The table on stdout. @return 0 or <0 */
int otfp_tally_print(struct otfp_tally *t, struct otfp_error *err);
#endif
