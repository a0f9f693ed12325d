/* wstream.h - the files of one stream being written: private to otf.h. */
#ifndef OTFP_API_OTF_WSTREAM_H
#define OTFP_API_OTF_WSTREAM_H
#include "api/otf/keyvalue.h"
#include "api/otf/wbuffer.h"
#include "open-trace-format/OTF_WStream.h"

/* What a writer passes on to its streams. */
struct otf_settings {
	uint32_t format, compression, size, zsize;
};

/* A stream with what programs do not see. */
struct otf_wstream {
	OTF_WStream shown;
	struct otfp_scratch scratch; /* key-values of a record */
	char *failed;                /* why a file could not be created */
};

enum { OTF_SIZE_LEAST = 50, OTF_ZSIZE_LEAST = 32 }; /* bytes */

extern const struct otf_settings otf_default_settings;
/** Change a setting, unless the value is refused. @return 1 or 0 */
int otf_set_compression(uint32_t *setting, OTF_FileCompression level);
int otf_set_size(uint32_t *setting, uint32_t size, uint32_t least);
/** Take over the settings of a writer, for the files that are created after the call. */
void otf_wstream_set_up(OTF_WStream *s, const struct otf_settings *settings);
/** Write a record, with the pairs of list, which may be NULL and is emptied. @return 1, or 0 with otf_errno set */
int otf_wstream_put(OTF_WStream *s, struct otfp_record *rec, OTF_KeyValueList *list);
/** Write all that is buffered and give back its memory; records can follow. @return 1 or 0 */
int otf_wstream_rest(OTF_WStream *s);
#endif
