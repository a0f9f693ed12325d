/* item.h - the options of a command line while it is parsed; shared by the files of this room alone. */
#ifndef CMD_OPTION_ITEM_H
#define CMD_OPTION_ITEM_H
#include "base/buf.h"
#include "cmd/option/option.h"

struct option_row;

/* An option and the target of its value. */
struct option_item {
	const struct option_row *o;
	void *target;
	const char *arg; /* the last value, "" for a flag; NULL = not given */
	struct otfp_buf
		text; /* all values of a LIST or SET, joined; a set is parsed only once, since @FILE may be a pipe */
};

struct option_parser {
	const struct command *c;
	struct common *common; /* NULL if the command has none */
	struct option_item *items;
	struct option *longs;
	char *shorts;
	int n;
	struct otfp_share digest; /* a digest of the options so far, and of their values */
	struct common no_effect;  /* target of accepted_options */
};

/** @return the option of a long name; NULL if the command does not have it */
const struct option_item *option_find(const struct option_parser *p, const char *name);
/** Take a value; those of a LIST or SET are joined. @param arg  NULL if the option has none
 * @return -1, or an exit status after a message */
int option_parse_value(struct option_item *item, const char *arg);
/** Parse the values of a LIST or SET, when all are there. @param regex  names are regular expressions
 * @return as option_parse_value */
int option_finish(struct option_item *item, int regex);
/** Parse the value of --part. @return -1, or 2 after it printed the usage error */
int option_parse_part(const struct option_row *o, struct part *to, const char *text);
/** @return the share of --part; NULL if none was given */
const struct part *options_part(const struct option_parser *p);
/** With --part: replace %K in the names of outputs by the number of the share. @return -1, or an exit status */
int options_name_share(const struct option_parser *p);
/** With --part auto and -v: print the share. */
void options_note_share(const struct option_parser *p);
/** @return -1, or 2 after it printed that an option is given without one that it needs */
int options_check_needed(const struct option_parser *p);
/** Compare what is written with what is read. @return -1, or an exit status */
int options_check_files(const struct option_parser *p, int n, char **args);
#endif
