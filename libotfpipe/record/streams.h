/*
 * streams.h - which process lives in which stream: NAME.otf, and @SM.
 */
#ifndef OTFP_RECORD_STREAMS_H
#define OTFP_RECORD_STREAMS_H
#include "base/buf.h"
#include "base/error.h"
#include "base/map.h"

struct otfp_members {
	uint32_t id;
	uint32_t *procs;
	size_t n, cap;
	int unsorted; /* procs do not ascend yet; formatting sorts them */
};

/* Zero-filled is a valid empty master. */
struct otfp_master {
	struct otfp_members *streams; /* ascending by id */
	size_t n, cap;
	struct otfp_map of; /* process -> stream */
};

void otfp_master_release(struct otfp_master *m);
/** @return 0; 1 if the process is in another stream already (nothing changes); -1 when memory is out */
int otfp_master_add(struct otfp_master *m, uint32_t stream, uint32_t process);
/** The stream of a process; 0 = it has none. */
static inline uint32_t otfp_master_stream(const struct otfp_master *m, uint32_t process)
{
	const uint64_t *s = otfp_map_get(&m->of, process);

	return s ? (uint32_t)*s : 0;
}
/** Forget the streams with mine[index] 0; which stream a process is in stays known. */
void otfp_master_keep(struct otfp_master *m, const uint8_t *mine);
/** The members of a stream; NULL if there is none of that id. */
const struct otfp_members *otfp_master_find(const struct otfp_master *m, uint32_t stream);

/**
 * Parse one line "stream:process,process,...", hex, that ends in LF. `*why` is set on error.
 * @return 0; OTFP_EDAMAGE (what could be read of the line is in m); OTFP_EFAIL memory
 */
int otfp_master_line(struct otfp_master *m, const char *line, const char **why);
/* What *why is set to where a process has two streams. */
extern const char otfp_master_twice[];
/** The text of NAME.otf, appended to b. @return 0, or -1 when memory is out */
int otfp_master_format(struct otfp_master *m, struct otfp_buf *b);

/** "@SM<HT>stream<HT>p,p,..." [p,p+n) into m. @return as otfp_master_line */
int otfp_master_take_sm(struct otfp_master *m, const char *p, size_t n, const char **why);
/** The @SM line of a stream without LF, appended to b. @return 0, or -1 when memory is out */
int otfp_master_format_sm(struct otfp_members *s, struct otfp_buf *b);
#endif
