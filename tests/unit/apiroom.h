/* apiroom.h - for tests of the public interface: a sink into memory, and the sample trace. */
#ifndef APIROOM_H
#define APIROOM_H
#include "otfpipe.h"

/* A line stream that goes to a file without name. */
struct lines {
	struct otfp_sink *sink;
	int fd;
	char text[8192]; /* after lines_end */
};

void lines_begin(struct lines *l);
/** End the stream, and read what it is. */
void lines_end(struct lines *l);
void lines_close(struct lines *l);

/** A path in a directory that is removed at the exit of the program. */
const char *room_path(const char *name);
/** Put a process, a function and an Enter into a trace of that name. */
void write_small_trace(const char *path);
#endif
