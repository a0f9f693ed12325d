/*
 * writing.h - the rows of otf-writers.def as functions: private to otf.h.
 *
 * Who includes otf-writers.def defines T and D as ROW, or as nothing, STREAM, and WRITE(function, name, kind, params,
 * stores, has_list, list): a function that makes a record of type `name`. has_list is 1 if the list is a parameter,
 * too: OTF_LIST_1; `list` is the list that it writes, or NULL.
 */
#ifndef OTFP_API_OTF_WRITING_H
#define OTFP_API_OTF_WRITING_H
#include "record/table.h"
#include <string.h>

/* clang-format off */
#define OTF_PLAIN(...) __VA_ARGS__ /* a list without its parentheses */
#define OTF_LIST_0
#define OTF_LIST_1 , OTF_KeyValueList *list

#define ROW(name, kind, form, params, names, stores) form(name, kind, params, stores)
#define BOTH(name, ...) WRITE(name, name, __VA_ARGS__, 0, NULL) WRITE(name##KV, name, __VA_ARGS__, 1, list)
#define KV(name, ...) WRITE(name, name, __VA_ARGS__, 1, list)
#define KVNAME(name, ...) WRITE(name##KV, name, __VA_ARGS__, 1, list)
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
