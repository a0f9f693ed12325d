/*
 * otf-writes.c - a program for otf.h that writes a trace; bench/run.sh builds it for the reference library, too.
 *
 *     otf-writes NAME EVENTS [LEVEL]
 *
 * Eight processes, each in its own stream, with calls, messages and a counter.
 */
#include <open-trace-format/otf.h>
#include <stdio.h>
#include <stdlib.h>

enum { PROCESSES = 8, FUNCTIONS = 50, COUNTER = 3, MPI = 7, COMMUNICATOR = 1000000001 };

/* Write seven events of process p from time t on. @return whether all of them were accepted, and the time after them */
static int step(OTF_Writer *w, uint64_t *t, uint32_t p, uint32_t i)
{
	uint32_t function = 10 + i % FUNCTIONS, peer = 1 + p % PROCESSES;
	int ok = OTF_Writer_writeEnter(w, *t + 17, function, p, 0);

	ok &= OTF_Writer_writeCounter(w, *t + 317, p, COUNTER, *t * 7);
	ok &= OTF_Writer_writeSendMsg(w, *t + 337, p, peer, COMMUNICATOR, i % 1000, 1024, 0);
	ok &= OTF_Writer_writeRecvMsg(w, *t + 346, p, peer, COMMUNICATOR, i % 1000, 1024, 0);
	ok &= OTF_Writer_writeEnter(w, *t + 446, MPI, p, 5);
	ok &= OTF_Writer_writeLeave(w, *t + 447, MPI, p, 0);
	ok &= OTF_Writer_writeLeave(w, *t + 449, function, p, 0);
	*t += 449;
	return ok;
}

int main(int argc, char **argv)
{
	uint64_t events = argc > 2 ? strtoull(argv[2], NULL, 10) : 0, t = 1000000000;
	OTF_FileManager *m = OTF_FileManager_open(100);
	OTF_Writer *w = events ? OTF_Writer_open(argv[1], 0, m) : NULL;
	int ok = w != NULL;

	if (ok && argc > 3)
		ok = OTF_Writer_setCompression(w, (uint32_t)atoi(argv[3]));
	for (uint64_t i = 0; ok && i < events / 7; i++)
		ok = step(w, &t, 1 + (uint32_t)i % PROCESSES, (uint32_t)i);
	ok = w && OTF_Writer_close(w) && ok;
	OTF_FileManager_close(m);
	if (!ok)
		fprintf(stderr, "otf-writes: failed\n");
	return !ok;
}
