/*
 * labels.h - the names of tokens as text ready for output: made once per definition, not once per record.
 *
 * Memory: the definitions, and the text of those that were looked up.
 */
#ifndef CMD_TEXT_LABELS_H
#define CMD_TEXT_LABELS_H
#include "base/buf.h"
#include "cmd/text/pen.h"
#include "record/names.h"

/* Write n arbitrary bytes as text at p. @return the first byte after it */
typedef char *chrome_form_fn(char *p, const char *s, size_t n);

struct label {
	char *p; /* has PEN_SHORT readable bytes, see pen_put_short */
	uint32_t n, cap;
	uint32_t width;   /* columns on a terminal */
	uint64_t changes; /* names.changes when it was made */
};

enum { LABELS_NEAR = 1024 };

/* Zero-filled, then `form`, `pen` and names.all, is empty. */
struct labels {
	struct otfp_names names;
	chrome_form_fn *form; /* safe_put or otfp_json_put */
	struct pen *pen;      /* has the error if memory is out */
	struct label *made;   /* by index of the definition; changes 0 = not made yet */
	size_t cap;
	struct otfp_buf scratch;
	struct label_near {
		const struct label *label;
		uint64_t key;     /* space and token */
		uint64_t changes; /* names.changes when it was found; 0 = empty */
	} near[LABELS_NEAR];      /* tokens without local definitions that were looked up, by the low bits */
};

/** Free all, the names too. */
void labels_release(struct labels *l);
/** Make the label of a definition of l->names: its name, or file:line of a source location.
 * @return the label, valid until the next definition; NULL if it has no name, or if memory is out: then the pen failed
 */
const struct label *label_make(struct labels *l, const struct otfp_definition *d);
/** The label of definition number `at`, made if it is missing or old. @return as label_make */
static inline const struct label *label_at(struct labels *l, size_t at)
{
	if (__builtin_expect(at < l->cap && l->made[at].changes == l->names.changes, 1))
		return l->made[at].n ? &l->made[at] : NULL;
	return label_make(l, &l->names.definitions[at]);
}
/** The label of the definition that ref refers to. @return as label_make; NULL also if it is not defined */
static inline const struct label *label_find(struct labels *l, unsigned space, otfp_ref ref)
{
	const uint64_t *at = otfp_map_get(&l->names.index[space].map, ref);

	return __builtin_expect(at != NULL, 1) ? label_at(l, *at) : NULL;
}
/* The slot of a token: low tokens of the spaces that stand beside each other in records do not share slots. */
static inline size_t label_slot(unsigned space, uint32_t token)
{
	return (token + space * (LABELS_NEAR / 8)) % LABELS_NEAR;
}
/** For label_of: a token that is not near, or not global. */
const struct label *label_find_slow(struct labels *l, unsigned space, int is_definition, uint32_t loc, uint32_t token);
/** The label of a token in a record. @param loc  the process of the record, or the stream if is_definition
 * @return as label_find */
static inline const struct label *label_of(struct labels *l, unsigned space, int is_definition, uint32_t loc,
                                           uint32_t token)
{
	const uint64_t key = (uint64_t)space << 32 | token;
	const struct label_near *near = &l->near[label_slot(space, token)];

	if (__builtin_expect(near->key == key && near->changes == l->names.changes && near->changes, 1))
		return near->label;
	return label_find_slow(l, space, is_definition, loc, token);
}
#endif
