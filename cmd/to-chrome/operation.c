/* operation.c - collective and file operations as async pairs, since they need not nest within calls. */
#include "base/span.h"
#include "cmd/to-chrome/event.h"
#include "record/fileop.h"

static const char *operation_of(uint64_t v)
{
	const char *word = otfp_fileop_word(v);

	return word ? word : "file operation";
}

/* What both events of a pair have. */
struct span {
	const struct chrome_thread *thread;
	uint32_t id;
	const char *file; /* the name of a file operation; NULL: the collective operation `what` */
	uint32_t what;
};

/* Write one event of a pair. @param rec  has the args, but for the slots `without`; NULL: there are none */
static void put_one(struct chrome *c, const struct span *s, enum chrome_phase phase, uint64_t time,
                    const struct otfp_record *rec, unsigned without)
{
	const char *file = s->file;

	c->form->put(c, &(struct chrome_event){.phase = (char)phase,
	                                       .time = time,
	                                       .thread = s->thread,
	                                       .name = file ? chrome_word(file) :
	                                                      chrome_name(c, s->thread->process, OTFP_NAMED_COLLECTIVE,
	                                                                  s->what),
	                                       .category = chrome_word(file ? "file" : "collective"),
	                                       .id = s->id,
	                                       .rec = rec,
	                                       .without = without});
}

/* Clip the begin of an operation to the start of what is shown. */
static uint64_t clip(const struct chrome *c, uint64_t time)
{
	const uint64_t least = c->o.has_from && c->o.from > c->first ? c->o.from : c->first;

	return time < least ? least : time;
}

/* Write both events of a pair. @param id  0: it has none yet. @param without  slots of rec that are no args */
static void put_both(struct chrome *c, const struct otfp_record *rec, struct span *s, uint64_t begin, uint64_t end,
                     unsigned without)
{
	begin = clip(c, begin);
	if (!s->id)
		s->id = c->form->operation(c, s->thread, s->file != NULL, begin);
	put_one(c, s, CHROME_BEGIN_ASYNC, begin, rec, without);
	put_one(c, s, CHROME_END_ASYNC, end, NULL, 0);
}

/* What a record of a whole operation has beside its fields: its duration, and other times. */
struct whole {
	unsigned duration; /* field; 0: none */
	unsigned times;    /* bits of fields */
};

static struct whole whole_of(unsigned type)
{
	if (type == OTFP_CollectiveOperation)
		return (struct whole){5, 1u << 0 | 1u << 5};
	return type == OTFP_FileOperation ? (struct whole){4, 1u << 4} : (struct whole){0, 0};
}

/* A record of a whole operation has its duration. An end without a begin is shown as an operation of no duration. */
void chrome_operate(struct chrome *c, const struct otfp_record *rec, const struct otfp_change *did)
{
	const struct chrome_thread *t = chrome_thread(c, did->process);
	const int is_collective = rec->type == OTFP_CollectiveOperation;
	const unsigned slot = rec->type == OTFP_FileOperation ? 2 : 3; /* of the operation */
	const struct whole whole = whole_of(rec->type);
	const uint64_t length = whole.duration ? rec->f[whole.duration].u : 0;
	struct span s = {t, 0, is_collective ? NULL : operation_of(rec->f[slot].u), (uint32_t)rec->f[0].u};

	if (t)
		put_both(c, rec, &s, rec->time, otfp_ticks_after(rec->time, length), whole.times);
}

/* The begin of a collective operation has its name. The name of a file operation is known only at its end, so the pair
 * is written then; key-values of its begin are shown as an instant event. */
void chrome_begin_operation(struct chrome *c, const struct otfp_record *rec, const struct otfp_change *did)
{
	const struct chrome_thread *t = chrome_thread(c, did->process);
	const int is_collective = rec->type == OTFP_BeginCollectiveOperation || rec->type == OTFP_BeginCollopSnapshot;
	struct otfp_begun *b = did->begun;
	struct span s = {t, 0, NULL, b->what};

	if (rec->type == OTFP_OpenFileSnapshot || !t)
		return;
	s.id = b->mark = c->form->operation(c, t, !is_collective, is_collective ? rec->time : clip(c, b->time));
	if (is_collective)
		put_one(c, &s, CHROME_BEGIN_ASYNC, rec->time, rec, rec->type == OTFP_BeginCollectiveOperation ? 1 : 2);
	else if (rec->ntags)
		chrome_instant(c, rec, did->process, 0, 0);
}

void chrome_end_operation(struct chrome *c, const struct otfp_record *rec, const struct otfp_change *did)
{
	const struct otfp_begun *b = did->begun;
	const int is_file = rec->type == OTFP_EndFileOperation;
	struct span s = {chrome_thread(c, did->process), b->mark, is_file ? operation_of(rec->f[3].u) : NULL, b->what};

	if (!s.thread)
		return;
	if (is_file) {
		s.what = (uint32_t)rec->f[0].u;
		put_both(c, rec, &s, b->time, rec->time, 0);
		return;
	}
	if (!s.id) { /* it began before the interval */
		s.id = c->form->operation(c, s.thread, 0, clip(c, b->time));
		put_one(c, &s, CHROME_BEGIN_ASYNC, clip(c, b->time), NULL, 0);
	}
	put_one(c, &s, CHROME_END_ASYNC, rec->time, rec, 1);
}

static void close_operation(struct chrome *c, const struct chrome_thread *t, const struct otfp_begun *b, uint64_t end,
                            const char *file)
{
	const struct span s = {t, b->mark, file, b->what};

	if (file)
		put_one(c, &s, CHROME_BEGIN_ASYNC, clip(c, b->time), NULL, 0);
	put_one(c, &s, CHROME_END_ASYNC, end, NULL, 0);
	c->counts[CHROME_RUNNING]++;
}

void chrome_close_operations(struct chrome *c, const struct otfp_process *p, const struct otfp_begun_list *l,
                             uint64_t end, const char *file)
{
	for (const struct otfp_begun *b = otfp_begun_next(l, NULL); b; b = otfp_begun_next(l, b)) {
		/* an operation without a mark is not shown; its process may not be either */
		const struct chrome_thread *t = b->mark ? chrome_thread(c, p) : NULL;
		if (t)
			close_operation(c, t, b, end, file);
	}
}
