/* back-event.c - events of OTF as those of VTF3. See back.h. */
#include "vtf3/back.h"
#include "base/error.h"
#include "base/grow.h"
#include "record/value.h"
#include <string.h>

enum { OPERATION_READ = 2, OPERATION_WRITE = 3 };

typedef struct otfp_vtf3_back back;
typedef const struct otfp_record record;

static struct otfp_vtf3_back_process *process_of(back *b, uint32_t process)
{
	uint64_t *at = otfp_map_get(&b->processes, process);

	if (at)
		return &b->all[*at];
	if ((b->n == b->cap && otfp_grow(&b->all, b->n, &b->cap, sizeof *b->all) < 0) ||
	    otfp_map_set(&b->processes, process, b->n) < 0) {
		otfp_fail_memory(b->err);
		return NULL;
	}
	b->all[b->n] = (struct otfp_vtf3_back_process){.n = 0};
	return &b->all[b->n++];
}

void otfp_vtf3_back_left(struct otfp_vtf3_back *b, uint32_t process, uint64_t function)
{
	const uint64_t *at = otfp_map_get(&b->processes, process);
	struct otfp_vtf3_back_process *p = at ? &b->all[*at] : NULL;

	if (p && p->n && p->open[p->n - 1] == function)
		p->n--;
}

static void begin(back *b, struct otfp_vtf3_record *out, unsigned type, record *rec)
{
	otfp_vtf3_record_init(out, type);
	out->time = otfp_vtf3_back_ticks(b, rec->time);
}

/* ---- calls ---- */

static int put_exchange(back *b, record *rec, int type, int32_t state, int32_t job)
{
	struct otfp_vtf3_record out;

	begin(b, &out, OTFP_VTF3_Exchange, rec);
	out.v[0].u = otfp_vtf3_back_cpu(rec->loc);
	out.v[1].i = type;
	out.v[2].i = state;
	out.v[3].i = job;
	out.v[4].u = (uint32_t)rec->f[1].u;
	return otfp_vtf3_back_put(b, &out);
}

static int put_call(back *b, record *rec, int type, int32_t state)
{
	static const uint16_t types[] = {[OTFP_VTF3_EXCH_DOWNTO] = OTFP_VTF3_Downto,
	                                 [OTFP_VTF3_EXCH_UPTO] = OTFP_VTF3_Upto,
	                                 [OTFP_VTF3_EXCH_UPFROM] = OTFP_VTF3_Upfrom};
	const struct otfp_tag *job = rec->ntags ? otfp_vtf3_back_tag(b, rec, OTFP_KEY_job) : NULL;
	struct otfp_vtf3_record out;

	if (job)
		return put_exchange(b, rec, type, state, (int32_t)job->bits);
	begin(b, &out, types[type], rec);
	out.v[0].i = state;
	out.v[1].u = otfp_vtf3_back_cpu(rec->loc);
	out.v[2].u = (uint32_t)rec->f[1].u;
	return otfp_vtf3_back_put(b, &out);
}

static int enter(back *b, record *rec)
{
	struct otfp_vtf3_back_process *p = process_of(b, rec->loc);

	if (!p)
		return OTFP_EFAIL;
	if (p->n == p->cap && otfp_grow(&p->open, p->n, &p->cap, sizeof *p->open) < 0)
		return otfp_fail_memory(b->err);
	p->open[p->n++] = (uint32_t)rec->f[0].u;
	return put_call(b, rec, OTFP_VTF3_EXCH_DOWNTO, otfp_vtf3_back_token(rec->f[0].u));
}

/* Upto says what is returned to: the call around those that end here. */
static int leave_upto(back *b, record *rec, struct otfp_vtf3_back_process *p)
{
	const struct otfp_tag *tag = rec->ntags ? otfp_vtf3_back_tag(b, rec, OTFP_KEY_levels) : NULL;
	uint64_t levels = tag && tag->bits ? tag->bits : 1;

	if (levels > p->n)
		levels = p->n;
	p->n -= (size_t)levels;
	p->skip = levels ? (uint32_t)levels - 1 : 0;
	return put_call(b, rec, OTFP_VTF3_EXCH_UPTO,
	                p->n ? otfp_vtf3_back_token(p->open[p->n - 1]) : OTFP_VTF3_NOSTATE);
}

static int leave(back *b, record *rec)
{
	struct otfp_vtf3_back_process *p = process_of(b, rec->loc);
	const struct otfp_tag *tag = rec->ntags ? otfp_vtf3_back_tag(b, rec, OTFP_KEY_returns) : NULL;
	uint64_t function = rec->f[0].u;

	if (!p)
		return OTFP_EFAIL;
	if (rec->ntags && otfp_vtf3_back_tag(b, rec, OTFP_KEY_part))
		return 0;
	if (p->skip) {
		p->skip--;
		return 0;
	}
	if (tag)
		p->returns_upto = tag->bits != 0;
	if (p->returns_upto)
		return leave_upto(b, rec, p);
	if (p->n)
		p->n--;
	if (!function && p->cap)
		function = p->open[p->n];
	return put_call(b, rec, OTFP_VTF3_EXCH_UPFROM, otfp_vtf3_back_token(function));
}

/* ---- messages, operations ---- */

static int message(back *b, record *rec)
{
	struct otfp_vtf3_record out;

	begin(b, &out, rec->type == OTFP_SendMsg ? OTFP_VTF3_Sendmsg : OTFP_VTF3_Recvmsg, rec);
	out.v[0].u = otfp_vtf3_back_cpu(rec->loc);
	out.v[1].u = otfp_vtf3_back_cpu(rec->f[0].u);
	out.v[2].i = otfp_vtf3_back_communicator(b, rec->f[1].u);
	out.v[3].u = (uint32_t)rec->f[2].u;
	out.v[4].i = otfp_vtf3_back_number(b, rec->f[3].u);
	out.v[5].u = (uint32_t)rec->f[4].u;
	return otfp_vtf3_back_put(b, &out);
}

static int32_t bytes_of(back *b, record *rec, uint64_t bytes, enum otfp_vtf3_key key)
{
	const struct otfp_tag *tag = rec->ntags ? otfp_vtf3_back_tag(b, rec, key) : NULL;

	return tag ? (int32_t)tag->bits : otfp_vtf3_back_number(b, bytes);
}

static int operation(back *b, record *rec)
{
	struct otfp_vtf3_record out;

	begin(b, &out, OTFP_VTF3_Globalop, rec);
	out.v[0].i = otfp_vtf3_back_token(rec->f[0].u);
	out.v[1].u = otfp_vtf3_back_cpu(rec->loc);
	out.v[2].i = otfp_vtf3_back_communicator(b, rec->f[1].u);
	out.v[3].u = (uint32_t)rec->f[2].u - 1;
	out.v[4].i = bytes_of(b, rec, rec->f[3].u, OTFP_KEY_sent);
	out.v[5].i = bytes_of(b, rec, rec->f[4].u, OTFP_KEY_received);
	out.v[6].d = otfp_vtf3_back_ticks(b, rec->f[5].u);
	out.v[7].u = (uint32_t)rec->f[6].u;
	return otfp_vtf3_back_put(b, &out);
}

static int end_of_operation(back *b, record *rec)
{
	struct otfp_vtf3_record out;

	if (rec->f[3].u != OPERATION_READ && rec->f[3].u != OPERATION_WRITE) {
		b->dropped[rec->type]++;
		return 0;
	}
	begin(b, &out, OTFP_VTF3_Fileioend, rec);
	out.v[0].u = otfp_vtf3_back_cpu(rec->loc);
	out.v[1].i = rec->f[3].u == OPERATION_WRITE ? OTFP_VTF3_WRITE : OTFP_VTF3_READ;
	out.v[2].i = otfp_vtf3_back_token(rec->f[0].u);
	out.v[3].i = otfp_vtf3_back_number(b, rec->f[4].u);
	out.v[4].u = (uint32_t)rec->f[5].u;
	return otfp_vtf3_back_put(b, &out);
}

/* ---- values ---- */

/* Type and bits of a value: a tag may say another type than the counter. */
static int32_t value_of(back *b, record *rec, uint64_t *bits)
{
	const struct otfp_tag *tag = rec->ntags ? otfp_vtf3_back_tag(b, rec, OTFP_KEY_valuetype) : NULL;
	const uint64_t *properties = otfp_map_get(&b->properties, rec->f[0].u);
	enum otfp_form form = properties ? otfp_value_form((uint32_t)*properties) : OTFP_RAW;
	uint32_t low = (uint32_t)rec->f[1].u;
	double d;
	float f;

	*bits = rec->f[1].u;
	if (tag)
		return (int32_t)tag->bits;
	if (form == OTFP_RAW || form == OTFP_DOUBLE64)
		return form == OTFP_RAW ? OTFP_VTF3_UINT : OTFP_VTF3_FLOAT;
	memcpy(&f, &low, sizeof f);
	d = form == OTFP_SIGNED ? (double)(int64_t)rec->f[1].u : (double)f;
	b->lost[OTFP_VTF3_LOST_NUMBER] += form == OTFP_SIGNED && (d < 0 ? -d : d) > 9007199254740992.0;
	memcpy(bits, &d, sizeof d);
	return OTFP_VTF3_FLOAT;
}

int otfp_vtf3_back_samples(struct otfp_vtf3_back *b)
{
	struct otfp_vtf3_record out;
	int code;

	otfp_vtf3_record_init(&out, OTFP_VTF3_Samp);
	out.time = otfp_vtf3_back_ticks(b, b->samples.time);
	out.v[0].u = otfp_vtf3_back_cpu(b->samples.process);
	out.v[1].i = (int32_t)b->samples.n;
	out.v[2].is = (const int32_t *)(void *)b->samples.tokens.p;
	out.v[3].is = (const int32_t *)(void *)b->samples.types.p;
	out.v[4].qs = (const uint64_t *)(void *)b->samples.values.p;
	code = otfp_vtf3_back_put(b, &out);
	b->samples.n = b->samples.want = 0;
	b->samples.tokens.n = b->samples.types.n = b->samples.values.n = 0;
	return code;
}

static int counter(back *b, record *rec)
{
	const struct otfp_tag *tag = rec->ntags ? otfp_vtf3_back_tag(b, rec, OTFP_KEY_samples) : NULL;
	int32_t token = otfp_vtf3_back_token(rec->f[0].u), type;
	uint64_t bits;
	int code = 0;

	if (tag && b->samples.n)
		code = otfp_vtf3_back_samples(b);
	type = value_of(b, rec, &bits);
	if (code < 0 || otfp_buf_add(&b->samples.tokens, &token, sizeof token) < 0 ||
	    otfp_buf_add(&b->samples.types, &type, sizeof type) < 0 ||
	    otfp_buf_add(&b->samples.values, &bits, sizeof bits) < 0)
		return code < 0 ? code : otfp_fail_memory(b->err);
	if (!b->samples.n++)
		b->samples.want = tag && tag->bits ? (uint32_t)tag->bits : 1;
	b->samples.process = rec->loc;
	b->samples.time = rec->time;
	return b->samples.n >= b->samples.want ? otfp_vtf3_back_samples(b) : 0;
}

static int comment(back *b, record *rec)
{
	struct otfp_vtf3_record out;

	b->lost[OTFP_VTF3_LOST_PROCESS] += !b->is_vtf3;
	begin(b, &out, OTFP_VTF3_Comment, rec);
	out.v[0].s = otfp_vtf3_back_text(b, rec->f[0].s);
	return out.v[0].s.p ? otfp_vtf3_back_put(b, &out) : OTFP_EFAIL;
}

int otfp_vtf3_back_event(struct otfp_vtf3_back *b, const struct otfp_record *rec)
{
	switch (rec->type) {
	case OTFP_Enter: return enter(b, rec);
	case OTFP_Leave: return leave(b, rec);
	case OTFP_SendMsg:
	case OTFP_RecvMsg: return message(b, rec);
	case OTFP_Counter: return counter(b, rec);
	case OTFP_CollectiveOperation: return operation(b, rec);
	case OTFP_EndFileOperation: return end_of_operation(b, rec);
	case OTFP_EventComment: return comment(b, rec);
	default: b->dropped[rec->type]++; return 0;
	}
}
