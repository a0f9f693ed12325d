/*
 * names.h - the definitions that tokens refer to, and where processes live.
 *
 * A token in a record of stream s means the local definition of s, else the global one. What a record says is
 * kept as an `otfp_ref`, which is the same for all records that mean one definition: stream << 32 | token, stream 0
 * for a global definition and for a token without any.
 */
#ifndef OTFP_RECORD_NAMES_H
#define OTFP_RECORD_NAMES_H
#include "base/arena.h"
#include "base/map.h"
#include "otfpipe.h"
#include "record/tokens.h"

enum otfp_named {
	OTFP_NAMED_PROCESS,
	OTFP_NAMED_FUNCTION,
	OTFP_NAMED_GROUP,
	OTFP_NAMED_COMMUNICATOR,
	OTFP_NAMED_FILE,
	OTFP_NAMED_COLLECTIVE,
	OTFP_NAMED_COUNTER,
	OTFP_NALWAYS_NAMED,
	/* only where `all` is set: */
	OTFP_NAMED_COUNTERGROUP = OTFP_NALWAYS_NAMED,
	OTFP_NAMED_FILEGROUP,
	OTFP_NAMED_SCLFILE,
	OTFP_NAMED_SCL,
	OTFP_NAMED_KEY,
	OTFP_NAMED_MARKER,
	OTFP_NNAMED
};

typedef uint64_t otfp_ref;
#define OTFP_NO_REF UINT64_MAX /* refers to nothing: the group of a function without definition */

struct otfp_definition {
	uint32_t space; /* enum otfp_named */
	uint32_t stream, token;
	uint32_t detail; /* group of a function, properties of a counter, type of a collective operation */
	struct otfp_str name;
	/* only where `all` is set: */
	uint32_t more;        /* parent of a process, type of a marker; of a source location its file, ... */
	uint32_t line;        /* ... and line */
	struct otfp_str unit; /* of a counter */
};

/* Zero-filled, then `all`, is empty. otfp_names_see fills it. */
struct otfp_names {
	int all;                               /* keep what only printing wants, too */
	struct otfp_tokens index[OTFP_NNAMED]; /* to a place in definitions */
	struct otfp_definition *definitions;
	size_t n, cap;
	uint64_t changes; /* how many were put */
	struct otfp_arena arena;
	struct otfp_map streams; /* by process */
};

void otfp_names_release(struct otfp_names *names);
/** Put a definition in, in place of an older one. Its name is copied. @return 0, or -1 when memory is out */
int otfp_names_put(struct otfp_names *names, const struct otfp_definition *d);
/** What a token means in a record of that process. */
otfp_ref otfp_names_ref(const struct otfp_names *names, unsigned space, uint32_t process, uint32_t token);
/** What a token means in a definition of that stream. */
otfp_ref otfp_names_local(const struct otfp_names *names, unsigned space, uint32_t stream, uint32_t token);
/** @return NULL if it has no definition */
const struct otfp_definition *otfp_names_find(const struct otfp_names *names, unsigned space, otfp_ref ref);
/** The word for a token space, for messages: "function". */
const char *otfp_named_word(unsigned space);
#endif
