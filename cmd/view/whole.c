/* whole.c - what other commands print of the whole trace: read for it once, kept for all who ask again. */
#include "cmd/view/view.h"

enum { MOST = 6 << 20, MOST_OF_ALL = 16 << 20 }; /* bytes of an answer that is kept, and of all of them */

void whole_add(struct view_copy *c, const char *p, size_t n)
{
	if (c->is_cut || c->text.n + n > MOST || otfp_buf_add(&c->text, p, n) < 0)
		c->is_cut = 1;
}

/* The trace must not have changed since: what is kept of one is for that of the first pass. */
int whole_give(struct view *v, struct request *r, unsigned slot)
{
	struct otfp_error err;
	size_t n;

	pthread_mutex_lock(&v->lock);
	n = v->whole[slot].n;
	pthread_mutex_unlock(&v->lock);
	if (!n)
		return 0;
	if (view_check_files(v, &err) < 0)
		view_fail(r, &err);
	else
		fwrite(v->whole[slot].p, 1, n, r->json.out); /* it does not change any more */
	return 1;
}

static size_t bytes_kept(const struct view *v)
{
	size_t n = 0;

	for (unsigned i = 0; i < WHOLE_SLOTS; i++)
		n += v->whole[i].n;
	return n;
}

void whole_keep(struct view *v, unsigned slot, struct view_copy *c)
{
	pthread_mutex_lock(&v->lock);
	if (v->is_complete && !c->is_cut && !v->whole[slot].n && bytes_kept(v) + c->text.n <= MOST_OF_ALL) {
		v->whole[slot] = c->text;
		c->text = (struct otfp_buf)OTFP_BUF_INIT;
	}
	pthread_mutex_unlock(&v->lock);
}

void whole_release(struct view *v)
{
	for (unsigned i = 0; i < WHOLE_SLOTS; i++)
		otfp_buf_release(&v->whole[i]);
}
