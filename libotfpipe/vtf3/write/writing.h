/*
 * writing.h - the inside of the writer. write.c selects what to write; write-binary.c, write-text.c and write-fast.c
 * encode one record each.
 */
#ifndef OTFP_VTF3_WRITE_WRITING_H
#define OTFP_VTF3_WRITE_WRITING_H
#include "base/error.h"
#include "vtf3/activities.h"
#include "vtf3/write/compat.h"
#include "vtf3/table.h"
#include "vtf3/write/write.h"
#include <string.h>

struct otfp_vtf3_writer {
	enum otfp_vtf3_format format;
	int compat;
	struct otfp_error *err;
	struct otfp_vtf3_activities activities; /* of old records */
	struct otfp_vtf3_compat old;            /* state of profile COMPAT */
	uint64_t lost;
	uint16_t room[OTFP_VTF3_NTYPES]; /* maximum bytes of a record; 0: it varies, or there is none */
};

/** Write rec as Standard Binary at p, where the caller made room (write.c). @return the byte after it */
char *otfp_vtf3_put_binary(char *p, const struct otfp_vtf3_record *rec);
/** The same as a line of Fast ASCII. */
char *otfp_vtf3_put_fast(char *p, const struct otfp_vtf3_record *rec);
/** The same as a line of Standard or Legacy ASCII. */
char *otfp_vtf3_put_text(struct otfp_vtf3_writer *w, char *p, const struct otfp_vtf3_record *rec);
enum { OTFP_VTF3_RAW = 1, OTFP_VTF3_QUOTED = 2 };
/**
 * Write text as in a line, without the quotes. QUOTED: the caller adds quotes. RAW: no escapes; bytes that cannot be
 * written become a blank or ' and are counted in *lost. p needs room for 2 * n bytes.
 */
char *otfp_vtf3_put_escaped(char *p, const char *s, size_t n, unsigned how, uint64_t *lost);
/** Write n bytes as 2 * n hex digits. */
char *otfp_vtf3_put_hexbytes(char *p, const void *bytes, size_t n);
#endif
