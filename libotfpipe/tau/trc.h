/*
 * trc.h - a file of TAU records, read by number.
 */
#ifndef OTFP_TAU_TRC_H
#define OTFP_TAU_TRC_H
#include "tau/layout.h"

struct otfp_trc {
	struct otfp_file_h *file;
	enum otfp_tau_layout layout;
	int is_told;    /* its first record says the layout; 0 = it is guessed */
	uint64_t count; /* whole records */
	uint32_t rest;  /* bytes behind them: the file was cut, or is of another layout */
};

/** Open within the budget and find the layout. @param edf  its definitions, or NULL. An empty file has count 0.
 * @return 0 or <0, errno is left set on a file that cannot be opened */
int otfp_trc_open(struct otfp_trc *t, struct otfp_files *files, const char *path, const struct otfp_edf *edf,
                  struct otfp_error *err);
/** The bytes of up to n records from number `at` on, to p, which has room for n * otfp_tau_size(layout).
 * @return how many, 0 behind the last; <0 */
ssize_t otfp_trc_read(struct otfp_trc *t, char *p, size_t n, uint64_t at);
/** The same, decoded: `raw` has room for n records as they are in the file. */
ssize_t otfp_trc_records(struct otfp_trc *t, struct otfp_tau_record *records, char *raw, size_t n, uint64_t at);
/** n records at p, decoded. */
void otfp_trc_decode(const struct otfp_trc *t, struct otfp_tau_record *records, const char *p, size_t n);
void otfp_trc_close(struct otfp_trc *t); /* t may be all zero */
#endif
