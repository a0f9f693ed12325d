/* thread.c - processes as threads of their topmost ancestors, and the head of the output. */
#include "base/error.h"
#include "base/grow.h"
#include "cmd/chrome/forms.h"
#include <stdlib.h>

enum { MOST_ABOVE = 64 }; /* limit of the steps to the topmost ancestor; parents may form a cycle */

static const struct otfp_definition *definition_of(const struct otfp_chrome *c, uint32_t process)
{
	const struct otfp_names *names = &c->labels.names;

	return otfp_names_find(names, OTFP_NAMED_PROCESS, otfp_names_ref(names, OTFP_NAMED_PROCESS, process, process));
}

static uint32_t topmost(const struct otfp_chrome *c, uint32_t process)
{
	const struct otfp_definition *d = definition_of(c, process);

	for (unsigned i = 0; d && d->more && i < MOST_ABOVE; i++) {
		process = d->more;
		d = definition_of(c, process);
	}
	return process;
}

/* {"ph":"M","name":WHAT,"pid":1,"tid":1,"args":{ */
static void open_metadata(struct otfp_chrome *c, const char *what, const struct otfp_chrome_thread *t)
{
	otfp_pen_puts(&c->pen, c->events++ ? ",\n" : " \n");
	otfp_pen_begin(&c->pen, '{');
	otfp_chrome_word(c, "ph", "M");
	otfp_chrome_word(c, "name", what);
	otfp_pen_put(&c->pen, t->place, t->n);
	otfp_pen_key(&c->pen, "args", "");
	otfp_pen_begin(&c->pen, '{');
}

/* Write the name of a thread or process, and its place among the others: that of its definition. */
static void put_metadata(struct otfp_chrome *c, const char *name, const char *sort_index,
                         const struct otfp_chrome_thread *t, uint32_t process)
{
	const struct otfp_definition *d = definition_of(c, process);

	open_metadata(c, name, t);
	otfp_pen_key(&c->pen, "name", "");
	otfp_chrome_token(c, process, OTFP_NAMED_PROCESS, process);
	otfp_pen_end(&c->pen, '}');
	otfp_chrome_close(c);
	open_metadata(c, sort_index, t);
	otfp_chrome_number(c, "sort_index", d ? (uint64_t)(d - c->labels.names.definitions) : process);
	otfp_pen_end(&c->pen, '}');
	otfp_chrome_close(c);
}

static void set_place(struct otfp_chrome_thread *t)
{
	char *p = t->place;

	memcpy(p, ",\"pid\":", 7);
	p = otfp_put_dec(p + 7, t->pid);
	memcpy(p, ",\"tid\":", 7);
	p = otfp_put_dec(p + 7, t->process);
	t->n = (uint8_t)(p - t->place);
}

static int add_thread(struct otfp_chrome *c, struct otfp_chrome_thread *t, uint32_t process)
{
	t->process = process;
	t->pid = topmost(c, process);
	set_place(t);
	if (!otfp_map_get(&c->pids, t->pid)) {
		if (otfp_map_set(&c->pids, t->pid, 1) < 0)
			return otfp_fail_memory(c->err);
		put_metadata(c, "process_name", "process_sort_index", t, t->pid);
	}
	put_metadata(c, "thread_name", "thread_sort_index", t, process);
	return 0;
}

static int make_room(struct otfp_chrome *c)
{
	size_t n = c->state.cap;
	struct otfp_chrome_thread *p = realloc(c->threads, n * sizeof *p);

	if (!p)
		return otfp_fail_memory(c->err);
	memset(p + c->nthreads, 0, (n - c->nthreads) * sizeof *p);
	c->threads = p;
	c->nthreads = n;
	return 0;
}

const struct otfp_chrome_thread *otfp_chrome_thread(struct otfp_chrome *c, const struct otfp_process *p)
{
	int code = OTFP_UNLIKELY(p->index >= c->nthreads) ? make_room(c) : 0;

	if (code == 0 && OTFP_UNLIKELY(!c->threads[p->index].n))
		code = add_thread(c, &c->threads[p->index], p->process);
	if (code < 0)
		c->pen.code = code;
	return code < 0 ? NULL : &c->threads[p->index];
}

void otfp_chrome_head(struct otfp_chrome *c)
{
	otfp_pen_begin(&c->pen, '{');
	otfp_chrome_word(c, "displayTimeUnit", "ns");
	otfp_pen_puts(&c->pen, ",\n\"otherData\":");
	otfp_pen_begin(&c->pen, '{');
	otfp_chrome_word(c, "format", "OTF");
	otfp_chrome_word(c, "program", "otf-to-chrome (otfpipe) " OTFP_VERSION);
	otfp_chrome_number(c, "ticks_per_second", c->clock.resolution);
	otfp_chrome_number(c, "ts_0_is_tick", c->clock.base);
	if (c->creator.p) {
		otfp_pen_key(&c->pen, "creator", "");
		otfp_chrome_text(c, c->creator);
	}
	otfp_pen_end(&c->pen, '}');
	otfp_pen_puts(&c->pen, ",\n\"traceEvents\":");
	otfp_pen_begin(&c->pen, '[');
}
