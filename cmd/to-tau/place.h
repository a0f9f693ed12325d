/* place.h - the node, context and thread that TAU calls a process; see profile.h. */
#ifndef CMD_TO_TAU_PLACE_H
#define CMD_TO_TAU_PLACE_H
#include "record/names.h"

struct tau_place {
	uint32_t process, node, context, thread;
};

/**
 * Set node, context and thread of n processes, by the rules in profile.h.
 * @param p  `process` of each is set; in the order of definitions, each process once
 * @param parents  process -> parent, for processes that have one
 * @return 0, or -1 when memory is out
 */
int tau_places(struct tau_place *p, size_t n, const struct otfp_names *names, const struct otfp_map *parents);
#endif
