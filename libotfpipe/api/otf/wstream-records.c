/* wstream-records.c - a write function of OTF_WStream for each record. */
#include "api/otf/writing.h"
#include "api/otf/wstream.h"

#define STREAM rec.time = rec.loc = 0;
#define WRITE(function, name, kind, params, stores, has_list, list)                                 \
	int OTF_WStream_write##function(OTF_WStream *wstream, OTF_PLAIN params OTF_LIST_##has_list) \
	{                                                                                           \
		struct otfp_record rec;                                                             \
                                                                                                    \
		rec.type = OTFP_##name;                                                             \
		rec.file = OTFP_FILE_##kind;                                                        \
		stores return otf_wstream_put(wstream, &rec, list);                                 \
	}
#define T ROW
#define D ROW
#include "otf-writers.def"
