/* print.h - what otf-check prints: findings as text, JSON or marker lines; its rules. */
#ifndef OTFP_CMD_CHECK_PRINT_H
#define OTFP_CMD_CHECK_PRINT_H
#include "base/arena.h"
#include "base/json.h"
#include "check/check.h"
#include "cmd/check/run.h"
#include <stdio.h>

enum { OTFP_CHECK_FAILED = 4 }; /* exit status of otf-check for its own failure */

/* A finding that becomes a marker when the tokens of markers are known. */
struct otfp_check_mark {
	struct otfp_check_mark *next;
	unsigned severity;
	uint64_t time;
	uint32_t process;
	char *text;
};

/* Zero-filled, then quiet, json and markers, is valid. */
struct otfp_check_printer {
	int quiet, json, markers;
	const char *name;              /* of the trace */
	const struct otfp_source *src; /* NULL while it is being opened */
	int findings;                  /* of this trace, printed */
	struct otfp_json doc;          /* all traces, once it has begun */
	struct otfp_arena arena;
	struct otfp_check_mark *marks, **last;
};

void otfp_check_print_begin(struct otfp_check_printer *p, const char *name);
/** @return 0, or -1 when memory is out */
int otfp_check_print(struct otfp_check_printer *p, const struct otfp_finding *f);
/** Behind the last finding of a trace. @return 0, or -1 when memory is out */
int otfp_check_print_end(struct otfp_check_printer *p, const struct otfp_check *c);
/** Behind the last trace. */
void otfp_check_print_all(struct otfp_check_printer *p);
void otfp_check_printer_release(struct otfp_check_printer *p);

/** What --rule says into severity[OTFP_NRULES]. @return 0, or 2 after telling the usage error */
int otfp_check_severities(uint8_t *severity, const struct otfp_checking *o);
/** The rules, or the one of that name if it is not "". @return exit status */
int otfp_check_print_rules(const uint8_t *severity, const char *name);
/** @return 0, or OTFP_CHECK_FAILED after telling that standard output fails */
int otfp_check_flush(void);
const char *otfp_severity_name(unsigned severity);
#endif
