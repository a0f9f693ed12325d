/* option-part.c - the value of --part, and its number in the names of outputs. */
#include "base/num.h"
#include "cmd/run/launcher.h"
#include "cmd/run/message.h"
#include "cmd/run/option-item.h"
#include <string.h>

/* ---- the value ---- */

static int bad_part(const struct otfp_option *o, const char *text)
{
	return otfp_usage("--%s: not a share K/N like 2/4, with N at most %d, auto or auto/N: '%s'", o->name, o->value,
	                  text);
}

/* "auto", or "auto/N" with the rest "/N". */
static int parse_auto(const struct otfp_option *o, struct otfp_part *to, const char *text, const char *rest)
{
	uint64_t parts = 0;
	int over = 0;

	if (*rest && (*otfp_get_dec(rest + 1, &parts, &over) || over || parts < 1 || parts > (uint64_t)o->value))
		return bad_part(o, text);
	return otfp_launcher_part(to, text, (unsigned)parts);
}

int otfp_option_parse_part(const struct otfp_option *o, struct otfp_part *to, const char *text)
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
	*to = (struct otfp_part){(unsigned)part, (unsigned)parts, NULL};
	return -1;
}

/* ---- %K in the names of outputs ---- */

const struct otfp_part *otfp_options_part(const struct otfp_option_parser *p)
{
	const struct otfp_option_item *item = otfp_option_find(p, "part");
	const struct otfp_part *part = item && item->o->kind == OTFP_OPT_PART ? item->target : NULL;

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
static int name_share(struct otfp_common *c, size_t *used, const char **name, unsigned part)
{
	struct otfp_buf b = OTFP_BUF_INIT;
	int status = -1;

	if (add_name(&b, *name, part) < 0)
		status = otfp_out_of_memory();
	else if (b.n > sizeof c->named - *used)
		status = otfp_usage("'%.200s...': the name is too long", *name);
	else
		*name = memcpy(c->named + *used, b.p, b.n);
	*used += status < 0 ? b.n : 0;
	otfp_buf_release(&b);
	return status;
}

int otfp_options_name_share(const struct otfp_option_parser *p)
{
	const struct otfp_part *part = otfp_options_part(p);
	struct otfp_common *c = otfp_options_common(p);
	size_t used = 0;
	int status = -1;

	for (int i = 0; part && c && i < p->n && status < 0; i++) {
		const char **name = p->items[i].target;
		if (p->items[i].o->kind == OTFP_OPT_OUTPUT && *name && strstr(*name, "%K"))
			status = name_share(c, &used, name, part->part);
	}
	return status;
}

void otfp_options_note_share(const struct otfp_option_parser *p)
{
	const struct otfp_part *part = otfp_options_part(p);

	if (part && part->launcher)
		otfp_note(1, "--part %s: share %u of %u, as %s says", otfp_option_find(p, "part")->arg, part->part,
		          part->parts, part->launcher);
}
