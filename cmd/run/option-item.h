/* option-item.h - the options of a command line while it is parsed; shared by option.c, option-value.c,
 * option-files.c and option-part.c alone. */
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
/** @return the common options of the command; NULL if it has none */
struct otfp_common *otfp_options_common(const struct otfp_option_parser *p);
/** Take a value; those of a LIST or SET are joined. @param arg  NULL if the option has none
 * @return -1, or an exit status after a message */
int otfp_option_take(struct otfp_option_item *item, const char *arg);
/** Parse the values of a LIST or SET, when all are there. @param regex  names are regular expressions
 * @return as otfp_option_take */
int otfp_option_finish(struct otfp_option_item *item, int regex);
/** Parse the value of --part. @return -1, or 2 after it printed the usage error */
int otfp_option_parse_part(const struct otfp_option *o, struct otfp_part *to, const char *text);
/** @return the share of --part; NULL if none was given */
const struct otfp_part *otfp_options_part(const struct otfp_option_parser *p);
/** With --part: replace %K in the names of outputs by the number of the share. @return -1, or an exit status */
int otfp_options_name_share(const struct otfp_option_parser *p);
/** With --part auto and -v: print the share. */
void otfp_options_note_share(const struct otfp_option_parser *p);
/** Compare what is written with what is read. @return -1, or an exit status */
int otfp_options_check_files(const struct otfp_option_parser *p, int n, char **args);
#endif
