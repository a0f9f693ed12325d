/*
 * names.h - the definitions that tokens refer to, and the streams of processes.
 *
 * A token in a record of stream s means the local definition of s, else the global one. The `otfp_ref` of a
 * token is the same in all records that mean one definition: stream << 32 | token, with stream 0 for a global
 * definition and for a token without definition.
 */
#ifndef OTFP_RECORD_NAMES_H
#define OTFP_RECORD_NAMES_H
#include "base/must.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/map.h"
#include "otfpipe.h"
#include "record/carriers.h"
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
	/* only with `all`: */
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

/* A definition. */
struct otfp_definition {
	uint32_t space; /* enum otfp_named */
	uint32_t stream, token;
	uint32_t detail; /* parent of a process, group of a function, properties of a counter, type of a collective
	                  * operation */
	/* A process that is no CPU: an accelerator, or a place for metrics alone, of OTF2. It does no work that could
	 * be compared with that of processes. */
	uint32_t is_device;
	struct otfp_str name;
	/* only with `all`: */
	uint32_t more;        /* parent of a process, source location of a function, type of a marker; file of a source
	                       * location, ... */
	uint32_t line;        /* ... and its line */
	struct otfp_str unit; /* of a counter, with the scale of its values: "10^-6 s" */
};

/* Empty at the start: zero-filled except `all` and `scales`, which the caller sets. otfp_names_add fills it. */
struct otfp_names {
	int all;    /* also keep what only printing needs */
	int scales; /* the name of a counter shows the scale of its values: "time [10^-6 s]" */
	struct otfp_tokens index[OTFP_NNAMED]; /* token -> index in definitions */
	struct otfp_definition *definitions;
	size_t n, cap;
	struct otfp_carriers carriers;
	uint64_t changes; /* number of definitions put, so that callers can detect a change */
	struct otfp_arena arena;
	struct otfp_buf text;    /* for the scale of a counter */
	struct otfp_map streams; /* process -> stream */
};

/** Free all; *names is zero-filled then. */
void otfp_names_release(struct otfp_names *names);
/** Add a definition, or replace an older one of its token; copies its strings. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_names_put(struct otfp_names *names, const struct otfp_definition *d);
/** The ref of a token in a record of a process. */
otfp_ref otfp_names_ref(const struct otfp_names *names, unsigned space, uint32_t process, uint32_t token);
/** Whether a process is defined as a device: see struct otfp_definition. */
int otfp_names_is_device(const struct otfp_names *names, uint32_t process);
/** The stream of a process; 0 = unknown. */
uint32_t otfp_names_stream(const struct otfp_names *names, uint32_t process);
/** The ref of a token in a definition of a stream. */
otfp_ref otfp_names_local(const struct otfp_names *names, unsigned space, uint32_t stream, uint32_t token);
/** The definition of a ref, valid until the next put. @return NULL if there is none */
const struct otfp_definition *otfp_names_find(const struct otfp_names *names, unsigned space, otfp_ref ref);
/** The name space of tokens that mean `what`, enum otfp_what. @return -1 if they have no names */
int otfp_named_space(unsigned what);
/** The name of a token space for messages: "function". */
const char *otfp_named_word(unsigned space);
#endif
