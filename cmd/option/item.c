/* item.c - what the tables of a command have. */
#include "cmd/option/item.h"
#include <string.h>

int command_tables(const struct command *c)
{
	int n = 0;

	while (n < OPTION_TABLES && c->options[n].title)
		n++;
	return n;
}

int option_is_hidden(const struct command *c, int table, const struct option_row *o)
{
	for (int i = 0; i < table; i++)
		for (const struct option_row *own = c->options[i].table; own->name; own++)
			if (strcmp(own->name, o->name) == 0)
				return 1;
	return 0;
}

const char *command_usage(const struct command *c)
{
	return c->usage ? c->usage : "[OPTION]... [TRACE]...";
}

int command_has(const struct command *c, enum options_of of)
{
	for (int i = 0; i < command_tables(c); i++)
		if (c->options[i].of == of)
			return 1;
	return 0;
}

const struct option_item *option_find(const struct option_parser *p, const char *name)
{
	for (int i = 0; i < p->n; i++)
		if (strcmp(p->items[i].o->name, name) == 0 && p->items[i].o->kind != OPT_MOVED)
			return &p->items[i];
	return NULL;
}
