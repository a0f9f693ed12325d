/*
 * activities.h - the activities of old records, by token and by name.
 *
 * Binary files identify an activity by token, old ASCII files by name. A record of either kind can declare one. Token
 * 0 is "NOACT".
 */
#ifndef OTFP_VTF3_ACTIVITIES_H
#define OTFP_VTF3_ACTIVITIES_H
#include "base/arena.h"
#include "base/map.h"
#include "otfpipe.h"

struct otfp_vtf3_activity {
	int32_t token;
	struct otfp_str name; /* NUL after it; valid until release */
	struct otfp_vtf3_activity *next;
};
struct otfp_vtf3_activities {
	struct otfp_map by_token; /* values are pointers to activities */
	struct otfp_map by_name;  /* key: hash of the name; collisions are linked by `next` */
	struct otfp_arena arena;
	int32_t last;                              /* last token assigned by otfp_vtf3_activity_named */
	const struct otfp_vtf3_activity *near[64]; /* cache, by the low 6 bits of the token */
};

/** Start with "NOACT" only. @return 0, or -1 when memory is out; release it in both cases */
int otfp_vtf3_activities_init(struct otfp_vtf3_activities *a);
/** Free all activities; their names become invalid. */
void otfp_vtf3_activities_release(struct otfp_vtf3_activities *a);
/**
 * Give a token the name p[0..n), which is copied. A later name replaces an earlier one. @return 0, or -1 when memory
 * is out
 */
int otfp_vtf3_activities_define(struct otfp_vtf3_activities *a, int32_t token, const char *p, size_t n);
/** Look up a token. @return NULL if it is unknown */
const struct otfp_vtf3_activity *otfp_vtf3_activity_find(const struct otfp_vtf3_activities *a, int32_t token);
/** The same, with the cache checked first. */
static inline const struct otfp_vtf3_activity *otfp_vtf3_activity_by_token(const struct otfp_vtf3_activities *a,
                                                                           int32_t token)
{
	const struct otfp_vtf3_activity *near = a->near[(uint32_t)token % 64];

	return near && near->token == token ? near : otfp_vtf3_activity_find(a, token);
}
/**
 * Look up a name and, if it is unknown, define it with the next free token and set *is_new. @return NULL when memory
 * is out
 */
const struct otfp_vtf3_activity *otfp_vtf3_activity_named(struct otfp_vtf3_activities *a, const char *p, size_t n,
                                                          int *is_new);
#endif
