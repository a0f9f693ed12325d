/* markers.c - the markers of a trace, printed where their times come among those of the other records. */
#include "base/grow.h"
#include "base/order.h"
#include "cmd/print/forms.h"
#include <stdlib.h>

int print_keep_marker(struct print *p, const struct otfp_record *rec)
{
	struct print_markers *m = &p->markers;
	struct otfp_record *copy = otfp_record_copy(rec);

	if (!copy || otfp_grow(&m->p, m->n, &m->cap, sizeof(*m->p)) < 0) {
		otfp_record_free(copy);
		return -1;
	}
	copy->lineno = (uint32_t)m->n; /* markers of one time keep their order */
	m->p[m->n++] = copy;
	m->is_sorted = 0;
	return 0;
}

static int by_time(const void *a, const void *b)
{
	const struct otfp_record *x = *(struct otfp_record *const *)a, *y = *(struct otfp_record *const *)b;

	return otfp_order2(x->time, y->time, x->lineno, y->lineno);
}

void print_markers_to(struct print *p, uint64_t time)
{
	struct print_markers *m = &p->markers;
	const struct otfp_change nothing = {.odd = -1};

	if (!m->is_sorted && m->n > m->next)
		qsort(m->p + m->next, m->n - m->next, sizeof(*m->p), by_time);
	m->is_sorted = 1;
	while (m->next < m->n && m->p[m->next]->time <= time) {
		print_line(p, m->p[m->next], &nothing);
		otfp_record_free(m->p[m->next++]);
	}
}

void print_markers_end(struct print *p)
{
	print_settle(p);
	print_markers_to(p, UINT64_MAX);
}

void print_markers_release(struct print *p)
{
	struct print_markers *m = &p->markers;

	while (m->next < m->n)
		otfp_record_free(m->p[m->next++]);
	free(m->p);
	*m = (struct print_markers){0};
}
