/*
 * labels.h - the names of tokens as text ready for output: made once per definition, not once per record.
 *
 * Memory: the definitions, and the text of those that were looked up.
 */
#ifndef OTFP_CMD_RUN_LABELS_H
#define OTFP_CMD_RUN_LABELS_H
#include "base/buf.h"
#include "cmd/run/pen.h"
#include "record/names.h"

/* Write n arbitrary bytes as text at p. @return the first byte after it */
typedef char *otfp_form_fn(char *p, const char *s, size_t n);

struct otfp_label {
	char *p; /* has OTFP_PEN_SHORT readable bytes, see otfp_pen_put_short */
	uint32_t n, cap;
	uint32_t width;   /* columns on a terminal */
	uint64_t changes; /* names.changes when it was made */
};

enum { OTFP_LABELS_NEAR = 1024 };

/* Zero-filled, then `form`, `pen` and names.all, is empty. */
struct otfp_labels {
	struct otfp_names names;
	otfp_form_fn *form;      /* otfp_safe_put or otfp_json_put */
	struct otfp_pen *pen;    /* has the error if memory is out */
	struct otfp_label *made; /* by index of the definition; changes 0 = not made yet */
	size_t cap;
	struct otfp_buf scratch;
	struct otfp_label_near {
		const struct otfp_label *label;
		uint64_t key;     /* space and token */
		uint64_t changes; /* names.changes when it was found; 0 = empty */
	} near[OTFP_LABELS_NEAR]; /* tokens without local definitions that were looked up, by the low bits */
};

/** Free all, the names too. */
void otfp_labels_release(struct otfp_labels *l);
/** Make the label of a definition of l->names: its name, or file:line of a source location.
 * @return the label, valid until the next definition; NULL if it has no name, or if memory is out: then the pen failed
 */
const struct otfp_label *otfp_label_make(struct otfp_labels *l, const struct otfp_definition *d);
/** The label of definition number `at`, made if it is missing or old. @return as otfp_label_make */
static inline const struct otfp_label *otfp_label_at(struct otfp_labels *l, size_t at)
{
	if (__builtin_expect(at < l->cap && l->made[at].changes == l->names.changes, 1))
		return l->made[at].n ? &l->made[at] : NULL;
	return otfp_label_make(l, &l->names.definitions[at]);
}
/** The label of the definition that ref refers to. @return as otfp_label_make; NULL also if it is not defined */
static inline const struct otfp_label *otfp_label_find(struct otfp_labels *l, unsigned space, otfp_ref ref)
{
	const uint64_t *at = otfp_map_get(&l->names.index[space].map, ref);

	return __builtin_expect(at != NULL, 1) ? otfp_label_at(l, *at) : NULL;
}
/* The slot of a token: low tokens of the spaces that stand beside each other in records do not share slots. */
static inline size_t otfp_label_slot(unsigned space, uint32_t token)
{
	return (token + space * (OTFP_LABELS_NEAR / 8)) % OTFP_LABELS_NEAR;
}
/** For otfp_label_of: a token that is not near, or not global. */
const struct otfp_label *otfp_label_look_up(struct otfp_labels *l, unsigned space, int is_definition, uint32_t loc,
                                            uint32_t token);
/** The label of a token in a record. @param loc  the process of the record, or the stream if is_definition
 * @return as otfp_label_find */
static inline const struct otfp_label *otfp_label_of(struct otfp_labels *l, unsigned space, int is_definition,
                                                     uint32_t loc, uint32_t token)
{
	const uint64_t key = (uint64_t)space << 32 | token;
	const struct otfp_label_near *near = &l->near[otfp_label_slot(space, token)];

	if (__builtin_expect(near->key == key && near->changes == l->names.changes && near->changes, 1))
		return near->label;
	return otfp_label_look_up(l, space, is_definition, loc, token);
}
#endif
