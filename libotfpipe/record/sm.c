#include "record/sm.h"
#include <stdlib.h>
#include <string.h>

void otfp_sm_release(struct otfp_sm *sm)
{
	free(sm->line);
	memset(sm, 0, sizeof *sm);
}

static int make_room(struct otfp_sm *sm, size_t n)
{
	if (n <= sm->cap)
		return 0;
	free(sm->line);
	sm->cap = 2 * n;
	sm->line = malloc(sm->cap);
	return sm->line ? 0 : -1;
}

int otfp_sm_shorten(struct otfp_sm *sm, const struct otfp_record **rec, int (*goes)(const void *ctx, uint64_t process),
                    const void *ctx, struct otfp_error *err)
{
	struct otfp_str line = (*rec)->line;
	const char *tab = line.n > 4 ? memchr(line.p + 4, '\t', line.n - 4) : NULL;
	const char *end = line.p + line.n;
	char *to, *list;

	if (!tab || memcmp(line.p, "@SM\t", 4) != 0)
		return 1;
	if (make_room(sm, line.n) < 0)
		return otfp_fail_memory(err);
	list = to = mempcpy(sm->line, line.p, (size_t)(tab + 1 - line.p));
	for (const char *p = tab + 1, *next; p < end; p = next + 1) {
		uint64_t process = 0;
		for (next = p; next < end && *next != ','; next++)
			process = process * 10 + (uint64_t)(*next - '0');
		if (goes(ctx, process))
			continue;
		if (to > list)
			*to++ = ',';
		to = mempcpy(to, p, (size_t)(next - p));
	}
	sm->rec = **rec;
	sm->rec.line = (struct otfp_str){sm->line, (size_t)(to - sm->line)};
	*rec = &sm->rec;
	return to > list;
}
