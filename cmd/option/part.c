/* part.c - the value of --part, and its number in the names of outputs. */
#include "base/num.h"
#include "cmd/option/launcher.h"
#include "cmd/text/message.h"
#include "cmd/option/item.h"
#include <string.h>

/* ---- the value ---- */

static int bad_part(const struct option_row *o, const char *text)
{
	return message_usage("--%s: not a share K/N like 2/4, with N at most %d, auto or auto/N: '%s'", o->name,
	                     o->value, text);
}

/* "auto", or "auto/N" with the rest "/N". */
static int parse_auto(const struct option_row *o, struct part *to, const char *text, const char *rest)
{
	uint64_t parts = 0;
	int over = 0;

	if (*rest && (*otfp_get_dec(rest + 1, &parts, &over) || over || parts < 1 || parts > (uint64_t)o->value))
		return bad_part(o, text);
	return launcher_part(to, text, (unsigned)parts);
}

int option_parse_part(const struct option_row *o, struct part *to, const char *text)
{
	uint64_t part, parts = 0;
	int over = 0;
	const char *slash, *end;

	if (strncmp(text, "auto", 4) == 0 && (!text[4] || text[4] == '/'))
		return parse_auto(o, to, text, text + 4);
	slash = end = otfp_get_dec(text, &part, &over);
	if (*slash == '/')
		end = otfp_get_dec(slash + 1, &parts, &over);
	if (*end || over || part < 1 || part > parts || parts > (uint64_t)o->value)
		return bad_part(o, text);
	*to = (struct part){(unsigned)part, (unsigned)parts, NULL};
	return -1;
}

/* ---- %K in the names of outputs ---- */

const struct part *options_part(const struct option_parser *p)
{
	const struct option_item *item = option_find(p, "part");
	const struct part *part = item && item->o->kind == OPT_PART ? item->target : NULL;

	return part && part->parts ? part : NULL;
}

/* Append a name with the number in place of each %K, and a NUL. */
static int add_name(struct otfp_buf *b, const char *name, unsigned part)
{
	int rc = 0;

	for (const char *mark; rc == 0 && (mark = strstr(name, "%K")); name = mark + 2)
		rc = otfp_buf_add(b, name, (size_t)(mark - name)) < 0 ? -1 : otfp_buf_printf(b, "%u", part);
	return rc < 0 ? rc : otfp_buf_add(b, name, strlen(name) + 1);
}

/* Write the name of the share into the room that the options have for it. */
static int name_share(struct common *c, size_t *used, const char **name, unsigned part)
{
	struct otfp_buf b = OTFP_BUF_INIT;
	int status = -1;

	if (add_name(&b, *name, part) < 0)
		status = message_memory();
	else if (b.n > sizeof c->named - *used)
		status = message_usage("'%.200s...': the name is too long", *name);
	else
		*name = memcpy(c->named + *used, b.p, b.n);
	*used += status < 0 ? b.n : 0;
	otfp_buf_release(&b);
	return status;
}

int options_name_share(const struct option_parser *p)
{
	const struct part *part = options_part(p);
	struct common *c = p->common;
	size_t used = 0;
	int status = -1;

	for (int i = 0; part && c && i < p->n && status < 0; i++) {
		const char **name = p->items[i].target;
		if (p->items[i].o->kind == OPT_OUTPUT && *name && strstr(*name, "%K"))
			status = name_share(c, &used, name, part->part);
	}
	return status;
}

void options_note_share(const struct option_parser *p)
{
	const struct part *part = options_part(p);

	if (part && part->launcher)
		message_note(1, "--part %s: share %u of %u, as %s says", option_find(p, "part")->arg, part->part,
		             part->parts, part->launcher);
}
