/* outstream.c - the streams of a stream set and their files, each created on first use. */
#include "otf/names.h"
#include "base/clamp.h"
#include "otf/write/outset.h"
#include <stdlib.h>

enum { BUDGET = 8 << 20, BLOCK_MIN = 4 << 10 };

struct otfp_out_stream *otfp_out_stream(struct otfp_out *o, uint32_t id)
{
	uint64_t *have = otfp_map_get(&o->streams, id);
	struct otfp_out_stream *s;

	if (have)
		return (struct otfp_out_stream *)(uintptr_t)*have;
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

	o->limit = otfp_clamp(n, BLOCK_MIN, OTFP_OUT_BLOCK_MAX);
}

static int is_long(const struct otfp_out *o)
{
	return (o->w.form ? o->w.form : o->header.form) == OTFP_DISK_LONG;
}

int otfp_out_file(struct otfp_out *o, uint32_t id, unsigned file, struct otfp_outfile **f)
{
	char suffix[OTFP_SUFFIX_MAX];
	struct otfp_out_stream *s = otfp_out_stream(o, id);
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

int otfp_out_put_into(struct otfp_out *o, uint32_t id, const struct otfp_record *rec)
{
	struct otfp_outfile *f;
	int code = otfp_out_file(o, id, rec->file, &f);

	return code < 0 ? code : otfp_outfile_put(f, rec, &o->blanks, o->err);
}

void otfp_out_stream_free(struct otfp_out_stream *s)
{
	for (unsigned k = 0; k < OTFP_NFILES; k++)
		if (s->files[k]) {
			otfp_outfile_release(s->files[k]);
			free(s->files[k]);
		}
	free(s);
}
