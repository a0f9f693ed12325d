#include "tau/read/runs.h"
#include "base/error.h"
#include "io/files.h"
#include "io/there.h"
#include "record/control.h"
#include "record/listed.h"
#include "tau/read/records.h"
#include <stdlib.h>

enum { MAPPING, DEFINITIONS, RECORDS, OVER };

/* ---- opening ---- */

static int open_all(struct otfp_tau *t, struct otfp_inputs *in, unsigned at, unsigned n)
{
	int code = otfp_files_new(&t->budget, t->o.max_files, t->err);

	if (code == 0) {
		otfp_files_stop(t->budget, t->o.stop);
		code = otfp_tau_open_files(t, in, at, n);
	}
	if (code == 0 && t->o.strict && t->troubles)
		code = otfp_fail(t->err, OTFP_EDAMAGE, "%s: is damaged", otfp_tau_what_is_read(t));
	if (code == 0)
		code = otfp_tau_survey(t);
	if (code < 0)
		return code;
	t->base = t->options.absolute ? 0 : t->first;
	otfp_tau_number_events(&t->dict);
	code = otfp_tau_number_processes(t);
	if (code == 0)
		code = otfp_tau_report(t, 0, OTFP_TAU_NFINDINGS);
	if (code == 0)
		code = otfp_tau_match_peers(t);
	if (code == 0)
		code = otfp_tau_define(t);
	return code < 0 ? code : otfp_tau_read_open(&t->convert, t);
}

/* ---- output in phases; each returns 0, 1 when the phase is over, <0 ---- */

static int give(struct otfp_tau *t, const struct otfp_record *rec, const struct otfp_record *const **recs, size_t *n)
{
	t->one = rec;
	*recs = &t->one;
	*n = 1;
	return 0;
}

/* One stream for each process, with the same number; processes without records have none. */
static int next_mapping(struct otfp_tau *t, const struct otfp_record *const **recs, size_t *n)
{
	uint32_t process;

	while (t->at < t->nprocesses && !t->processes[t->at].left)
		t->at++;
	if (t->at == t->nprocesses)
		return OTFP_END;
	t->at++;
	process = (uint32_t)t->at;
	t->text.n = 0;
	if (otfp_sm_format(&t->text, process, &process, 1) < 0)
		return otfp_fail_memory(t->err);
	t->control = otfp_control_record(t->text.p, t->text.n);
	return give(t, &t->control, recs, n);
}

static int next_definition(struct otfp_tau *t, const struct otfp_record *const **recs, size_t *n)
{
	const struct otfp_queued *q;

	if (t->at++)
		otfp_queue_pop(&t->definitions);
	q = otfp_queue_first(&t->definitions);
	return q ? give(t, &q->rec, recs, n) : OTFP_END;
}

static int next_records(struct otfp_tau *t, const struct otfp_record *const **recs, size_t *n)
{
	int code = otfp_tau_read_batch(t->convert, recs, n), reported;

	if (code != OTFP_END)
		return code;
	reported = otfp_tau_report(t, 0, OTFP_TAU_NFINDINGS);
	return reported < 0 ? reported : OTFP_END;
}

static int tau_batch(void *handle, const struct otfp_record *const **recs, size_t *n)
{
	static int (*const phases[])(struct otfp_tau *, const struct otfp_record *const **, size_t *) = {
		[MAPPING] = next_mapping, [DEFINITIONS] = next_definition, [RECORDS] = next_records};
	struct otfp_tau *t = handle;

	while (t->phase != OVER) {
		int code = phases[t->phase](t, recs, n);
		if (code != OTFP_END)
			return code;
		t->phase++;
		t->at = 0;
	}
	return OTFP_END;
}

static void tau_close(void *handle)
{
	struct otfp_tau *t = handle;

	if (!t)
		return;
	otfp_tau_read_close(t->convert);
	otfp_tau_forget_peers(t);
	for (size_t i = 0; i < t->nprocesses; i++)
		free(t->processes[i].open);
	for (size_t i = 0; i < t->nfiles; i++)
		otfp_trc_close(&t->files[i].trc);
	for (size_t i = 0; i < t->nids; i++) {
		otfp_map_release(&t->ids[i].defs);
		free(t->ids[i].path);
	}
	for (size_t i = 0; i < t->nruns; i++)
		free(t->runs[i].peers);
	free(t->processes);
	free(t->files);
	free(t->ids);
	free(t->pieces);
	free(t->runs);
	otfp_map_release(&t->by_place);
	otfp_map_release(&t->suspended);
	otfp_map_release(&t->senders);
	otfp_map_release(&t->receivers);
	otfp_tau_dictionary_release(&t->dict);
	otfp_queue_release(&t->definitions);
	otfp_buf_release(&t->text);
	if (t->budget)
		otfp_files_free(t->budget);
	free(t);
}

/* ---- the format ---- */

int otfp_tau_open(void **handle, struct otfp_inputs *in, unsigned at, unsigned n, const struct otfp_read_options *o,
                  struct otfp_error *err)
{
	const struct otfp_tau_options *own = otfp_reads_options(o, "tau");
	struct otfp_tau *t = calloc(1, sizeof *t);
	int code;

	if (!t)
		return otfp_fail_memory(err);
	t->err = err;
	t->o = *o;
	if (own)
		t->options = *own;
	code = open_all(t, in, at, n);
	if (code < 0) {
		tau_close(t);
		return code;
	}
	*handle = t;
	return 0;
}

static const struct otfp_header *tau_header(const void *handle)
{
	return &((const struct otfp_tau *)handle)->header;
}

static int list_path(struct otfp_tau *t, struct otfp_listed *file, int (*f)(void *ctx, const struct otfp_listed *file),
                     void *ctx)
{
	int code = otfp_regular_size(file->path, &file->bytes, t->err);

	return code <= 0 ? code : f(ctx, file);
}

/* A .trc with the records of several processes is of no stream. */
static int tau_list(void *handle, int (*f)(void *ctx, const struct otfp_listed *file), void *ctx)
{
	struct otfp_tau *t = handle;
	int code = 0;

	for (size_t i = 0; i < t->nids && code == 0; i++)
		code = list_path(t, &(struct otfp_listed){.path = t->ids[i].path, .kind = OTFP_FILE_DEF}, f, ctx);
	for (size_t i = 0; i < t->nfiles && code == 0; i++) {
		const struct otfp_tau_file *file = &t->files[i];
		const int is_of_one = !file->is_mixed && file->process != OTFP_TAU_NOBODY;
		struct otfp_listed listed = {.path = otfp_file_path(file->trc.file),
		                             .kind = OTFP_FILE_EVENT,
		                             .stream = is_of_one ? file->process + 1 : 0};
		code = list_path(t, &listed, f, ctx);
	}
	return code;
}

static uint64_t tau_troubles(const void *handle)
{
	return ((const struct otfp_tau *)handle)->troubles;
}

const struct otfp_source_ops otfp_tau_ops = {
	.header = tau_header,
	.batch = tau_batch,
	.list = tau_list,
	.troubles = tau_troubles,
	.close = tau_close,
};
