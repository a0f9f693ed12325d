/* writing.h - the inside of the writer: write.c chooses, write-binary.c, write-text.c and write-fast.c put one record.
 */
#ifndef OTFP_VTF3_WRITING_H
#define OTFP_VTF3_WRITING_H
#include "base/error.h"
#include "vtf3/activities.h"
#include "vtf3/compat.h"
#include "vtf3/table.h"
#include "vtf3/write.h"
#include <string.h>

struct otfp_vtf3_writer {
	enum otfp_vtf3_format format;
	int compat;
	struct otfp_error *err;
	struct otfp_vtf3_activities activities; /* of old records */
	struct otfp_vtf3_compat old;            /* what COMPAT has to know */
	uint64_t lost;
};

/* Each puts rec at p, where there is room (otfp_vtf3_room). @return first byte behind */
char *otfp_vtf3_put_binary(char *p, const struct otfp_vtf3_record *rec);
char *otfp_vtf3_put_fast(char *p, const struct otfp_vtf3_record *rec);
/** Standard or Legacy ASCII. */
char *otfp_vtf3_put_text(struct otfp_vtf3_writer *w, char *p, const struct otfp_vtf3_record *rec);
enum { OTFP_VTF3_RAW = 1, OTFP_VTF3_QUOTED = 2 };
/** Text as it stands in a line, without quotes around it. QUOTED: there will be quotes. RAW: nothing is escaped; what
 * cannot be becomes a blank or ', counted in *lost. At p is room for twice the bytes. */
char *otfp_vtf3_put_escaped(char *p, const char *s, size_t n, unsigned how, uint64_t *lost);
char *otfp_vtf3_put_hexbytes(char *p, const void *bytes, size_t n);
#endif
