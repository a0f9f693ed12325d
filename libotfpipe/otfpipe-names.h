/*
 * otfpipe-names.h - what definitions call the tokens: the function of an Enter, the process of a call. otfpipe.h
 * includes it.
 */
#ifndef OTFPIPE_NAMES_H
#define OTFPIPE_NAMES_H

#include "otfpipe.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A table of the names of definitions. It owns them. */
struct otfp_names;

/** @return NULL when memory is out; the caller frees it with otfp_names_free */
OTFP_API struct otfp_names *otfp_names_new(void);
/** Free the table and all names that it returned. names may be NULL. */
OTFP_API void otfp_names_free(struct otfp_names *names);
/** Show it each record of a source, in order. It copies what it needs of definitions and @SM lines and ignores all
 * other records. @return 0; OTFP_EFAIL when memory is out */
OTFP_API int otfp_names_add(struct otfp_names *names, const struct otfp_record *rec);
/**
 * The name of the token in slot `slot` of a record: otfp_names_of(names, rec, OTFP_Enter_function).
 * @return the name, not terminated, valid until the table is freed; p NULL if the field is not a token, or the
 * token has no definition or no name
 */
OTFP_API struct otfp_str otfp_names_of(const struct otfp_names *names, const struct otfp_record *rec, unsigned slot);
/** The name of a token in the records of a process: otfp_names_get(names, OTFP_W_FUNCTION, 1, 42). A stream
 * may have its own definitions, so a token may have different names in different processes. As otfp_names_of. */
OTFP_API struct otfp_str otfp_names_get(const struct otfp_names *names, unsigned what, uint32_t process,
                                        uint32_t token);
/** The first key-value of a record whose key has that name. @return NULL if the record has none */
OTFP_API const struct otfp_tag *otfp_names_tag(const struct otfp_names *names, const struct otfp_record *rec,
                                               const char *key);

#ifdef __cplusplus
}
#endif
#endif
