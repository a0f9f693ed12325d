/*
 * transfers.h - what the network took, added up: messages by sender and receiver, or by their nodes, collective
 * operations by operation, communicator and length.
 *
 *     otfp_transfers_new -> otfp_transfers_put for each -> otfp_transfers_end -> rows -> otfp_transfers_free
 *
 * The excess of a message is what it took above the median of all messages of its length class, 0 if it took less. The
 * classes are 0, 1, 2 to 3, 4 to 7, ... bytes. Of an even number the median is the lower one of the two in the middle.
 *
 * Memory: 160 bytes a row, and the options' for messages, 60 bytes each, above which they are in a file. With
 * otfp_transfers_bound rows keep to a memory: pairs with little time become one row, which is exact, as the others are.
 * With otfp_transfers_each there are no rows.
 */
#ifndef OTFP_WAIT_TRANSFERS_H
#define OTFP_WAIT_TRANSFERS_H
#include "merge/sort.h"
#include "state/nodes.h"
#include "wait/wait.h"

/* Messages from one process to another; with otfp_transfers_by_node from one node to another, 0 = none. */
struct otfp_transfer_row {
	uint32_t sender, receiver;
	uint64_t count;
	uint64_t others;     /* the most messages that one call received beside one of these */
	uint64_t with_sends; /* messages whose call may have completed sends, too */
	otfp_wide bytes, ticks, excess;
};

/* Members of a collective operation with lengths of one class. */
struct otfp_operation_row {
	otfp_ref operation, communicator;
	unsigned length_class; /* bytes below 1 << class */
	uint64_t count;        /* of members */
	otfp_wide bytes, ticks;
};

struct otfp_transfers;

typedef void otfp_transfer_excess_fn(void *ctx, uint32_t sender, uint32_t receiver, uint64_t excess);

/** Begin. @param o  memory for the times @return 0, or <0 with err filled and *to NULL; free with otfp_transfers_free
 */
int otfp_transfers_new(struct otfp_transfers **to, const struct otfp_sort_options *o, struct otfp_error *err);
/** Before the first message: keep the rows of messages to so many bytes. */
void otfp_transfers_bound(struct otfp_transfers *t, size_t memory);
/** Before the first message: rows are by node. nodes must know all definitions before the first message, and outlive t;
 * otfp_transfers_put, or _end, fails if it cannot choose. */
void otfp_transfers_by_node(struct otfp_transfers *t, struct otfp_nodes *nodes);
/** Before the first message: none gets a row. otfp_transfers_end gives each reported one and its excess to a function.
 */
void otfp_transfers_each(struct otfp_transfers *t, otfp_transfer_excess_fn *each, void *ctx);
/** t may be NULL. */
void otfp_transfers_free(struct otfp_transfers *t);
/** Take one, as the function of otfp_wait_report_transfers. ctx is the struct otfp_transfers. @return 0 or <0 */
int otfp_transfers_put(void *ctx, const struct otfp_wait_transfer *one);
/** After all: find the medians, and what is above them. @return 0 or <0 */
int otfp_transfers_end(struct otfp_transfers *t);
/** @return the code of the failure, which is copied to err; 0 if memory is out, or nothing failed */
int otfp_transfers_error(const struct otfp_transfers *t, struct otfp_error *err);
/** The rows of reported processes, the largest excess first; valid until otfp_transfers_free. */
const struct otfp_transfer_row *otfp_transfers_rows(const struct otfp_transfers *t, size_t *n);
/** The messages of pairs without a row, reported ones; its sender and receiver mean nothing. NULL: there are none. */
const struct otfp_transfer_row *otfp_transfers_other(const struct otfp_transfers *t);
/** The largest time first. */
const struct otfp_operation_row *otfp_transfers_operations(const struct otfp_transfers *t, size_t *n);
#endif
