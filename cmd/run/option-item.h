/* option-item.h - the options of a command line while it is parsed; shared by option.c and option-files.c alone. */
#ifndef OTFP_CMD_RUN_OPTION_ITEM_H
#define OTFP_CMD_RUN_OPTION_ITEM_H
#include "base/buf.h"
#include "cmd/run/option.h"

struct option;

/* An option and the target of its value. */
struct otfp_option_item {
	const struct otfp_option *o;
	void *target;
	const char *arg; /* the last value, "" for a flag; NULL = not given */
	struct otfp_buf
		text; /* all values of a LIST or SET, joined; a set is parsed only once, since @FILE may be a pipe */
};

struct otfp_option_parser {
	const struct otfp_command *c;
	struct otfp_option_item *items;
	struct option *longs;
	char *shorts;
	int n;
	struct otfp_share told;       /* a digest of the options so far, and of their values */
	struct otfp_common no_effect; /* target of otfp_accepted_options */
};

/** @return the option of a long name; NULL if the command does not have it */
const struct otfp_option_item *otfp_option_find(const struct otfp_option_parser *p, const char *name);
/** Compare what is written with what is read. @return -1, or an exit status */
int otfp_options_check_files(const struct otfp_option_parser *p, int n, char **args);
#endif
