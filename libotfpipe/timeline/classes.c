#include "timeline/classes.h"
#include "base/grow.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void otfp_classes_release(struct otfp_classes *c)
{
	const int by_function = c->by_function;

	free(c->p);
	otfp_map_release(&c->index);
	otfp_arena_release(&c->arena);
	memset(c, 0, sizeof *c);
	c->by_function = by_function;
}

/* Append a class. @return 0, or -1 when memory is out */
static int add(struct otfp_classes *c, struct otfp_str name)
{
	char *copy = otfp_arena_copy(&c->arena, name.p, name.n);

	if (!copy || otfp_grow(&c->p, c->n, &c->cap, sizeof *c->p) < 0)
		return -1;
	c->p[c->n++] = (struct otfp_class){.name = {copy, name.n}};
	return 0;
}

/* Names are identified by a 64-bit hash; a collision is accepted. */
uint32_t otfp_class_named(struct otfp_classes *c, struct otfp_str name)
{
	const uint64_t hash = otfp_hash_bytes(OTFP_HASH_INIT, name.p, name.n);
	const uint64_t *at = otfp_map_get(&c->index, hash);

	if (at)
		return (uint32_t)*at;
	if ((!c->n && add(c, (struct otfp_str){"", 0}) < 0) || add(c, name) < 0 ||
	    otfp_map_set(&c->index, hash, c->n - 1) < 0)
		return 0;
	return (uint32_t)(c->n - 1);
}

/* The name of the class of a definition of a function; text has room for a function without name. */
static struct otfp_str name_of(const struct otfp_classes *c, const struct otfp_names *names,
                               const struct otfp_definition *function, uint32_t process, uint32_t token, char *text)
{
	const struct otfp_definition *d = function;

	if (!c->by_function)
		d = function ? otfp_names_find(names, OTFP_NAMED_GROUP,
		                               otfp_names_ref(names, OTFP_NAMED_GROUP, process, d->detail)) :
		               NULL;
	if (d && d->name.n)
		return d->name;
	if (!c->by_function)
		return (struct otfp_str){"no group", 8};
	return (struct otfp_str){text, (uint32_t)snprintf(text, 24, "function %" PRIu32, token)};
}

int otfp_class_find(struct otfp_classes *c, const struct otfp_names *names, uint32_t process,
                    struct otfp_class_memo *to)
{
	const struct otfp_definition *d =
		otfp_names_find(names, OTFP_NAMED_FUNCTION,
	                        otfp_names_ref(names, OTFP_NAMED_FUNCTION, process, to->function));
	const struct otfp_class_memo key = *to;
	char text[24];

	if (c->changes != names->changes)
		memset(c->memo, 0, sizeof c->memo);
	c->changes = names->changes;
	*to = key;
	to->called = d ? (uint32_t)(d - names->definitions) + 1 : 0;
	to->class = otfp_class_named(c, name_of(c, names, d, process, to->function, text));
	return to->class ? 0 : -1;
}
