/*
 * check.h - whether a trace keeps the rules of rules.def.
 *
 *     otfp_check_begin -> otfp_check_source -> otfp_check_error for what the reader tells, otfp_check_see for each
 * record in its order -> otfp_check_end -> otfp_check_release
 *
 * What is found is given to a function, with the place of the record it is about: of what is open at the end,
 * that of its beginning. Of one rule OTFP_CHECK_TOLD are told one by one, the others are counted.
 *
 * Memory: what is open (see state/state.h), the definitions with their names, a process some 200 bytes,
 * 80 bytes for each summary of a process and kind.
 */
#ifndef OTFP_CHECK_CHECK_H
#define OTFP_CHECK_CHECK_H
#include "check/rules.h"

enum { OTFP_CHECK_TOLD = 20 };

/* Valid during the call. */
struct otfp_finding {
	unsigned rule;     /* enum otfp_rule_id */
	unsigned severity; /* enum otfp_severity, not OFF */
	const struct otfp_error
		*error; /* what the reader told, with its place in `text`; NULL: it has an origin, ... */
	struct otfp_origin origin;
	int has_origin;
	const char *text;   /* ... and this is the message without it */
	const char *whose;  /* "process 7 'rank 7'" if it has a time and `text` does not name the process, or NULL */
	uint64_t more;      /* not 0: so many more of the rule that are not told one by one; nothing else is set */
	uint64_t time;      /* ticks, of what has a time: */
	uint32_t process;   /* ... whose it is */
	uint8_t is_in_time; /* it has a time and process */
};

struct otfp_check_options {
	uint8_t severity[OTFP_NRULES]; /* enum otfp_severity */
	int is_on_disk; /* the reader looks for what is wrong with the files, and definitions come first */
	const struct otfp_header *header;
	/* Where a record stood that is being seen. */
	void (*origin)(void *ctx, const struct otfp_record *rec, struct otfp_origin *o);
	/* @return other than 0 to hear no more: otfp_check_stopped */
	int (*found)(void *ctx, const struct otfp_finding *f);
	void *ctx;
};

struct otfp_check;

/** o is copied; what it points to must live until the release. @return NULL when memory is out */
struct otfp_check *otfp_check_begin(const struct otfp_check_options *o);
/**
 * What is read, before the first record.
 * @param h  must live until the end
 * @param is_on_disk  a trace, of whose files the reader tells what is wrong, and whose definitions come first
 */
void otfp_check_source(struct otfp_check *c, const struct otfp_header *h, int is_on_disk);
/** What the reader reported, or failed with. @return 1 if it is a finding, 0 if it is no fault of the input */
int otfp_check_error(struct otfp_check *c, const struct otfp_error *e);
/** Records and control lines as they come. @return 0, or -1 when memory is out */
int otfp_check_see(struct otfp_check *c, const struct otfp_record *const *recs, size_t n);
/** Behind the last record: what is open, what is undefined. is_whole 0: the reading ended early, so nobody knows what
 * is open. @return 0, or -1 when memory is out */
int otfp_check_end(struct otfp_check *c, int is_whole);
/** Whether `found` wants no more. */
int otfp_check_stopped(const struct otfp_check *c);
/** How many were found so far that have at least that severity, those that were only counted included. */
uint64_t otfp_check_count(const struct otfp_check *c, unsigned severity);
/** A token from `from` > 0 on that no DefMarker seen so far has. */
uint32_t otfp_check_free_marker(const struct otfp_check *c, uint32_t from);
/** c may be NULL. */
void otfp_check_release(struct otfp_check *c);
#endif
