#include "otf2/read/source-lane.h"
#include "base/assert.h"
#include "base/error.h"
#include "otf2/carry/event-short.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- frames of a lane ---- */

typedef int read_fn(struct otfp_otf2_reader *r, unsigned i, const uint64_t **p, size_t *words);

/* Damage does not stop what can be read after it and the other locations, if the caller wants that. @return 0 or code
 */
static int damaged(struct otfp_otf2_lanes *l, struct otfp_otf2_lane *lane, int code)
{
	struct otfp_otf2_carrying *c = l->c;

	if (code == OTFP_EDAMAGE && !l->keep_going)
		otfp_error_advise(c->err, "--keep-going reads the rest");
	if (code != OTFP_EDAMAGE || !l->keep_going || c->strict)
		return code;
	lane->is_damaged = lane->is_broken = 1;
	c->troubles++;
	if (c->report_to)
		c->report_to(c->report_ctx, c->err);
	return 0;
}

/* At the end of the events: whether they are as many as their location declares; 0 and the largest number are those of
 * a writer that did not know. @return OTFP_END or <0 */
static int compare_number(struct otfp_otf2_lanes *l, struct otfp_otf2_lane *lane)
{
	const uint64_t declared = OTFP_OTF2_F(lane->process->location, Location, numberOfEvents);
	int code;

	if (lane->done == declared || declared == 0 || declared == UINT64_MAX || lane->is_damaged)
		return OTFP_END;
	l->c->lane = lane;
	code = otfp_otf2_bad(l->c, lane->done < declared ? OTFP_FLAW_CUT : OTFP_FLAW_COUNT,
	                     "its events end here, but its definition declares %" PRIu64, declared);
	return code < 0 ? code : OTFP_END;
}

static int read_block(struct otfp_otf2_lanes *l, struct otfp_otf2_lane *lane, const uint64_t **p, size_t *words)
{
	read_fn *read = lane->is_snaps ? otfp_otf2_reader_snaps : otfp_otf2_reader_events;
	int code = read(l->reader, lane->at, p, words);

	if (!lane->was_read)
		lane->done = lane->left_out = otfp_otf2_reader_left_out(l->reader, lane->at, lane->is_snaps);
	lane->was_read = 1;
	if (code == OTFP_END)
		lane->is_at_end = 1;
	if (code == OTFP_EDAMAGE)
		lane->skipped += otfp_otf2_reader_skipped(l->reader, lane->at, lane->is_snaps);
	return code < 0 ? damaged(l, lane, code) : code;
}

static int reserve(struct otfp_otf2_lane *lane, size_t words)
{
	const int moves = lane->start == lane->kept; /* the frames move with it */
	const size_t at = (size_t)(lane->p - lane->start), n = (size_t)(lane->end - lane->start);
	size_t cap = lane->kept_cap ? lane->kept_cap : 4096;
	uint64_t *kept;

	if (words <= lane->kept_cap)
		return 0;
	while (cap < words)
		cap *= 2;
	kept = realloc(lane->kept, cap * sizeof *kept);
	if (!kept)
		return -1;
	if (moves) {
		lane->start = kept;
		lane->p = kept + at;
		lane->end = kept + n;
	}
	lane->kept = kept;
	lane->kept_cap = cap;
	return 0;
}

/* Move the frames that are left to the start of `kept`, where they outlive their block. */
static int keep_rest(struct otfp_otf2_lane *lane)
{
	size_t rest = (size_t)(lane->end - lane->p), gone = (size_t)(lane->p - lane->start);

	if (reserve(lane, rest) < 0)
		return -1;
	memmove(lane->kept, lane->p, rest * sizeof *lane->kept);
	lane->start = lane->p = lane->kept;
	lane->end = lane->p + rest;
	for (unsigned i = 0; i < OTFP_OTF2_COLLECTIVES; i++)
		lane->collectives[i].sought -= lane->collectives[i].sought < gone ? lane->collectives[i].sought : gone;
	return 0;
}

/* Put another block after the frames that are left, which are in `kept`. */
static int add_block(struct otfp_otf2_lanes *l, struct otfp_otf2_lane *lane, size_t *words)
{
	const uint64_t *p;
	int code = read_block(l, lane, &p, words);

	if (code || !*words)
		return code;
	if (reserve(lane, (size_t)(lane->end - lane->p) + *words) < 0)
		return otfp_fail_memory(l->c->err);
	memcpy(lane->kept + (lane->end - lane->start), p, *words * sizeof *p);
	lane->end += *words;
	return 0;
}

/* The frames of a lane moved: so does the cursor of the order, which has the last `words` of them. */
static void move_cursor(struct otfp_otf2_cursor *c, const struct otfp_otf2_lane *lane, size_t words)
{
	if (c)
		*c = (struct otfp_otf2_cursor){lane->end - words, lane->end, NULL, NULL, 0};
}

/* The cursor of a lane, at rest; NULL: it has none. */
static struct otfp_otf2_cursor *stop_cursor(struct otfp_otf2_lanes *l, const struct otfp_otf2_lane *lane)
{
	if (!l->order.pool || lane < l->merged)
		return NULL;
	otfp_otf2_order_wait(&l->order);
	return &l->order.cursors[lane - l->merged];
}

/* The cursor is in the block of the lane, or in the next one, which is read now. */
static int more(struct otfp_otf2_lane *lane, void *ctx)
{
	struct otfp_otf2_lanes *l = ctx;
	struct otfp_otf2_cursor *c = stop_cursor(l, lane);
	const size_t rest = c ? (size_t)(c->end - c->p) : 0;
	const int is_same = c && c->end == lane->end;
	size_t words = 0;
	int code;

	if (lane->is_broken)
		return OTFP_END;
	if (keep_rest(lane) < 0)
		return otfp_fail_memory(l->c->err);
	if (is_same)
		move_cursor(c, lane, rest);
	code = add_block(l, lane, &words);
	if (code == 0)
		move_cursor(c, lane, is_same ? rest + words : rest);
	return code;
}

struct noting {
	struct otfp_otf2_past *past;
	struct otfp_error *err;
};

static int note(void *ctx, const struct otfp_otf2_frame *frame)
{
	struct noting *n = ctx;

	return otfp_otf2_past_note(n->past, frame) < 0 ? otfp_fail_memory(n->err) : 0;
}

static int look_back(struct otfp_otf2_lane *lane, struct otfp_otf2_past *p, void *ctx)
{
	struct otfp_otf2_lanes *l = ctx;
	struct noting n = {p, l->c->err};

	return otfp_otf2_reader_before(l->reader, lane->at, lane->left_out, p->is_all, note, &n);
}

/* Go on after damage: the ends of what is open may be lost, so it stays open. */
static void cross_damage(struct otfp_otf2_lane *lane)
{
	lane->done += lane->skipped;
	lane->skipped = 0;
	lane->is_broken = 0;
	for (unsigned i = 0; i < OTFP_OTF2_COLLECTIVES; i++) {
		lane->collectives[i].open = 0;
		lane->knows_past[i] = 1;
	}
}

/* Pass over the frames before the window; but what may be out of order is left to `look`. */
static void pass_over(const struct otfp_otf2_lanes *l, struct otfp_otf2_lane *lane)
{
	while (lane->p < lane->end) {
		const struct otfp_otf2_frame *frame = (const struct otfp_otf2_frame *)lane->p;
		if (frame->time >= l->from || frame->time < lane->time)
			return;
		lane->time = frame->time;
		lane->p += frame->words;
		lane->done++;
		lane->left_out++;
	}
}

/* Go to the next block. @return 0, 1 if there is none, <0 */
static int next_block(struct otfp_otf2_lanes *l, struct otfp_otf2_lane *lane)
{
	size_t words = 0;
	int code = 0;

	for (unsigned i = 0; i < OTFP_OTF2_COLLECTIVES; i++)
		lane->collectives[i].sought = 0;
	while (lane->p == lane->end && code == 0) {
		if (lane->is_at_end) { /* who looked ahead has read it */
			code = OTFP_END;
			break;
		}
		if (lane->is_broken)
			cross_damage(lane);
		code = read_block(l, lane, &lane->start, &words);
		lane->p = lane->start;
		lane->end = words ? lane->start + words : lane->start;
		if (lane->left_out == lane->done)
			pass_over(l, lane);
	}
	return code == OTFP_END && !lane->is_snaps ? compare_number(l, lane) : code;
}

/* ---- the next frame ---- */

/* A time before that of the frame before: such frames get the later time, so that the order stays valid. */
static int go_back(struct otfp_otf2_lanes *l, struct otfp_otf2_lane *lane, uint64_t time)
{
	struct otfp_otf2_carrying *c = l->c;
	int code;

	c->lane = lane;
	code = l->backwards++ ? 0 :
	                        otfp_otf2_bad(c, OTFP_FLAW_ORDER, "time %" PRIu64 " comes after time %" PRIu64, time,
	                                      lane->time);
	if (code == 0 && !l->keep_going) {
		otfp_fail_at(c->err, OTFP_EDAMAGE, OTFP_FLAW_ORDER, c->name, 0,
		             "location %" PRIu64 ": %s %" PRIu64 ": time %" PRIu64 " comes after time %" PRIu64,
		             lane->process->location->f[0], lane->is_snaps ? "snapshot" : "event", lane->done, time,
		             lane->time);
		code = OTFP_EDAMAGE;
	}
	return code;
}

/* Set lane->time to that of the next frame. The merge waits for it, so it was read one frame before.
 * @return 0, 1 at the end of the lane, <0 */
static inline int look(struct otfp_otf2_lanes *l, struct otfp_otf2_lane *lane)
{
	uint64_t time;

	if (OTFP_UNLIKELY(lane->p == lane->end)) {
		int code = next_block(l, lane);
		if (code)
			return code;
	}
	time = OTFP_LIKELY(lane->next) ? lane->next : ((const struct otfp_otf2_frame *)lane->p)->time;
	lane->next = otfp_otf2_time_after(lane);
	if (OTFP_UNLIKELY(time < lane->time))
		return go_back(l, lane, time);
	lane->time = time;
	return l->has_to && time >= l->to ? OTFP_END : 0;
}

/* Count the next frame. @return its number, as records have it */
static inline uint32_t next_number(struct otfp_otf2_lane *lane)
{
	lane->done++;
	return OTFP_LIKELY(lane->done < UINT32_MAX) ? (uint32_t)lane->done : UINT32_MAX;
}

static int convert_one(struct otfp_otf2_lanes *l, struct otfp_otf2_lane *lane)
{
	struct otfp_otf2_carrying *c = l->c;
	int code;

	OTFP_ASSERT_HOT(otfp_otf2_frame_is_sound(lane->p, (size_t)(lane->end - lane->p)));
	c->lane = lane;
	c->time = lane->time;
	c->lineno = next_number(lane);
	code = otfp_otf2_event(c);
	lane->p += ((const struct otfp_otf2_frame *)lane->p)->words;
	return code;
}

/* Convert a frame after which its lane and the merge have gone on already; `time` is its own. @return 0 or <0 */
static int convert_late(struct otfp_otf2_lanes *l, struct otfp_otf2_lane *lane, const struct otfp_otf2_frame *frame,
                        uint64_t time)
{
	const uint64_t next = lane->time;
	int code;

	lane->p = (const uint64_t *)(const void *)frame;
	lane->time = time;
	code = convert_one(l, lane);
	lane->time = next;
	lane->next = otfp_otf2_time_after(lane);
	return code;
}

/* Whether the frame after the next one of a lane is there, not before it in time, and in the window. */
static inline int has_usual_next(const struct otfp_otf2_lanes *l, const struct otfp_otf2_lane *lane)
{
	return lane->next && lane->next >= lane->time && lane->next < (l->has_to ? l->to : UINT64_MAX);
}

/* Convert a frame that its lane is past. The batch has room. @param time  its own @return 0 or <0 */
static inline int convert_passed(struct otfp_otf2_lanes *l, struct otfp_otf2_lane *lane,
                                 const struct otfp_otf2_frame *frame, uint64_t time)
{
	struct otfp_otf2_batch *b = &l->c->batch;
	struct otfp_record *rec = &b->recs[b->n];

	if (OTFP_UNLIKELY(!otfp_otf2_short_event(l->c, lane, frame, rec)))
		return convert_late(l, lane, frame, time);
	rec->time = time;
	rec->loc = lane->token;
	rec->lineno = next_number(lane);
	b->n++;
	return 0;
}

/* Convert the next frame of a lane, whatever it is, and find the one after it. @return 0, 1 at the end of the lane, <0
 */
static int convert_any(struct otfp_otf2_lanes *l, struct otfp_otf2_lane *lane)
{
	int code = convert_one(l, lane);

	if (code == 0)
		code = look(l, lane);
	lane->is_over = code == OTFP_END;
	return code;
}

/* ---- merged here ---- */

/* Convert frames up to the last one that was read of a lane, a time before the one before, or the end of the window.
 * The kind of a frame is unpredictable, so the merge goes on first: then it does not wait for the branch on the kind.
 * @return 0 or <0 */
static int convert_usual(struct otfp_otf2_lanes *l, size_t enough)
{
	const struct otfp_otf2_batch *b = &l->c->batch;
	int code = 0;

	while (b->n < enough && b->n < b->cap && !otfp_timetree_is_over(&l->merge) && code == 0) {
		struct otfp_otf2_lane *lane = &l->merged[otfp_timetree_winner(&l->merge)];
		const uint64_t time = lane->time;
		const struct otfp_otf2_frame *frame;
		if (OTFP_UNLIKELY(!has_usual_next(l, lane)))
			break;
		frame = otfp_otf2_pass(lane);
		otfp_timetree_advance(&l->merge, lane->time);
		code = convert_passed(l, lane, frame, time);
	}
	return code;
}

/* Convert the next frame. @return 0, 1 if none is left, <0 */
static int convert_next(struct otfp_otf2_lanes *l)
{
	struct otfp_otf2_lane *lane;
	int code;

	if (otfp_timetree_is_over(&l->merge))
		return OTFP_END;
	lane = &l->merged[otfp_timetree_winner(&l->merge)];
	code = convert_any(l, lane);
	if (code == 0)
		otfp_timetree_advance(&l->merge, lane->time);
	if (code == OTFP_END)
		otfp_timetree_end(&l->merge);
	return code < 0 ? code : 0;
}

/* ---- merged by a thread ---- */

/* Convert frames in the order that was found. @return 0 or <0 */
static int convert_ordered(struct otfp_otf2_lanes *l, size_t enough)
{
	const struct otfp_otf2_batch *b = &l->c->batch;
	struct otfp_otf2_order *o = &l->order;
	int code = 0;

	while (b->n < enough && o->at < o->n && code >= 0) {
		struct otfp_otf2_lane *lane = &l->merged[o->given[o->at++]];
		const uint64_t time = lane->time;
		if (OTFP_LIKELY(b->n < b->cap && has_usual_next(l, lane)))
			code = convert_passed(l, lane, otfp_otf2_pass(lane), time);
		else
			code = convert_any(l, lane);
	}
	return code < 0 ? code : 0;
}

/* Show the cursor of a lane the next block, if it is in the one that the lane is in. @param wait  0: only if it is
 * decoded @return 0; OTFP_END: there is none; <0: not known */
static int show_block(struct otfp_otf2_lanes *l, struct otfp_otf2_cursor *c, int wait)
{
	const struct otfp_otf2_lane *lane = &l->merged[c - l->order.cursors];
	size_t words;
	int code;

	if (lane->is_damaged || lane->is_over || c->next || c->end != lane->end)
		return OTFP_EFAIL;
	code = otfp_otf2_reader_peek(l->reader, lane->at, lane->is_snaps, wait, &c->next, &words);
	c->next_end = code == 0 ? c->next + words : NULL;
	return code;
}

/* Show the order what comes after the frames of a lane that it has used up. */
static void show_more(struct otfp_otf2_lanes *l)
{
	struct otfp_otf2_order *o = &l->order;
	struct otfp_otf2_cursor *c = &o->cursors[o->lacks];
	int code = 0;

	if (c->p == c->end)
		code = show_block(l, c, 1);
	if (code == 0 && c->next)
		*c = (struct otfp_otf2_cursor){c->next, c->next_end, NULL, NULL, 0};
	if (code == 0)
		otfp_otf2_order_go_on(o, o->lacks);
	else if (code == OTFP_END)
		otfp_timetree_end(&o->merge);
	else
		o->is_odd = 1;
}

static int start_merge(struct otfp_otf2_lanes *l);

/* Take over from the order where it ended. */
static int merge_rest(struct otfp_otf2_lanes *l)
{
	otfp_otf2_order_release(&l->order);
	otfp_timetree_release(&l->merge);
	return start_merge(l);
}

/* Take what a thread found, and let it find more. @return 0, 1 if no frame is left, <0 */
static int next_order(struct otfp_otf2_lanes *l)
{
	struct otfp_otf2_order *o = &l->order;

	if (!o->is_running)
		return o->is_odd ? merge_rest(l) : OTFP_END;
	otfp_otf2_order_swap(o);
	if (o->lacks != OTFP_OTF2_NO_LANE && !o->is_odd)
		show_more(l);
	for (unsigned i = 0; i < o->merge.k; i++)
		show_block(l, &o->cursors[i], 0);
	if (!o->is_odd && !otfp_timetree_is_over(&o->merge))
		otfp_otf2_order_start(o);
	return 0;
}

/* Whether lanes are worth an order, and begin with frames as usual. */
static int can_order(const struct otfp_otf2_lanes *l)
{
	enum { FEWEST = 2, MOST = 512 }; /* lanes; more of them have few frames in a block */
	const unsigned n = l->n - (unsigned)(l->merged - l->lanes);
	unsigned used = 0;

	for (unsigned i = 0; i < n; i++) {
		const struct otfp_otf2_lane *lane = &l->merged[i];
		if (lane->is_over)
			continue;
		if (((const struct otfp_otf2_frame *)lane->p)->time != lane->time)
			return 0;
		used++;
	}
	return used >= FEWEST && n <= MOST;
}

int otfp_otf2_lanes_order(struct otfp_otf2_lanes *l)
{
	struct otfp_pool *pool = otfp_otf2_reader_pool(l->reader);
	const unsigned n = l->n - (unsigned)(l->merged - l->lanes);

	if (!pool || !can_order(l))
		return 0;
	if (otfp_otf2_order_init(&l->order, pool, n) < 0)
		return otfp_fail_memory(l->c->err);
	l->order.has_to = l->has_to;
	l->order.to = l->to;
	for (unsigned i = 0; i < n; i++)
		if (!l->merged[i].is_over)
			otfp_otf2_order_set(&l->order, i, l->merged[i].p, l->merged[i].end);
	otfp_timetree_build(&l->order.merge);
	otfp_otf2_order_start(&l->order);
	return 0;
}

/* ---- all ---- */

int otfp_otf2_lanes_convert(struct otfp_otf2_lanes *l, size_t enough)
{
	int code = 0;

	while (l->c->batch.n < enough && code == 0) {
		const int is_ordered = l->order.pool != NULL;
		code = is_ordered ? convert_ordered(l, enough) : convert_usual(l, enough);
		if (code == 0 && l->c->batch.n < enough)
			code = is_ordered ? next_order(l) : convert_next(l);
	}
	return code;
}

/* ---- opening ---- */

/* What the local definitions say is applied to the events already. */
static int read_locals(struct otfp_otf2_lanes *l, struct otfp_otf2_lane *lane)
{
	const uint64_t *p;
	size_t words;
	int code;

	l->c->lane = lane;
	while ((code = otfp_otf2_reader_locals(l->reader, lane->at, &p, &words)) == 0)
		for (const uint64_t *end = p + words; p < end && code == 0;) {
			const struct otfp_otf2_frame *frame = (const struct otfp_otf2_frame *)p;
			code = otfp_otf2_define_local(l->c, frame);
			p += frame->words;
		}
	if (code == OTFP_EDAMAGE)
		l->lanes[l->n / 2 + lane->at].is_at_end = 1; /* the reader reads no events without them */
	if (code < 0)
		code = damaged(l, lane, code);
	return code < 0 ? code : 0;
}

/* Find the first frame of a lane. */
static int start_lane(struct otfp_otf2_lanes *l, struct otfp_otf2_lane *lane)
{
	int code = look(l, lane);

	lane->is_over = code != 0;
	return code < 0 ? code : 0;
}

/* Most archives have no snapshots: then only the lanes of events are merged. */
static int start_merge(struct otfp_otf2_lanes *l)
{
	unsigned first = 0;

	while (first < l->n / 2 && l->lanes[first].is_over)
		first++;
	first = first < l->n / 2 ? 0 : first;
	l->merged = l->lanes + first;
	if (otfp_timetree_init(&l->merge, l->n - first) < 0)
		return otfp_fail_memory(l->c->err);
	for (unsigned i = first; i < l->n; i++)
		if (!l->lanes[i].is_over)
			otfp_timetree_set(&l->merge, i - first, l->lanes[i].time);
	otfp_timetree_build(&l->merge);
	return 0;
}

int otfp_otf2_lanes_open(struct otfp_otf2_lanes *l, const struct otfp_otf2_process *const *processes, unsigned n,
                         int with_snaps, int with_events)
{
	int code = 0;

	l->n = 2 * n;
	l->lanes = calloc(2 * (size_t)n + 1, sizeof *l->lanes);
	if (!l->lanes)
		return otfp_fail_memory(l->c->err);
	for (unsigned i = 0; i < 2 * n; i++) {
		struct otfp_otf2_lane *lane = &l->lanes[i];
		lane->process = processes[i % n];
		lane->token = lane->process->token;
		lane->at = i % n;
		lane->is_snaps = i < n;
		lane->events = &l->lanes[n + i % n];
		lane->more = more;
		lane->look_back = look_back;
		lane->ctx = l;
		lane->is_over = 1;
	}
	for (unsigned i = 0; i < n && code == 0; i++)
		code = read_locals(l, &l->lanes[i]);
	for (unsigned i = with_snaps ? 0 : n; i < (with_events ? 2 * n : n) && code == 0; i++)
		code = start_lane(l, &l->lanes[i]);
	return code < 0 ? code : start_merge(l);
}

void otfp_otf2_lanes_release(struct otfp_otf2_lanes *l)
{
	otfp_otf2_order_release(&l->order);
	for (unsigned i = 0; i < l->n && l->lanes; i++)
		otfp_otf2_lane_release(&l->lanes[i]);
	free(l->lanes);
	otfp_timetree_release(&l->merge);
}
