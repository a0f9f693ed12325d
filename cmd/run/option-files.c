/* option-files.c - the files that the options and operands of a command line name: nothing that is read is written. */
#include "cmd/run/message.h"
#include "cmd/run/option-item.h"
#include "cmd/run/outputs.h"
#include <string.h>

static int add_output(struct otfp_outputs *files, const struct otfp_option_item *item)
{
	const char **name = item->target;
	char what[64] = "--";

	if (!*name)
		return 0;
	if (item->o->value == OTFP_WRITES(OTF) && strcmp(*name, "-") == 0) {
		*name = NULL;
		return 0;
	}
	strncat(what, item->o->name, sizeof what - 3);
	return otfp_outputs_add(files, what, *name, item->o->value);
}

static int add_inputs(struct otfp_outputs *files, const char *const *names)
{
	int rc = 0;

	for (; names && *names && rc == 0; names++)
		rc = otfp_outputs_reads(files, *names);
	return rc;
}

/* @return 0, or an exit status */
static int add_files(struct otfp_outputs *files, const struct otfp_option_item *item)
{
	const char *text = item->o->kind == OTFP_OPT_SET ? item->text.p : NULL;
	int rc = 0;

	switch (item->o->kind) {
	case OTFP_OPT_OUTPUT: return add_output(files, item);
	case OTFP_OPT_INPUT:
	case OTFP_OPT_LIST:
	case OTFP_OPT_OPTIONAL: text = *(const char **)item->target; break;
	case OTFP_OPT_INPUTS: rc = add_inputs(files, *(const char *const **)item->target); break;
	default: break;
	}
	if (text && item->o->kind == OTFP_OPT_INPUT)
		rc = otfp_outputs_reads(files, text);
	else if (text)
		rc = otfp_outputs_reads_list(files, text);
	return rc < 0 ? otfp_out_of_memory() : 0;
}

/* Standard output has room for one: the line stream, unless -o is given, or another output. @return 0 or 2 */
static int check_stdout(const struct otfp_option_parser *p, const struct otfp_outputs *files)
{
	const struct otfp_option_item *main_output = otfp_option_find(p, "output");

	if (!main_output || main_output->o->value != OTFP_WRITES(OTF) || *(const char **)main_output->target)
		return 0;
	for (int i = 0; i < files->noutputs; i++)
		if (strcmp(files->outputs[i].name, "-") == 0)
			return otfp_usage("%s -: standard output has the line stream; write a trace with -o NAME",
			                  files->outputs[i].what);
	return 0;
}

/* A command that writes a trace without -o has its name as the first operand. */
int otfp_options_check_files(const struct otfp_option_parser *p, int n, char **args)
{
	const int names_output = p->c->min_args && otfp_option_find(p, "force") && !otfp_option_find(p, "output");
	const struct otfp_part *part = otfp_options_part(p);
	struct otfp_outputs files = {.is_share = part && part->parts > 1};
	int status = names_output ? otfp_outputs_add(&files, "", *args, OTFP_WRITES(OTF)) : 0;

	for (int i = 0; i < p->n && status == 0; i++)
		status = add_files(&files, &p->items[i]);
	if (status == 0)
		status = check_stdout(p, &files);
	if (status == 0)
		status = otfp_outputs_check(&files, args + names_output, n - names_output);
	otfp_outputs_release(&files);
	return status ? status : -1;
}
