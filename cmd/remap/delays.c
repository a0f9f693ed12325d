#include "cmd/remap/delays.h"
#include "cmd/remap/words.h"

void delays_release(struct delays *d)
{
	otfp_map_release(&d->pairs);
	otfp_map_release(&d->senders);
	otfp_map_release(&d->receivers);
	otfp_map_release(&d->named);
	d->others = 0;
}

uint64_t delays_get(const struct delays *d, uint32_t sender, uint32_t receiver)
{
	const uint64_t *v = otfp_map_get(&d->pairs, (uint64_t)sender << 32 | receiver);

	if (!v)
		v = otfp_map_get(&d->senders, sender);
	if (!v)
		v = otfp_map_get(&d->receivers, receiver);
	return v ? *v : d->others;
}

void delays_meet(struct delays *d, uint32_t process)
{
	uint64_t *met = otfp_map_get(&d->named, process);

	if (met)
		*met = 1;
}

size_t delays_unmet(const struct delays *d, uint32_t *first)
{
	struct otfp_map_at at = {0};
	size_t n = 0;

	while (otfp_map_next(&d->named, &at))
		if (!*at.value && (!n++ || at.key < *first))
			*first = (uint32_t)at.key;
	return n;
}

static int take(void *ctx, struct word_lines *w)
{
	struct delays *d = ctx;
	uint32_t sender, receiver;
	int from_all, to_all, code = words_process(w, 0, &sender, &from_all);
	uint64_t ticks;

	if (code == 0)
		code = words_process(w, 1, &receiver, &to_all);
	if (code == 0)
		code = words_time(w, 2, &ticks);
	if (code < 0)
		return code;
	if ((!from_all && otfp_map_set(&d->named, sender, 0) < 0) ||
	    (!to_all && otfp_map_set(&d->named, receiver, 0) < 0))
		return otfp_fail_memory(w->err);
	if (from_all && to_all)
		d->others = ticks;
	else if (from_all || to_all)
		code = otfp_map_set(from_all ? &d->receivers : &d->senders, from_all ? receiver : sender, ticks);
	else
		code = otfp_map_set(&d->pairs, (uint64_t)sender << 32 | receiver, ticks);
	return code < 0 ? otfp_fail_memory(w->err) : 0;
}

int delays_read(struct delays *d, const char *file, const struct otfp_header *h, struct otfp_error *err)
{
	struct word_lines w = {.name = file, .header = h, .err = err};

	return words_read(&w, 3, "SENDER RECEIVER TIME", "--min-delay", take, d);
}
