#include "failing.h"
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t size);
void *__real_aligned_alloc(size_t align, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t size);
void *__wrap_aligned_alloc(size_t align, size_t size);
char *__wrap_strdup(const char *s);
char *__wrap_strndup(const char *s, size_t n);

static struct {
	unsigned long at; /* this one fails; 0 = none */
	int all;
	unsigned long n, failed;
} plan;

void allocation_fails(unsigned long n, int all)
{
	plan.at = n;
	plan.all = all;
	plan.n = plan.failed = 0;
}

unsigned long allocations_failed(void)
{
	return plan.failed;
}

/* Threads allocate, too. */
static int fails(void)
{
	unsigned long n, at = plan.at;

	if (!at)
		return 0;
	n = __atomic_add_fetch(&plan.n, 1, __ATOMIC_RELAXED);
	if (n != at && !(plan.all && n > at))
		return 0;
	__atomic_add_fetch(&plan.failed, 1, __ATOMIC_RELAXED);
	errno = ENOMEM;
	return 1;
}

void *__wrap_malloc(size_t size)
{
	return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t n, size_t size)
{
	return fails() ? NULL : __real_calloc(n, size);
}

void *__wrap_realloc(void *p, size_t size)
{
	return fails() ? NULL : __real_realloc(p, size);
}

void *__wrap_aligned_alloc(size_t align, size_t size)
{
	return fails() ? NULL : __real_aligned_alloc(align, size);
}

char *__wrap_strndup(const char *s, size_t n)
{
	char *copy;

	n = strnlen(s, n);
	copy = __wrap_malloc(n + 1);
	if (copy)
		*(char *)mempcpy(copy, s, n) = '\0';
	return copy;
}

char *__wrap_strdup(const char *s)
{
	return __wrap_strndup(s, SIZE_MAX);
}

void each_allocation_fails(int (*try)(void *ctx), void *ctx)
{
	for (int all = 0; all < 2; all++)
		for (unsigned long n = 1;; n++) {
			int rc;
			allocation_fails(n, all);
			rc = try(ctx);
			if (allocations_failed() == 0) {
				assert_int_equal(rc, 0);
				break;
			}
		}
	allocation_fails(0, 0);
}
