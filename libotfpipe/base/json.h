/* json.h - text in JSON. */
#ifndef OTFP_JSON_H
#define OTFP_JSON_H
#include "otfpipe.h"
#include <stdio.h>

/** A string with its quotes. A byte that is no UTF-8 becomes the replacement character. Errors stay with out. */
void otfp_json_text(struct otfp_str s, FILE *out);
#endif
