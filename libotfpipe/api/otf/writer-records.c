/* writer-records.c - a write function of OTF_Writer for each record. */
#include "api/otf/writer.h"
#include "api/otf/writing.h"

#define PUT_DEF otf_writer_define
#define PUT_MARKER otf_writer_mark
#define PUT_EVENT otf_writer_put
#define PUT_SNAP otf_writer_put
#define PUT_STAT otf_writer_put

#define STREAM rec.time = 0; rec.loc = stream;
#define WRITE(function, name, kind, params, stores, with, list)                   \
	int OTF_Writer_write##function(OTF_Writer *writer, OTF_PLAIN params with) \
	{                                                                         \
		struct otfp_record rec;                                           \
                                                                                  \
		rec.type = OTFP_##name;                                           \
		rec.file = OTFP_##kind;                                           \
		stores return PUT_##kind(writer, &rec, list);                     \
	}
#define T(name, kind, form, params, names, stores) form(name, kind, params, stores)
#define D(name, kind, form, params, names, stores) form(name, kind, (uint32_t stream, OTF_PLAIN params), stores)
#include "otf-writers.def"
