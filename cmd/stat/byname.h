/*
 * byname.h - the functions of a profile by their names: definitions of several tokens, or streams, with one name
 * are one function here. A function without a name is by its token.
 */
#ifndef OTFP_CMD_STAT_BYNAME_H
#define OTFP_CMD_STAT_BYNAME_H
#include "profile/profile.h"

struct otfp_function {
	struct otfp_str name; /* the profile's; p NULL = it has none */
	otfp_ref ref;         /* the definition of it with the least token */
};

/* Zero-filled is empty. */
struct otfp_functions {
	struct otfp_function *p; /* in the order of names, those without one first, by token */
	size_t n;
	struct otfp_map index; /* ref to its place in p */
};

/** Those that rows of the profile are of. @param part  of the key of a row, where the function is
 * @return 0, or -1 when memory is out */
int otfp_functions_make(struct otfp_functions *f, const struct otfp_profile *p, unsigned part);
void otfp_functions_release(struct otfp_functions *f);
/** The function of that name. @return its place, f->n if there is none */
size_t otfp_functions_find(const struct otfp_functions *f, struct otfp_str name);
/** The place in f->p of the function that row is of, one of the rows that f was made of. */
static inline size_t otfp_functions_of(const struct otfp_functions *f, const struct otfp_row *row, unsigned part)
{
	return (size_t)*otfp_map_get(&f->index, row->key.part[part]);
}
/** Which part of the keys of the table of functions is of that kind (enum otfp_stat_key). @return -1 if none is */
int otfp_functions_part(const struct otfp_profile *p, unsigned key);
#endif
