/* progress.h - a line on stderr: records, share done, rate, time left; before the first record, how long the command
 * has been reading. Updated at most twice a second. On a terminal it starts by itself after a second. */
#ifndef CMD_TEXT_PROGRESS_H
#define CMD_TEXT_PROGRESS_H
#include "otfpipe.h"

/* Auto: if standard error is a terminal. */
enum progress_when { PROGRESS_AUTO, PROGRESS_ON, PROGRESS_OFF };

struct progress {
	int on;
	int on_terminal;   /* the line is cleared at the end; elsewhere the final count stays */
	unsigned shown;    /* columns of the line on the terminal */
	uint64_t count;    /* records */
	uint64_t since_ms; /* CLOCK_MONOTONIC, as the next two: when it began */
	uint64_t begun_ms; /* since when records come */
	uint64_t last_ms;  /* when the line was last shown */
	const struct otfp_header *header;
};

/** Start to count. *p must stay until progress_end.
 * @param prints  the command prints on stdout while it reads: a progress line among its lines would disturb
 * @param h  for its span; must stay valid; NULL if no records come */
void progress_begin(struct progress *p, enum progress_when when, int prints, const struct otfp_header *h);
/** To be called now and then by what reads much before the first record, such as a sort: shows the line. @return
 * whether a signal came, as signal_came */
int progress_stop(void);
/** Show the line, if the last time is half a second ago. @param rec  for its time */
void progress_show(struct progress *p, const struct otfp_record *rec);
/** Before a message: clear the line, if there is one; it is shown again later. */
void progress_hide(void);
/** Count n more records; rec is the last of them. */
static inline void progress_step(struct progress *p, const struct otfp_record *rec, size_t n)
{
	uint64_t before = p->count;

	p->count += n;
	if (p->on && before >> 16 != p->count >> 16)
		progress_show(p, rec);
}
/** Clear the line, or show the final count where it is no terminal; before anything else is printed. May be repeated.
 */
void progress_end(struct progress *p);
#endif
