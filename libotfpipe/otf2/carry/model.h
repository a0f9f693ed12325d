/*
 * model.h - the definitions of an OTF2 archive: each by its id, and what several of them together say: the process of a
 * location, the processes of a communicator by rank.
 *
 * Add all definitions, in any order, then resolve. Memory: the definitions, each member of a group in 1 to 5 bytes, and
 * the ranks of each communicator.
 */
#ifndef OTFP_OTF2_CARRY_MODEL_H
#define OTFP_OTF2_CARRY_MODEL_H
#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/map.h"
#include "otf2/types.h"
#include "record/packed.h"

/* A process of OTF: a location, or a location group without locations. */
struct otfp_otf2_process {
	const struct otfp_otf2_frame *location; /* NULL: it stands for the group */
	const struct otfp_otf2_frame *group;    /* its location group, or NULL */
	uint32_t token;
	uint32_t leader; /* token of the process that it is a thread or stream of; its own token: of none */
	uint32_t stream; /* its records are those of this stream */
	int holds_group; /* the key-values of the location group stand here */
};

/* The processes of a group of locations, by rank. Of many large groups the tokens are not kept: they are found by the
 * packed members. */
struct otfp_otf2_ranks {
	const uint32_t *p; /* tokens; 0 = unknown; NULL: as follows */
	size_t n;
	const struct otfp_otf2_frame *group;
	const struct otfp_list_mark *marks;
};

/* What a communicator, intercommunicator or window means in events. */
struct otfp_otf2_partners {
	uint32_t token; /* its group of processes */
	uint8_t is_self, is_inter;
	struct otfp_otf2_ranks a, b; /* b: the second group of an intercommunicator */
};

/* The counters of a metric class or instance: n of them, with consecutive tokens. */
struct otfp_otf2_metric {
	uint32_t first, n;
	const uint8_t *forms; /* enum otfp_form of each */
	const uint8_t *types; /* OTF2_Type of each; NULL: they may have any */
};

/* Tokens of an id space by reference, for an archive of original.h. */
struct otfp_otf2_listed {
	uint32_t *p;
	size_t n, cap;
};

struct otfp_otf2_model {
	struct otfp_error *err;
	/* The archive was an OTF trace: tokens are those of the trace, not numbers of the conversion. */
	int is_original;
	struct otfp_otf2_listed tokens[OTFP_OTF2_NSPACES];
	struct otfp_map counter_forms; /* enum otfp_form by token */
	struct otfp_map streams;       /* of processes, by token */
	struct otfp_arena arena;
	const struct otfp_otf2_frame **frames; /* in the order of the file; groups may be packed: otfp_otf2_whole */
	size_t n, cap;
	struct otfp_buf open;                     /* the group that was unpacked last */
	uint8_t *used;                            /* of strings and metric members: something refers to it. By index */
	struct otfp_map by_id[OTFP_OTF2_NSPACES]; /* index in frames */
	uint64_t nredefined;                      /* definitions of an id that another one has; they are not in by_id */
	const struct otfp_otf2_frame *first_redefined;

	/* after resolve: */
	struct otfp_otf2_process *processes; /* tokens 1, 2, ...: locations in their order, then empty groups */
	size_t nprocesses, nlocations;
	struct otfp_map process_of; /* index in processes by location id */
	struct otfp_map holder_of;  /* token of the process with the key-values of a location group, by its id */
	struct otfp_map token_of[OTFP_OTF2_NSPACES];      /* of groups of processes by id */
	const struct otfp_otf2_frame *all[UINT8_MAX + 1]; /* the group of all locations with a rank, by paradigm */
	uint32_t ngroups;                                 /* tokens of groups of processes end here */
	struct otfp_map comms;                            /* struct otfp_otf2_partners * by id of a communicator */
	struct otfp_map windows;                          /* the same by id of a window */
	size_t nranks;                                    /* tokens that are kept for them */
	struct otfp_map metrics;                          /* struct otfp_otf2_metric * by id of a class or instance */
};

/** Zero-filled is empty, but err. */
void otfp_otf2_model_release(struct otfp_otf2_model *m);
/** Add a copy of a definition or marker. @return 0 or <0 */
int otfp_otf2_model_add(struct otfp_otf2_model *m, const struct otfp_otf2_frame *frame);
/** After all definitions: number processes, groups of processes and counters, and find the processes of all ranks.
 * @return 0 or <0 */
int otfp_otf2_model_resolve(struct otfp_otf2_model *m);

/** The definition with that id; of a row, or of any row of the space. @return NULL if there is none */
const struct otfp_otf2_frame *otfp_otf2_find(const struct otfp_otf2_model *m, unsigned space, uint64_t id);
/** Whether definition i is the one that its id means, not another one with the same id, nor one without id. */
int otfp_otf2_is_first(const struct otfp_otf2_model *m, size_t i);
/** The text of a string, which counts as used then; p NULL = it is not defined. */
struct otfp_str otfp_otf2_string(struct otfp_otf2_model *m, uint64_t ref);
/** The process of a location. @return NULL if it is not defined */
const struct otfp_otf2_process *otfp_otf2_process_of(const struct otfp_otf2_model *m, uint64_t location);
/** Whether OTF has tokens for what is in this space. */
int otfp_otf2_has_tokens(unsigned space);
/** The token of what a reference refers to; 0 = it is not defined. */
uint32_t otfp_otf2_token(const struct otfp_otf2_model *m, unsigned space, uint64_t ref);

/** The form of the values of a counter of an archive of original.h. */
uint8_t otfp_otf2_counter_form(const struct otfp_otf2_model *m, uint64_t token);

/** A communicator. @return NULL if it is not defined */
static inline const struct otfp_otf2_partners *otfp_otf2_comm_of(const struct otfp_map *comms, uint64_t ref)
{
	const uint64_t *p = otfp_map_get(comms, ref);

	return p ? (const struct otfp_otf2_partners *)(uintptr_t)*p : NULL;
}
/** The counters of a metric. @return NULL if it is not defined */
static inline const struct otfp_otf2_metric *otfp_otf2_metric_of(const struct otfp_otf2_model *m, uint64_t ref)
{
	const uint64_t *p = otfp_map_get(&m->metrics, ref);

	return p ? (const struct otfp_otf2_metric *)(uintptr_t)*p : NULL;
}
/** The process of a rank of which the token is not kept. @return as otfp_otf2_rank */
uint32_t otfp_otf2_far_rank(const struct otfp_otf2_model *m, const struct otfp_otf2_ranks *r, size_t rank);
/** The process of a rank, as an event of process `from` means it: in an intercommunicator the rank of the other side.
 * @return its token; 0 = unknown */
static inline uint32_t otfp_otf2_rank(const struct otfp_otf2_model *m, const struct otfp_otf2_partners *c,
                                      uint32_t from, uint32_t leader, uint64_t rank);
/** Whether the process, or the one that it is a thread of, is in the second group of an intercommunicator and not in
 * the first. */
int otfp_otf2_is_on_side_b(const struct otfp_otf2_partners *c, uint32_t process, uint32_t leader);

static inline uint32_t otfp_otf2_rank(const struct otfp_otf2_model *m, const struct otfp_otf2_partners *c,
                                      uint32_t from, uint32_t leader, uint64_t rank)
{
	const struct otfp_otf2_ranks *r = &c->a;

	if (__builtin_expect(c->is_self, 0))
		return rank == 0 ? leader : 0;
	if (__builtin_expect(c->is_inter, 0) && !otfp_otf2_is_on_side_b(c, from, leader))
		r = &c->b;
	if (rank >= r->n)
		return 0;
	return __builtin_expect(r->p != NULL, 1) ? r->p[rank] : otfp_otf2_far_rank(m, r, (size_t)rank);
}

/* model-group.c */
/** A copy of a group in the arena, with its members packed if that is shorter. @return NULL when memory is out */
const struct otfp_otf2_frame *otfp_otf2_pack_group(struct otfp_otf2_model *m, const struct otfp_otf2_frame *group);
/** A definition of the model with all its contents. @return valid until the next call; NULL when memory is out */
const struct otfp_otf2_frame *otfp_otf2_whole(struct otfp_otf2_model *m, const struct otfp_otf2_frame *frame);
/** Number the groups of processes and find the processes of all communicators and windows. @return 0 or <0 */
int otfp_otf2_resolve_groups(struct otfp_otf2_model *m);
/** Whether the members of a group are locations or ranks. */
int otfp_otf2_has_ranks(const struct otfp_otf2_frame *group);
/** The processes of a group of locations or ranks, in memory of the arena; of other groups none. @return 0 or <0 */
int otfp_otf2_group_ranks(struct otfp_otf2_model *m, const struct otfp_otf2_frame *group, struct otfp_arena *arena,
                          struct otfp_otf2_ranks *r);
#endif
