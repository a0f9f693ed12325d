/* account-message.c - messages: in total, by sender and receiver, by length; and their latencies. */
#include "profile/account.h"
#include <stdlib.h>

static const unsigned tables[] = {OTFP_STAT_MESSAGE, OTFP_STAT_MATRIX, OTFP_STAT_LENGTH};
enum { NTABLES = sizeof tables / sizeof *tables };

/* Indexes of sums by kind of half. */
static const unsigned number_of[] = {[OTFP_HALF_SENT] = OTFP_SENT, [OTFP_HALF_RECEIVED] = OTFP_RECEIVED};
static const unsigned bytes_of[] = {[OTFP_HALF_SENT] = OTFP_BYTES_SENT, [OTFP_HALF_RECEIVED] = OTFP_BYTES_RECEIVED};

/* A half of a message. */
struct half {
	uint64_t time;
	uint32_t process; /* process of the record */
	const uint32_t *key;
	uint64_t length;
	const otfp_ref *communicator; /* its definition; NULL: look it up */
};

struct rows {
	struct otfp_row *of[NTABLES]; /* NULL for a table that is not counted */
};

static unsigned digits_of(uint64_t length)
{
	return length ? 64 - (unsigned)__builtin_clzll(length) : 0;
}

static inline uint64_t true_length(const struct otfp_profile *p, const struct otfp_record *rec, unsigned slot)
{
	return otfp_true_number(&p->names.carriers, rec, slot);
}

static int is_counted(const struct otfp_profile *p, unsigned table)
{
	return (p->o.tables & ~p->derived) >> table & 1;
}

/* ---- a half in any window ---- */

static otfp_ref communicator_of(const struct otfp_profile *p, const struct half *h)
{
	return h->communicator ? *h->communicator :
	                         otfp_names_ref(&p->names, OTFP_NAMED_COMMUNICATOR, h->process, h->key[2]);
}

static struct otfp_row *find_row(struct otfp_profile *p, const struct half *h, unsigned table, uint64_t window)
{
	const struct otfp_key_values v = {{[OTFP_KEY_PROCESS] = h->process,
	                                   [OTFP_KEY_SENDER] = h->key[0],
	                                   [OTFP_KEY_RECEIVER] = h->key[1],
	                                   [OTFP_KEY_COMMUNICATOR] = communicator_of(p, h),
	                                   [OTFP_KEY_TAG] = h->key[3],
	                                   [OTFP_KEY_LENGTH] = digits_of(h->length)}};

	return otfp_profile_row(p, table, window, &v);
}

/* Find or add the rows for a half; if its process does not count, only that of the matrix, which belongs to its
 * partner, too. @return 1; 0 if it is outside the interval; -1 when memory is out */
static int find_rows(struct otfp_profile *p, const struct half *h, struct rows *rows)
{
	const int is_partner = p->has_partners && !otfp_map_get(&p->processes, h->process);
	uint64_t window;

	if (!otfp_profile_window(p, h->time, &window))
		return 0;
	for (unsigned i = 0; i < NTABLES; i++) {
		const int counts = is_counted(p, tables[i]) && (!is_partner || tables[i] == OTFP_STAT_MATRIX);
		rows->of[i] = counts ? find_row(p, h, tables[i], window) : NULL;
		if (!rows->of[i] && counts)
			return -1;
	}
	return 1;
}

static void count(const struct rows *rows, uint64_t length, int kind)
{
	for (unsigned i = 0; i < NTABLES; i++)
		if (rows->of[i]) {
			rows->of[i]->sum[number_of[kind]]++;
			rows->of[i]->sum[bytes_of[kind]] += length;
		}
}

/* A receive before its send shows a clock error, not a latency: it is only counted. */
static int arrive_in(struct otfp_row *row, int has_quantiles, uint64_t sent, uint64_t received)
{
	if (!row)
		return 0;
	if (received < sent)
		row->sum[OTFP_REVERSED]++;
	else if (has_quantiles)
		return otfp_dist_add(&row->dist, received - sent);
	else
		otfp_dist_note(&row->dist, received - sent);
	return 0;
}

/* Both halves are known: add the latency to the rows of the receiver. */
static int arrive(const struct rows *rows, uint64_t sent, uint64_t received)
{
	int rc = 0;

	for (unsigned i = 0; i < NTABLES && rc == 0; i++)
		rc = arrive_in(rows->of[i], otfp_stat_kinds[tables[i]].quantiles, sent, received);
	return rc;
}

/* Add the latency of a message whose receive is not in the current record. */
static int arrived(struct otfp_profile *p, const struct half *received, uint64_t sent)
{
	struct rows rows;
	int rc = find_rows(p, received, &rows);

	return rc > 0 ? arrive(&rows, sent, received->time) : rc;
}

int otfp_profile_latency(struct otfp_profile *p, const uint32_t key[4], otfp_ref communicator, uint64_t sent,
                         const struct otfp_half *received)
{
	const struct half h = {received->time, received->process, key, received->length, &communicator};

	return arrived(p, &h, sent) < 0 ? -1 : 0;
}

/* ---- a half in the current window: rows are cached by pair and by length ---- */

void otfp_stat_process_release(struct otfp_stat_process *own)
{
	free(own->lengths);
	free(own->recents);
}

/* Add the sums of a pair to the row of their window, if the pairs count, and clear them. The row is made only here:
 * those of all pairs take more memory than the pairs. @return 0, or -1 when memory is out */
static int settle_pair(struct otfp_profile *p, struct otfp_pair *pair)
{
	const struct otfp_dist dist = {.total = pair->ticks,
	                               .n = pair->arrived,
	                               .min = pair->shortest,
	                               .max = pair->longest};
	const uint32_t key[4] = {pair->sender, pair->receiver};
	struct otfp_row *row;

	if (!is_counted(p, OTFP_STAT_MATRIX) || !(pair->sent | pair->received | pair->arrived | pair->reversed))
		return 0;
	row = find_row(p, &(struct half){.key = key}, OTFP_STAT_MATRIX, pair->window);
	if (!row)
		return -1;
	row->sum[OTFP_SENT] += pair->sent;
	row->sum[OTFP_RECEIVED] += pair->received;
	row->sum[OTFP_BYTES_SENT] += pair->bytes_sent;
	row->sum[OTFP_BYTES_RECEIVED] += pair->bytes_received;
	row->sum[OTFP_REVERSED] += pair->reversed;
	pair->sent = pair->received = pair->arrived = pair->reversed = 0;
	pair->bytes_sent = pair->bytes_received = 0;
	pair->ticks = pair->longest = 0;
	pair->shortest = UINT64_MAX;
	return otfp_dist_merge(&row->dist, &dist);
}

/* A pair has a half in another window. */
static __attribute__((noinline)) int begin_window(struct otfp_profile *p, struct otfp_pair *pair)
{
	if (settle_pair(p, pair) < 0)
		return -1;
	pair->window = p->window;
	return 0;
}

/* The cache of rows by length: of a process if rows are by process, else of all. @return NULL when memory is out */
static struct otfp_length_rows *lengths_of(struct otfp_profile *p, struct otfp_stat_process *own)
{
	struct otfp_length_rows **at = p->by_processes ? &own->lengths : &p->lengths;

	if (!*at)
		*at = calloc(1, sizeof **at);
	return *at;
}

/* Set *row to the row by length, from which the row of all messages is derived; without that table, to the latter. */
static inline int length_row(struct otfp_profile *p, struct otfp_stat_process *own, const struct half *h,
                             struct otfp_row **row)
{
	const unsigned table = is_counted(p, OTFP_STAT_LENGTH) ? OTFP_STAT_LENGTH : OTFP_STAT_MESSAGE;
	struct otfp_length_rows *lengths = lengths_of(p, own);
	unsigned digits = digits_of(h->length);

	if (!lengths)
		return -1;
	if (lengths->epoch[digits] != p->epoch) {
		lengths->row[digits] = is_counted(p, table) ? find_row(p, h, table, p->window) : NULL;
		if (!lengths->row[digits] && is_counted(p, table))
			return -1;
		lengths->epoch[digits] = p->epoch;
	}
	*row = lengths->row[digits];
	return 0;
}

static inline int count_in_pair(struct otfp_profile *p, struct otfp_pair *pair, int kind, uint64_t length)
{
	if (OTFP_UNLIKELY(pair->sent == UINT32_MAX || pair->received == UINT32_MAX) && settle_pair(p, pair) < 0)
		return -1;
	if (kind == OTFP_HALF_SENT) {
		pair->sent++;
		pair->bytes_sent += length;
	} else {
		pair->received++;
		pair->bytes_received += length;
	}
	return 0;
}

/* Add a latency to the pair. If its 64-bit sum would overflow, the sums so far go to the 128-bit row first. */
static int arrive_in_pair(struct otfp_profile *p, struct otfp_pair *pair, uint64_t sent, uint64_t received)
{
	const uint64_t ticks = received - sent;

	if (OTFP_UNLIKELY(pair->arrived == UINT32_MAX || pair->reversed == UINT32_MAX || pair->ticks + ticks < ticks) &&
	    settle_pair(p, pair) < 0)
		return -1;
	if (received < sent) {
		pair->reversed++;
		return 0;
	}
	pair->arrived++;
	pair->ticks += ticks;
	pair->shortest = ticks < pair->shortest ? ticks : pair->shortest;
	pair->longest = ticks > pair->longest ? ticks : pair->longest;
	return 0;
}

/* @return NULL if the process was not seen; then it has no cached rows */
static struct otfp_stat_process *stat_process(struct otfp_profile *p, uint32_t process)
{
	const struct otfp_process *known = otfp_state_near(&p->state, process);

	return known && known->index < p->nby_process ? &p->by_process[known->index] : NULL;
}

/* Whether a half is in the current window and rows do not depend on communicator or tag, so that cached rows apply. */
static int is_near(const struct otfp_profile *p, uint64_t time)
{
	const unsigned apart = 1u << OTFP_KEY_COMMUNICATOR | 1u << OTFP_KEY_TAG;

	return p->inside && !(p->o.by & apart) && time >= p->window_start && time < p->edge;
}

/* Add a latency to a pair and to a row by length of the current window. */
static int arrive_here(struct otfp_profile *p, struct otfp_pair *pair, struct otfp_row *row, uint64_t sent,
                       uint64_t received)
{
	const unsigned table = is_counted(p, OTFP_STAT_LENGTH) ? OTFP_STAT_LENGTH : OTFP_STAT_MESSAGE;

	if (arrive_in_pair(p, pair, sent, received) < 0)
		return -1;
	return arrive_in(row, otfp_stat_kinds[table].quantiles, sent, received);
}

/* A message is complete: add its latency, to cached rows if possible. */
static int arrive_near(struct otfp_profile *p, struct otfp_pair *pair, const struct half *received, uint64_t sent)
{
	struct otfp_stat_process *own = stat_process(p, received->process);
	struct otfp_row *row;

	if (!own || !is_near(p, received->time) || pair->window != p->window)
		return arrived(p, received, sent);
	return length_row(p, own, received, &row) < 0 ? -1 : arrive_here(p, pair, row, sent, received->time);
}

/* Count a half that is not in the current window. @return 0, or -1 when memory is out */
static __attribute__((noinline)) int count_far(struct otfp_profile *p, const struct half *h, int kind)
{
	struct rows rows = {{NULL}};
	int rc = find_rows(p, h, &rows);

	if (rc > 0)
		count(&rows, h->length, kind);
	return rc < 0 ? -1 : 0;
}

/* Count a half in the current window, and set *row as length_row. @return 0, or -1 when memory is out */
static inline int count_near(struct otfp_profile *p, struct otfp_stat_process *own, struct otfp_pair *pair,
                             const struct half *h, int kind, struct otfp_row **row)
{
	if ((pair->window != p->window && begin_window(p, pair) < 0) || length_row(p, own, h, row) < 0 ||
	    count_in_pair(p, pair, kind, h->length) < 0)
		return -1;
	if (*row) {
		(*row)->sum[number_of[kind]]++;
		(*row)->sum[bytes_of[kind]] += h->length;
	}
	return 0;
}

static int take_half(struct otfp_profile *p, struct otfp_pair *pair, const struct half *h, int kind)
{
	struct otfp_half other = {h->time, h->length, 0, h->process};
	int rc = otfp_pair_match(pair, &p->halves, kind, h->key, &other);
	const struct half received = {other.time, other.process, h->key, other.length, NULL};

	if (rc <= 0)
		return rc;
	return kind == OTFP_HALF_SENT ? arrive_near(p, pair, &received, h->time) : arrive_near(p, pair, h, other.time);
}

/* Count and match a half from a record of process h->key[kind == OTFP_HALF_RECEIVED]. */
OTFP_INLINE int see_half(struct otfp_profile *p, struct otfp_stat_process *own, const struct half *h, int kind)
{
	struct otfp_pair *pair = otfp_pair_of(&p->pairs, h->key);
	struct otfp_half other = {h->time, h->length, 0, h->process};
	struct otfp_row *row;
	int rc;

	if (OTFP_UNLIKELY(!pair))
		return -1;
	if (OTFP_UNLIKELY(!is_near(p, h->time)))
		return count_far(p, h, kind) < 0 ? -1 : take_half(p, pair, h, kind);
	if (count_near(p, own, pair, h, kind, &row) < 0)
		return -1;
	if (kind == OTFP_HALF_SENT)
		return take_half(p, pair, h, kind);
	rc = otfp_pair_match(pair, &p->halves, kind, h->key, &other);
	return rc > 0 ? arrive_here(p, pair, row, other.time, h->time) : rc;
}

/* The key of a half from a record of its process, which may be a thread of the one in the key. */
static inline int key_of(struct otfp_profile *p, const struct otfp_record *rec, uint32_t key[4])
{
	const unsigned own = rec->type == OTFP_RecvMsg;

	if (otfp_ranks_key_of(&p->state.ranks, rec, key) < 0)
		return -1;
	return OTFP_LIKELY(key[own] == rec->loc) ? 0 : otfp_map_set(&p->threads, rec->loc, key[own]);
}

OTFP_INLINE int send(struct otfp_profile *p, const struct otfp_record *rec, struct otfp_stat_process *own)
{
	uint32_t key[4];

	if (key_of(p, rec, key) < 0)
		return -1;
	return see_half(p, own, &(struct half){rec->time, rec->loc, key, true_length(p, rec, 3), NULL}, OTFP_HALF_SENT);
}

OTFP_INLINE int receive(struct otfp_profile *p, const struct otfp_record *rec, struct otfp_stat_process *own)
{
	uint32_t key[4];

	if (key_of(p, rec, key) < 0)
		return -1;
	return see_half(p, own, &(struct half){rec->time, rec->loc, key, true_length(p, rec, 3), NULL},
	                OTFP_HALF_RECEIVED);
}

int otfp_account_partner(struct otfp_profile *p, const struct otfp_record *rec)
{
	const int is_snap = rec->type == OTFP_SendSnapshot;
	const int kind = rec->type == OTFP_RecvMsg ? OTFP_HALF_RECEIVED : OTFP_HALF_SENT;
	uint32_t key[4];
	int rc = key_of(p, rec, key);
	const struct half h = {is_snap ? rec->f[0].u : rec->time, rec->loc, key,
	                       true_length(p, rec, 3 + (unsigned)is_snap), NULL};
	struct otfp_half other = {h.time, h.length, 0, h.process};
	struct otfp_pair *pair = rc == 0 ? otfp_pair_of(&p->pairs, key) : NULL;
	struct half received;
	struct rows rows;

	if (rc == 0 && !is_snap)
		rc = find_rows(p, &h, &rows);
	if (!pair || rc < 0)
		return -1;
	if (rc)
		count(&rows, h.length, kind);
	rc = otfp_pair_match(pair, &p->halves, kind, key, &other);
	if (rc <= 0)
		return rc;
	received = (struct half){other.time, other.process, key, other.length, NULL};
	return kind == OTFP_HALF_SENT ? arrived(p, &received, h.time) : arrived(p, &h, other.time);
}

/* A message in transit when the stream starts. */
static int snapshot(struct otfp_profile *p, const struct otfp_record *rec, const struct otfp_process *process)
{
	uint32_t key[4];
	const struct half h = {rec->f[0].u, rec->loc, key, true_length(p, rec, 4), NULL};
	struct otfp_pair *pair;

	if (key_of(p, rec, key) < 0)
		return -1;
	if (process->known != OTFP_KNOWN_SNAPSHOT || process->snap_time != rec->time)
		return 0;
	pair = otfp_pair_of(&p->pairs, key);
	return pair ? take_half(p, pair, &h, OTFP_HALF_SENT) : -1;
}

int otfp_account_message(struct otfp_profile *p, const struct otfp_record *rec, const struct otfp_change *change)
{
	struct otfp_stat_process *own = &p->by_process[change->process->index];

	if (rec->type == OTFP_SendMsg)
		return send(p, rec, own);
	return rec->type == OTFP_RecvMsg ? receive(p, rec, own) : snapshot(p, rec, change->process);
}

int otfp_account_messages(struct otfp_profile *p, const struct otfp_plain *recs, size_t n)
{
	int rc = 0;

	for (size_t i = 0; i < n && rc == 0; i++) {
		const struct otfp_record *rec = recs[i].rec;
		struct otfp_stat_process *own = &p->by_process[recs[i].process->index];
		rc = rec->type == OTFP_SendMsg ? send(p, rec, own) : receive(p, rec, own);
	}
	return rc;
}

/* ---- the end ---- */

/* Compute the rows of all messages from those by length. */
static int derive(struct otfp_profile *p)
{
	const unsigned from = OTFP_STAT_LENGTH, to = OTFP_STAT_MESSAGE;
	const size_t n = p->rows.n;

	for (size_t i = 0; i < n; i++) {
		const struct otfp_row *row = p->rows.rows[i];
		struct otfp_key_values v = {{0}};
		struct otfp_row *sum;
		if (row->key.table != from)
			continue;
		for (unsigned k = 0; k < p->nkinds[from]; k++)
			v.v[p->kinds[from][k]] = row->key.part[k];
		sum = otfp_profile_row(p, to, row->key.window, &v);
		if (!sum || otfp_row_merge(sum, row) < 0)
			return -1;
	}
	return 0;
}

int otfp_account_forget_pairs(struct otfp_profile *p)
{
	while (p->pairs.n) {
		struct otfp_pair *pair = &p->pairs.p[p->pairs.n - 1];
		if (settle_pair(p, pair) < 0 || otfp_pair_hash(pair, &p->halves) < 0)
			return -1;
		otfp_pairs_pop(&p->pairs);
	}
	otfp_pairs_release(&p->pairs);
	p->pairs.are_hashed = p->halves.number[OTFP_HALF_SENT] || p->halves.number[OTFP_HALF_RECEIVED];
	return 0;
}

int otfp_account_messages_end(struct otfp_profile *p)
{
	if (otfp_account_forget_pairs(p) < 0)
		return -1;
	if (p->derived >> OTFP_STAT_MESSAGE & 1 && otfp_wants(p, OTFP_STAT_MESSAGE) && derive(p) < 0)
		return -1;
	p->derived = 0;
	return 0;
}
