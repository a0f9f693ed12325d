/* labels.h - labels that must fit beside a plot: what they all begin and end with is said once, and what differs
 * stays. */
#ifndef CMD_PICTURE_LABELS_H
#define CMD_PICTURE_LABELS_H
#include "cmd/picture/frame.h"

/* Labels of a picture. Zero-filled is empty. */
struct label_list {
	struct otfp_str first; /* of the caller */
	size_t n, common;      /* labels; bytes that all begin with */
	size_t tail;           /* bytes that all end with */
	size_t shortest;       /* bytes */
	double widest;         /* pixels at LABEL_SIZE */
};

/* Bytes that all labels leave out at their begin and end. */
struct label_ends {
	size_t head, tail;
};

enum { LABEL_SIZE = 11, LABEL_NOTE = 300 /* bytes */, LABEL_NOTES = 4 };

/* The notes of a picture, with one about its labels. */
struct label_note {
	char text[LABEL_NOTE];
	const char *all[LABEL_NOTES];
};

/** Count a label; its text must stay where it is. */
void labels_add(struct label_list *l, struct otfp_str label);
/** What to leave out of all labels: the words at their begin and end that they share, if one is wider than `room`
 * pixels. */
struct label_ends labels_ends(const struct label_list *l, double room);
/** A label without them. */
struct otfp_str labels_rest(struct otfp_str label, struct label_ends ends);
/** Draw a label in a font with room for font->most pixels. If it is longer, it keeps where it differs from `near`, the
 * labels beside it (n 0 = none), and of the rest what there is room for: "GPU 0…stream 7…". */
void labels_draw(struct canvas *c, struct spot at, const struct font *font, struct otfp_str label,
                 const struct otfp_str near[2]);
/** Say what was left out, of what: "processes". */
void labels_note(const struct label_list *l, struct label_ends ends, const char *what, char text[LABEL_NOTE]);
/** What n labels of a picture leave out, as labels_ends; adds a note about it, which is kept in `note`, to the
 * caption, which has less than LABEL_NOTES of them. */
struct label_ends labels_caption(struct caption *caption, struct label_note *note, const struct otfp_str *labels,
                                 size_t n, const char *what, double room);
#endif
