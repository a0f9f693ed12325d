/*
 * ranks.h - whom a process stands for in a communicator, and so which halves are of one message.
 *
 * A thread may send and receive for its rank: then the other side names the rank. A process that is no member of the
 * communicator of a message stands for its root: the process without a parent that it belongs to.
 *
 * Memory: 16 to 32 bytes per process with a parent, and per process of a stream; of a group 72 bytes. Where a process
 * with a parent is defined before the group, or with `all`, 1 to 5 bytes per member, and 8 once it is asked for; else
 * its members are forgotten, and it is taken to have no threads.
 */
#ifndef OTFP_STATE_RANKS_H
#define OTFP_STATE_RANKS_H
#include "base/map.h"
#include "record/table.h"
#include "record/tokens.h"

struct otfp_member {
	uint32_t process, position; /* position: in the definition, from 0 */
};

/* The members of a process group. */
struct otfp_ranked {
	uint64_t ref;                /* as of otfp_names_ref */
	void *list;                  /* as defined, packed, until someone asks: most groups are never used */
	struct otfp_member *members; /* then: sorted by process; NULL before */
	uint32_t n;
};

/* Zero-filled, then perhaps `all`, is empty. */
struct otfp_ranks {
	int all;                  /* keep the members of all groups */
	struct otfp_map parents;  /* process -> parent, of those that have one */
	struct otfp_map streams;  /* process -> stream */
	struct otfp_tokens index; /* group -> index in groups */
	struct otfp_ranked *groups;
	size_t n, cap;
};

/** Free all; *r is empty then. */
void otfp_ranks_release(struct otfp_ranks *r);
/** Free the members of all groups: nobody asks for them any more. */
void otfp_ranks_forget_members(struct otfp_ranks *r);
/** Learn DefProcess, DefProcessGroup and the control line \@SM; ignores all other records.
 * @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_ranks_add(struct otfp_ranks *r, const struct otfp_record *rec);
/** The group that a token means in a record of process loc. @return 1 + index in r->groups; 0: it is not defined */
size_t otfp_ranks_group(const struct otfp_ranks *r, uint32_t loc, uint32_t token);
/** Make `members` of a group, which were not forgotten. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_ranked_sort(struct otfp_ranked *g);
/** Find a process in a sorted group. @return 1 + index in g->members of it or, if it is none, of its root; 0: neither
 * is a member */
uint32_t otfp_ranks_member(const struct otfp_ranks *r, const struct otfp_ranked *g, uint32_t process);
/** otfp_ranks_key where some process has a parent. */
OTFP_MUST_CHECK int otfp_ranks_key_far(struct otfp_ranks *r, uint32_t loc, uint32_t key[4]);

/** Let the key of a message name those that its two processes stand for.
 * @param loc  the process of the record
 * @param key  sender, receiver, communicator, tag, as the record has them
 * @return 0, or -1 when memory is out */
OTFP_MUST_CHECK static inline int otfp_ranks_key(struct otfp_ranks *r, uint32_t loc, uint32_t key[4])
{
	return OTFP_LIKELY(!r->parents.n) ? 0 : otfp_ranks_key_far(r, loc, key);
}

/** The key of the message of a SendMsg, RecvMsg or SendSnapshot, as above. */
OTFP_MUST_CHECK static inline int otfp_ranks_key_of(struct otfp_ranks *r, const struct otfp_record *rec,
                                                    uint32_t key[4])
{
	const union otfp_value *f = rec->f + (rec->type == OTFP_SendSnapshot); /* it has its time first */
	const unsigned own = rec->type == OTFP_RecvMsg;

	key[own] = rec->loc;
	key[!own] = (uint32_t)f[0].u;
	key[2] = (uint32_t)f[1].u;
	key[3] = (uint32_t)f[2].u;
	return otfp_ranks_key(r, rec->loc, key);
}
#endif
