#include "otf/read/part.h"
#include "merge/deal.h"
#include "merge/loser.h"
#include "io/there.h"
#include <stdlib.h>

static int measure(struct otfp_fileset *set, uint32_t id, uint64_t *bytes)
{
	struct stat st;

	for (unsigned file = OTFP_FILE_SNAP; file <= OTFP_FILE_EVENT; file++) {
		int found = otfp_fileset_find(set, id, file);
		if (found > 0)
			found = otfp_file_is_there(set->path.p, &st, set->reading->err);
		if (found < 0)
			return found;
		*bytes += found ? (uint64_t)st.st_size : 0;
	}
	return 0;
}

/* ---- more shares than streams ---- */

static size_t most_shares(const struct otfp_members *s)
{
	return s->n ? s->n : 1;
}

/* The stream with the most bytes a share wins. */
static struct otfp_key need_of(const struct otfp_members *s, uint64_t bytes, size_t shares, size_t at)
{
	return shares < most_shares(s) ? (struct otfp_key){UINT64_MAX - 1 - bytes / shares, at} : OTFP_KEY_END;
}

/* Give each stream a share, and then one by one more to the stream that needs it most, but not more than it has
 * processes. @param shares  set to their number, by stream. @return 0, or -1 when memory is out */
static int deal_shares(const struct otfp_master *m, const uint64_t *bytes, unsigned parts, size_t *shares)
{
	struct otfp_loser most;

	if (otfp_loser_init(&most, (unsigned)m->n) < 0)
		return -1;
	for (size_t i = 0; i < m->n; i++) {
		shares[i] = 1;
		most.keys[i] = need_of(&m->streams[i], bytes[i], 1, i);
	}
	otfp_loser_build(&most);
	for (size_t n = m->n; n < parts && most.keys[most.winner].rank != OTFP_KEY_END.rank; n++) {
		unsigned w = most.winner;
		shares[w]++;
		otfp_loser_advance(&most, need_of(&m->streams[w], bytes[w], shares[w], w));
	}
	otfp_loser_release(&most);
	return 0;
}

/* Keep share `at` of the shares of a stream: its processes are dealt in blocks, by their numbers. */
static int keep_block(struct otfp_reading *r, size_t stream, size_t at, size_t shares)
{
	struct otfp_members *s = &r->master.streams[stream];
	const size_t from = at * s->n / shares, to = (at + 1) * s->n / shares;

	otfp_master_cut(&r->master, stream, 0, s->n); /* sort */
	for (size_t i = 0; i < s->n; i++)
		if ((i < from || i >= to) && otfp_map_set(&r->unwanted, s->procs[i], 1) < 0)
			return -1;
	r->is_cut = shares > 1;
	r->is_rest = at > 0;
	otfp_master_cut(&r->master, stream, from, to - from);
	return 0;
}

static int cut(struct otfp_reading *r, const struct otfp_dealt *streams, unsigned part, unsigned parts, uint8_t *mine)
{
	const size_t n = r->master.n;
	uint64_t *bytes = calloc(n, sizeof *bytes);
	size_t *shares = calloc(n, sizeof *shares), i = 0, at = part - 1;
	int rc = bytes && shares ? 0 : -1;

	for (size_t k = 0; rc == 0 && k < n; k++)
		bytes[streams[k].at] = streams[k].size;
	if (rc == 0)
		rc = deal_shares(&r->master, bytes, parts, shares);
	for (; rc == 0 && i < n && at >= shares[i]; i++)
		at -= shares[i];
	if (rc == 0 && i < n) {
		mine[i] = 1;
		rc = keep_block(r, i, at, shares[i]);
	}
	free(bytes);
	free(shares);
	return rc;
}

/* ---- all ---- */

static int choose(struct otfp_fileset *set, struct otfp_dealt *streams, unsigned part, unsigned parts, uint8_t *mine)
{
	struct otfp_reading *r = set->reading;
	const struct otfp_master *m = &r->master;
	int code = 0;

	r->quiet++; /* oddities of the files are reported when they are opened */
	for (size_t i = 0; i < m->n && code == 0; i++) {
		streams[i] = (struct otfp_dealt){0, i};
		code = measure(set, m->streams[i].id, &streams[i].size);
	}
	r->quiet--;
	if (code < 0 || m->n == 0)
		return code;
	otfp_deal_sort(streams, m->n);
	code = parts > m->n ? cut(r, streams, part, parts, mine) : otfp_deal(streams, m->n, part, parts, mine);
	return code < 0 ? otfp_fail_memory(r->err) : 0;
}

int otfp_part_keep(struct otfp_fileset *set, unsigned part, unsigned parts)
{
	struct otfp_master *m = &set->reading->master;
	const size_t processes = m->of.n;
	struct otfp_dealt *streams = calloc(m->n + 1, sizeof *streams);
	uint8_t *mine = calloc(m->n + 1, 1);
	int code = streams && mine ? choose(set, streams, part, parts, mine) : otfp_fail_memory(set->reading->err);

	if (code == 0)
		otfp_master_keep(m, mine);
	if (code == 0 && m->n == 0 && !set->reading->o.empty_part)
		code = otfp_fail(set->reading->err, OTFP_EUSAGE,
		                 "--part %u/%u: %s.otf has only %zu processes; this share would be empty", part, parts,
		                 set->stub, processes);
	free(streams);
	free(mine);
	return code;
}
