/* page.h - the page of a report: one HTML file with its style sheet and its script, and nothing else. */
#ifndef CMD_REPORT_PAGE_H
#define CMD_REPORT_PAGE_H
#include "cmd/picture/colors.h"
#include "cmd/page/detail.h"
#include "cmd/report/found.h"
#include "cmd/report/html.h"
#include "cmd/report/lost.h"
#include "facts/facts.h"
#include "cmd/table/listing.h"

/* What the page is about. Zero-filled, then by its members; `html` last. */
struct page {
	struct html html;
	const char *title;                          /* NULL: the name of the trace */
	size_t rows;                                /* of a table, at most */
	struct otfp_info info;                      /* of the whole trace */
	struct findings found;                      /* in the whole trace */
	struct otfp_buf selection;                  /* the command line if it selects a part of the trace; else empty */
	struct otfp_profile profile;                /* of the selection: all tables, each by its own key */
	struct otfp_profile paths;                  /* calls by path */
	int (*wanted)(void *ctx, uint32_t process); /* whether a process is selected; NULL: all are */
	void *wanted_ctx;
	int is_part;                  /* some are not */
	struct otfp_profile shares;   /* calls by process and group */
	struct lost lost;             /* of the selection: waits by function, causes, the critical path */
	struct detail detail;         /* of the selection: the timeline */
	struct listing report;        /* of profile */
	struct listing_choice choice; /* all of it */
	struct table table;           /* that is being written */
	uint64_t from, to;            /* ticks: its next instant is a link to there in the timeline, if from < to */
	struct colors colors;         /* of all pictures */
	struct matrix *matrix;        /* squares of the pairs that are no more in the profile; NULL: none */
	int lost_pairs;               /* memory was out for them */
};

/** Free what the page owns. */
void page_release(struct page *p);
/** Write the page after the end of its models. @return 0, or <0 with the error of pen_init filled */
int page_write(struct page *p);

/* ---- sections: each writes itself; errors are in html.pen.code ---- */

/** At most three sentences: what the run loses. Nothing if the trace has no calls. */
void page_words(struct page *p);
/** What the trace is. */
void page_about(struct page *p);
/** What the check found. */
void page_health(struct page *p);
/** The processes of the trace. */
void page_processes(struct page *p);
/** The rows of a table of the report. @return NULL if it has none */
const struct column_block *page_block(const struct page *p, unsigned table);
/** A table of the report, which has rows. */
void page_table(struct page *p, unsigned table);
/** What each process does, in time. */
void page_timeline(struct page *p);
/** @return whether there is communication for page_waits */
int page_has_waits(const struct page *p);
/** Efficiencies, and waits by kind and function. */
void page_waits(struct page *p);
/** @return whether there are rows for page_causes */
int page_has_causes(const struct page *p);
/** The root causes of waits by process and function, with a place in the timeline each. */
void page_causes(struct page *p);
/** @return whether there are rows for page_path */
int page_has_path(const struct page *p);
/** The critical path by process and function, in the same way. */
void page_path(struct page *p);
/** @return whether there are calls for page_flame */
int page_has_flame(const struct page *p);
/** The flame graph of the call paths. */
void page_flame(struct page *p);
/** The picture of the time by process and group. */
void page_shares(struct page *p);
/** The picture of the values of counters; nothing if there are none. */
void page_counters(struct page *p);
/** Calls by group of functions, with page_shares. */
void page_groups(struct page *p);
/** Take a row of pairs that the profile folds: otfp_profile_options.take_pair with the page as its ctx. It becomes a
 * part of a square of the picture. @return 0 */
int page_take_pair(void *page, const struct otfp_row *row);
/** Free the squares of the picture; NULL is none. */
void page_matrix_release(struct matrix *m);
/** The picture of the messages by sender and receiver. */
void page_matrix(struct page *p);

/* ---- tables ---- */

/** Tables as HTML that the script sorts and searches; `ctx` is the page. */
extern const struct table_form page_form;
/** Begin a table of p. @param shown  rows that follow. @param all  rows that there are. @param how  the command that
 * lists all, if they are more. @return the table, for columns and cells */
struct table *page_table_begin(struct page *p, const char *name, size_t shown, size_t all, const char *how);
/** Put the cell of a definition: its name, or its token if it has none. @param space  enum otfp_named */
void page_name(struct page *p, unsigned space, otfp_ref ref);
/** Put the same as text of a tooltip, in no cell. */
void page_tip(struct page *p, unsigned space, otfp_ref ref);
#endif
