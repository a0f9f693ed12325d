/* event.c - events of OTF as those of VTF3. See records.h. */
#include "vtf3/write/records.h"
#include "base/error.h"
#include "base/grow.h"
#include "record/fileop.h"
#include "record/keep.h"
#include "record/value.h"
#include "vtf3/clip.h"
#include "vtf3/plain.h"
#include <string.h>

enum { MOST_RECORDS = 1 << 20 }; /* in one group */

typedef struct otfp_vtf3_writing writing;

/* The caller sets all arguments. */
static inline void begin(struct otfp_vtf3_record *out, unsigned type, const struct otfp_record *rec)
{
	out->type = (uint16_t)type;
	out->flags = 0;
	out->time = otfp_vtf3_double_of(rec->time);
}

static int32_t number(uint64_t n)
{
	return n <= INT32_MAX ? (int32_t)n : INT32_MAX;
}

/* ---- several records as one ---- */

/* Size of the group that rec starts; 0: none. */
static size_t group_of(const writing *w, const struct otfp_record *rec, enum otfp_vtf3_key key)
{
	const struct otfp_tag *tag = rec->ntags && !w->is_alone ? otfp_vtf3_write_tag(w, rec, key) : NULL;

	return tag && tag->bits > 1 && tag->bits <= MOST_RECORDS ? (size_t)tag->bits : 0;
}

static int add_to_group(writing *w, const struct otfp_record *rec)
{
	struct otfp_record *copy;

	if (w->group.n == w->group.cap &&
	    otfp_grow(&w->group.recs, w->group.n, &w->group.cap, sizeof *w->group.recs) < 0)
		return otfp_fail_memory(w->err);
	copy = &w->group.recs[w->group.n++];
	*copy = *rec;
	return otfp_record_keep(copy, &w->group.arena) < 0 ? otfp_fail_memory(w->err) : 0;
}

int otfp_vtf3_write_belongs(const struct otfp_vtf3_writing *w, const struct otfp_record *rec)
{
	const struct otfp_record *first = w->group.recs;

	return rec->type == first->type && rec->loc == first->loc && rec->time == first->time;
}

static int flush_full(writing *w)
{
	return w->group.n < w->group.want ? 0 : otfp_vtf3_write_group(w);
}

/* Handle a record of a type that forms groups. @return 0 it joined one, OTFP_VTF3_NOTHING it did not, <0 */
static int group(writing *w, const struct otfp_record *rec, enum otfp_vtf3_key key)
{
	size_t want = group_of(w, rec, key);
	int code = 0;

	if (OTFP_LIKELY(!want && !w->group.n) || w->is_alone)
		return OTFP_VTF3_NOTHING;
	if (w->group.n && want)
		code = otfp_vtf3_write_group(w);
	if (code == 0 && !w->group.n) {
		if (!want)
			return OTFP_VTF3_NOTHING;
		w->group.want = want;
	}
	if (code == 0)
		code = add_to_group(w, rec);
	return code < 0 ? code : flush_full(w);
}

/* ---- calls ---- */

/* Makes an Exchange if the call was one; only Exchange has the job. */
static void make_call(const writing *w, const struct otfp_record *rec, int type, int32_t state,
                      struct otfp_vtf3_record *out)
{
	static const uint16_t types[] = {[OTFP_VTF3_EXCH_DOWNTO] = OTFP_VTF3_Downto,
	                                 [OTFP_VTF3_EXCH_UPTO] = OTFP_VTF3_Upto,
	                                 [OTFP_VTF3_EXCH_UPFROM] = OTFP_VTF3_Upfrom};
	const struct otfp_tag *job = rec->ntags && !w->is_modern ? otfp_vtf3_write_tag(w, rec, OTFP_KEY_job) : NULL;

	begin(out, job ? OTFP_VTF3_Exchange : types[type], rec);
	if (OTFP_UNLIKELY(job != NULL)) {
		out->v[0].u = otfp_vtf3_plain_cpu(rec->loc);
		out->v[1].i = type;
		out->v[2].i = state;
		out->v[3].i = (int32_t)job->bits;
		out->v[4].u = (uint32_t)rec->f[1].u;
		return;
	}
	out->v[0].i = state;
	out->v[1].u = otfp_vtf3_plain_cpu(rec->loc);
	out->v[2].u = (uint32_t)rec->f[1].u;
}

static int put_call(writing *w, const struct otfp_record *rec, int type, int32_t state)
{
	struct otfp_vtf3_record out;

	make_call(w, rec, type, state, &out);
	return otfp_vtf3_write_put(w, &out, rec);
}

static int enter(writing *w, const struct otfp_record *rec)
{
	return put_call(w, rec, OTFP_VTF3_EXCH_DOWNTO, otfp_vtf3_plain_token(rec->f[0].u));
}

/* The state that an Upto returns to: the call around the `levels` calls that end. */
static int32_t around(const struct otfp_vtf3_cpu *cpu, size_t levels)
{
	return cpu && cpu->n > levels ? cpu->open[cpu->n - levels - 1] : OTFP_VTF3_NOSTATE;
}

static int leave(writing *w, const struct otfp_record *rec)
{
	const struct otfp_vtf3_cpu *cpu = otfp_vtf3_cpu_find(&w->reader, otfp_vtf3_plain_cpu(rec->loc));
	const struct otfp_tag *tag = rec->ntags ? otfp_vtf3_write_tag(w, rec, OTFP_KEY_returns) : NULL;
	int is_upto = tag ? tag->bits != 0 : cpu && cpu->returns_upto;
	int32_t state = otfp_vtf3_plain_token(rec->f[0].u);
	int code;

	if (rec->ntags && otfp_vtf3_write_tag(w, rec, OTFP_KEY_part) && (!w->carries || otfp_vtf3_write_is_due(w, rec)))
		return w->group.n ? otfp_vtf3_write_group(w) : 0;
	code = group(w, rec, OTFP_KEY_levels);
	if (code != OTFP_VTF3_NOTHING)
		return code;
	if (is_upto)
		return put_call(w, rec, OTFP_VTF3_EXCH_UPTO, around(cpu, 1));
	if (!rec->f[0].u && cpu && cpu->n)
		state = cpu->open[cpu->n - 1];
	return put_call(w, rec, OTFP_VTF3_EXCH_UPFROM, state);
}

/* ---- messages, operations ---- */

static int message(writing *w, const struct otfp_record *rec)
{
	struct otfp_vtf3_record out;

	begin(&out, rec->type == OTFP_SendMsg ? OTFP_VTF3_Sendmsg : OTFP_VTF3_Recvmsg, rec);
	out.v[0].u = otfp_vtf3_plain_cpu(rec->loc);
	out.v[1].u = otfp_vtf3_plain_cpu(rec->f[0].u);
	out.v[2].i = otfp_vtf3_plain_communicator(rec->f[1].u);
	out.v[3].u = (uint32_t)rec->f[2].u;
	out.v[4].i = number(rec->f[3].u);
	out.v[5].u = (uint32_t)rec->f[4].u;
	return otfp_vtf3_write_put(w, &out, rec);
}

static int32_t bytes_of(writing *w, const struct otfp_record *rec, uint64_t bytes, enum otfp_vtf3_key key)
{
	const struct otfp_tag *tag = rec->ntags ? otfp_vtf3_write_tag(w, rec, key) : NULL;

	return tag ? (int32_t)tag->bits : number(bytes);
}

static int operation(writing *w, const struct otfp_record *rec)
{
	struct otfp_vtf3_record out;

	begin(&out, OTFP_VTF3_Globalop, rec);
	out.v[0].i = otfp_vtf3_plain_token(rec->f[0].u);
	out.v[1].u = otfp_vtf3_plain_cpu(rec->loc);
	out.v[2].i = otfp_vtf3_plain_communicator(rec->f[1].u);
	out.v[3].u = (uint32_t)rec->f[2].u - 1;
	out.v[4].i = bytes_of(w, rec, rec->f[3].u, OTFP_KEY_sent);
	out.v[5].i = bytes_of(w, rec, rec->f[4].u, OTFP_KEY_received);
	out.v[6].d = otfp_vtf3_double_of(rec->f[5].u);
	out.v[7].u = (uint32_t)rec->f[6].u;
	return otfp_vtf3_write_put(w, &out, rec);
}

static int end_of_operation(writing *w, const struct otfp_record *rec)
{
	struct otfp_vtf3_record out;

	if (rec->f[3].u != OTFP_FILEOP_READ && rec->f[3].u != OTFP_FILEOP_WRITE)
		return OTFP_VTF3_NOTHING;
	begin(&out, OTFP_VTF3_Fileioend, rec);
	out.v[0].u = otfp_vtf3_plain_cpu(rec->loc);
	out.v[1].i = rec->f[3].u == OTFP_FILEOP_WRITE ? OTFP_VTF3_WRITE : OTFP_VTF3_READ;
	out.v[2].i = otfp_vtf3_plain_token(rec->f[0].u);
	out.v[3].i = number(rec->f[4].u);
	out.v[4].u = (uint32_t)rec->f[5].u;
	return otfp_vtf3_write_put(w, &out, rec);
}

/* ---- values ---- */

/* Type and bits of a value. A tag may override the type of the counter. */
static int32_t value_of(writing *w, const struct otfp_record *rec, uint64_t *bits)
{
	const struct otfp_tag *tag = rec->ntags ? otfp_vtf3_write_tag(w, rec, OTFP_KEY_valuetype) : NULL;
	const uint64_t *properties = otfp_map_get(&w->properties, rec->f[0].u);
	enum otfp_form form = properties ? otfp_value_form((uint32_t)*properties) : OTFP_FORM_RAW;
	uint32_t low = (uint32_t)rec->f[1].u;
	double d;
	float f;

	*bits = rec->f[1].u;
	if (tag ? tag->bits != OTFP_VTF3_FLOAT : form == OTFP_FORM_RAW)
		return tag ? (int32_t)tag->bits : OTFP_VTF3_UINT;
	if (!tag && form != OTFP_FORM_DOUBLE) {
		memcpy(&f, &low, sizeof f);
		d = form == OTFP_FORM_SIGNED ? (double)(int64_t)rec->f[1].u : (double)f;
		memcpy(bits, &d, sizeof d);
	}
	*bits = otfp_vtf3_clip_bits(*bits); /* as the writer will do */
	return OTFP_VTF3_FLOAT;
}

/* Write the records `all` as one, of the n samples in these arrays. */
static int put_arrays(writing *w, const struct otfp_record *const *all, size_t n, const int32_t *tokens,
                      const int32_t *types, const uint64_t *values)
{
	struct otfp_vtf3_record out;

	begin(&out, OTFP_VTF3_Samp, all[0]);
	out.v[0].u = otfp_vtf3_plain_cpu(all[0]->loc);
	out.v[1].i = (int32_t)n;
	out.v[2].is = tokens;
	out.v[3].is = types;
	out.v[4].qs = values;
	return otfp_vtf3_write_write(w, &out, all, n);
}

static int put_samples(writing *w, const struct otfp_record *const *all, size_t n)
{
	w->group.tokens.n = w->group.types.n = w->group.values.n = 0;
	for (size_t i = 0; i < n; i++) {
		uint64_t bits;
		int32_t token = otfp_vtf3_plain_token(all[i]->f[0].u), type = value_of(w, all[i], &bits);
		if (otfp_buf_add(&w->group.tokens, &token, sizeof token) < 0 ||
		    otfp_buf_add(&w->group.types, &type, sizeof type) < 0 ||
		    otfp_buf_add(&w->group.values, &bits, sizeof bits) < 0)
			return otfp_fail_memory(w->err);
	}
	return put_arrays(w, all, n, (const int32_t *)(void *)w->group.tokens.p,
	                  (const int32_t *)(void *)w->group.types.p, (const uint64_t *)(void *)w->group.values.p);
}

static int put_sample(writing *w, const struct otfp_record *rec)
{
	uint64_t bits;
	const int32_t token = otfp_vtf3_plain_token(rec->f[0].u), type = value_of(w, rec, &bits);

	return put_arrays(w, &rec, 1, &token, &type, &bits);
}

static int counter(writing *w, const struct otfp_record *rec)
{
	int code = group(w, rec, OTFP_KEY_samples);

	return code == OTFP_VTF3_NOTHING ? put_sample(w, rec) : code;
}

/* ---- groups ---- */

static int put_levels(writing *w, const struct otfp_record *const *all, size_t n)
{
	const struct otfp_vtf3_cpu *cpu = otfp_vtf3_cpu_find(&w->reader, otfp_vtf3_plain_cpu(all[0]->loc));
	struct otfp_vtf3_record out;

	make_call(w, all[0], OTFP_VTF3_EXCH_UPTO, around(cpu, n), &out);
	return otfp_vtf3_write_write(w, &out, all, n);
}

/* Write the members of an incomplete group one by one. */
static int put_one_by_one(writing *w, const struct otfp_record *const *all, size_t n)
{
	int code = 0;

	w->is_alone = 1;
	for (size_t i = 0; i < n && code == 0; i++)
		code = otfp_vtf3_write_record(w, all[i]);
	w->is_alone = 0;
	return code;
}

int otfp_vtf3_write_group(struct otfp_vtf3_writing *w)
{
	size_t n = w->group.n;
	const struct otfp_record **all = otfp_arena_get(&w->group.arena, n * sizeof *all);
	int code = OTFP_VTF3_NOTHING;

	if (!all)
		return otfp_fail_memory(w->err);
	for (size_t i = 0; i < n; i++)
		all[i] = &w->group.recs[i];
	w->group.n = 0;
	if (n == w->group.want && all[0]->type == OTFP_Leave)
		code = put_levels(w, all, n);
	else if (n == w->group.want)
		code = put_samples(w, all, n);
	if (code == OTFP_VTF3_NOTHING)
		code = put_one_by_one(w, all, n);
	otfp_arena_clear(&w->group.arena);
	return code;
}

/* ---- all ---- */

static int comment(writing *w, const struct otfp_record *rec)
{
	struct otfp_vtf3_record out;

	if (w->carries && otfp_vtf3_carrier_of(&rec->f[0].s))
		return OTFP_VTF3_NOTHING;
	begin(&out, OTFP_VTF3_Comment, rec);
	out.v[0].s = otfp_vtf3_write_text(w, rec->f[0].s);
	return out.v[0].s.p ? otfp_vtf3_write_put(w, &out, rec) : OTFP_EFAIL;
}

int otfp_vtf3_write_event(struct otfp_vtf3_writing *w, const struct otfp_record *rec)
{
	switch (rec->type) {
	case OTFP_Enter: return enter(w, rec);
	case OTFP_Leave: return leave(w, rec);
	case OTFP_SendMsg:
	case OTFP_RecvMsg: return message(w, rec);
	case OTFP_Counter: return counter(w, rec);
	case OTFP_CollectiveOperation: return operation(w, rec);
	case OTFP_EndFileOperation: return end_of_operation(w, rec);
	case OTFP_EventComment: return comment(w, rec);
	default: return OTFP_VTF3_NOTHING;
	}
}
