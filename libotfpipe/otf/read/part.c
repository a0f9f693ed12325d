#include "otf/read/part.h"
#include "merge/loser.h"
#include "base/order.h"
#include "io/there.h"
#include <stdlib.h>

struct stream {
	uint64_t bytes;
	size_t at; /* in the master */
};

/* Largest first; equal ones in the order of the master file. */
static int compare(const void *a, const void *b)
{
	const struct stream *x = a, *y = b;

	return otfp_order2(y->bytes, x->bytes, x->at, y->at);
}

static int measure(struct otfp_fileset *set, uint32_t id, uint64_t *bytes)
{
	struct stat st;

	for (unsigned file = OTFP_SNAP; file <= OTFP_EVENT; file++) {
		int found = otfp_fileset_find(set, id, file);
		if (found > 0)
			found = otfp_file_is_there(set->path.p, &st, set->reading->err);
		if (found < 0)
			return found;
		*bytes += found ? (uint64_t)st.st_size : 0;
	}
	return 0;
}

/* Distribute the streams; set mine[i] for those of share `part`. @return 0, or -1 when memory is out */
static int deal(const struct stream *streams, size_t n, unsigned part, unsigned parts, uint8_t *mine)
{
	struct otfp_loser least; /* keys: bytes of each share so far; the winner has the fewest */

	if (otfp_loser_init(&least, parts) < 0)
		return -1;
	for (unsigned i = 0; i < parts; i++)
		least.keys[i] = (struct otfp_key){0, i};
	otfp_loser_build(&least);
	for (size_t i = 0; i < n; i++) {
		unsigned w = least.winner;
		mine[streams[i].at] = w + 1 == part;
		otfp_loser_advance(&least, (struct otfp_key){least.keys[w].time + streams[i].bytes + 1, w});
	}
	otfp_loser_release(&least);
	return 0;
}

static int choose(struct otfp_fileset *set, struct stream *streams, unsigned part, unsigned parts, uint8_t *mine)
{
	const struct otfp_master *m = &set->reading->master;
	int code = 0;

	set->reading->quiet++; /* oddities of the files are reported when they are opened */
	for (size_t i = 0; i < m->n && code == 0; i++) {
		streams[i] = (struct stream){0, i};
		code = measure(set, m->streams[i].id, &streams[i].bytes);
	}
	set->reading->quiet--;
	if (code < 0)
		return code;
	qsort(streams, m->n, sizeof *streams, compare);
	return deal(streams, m->n, part, parts, mine) < 0 ? otfp_fail_memory(set->reading->err) : 0;
}

int otfp_part_take(struct otfp_fileset *set, unsigned part, unsigned parts)
{
	struct otfp_master *m = &set->reading->master;
	struct stream *streams = calloc(m->n + 1, sizeof *streams);
	uint8_t *mine = calloc(m->n + 1, 1);
	int code;

	if (part > m->n && !set->reading->o.empty_part)
		code = otfp_fail(set->reading->err, OTFP_EUSAGE, "--part %u/%u: %s.otf has only %zu streams", part,
		                 parts, set->stub, m->n);
	else if (!streams || !mine)
		code = otfp_fail_memory(set->reading->err);
	else
		code = choose(set, streams, part, parts, mine);
	if (code == 0)
		otfp_master_keep(m, mine);
	free(streams);
	free(mine);
	return code;
}
