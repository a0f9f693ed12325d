/* event.c - converts events of VTF3 to events of OTF. See records.h. */
#include "vtf3/read/records.h"
#include "base/grow.h"
#include "record/fileop.h"
#include "vtf3/clip.h"
#include <stdlib.h>
#include <string.h>

typedef struct otfp_vtf3_reading convert;

/* ---- calls ---- */

static inline int put_call(convert *c, unsigned type, uint32_t process, int32_t state, uint32_t scl)
{
	struct otfp_record *out = otfp_vtf3_emit(c, type, process);

	if (OTFP_UNLIKELY(!out))
		return OTFP_EFAIL;
	out->f[0].u = otfp_vtf3_token(state);
	out->f[1].u = scl;
	return OTFP_LIKELY(c->job == OTFP_VTF3_NOJOB) ? 0 : otfp_vtf3_tag(c, OTFP_KEY_job, (uint32_t)c->job);
}

static int put_downto(convert *c, const struct otfp_vtf3_record *rec)
{
	struct otfp_vtf3_cpu *cpu = otfp_vtf3_cpu(c, rec->v[1].u);

	if (OTFP_UNLIKELY(!cpu))
		return OTFP_EFAIL;
	if (OTFP_UNLIKELY(rec->v[0].i == OTFP_VTF3_NOSTATE))
		return otfp_vtf3_carry(c, rec);
	if (OTFP_UNLIKELY(cpu->n == cpu->cap) && otfp_grow(&cpu->open, cpu->n, &cpu->cap, sizeof *cpu->open) < 0)
		return otfp_fail_memory(c->err);
	cpu->open[cpu->n++] = rec->v[0].i;
	return put_call(c, OTFP_Enter, cpu->process, rec->v[0].i, rec->v[2].u);
}

/* Upfrom and Upto are both Leave. A key-value tells which of the two, where it changes. */
static int note_returns(convert *c, struct otfp_vtf3_cpu *cpu, int is_upto)
{
	if (OTFP_LIKELY(cpu->returns_upto == is_upto))
		return 0;
	cpu->returns_upto = (uint8_t)is_upto;
	return otfp_vtf3_tag(c, OTFP_KEY_returns, (uint64_t)is_upto);
}

static int put_upfrom(convert *c, const struct otfp_vtf3_record *rec)
{
	struct otfp_vtf3_cpu *cpu = otfp_vtf3_cpu(c, rec->v[1].u);
	int code;

	if (OTFP_UNLIKELY(!cpu))
		return OTFP_EFAIL;
	if (OTFP_UNLIKELY(rec->v[0].i == OTFP_VTF3_NOSTATE))
		return otfp_vtf3_carry(c, rec);
	cpu->n -= cpu->n > 0;
	code = put_call(c, OTFP_Leave, cpu->process, rec->v[0].i, rec->v[2].u);
	return code < 0 ? code : note_returns(c, cpu, 0);
}

/* Number of calls inside the innermost call of that state; SIZE_MAX: the state is not open. */
static size_t inside(const struct otfp_vtf3_cpu *cpu, int32_t state)
{
	if (state == OTFP_VTF3_NOSTATE)
		return cpu->n;
	for (size_t i = cpu->n; i > 0; i--)
		if (cpu->open[i - 1] == state)
			return cpu->n - i;
	return SIZE_MAX;
}

/* Upto to a state that is not open: end one call, as vtf2otf did; the call may be unknown. */
static int put_odd_upto(convert *c, struct otfp_vtf3_cpu *cpu, const struct otfp_vtf3_record *rec)
{
	int32_t state = cpu->n ? cpu->open[--cpu->n] : OTFP_VTF3_NOSTATE;
	int code = put_call(c, OTFP_Leave, cpu->process, state, rec->v[2].u);

	return code < 0 ? code : otfp_vtf3_tag_record(c, rec);
}

static int put_upto(convert *c, const struct otfp_vtf3_record *rec)
{
	struct otfp_vtf3_cpu *cpu = otfp_vtf3_cpu(c, rec->v[1].u);
	size_t levels = cpu ? inside(cpu, rec->v[0].i) : 0;
	int code = 0;

	if (OTFP_UNLIKELY(!cpu))
		return OTFP_EFAIL;
	if (OTFP_UNLIKELY(levels == SIZE_MAX || (levels == 0 && cpu->n == 0)))
		return put_odd_upto(c, cpu, rec);
	if (OTFP_UNLIKELY(levels == 0))
		return otfp_vtf3_carry(c, rec);
	for (size_t i = 0; i < levels && code == 0; i++) {
		code = put_call(c, OTFP_Leave, cpu->process, cpu->open[--cpu->n], rec->v[2].u);
		if (i == 0 && code == 0)
			code = note_returns(c, cpu, 1);
		if (i == 0 && code == 0 && levels > 1)
			code = otfp_vtf3_tag(c, OTFP_KEY_levels, levels);
	}
	return code;
}

/* ---- messages and global operations ---- */

static int is_lossless_communicator(int32_t communicator)
{
	return communicator == OTFP_VTF3_NOCOMMUNICATOR || otfp_vtf3_communicator(communicator) != 0;
}

/* The first two arguments are the process of the record and its peer. */
static int put_message(convert *c, const struct otfp_vtf3_record *rec)
{
	struct otfp_vtf3_cpu *cpu = otfp_vtf3_cpu(c, rec->v[0].u), *peer = otfp_vtf3_cpu(c, rec->v[1].u);
	int32_t communicator = rec->v[2].i, length = rec->v[4].i;
	struct otfp_record *out;

	out = cpu && peer ?
	              otfp_vtf3_emit(c, rec->type == OTFP_VTF3_Sendmsg ? OTFP_SendMsg : OTFP_RecvMsg, cpu->process) :
	              NULL;
	if (OTFP_UNLIKELY(!out))
		return OTFP_EFAIL;
	out->f[0].u = peer->process;
	out->f[1].u = otfp_vtf3_communicator(communicator);
	out->f[2].u = rec->v[3].u;
	out->f[3].u = length < 0 ? 0 : rec->v[4].u;
	out->f[4].u = rec->v[5].u;
	if (OTFP_LIKELY(length >= 0 && is_lossless_communicator(communicator)))
		return 0;
	return otfp_vtf3_tag_record(c, rec);
}

/* Operations without a root have any number as root, even of an unknown cpu. */
static uint32_t root_of(const convert *c, uint32_t cpuid)
{
	const uint64_t *at = otfp_map_get(&c->cpus, cpuid);

	return at && c->cpu[*at]->is_defined ? c->cpu[*at]->process : 0;
}

static int put_operation(convert *c, const struct otfp_vtf3_record *rec)
{
	struct otfp_vtf3_cpu *cpu = otfp_vtf3_cpu(c, rec->v[1].u);
	struct otfp_record *out = cpu ? otfp_vtf3_emit(c, OTFP_CollectiveOperation, cpu->process) : NULL;
	int32_t sent = rec->v[4].i, received = rec->v[5].i;
	int code;

	if (OTFP_UNLIKELY(!out))
		return OTFP_EFAIL;
	out->f[0].u = otfp_vtf3_token(rec->v[0].i);
	out->f[1].u = otfp_vtf3_communicator(rec->v[2].i);
	out->f[2].u = root_of(c, rec->v[3].u);
	out->f[3].u = sent < 0 ? 0 : (uint32_t)sent;
	out->f[4].u = received < 0 ? 0 : (uint32_t)received;
	out->f[6].u = rec->v[7].u;
	code = otfp_vtf3_ticks(c, rec->v[6].d, "duration", &out->f[5].u);
	if (code == 0 && (!out->f[2].u || !out->f[0].u || !is_lossless_communicator(rec->v[2].i)))
		return otfp_vtf3_tag_record(c, rec);
	if (code == 0 && sent < 0)
		code = otfp_vtf3_tag(c, OTFP_KEY_sent, (uint32_t)sent);
	if (code == 0 && received < 0)
		code = otfp_vtf3_tag(c, OTFP_KEY_received, (uint32_t)received);
	return code;
}

/* ---- samples ---- */

/* VTF3 has signed numbers only as floating point. A carrier defines which OTF counters are signed integers or
 * floats. */
static void set_form(const convert *c, struct otfp_record *out)
{
	const uint64_t *form = otfp_map_get(&c->forms, out->f[0].u);
	double d = otfp_vtf3_double(out->f[1].u);
	uint32_t low;
	float f;

	if (!form || !(d >= -9007199254740992.0 && d <= 9007199254740992.0))
		return;
	if (*form == OTFP_FORM_SIGNED) {
		out->f[1].u = (uint64_t)(int64_t)d;
	} else {
		f = (float)d;
		memcpy(&low, &f, sizeof low);
		out->f[1].u = low;
	}
	out->form = (uint8_t)*form;
}

static int put_value(convert *c, uint32_t process, int32_t token, int32_t type, uint64_t bits)
{
	const uint64_t *declared = otfp_map_get(&c->value_types, (uint32_t)token);
	struct otfp_record *out = otfp_vtf3_emit(c, OTFP_Counter, process);
	int is_as_declared = declared ? *declared == (uint32_t)type : type == OTFP_VTF3_UINT;

	if (OTFP_UNLIKELY(!out))
		return OTFP_EFAIL;
	out->f[0].u = otfp_vtf3_token(token);
	out->f[1].u = bits;
	out->form = declared && *declared == OTFP_VTF3_FLOAT ? OTFP_FORM_DOUBLE : OTFP_FORM_RAW;
	if (OTFP_UNLIKELY(c->forms.n != 0) && out->form == OTFP_FORM_DOUBLE && is_as_declared)
		set_form(c, out);
	return OTFP_LIKELY(is_as_declared) ? 0 : otfp_vtf3_tag(c, OTFP_KEY_valuetype, (uint32_t)type);
}

static int put_sample(convert *c, const struct otfp_vtf3_record *rec)
{
	struct otfp_vtf3_cpu *cpu = otfp_vtf3_cpu(c, rec->v[0].u);
	int32_t n = rec->v[1].i;
	int code = 0;

	if (OTFP_UNLIKELY(!cpu))
		return OTFP_EFAIL;
	if (OTFP_UNLIKELY(n == 0))
		return otfp_vtf3_carry(c, rec);
	for (int32_t i = 0; i < n && code == 0; i++) {
		code = put_value(c, cpu->process, rec->v[2].is[i], rec->v[3].is[i], rec->v[4].qs[i]);
		if (OTFP_UNLIKELY(n > 1 && i == 0 && code == 0))
			code = otfp_vtf3_tag(c, OTFP_KEY_samples, (uint32_t)n);
	}
	return code;
}

/* ---- files ---- */

static uint64_t operation_key(const struct otfp_vtf3_record *rec)
{
	return (uint64_t)rec->v[0].u << 32 | rec->v[2].u;
}

/* OTF has the facts in the end of an operation; those of the beginning are kept as a key-value. */
static int put_iobegin(convert *c, const struct otfp_vtf3_record *rec)
{
	struct otfp_vtf3_cpu *cpu = otfp_vtf3_cpu(c, rec->v[0].u);
	struct otfp_record *out = cpu ? otfp_vtf3_emit(c, OTFP_BeginFileOperation, cpu->process) : NULL;

	if (!out)
		return OTFP_EFAIL;
	out->f[0].u = ++c->noperations;
	out->f[1].u = rec->v[4].u;
	if (otfp_map_set(&c->operations, operation_key(rec), c->noperations) < 0)
		return otfp_fail_memory(c->err);
	return otfp_vtf3_tag_record(c, rec);
}

static int put_ioend(convert *c, const struct otfp_vtf3_record *rec)
{
	struct otfp_vtf3_cpu *cpu = otfp_vtf3_cpu(c, rec->v[0].u);
	struct otfp_record *out = cpu ? otfp_vtf3_emit(c, OTFP_EndFileOperation, cpu->process) : NULL;
	uint64_t *begun = otfp_map_get(&c->operations, operation_key(rec));
	int32_t type = rec->v[1].i, bytes = rec->v[3].i;

	if (!out)
		return OTFP_EFAIL;
	out->f[0].u = otfp_vtf3_token(rec->v[2].i);
	out->f[1].u = begun && *begun ? *begun : ++c->noperations;
	out->f[2].u = otfp_vtf3_token(rec->v[2].i);
	out->f[3].u = type == OTFP_VTF3_WRITE ? OTFP_FILEOP_WRITE : OTFP_FILEOP_READ;
	out->f[4].u = bytes < 0 ? 0 : (uint32_t)bytes;
	out->f[5].u = rec->v[4].u;
	if (begun)
		*begun = 0;
	if (bytes < 0 || (type != OTFP_VTF3_READ && type != OTFP_VTF3_WRITE))
		return otfp_vtf3_tag_record(c, rec);
	return 0;
}

/* ---- comments ---- */

/* OTF comments belong to a process, VTF3 comments do not: use the first process. */
static int put_comment(convert *c, const struct otfp_vtf3_record *rec)
{
	const struct otfp_str *s = &rec->v[0].s;
	struct otfp_vtf3_cpu *cpu = c->ncpus ? c->cpu[0] : otfp_vtf3_cpu(c, 0);
	struct otfp_record *out;

	if (otfp_vtf3_is_prefixed(s) || otfp_vtf3_carrier_of(s))
		return otfp_vtf3_carry(c, rec);
	out = cpu ? otfp_vtf3_emit(c, OTFP_EventComment, cpu->process) : NULL;
	if (!out)
		return OTFP_EFAIL;
	out->f[0].s = otfp_vtf3_text(c, s->p, s->n);
	return out->f[0].s.p ? 0 : OTFP_EFAIL;
}

int otfp_vtf3_event(struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec)
{
	switch (rec->type) {
	case OTFP_VTF3_Downto: return put_downto(c, rec);
	case OTFP_VTF3_Upfrom: return put_upfrom(c, rec);
	case OTFP_VTF3_Upto: return put_upto(c, rec);
	case OTFP_VTF3_Samp: return put_sample(c, rec);
	case OTFP_VTF3_Sendmsg:
	case OTFP_VTF3_Recvmsg: return put_message(c, rec);
	case OTFP_VTF3_Globalop: return put_operation(c, rec);
	case OTFP_VTF3_Fileiobegin: return put_iobegin(c, rec);
	case OTFP_VTF3_Fileioend: return put_ioend(c, rec);
	case OTFP_VTF3_Comment: return put_comment(c, rec);
	case OTFP_VTF3_Mutexacquire:
	case OTFP_VTF3_Mutexrelease:
	case OTFP_VTF3_Pattern:
	case OTFP_VTF3_Kparregbegin:
	case OTFP_VTF3_Kparregend:
	case OTFP_VTF3_Openmpenter:
	case OTFP_VTF3_Openmpleave: return otfp_vtf3_region(c, rec);
	default: return otfp_vtf3_carry(c, rec);
	}
}
