/* files.c - the files that the options and operands of a command line name: nothing that is read is written. */
#include "cmd/text/message.h"
#include "cmd/option/item.h"
#include "cmd/option/outputs.h"
#include <string.h>

static int add_output(struct outputs *files, const struct option_item *item)
{
	const char **name = item->target;
	char what[64] = "--";

	if (!*name)
		return 0;
	if (item->o->value == WRITES(OTF) && strcmp(*name, "-") == 0) {
		*name = NULL;
		return 0;
	}
	strncat(what, item->o->name, sizeof what - 3);
	return outputs_add(files, what, *name, item->o->value);
}

static int add_inputs(struct outputs *files, const char *const *names)
{
	int rc = 0;

	for (; names && *names && rc == 0; names++)
		rc = outputs_reads(files, *names);
	return rc;
}

/* @return 0, or an exit status */
static int add_files(struct outputs *files, const struct option_item *item)
{
	const char *text = item->o->kind == OPT_SET ? item->text.p : NULL;
	int rc = 0;

	switch (item->o->kind) {
	case OPT_OUTPUT: return add_output(files, item);
	case OPT_INPUT:
	case OPT_LIST:
	case OPT_OPTIONAL: text = *(const char **)item->target; break;
	case OPT_INPUTS: rc = add_inputs(files, *(const char *const **)item->target); break;
	default: break;
	}
	if (text && item->o->kind == OPT_INPUT)
		rc = outputs_reads(files, text);
	else if (text)
		rc = outputs_reads_list(files, text);
	return rc < 0 ? message_memory() : 0;
}

/* Standard output has room for one: the line stream, unless -o is given, or another output. @return 0 or 2 */
static int check_stdout(const struct option_parser *p, const struct outputs *files)
{
	const struct option_item *main_output = option_find(p, "output");

	if (!main_output || main_output->o->value != WRITES(OTF) || *(const char **)main_output->target)
		return 0;
	for (int i = 0; i < files->noutputs; i++)
		if (strcmp(files->outputs[i].name, "-") == 0)
			return message_usage("%s -: standard output has the line stream; write a trace with -o NAME",
			                     files->outputs[i].what);
	return 0;
}

/* A command that writes a trace without -o has its name as the first operand. */
int options_check_files(const struct option_parser *p, int n, char **args)
{
	const int names_output = p->c->min_args && option_find(p, "force") && !option_find(p, "output");
	const struct part *part = options_part(p);
	struct outputs files = {.is_share = part && part->parts > 1};
	int status = names_output ? outputs_add(&files, "", *args, WRITES(OTF)) : 0;

	for (int i = 0; i < p->n && status == 0; i++)
		status = add_files(&files, &p->items[i]);
	if (status == 0)
		status = check_stdout(p, &files);
	if (status == 0)
		status = outputs_check(&files, args + names_output, n - names_output);
	outputs_release(&files);
	return status ? status : -1;
}
