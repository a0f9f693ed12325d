/* choice.h - the names of --tables. */
#ifndef CMD_TO_PARQUET_CHOICE_H
#define CMD_TO_PARQUET_CHOICE_H
#include "cmd/option/option.h"
#include "tables/tables.h"

/** The names of all tables, for the option. */
word_fn tables_word;
/** Parse names separated by commas. @param wanted  set by place of the table. @return -1, or 2 after it printed the
 * usage error */
int tables_parse(uint8_t wanted[OTFP_NTABLES], const char *list);
#endif
