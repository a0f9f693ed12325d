/*
 * byname.h - the functions of a profile by name: definitions with the same name are one function here, whatever their
 * tokens and streams. A function without a name is identified by its token and stream.
 */
#ifndef CMD_STAT_BYNAME_H
#define CMD_STAT_BYNAME_H
#include "base/assert.h"
#include "profile/profile.h"

struct function {
	struct otfp_str name; /* owned by the profile; p NULL = no name */
	otfp_ref ref;         /* its definition with the smallest token */
};

/* Zero-filled is empty. */
struct functions {
	struct function *p; /* sorted by name; functions without a name come first, by token */
	size_t n;
	struct otfp_map index; /* ref -> place in p */
};

/**
 * Collect the functions of all rows of the table of functions.
 * @param p  must outlive f
 * @param part  which part of a row's key is the function; see functions_part
 * @return 0, or -1 when memory is out; release f in both cases
 */
int functions_make(struct functions *f, const struct otfp_profile *p, unsigned part);
/** Free what f owns and make it empty. */
void functions_release(struct functions *f);
/** Find a function by name. @return its place in f->p, or f->n if there is none */
size_t functions_find(const struct functions *f, struct otfp_str name);
/** The place in f->p of the function of a row. The row must be one of those that f was made from. */
static inline size_t functions_of(const struct functions *f, const struct otfp_row *row, unsigned part)
{
	const uint64_t *at = otfp_map_get(&f->index, row->key.part[part]);

	OTFP_ASSERT_HOT(at);
	return (size_t)*at;
}
/** Which part of the keys of the table of functions has the kind `key` (enum otfp_stat_key). @return -1 if none has */
int functions_part(const struct otfp_profile *p, unsigned key);
#endif
