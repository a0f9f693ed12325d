/*
 * check.h - check a trace against the rules of rules.def.
 *
 *     otfp_check_begin -> otfp_check_source -> otfp_check_add for the records in order, and otfp_check_error for what
 * the reader reports -> otfp_check_end -> otfp_check_release
 *
 * Each finding is passed to a function, with the place of its record; for something that is open at the end, the place
 * where it began. The first OTFP_CHECK_REPORTED findings of a rule are reported one by one, the others are counted.
 *
 * Memory: what is open (see state/state.h), the definitions with their names, about 200 bytes per process, 80 bytes per
 * summary record of a process (type and tokens).
 */
#ifndef OTFP_CHECK_CHECK_H
#define OTFP_CHECK_CHECK_H
#include "check/rules.h"

enum { OTFP_CHECK_REPORTED = 20 };

/* A finding; valid during the call of `found`. */
struct otfp_finding {
	unsigned rule;     /* enum otfp_rule_id */
	unsigned severity; /* enum otfp_severity, not OFF */
	const struct otfp_error
		*error; /* a report of the reader, with the place in its text; NULL: a finding with an origin, ... */
	struct otfp_origin origin;
	int has_origin;
	const char *text;   /* ... and this is the message without a place */
	const char *whose;  /* "process 7 'rank 7'" if it has a time and `text` does not name the process, or NULL */
	uint64_t more;      /* not 0: the number of further findings of the rule; only rule and severity are set */
	uint64_t time;      /* ticks, if is_in_time */
	uint32_t process;   /* if is_in_time */
	uint8_t is_in_time; /* the finding has a time and a process */
};

struct otfp_check_options {
	uint8_t severity[OTFP_NRULES]; /* enum otfp_severity */
	int is_on_disk;                /* a trace on disk: the reader checks its files, and definitions come first */
	const struct otfp_header *header;
	/* Set *o to the place of the record that otfp_check_add is given. */
	void (*origin)(void *ctx, const struct otfp_record *rec, struct otfp_origin *o);
	/* Called for each finding. @return nonzero to stop: no further calls, see otfp_check_stopped */
	int (*found)(void *ctx, const struct otfp_finding *f);
	void *ctx;
};

struct otfp_check;

enum { OTFP_PLACE_MAX = 4096 };

/* The place of a finding. */
struct otfp_finding_at {
	char path[OTFP_PLACE_MAX]; /* of the file; else the name of the trace */
	uint64_t line;             /* 0 = unknown */
};

/** Find the place of a finding that is no count of further ones. @param src  of the trace, NULL while it is being
 * opened. @param name  of the trace */
void otfp_finding_place(const struct otfp_finding *f, const struct otfp_source *src, const char *name,
                        struct otfp_finding_at *at);

/** Start a check. *o is copied; what it points to must outlive the check. @return NULL when memory is out */
struct otfp_check *otfp_check_begin(const struct otfp_check_options *o);
/**
 * Describe the input; call before the first record.
 * @param h           header; must outlive the check
 * @param is_on_disk  a trace on disk: the reader reports what is wrong with its files, and its definitions come first
 */
void otfp_check_source(struct otfp_check *c, const struct otfp_header *h, int is_on_disk);
/** Take an error that the reader reported or failed with. @return 1 if it is a finding, 0 if the input is not the cause
 */
int otfp_check_error(struct otfp_check *c, const struct otfp_error *e);
/** Take n records or control lines, in the order of the stream. @return 0, or -1 when memory is out */
int otfp_check_add(struct otfp_check *c, const struct otfp_record *const *recs, size_t n);
/** After the last record: find what is open or undefined. is_whole 0: the reading ended early, so that is unknown.
 * @return 0, or -1 when memory is out */
int otfp_check_end(struct otfp_check *c, int is_whole);
/** Whether `found` has asked to stop. */
int otfp_check_stopped(const struct otfp_check *c);
/** The number of findings so far with at least that severity, including those that were only counted. */
uint64_t otfp_check_count(const struct otfp_check *c, unsigned severity);
/** The first token >= `from` > 0 that no DefMarker seen so far defines. */
uint32_t otfp_check_free_marker(const struct otfp_check *c, uint32_t from);
/** Free c, which may be NULL. */
void otfp_check_release(struct otfp_check *c);
#endif
