/*
 * zero.c - functions and function groups with token 0, which VTF3 takes for "no state" and "no activity". The profiles
 * plain and compat write them with a token that the trace does not define. See records.h.
 */
#include "base/error.h"
#include "vtf3/write/records.h"
#include "vtf3/plain.h"
#include <inttypes.h>

/* In old records the token of an activity is that of its group, as a number with a sign. */
#define FIRST_CHOICE ((uint32_t)INT32_MAX)

const uint8_t otfp_vtf3_renumbered[OTFP_VTF3_NRENUMBERED] = {
	[OTFP_VTF3_FUNCTIONS] = OTFP_W_FUNCTION, [OTFP_VTF3_FUNCTION_GROUPS] = OTFP_W_FUNCTIONGROUP};

int otfp_vtf3_write_learn(struct otfp_vtf3_writing *w, const struct otfp_record *rec)
{
	for (unsigned i = 0; i < OTFP_VTF3_NRENUMBERED; i++)
		if (!w->carries && otfp_table[rec->type].defines == otfp_vtf3_renumbered[i])
			return otfp_map_set(&w->used[i], rec->f[0].u, 1);
	return 0;
}

static int choose(struct otfp_vtf3_writing *w, unsigned i)
{
	uint32_t token = FIRST_CHOICE;

	while (token && otfp_map_get(&w->used[i], token))
		token--;
	if (!token)
		return otfp_fail(w->err, OTFP_EFAIL, "%s 0 has no number in VTF3, and no other one is free",
		                 otfp_what_name(otfp_vtf3_renumbered[i]));
	w->zero[i] = token;
	w->has_zero = 1;
	return 0;
}

/* A group of functions that nothing defines is none, a function that nothing defines is called. */
static int is_there(const struct otfp_vtf3_writing *w, unsigned i, const struct otfp_record *rec)
{
	return (i == OTFP_VTF3_FUNCTIONS && rec->type == OTFP_Enter) || otfp_map_get(&w->used[i], 0);
}

static int take_token(struct otfp_vtf3_writing *w, unsigned i, const struct otfp_record *rec, uint64_t token,
                      int32_t *to)
{
	int code = 0;

	if (token && token == w->zero[i])
		return otfp_fail(w->err, OTFP_EFAIL,
		                 "%s: %s 0 was written as %" PRIu32 ", which is now in use; otf-remap --map gives it "
		                 "another number",
		                 otfp_table[rec->type].name, otfp_what_name(otfp_vtf3_renumbered[i]), w->zero[i]);
	if (token || !is_there(w, i, rec))
		return 0;
	if (!w->zero[i])
		code = choose(w, i);
	*to = otfp_vtf3_plain_token(w->zero[i]);
	return code;
}

int otfp_vtf3_write_free_zero(struct otfp_vtf3_writing *w, const struct otfp_record *rec,
                              const struct otfp_vtf3_record **native, struct otfp_vtf3_record *copy)
{
	const struct otfp_vtf3_record *was = *native;
	int code;

	*copy = *was;
	*native = copy;
	switch (was->type) {
	case OTFP_VTF3_Defact: return take_token(w, OTFP_VTF3_FUNCTION_GROUPS, rec, rec->f[0].u, &copy->v[0].i);
	case OTFP_VTF3_Downto: return take_token(w, OTFP_VTF3_FUNCTIONS, rec, rec->f[0].u, &copy->v[0].i);
	case OTFP_VTF3_Defstate:
		code = take_token(w, OTFP_VTF3_FUNCTIONS, rec, rec->f[0].u, &copy->v[1].i);
		return code < 0 ? code : take_token(w, OTFP_VTF3_FUNCTION_GROUPS, rec, rec->f[2].u, &copy->v[0].i);
	default: *native = was; return 0;
	}
}

void otfp_vtf3_write_renumber(const struct otfp_vtf3_writing *w, struct otfp_record *rec)
{
	const struct otfp_schema *row = &otfp_table[rec->type];

	for (unsigned k = 0; k < row->nfields; k++)
		for (unsigned i = 0; i < OTFP_VTF3_NRENUMBERED; i++)
			if (row->fields[k].what == otfp_vtf3_renumbered[i] && !rec->f[k].u)
				rec->f[k].u = w->zero[i];
}
