/*
 * write.h - one record as bytes of any of the four formats.
 *
 * The caller owns the file: it writes otfp_vtf3_header() first and then what otfp_vtf3_compose() appends.
 *
 * Profiles: FULL writes each record as what it is, with record types of our own where the real numbers are lost, so
 * that everything comes back as it was. COMPAT writes those that have an old twin as that (Defact as DEFTOKEN, Defstate
 * as DEFSYMBOL, Downto, Upfrom, Upto and Exchange as EXCHANGE), which any reader of the Pallas format understands;
 * all others as FULL does, to be skipped by length. Legacy ASCII is always COMPAT, and what has no line there is
 * refused.
 *
 * Numbers are clipped as clip.h says. Activity tokens of Defact and Defstate are one more in the old twins, where
 * 0 means none; legacy.h takes it off again.
 */
#ifndef OTFP_VTF3_WRITE_H
#define OTFP_VTF3_WRITE_H
#include "base/buf.h"
#include "vtf3/record.h"
#include <sys/types.h>

enum otfp_vtf3_profile { OTFP_VTF3_FULL, OTFP_VTF3_COMPAT };

struct otfp_vtf3_writer;

/** The first bytes of a file of that format, 8 of them; none of Legacy ASCII. */
const char *otfp_vtf3_header(enum otfp_vtf3_format format, size_t *n);
/** @return 0 or <0; err gets the messages of compose, too */
int otfp_vtf3_writer_new(struct otfp_vtf3_writer **w, enum otfp_vtf3_format format, enum otfp_vtf3_profile profile,
                         struct otfp_error *err);
/**
 * Append the record, with its newline in ASCII. Of slots that are no arguments of VTF3_Write<name> those of
 * otfp_vtf3_record_init() do; text may lack its NUL. Unrecognizable becomes a Comment that shows it.
 * An old record that gives its activity by name only in binary, or by token only in ASCII, gets the other by the
 * Defact_obsol and Defstate_obsol records written before; a name that is new is declared first.
 * @return bytes appended; 0 if other lines carry it (Legacy ASCII: Defact, Defscl); <0 with nothing appended:
 * OTFP_EUSAGE if it cannot be written (text over 65535 bytes in binary, negative counts, no line in Legacy ASCII),
 * OTFP_EFAIL when memory is out
 */
ssize_t otfp_vtf3_compose(struct otfp_vtf3_writer *w, const struct otfp_vtf3_record *rec, struct otfp_buf *b);
/** Things that got lost because Legacy ASCII has no place for them: bytes of text that became blanks or ', and
 * source locations that are not known as one file and line. */
uint64_t otfp_vtf3_writer_lost(const struct otfp_vtf3_writer *w);
void otfp_vtf3_writer_free(struct otfp_vtf3_writer *w); /* may be NULL */
#endif
