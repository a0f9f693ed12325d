/*
 * begun.h - what was begun and not ended, by an id: collective and file operations, open files; and the
 * small tables of a process that go with them.
 *
 * Few are open at once in a process, so they are searched from the latest, and stay in the order of
 * their beginning.
 */
#ifndef OTFP_STATE_BEGUN_H
#define OTFP_STATE_BEGUN_H
#include "state/kept.h"
#include <stddef.h>

struct otfp_begun {
	uint64_t id;   /* matching id or handle */
	uint64_t time; /* of its beginning */
	uint64_t sent, received;
	uint32_t what; /* collective or file */
	uint32_t group, root, source;
	uint32_t mark; /* the user's */
	struct otfp_kept *kept;
};

/* Zero-filled is valid: nothing is open. */
struct otfp_begun_list {
	struct otfp_begun *open;
	size_t n, cap;
};

void otfp_begun_release(struct otfp_begun_list *l);
/** Something begins; b->kept is the list's from now on. @return its place, valid until the next change of the
 * list; NULL when memory is out */
struct otfp_begun *otfp_begun_add(struct otfp_begun_list *l, const struct otfp_begun *b);
/** The latest of that id. @return NULL if there is none */
struct otfp_begun *otfp_begun_find(const struct otfp_begun_list *l, uint64_t id);
/** b, of the list, ends. Its kept tags are freed. */
void otfp_begun_end(struct otfp_begun_list *l, struct otfp_begun *b);

/* ---- numbers by token, ascending ---- */

struct otfp_last {
	uint32_t token;
	uint8_t form; /* enum otfp_form of a counter value */
	uint64_t time, value;
	struct otfp_kept *kept;
};

struct otfp_lasts {
	struct otfp_last *p;
	size_t n, cap;
};

void otfp_lasts_release(struct otfp_lasts *v);
/** The one of that token, zero-filled where it is new. @return NULL when memory is out */
struct otfp_last *otfp_lasts_get(struct otfp_lasts *v, uint32_t token, int *is_new);
#endif
