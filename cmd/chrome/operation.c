/* operation.c - collective and file operations as async pairs, since they need not nest within calls. */
#include "cmd/chrome/forms.h"

/* The word for OTF_FILEOP_* in the low 5 bits. */
static const char *operation_of(uint64_t v)
{
	static const char *const words[32] = {"open",   "close", "read", "write", "seek",  "unlink",
	                                      "rename", "dup",   "sync", "lock",  "unlock"};

	return words[v & 31] ? words[v & 31] : "file operation";
}

/* Open one event of a pair; both have name, category and id.
 * @param file  the name of a file operation; NULL: the collective operation `what` */
static void open_async(struct otfp_chrome *c, char phase, uint64_t time, const struct otfp_chrome_thread *t,
                       uint32_t id, const char *file, uint32_t what)
{
	otfp_chrome_open(c, phase, time, t);
	if (file)
		otfp_chrome_word(c, "name", file);
	else
		otfp_chrome_name(c, t->process, OTFP_NAMED_COLLECTIVE, what);
	otfp_chrome_word(c, "cat", file ? "file" : "collective");
	otfp_chrome_number(c, "id", id);
}

/* Clip the begin of an operation to the start of what is shown. */
static uint64_t clip(const struct otfp_chrome *c, uint64_t time)
{
	const uint64_t least = c->o.has_from && c->o.from > c->first ? c->o.from : c->first;

	return time < least ? least : time;
}

/* Write both events of a pair. @param without  slots of rec that are no args */
static void put_async(struct otfp_chrome *c, const struct otfp_record *rec, const struct otfp_chrome_thread *t,
                      uint64_t begin, uint64_t end, const char *file, unsigned without)
{
	const uint32_t id = ++c->operations, what = (uint32_t)rec->f[0].u;

	open_async(c, 'b', clip(c, begin), t, id, file, what);
	otfp_chrome_args(c, rec, without);
	otfp_chrome_close(c);
	open_async(c, 'e', end, t, id, file, what);
	otfp_chrome_close(c);
}

/* A record of a whole operation has its duration. An end without a begin is shown as an operation of no duration. */
void otfp_chrome_operate(struct otfp_chrome *c, const struct otfp_record *rec, const struct otfp_change *did)
{
	const struct otfp_chrome_thread *t = otfp_chrome_thread(c, did->process);
	const int is_collective = rec->type == OTFP_CollectiveOperation;
	const unsigned slot = rec->type == OTFP_FileOperation ? 2 : 3; /* of the operation */
	uint64_t length = is_collective ? rec->f[5].u : rec->type == OTFP_FileOperation ? rec->f[4].u : 0;

	if (length > UINT64_MAX - rec->time)
		length = UINT64_MAX - rec->time;
	if (t)
		put_async(c, rec, t, rec->time, rec->time + length, is_collective ? NULL : operation_of(rec->f[slot].u),
		          is_collective                   ? 1u << 0 | 1u << 5 :
		          rec->type == OTFP_FileOperation ? 1u << 4 :
		                                            0);
}

/* The begin of a collective operation has its name. The name of a file operation is known only at its end, so the pair
 * is written then; key-values of its begin are shown as an instant event. */
void otfp_chrome_begin_operation(struct otfp_chrome *c, const struct otfp_record *rec, const struct otfp_change *did)
{
	const struct otfp_chrome_thread *t = otfp_chrome_thread(c, did->process);
	const int is_collective = rec->type == OTFP_BeginCollectiveOperation || rec->type == OTFP_BeginCollopSnapshot;

	if (rec->type == OTFP_OpenFileSnapshot || !t)
		return;
	did->begun->mark = ++c->operations;
	if (is_collective) {
		open_async(c, 'b', rec->time, t, did->begun->mark, NULL, did->begun->what);
		otfp_chrome_args(c, rec, rec->type == OTFP_BeginCollectiveOperation ? 1 : 2);
		otfp_chrome_close(c);
	} else if (rec->ntags) {
		otfp_chrome_instant(c, rec, did->process);
	}
}

void otfp_chrome_end_operation(struct otfp_chrome *c, const struct otfp_record *rec, const struct otfp_change *did)
{
	const struct otfp_chrome_thread *t = otfp_chrome_thread(c, did->process);
	const struct otfp_begun *b = did->begun;

	if (!t)
		return;
	if (rec->type == OTFP_EndFileOperation) {
		put_async(c, rec, t, b->time, rec->time, operation_of(rec->f[3].u), 0);
		return;
	}
	if (!b->mark) /* it began before the interval */
		open_async(c, 'b', clip(c, b->time), t, ++c->operations, NULL, b->what);
	if (!b->mark)
		otfp_chrome_close(c);
	open_async(c, 'e', rec->time, t, b->mark ? b->mark : c->operations, NULL, b->what);
	otfp_chrome_args(c, rec, 1);
	otfp_chrome_close(c);
}

static void close_operation(struct otfp_chrome *c, const struct otfp_chrome_thread *t, const struct otfp_begun *b,
                            uint64_t end, const char *file)
{
	if (file) {
		open_async(c, 'b', clip(c, b->time), t, b->mark, file, b->what);
		otfp_chrome_close(c);
	}
	open_async(c, 'e', end, t, b->mark, file, b->what);
	otfp_chrome_close(c);
	c->counts[OTFP_CHROME_RUNNING]++;
}

void otfp_chrome_close_operations(struct otfp_chrome *c, const struct otfp_process *p, const struct otfp_begun_list *l,
                                  uint64_t end, const char *file)
{
	for (size_t k = 0; k < l->n; k++) {
		/* an operation without a mark is not shown; its process may not be either */
		const struct otfp_chrome_thread *t = l->open[k].mark ? otfp_chrome_thread(c, p) : NULL;
		if (t)
			close_operation(c, t, &l->open[k], end, file);
	}
}
