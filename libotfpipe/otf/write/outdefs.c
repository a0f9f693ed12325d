/* outdefs.c - definitions, the start of .0.def, and the limits that local definitions set. */
#include "otf/write/outset.h"
#include "otf/scan.h"
#include "base/hash.h"
#include <inttypes.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- regrouping and local definitions ---- */

int otfp_out_check_regroup(struct otfp_out *o, uint32_t process, uint32_t stream)
{
	uint32_t was = otfp_master_stream(&o->assign.given, process);
	const uint64_t *local;

	if (!was || was == stream || !o->locals.n)
		return 0;
	local = otfp_map_get(&o->locals, was);
	if (!local)
		local = otfp_map_get(&o->locals, stream);
	if (!local)
		return 0;
	return otfp_fail(o->err, OTFP_EFAIL,
	                 "%s: process %" PRIu32 " would move from stream %" PRIu32 " to %" PRIu32
	                 ", and the local definition %s %" PRIu32 " would lose its meaning",
	                 o->stub.p, process, was, stream, otfp_table[*local >> 32].name, (uint32_t)*local);
}

/* ---- definitions ---- */

/* Traces of this version must have trailers, whatever TL of the header says. */
static void note_version(struct otfp_out *o, const struct otfp_record *rec)
{
	if (rec->f[0].u == 1 && rec->f[1].u == 12)
		o->header.no_trailer = 0;
}

int otfp_out_put_version(struct otfp_out *o)
{
	struct otfp_record rec = {.type = OTFP_DefVersion, .file = OTFP_FILE_DEF};

	if (o->has_version || o->header.form)
		return 0;
	rec.f[0].u = 1;
	rec.f[1].u = 12;
	rec.f[2].u = 5;
	rec.f[3].s = (struct otfp_str){"otfpipe", 7};
	note_version(o, &rec);
	return otfp_out_put_into(o, 0, &rec);
}

uint64_t otfp_unique_id(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return otfp_hash_spread((uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec) ^ (uint64_t)getpid();
}

static int put_unique_id(struct otfp_out *o)
{
	struct otfp_record rec = {.type = OTFP_DefUniqueId, .file = OTFP_FILE_DEF};

	rec.f[0].u = otfp_unique_id();
	return otfp_out_put_into(o, 0, &rec);
}

/* Write a control line as a definition comment; an OTF string cannot contain `"`, so it becomes \x22. */
static int put_stored(struct otfp_out *o, const char *p, size_t n)
{
	struct otfp_record rec = {.type = OTFP_DefinitionComment, .file = OTFP_FILE_DEF};
	struct otfp_buf b = OTFP_BUF_INIT;
	int code = otfp_buf_puts(&b, OTFP_STORED);

	for (size_t i = 0; i < n && code == 0; i++)
		code = p[i] == '"' ? otfp_buf_puts(&b, "\\x22") : otfp_buf_add(&b, &p[i], 1);
	rec.f[0].s = (struct otfp_str){b.p, b.n};
	code = code < 0 ? otfp_fail_memory(o->err) : otfp_out_put_into(o, 0, &rec);
	otfp_buf_release(&b);
	return code;
}

int otfp_out_put_stored(struct otfp_out *o)
{
	size_t at = 0;
	int code = 0;

	while (at < o->stored.n && code == 0) {
		const char *p = o->stored.p + at, *lf = memchr(p, '\n', o->stored.n - at);
		code = put_stored(o, p, (size_t)(lf - p));
		at += (size_t)(lf - p) + 1;
	}
	o->stored.n = 0;
	return code;
}

int otfp_out_settle_header(struct otfp_out *o, const struct otfp_record *rec)
{
	unsigned type = rec ? rec->type : OTFP_NONE;
	int code = 0;

	if (type == OTFP_DefVersion || type == OTFP_DefUniqueId)
		return 0;
	o->headed = 1;
	if (o->w.unique_id)
		code = put_unique_id(o);
	return code < 0 ? code : otfp_out_put_stored(o);
}

static int note_local(struct otfp_out *o, const struct otfp_record *rec)
{
	if (otfp_map_get(&o->locals, rec->loc))
		return 0;
	return otfp_map_set(&o->locals, rec->loc, (uint64_t)rec->type << 32 | (uint32_t)rec->f[0].u) < 0 ?
	               otfp_fail_memory(o->err) :
	               0;
}

int otfp_out_put_definition(struct otfp_out *o, const struct otfp_record *rec)
{
	uint32_t process = (uint32_t)rec->f[0].u;
	int code = rec->loc ? note_local(o, rec) : 0;

	if (code < 0)
		return code;
	if (rec->type == OTFP_DefUniqueId && o->w.unique_id && rec->loc == 0)
		return 0;
	if (rec->type == OTFP_DefVersion)
		note_version(o, rec);
	o->has_version |= rec->type == OTFP_DefVersion && rec->loc == 0;
	if (rec->type == OTFP_DefProcess && !o->assign.given.n && !o->assign.master.n &&
	    otfp_buf_add(&o->defined, (char *)&process, sizeof process) < 0)
		return otfp_fail_memory(o->err);
	return otfp_out_put_into(o, rec->loc, rec);
}
