/* file.h - the bytes of one file: private to otf.h. */
#ifndef OTFP_API_OTF_FILE_H
#define OTFP_API_OTF_FILE_H
#include "api/otf/manager.h"
#include "base/buf.h"
#include "io/unpack.h"
#include "open-trace-format/OTF_File.h"

struct struct_OTF_File {
	OTF_FileManager *manager;    /* NULL: reads from memory */
	struct otfp_file_h *on_disk; /* NULL: memory */
	OTF_FileMode mode;           /* WRITE or READ */
	int level;                   /* of compression; 0: plain */
	int used;
	int failed;                 /* a write failed: the rest is refused */
	struct otfp_unpack *unpack; /* NULL: read as it is */
	const char *memory;
	uint64_t size, at;  /* bytes of the memory; position of the next byte that is read from disk or memory */
	struct otfp_buf in; /* compressed bytes read, from in_at on not inflated yet */
	size_t in_at;
};

/** For struct otfp_outfile: write n bytes, compressed as one block. @return 0, or <0 with the error of the manager set
 */
int otf_file_append(void *file, const void *p, size_t n);
#endif
