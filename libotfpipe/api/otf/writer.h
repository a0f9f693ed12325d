/* writer.h - a trace being written: private to otf.h. */
#ifndef OTFP_API_OTF_WRITER_H
#define OTFP_API_OTF_WRITER_H
#include "api/otf/wstream.h"
#include "base/map.h"
#include "open-trace-format/OTF_Writer.h"

enum { OTF_HOMES = 1024 };

/* The stream of a process. */
struct otf_home {
	OTF_WStream *stream; /* NULL: free */
	uint32_t process;
};

struct struct_OTF_Writer {
	OTF_FileManager *manager;
	char *stub;
	uint32_t most; /* streams; 0 = no limit */
	struct otf_settings settings;
	OTF_MasterControl *mc;
	struct otfp_map streams;          /* id -> OTF_WStream * */
	struct otf_home homes[OTF_HOMES]; /* direct-mapped cache of the processes used last */
	int headed;                       /* version and unique id are written */
};

/** Write a definition to stream rec->loc. @return 1, or 0 with otf_errno set; the list is emptied */
int otf_writer_define(OTF_Writer *w, struct otfp_record *rec, OTF_KeyValueList *list);
/** Write a marker. */
int otf_writer_mark(OTF_Writer *w, struct otfp_record *rec, OTF_KeyValueList *list);
/** Write a timed record of process rec->loc. */
int otf_writer_put(OTF_Writer *w, struct otfp_record *rec, OTF_KeyValueList *list);
#endif
