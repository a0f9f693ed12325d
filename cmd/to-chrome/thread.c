/* thread.c - processes as threads of their topmost ancestors. */
#include "base/error.h"
#include "base/grow.h"
#include "cmd/to-chrome/event.h"
#include <stdlib.h>

enum { MOST_ABOVE = 64 }; /* limit of the steps to the topmost ancestor; parents may form a cycle */

/* The definition of a process. @return NULL if there is none */
static const struct otfp_definition *process_of(const struct chrome *c, uint32_t process)
{
	const struct otfp_names *names = &c->labels.names;

	return otfp_names_find(names, OTFP_NAMED_PROCESS, otfp_names_ref(names, OTFP_NAMED_PROCESS, process, process));
}

static uint32_t topmost(const struct chrome *c, uint32_t process)
{
	const struct otfp_definition *d = process_of(c, process);

	for (unsigned i = 0; d && d->more && i < MOST_ABOVE; i++) {
		process = d->more;
		d = process_of(c, process);
	}
	return process;
}

uint64_t chrome_place(const struct chrome *c, uint32_t process)
{
	const struct otfp_definition *d = process_of(c, process);

	return d ? (uint64_t)(d - c->labels.names.definitions) : process;
}

static void set_place(struct chrome_thread *t)
{
	char *p = t->place;

	memcpy(p, ",\"pid\":", 7);
	p = otfp_put_dec(p + 7, t->pid);
	memcpy(p, ",\"tid\":", 7);
	p = otfp_put_dec(p + 7, t->process);
	t->n = (uint8_t)(p - t->place);
}

static int add_thread(struct chrome *c, struct chrome_thread *t, uint32_t process)
{
	int is_first;

	t->process = process;
	t->pid = topmost(c, process);
	set_place(t);
	is_first = !otfp_map_get(&c->pids, t->pid);
	if (is_first && otfp_map_set(&c->pids, t->pid, 0) < 0)
		return otfp_fail_memory(c->err);
	if (c->form->thread)
		c->form->thread(c, t, is_first);
	return 0;
}

static int make_room(struct chrome *c)
{
	size_t n = c->state.cap;
	struct chrome_thread *p = realloc(c->threads, n * sizeof *p);

	if (!p)
		return otfp_fail_memory(c->err);
	memset(p + c->nthreads, 0, (n - c->nthreads) * sizeof *p);
	c->threads = p;
	c->nthreads = n;
	return 0;
}

const struct chrome_thread *chrome_thread(struct chrome *c, const struct otfp_process *p)
{
	int code = OTFP_UNLIKELY(p->index >= c->nthreads) ? make_room(c) : 0;

	if (code == 0 && OTFP_UNLIKELY(!c->threads[p->index].n))
		code = add_thread(c, &c->threads[p->index], p->process);
	if (code < 0)
		c->pen.code = code;
	return code < 0 ? NULL : &c->threads[p->index];
}
