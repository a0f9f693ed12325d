/* memory.c - calls that allocate. The names with __libc_ are those of the real ones. */
#include "fault.h"
#include <dlfcn.h>
#include <errno.h>
#include <regex.h>
#include <stdint.h>
#include <stdlib.h>

extern void *__libc_malloc(size_t n);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *p, size_t n);
extern void *__libc_memalign(size_t alignment, size_t n);

static _Thread_local int in_regcomp;

static int fails(void)
{
	if (in_regcomp || !fault_fails(CALL_ALLOC))
		return 0;
	errno = ENOMEM;
	return 1;
}

void *malloc(size_t n)
{
	return fails() ? NULL : __libc_malloc(n);
}

void *calloc(size_t n, size_t size)
{
	return fails() ? NULL : __libc_calloc(n, size);
}

void *realloc(void *p, size_t n)
{
	return fails() ? NULL : __libc_realloc(p, n);
}

void *reallocarray(void *p, size_t n, size_t size)
{
	if (size && n > SIZE_MAX / size) {
		errno = ENOMEM;
		return NULL;
	}
	return realloc(p, n * size);
}

void *aligned_alloc(size_t alignment, size_t n)
{
	return fails() ? NULL : __libc_memalign(alignment, n);
}

int posix_memalign(void **p, size_t alignment, size_t n)
{
	if (fails())
		return ENOMEM;
	*p = __libc_memalign(alignment, n);
	return *p ? 0 : ENOMEM;
}

/* It fails as a whole: that of glibc 2.36 frees twice when memory is out in the middle. */
int regcomp(regex_t *re, const char *text, int flags)
{
	int (*real)(regex_t *, const char *, int), code;

	if (fails())
		return REG_ESPACE;
	*(void **)&real = dlsym(RTLD_NEXT, "regcomp");
	in_regcomp = 1;
	code = real(re, text, flags);
	in_regcomp = 0;
	return code;
}
