#include "trace/carried.h"
#include "trace/format.h"
#include <stdlib.h>

struct otfp_carried {
	const struct otfp_carried_ops *ops; /* NULL: the end of the list */
	void *state;
};

struct otfp_carried *otfp_carried_new(void)
{
	struct otfp_carried *c = calloc(otfp_format_number() + 1, sizeof *c), *next = c;

	for (unsigned i = 0; c && i < otfp_format_number(); i++) {
		const struct otfp_carried_ops *ops = otfp_format_row(i)->carried;
		if (!ops)
			continue;
		*next = (struct otfp_carried){ops, calloc(1, ops->size)};
		if (!next++->state) {
			otfp_carried_free(c);
			return NULL;
		}
	}
	return c;
}

void otfp_carried_free(struct otfp_carried *c)
{
	for (struct otfp_carried *i = c; i && i->ops; i++) {
		if (i->state)
			i->ops->release(i->state);
		free(i->state);
	}
	free(c);
}

int otfp_carried_learn(struct otfp_carried *c, const struct otfp_record *rec)
{
	int code = 0;

	for (; c->ops && code == 0; c++)
		code = c->ops->learn(c->state, rec);
	return code;
}

int otfp_carried_use(struct otfp_carried *c, const struct otfp_record *rec, uint32_t stream, otfp_use_fn *use,
                     void *ctx)
{
	int code = 0;

	for (; c->ops && code == 0; c++)
		code = c->ops->use(c->state, rec, stream, use, ctx);
	return code;
}
