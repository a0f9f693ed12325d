/*
 * write.h - writes one record as bytes of any of the four formats.
 *
 * The caller owns the file: it writes otfp_vtf3_header() first, then what otfp_vtf3_compose() appends.
 *
 * Profiles PLAIN and FULL write each record as it is, so that everything can be read back; they differ in records.h
 * only. Where the original record type numbers are lost, they use our own. Profile COMPAT writes records that have an
 * old form in that form, which any reader of the Pallas format understands: Defact as DEFTOKEN, Defstate as SYMBOL,
 * Downto, Upfrom, Upto and Exchange as EXCHANGE. It writes others as they are; such readers skip them by length. Legacy
 * ASCII is always COMPAT and refuses records that it has no line for.
 *
 * Numbers are clipped as in clip.h. Activity tokens of Defact and Defstate are one more in the old form, where 0 means
 * none; legacy.h subtracts 1 again.
 */
#ifndef OTFP_VTF3_WRITE_WRITE_H
#define OTFP_VTF3_WRITE_WRITE_H
#include "base/buf.h"
#include "vtf3/record.h"
#include <sys/types.h>

struct otfp_vtf3_writer;

/** The header of a file of this format, n bytes (8; 0 for Legacy ASCII). A constant. */
const char *otfp_vtf3_header(enum otfp_vtf3_format format, size_t *n);
/** Make a writer; err also gets the messages of compose. @return 0 or <0 */
int otfp_vtf3_writer_new(struct otfp_vtf3_writer **w, enum otfp_vtf3_format format, enum otfp_vtf3_profile profile,
                         struct otfp_error *err);
/**
 * Append one record, with its newline in ASCII. Slots that are no arguments of VTF3_Write<name> may be as in
 * otfp_vtf3_record_init(); text needs no NUL. Unrecognizable becomes a Comment that shows it. An old record that has
 * only the name (binary) or only the token (ASCII) of its activity gets the other from earlier Defact_obsol and
 * Defstate_obsol records; a new name is declared first.
 * @return bytes appended; 0 if other lines carry it (Legacy ASCII: Defact, Defscl); <0 with nothing appended:
 *   OTFP_EUSAGE if the format cannot contain it (text over 65535 bytes in binary, negative counts, no line in Legacy
 *   ASCII), OTFP_EFAIL when memory is out
 */
ssize_t otfp_vtf3_compose(struct otfp_vtf3_writer *w, const struct otfp_vtf3_record *rec, struct otfp_buf *b);
/**
 * Number of things that Legacy ASCII has no place for: bytes of text that became blanks or ', and source locations
 * that are not one file and line.
 */
uint64_t otfp_vtf3_writer_lost(const struct otfp_vtf3_writer *w);
/** Free the writer; w may be NULL. */
void otfp_vtf3_writer_free(struct otfp_vtf3_writer *w);
#endif
