/* cycle.c - find processes that are their own ancestors and process groups that contain themselves. */
#include "base/grow.h"
#include "check/inside.h"
#include <stdlib.h>

enum { NOT_SEEN, ON_PATH, DONE };

/* A definition on the current path, and how many of its references were followed. */
struct step {
	size_t at, next;
};

struct walk {
	struct otfp_check *c;
	uint8_t *marks; /* by definition */
	struct step *path;
	size_t n, cap;
};

/* Find the k-th definition that one refers to. @return 1 with *to set, 0 if there are fewer, -1 if it is undefined or
 * not a group */
static int refers(const struct otfp_check *c, const struct otfp_defined *d, size_t k, size_t *to)
{
	const struct otfp_defined *target;

	if (d->type == OTFP_DefProcess) {
		if (k || !d->detail)
			return 0;
		target = otfp_check_defined(c, OTFP_W_PROCESS, d->stream, d->detail);
	} else {
		if (k >= d->members.n)
			return 0;
		if (otfp_check_defined(c, OTFP_W_PROCESS, d->stream, d->members.p[k]))
			return -1; /* a process with that token */
		target = otfp_check_defined(c, OTFP_W_PROCESSGROUP, d->stream, d->members.p[k]);
	}
	*to = target ? (size_t)(target - c->defs.p) : 0;
	return target ? 1 : -1;
}

static int push(struct walk *w, size_t at)
{
	if (otfp_grow(&w->path, w->n, &w->cap, sizeof *w->path) < 0)
		return -1;
	w->marks[at] = ON_PATH;
	w->path[w->n++] = (struct step){at, 0};
	return 0;
}

static void report(struct walk *w, const struct otfp_defined *d)
{
	const int is_process = d->type == OTFP_DefProcess;
	const struct otfp_finding at = {.has_origin = 1, .origin = d->origin};

	otfp_check_find(w->c, OTFP_RULE_CYCLE, &at, is_process ? "%s is its own ancestor" : "%s contains itself",
	                otfp_check_word(w->c, is_process ? OTFP_W_PROCESS : OTFP_W_PROCESSGROUP, d->stream, d->token));
}

/* Depth-first search from a definition. */
static int walk(struct walk *w, size_t from)
{
	int rc = push(w, from);

	while (rc == 0 && w->n) {
		struct step *s = &w->path[w->n - 1];
		size_t to;
		int has = refers(w->c, &w->c->defs.p[s->at], s->next++, &to);
		if (has == 0) {
			w->marks[s->at] = DONE;
			w->n--;
		} else if (has > 0 && w->marks[to] == ON_PATH) {
			report(w, &w->c->defs.p[to]);
		} else if (has > 0 && w->marks[to] == NOT_SEEN) {
			rc = push(w, to);
		}
	}
	return rc;
}

int otfp_check_cycles(struct otfp_check *c)
{
	struct walk w = {.c = c, .marks = calloc(c->defs.n + 1, 1)};
	int rc = w.marks ? 0 : -1;

	for (size_t i = 0; i < c->defs.n && rc == 0; i++)
		if ((c->defs.p[i].type == OTFP_DefProcess || c->defs.p[i].type == OTFP_DefProcessGroup) &&
		    w.marks[i] == NOT_SEEN)
			rc = walk(&w, i);
	free(w.marks);
	free(w.path);
	return rc;
}
