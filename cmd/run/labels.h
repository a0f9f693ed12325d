/*
 * labels.h - what tokens mean, as text ready to be put: made once a definition, not once a record.
 *
 * Memory: the definitions, and the text of those that were asked for.
 */
#ifndef OTFP_CMD_RUN_LABELS_H
#define OTFP_CMD_RUN_LABELS_H
#include "base/buf.h"
#include "record/names.h"

/* Text of bytes that may hold anything. @return first byte behind */
typedef char *otfp_form_fn(char *p, const char *s, size_t n);

/** For terminals: control characters (C0, DEL, C1) and bytes that are no UTF-8 become \xHH, or \t \n \r.
 * p has room for 4*n bytes. An otfp_form_fn. */
char *otfp_safe_put(char *p, const char *s, size_t n);
/** Columns that n bytes of it take: its characters. */
size_t otfp_safe_width(const char *p, size_t n);

struct otfp_label {
	char *p;
	uint32_t n, cap;
	uint32_t width;   /* columns on a terminal */
	uint64_t changes; /* of the names, when it was made */
};

/* Zero-filled, then `form` and names.all, is empty. */
struct otfp_labels {
	struct otfp_names names;
	otfp_form_fn *form;      /* otfp_safe_put or otfp_json_put */
	struct otfp_label *made; /* by place of the definition; changes 0 = not yet */
	size_t cap;
	struct otfp_buf scratch;
};

void otfp_labels_release(struct otfp_labels *l);
/** The label of a definition: its name, or file:line of a source location.
 * @return valid until the next definition; NULL if it has no name, or memory is out */
const struct otfp_label *otfp_label_make(struct otfp_labels *l, const struct otfp_definition *d);
/** The label of the definition at that place, as otfp_label_make. */
static inline const struct otfp_label *otfp_label_at(struct otfp_labels *l, size_t at)
{
	if (__builtin_expect(at < l->cap && l->made[at].changes == l->names.changes, 1))
		return l->made[at].n ? &l->made[at] : NULL;
	return otfp_label_make(l, &l->names.definitions[at]);
}
/** What a ref means, as otfp_label_make. */
static inline const struct otfp_label *otfp_label_find(struct otfp_labels *l, unsigned space, otfp_ref ref)
{
	const uint64_t *at = otfp_map_get(&l->names.index[space].map, ref);

	return __builtin_expect(at != NULL, 1) ? otfp_label_at(l, *at) : NULL;
}
/** What a token means in a record: of a process, or (is_definition) of a stream. */
static inline const struct otfp_label *otfp_label_of(struct otfp_labels *l, unsigned space, int is_definition,
                                                     uint32_t loc, uint32_t token)
{
	return otfp_label_find(l, space,
	                       is_definition ? otfp_names_local(&l->names, space, loc, token) :
	                                       otfp_names_ref(&l->names, space, loc, token));
}
#endif
