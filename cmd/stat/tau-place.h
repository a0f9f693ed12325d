/* tau-place.h - processes as TAU numbers them; see tau.h. */
#ifndef OTFP_CMD_STAT_TAU_PLACE_H
#define OTFP_CMD_STAT_TAU_PLACE_H
#include "record/names.h"

struct otfp_tau_place {
	uint32_t process, node, context, thread;
};

/**
 * Places of n processes.
 * @param p  `process` of each is set, in the order of their definitions; no two are alike
 * @param parents  of those that have one
 * @return 0, or -1 when memory is out
 */
int otfp_tau_places(struct otfp_tau_place *p, size_t n, const struct otfp_names *names, const struct otfp_map *parents);
#endif
