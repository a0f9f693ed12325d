/* line.h - the parts of partial-*.c: lines as values, files to read and to write. */
#ifndef CMD_STAT_PARTIAL_LINE_H
#define CMD_STAT_PARTIAL_LINE_H
#include "cmd/stat/partial/partial.h"
#include "io/input.h"
#include "io/zout.h"

/* The kinds of lines after the head, in their order. */
enum partial_kind { PARTIAL_DEFINE = 1, PARTIAL_PROCESS, PARTIAL_PATH, PARTIAL_HALF, PARTIAL_ROW, PARTIAL_END };

/*
 * What lines are sorted by: the kind; then
 *     define     space stream token
 *     process    process
 *     path       nothing: see struct partial_stack
 *     halves     sender receiver communicator tag, kind of half
 *     row        table window part...
 */
enum { PARTIAL_KEY = 7, PARTIAL_PAIR = 5 /* a message: without the kind of half */ };

struct partial_process {
	uint64_t stream; /* PARTIAL_NO_STREAM = unknown */
	int counted;     /* its records were counted */
	int has_load;
	struct otfp_load load;
};
#define PARTIAL_NO_STREAM UINT64_MAX

/* A line; what is not of its kind is unused. It owns nothing. */
struct partial_line {
	uint64_t key[PARTIAL_KEY];
	struct otfp_definition definition;
	struct partial_process process;
	uint32_t depth;    /* of a path */
	otfp_ref function; /* the last one of a path */
	uint32_t stream;   /* of the communicator of received halves */
	const struct otfp_half *halves;
	size_t nhalves;
	struct otfp_row *row; /* key and counted too */
};

/* Whether calls or levels go on at the last record: they are counted up to it, and the whole may end later. */
enum partial_ends { PARTIAL_ENDS, PARTIAL_GOES_ON, PARTIAL_SHORT /* the whole ends later */ };

/* What precedes the lines. */
struct partial_head {
	struct otfp_header header; /* resolution, has_span, and first and last, without has_span those of the records */
	struct otfp_profile_options o;
	int has_base; /* some record was counted */
	uint64_t base;
	uint64_t events, folded, odd[OTFP_NPODDITIES];
	int ends; /* enum partial_ends, without has_span */
};

/** Compare the first n numbers of two keys. @return <0, 0 or >0 */
int partial_compare(const uint64_t *a, const uint64_t *b, unsigned n);
/** Set the key of a row; part is its key with paths as in the file. */
void partial_row_key(uint64_t key[PARTIAL_KEY], const struct otfp_row_key *k);

/* ---- files to write: after an error nothing more is written, and the end reports it ---- */

struct partial_out {
	struct otfp_zout z;
	char *buf, *p;
	uint64_t lines;
	int code;
	struct otfp_error *err;
	const struct otfp_profile *kinds; /* says what row keys consist of */
};

/** Begin a file with its head. @param shares  NULL: without part lines. @param kinds  a profile that has begun with
 * these options. @return 0 or <0 */
OTFP_MUST_CHECK int partial_out_open(struct partial_out *out, int fd, const char *name, const struct partial_head *head,
                                     const struct otfp_shares *shares, const struct otfp_profile *kinds,
                                     struct otfp_error *err);
/** Write a line. @return 0 or <0 */
OTFP_MUST_CHECK int partial_out_put(struct partial_out *out, const struct partial_line *line);
/** End the file. @return 0 or <0 */
OTFP_MUST_CHECK int partial_out_end(struct partial_out *out);
/** Free it. */
void partial_out_release(struct partial_out *out);

/* ---- files to read ---- */

/* The functions of a path, outermost first, as numbers in the order of paths. */
struct partial_stack {
	uint64_t *p;
	size_t n, cap;
};

/** The place of a function in the order of paths: the token weighs more than the stream. Its own inverse. */
static inline uint64_t partial_turn(uint64_t function)
{
	return function << 32 | function >> 32;
}
/** Compare two paths. @return <0, 0 or >0 */
int partial_stack_compare(const struct partial_stack *a, const struct partial_stack *b);

struct partial_in {
	struct partial_line line; /* the current line */
	struct partial_head head;
	const char *name;
	struct partial_stack stack; /* of the current path */
	uint32_t *paths;            /* paths[i]: number after the merge of path i + 1; the user sets it */
	size_t npaths, paths_cap;
	const struct otfp_profile *kinds; /* as of struct partial_out; set by the user */
	/* private */
	struct otfp_input *in; /* NULL: rows in memory, [at, end) */
	struct otfp_row **at, **end;
	struct otfp_error *err;
	int is_read;    /* the next line was counted already */
	uint64_t lines; /* read so far */
	const char *p;  /* the next byte; each line ends in LF */
	struct otfp_half *halves;
	size_t halves_cap;
	struct otfp_row row;
	struct otfp_counted counted;
	struct otfp_buf text; /* of a name */
};

/** Takes a share that a file counts. @return 0 or <0 */
typedef int partial_part_fn(void *ctx, const struct otfp_share *s, const char *name, struct otfp_error *err);

/**
 * Begin to read: the head.
 * @param input  owned by f from now on, also on error
 * @param part  called for each part line
 * @return 0 or <0. The caller sets f->kinds before it reads lines
 */
OTFP_MUST_CHECK int partial_in_open(struct partial_in *f, struct otfp_input *input, const char *name,
                                    partial_part_fn *part, void *ctx, struct otfp_error *err);
/** The same for rows in memory, which must be sorted by key; they stay owned by the caller. */
void partial_in_rows(struct partial_in *f, struct otfp_row **rows, size_t n, const struct otfp_profile *kinds);
/** Read the next line to f->line; its kind is PARTIAL_END at the end. @return 0 or <0 */
OTFP_MUST_CHECK int partial_in_next(struct partial_in *f);
/** Fill err with "FILE:LINE: what" of the current line. @return OTFP_EFAIL */
int partial_in_bad(const struct partial_in *f, const char *what);
/** Free it. */
void partial_in_release(struct partial_in *f);

#endif
