/*
 * fault.h - a library that makes the calls of a program fail, preloaded by the dynamic linker.
 *
 * It counts the calls of the program itself from the start of main(), by name, and injects one fault:
 *
 *     CALL N KIND ERRNO     such as "write 3 once 5"
 *
 * N counts from 1. KIND is one of enum fault_kind. For calls of memory ("alloc": malloc and its family, also those of
 * libc, zlib and zstd) ERRNO has no meaning.
 */
#ifndef OTFP_TESTS_FAULT_H
#define OTFP_TESTS_FAULT_H
#include <stdio.h>
#include <sys/types.h>

enum fault_call {
	CALL_ALLOC,
	CALL_OPEN,
	CALL_READ,
	CALL_WRITE,
	CALL_CLOSE,
	CALL_LSEEK,
	CALL_SYNC,
	CALL_RENAME,
	CALL_RENAME2, /* renameat2: flags that a file system need not know */
	CALL_LINK,
	CALL_UNLINK,
	CALL_MKDIR,
	CALL_MKTEMP,
	CALL_STAT,
	CALL_READDIR,
	CALL_OPENDIR,
	CALL_REALPATH,
	CALL_TRUNCATE,
	CALL_ALLOCATE,
	CALL_FLOCK,
	CALL_DUP,
	CALL_FCHMOD,
	CALL_POLL,
	CALL_MMAP,
	CALL_THREAD,
	NCALLS
};

enum fault_kind {
	KIND_NONE,
	KIND_ONCE,    /* the N-th call fails */
	KIND_FROM,    /* the N-th call and all later ones fail */
	KIND_HALF,    /* the N-th call does half of what it could */
	KIND_TRICKLE, /* the N-th call and all later ones do half */
	KIND_FULL,    /* the N-th call does half, all later ones fail: a disk that fills up */
};

/* Shared with the server, so that it survives the program. */
struct fault_shared {
	unsigned count[NCALLS];
	unsigned fired; /* injections done */
};

struct fault_plan {
	enum fault_call call;
	unsigned at;
	enum fault_kind kind;
	int error;
};

extern const char *const fault_names[NCALLS];

/** Parse a fault; an empty text is none. @return 0, or -1 */
int fault_plan_parse(struct fault_plan *p, const char *text);
/** Start counting and injecting, in the calling process. */
void fault_arm(const struct fault_plan *p, struct fault_shared *shared);
/** Count a call. @return 1 if it must fail, with errno set */
int fault_fails(enum fault_call call);
/** Count a call that transfers n bytes. @return the bytes it may transfer, or -1 if it must fail, with errno set */
ssize_t fault_allows(enum fault_call call, size_t n);
/** A stream that writes to fd by counted calls; those of libc's own streams cannot be counted. @return NULL on errors
 */
FILE *fault_stream(int fd);
/** Run main for each request of the driver, in a process each; returns in such a process. */
void fault_serve(int requests, int replies);
#endif
