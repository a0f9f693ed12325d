/*
 * scan.h - records out of VTF3 files of all four formats, or out of memory.
 *
 *     otfp_vtf3_scan_open -> otfp_vtf3_scan_next ... -> otfp_vtf3_scan_close
 *     otfp_vtf3_scan_open_memory -> (otfp_vtf3_scan_feed -> otfp_vtf3_scan_next ... until OTFP_END) ... -> close
 *
 * The format is told by the header; without one it is Legacy ASCII, whatever the bytes (the report, section 3).
 * Files may be put together with cat: headers in the middle are passed over. What is no record, or is one with
 * values that cannot be, comes as Unrecognizable with its bytes, and reading goes on: in ASCII with the next line,
 * in binary behind the record if its length is plausible, else at the next header. Nothing is refused but by the
 * system: a line over 16 MiB, a failing disk, corrupt gzip.
 *
 * Old records come as they are (Exchange_obsol, Defstate_obsol, Defact_obsol) with activity tokens and names both
 * filled in; legacy.h makes Downto, Upto, Defstate and Defact of them.
 *
 * Memory: the input's window, and up to eight times the largest record, which is 8 MiB at most (a line 16 MiB).
 */
#ifndef OTFP_VTF3_SCAN_H
#define OTFP_VTF3_SCAN_H
#include "io/input.h"
#include "vtf3/record.h"

struct otfp_vtf3_scanner;

/** Scan `in`, opened with OTFP_DETECT_GZIP so that .gz is read by content; it belongs to the scanner from now on,
 * also when this fails. Nothing is read yet. @return 0 or <0 */
int otfp_vtf3_scan_open(struct otfp_vtf3_scanner **s, struct otfp_input *in, struct otfp_error *err);
/** A scanner of records in memory, of that format whatever they begin with (a header is passed over). */
int otfp_vtf3_scan_open_memory(struct otfp_vtf3_scanner **s, enum otfp_vtf3_format format, struct otfp_error *err);
/** The next bytes, copied; the ones before must have been read up to OTFP_END. They hold whole records. @return 0 or <0
 */
int otfp_vtf3_scan_feed(struct otfp_vtf3_scanner *s, const void *p, size_t n);
/**
 * The next record, a view that is valid until the next call.
 * @return 0; OTFP_END; <0 with the message in the error given on opening: OTFP_EFAIL, OTFP_EINTR, OTFP_EDAMAGE for
 * corrupt gzip or a line that is too long
 */
int otfp_vtf3_scan_next(struct otfp_vtf3_scanner *s, const struct otfp_vtf3_record **rec);
/** What the header says; before the first otfp_vtf3_scan_next it looks at the first bytes. @return <0 on error */
int otfp_vtf3_scan_format(struct otfp_vtf3_scanner *s);
/** Bytes used so far, unpacked, headers included. */
uint64_t otfp_vtf3_scan_bytes(const struct otfp_vtf3_scanner *s);
/** Records given so far, without those that stand in no file (OTFP_VTF3_IMPLIED). */
uint64_t otfp_vtf3_scan_records(const struct otfp_vtf3_scanner *s);
/** Byte at which the last record given begins, unpacked, from 0. */
uint64_t otfp_vtf3_scan_at(const struct otfp_vtf3_scanner *s);
/** Line at which it begins, from 1; 0 in binary. */
uint64_t otfp_vtf3_scan_line(const struct otfp_vtf3_scanner *s);
/** Why the last record given is Unrecognizable, a constant text. */
const char *otfp_vtf3_scan_why(const struct otfp_vtf3_scanner *s);
/** After OTFP_END of a file: 1 if it ends inside a binary record (which came as Unrecognizable); 2 if its last line
 * has no newline: it was read as any other, since the original Pallas writer could leave one so, but it may be cut;
 * else 0. */
int otfp_vtf3_scan_is_cut(const struct otfp_vtf3_scanner *s);
void otfp_vtf3_scan_close(struct otfp_vtf3_scanner *s); /* may be NULL */
#endif
