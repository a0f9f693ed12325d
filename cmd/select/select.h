/*
 * select.h - the compiled selection, for stages that combine it with criteria of their own.
 *
 * A plan per record type says which criteria apply, so that the hot path is table lookups: no strings, and hash lookups
 * only for processes that are not in the cache.
 */
#ifndef CMD_SELECT_SELECT_H
#define CMD_SELECT_SELECT_H
#include "cmd/select/selection.h"
#include "record/tokens.h"

/* ---- --record: record.c ---- */

struct record_term {
	struct otfp_set *set; /* one number, range or glob; NULL for a class */
	int file;             /* of a class: enum otfp_file; else -1 */
	int out;              /* the term has a ! */
};

struct record_terms {
	struct record_term *terms;
	size_t n, cap;
	int plain; /* some term has no ! */
};

/** Parse text into zero-filled r. A term that matches no record type is OTFP_EUSAGE. @return 0 or <0 */
int record_terms_parse(struct record_terms *r, const char *text, struct otfp_error *err);
void record_terms_release(struct record_terms *r);
/** @return whether a record type, in a file of kind `file`, is selected */
int record_terms_has(const struct record_terms *r, const struct otfp_schema *s, int file);
/** The same for a record of a type that the schema does not have. */
int record_terms_has_name(const struct record_terms *r, struct otfp_str name);

/* ---- the selection: select.c ---- */

/* The criteria for a record type. */
struct plan {
	uint8_t record;   /* --record selects it */
	uint8_t timed;    /* --process, --stream and --time apply */
	uint8_t criteria; /* how many of them and --record apply */
	uint8_t peer;     /* 1 + slot of a peer, if --process or --stream is given */
};

/* A process and whether --process and --stream select it. */
struct seen {
	uint32_t process, stream;
	int verdict; /* OTFP_MEMO_... */
};
#define SEEN_SIZE 256

struct selector {
	int exclude, by_record, by_process, by_time;
	uint64_t from, to; /* by_time: [from, to) */
	int has_to;
	unsigned kinds;      /* kinds of files that may have records to keep: OTFP_FILE_BIT(...) | ... */
	uint64_t lost_peers; /* records kept although their peer is dropped */
	struct record_terms records;
	struct plan plans[OTFP_NTYPES + OTFP_NFILES]; /* after the types: UnknownRecord by kind of file */
	struct otfp_space processes;
	struct otfp_map streams; /* by process, from @SM */
	struct seen seen[SEEN_SIZE];
	const struct selection *options;
};

/** @return the index of a record in a table of plans: its type, or for UnknownRecord by kind of file */
static inline size_t plan_index(const struct otfp_record *rec)
{
	if (rec->type == OTFP_UnknownRecord)
		return OTFP_NTYPES + rec->f[0].u % OTFP_NFILES;
	return rec->type < OTFP_NTYPES ? rec->type : 0;
}

/* The result of all criteria for a record. */
struct judgement {
	int applies; /* some criterion applies */
	int match;   /* all that apply select it */
};

/** @return whether a record with that judgement is kept */
static inline int is_kept(const struct selector *s, struct judgement j)
{
	return !j.applies || j.match != s->exclude;
}

/** Apply the criteria to a record or control line, and learn processes and streams from it. @return 0 or <0 */
int selector_judge(struct selector *s, const struct otfp_record *rec, struct judgement *j, struct otfp_error *err);
/** Decide on a record after all criteria, and count it in lost_peers if it is kept but its peer is not.
 * @return whether it is kept */
int selector_keeps(struct selector *s, const struct otfp_record *rec, struct judgement j);
/** Fill `to` for a process that the cache does not have. @return to */
const struct seen *selector_judge_process(struct selector *s, struct seen *to, uint32_t process);

/** @return the stream and verdict of a process, valid until the next call */
static inline const struct seen *seen_process(struct selector *s, uint32_t process)
{
	struct seen *p = &s->seen[otfp_memo_slot(process)];

	if (p->process == process && p->verdict)
		return p;
	return selector_judge_process(s, p, process);
}
#endif
