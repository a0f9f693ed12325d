/* trc.h - reads a file of TAU records by record number. */
#ifndef OTFP_TAU_READ_TRC_H
#define OTFP_TAU_READ_TRC_H
#include "tau/layout.h"

struct otfp_trc {
	struct otfp_file_h *file;
	enum otfp_tau_layout layout;
	int is_sure;    /* the first record determines the layout; 0: it is a guess */
	uint64_t count; /* whole records */
	uint32_t rest;  /* bytes after them: the file is truncated, or has another layout */
};

/**
 * Open a file within the budget and detect its layout. An empty file has count 0.
 * @param edf  its definitions, or NULL
 * @return 0 or <0, with errno if the file cannot be opened
 */
int otfp_trc_open(struct otfp_trc *t, struct otfp_files *files, const char *path, const struct otfp_edf *edf,
                  struct otfp_error *err);
/** The same, decoded. `raw` has room for n records as in the file. */
ssize_t otfp_trc_records(struct otfp_trc *t, struct otfp_tau_record *records, char *raw, size_t n, uint64_t at);
/** Close the file; t may be zero-filled. */
void otfp_trc_close(struct otfp_trc *t);
#endif
