/* account-operation.c - collective operations, file operations, one-sided messages (RMA). */
#include "profile/account.h"
#include "record/fileop.h"
#include <stdlib.h>

static struct otfp_row *collective_row(struct otfp_profile *p, uint32_t process, uint32_t collective, uint32_t group)
{
	const struct otfp_key_values v = {
		{[OTFP_KEY_PROCESS] = process,
	         [OTFP_KEY_COLLECTIVE] = otfp_names_ref(&p->names, OTFP_NAMED_COLLECTIVE, process, collective),
	         [OTFP_KEY_COMMUNICATOR] = otfp_names_ref(&p->names, OTFP_NAMED_COMMUNICATOR, process, group)}};

	return otfp_profile_row_now(p, OTFP_STAT_COLLECTIVE, &v);
}

/* The row from the cache of the process, or of all, else found or added. Without local definitions a token means the
 * same in all processes. */
static struct otfp_row *recent_row(struct otfp_profile *p, struct otfp_stat_process *own, uint32_t process,
                                   const struct otfp_begun *what)
{
	const int local = p->names.index[OTFP_NAMED_COLLECTIVE].local | p->names.index[OTFP_NAMED_COMMUNICATOR].local;
	struct otfp_recents **recents = p->by_processes || local ? &own->recents : &p->recents;
	struct otfp_recent *at;

	if (!*recents)
		*recents = calloc(1, sizeof **recents);
	if (!*recents)
		return NULL;
	at = &(*recents)->of[what->what % OTFP_RECENT];
	if (at->epoch == p->epoch && at->collective == what->what && at->group == what->group)
		return at->row;
	at->row = collective_row(p, process, what->what, what->group);
	at->epoch = at->row ? p->epoch : 0;
	at->collective = what->what;
	at->group = what->group;
	return at->row;
}

static int collective(struct otfp_profile *p, const struct otfp_process *process, const struct otfp_begun *what,
                      uint64_t duration)
{
	struct otfp_row *row = recent_row(p, &p->by_process[process->index], process->process, what);

	if (!row)
		return -1;
	row->sum[OTFP_COUNT]++;
	row->sum[OTFP_COLL_SENT] += what->sent;
	row->sum[OTFP_COLL_RECEIVED] += what->received;
	return otfp_dist_add(&row->dist, duration);
}

static int whole_collective(struct otfp_profile *p, const struct otfp_record *rec, const struct otfp_process *process)
{
	const struct otfp_begun what = {.what = (uint32_t)rec->f[0].u,
	                                .group = (uint32_t)rec->f[1].u,
	                                .sent = rec->f[3].u,
	                                .received = rec->f[4].u};

	return collective(p, process, &what, rec->f[5].u);
}

/* A collective operation counts at its end, as in summary records. */
static int end_collective(struct otfp_profile *p, const struct otfp_record *rec, const struct otfp_change *did)
{
	if (!did->begun)
		return 0;
	return collective(p, did->process, did->begun, otfp_ticks_between(did->begun->time, rec->time));
}

static struct otfp_row *file_row(struct otfp_profile *p, const struct otfp_record *rec)
{
	const struct otfp_key_values v = {
		{[OTFP_KEY_PROCESS] = rec->loc,
	         [OTFP_KEY_FILE] = otfp_names_ref(&p->names, OTFP_NAMED_FILE, rec->loc, (uint32_t)rec->f[0].u)}};

	return otfp_profile_row_now(p, OTFP_STAT_FILE, &v);
}

static int operate(struct otfp_row *row, uint64_t operation, uint64_t bytes)
{
	static const uint8_t sums[] = {[OTFP_FILEOP_OPEN] = OTFP_OPENS,
	                               [OTFP_FILEOP_CLOSE] = OTFP_CLOSES,
	                               [OTFP_FILEOP_READ] = OTFP_READS,
	                               [OTFP_FILEOP_WRITE] = OTFP_WRITES,
	                               [OTFP_FILEOP_SEEK] = OTFP_SEEKS};
	const enum otfp_fileop kind = otfp_fileop_kind(operation);

	if (!row)
		return -1;
	row->sum[kind < sizeof sums ? sums[kind] : OTFP_OTHERS]++;
	if (kind == OTFP_FILEOP_READ)
		row->sum[OTFP_BYTES_READ] += bytes;
	if (kind == OTFP_FILEOP_WRITE)
		row->sum[OTFP_BYTES_WRITTEN] += bytes;
	return 0;
}

static int file_operation(struct otfp_profile *p, const struct otfp_record *rec)
{
	struct otfp_row *row = file_row(p, rec);

	return operate(row, rec->f[2].u, rec->f[3].u) < 0 ? -1 : otfp_dist_add(&row->dist, rec->f[4].u);
}

static int end_file_operation(struct otfp_profile *p, const struct otfp_record *rec, const struct otfp_begun *begun)
{
	struct otfp_row *row = file_row(p, rec);

	if (operate(row, rec->f[3].u, rec->f[4].u) < 0)
		return -1;
	return begun ? otfp_dist_add(&row->dist, otfp_ticks_between(begun->time, rec->time)) : 0;
}

static int remote(struct otfp_profile *p, const struct otfp_record *rec)
{
	const int is_get = rec->type == OTFP_RMAGet;
	const struct otfp_key_values v = {{[OTFP_KEY_PROCESS] = rec->loc,
	                                   [OTFP_KEY_COMMUNICATOR] = otfp_names_ref(&p->names, OTFP_NAMED_COMMUNICATOR,
	                                                                            rec->loc, (uint32_t)rec->f[2].u),
	                                   [OTFP_KEY_TAG] = rec->f[3].u}};
	struct otfp_row *row = otfp_profile_row_now(p, OTFP_STAT_RMA, &v);

	if (!row)
		return -1;
	row->sum[is_get ? OTFP_GETS : OTFP_PUTS]++;
	row->sum[is_get ? OTFP_BYTES_GOT : OTFP_BYTES_PUT] += rec->f[4].u;
	return 0;
}

int otfp_account_operation(struct otfp_profile *p, const struct otfp_record *rec, const struct otfp_change *change)
{
	switch (rec->type) {
	case OTFP_CollectiveOperation: return whole_collective(p, rec, change->process);
	case OTFP_EndCollectiveOperation: return end_collective(p, rec, change);
	case OTFP_FileOperation: return file_operation(p, rec);
	case OTFP_EndFileOperation: return end_file_operation(p, rec, change->begun);
	default: return remote(p, rec);
	}
}
