/* writer-records.c - a write function of OTF_Writer for each record. */
#include "api/otf/writer.h"
#include "api/otf/writing.h"

#define PUT_DEF otf_writer_define
#define PUT_MARKER otf_writer_mark
#define PUT_EVENT otf_writer_put
#define PUT_SNAP otf_writer_put
#define PUT_STAT otf_writer_put

/* clang-format off */
#define STREAM rec.time = 0; rec.loc = stream;
/* clang-format on */
#define WRITE_AS(type_of_record, kind, stores, list)          \
	{                                                     \
		struct otfp_record rec;                       \
                                                              \
		rec.type = type_of_record;                    \
		rec.file = OTFP_FILE_##kind;                  \
		stores return PUT_##kind(writer, &rec, list); \
	}

/* ---- definitions ---- */

#define WRITE(function, name, kind, params, stores, has_list, list)                                               \
	int OTF_Writer_write##function(OTF_Writer *writer, uint32_t stream, OTF_PLAIN params OTF_LIST_##has_list) \
		WRITE_AS(OTFP_##name, kind, stores, list)
#define D ROW
#define T(...)
#include "otf-writers.def"
#undef WRITE
#undef D
#undef T

/* ---- what has a time ---- */

#define WRITE(function, name, kind, params, stores, has_list, list)                              \
	int OTF_Writer_write##function(OTF_Writer *writer, OTF_PLAIN params OTF_LIST_##has_list) \
		WRITE_AS(OTFP_##name, kind, stores, list)
#define D(...)
#define T ROW
#include "otf-writers.def"
