/*
 * streams.h - the assignment of processes to streams: the master file NAME.otf (lines
 * STREAM:PROCESS,PROCESS,... in hexadecimal) and @SM lines (otfpipe-stream(5)).
 */
#ifndef OTFP_RECORD_STREAMS_H
#define OTFP_RECORD_STREAMS_H
#include "base/must.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/map.h"

/* The processes of a stream. */
struct otfp_members {
	uint32_t id;
	uint32_t *procs;
	size_t n, cap;
	int unsorted; /* procs is not sorted; formatting sorts it */
};

/* Zero-filled is empty. */
struct otfp_master {
	struct otfp_members *streams; /* sorted by id */
	size_t n, cap;
	struct otfp_map of; /* process -> stream */
};

/** Free all; *m is empty then. */
void otfp_master_release(struct otfp_master *m);
/** Assign a process to a stream. @return 0; 1 if it is in another stream already (nothing changes); -1 when memory is
 * out */
OTFP_MUST_CHECK int otfp_master_add(struct otfp_master *m, uint32_t stream, uint32_t process);
/** The stream of a process; 0 = none. */
static inline uint32_t otfp_master_stream(const struct otfp_master *m, uint32_t process)
{
	const uint64_t *s = otfp_map_get(&m->of, process);

	return s ? (uint32_t)*s : 0;
}
/** Remove the streams with mine[index] == 0; otfp_master_stream still knows their processes. */
void otfp_master_keep(struct otfp_master *m, const uint8_t *mine);
/** Sort the processes of stream `index` and keep n of them, from number `from` on; otfp_master_stream still knows the
 * others. */
void otfp_master_cut(struct otfp_master *m, size_t index, size_t from, size_t n);
/** The members of a stream, valid until a stream is added. @return NULL if there is no such stream */
const struct otfp_members *otfp_master_find(const struct otfp_master *m, uint32_t stream);

/**
 * Parse a line "stream:process,process,..." in hexadecimal that ends with LF. Sets *why on error.
 * @return 0; OTFP_EDAMAGE (m has what could be parsed); OTFP_EFAIL when memory is out
 */
OTFP_MUST_CHECK int otfp_master_line(struct otfp_master *m, const char *line, const char **why);
/* The value of *why if a process has two streams. */
extern const char otfp_master_twice[];
/** Append the text of NAME.otf to b; sorts the processes. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_master_format(struct otfp_master *m, struct otfp_buf *b);

/** Parse an @SM line into m. @return as otfp_master_line */
int otfp_master_parse_sm(struct otfp_master *m, const struct otfp_str *line, const char **why);
/** Append the @SM line of a stream without LF to b; sorts its processes. @return 0, or -1 when memory is out */
OTFP_MUST_CHECK int otfp_master_format_sm(struct otfp_members *s, struct otfp_buf *b);
#endif
