/*
 * tally.h - --dry-run: what would stay, by kind of record and by process, and how many bytes it would take
 * in files of the short form, plain. Control files, trailers and compression are not counted.
 */
#ifndef OTFP_CMD_RUN_SELECT_TALLY_H
#define OTFP_CMD_RUN_SELECT_TALLY_H
#include "base/buf.h"
#include "base/map.h"
#include "otfpipe.h"

struct count {
	uint64_t kept, seen, bytes;
};

struct process_count {
	uint32_t process;
	struct count count;
};

/* Where a file of events, snapshots or statistics stands: its lines say time and process only when they change. */
struct file_state {
	uint64_t time;
	uint32_t process;
	int begun;
};

/* Zero-filled is empty. */
struct otfp_tally {
	struct count types[OTFP_NTYPES]; /* 0: records of unknown name */
	struct otfp_map index;           /* process to its count */
	struct process_count *processes;
	size_t n, cap;
	struct otfp_map file_index; /* kind << 32 | stream to its state */
	struct file_state *files;
	size_t nfiles, files_cap;
	struct otfp_buf room;
};

void otfp_tally_release(struct otfp_tally *t);
/** A record that is read. @return 0, or -1 when memory is out */
int otfp_tally_see(struct otfp_tally *t, const struct otfp_record *rec);
/** A record that stays, in that stream. @return 0, or -1 when memory is out */
int otfp_tally_keep(struct otfp_tally *t, const struct otfp_record *rec, uint32_t stream);
/** Bytes that a record takes in a file of that stream, behind those that were asked for before.
 * @return 0, or -1 when memory is out */
int otfp_tally_bytes(struct otfp_tally *t, const struct otfp_record *rec, uint32_t stream, uint64_t *bytes);
/** The table on stdout. @return 0 or <0 */
int otfp_tally_print(struct otfp_tally *t, struct otfp_error *err);
#endif
