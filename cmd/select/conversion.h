/*
 * conversion.h - the frame of commands that convert the records that are selected to a file of another kind: the
 * selection, the file, the error of what converts, the counts that are reported at the end.
 *
 * The struct is the first member of the ctx of the stage, so that a pointer to the one is a pointer to the other.
 */
#ifndef CMD_SELECT_CONVERSION_H
#define CMD_SELECT_CONVERSION_H
#include "cmd/select/show.h"
#include "commit/newfile.h"

/* Zero-filled, then conversion_init. */
struct conversion {
	struct show show;
	struct otfp_newfile file;
	const char *output;    /* "-" = stdout */
	unsigned flags;        /* OTFP_NEWFILE_* */
	struct otfp_error err; /* of what converts, while there is no other */
	int is_odd;            /* with --strict the exit status is 1 */
};

/* How a count is reported. */
enum conversion_count {
	CONVERSION_NOTE, /* with -v */
	CONVERSION_WARNING,
	CONVERSION_ODD /* a warning, and is_odd */
};

/** Fill c, and what the job needs to know of it. @param flags  OTFP_NEWFILE_* */
void conversion_init(struct conversion *c, struct job *job, struct selection *select, const char *output,
                     unsigned flags);
/** Open the file, after show_begin. @return 0 or <0 */
int conversion_open(struct conversion *c, struct otfp_error *err);
/** Copy an error of what converts to that of the stage. @return code */
int conversion_pass_on(const struct conversion *c, int code, struct otfp_error *err);
/** After show_begin: whether the records are not all of the trace, so that what is open at the edges is not odd. */
int conversion_is_part(const struct conversion *c);
/** show_wanted and show_window, for the stage. */
int conversion_wanted(void *c, uint32_t process);
int conversion_window(void *c, uint64_t *from, uint64_t *to, int *has_to);
/** Report a count, unless it is 0. */
void conversion_count(struct conversion *c, const char *what, uint64_t n, enum conversion_count how);
/** Run the job. @return the exit status */
int conversion_run(struct conversion *c, struct job *job);
/** The exit status after a run with this one: with --strict 1 if something was odd. */
int conversion_status(const struct conversion *c, const struct job *job, int status);
#endif
