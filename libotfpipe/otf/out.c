#include "otf/out.h"
#include "io/stage.h"
#include "otf/assign.h"
#include "otf/keyvalue.h"
#include "otf/names.h"
#include "otf/outfile.h"
#include "otf/scan.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { BUDGET = 8 << 20, BLOCK_MIN = 4 << 10, BLOCK_MAX = 256 << 10 };

struct out_stream {
	uint32_t id;
	struct otfp_outfile *files[OTFP_NFILES]; /* NULL = not there */
};

struct otfp_out {
	struct otfp_error *err;
	struct otfp_write_options w;
	struct otfp_header header;
	struct otfp_buf stub;
	struct otfp_files *files;
	struct otfp_stage *stage;
	struct otfp_assign assign;
	struct otfp_map streams;   /* id -> struct out_stream * */
	struct otfp_map processes; /* process -> struct out_stream * */
	struct out_stream *last;   /* of last_process */
	uint32_t last_process;
	size_t nfiles, limit;
	uint64_t count, time;    /* records, last time */
	int headed;              /* DefVersion and DefUniqueId are settled */
	struct otfp_buf stored;  /* control lines to store, each with LF, until the header is settled */
	struct otfp_map locals;  /* stream -> type << 32 | token of its first local definition */
	struct otfp_buf defined; /* uint32_t: processes defined before any was assigned */
	uint64_t blanks, lost, skipped, moved;
};

/* ---- streams and files ---- */

static struct out_stream *need_stream(struct otfp_out *o, uint32_t id)
{
	uint64_t *have = otfp_map_get(&o->streams, id);
	struct out_stream *s;

	if (have)
		return (struct out_stream *)(uintptr_t)*have;
	s = calloc(1, sizeof *s);
	if (!s)
		return NULL;
	s->id = id;
	if (otfp_map_set(&o->streams, id, (uintptr_t)s) == 0)
		return s;
	free(s);
	return NULL;
}

static void set_limit(struct otfp_out *o)
{
	size_t n = BUDGET / ++o->nfiles;

	o->limit = n < BLOCK_MIN ? BLOCK_MIN : n > BLOCK_MAX ? BLOCK_MAX : n;
}

static int is_long(const struct otfp_out *o)
{
	return (o->w.form ? o->w.form : o->header.form) == OTFP_LONG;
}

/* The file of a kind of stream id, created when first needed. @return 0 or <0 */
static int need_file(struct otfp_out *o, uint32_t id, unsigned file, struct otfp_outfile **f)
{
	char suffix[OTFP_SUFFIX_MAX];
	struct out_stream *s = need_stream(o, id);
	int code;

	if (!s)
		return otfp_fail_memory(o->err);
	*f = s->files[file];
	if (*f)
		return 0;
	*f = calloc(1, sizeof **f);
	if (!*f)
		return otfp_fail_memory(o->err);
	otfp_otf_suffix(suffix, id, otfp_file_name(file), o->w.level > 0);
	code = otfp_outfile_open(*f, o->stage, o->files, suffix, o->w.level, is_long(o), &o->limit);
	if (code < 0) {
		free(*f);
		return code;
	}
	s->files[file] = *f;
	set_limit(o);
	return 0;
}

/* ---- regrouping and local definitions ---- */

/* A process may leave its stream, or join another, only if no local definition loses its meaning. */
static int check_regroup(struct otfp_out *o, uint32_t process, uint32_t stream)
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
	                 "%s: process %" PRIu32 " would move from stream %" PRIu32 " to %" PRIu32 ", but %s %" PRIu32
	                 " is a local definition; make it global first (--unify)",
	                 o->stub.p, process, was, stream, otfp_table[*local >> 32].name, (uint32_t)*local);
}

static int check_all_regroups(struct otfp_out *o)
{
	for (size_t i = 0; i < o->assign.master.n; i++) {
		const struct otfp_members *s = &o->assign.master.streams[i];
		for (size_t j = 0; j < s->n; j++)
			if (check_regroup(o, s->procs[j], s->id) < 0)
				return OTFP_EFAIL;
	}
	return 0;
}

/* ---- definitions ---- */

static int put_into(struct otfp_out *o, uint32_t id, const struct otfp_record *rec)
{
	struct otfp_outfile *f;
	int code = need_file(o, id, rec->file, &f);

	return code < 0 ? code : otfp_outfile_put(f, rec, &o->blanks, o->err);
}

/* From this version on readers miss a trailer that is not there, whatever TL says. */
static void note_version(struct otfp_out *o, const struct otfp_record *rec)
{
	if (rec->f[0].u == 1 && rec->f[1].u == 12)
		o->header.no_trailer = 0;
}

static int put_version(struct otfp_out *o)
{
	struct otfp_record rec = {.type = OTFP_DefVersion, .file = OTFP_DEF};

	rec.f[0].u = 1;
	rec.f[1].u = 12;
	rec.f[2].u = 5;
	rec.f[3].s = (struct otfp_str){"otfpipe", 7};
	note_version(o, &rec);
	return put_into(o, 0, &rec);
}

/* Like the reference: from the time of day and the process id. */
static int put_unique_id(struct otfp_out *o)
{
	struct otfp_record rec = {.type = OTFP_DefUniqueId, .file = OTFP_DEF};
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	rec.f[0].u =
		((uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec) * 0x9e3779b97f4a7c15u ^ (uint64_t)getpid();
	return put_into(o, 0, &rec);
}

/* A control line as a definition comment; `"` has no place in an OTF string. */
static int put_stored(struct otfp_out *o, const char *p, size_t n)
{
	struct otfp_record rec = {.type = OTFP_DefinitionComment, .file = OTFP_DEF};
	struct otfp_buf b = OTFP_BUF_INIT;
	int code = otfp_buf_puts(&b, OTFP_STORED);

	for (size_t i = 0; i < n && code == 0; i++)
		code = p[i] == '"' ? otfp_buf_puts(&b, "\\x22") : otfp_buf_add(&b, &p[i], 1);
	rec.f[0].s = (struct otfp_str){b.p, b.n};
	code = code < 0 ? otfp_fail_memory(o->err) : put_into(o, 0, &rec);
	otfp_buf_release(&b);
	return code;
}

static int put_all_stored(struct otfp_out *o)
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

/* What comes first in .0.def: the version, the id, what is stored. rec is the next record, or NULL. */
static int settle_header(struct otfp_out *o, const struct otfp_record *rec)
{
	unsigned type = rec ? rec->type : OTFP_NONE;
	int first = o->count <= 1 || !rec, code = 0;

	if (first && !o->header.form && type != OTFP_DefVersion)
		code = put_version(o);
	if (code < 0 || type == OTFP_DefVersion || type == OTFP_DefUniqueId)
		return code;
	o->headed = 1;
	if (o->w.unique_id)
		code = put_unique_id(o);
	return code < 0 ? code : put_all_stored(o);
}

static int note_local(struct otfp_out *o, const struct otfp_record *rec)
{
	if (otfp_map_get(&o->locals, rec->loc))
		return 0;
	return otfp_map_set(&o->locals, rec->loc, (uint64_t)rec->type << 32 | (uint32_t)rec->f[0].u) < 0 ?
	               otfp_fail_memory(o->err) :
	               0;
}

static int put_definition(struct otfp_out *o, const struct otfp_record *rec)
{
	uint32_t process = (uint32_t)rec->f[0].u;

	if (rec->type == OTFP_DefUniqueId && o->w.unique_id && rec->loc == 0)
		return 0;
	if (rec->type == OTFP_DefVersion)
		note_version(o, rec);
	if (rec->loc && note_local(o, rec) < 0)
		return OTFP_EFAIL;
	if (rec->type == OTFP_DefProcess && !o->assign.given.n && !o->assign.master.n &&
	    otfp_buf_add(&o->defined, (char *)&process, sizeof process) < 0)
		return otfp_fail_memory(o->err);
	return put_into(o, rec->loc, rec);
}

/* ---- timed records ---- */

static int find_home(struct otfp_out *o, uint32_t process)
{
	uint64_t *have = otfp_map_get(&o->processes, process);
	uint32_t stream;

	o->last_process = process;
	if (have) {
		o->last = (struct out_stream *)(uintptr_t)*have;
		return 0;
	}
	if (otfp_assign_stream(&o->assign, process, &stream) < 0)
		return otfp_fail_memory(o->err);
	o->last = need_stream(o, stream);
	if (!o->last || otfp_map_set(&o->processes, process, (uintptr_t)o->last) < 0)
		return otfp_fail_memory(o->err);
	return check_regroup(o, process, stream);
}

static int check_time(struct otfp_out *o, const struct otfp_record *rec)
{
	if (rec->time >= o->time) {
		o->time = rec->time;
		return 0;
	}
	return otfp_fail(o->err, OTFP_EFAIL,
	                 "%s: record %" PRIu64 ": %s at time %" PRIu64 " after %" PRIu64 ": not in order of time",
	                 o->stub.p, o->count, otfp_table[rec->type].name, rec->time, o->time);
}

static int put_timed(struct otfp_out *o, const struct otfp_record *rec)
{
	unsigned file = rec->file;
	struct otfp_outfile *f;
	int code;

	if (OTFP_UNLIKELY(rec->time < o->time))
		return check_time(o, rec);
	o->time = rec->time;
	if (OTFP_UNLIKELY(!o->last || rec->loc != o->last_process) && (code = find_home(o, rec->loc)) < 0)
		return code;
	if (file == OTFP_SNAP && (o->w.inline_snaps || o->header.inline_snaps))
		file = OTFP_EVENT;
	f = o->last->files[file];
	if (OTFP_UNLIKELY(!f) && (code = need_file(o, o->last->id, file, &f)) < 0)
		return code;
	return otfp_outfile_put(f, rec, &o->blanks, o->err);
}

/* ---- control lines and what has no carrier ---- */

static int is_control(const struct otfp_record *rec, const char *name)
{
	size_t n = strlen(name);

	return rec->line.n > n && memcmp(rec->line.p, name, n) == 0 && rec->line.p[n] == '\t';
}

static int store(struct otfp_out *o, const struct otfp_record *rec)
{
	if (otfp_buf_add(&o->stored, rec->line.p, rec->line.n) < 0 || otfp_buf_puts(&o->stored, "\n") < 0)
		return otfp_fail_memory(o->err);
	return o->headed ? put_all_stored(o) : 0;
}

static int put_control(struct otfp_out *o, const struct otfp_record *rec)
{
	const char *why;

	if (is_control(rec, "@SM")) {
		if (otfp_master_take_sm(&o->assign.given, rec->line.p, rec->line.n, &why) == 0)
			return 0;
		return otfp_fail(o->err, OTFP_EFAIL, "%s: '%.*s': %s", o->stub.p,
		                 (int)(rec->line.n > 60 ? 60 : rec->line.n), rec->line.p, why);
	}
	if (is_control(rec, "@IS"))
		o->header.inline_snaps = 1;
	if (is_control(rec, "@LOST") || (is_control(rec, "@PG") && o->w.keep_pg))
		return store(o, rec);
	return 0;
}

static int put_other(struct otfp_out *o, const struct otfp_record *rec)
{
	const char *tab = memchr(rec->line.p, '\t', rec->line.n);
	int n = (int)(tab - rec->line.p);

	if (o->w.skip_unknown) {
		o->skipped++;
		return 0;
	}
	return otfp_fail(o->err, OTFP_EFAIL,
	                 "%s: record %" PRIu64 ": no record type '%.*s' (--skip-unknown leaves it out)", o->stub.p,
	                 o->count, n > 60 ? 60 : n, rec->line.p);
}

/* Whether a reader takes the text for what it is: a line that begins like a record, and no key-value. */
static int is_unknown_line(const struct otfp_str *s)
{
	char head[] = "\n\n\n\n";

	if (!s->n || memchr(s->p, '\n', s->n) || s->p[s->n - 1] == '\r')
		return 0;
	memcpy(head, s->p, s->n < 4 ? s->n : 4);
	return (otfp_is_letter(*head) || *head == '#') && !otfp_is_pair(head);
}

/* What a record holds that has no form on disk. */
static int check_carriers(struct otfp_out *o, const struct otfp_record *rec)
{
	for (uint32_t i = 0; i < rec->ntags; i++)
		o->lost += rec->tags[i].type == OTFP_BYTES && rec->tags[i].bytes.n == 0;
	if (rec->type == OTFP_UnknownRecord && !is_unknown_line(&rec->f[1].s))
		return otfp_fail(o->err, OTFP_EFAIL,
		                 "%s: record %" PRIu64 ": text of UnknownRecord is no line of a record", o->stub.p,
		                 o->count);
	return 0;
}

/* ---- the trace ---- */

int otfp_out_put(struct otfp_out *o, const struct otfp_record *rec)
{
	int code = 0;

	if (OTFP_UNLIKELY(rec->type == OTFP_CONTROL))
		return put_control(o, rec);
	o->count++;
	if (OTFP_UNLIKELY(rec->type == OTFP_OTHER))
		return put_other(o, rec);
	if (OTFP_UNLIKELY(!o->headed))
		code = settle_header(o, rec);
	if (OTFP_UNLIKELY(rec->ntags || rec->type == OTFP_UnknownRecord) && code == 0)
		code = check_carriers(o, rec);
	if (OTFP_UNLIKELY(code < 0))
		return code;
	if (otfp_is_timed(rec->file))
		return put_timed(o, rec);
	if (rec->file != OTFP_MARKER)
		return put_definition(o, rec);
	o->moved += rec->type == OTFP_DefMarker && rec->loc;
	return put_into(o, 0, rec);
}

int otfp_out_begin(struct otfp_out *o, const struct otfp_header *h)
{
	o->header = *h;
	o->header.other = (struct otfp_str){NULL, 0};
	return 0;
}

static int open_out(struct otfp_out *o, const char *name)
{
	struct otfp_buf which = OTFP_BUF_INIT;
	int code;

	if (otfp_otf_stub(&o->stub, name) < 0)
		return otfp_fail_memory(o->err);
	if (!o->stub.n || o->stub.p[o->stub.n - 1] == '/')
		return otfp_fail(o->err, OTFP_EUSAGE, "'%s' is no name of a trace", name);
	code = otfp_stage_exists(o->stub.p, &which);
	if (code > 0)
		code = otfp_fail(o->err, OTFP_EFAIL, "%s: exists; a trace is not overwritten", which.p);
	else if (code < 0)
		code = otfp_fail_errno(o->err, "%s", o->stub.p);
	otfp_buf_release(&which);
	if (code == 0)
		code = otfp_files_new(&o->files, o->w.max_files, o->err);
	return code == 0 ? otfp_stage_open(&o->stage, o->stub.p, o->err) : code;
}

int otfp_out_open(struct otfp_out **out, const char *name, const struct otfp_write_options *w, struct otfp_error *err)
{
	struct otfp_out *o = calloc(1, sizeof *o);
	int code;

	if (!o)
		return otfp_fail_memory(err);
	o->err = err;
	o->w = *w;
	o->assign.streams = w->streams;
	o->limit = BLOCK_MAX;
	code = open_out(o, name);
	if (code < 0) {
		otfp_out_close(o);
		return code;
	}
	*out = o;
	return 0;
}

/* ---- the end ---- */

/* Without any timed record nothing was assigned: the processes defined get their streams now. */
static int assign_defined(struct otfp_out *o)
{
	const uint32_t *p = (const uint32_t *)(const void *)o->defined.p;
	uint32_t stream;

	for (size_t i = 0; i < o->defined.n / sizeof *p && !o->assign.given.n; i++)
		if (otfp_assign_stream(&o->assign, p[i], &stream) < 0)
			return otfp_fail_memory(o->err);
	return 0;
}

/* @SM names processes that had no record: they keep their place. */
static int complete_master(struct otfp_out *o)
{
	uint32_t stream;

	for (size_t i = 0; i < o->assign.given.n; i++)
		for (size_t j = 0; j < o->assign.given.streams[i].n; j++)
			if ((o->assign.streams < 0 || !o->assign.master.n) &&
			    otfp_assign_stream(&o->assign, o->assign.given.streams[i].procs[j], &stream) < 0)
				return otfp_fail_memory(o->err);
	if (!o->assign.master.n && assign_defined(o) < 0)
		return OTFP_EFAIL;
	return o->assign.master.n ?
	               check_all_regroups(o) :
	               otfp_fail(o->err, OTFP_EFAIL,
	                         "%s: the stream names no process, so there is nothing that OTF could hold", o->stub.p);
}

/* A reader finds local definitions only of streams that the master file names. */
static int check_locals(struct otfp_out *o)
{
	for (size_t i = 0; i < o->locals.cap; i++) {
		const struct otfp_map_entry *e = &o->locals.slots[i];
		if (e->used && !otfp_master_find(&o->assign.master, (uint32_t)e->key))
			return otfp_fail(o->err, OTFP_EFAIL,
			                 "%s: %s %" PRIu32 " is local to stream %" PRIu64
			                 ", which has no process: no reader would find it",
			                 o->stub.p, otfp_table[e->value >> 32].name, (uint32_t)e->value, e->key);
	}
	return 0;
}

/* Every stream gets an event file: the reference loses all events otherwise. */
static int finish_stream(struct otfp_out *o, const struct otfp_members *m)
{
	struct out_stream *s = need_stream(o, m->id);
	struct otfp_outfile *f;
	int code;

	if (!s)
		return otfp_fail_memory(o->err);
	if (!s->files[OTFP_EVENT]) {
		code = need_file(o, m->id, OTFP_EVENT, &f);
		if (code == 0)
			code = otfp_outfile_place(f, 0, m->procs[0], o->err);
		return code < 0 ? code : otfp_outfile_finish(f, 0, o->err);
	}
	return otfp_outfile_finish(s->files[OTFP_EVENT], !o->header.no_trailer, o->err);
}

/* Without global definitions the reference takes those of stream 1 for them. */
static int need_definitions(struct otfp_out *o)
{
	struct out_stream *global = need_stream(o, 0);
	struct otfp_outfile *f;
	int code;

	if (!global)
		return otfp_fail_memory(o->err);
	if (global->files[OTFP_DEF])
		return 0;
	code = need_file(o, 0, OTFP_DEF, &f);
	/* a compressed file needs some block, or it looks cut */
	return code == 0 && o->w.level ? otfp_outfile_blank(f, o->err) : code;
}

static int finish_files(struct otfp_out *o)
{
	int code = need_definitions(o);

	for (size_t i = 0; i < o->assign.master.n && code == 0; i++)
		code = finish_stream(o, &o->assign.master.streams[i]);
	for (size_t i = 0; i < o->streams.cap && code == 0; i++) {
		struct out_stream *s = (struct out_stream *)(uintptr_t)o->streams.slots[i].value;
		for (unsigned k = 0; o->streams.slots[i].used && k < OTFP_EVENT && code == 0; k++)
			if (s->files[k])
				code = otfp_outfile_finish(s->files[k], otfp_is_timed(k) && !o->header.no_trailer,
				                           o->err);
	}
	return code;
}

static int write_master(struct otfp_out *o)
{
	struct otfp_buf b = OTFP_BUF_INIT;
	struct otfp_staged *f;
	int code = otfp_master_format(&o->assign.master, &b) < 0 ? otfp_fail_memory(o->err) : 0;

	if (code == 0)
		code = otfp_stage_create(&f, o->stage, o->files, ".otf", 0);
	if (code == 0)
		code = otfp_staged_append(f, b.p, b.n);
	otfp_buf_release(&b);
	return code;
}

static void tell(struct otfp_out *o, uint64_t n, const char *what)
{
	if (!n || !o->w.report)
		return;
	otfp_fail(o->err, OTFP_OK, "%s: %" PRIu64 " %s", o->stub.p, n, what);
	o->w.report(o->w.ctx, o->err);
}

int otfp_out_end(struct otfp_out *o)
{
	int code = o->headed ? 0 : settle_header(o, NULL);

	if (code == 0)
		code = complete_master(o);
	if (code == 0)
		code = check_locals(o);
	if (code == 0)
		code = finish_files(o);
	if (code == 0)
		code = write_master(o);
	if (code == 0)
		code = otfp_stage_commit(o->stage, ".otf");
	if (code < 0)
		return code;
	tell(o, o->blanks,
	     "quotes, newlines and missing strings became blanks or empty, since OTF has no form for them");
	tell(o, o->moved, "marker definitions of local files became global, since markers do not say their file");
	tell(o, o->lost, "empty byte arrays were dropped, which OTF has no form for");
	tell(o, o->skipped, "records of unknown name were left out");
	return 0;
}

uint64_t otfp_out_lost(const struct otfp_out *o)
{
	return o->lost;
}

static void free_stream(struct out_stream *s)
{
	for (unsigned k = 0; k < OTFP_NFILES; k++)
		if (s->files[k]) {
			otfp_outfile_release(s->files[k]);
			free(s->files[k]);
		}
	free(s);
}

void otfp_out_close(struct otfp_out *o)
{
	if (!o)
		return;
	for (size_t i = 0; i < o->streams.cap; i++)
		if (o->streams.slots[i].used)
			free_stream((struct out_stream *)(uintptr_t)o->streams.slots[i].value);
	otfp_map_release(&o->streams);
	otfp_map_release(&o->processes);
	otfp_map_release(&o->locals);
	otfp_assign_release(&o->assign);
	otfp_stage_close(o->stage);
	if (o->files)
		otfp_files_free(o->files);
	otfp_buf_release(&o->stub);
	otfp_buf_release(&o->stored);
	otfp_buf_release(&o->defined);
	free(o);
}
