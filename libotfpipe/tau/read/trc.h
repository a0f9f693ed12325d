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
/**
 * Read the bytes of up to n records from number `at` on into p, which has room for n * otfp_tau_size(layout). @return
 * the number of records, 0 after the last; <0
 */
ssize_t otfp_trc_read(struct otfp_trc *t, char *p, size_t n, uint64_t at);
/** The same, decoded. `raw` has room for n records as in the file. */
ssize_t otfp_trc_records(struct otfp_trc *t, struct otfp_tau_record *records, char *raw, size_t n, uint64_t at);
/** Decode n records at p. */
void otfp_trc_decode(const struct otfp_trc *t, struct otfp_tau_record *records, const char *p, size_t n);
/** Close the file; t may be zero-filled. */
void otfp_trc_close(struct otfp_trc *t);
#endif
