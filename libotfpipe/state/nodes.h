/*
 * nodes.h - the nodes of a machine, and which of them a process ran on.
 *
 * No record says it, but names do. The first of these rules that finds a node holds for the whole trace:
 *
 *     a group that otf2-to-otf made of a node of the system tree with the domain SHARED_MEMORY
 *     such a group of the class "node"
 *     a group "__NODE__NAME", as VampirTrace writes them
 *     a group without one of VampirTrace's names for communicators, if VampirTrace is the creator: what its vtunify
 *         makes of these
 *     a group "node 7", "node07", "node-7", in any case
 *     a process "node 7" or "node 7, thread 0", as TAU and its converters write them; may have ", context 0" in it
 *
 * A process that no rule finds is where its parent is. Nodes of one name are one node.
 *
 *     zero-filled -> otfp_nodes_add for each definition -> otfp_nodes_choose -> otfp_nodes_of -> otfp_nodes_release
 *
 * Memory: for each rule that finds something 9 to 43 bytes a process, 90 bytes and its name a node.
 */
#ifndef OTFP_STATE_NODES_H
#define OTFP_STATE_NODES_H
#include "base/intern.h"
#include "base/map.h"
#include "base/must.h"
#include "record/table.h"

enum otfp_node_rule {
	OTFP_NODES_BY_DOMAIN,
	OTFP_NODES_BY_CLASS,
	OTFP_NODES_BY_PREFIX,
	OTFP_NODES_BY_CREATOR,
	OTFP_NODES_BY_GROUP,
	OTFP_NODES_BY_PROCESS,
	OTFP_NODE_NRULES
};

/* Zero-filled is empty. */
struct otfp_nodes {
	struct otfp_interns names; /* of all rules */
	struct otfp_map parents;   /* process -> parent */
	struct otfp_node_map {
		struct otfp_map of;             /* process -> number in names */
		uint32_t twice, first, another; /* if another: a process that is in two of them */
	} by[OTFP_NODE_NRULES];
	uint32_t domain, class_name; /* keys; 0 = not defined */
	int is_vampir, is_chosen;
	unsigned rule;    /* that is chosen */
	uint32_t *number; /* number in names, less 1 -> that of the node, from 1 on in the order of names */
	uint32_t *name;   /* and back */
};

/** Free all; *n is empty then. */
void otfp_nodes_release(struct otfp_nodes *n);
/** Learn from a definition; ignores all other records. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_nodes_add(struct otfp_nodes *n, const struct otfp_record *rec);
/** Choose the rule and number the nodes, once: what is added later has no effect.
 * @return 0; <0 with err filled: there are no nodes, or a process is in two of them */
OTFP_MUST_CHECK int otfp_nodes_choose(struct otfp_nodes *n, struct otfp_error *err);
/** Then: the number of the node of a process. @return 0: it is in none */
uint32_t otfp_nodes_of(const struct otfp_nodes *n, uint32_t process);
/** The name of a node, which otfp_nodes_of returned. */
struct otfp_str otfp_nodes_name(const struct otfp_nodes *n, uint32_t number);
#endif
