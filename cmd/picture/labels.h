/* labels.h - labels that must fit beside a plot: what they all begin with is said once, and what differs stays. */
#ifndef CMD_PICTURE_LABELS_H
#define CMD_PICTURE_LABELS_H
#include "cmd/picture/frame.h"

/* Labels of a picture. Zero-filled is empty. */
struct label_list {
	struct otfp_str first; /* of the caller */
	size_t n, common;      /* labels; bytes that all begin with */
	size_t shortest;       /* bytes */
	double widest;         /* pixels at LABEL_SIZE */
};

enum { LABEL_SIZE = 11, LABEL_NOTE = 160 /* bytes */, LABEL_NOTES = 4 };

/* The notes of a picture, with one about its labels. */
struct label_note {
	char text[LABEL_NOTE];
	const char *all[LABEL_NOTES];
};

/** Count a label; its text must stay where it is. */
void labels_add(struct label_list *l, struct otfp_str label);
/** What to leave out of all labels: up to the last word that they share, if one is wider than `room` pixels.
 * @return bytes, 0 = nothing */
size_t labels_prefix(const struct label_list *l, double room);
/** A label without the first `prefix` bytes. */
struct otfp_str labels_rest(struct otfp_str label, size_t prefix);
/** Say what was left out, of what: "processes". */
void labels_note(const struct label_list *l, size_t prefix, const char *what, char text[LABEL_NOTE]);
/** What n labels of a picture leave out, as labels_prefix; adds a note about it, which is kept in `note`, to the
 * caption, which has less than LABEL_NOTES of them. */
size_t labels_caption(struct caption *caption, struct label_note *note, const struct otfp_str *labels, size_t n,
                      const char *what, double room);
#endif
