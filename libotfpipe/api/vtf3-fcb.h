/* vtf3-fcb.h - the inside of vtf3.h: what is behind an fcb. */
#ifndef OTFP_VTF3_FCB_H
#define OTFP_VTF3_FCB_H
#include "base/error.h"
#include "vtf3/record.h"
#include "vtf3.h"

enum vtf3_kind { VTF3_FILE_OUTPUT = 1, VTF3_MEMORY_OUTPUT, VTF3_FILE_INPUT, VTF3_MEMORY_INPUT };

/* The first member of all. */
struct vtf3_fcb {
	enum vtf3_kind kind;
	enum otfp_vtf3_format format; /* of inputs: as asked for, or told by the header */
	int failed;                   /* err says why, error is its errno */
	int error;
	struct otfp_error err;
};

/** The fcb has failed, for the reason that err says; error is 0 or an errno. @return -1 */
int vtf3_fail(struct vtf3_fcb *f, int error);
/** For an open function that failed. @return NULL, errno is error */
void *vtf3_not_open(int error);
/** Whether there is such a format to write, or to read from memory. */
int vtf3_is_format(int format);

/* ---- output ---- */

/** One record to the file of the fcb. @return bytes, or -1 */
int vtf3_write(void *fcb, const struct otfp_vtf3_record *rec);
/** One record to the memory of the fcb. @return NULL if it cannot be */
VTF3_rec_t *vtf3_compose(void *fcb, const struct otfp_vtf3_record *rec);
/** Free, after writing what is buffered. @return 0, or -1 with errno */
int vtf3_close_output(struct vtf3_fcb *f);

/* ---- input ---- */

int vtf3_query_input(const struct vtf3_fcb *f);
/** @return 0, or -1 with errno if it could not be read */
int vtf3_close_input(struct vtf3_fcb *f);

/* ---- records, by enum otfp_vtf3_type ---- */

/** Whether that handler is the copy handler of the type. */
int vtf3_is_copy_handler(VTF3_handler_t handler, unsigned type);
/** Call the handler with what rec says. @return what it returns */
int vtf3_call(VTF3_handler_t handler, void *firsthandlerarg, const struct otfp_vtf3_record *rec);
#endif
