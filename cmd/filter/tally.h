/*
 * tally.h - --dry-run: how many records would be kept, by type and by process, and their size as of sizes.h.
 */
#ifndef CMD_FILTER_TALLY_H
#define CMD_FILTER_TALLY_H
#include "cmd/select/sizes.h"

struct count {
	uint64_t kept, seen, bytes; /* bytes of those kept */
};

struct process_count {
	uint32_t process; /* first: rows are sorted by it */
	struct count count;
};

/* Zero-filled is empty. */
struct tally {
	struct count types[OTFP_NTYPES]; /* 0: records of unknown name */
	struct otfp_map index;           /* process to index in processes */
	struct process_count *processes;
	size_t n, cap;
	struct sizes sizes;
};

/** Free all. */
void tally_release(struct tally *t);
/** Count a record that was read. @return 0, or -1 when memory is out */
int tally_add(struct tally *t, const struct otfp_record *rec);
/** Count a record that is kept, in that stream. @return 0, or -1 when memory is out */
int tally_keep(struct tally *t, const struct otfp_record *rec, uint32_t stream);
/** Print the table on stdout. @return 0 or <0 */
int tally_print(struct tally *t, struct otfp_error *err);
#endif
