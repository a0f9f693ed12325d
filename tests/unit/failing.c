#include "failing.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/grow.h"
#include "base/map.h"
#include "base/index.h"
#include "base/intern.h"
#include <errno.h>
#include <fcntl.h>
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

/* What rarely needs new memory: each call may be the one that does. */
#define EACH_ROOM(X)                                                                                \
	X(void *, NULL, arena_get, (struct otfp_arena * a, size_t n), (a, n))                       \
	X(void *, NULL, arena_copy, (struct otfp_arena * a, const void *p, size_t n), (a, p, n))    \
	X(int, -1, buf_reserve, (struct otfp_buf * b, size_t more), (b, more))                      \
	X(int, -1, buf_add, (struct otfp_buf * b, const void *p, size_t n), (b, p, n))              \
	X(int, -1, buf_puts, (struct otfp_buf * b, const char *s), (b, s))                          \
	X(int, -1, grow, (void *array, size_t n, size_t *cap, size_t size), (array, n, cap, size))  \
	X(int, -1, map_set, (struct otfp_map * m, uint64_t key, uint64_t value), (m, key, value))   \
	X(void *, NULL, map_row,                                                                    \
	  (struct otfp_map * index, uint64_t key, void *rows, size_t *n, size_t *cap, size_t size), \
	  (index, key, rows, n, cap, size))                                                         \
	X(uint32_t, 0, intern, (struct otfp_interns * s, const char *p, size_t n), (s, p, n))       \
	X(int, -1, index_add, (struct otfp_index * ix, uint32_t hash, size_t at), (ix, hash, at))

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

#define X(type, failure, name, parameters, arguments)                      \
	type __real_otfp_##name parameters;                                \
	type __wrap_otfp_##name parameters;                                \
	type __wrap_otfp_##name parameters                                 \
	{                                                                  \
		return fails() ? (failure) : __real_otfp_##name arguments; \
	}
EACH_ROOM(X)
#undef X

/* Later allocations are mostly those of another record of the same kind: 1 % of them is enough. */
static unsigned long after(unsigned long n)
{
	return n < 1000 ? n + 1 : n + 1 + n % 199;
}

static unsigned open_descriptors(void)
{
	enum { MOST = 256 };
	unsigned n = 0;

	for (int fd = 0; fd < MOST; fd++)
		n += fcntl(fd, F_GETFD) >= 0;
	return n;
}

void each_allocation_fails(int (*try)(void *ctx), void *ctx)
{
	const unsigned before = open_descriptors();

	for (int all = 0; all < 2; all++)
		for (unsigned long n = 1;; n = after(n)) {
			int rc;
			allocation_fails(n, all);
			rc = try(ctx);
			assert_int_equal(open_descriptors(), before);
			if (allocations_failed() == 0) {
				assert_int_equal(rc, 0);
				break;
			}
		}
	allocation_fails(0, 0);
}
