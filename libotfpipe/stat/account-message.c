/* account-message.c - messages: in all, from whom to whom, by length; and how long they took. */
#include "stat/account.h"

static const unsigned tables[] = {OTFP_STAT_MESSAGE, OTFP_STAT_MATRIX, OTFP_STAT_LENGTH};
enum { NTABLES = sizeof tables / sizeof *tables };

/* What one half of a message says. */
struct half {
	uint64_t time;
	uint32_t process; /* whose record it is */
	const uint32_t *key;
	uint32_t length;
};

/* The rows that a half goes to; NULL for a table that is not wanted. @return 1; 0 if it is outside of the
 * interval; -1 when memory is out */
static int find_rows(struct otfp_profile *p, const struct half *h, struct otfp_row *rows[NTABLES])
{
	struct otfp_key_values v = {
		{[OTFP_KEY_PROCESS] = h->process,
	         [OTFP_KEY_SENDER] = h->key[0],
	         [OTFP_KEY_RECEIVER] = h->key[1],
	         [OTFP_KEY_COMMUNICATOR] = otfp_names_ref(&p->names, OTFP_NAMED_COMMUNICATOR, h->process, h->key[2]),
	         [OTFP_KEY_TAG] = h->key[3],
	         [OTFP_KEY_LENGTH] = h->length ? 32 - (unsigned)__builtin_clz(h->length) : 0}};
	uint64_t window;

	if (!otfp_profile_window(p, h->time, &window))
		return 0;
	for (unsigned i = 0; i < NTABLES; i++) {
		rows[i] = otfp_wants(p, tables[i]) ? otfp_profile_row(p, tables[i], window, &v) : NULL;
		if (otfp_wants(p, tables[i]) && !rows[i])
			return -1;
	}
	return 1;
}

static int count(struct otfp_profile *p, const struct half *h, int number, int bytes)
{
	struct otfp_row *rows[NTABLES];
	int rc = find_rows(p, h, rows);

	for (unsigned i = 0; i < NTABLES && rc > 0; i++)
		if (rows[i]) {
			rows[i]->sum[number]++;
			rows[i]->sum[bytes] += h->length;
		}
	return rc < 0 ? rc : 0;
}

/* Both halves are known: the time between is the receiver's. A message that was received before it was sent
 * tells of clocks, not of a time, so it is only counted. */
static int arrive(struct otfp_profile *p, const struct half *received, uint64_t sent)
{
	struct otfp_row *rows[NTABLES];
	int rc = find_rows(p, received, rows);

	for (unsigned i = 0; i < NTABLES && rc > 0; i++) {
		if (!rows[i])
			continue;
		if (received->time < sent)
			rows[i]->sum[OTFP_REVERSED]++;
		else if (otfp_dist_add(&rows[i]->dist, received->time - sent) < 0)
			rc = -1;
	}
	return rc < 0 ? rc : 0;
}

int otfp_profile_half(struct otfp_profile *p, int kind, const uint32_t key[4], struct otfp_half half)
{
	struct otfp_half other = half;
	int rc = otfp_halves_take(&p->halves, kind, key, &other);

	if (rc <= 0)
		return rc;
	if (kind == OTFP_HALF_SENT)
		return arrive(p, &(struct half){other.time, key[1], key, other.length}, half.time);
	return arrive(p, &(struct half){half.time, key[1], key, half.length}, other.time);
}

static int send(struct otfp_profile *p, const struct otfp_record *rec)
{
	const uint32_t key[4] = {rec->loc, (uint32_t)rec->f[0].u, (uint32_t)rec->f[1].u, (uint32_t)rec->f[2].u};
	const struct half h = {rec->time, rec->loc, key, (uint32_t)rec->f[3].u};

	if (count(p, &h, OTFP_SENT, OTFP_BYTES_SENT) < 0)
		return -1;
	return otfp_profile_half(p, OTFP_HALF_SENT, key, (struct otfp_half){h.time, h.length, 0});
}

static int receive(struct otfp_profile *p, const struct otfp_record *rec)
{
	const uint32_t key[4] = {(uint32_t)rec->f[0].u, rec->loc, (uint32_t)rec->f[1].u, (uint32_t)rec->f[2].u};
	const struct half h = {rec->time, rec->loc, key, (uint32_t)rec->f[3].u};

	if (count(p, &h, OTFP_RECEIVED, OTFP_BYTES_RECEIVED) < 0)
		return -1;
	return otfp_profile_half(p, OTFP_HALF_RECEIVED, key, (struct otfp_half){h.time, h.length, 0});
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
	if (rec->type == OTFP_SendMsg)
		return send(p, rec);
	return rec->type == OTFP_RecvMsg ? receive(p, rec) : snapshot(p, rec, change->process);
}
