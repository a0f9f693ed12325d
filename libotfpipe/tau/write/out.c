/* out.c - a TAU trace that is written. See out.h. */
#include "tau/write/out.h"
#include "base/assert.h"
#include "base/grow.h"
#include "commit/staging.h"
#include <stdio.h>
#include <stdlib.h>

/* Bytes of the buffer of each file: of the one for all records, or of a thread. */
enum { RECORD_SIZE = 24, ROOM_ALL = 2048 * RECORD_SIZE, ROOM_THREAD = 256 * RECORD_SIZE };

struct file {
	struct otfp_staged *to;
	char *buf;
	size_t n;
};

struct otfp_tau_out {
	struct otfp_error *err;
	struct otfp_tau_out_options o;
	struct otfp_files *budget;
	char *stub;
	struct otfp_staging *stage;
	struct file *files;
	size_t n, cap;
	struct otfp_map nodes; /* nodes with a thread */
};

static size_t room(const struct otfp_tau_out *out)
{
	return out->o.is_run ? ROOM_THREAD : ROOM_ALL;
}

/* ---- open ---- */

static char *stub_of(const char *name, int is_run)
{
	size_t n = strlen(name);
	char *stub;

	if (is_run) {
		while (n > 1 && name[n - 1] == '/')
			n--;
		return asprintf(&stub, "%.*s/", (int)n, name) < 0 ? NULL : stub;
	}
	return strndup(name, n - (n > 4 && strcmp(name + n - 4, ".trc") == 0 ? 4 : 0));
}

static int open_out(struct otfp_tau_out *out)
{
	const struct otfp_staging_options o = {
		.together = out->o.is_run ? OTFP_TOGETHER_RUN : OTFP_TOGETHER_PAIR,
		.replace = out->o.force,
		.report = out->o.report,
		.ctx = out->o.ctx,
	};
	int code;

	if (!out->stub)
		return otfp_fail_memory(out->err);
	code = otfp_files_new(&out->budget, out->o.max_files, out->err);
	return code < 0 ? code : otfp_staging_open(&out->stage, out->stub, &o, out->err);
}

int otfp_tau_out_open(struct otfp_tau_out **to, const char *name, const struct otfp_tau_out_options *o,
                      struct otfp_error *err)
{
	struct otfp_tau_out *out = calloc(1, sizeof *out);
	int code;

	*to = NULL;
	if (!out)
		return otfp_fail_memory(err);
	out->err = err;
	out->o = *o;
	out->stub = stub_of(name, o->is_run);
	code = open_out(out);
	if (code < 0)
		otfp_tau_out_close(out);
	else
		*to = out;
	return code;
}

void otfp_tau_out_close(struct otfp_tau_out *out)
{
	if (!out)
		return;
	for (size_t i = 0; i < out->n; i++)
		free(out->files[i].buf);
	free(out->files);
	otfp_staging_close(out->stage);
	otfp_files_free(out->budget);
	otfp_map_release(&out->nodes);
	free(out->stub);
	free(out);
}

/* ---- files ---- */

/* Add a .trc file. @param suffix  of otfp_staging_create */
static int add_file(struct otfp_tau_out *out, const char *suffix)
{
	struct file f = {0};
	int code;

	if (otfp_grow(&out->files, out->n, &out->cap, sizeof f) < 0 || !(f.buf = malloc(room(out))))
		return otfp_fail_memory(out->err);
	code = otfp_staging_create(&f.to, out->stage, out->budget, suffix, 0);
	if (code < 0)
		free(f.buf);
	else
		out->files[out->n++] = f;
	return code;
}

int otfp_tau_out_thread(struct otfp_tau_out *out, uint16_t node, uint16_t thread, size_t *file)
{
	char name[40] = ".trc";

	if (otfp_map_set(&out->nodes, node, 0) < 0)
		return otfp_fail_memory(out->err);
	*file = out->o.is_run ? out->n : 0;
	if (*file < out->n)
		return 0;
	if (out->o.is_run)
		snprintf(name, sizeof name, "tautrace.%u.0.%u.trc", node, thread);
	return add_file(out, name);
}

static int flush(struct file *f)
{
	int code = otfp_staged_append(f->to, f->buf, f->n);

	f->n = 0;
	return code;
}

int otfp_tau_out_put(struct otfp_tau_out *out, size_t file, const struct otfp_tau_record *rec)
{
	struct file *f = &out->files[file];

	OTFP_ASSERT_HOT(file < out->n && f->n < room(out));
	otfp_tau_encode(f->buf + f->n, rec, OTFP_TAU_NATIVE);
	f->n += RECORD_SIZE;
	return f->n == room(out) ? flush(f) : 0;
}

/* ---- the end ---- */

static int write_text(struct otfp_tau_out *out, const char *suffix, const struct otfp_buf *text)
{
	struct otfp_staged *f;
	int code = otfp_staging_create(&f, out->stage, out->budget, suffix, 0);

	return code < 0 ? code : otfp_staged_append(f, text->p, text->n);
}

static int write_edf(struct otfp_tau_out *out, const struct otfp_buf *text)
{
	char name[40];
	int code = 0;

	if (!out->o.is_run)
		return write_text(out, ".edf", text);
	for (struct otfp_map_at at = {0}; code == 0 && otfp_map_next(&out->nodes, &at);) {
		snprintf(name, sizeof name, "events.%u.edf", (unsigned)at.key);
		code = write_text(out, name, text);
	}
	return code;
}

int otfp_tau_out_commit(struct otfp_tau_out *out, struct otfp_edf_lines *defs)
{
	struct otfp_buf text = OTFP_BUF_INIT;
	int code = 0;

	if (!out->n && !out->o.is_run)
		code = add_file(out, ".trc");
	for (size_t i = 0; i < out->n && code == 0; i++)
		code = flush(&out->files[i]);
	if (code == 0 && otfp_edf_lines_text(defs, &text) < 0)
		code = otfp_fail_memory(out->err);
	if (code == 0)
		code = write_edf(out, &text);
	otfp_buf_release(&text);
	/* readers need definitions, so without the last of these files they do not take a part for the whole */
	return code < 0 ? code : otfp_staging_commit(out->stage, out->o.is_run ? NULL : ".trc");
}
