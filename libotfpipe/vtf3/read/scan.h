/*
 * scan.h - reads records from VTF3 files of all four formats, or from memory.
 *
 *     otfp_vtf3_scan_open -> otfp_vtf3_scan_next ... -> otfp_vtf3_scan_close
 *     otfp_vtf3_scan_open_memory -> (otfp_vtf3_scan_feed -> otfp_vtf3_scan_next ... until OTFP_END) ... -> close
 *
 * The header determines the format; without a header it is Legacy ASCII, whatever the bytes (VTF3 report, section 3).
 * Files may be joined with cat: headers in the middle are skipped. Bytes that are no record, or a record with
 * impossible values, come as Unrecognizable, and reading continues: in ASCII with the next line, in binary after the
 * record if its length is plausible, else at the next header. Only these are errors: a line over 16 MiB, a read error,
 * corrupt gzip.
 *
 * Old records come unchanged (Exchange_obsol, Defstate_obsol, Defact_obsol), but with both activity tokens and names;
 * legacy.h converts them to Downto, Upto, Defstate and Defact.
 *
 * Memory: the window of the input, and up to eight times the largest record (8 MiB at most; a line 16 MiB).
 */
#ifndef OTFP_VTF3_READ_SCAN_H
#define OTFP_VTF3_READ_SCAN_H
#include "io/input.h"
#include "vtf3/record.h"

struct otfp_vtf3_scanner;

/**
 * Scan `in`, which must be opened with OTFP_DETECT_GZIP to read .gz by content. The scanner owns `in` from now on,
 * also on failure. Reads nothing yet. @return 0 or <0
 */
int otfp_vtf3_scan_open(struct otfp_vtf3_scanner **s, struct otfp_input *in, struct otfp_error *err);
/** Scan records from memory in this format, whatever the first bytes are (a header is skipped). @return 0 or <0 */
int otfp_vtf3_scan_open_memory(struct otfp_vtf3_scanner **s, enum otfp_vtf3_format format, struct otfp_error *err);
/**
 * Add bytes, which are copied and must be whole records. The earlier bytes must be read up to OTFP_END. @return 0 or
 * <0
 */
int otfp_vtf3_scan_feed(struct otfp_vtf3_scanner *s, const void *p, size_t n);
/**
 * Read the next record, valid until the next call.
 * @return 0; OTFP_END; <0 with the message in the error given on opening: OTFP_EFAIL, OTFP_EINTR, OTFP_EDAMAGE for
 *   corrupt gzip or a line that is too long
 */
int otfp_vtf3_scan_next(struct otfp_vtf3_scanner *s, const struct otfp_vtf3_record **rec);
/** The format, from the header; reads the first bytes if needed. @return enum otfp_vtf3_format, <0 on error */
int otfp_vtf3_scan_format(struct otfp_vtf3_scanner *s);
/** Number of bytes used so far, uncompressed, with headers. */
uint64_t otfp_vtf3_scan_bytes(const struct otfp_vtf3_scanner *s);
/** Number of records returned so far, without those that are not in the file (OTFP_VTF3_IMPLIED). */
uint64_t otfp_vtf3_scan_records(const struct otfp_vtf3_scanner *s);
/** Byte offset of the last record returned, uncompressed, from 0. */
uint64_t otfp_vtf3_scan_at(const struct otfp_vtf3_scanner *s);
/** Line number of the last record returned, from 1; 0 in binary. */
uint64_t otfp_vtf3_scan_line(const struct otfp_vtf3_scanner *s);
/** Why the last record returned is Unrecognizable; a constant text. */
const char *otfp_vtf3_scan_why(const struct otfp_vtf3_scanner *s);
/**
 * After OTFP_END of a file: 1 if it ends inside a binary record (which was returned as Unrecognizable); 2 if its last
 * line has no newline, which the original Pallas writer could cause, but which may also be a cut; else 0.
 */
int otfp_vtf3_scan_is_cut(const struct otfp_vtf3_scanner *s);
/** Close the scanner and its input; s may be NULL. */
void otfp_vtf3_scan_close(struct otfp_vtf3_scanner *s);
#endif
