/* page.h - the page of a report: one HTML file with its style sheet and its script, and nothing else. */
#ifndef OTFP_CMD_REPORT_PAGE_H
#define OTFP_CMD_REPORT_PAGE_H
#include "cmd/report/detail.h"
#include "cmd/report/found.h"
#include "cmd/report/html.h"
#include "facts/facts.h"
#include "wait/wait.h"
#include "cmd/run/report/report.h"

/* What the page is about. Zero-filled, then by its members; `html` last. */
struct otfp_page {
	struct otfp_html html;
	const char *title;                          /* NULL: the name of the trace */
	size_t rows;                                /* of a table, at most */
	struct otfp_info info;                      /* of the whole trace */
	struct otfp_findings found;                 /* in the whole trace */
	struct otfp_buf selection;                  /* the command line if it selects a part of the trace; else empty */
	struct otfp_profile profile;                /* of the selection: all tables, each by its own key */
	struct otfp_profile paths;                  /* calls by path */
	int (*wanted)(void *ctx, uint32_t process); /* whether a process is selected; NULL: all are */
	void *wanted_ctx;
	struct otfp_profile shares;       /* calls by process and group */
	struct otfp_wait_engine *waits;   /* of the selection, by function */
	struct otfp_detail detail;        /* of the selection: the timeline */
	struct otfp_report report;        /* of profile */
	struct otfp_report_choice choice; /* all of it */
};

/** Free what the page owns. */
void otfp_page_release(struct otfp_page *p);
/** Write the page after the end of its models. @return 0, or <0 with the error of otfp_pen_init filled */
int otfp_page_write(struct otfp_page *p);

/* ---- sections: each writes itself; errors are in html.pen.code ---- */

/** Begin a section. @param id  of its anchor */
void otfp_page_section(struct otfp_page *p, const char *id, const char *title);
/** End it. */
void otfp_page_section_end(struct otfp_page *p);
/** What the trace is. */
void otfp_page_about(struct otfp_page *p);
/** What the check found. */
void otfp_page_health(struct otfp_page *p);
/** The processes of the trace. */
void otfp_page_processes(struct otfp_page *p);
/** The rows of a table of the report. @return NULL if it has none */
const struct otfp_block *otfp_page_block(const struct otfp_page *p, unsigned table);
/** A table of the report, which has rows. */
void otfp_page_table(struct otfp_page *p, unsigned table);
/** What each process does, in time. */
void otfp_page_timeline(struct otfp_page *p);
/** @return whether there is communication for otfp_page_waits */
int otfp_page_has_waits(const struct otfp_page *p);
/** Efficiencies, and waits by kind and function. */
void otfp_page_waits(struct otfp_page *p);
/** @return whether there are calls for otfp_page_flame */
int otfp_page_has_flame(const struct otfp_page *p);
/** The flame graph of the call paths. */
void otfp_page_flame(struct otfp_page *p);
/** The picture of the time by process and group. */
void otfp_page_shares(struct otfp_page *p);
/** The picture of the values of counters; nothing if there are none. */
void otfp_page_counters(struct otfp_page *p);
/** Calls by group of functions, with otfp_page_shares. */
void otfp_page_groups(struct otfp_page *p);
/** The picture of the messages by sender and receiver. */
void otfp_page_matrix(struct otfp_page *p);

/* ---- tables ---- */

/** Begin a table of rows that the script sorts and searches. @param n  rows that follow. @param all  rows that there
 * are. @param how  the command that lists all, if n < all */
void otfp_page_table_begin(struct otfp_page *p, const char *caption, size_t n, size_t all, const char *how);
/** Put the head of a column. @param is_number  its values are numbers */
void otfp_page_column(struct otfp_page *p, const char *name, int is_number);
/** End the head, begin the rows. */
void otfp_page_head_end(struct otfp_page *p);
/** End the table. */
void otfp_page_table_end(struct otfp_page *p);
/** Begin the cell of a number, with its exact value for the script. */
void otfp_page_cell(struct otfp_page *p, otfp_wide value);
/** Put the cell of a percentage, with a bar. */
void otfp_page_percent(struct otfp_page *p, double percent);
/** Put the name of a definition, or its token if it has none. @param space  enum otfp_named */
void otfp_page_name(struct otfp_page *p, unsigned space, otfp_ref ref);
/** The same as text of a tooltip. */
void otfp_page_tip(struct otfp_page *p, unsigned space, otfp_ref ref);
#endif
