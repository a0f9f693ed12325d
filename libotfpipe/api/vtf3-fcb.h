/* vtf3-fcb.h - the inside of vtf3.h: the fcb, the file control block of the VTF3 report. */
#ifndef OTFP_VTF3_FCB_H
#define OTFP_VTF3_FCB_H
#include "base/error.h"
#include "vtf3/record.h"
#include "vtf3.h"

enum vtf3_kind { VTF3_FILE_OUTPUT = 1, VTF3_MEMORY_OUTPUT, VTF3_FILE_INPUT, VTF3_MEMORY_INPUT };

/* First member of struct input and struct output. */
struct vtf3_fcb {
	enum vtf3_kind kind;
	enum otfp_vtf3_format format; /* of an input: given by the caller or found in the header */
	int failed;                   /* err has the reason, error is its errno */
	int error;
	struct otfp_error err;
};

/** Mark the fcb as failed; f->err has the message, error is 0 or an errno. @return -1 */
int vtf3_fail(struct vtf3_fcb *f, int error);
/** Set errno to error. @return NULL, for an open function that failed */
void *vtf3_not_open(int error);
/** Whether format is one that can be written, or read from memory. */
int vtf3_is_format(int format);

/* ---- output ---- */

/** Write one record to the file of the fcb. @return bytes, or -1 */
int vtf3_write(void *fcb, const struct otfp_vtf3_record *rec);
/** Compose one record in the memory of the fcb, valid until the next. @return NULL on failure */
VTF3_rec_t *vtf3_compose(void *fcb, const struct otfp_vtf3_record *rec);
/** Write the buffer and free the fcb. @return 0, or -1 with errno */
int vtf3_close_output(struct vtf3_fcb *f);

/* ---- input ---- */

/** The format of an input as VTF3_QueryFormat returns it. */
int vtf3_query_input(const struct vtf3_fcb *f);
/** Free the fcb. @return 0, or -1 with errno if reading had failed */
int vtf3_close_input(struct vtf3_fcb *f);

/* ---- records, by enum otfp_vtf3_type ---- */

/** Whether the handler is the copy handler (VTF3_Write<name>) of the type. */
int vtf3_is_copy_handler(VTF3_handler_t handler, unsigned type);
/** Call the handler with the arguments of rec. @return its result */
int vtf3_call(VTF3_handler_t handler, void *firsthandlerarg, const struct otfp_vtf3_record *rec);
#endif
