/*
 * activities.h - the activities of old records, by token and by name. Binary files know them by token, old
 * ASCII files by name; either declares the other here. Token 0 is "NOACT".
 */
#ifndef OTFP_VTF3_ACTIVITIES_H
#define OTFP_VTF3_ACTIVITIES_H
#include "base/arena.h"
#include "base/map.h"
#include "otfpipe.h"

struct otfp_vtf3_activity {
	int32_t token;
	struct otfp_str name; /* with a NUL behind it, until release */
	struct otfp_vtf3_activity *next;
};
struct otfp_vtf3_activities {
	struct otfp_map by_token; /* values are pointers to activities */
	struct otfp_map by_name;  /* key: a hash; the rest of a chain follows by `next` */
	struct otfp_arena arena;
	int32_t last;                              /* token handed out last */
	const struct otfp_vtf3_activity *near[64]; /* some of them, by the low bits of the token */
};

/** @return 0, or -1 when memory is out */
int otfp_vtf3_activities_init(struct otfp_vtf3_activities *a);
void otfp_vtf3_activities_release(struct otfp_vtf3_activities *a);
/** token is called p[0..n) from now on. @return 0, or -1 when memory is out */
int otfp_vtf3_activities_define(struct otfp_vtf3_activities *a, int32_t token, const char *p, size_t n);
/** @return NULL if nobody has told of it */
const struct otfp_vtf3_activity *otfp_vtf3_activity_find(const struct otfp_vtf3_activities *a, int32_t token);
static inline const struct otfp_vtf3_activity *otfp_vtf3_activity_by_token(const struct otfp_vtf3_activities *a,
                                                                           int32_t token)
{
	const struct otfp_vtf3_activity *near = a->near[(uint32_t)token % 64];

	return near && near->token == token ? near : otfp_vtf3_activity_find(a, token);
}
/** @return NULL if there is none of that name */
const struct otfp_vtf3_activity *otfp_vtf3_activity_by_name(const struct otfp_vtf3_activities *a, const char *p,
                                                            size_t n);
/** The same, declared here under the next free token if it is new. @return NULL when memory is out */
const struct otfp_vtf3_activity *otfp_vtf3_activity_named(struct otfp_vtf3_activities *a, const char *p, size_t n,
                                                          int *is_new);
#endif
