/* rstream.h - the files of one stream of a trace: private to otf.h. */
#ifndef OTFP_API_OTF_RSTREAM_H
#define OTFP_API_OTF_RSTREAM_H
#include "api/otf/rbuffer.h"
#include "open-trace-format/OTF_RStream.h"
#include "open-trace-format/OTF_Reader.h"

struct struct_OTF_RStream {
	OTF_FileManager *manager;
	OTF_Reader *owner; /* NULL: the program */
	char *stub;
	uint32_t id;
	OTF_RBuffer *buffers[OTFP_NFILES]; /* by kind; NULL: not open */
	uint32_t size, zsize;              /* as they were set */
	size_t block;                      /* bytes read at a time */
	uint64_t limit;
	unsigned reading;       /* calls of functions that read, one inside the other */
	OTF_KeyValueList *list; /* of the record that a handler gets; NULL until the stream reads */
	uint8_t has_trailers;   /* the version of the trace writes them: 0 unknown, 1 yes, 2 no */
};

/** Make a stream that reads `block` bytes at a time. @return NULL with otf_errno set */
OTF_RStream *otf_rstream_new(const char *stub, uint32_t id, OTF_FileManager *manager, size_t block);
/** The buffer of a kind, enum otfp_file. @return 0; 1 if there is no such file; <0 with otf_errno set */
int otf_rstream_buffer(OTF_RStream *s, unsigned file, OTF_RBuffer **b);
/** Start at the beginning unless the buffer was started, and pass the line that was damaged. @return 0 or <0 with
 * otf_errno set */
int otf_rstream_start(OTF_RBuffer *b);
/** At the end of a file: check that nothing is missing there. @return 0 or <0 with otf_errno set, once */
int otf_rstream_end(OTF_RStream *s, OTF_RBuffer *b);
/** Set otf_errno: the stream has no such file. */
void otf_rstream_missing(const OTF_RStream *s, unsigned file);
#endif
