#include "otf/read/listing.h"
#include "io/there.h"
#include "otf/names.h"
#include "otf/read/traceset.h"

struct lister {
	struct otfp_trace *trace;
	int (*f)(void *ctx, const struct otfp_listed *file);
	void *ctx;
};

/* List the file at set.path, unless it was removed meanwhile. */
static int list_path(const struct lister *l, uint32_t stream, unsigned kind, int packed)
{
	const char *path = l->trace->set.path.p;
	struct stat st;
	int found = otfp_file_is_there(path, &st, l->trace->reading.err);

	if (found <= 0)
		return found;
	return l->f(l->ctx, &(struct otfp_listed){.path = path,
	                                          .bytes = (uint64_t)st.st_size,
	                                          .stream = stream,
	                                          .kind = (uint8_t)kind,
	                                          .packed = (uint8_t)packed});
}

/* List NAME.otf or NAME.thumb. */
static int list_of_all(const struct lister *l, const char *suffix, unsigned kind)
{
	struct otfp_fileset *set = &l->trace->set;

	set->path.n = 0;
	if (otfp_buf_puts(&set->path, set->stub) < 0 || otfp_buf_puts(&set->path, suffix) < 0 ||
	    !otfp_buf_str(&set->path))
		return otfp_fail_memory(set->reading->err);
	return list_path(l, 0, kind, 0);
}

static int list_untimed(const struct lister *l, unsigned file)
{
	struct otfp_fileset *set = &l->trace->set;
	const struct otfp_master *m = &set->reading->master;
	int code = 0;

	set->reading->quiet++; /* otfp_trace_open reports oddities of the files */
	for (size_t i = 0; i <= m->n && code == 0; i++) {
		uint32_t id = i ? m->streams[i - 1].id : 0;
		int found = otfp_fileset_find(set, id, file);
		code = found <= 0 ? found : list_path(l, id, file, set->packed);
	}
	set->reading->quiet--;
	return code;
}

static int set_path(struct otfp_fileset *set, const struct otfp_seen *seen)
{
	char suffix[OTFP_SUFFIX_MAX];

	otfp_otf_suffix(suffix, seen->id, otfp_file_name(seen->file), seen->packed);
	set->path.n = 0;
	if (otfp_buf_puts(&set->path, set->stub) < 0 || otfp_buf_puts(&set->path, suffix) < 0)
		return -1;
	return otfp_buf_str(&set->path) ? 0 : -1;
}

static int list_timed(const struct lister *l, const struct otfp_seen *seen)
{
	const struct otfp_trace *t = l->trace;
	const struct otfp_ends *ends = &seen->ends;
	int has_record = ends->has_first || ends->has_last;
	struct otfp_listed listed = {
		.bytes = seen->bytes,
		.stream = seen->id,
		.kind = seen->file,
		.packed = seen->packed,
		.has_first = (uint8_t)ends->has_first,
		.has_last = (uint8_t)ends->has_last,
		.cut = t->reading.trailer_required && has_record && !ends->has_trailer && !ends->unseen,
		.first = ends->first,
		.last = ends->last,
		.tail_text = ends->tail_text,
		.tail_packed = ends->tail_packed,
	};

	if (set_path(&l->trace->set, seen) < 0)
		return otfp_fail_memory(t->reading.err);
	listed.path = t->set.path.p;
	return l->f(l->ctx, &listed);
}

int otfp_trace_list(struct otfp_trace *t, int (*f)(void *ctx, const struct otfp_listed *file), void *ctx)
{
	const struct lister l = {t, f, ctx};
	int code = list_of_all(&l, ".otf", OTFP_LIST_MASTER);

	if (code == 0)
		code = list_untimed(&l, OTFP_FILE_DEF);
	if (code == 0)
		code = list_untimed(&l, OTFP_FILE_MARKER);
	for (unsigned i = 0; i < t->nseen && code == 0; i++)
		code = list_timed(&l, &t->seen[i]);
	return code ? code : list_of_all(&l, ".thumb", OTFP_LIST_THUMBNAIL);
}
