/*
 * ops.h - the functions of a source and of a sink. A format has a source if it can be read and a sink if it can be
 * written (trace/format.h). A source that wraps another one has these functions, too.
 */
#ifndef OTFP_RECORD_OPS_H
#define OTFP_RECORD_OPS_H
#include "otfpipe.h"

/** @return whether the options ask for the format of that name */
static inline int otfp_reads(const struct otfp_read_options *o, const char *format)
{
	return o->format && strcmp(o->format, format) == 0;
}

/** @return the options of that format only, or NULL */
static inline const void *otfp_reads_options(const struct otfp_read_options *o, const char *format)
{
	return otfp_reads(o, format) ? o->format_options : NULL;
}

struct otfp_listed;

/* Takes timed records one by one, as soon as the source finds them: so the CPU looks for the next record while it
 * writes one. */
struct otfp_taker {
	int (*take)(void *ctx, const struct otfp_record *rec); /* @return 0 or <0 */
	void *ctx;
	uint64_t n; /* records taken so far; the source counts them */
};

struct otfp_source_ops {
	int is_on_disk; /* result of otfp_source_is_on_disk */
	int has_shares; /* --part can read a share of it */
	const struct otfp_header *(*header)(const void *handle);
	/* Whether records may come in any order, so that the caller must sort them. NULL: they come in the order of
	 * otfpipe-stream(5) */
	int (*is_unsorted)(const void *handle);
	/* for otfp_source_ask_window, _wanted and _kinds; NULL: the source reads everything */
	void (*window)(void *handle, int (*window)(void *ctx, uint64_t *from, uint64_t *to, int *has_to), void *ctx);
	void (*wanted)(void *handle, int (*wanted)(void *ctx, uint32_t process), void *ctx);
	void (*kinds)(void *handle, unsigned kinds);
	/* Before the first record: the caller needs only control lines, and of each record its line and time. Then the
	 * source may give records of type OTFP_OTHER. NULL: it gives all it has anyway */
	void (*lines_only)(void *handle);
	/* From now on give each timed record to the taker, except the last one of each batch, which `batch` gives
	 * alone, or the error of the taker. NULL: `batch` gives all */
	void (*taker)(void *handle, struct otfp_taker *taker);
	/* one of these two: many records at a time, or one */
	int (*batch)(void *handle, const struct otfp_record *const **recs, size_t *n);
	int (*next)(void *handle, const struct otfp_record **rec);
	/* for otfp_source_origin and otfp_source_path; NULL: the records do not come from a file */
	void (*origin)(const void *handle, const struct otfp_record *rec, struct otfp_origin *o);
	size_t (*path)(const void *handle, const struct otfp_origin *o, char *text, size_t room);
	/* Before the first read: call f for each file of the trace (listed.h), until it returns nonzero,
	 * which is the result; <0 is an error. NULL: there is no list */
	int (*list)(void *handle, int (*f)(void *ctx, const struct otfp_listed *file), void *ctx);
	uint64_t (*troubles)(const void *handle); /* NULL: it reports none */
	void (*close)(void *handle);
};

/* Each as otfp_sink_...; a NULL function does nothing and returns 0. */
struct otfp_sink_ops {
	void (*stop)(void *handle, int (*stop)(void)); /* what to ask after a signal while something is written */
	int (*begin)(void *handle, const struct otfp_header *h);
	int (*put)(void *handle, const struct otfp_record *rec);
	int (*put_all)(void *handle, const struct otfp_record *const *recs, size_t n);
	int (*thumbnail)(void *handle, const char *text, size_t n); /* NULL: a thumbnail is an error */
	/** Before `end`: write what remains, and report what was lost. Afterwards lost() is complete. */
	int (*finish)(void *handle);
	int (*end)(void *handle);                                            /* give the output its name */
	int (*abort)(void *handle, const char *program, const char *reason); /* called only after begin */
	uint64_t (*lost)(const void *handle);
	void (*close)(void *handle);
};

/* Called with a token and the space of OTFP_W_... that it is of. alone: its definition is used, but not the processes
 * that it lists. @return 0 or <0 */
typedef int otfp_use_fn(void *ctx, unsigned what, uint32_t token, int alone);

/*
 * The tokens that carriers of a format refer to, for commands that drop definitions: without these tokens what the
 * carriers have could not become records of the format again. Functions take a state of `size` bytes, zero-filled at
 * the start.
 */
struct otfp_carried_ops {
	size_t size;
	/** Learn a DefKeyValue. @return 0 or <0 */
	int (*learn)(void *state, const struct otfp_record *rec);
	/**
	 * Call use for the tokens that the carriers of a record refer to.
	 *
	 * A definition in a comment is of no use without its functions, source locations and files. If processes are
	 * gone, the comment goes with them. Nodes of the system tree are used alone: otherwise all processes would
	 * count as used, as each is in some node.
	 * @param stream  the one that its tokens belong to @return 0, or <0: that of use, or when memory is out
	 */
	int (*use)(void *state, const struct otfp_record *rec, uint32_t stream, otfp_use_fn *use, void *ctx);
	void (*release)(void *state);
};
#endif
