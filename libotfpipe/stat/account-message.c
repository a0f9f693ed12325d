/* account-message.c - messages: in all, from whom to whom, by length; and how long they took. */
#include "stat/account.h"
#include <stdlib.h>

static const unsigned tables[] = {OTFP_STAT_MESSAGE, OTFP_STAT_MATRIX, OTFP_STAT_LENGTH};
enum { NTABLES = sizeof tables / sizeof *tables };

/* What one half of a message says. */
struct half {
	uint64_t time;
	uint32_t process; /* whose record it is */
	const uint32_t *key;
	uint32_t length;
};

struct rows {
	struct otfp_row *of[NTABLES]; /* NULL for a table that is not wanted */
};

static unsigned digits_of(uint32_t length)
{
	return length ? 32 - (unsigned)__builtin_clz(length) : 0;
}

/* ---- any half, in its window ---- */

static int find_row(struct otfp_profile *p, const struct half *h, unsigned table, uint64_t window,
                    struct otfp_row **row)
{
	const struct otfp_key_values v = {
		{[OTFP_KEY_PROCESS] = h->process,
	         [OTFP_KEY_SENDER] = h->key[0],
	         [OTFP_KEY_RECEIVER] = h->key[1],
	         [OTFP_KEY_COMMUNICATOR] = otfp_names_ref(&p->names, OTFP_NAMED_COMMUNICATOR, h->process, h->key[2]),
	         [OTFP_KEY_TAG] = h->key[3],
	         [OTFP_KEY_LENGTH] = digits_of(h->length)}};

	*row = otfp_wants(p, table) ? otfp_profile_row(p, table, window, &v) : NULL;
	return *row || !otfp_wants(p, table) ? 0 : -1;
}

/* The rows that a half goes to. @return 1; 0 if it is outside of the interval; -1 when memory is out */
static int find_rows(struct otfp_profile *p, const struct half *h, struct rows *rows)
{
	uint64_t window;

	if (!otfp_profile_window(p, h->time, &window))
		return 0;
	for (unsigned i = 0; i < NTABLES; i++)
		if (find_row(p, h, tables[i], window, &rows->of[i]) < 0)
			return -1;
	return 1;
}

/* ---- the half that comes, in the current window: its rows are known by peer, and by length ---- */

void otfp_stat_process_release(struct otfp_stat_process *own)
{
	free(own->pairs);
	free(own->lengths);
}

static struct otfp_pair *pair_place(const struct otfp_stat_process *own, uint64_t key)
{
	for (size_t i = otfp_map_hash(key);; i++) {
		struct otfp_pair *pair = &own->pairs[i & (own->pairs_cap - 1)];
		if (!pair->key || pair->key == key)
			return pair;
	}
}

static int make_room(struct otfp_stat_process *own)
{
	struct otfp_stat_process old = *own;

	own->pairs_cap = old.pairs_cap ? 2 * old.pairs_cap : 8;
	own->pairs = calloc(own->pairs_cap, sizeof *own->pairs);
	if (!own->pairs) {
		*own = old;
		return -1;
	}
	for (size_t i = 0; i < old.pairs_cap; i++)
		if (old.pairs[i].key)
			*pair_place(own, old.pairs[i].key) = old.pairs[i];
	free(old.pairs);
	return 0;
}

static struct otfp_pair *pair_of(struct otfp_profile *p, struct otfp_stat_process *own, const struct half *h, int kind)
{
	uint64_t key = 1 + (uint64_t)h->key[kind == OTFP_HALF_SENT] * 2 + (unsigned)kind;
	struct otfp_pair *pair;

	if (2 * (own->npairs + 1) > own->pairs_cap && make_room(own) < 0)
		return NULL;
	pair = pair_place(own, key);
	if (OTFP_LIKELY(pair->key == key && pair->epoch == p->epoch))
		return pair;
	own->npairs += !pair->key;
	*pair = (struct otfp_pair){.key = key};
	if (find_row(p, h, OTFP_STAT_MESSAGE, p->window, &pair->message) < 0 ||
	    find_row(p, h, OTFP_STAT_MATRIX, p->window, &pair->matrix) < 0)
		return NULL;
	pair->epoch = p->epoch;
	return pair;
}

static int length_row(struct otfp_profile *p, struct otfp_stat_process *own, const struct half *h,
                      struct otfp_row **row)
{
	unsigned digits = digits_of(h->length);

	if (!own->lengths && !(own->lengths = calloc(1, sizeof *own->lengths)))
		return -1;
	if (own->lengths->epoch[digits] != p->epoch) {
		if (find_row(p, h, OTFP_STAT_LENGTH, p->window, &own->lengths->row[digits]) < 0)
			return -1;
		own->lengths->epoch[digits] = p->epoch;
	}
	*row = own->lengths->row[digits];
	return 0;
}

/* @return as find_rows */
static int find_rows_now(struct otfp_profile *p, struct otfp_stat_process *own, const struct half *h, int kind,
                         struct rows *rows)
{
	const unsigned apart = 1u << OTFP_KEY_COMMUNICATOR | 1u << OTFP_KEY_TAG;
	const struct otfp_pair *pair;

	if (!p->inside || p->o.by & apart)
		return find_rows(p, h, rows);
	pair = pair_of(p, own, h, kind);
	if (!pair || length_row(p, own, h, &rows->of[2]) < 0)
		return -1;
	rows->of[0] = pair->message;
	rows->of[1] = pair->matrix;
	return 1;
}

/* ---- what they say ---- */

static void count(const struct rows *rows, uint32_t length, int number, int bytes)
{
	for (unsigned i = 0; i < NTABLES; i++)
		if (rows->of[i]) {
			rows->of[i]->sum[number]++;
			rows->of[i]->sum[bytes] += length;
		}
}

/* Both halves are known: the time between is the receiver's, whose rows these are. A message that was received
 * before it was sent tells of clocks, not of a time, so it is only counted. */
static int arrive(const struct rows *rows, uint64_t sent, uint64_t received)
{
	int rc = 0;

	for (unsigned i = 0; i < NTABLES && rc == 0; i++) {
		if (!rows->of[i])
			continue;
		if (received < sent)
			rows->of[i]->sum[OTFP_REVERSED]++;
		else if (!otfp_stat_kinds[tables[i]].quantiles)
			otfp_dist_note(&rows->of[i]->dist, received - sent);
		else
			rc = otfp_dist_add(&rows->of[i]->dist, received - sent);
	}
	return rc;
}

/* The receive was seen before the send. */
static int arrived(struct otfp_profile *p, const uint32_t key[4], uint64_t sent, const struct otfp_half *received)
{
	const struct half h = {received->time, key[1], key, received->length};
	struct rows rows;
	int rc = find_rows(p, &h, &rows);

	return rc > 0 ? arrive(&rows, sent, received->time) : rc;
}

int otfp_profile_half(struct otfp_profile *p, int kind, const uint32_t key[4], struct otfp_half half)
{
	struct otfp_half other = half;
	int rc = otfp_halves_take(&p->halves, kind, key, &other);

	if (rc <= 0)
		return rc;
	return kind == OTFP_HALF_SENT ? arrived(p, key, half.time, &other) : arrived(p, key, other.time, &half);
}

static int send(struct otfp_profile *p, const struct otfp_record *rec, struct otfp_stat_process *own)
{
	const uint32_t key[4] = {rec->loc, (uint32_t)rec->f[0].u, (uint32_t)rec->f[1].u, (uint32_t)rec->f[2].u};
	const struct half h = {rec->time, rec->loc, key, (uint32_t)rec->f[3].u};
	struct rows rows;
	int rc = find_rows_now(p, own, &h, OTFP_HALF_SENT, &rows);

	if (rc < 0)
		return rc;
	if (rc > 0)
		count(&rows, h.length, OTFP_SENT, OTFP_BYTES_SENT);
	return otfp_profile_half(p, OTFP_HALF_SENT, key, (struct otfp_half){h.time, h.length, 0});
}

static int receive(struct otfp_profile *p, const struct otfp_record *rec, struct otfp_stat_process *own)
{
	const uint32_t key[4] = {(uint32_t)rec->f[0].u, rec->loc, (uint32_t)rec->f[1].u, (uint32_t)rec->f[2].u};
	const struct half h = {rec->time, rec->loc, key, (uint32_t)rec->f[3].u};
	struct otfp_half other = {h.time, h.length, 0};
	struct rows rows;
	int rc = find_rows_now(p, own, &h, OTFP_HALF_RECEIVED, &rows), matched;

	if (rc < 0)
		return rc;
	if (rc > 0)
		count(&rows, h.length, OTFP_RECEIVED, OTFP_BYTES_RECEIVED);
	matched = otfp_halves_take(&p->halves, OTFP_HALF_RECEIVED, key, &other);
	return matched > 0 && rc > 0 ? arrive(&rows, other.time, h.time) : matched < 0 ? -1 : 0;
}

/* On its way when the stream begins. */
static int snapshot(struct otfp_profile *p, const struct otfp_record *rec, const struct otfp_process *process)
{
	const uint32_t key[4] = {rec->loc, (uint32_t)rec->f[1].u, (uint32_t)rec->f[2].u, (uint32_t)rec->f[3].u};

	if (process->known != OTFP_KNOWN_SNAPSHOT || process->snap_time != rec->time)
		return 0;
	return otfp_profile_half(p, OTFP_HALF_SENT, key, (struct otfp_half){rec->f[0].u, (uint32_t)rec->f[4].u, 0});
}

int otfp_account_message(struct otfp_profile *p, const struct otfp_record *rec, const struct otfp_change *change)
{
	struct otfp_stat_process *own = &p->by_process[change->process->index];

	if (rec->type == OTFP_SendMsg)
		return send(p, rec, own);
	return rec->type == OTFP_RecvMsg ? receive(p, rec, own) : snapshot(p, rec, change->process);
}
