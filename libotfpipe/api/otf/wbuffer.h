/* wbuffer.h - one file of a trace being written: private to otf.h. */
#ifndef OTFP_API_OTF_WBUFFER_H
#define OTFP_API_OTF_WBUFFER_H
#include "api/otf/file.h"
#include "open-trace-format/OTF_WBuffer.h"
#include "otf/write/outfile.h"

struct struct_OTF_WBuffer {
	struct otfp_outfile out;
	OTF_File *file;
	char *path;
	size_t limit, size; /* bytes of a block; what the program set, 0 = nothing */
	uint64_t blanks;    /* counted by the encoder; nobody asks */
	char *failed;       /* why the file could not be written */
	int rests;          /* the trailer is written, and nothing after it */
};

/** Keep the message of the file manager: all that follows is refused with it. @return 0 */
int otf_wbuffer_fail(OTF_WBuffer *b);
/** Why a record or call is refused: an earlier error, or a time that goes back. @return 0 */
int otf_wbuffer_refuse(const OTF_WBuffer *b, uint64_t time, uint32_t process);
/** Write the trailer and the buffer, and give back its memory; records can follow. @return 1 or 0 */
int otf_wbuffer_rest(OTF_WBuffer *b);

/** Write a record with its time and process lines. @return 1, or 0 with otf_errno set */
static inline int otf_wbuffer_put(OTF_WBuffer *b, const struct otfp_record *rec)
{
	if (OTFP_UNLIKELY(b->file->failed || (otfp_is_timed(rec->file) && rec->time < b->out.time)))
		return otf_wbuffer_refuse(b, rec->time, rec->loc);
	b->rests = 0;
	return OTFP_LIKELY(otfp_outfile_put(&b->out, rec, &b->blanks, &b->file->manager->err) == 0) ?
	               1 :
	               otf_wbuffer_fail(b);
}
#endif
