/* print.h - the output of otf-check(1): findings as text, JSON or marker lines, and the list of rules. */
#ifndef CMD_CHECK_PRINT_H
#define CMD_CHECK_PRINT_H
#include "base/arena.h"
#include "base/json.h"
#include "check/check.h"
#include "cmd/check/run.h"
#include <stdio.h>

enum { CHECK_FAILED = 4 }; /* exit status of otf-check for its own failure */

/* A finding that is printed as a marker at the end, when free tokens for markers are known. */
struct check_mark {
	struct check_mark *next;
	unsigned severity;
	uint64_t time;
	uint32_t process;
	char *text;
};

/* Zero-fill it, then set quiet, json and markers. */
struct check_printer {
	int quiet, json, markers;
	const char *name;              /* of the trace */
	const struct otfp_source *src; /* of the trace; NULL while it is being opened */
	int findings;                  /* printed so far, of this trace */
	char failure[1200];            /* why the check of this trace failed; "": it did not */
	struct otfp_json doc;          /* the document of all traces; out is NULL before it begins */
	struct otfp_arena arena;       /* owns the marks */
	struct check_mark *marks, **last;
};

/** Begin a trace. @param name  must be valid until check_print_end */
void check_print_begin(struct check_printer *p, const char *name);
/** Print a finding of the current trace, or keep it as a mark. @return 0, or -1 when memory is out */
int check_print(struct check_printer *p, const struct otfp_finding *f);
/** End a trace, after its last finding. @param c  NULL if there is none; p->failure says why */
void check_print_end(struct check_printer *p, const struct otfp_check *c);
/** End the output, after the last trace. */
void check_print_all(struct check_printer *p);
/** Free what p owns. */
void check_printer_release(struct check_printer *p);

/** Set severity[OTFP_NRULES] to the defaults, changed by --rule. @return 0, or 2 after reporting the usage error */
int check_severities(uint8_t *severity, const struct check_options *o);
/** Print all rules, or the rule `name` if it is not "". @return the exit status */
int check_print_rules(const uint8_t *severity, const char *name);
/** Flush standard output. @return 0, or CHECK_FAILED after reporting a write error */
int check_flush(void);
/** The word for an OTFP_SEVERITY_...: "off", "warning" or "error". */
const char *severity_name(unsigned severity);
#endif
