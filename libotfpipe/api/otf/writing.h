/*
 * writing.h - the rows of otf-writers.def as functions: private to otf.h.
 *
 * Who includes otf-writers.def defines T, D, STREAM, and WRITE(function, name, kind, params, stores, with, list): a
 * function that makes a record of type `name`; `with` is the list as another parameter, or nothing; `list` the list that
 * it writes, or NULL. T and D expand to form(name, kind, params, stores).
 */
#ifndef OTFP_API_OTF_WRITING_H
#define OTFP_API_OTF_WRITING_H
#include "record/table.h"
#include <string.h>

/* clang-format off */
#define OTF_PLAIN(...) __VA_ARGS__ /* a list without its parentheses */
#define OTF_WITH_LIST , OTF_KeyValueList *list

#define BOTH(name, ...) WRITE(name, name, __VA_ARGS__, , NULL) WRITE(name##KV, name, __VA_ARGS__, OTF_WITH_LIST, list)
#define KV(name, ...) WRITE(name, name, __VA_ARGS__, OTF_WITH_LIST, list)
#define KVNAME(name, ...) WRITE(name##KV, name, __VA_ARGS__, OTF_WITH_LIST, list)
#define READ(...)

#define TIME rec.time = time;
#define PROCESS rec.loc = process;
#define NUMBER(slot, ctype, name) rec.f[slot].u = sizeof(ctype) == 8 ? (uint64_t)name : (uint32_t)name;
#define TEXT(slot, name) rec.f[slot].s = otf_text(name);
#define LIST(slot, ctype, name) rec.f[slot].l.p = (const uint32_t *)name; rec.f[slot].l.n = n_##name;
/* clang-format on */

static inline struct otfp_str otf_text(const char *text)
{
	return (struct otfp_str){text, text ? strlen(text) : 0};
}
#endif
