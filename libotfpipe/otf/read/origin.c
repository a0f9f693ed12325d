/* origin.c - the file and line of a record; files beside the trace that no reader opens. */
#include "commit/beside.h"
#include "base/clamp.h"
#include "otf/names.h"
#include "otf/read/traceset.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whether the record is in the current batch of the file. */
static int has_record(const struct otfp_cursor *c, const struct otfp_record *rec)
{
	return c->front && rec >= c->front->recs && rec < c->front->recs + c->front->cap;
}

void otfp_trace_origin(const void *handle, const struct otfp_record *rec, struct otfp_origin *o)
{
	const struct otfp_trace *t = handle;
	const struct otfp_stream *s = t->one_open && has_record(&t->one, rec) ? &t->one.stream : NULL;

	for (unsigned i = 0; i < t->nlive && !s; i++)
		if (has_record(t->live[i], rec))
			s = &t->live[i]->stream;
	*o = (struct otfp_origin){.stream = s ? s->id : 0,
	                          .lineno = s ? rec->lineno : 0,
	                          .file = s ? s->file : OTFP_NFILES};
}

size_t otfp_trace_path(const void *handle, const struct otfp_origin *o, char *text, size_t room)
{
	const struct otfp_trace *t = handle;
	struct otfp_reading reading = {.quiet = 1, .err = &(struct otfp_error){0}};
	struct otfp_fileset set = {.reading = &reading, .stub = t->set.stub};
	char suffix[OTFP_SUFFIX_MAX];
	int n;

	if (o->file == OTFP_NFILES)
		n = snprintf(text, room, "%s.otf", t->set.stub);
	else if (otfp_fileset_find(&set, o->stream, o->file) > 0)
		n = snprintf(text, room, "%s", set.path.p);
	else { /* no such file: use the usual name */
		otfp_otf_suffix(suffix, o->stream, otfp_file_name(o->file), 0);
		n = snprintf(text, room, "%s%s", t->set.stub, suffix);
	}
	otfp_buf_release(&set.path);
	return otfp_printed(n, room);
}

/* ---- strays ---- */

/* Whether ".<id>.<kind>[.z]" belongs to a stream of the master file and is spelled as the reader looks for it. The text
 * is changed and restored. */
static int is_named(const struct otfp_trace *t, const char *suffix)
{
	char *kind, usual[OTFP_SUFFIX_MAX];
	unsigned long id = strtoul(suffix + 1, &kind, 16);
	size_t n = strlen(kind);
	int packed = n > 2 && strcmp(kind + n - 2, ".z") == 0, is_def;

	if (packed)
		kind[n - 2] = '\0';
	is_def = strncmp(kind, ".def", 4) == 0;
	otfp_otf_suffix(usual, (uint32_t)id, kind + 1, packed);
	if (packed)
		kind[n - 2] = '.';
	if (id > UINT32_MAX || strcmp(usual, suffix) != 0)
		return 0;
	return id == 0 ? is_def || strncmp(kind, ".marker", 7) == 0 :
	                 otfp_master_find(&t->reading.master, (uint32_t)id) != NULL;
}

static int look_at_suffix(void *ctx, const char *suffix)
{
	struct otfp_trace *t = ctx;
	struct otfp_reading *r = &t->reading;
	char *copy, *path;

	if (!otfp_is_part(suffix) || strcmp(suffix, ".otf") == 0 || strcmp(suffix, ".thumb") == 0)
		return 0;
	copy = strdup(suffix);
	if (!copy || asprintf(&path, "%s%s", t->set.stub, suffix) < 0) {
		free(copy);
		return otfp_fail_memory(r->err);
	}
	if (!is_named(t, copy)) {
		otfp_fail_at(r->err, OTFP_EDAMAGE, OTFP_FLAW_STRAY, path, 0,
		             "ignored: the master file does not name its stream");
		r->o.report(r->o.ctx, r->err);
	}
	free(copy);
	free(path);
	return 0;
}

int otfp_trace_strays(struct otfp_trace *t)
{
	int code = t->reading.o.strays && t->reading.o.report ? otfp_beside_each(t->set.stub, look_at_suffix, t) : 0;

	if (code < 0 && errno) { /* the trace is readable even if its directory cannot be listed */
		otfp_fail_errno(t->reading.err, "%s.*: cannot look for files that the master file does not name",
		                t->set.stub);
		t->reading.err->code = OTFP_END;
		t->reading.o.report(t->reading.o.ctx, t->reading.err);
		code = 0;
	}
	return code;
}
