/* aux-reader.c - OTFAUX_Thumbnail.h: reading. */
#include "api/otf/error.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/num.h"
#include "io/input.h"
#include "open-trace-format/OTFAUX_Thumbnail.h"
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 64 << 10 };

struct OTFAUX_ThumbnailReader {
	struct otfp_files *files;
	struct otfp_input *in;
	uint32_t width, processes;
	struct otfp_buf samples; /* uint32_t[] of a process */
	uint64_t line;
	int was_read;
	struct otfp_error err;
};

/* A hex number up to `most`, and the byte after it. @return what follows, or NULL */
static const char *number(const char *p, uint64_t most, char after, uint64_t *v)
{
	const char *end;
	int over = 0;

	end = otfp_get_hex(p, v, &over);
	return end > p && !over && *v <= most && *end == after ? end + 1 : NULL;
}

static int damaged(OTFAUX_ThumbnailReader *r)
{
	return otfp_fail_at(&r->err, OTFP_EDAMAGE, 0, otfp_input_name(r->in), r->line, "no line of a thumbnail");
}

/* Move to the next line. @return 0 with r->in->p at it; 1 at the end; <0 */
static int next_line(OTFAUX_ThumbnailReader *r)
{
	int code = otfp_input_lines(r->in);

	r->line++;
	if (code == 1 && r->in->p < r->in->end)
		return damaged(r);
	return code;
}

/* The first line: "0:WIDTH,PROCESSES". */
static int read_head(OTFAUX_ThumbnailReader *r)
{
	int code = next_line(r);
	uint64_t zero, width, processes;
	const char *p;

	if (code)
		return code < 0 ? code : damaged(r);
	p = number(r->in->p, 0, ':', &zero);
	p = p ? number(p, UINT32_MAX, ',', &width) : NULL;
	p = p ? number(p, UINT32_MAX, '\n', &processes) : NULL;
	if (!p)
		return damaged(r);
	r->in->p = p;
	r->width = (uint32_t)width;
	r->processes = (uint32_t)processes;
	return 0;
}

/* A line of a process: its samples to r->samples. */
static int read_row(OTFAUX_ThumbnailReader *r, uint64_t *process)
{
	const char *p = number(r->in->p, UINT64_MAX, ':', process);
	uint64_t v;

	r->samples.n = 0;
	for (uint32_t i = 0; p && i < r->width; i++) {
		uint32_t function;
		p = number(p, UINT32_MAX, ',', &v);
		function = (uint32_t)v;
		if (p && otfp_buf_add(&r->samples, &function, sizeof function) < 0)
			return otfp_fail_memory(&r->err);
	}
	if (!p || *p != '\n')
		return damaged(r);
	r->in->p = p + 1;
	return 0;
}

static int is_reader(const OTFAUX_ThumbnailReader *r, const char *who)
{
	if (!r)
		otf_misuse(who, "the handle is NULL");
	return r != NULL;
}

OTFAUX_ThumbnailReader *OTFAUX_ThumbnailReader_open(const char *namestub)
{
	char *path = OTFAUX_Thumbnail_getFilename(namestub);
	OTFAUX_ThumbnailReader *r = path ? calloc(1, sizeof *r) : NULL;
	int good = r && otfp_files_new(&r->files, 1, &r->err) == 0 &&
	           otfp_input_open(&r->in, r->files, path, OTFP_PLAIN, BLOCK, &r->err) == 0 && read_head(r) == 0;

	if (path && !r)
		otf_misuse("OTFAUX_ThumbnailReader_open", "out of memory");
	free(path);
	if (r && !good) {
		otf_fail(&r->err);
		OTFAUX_ThumbnailReader_close(r);
	}
	return good ? r : NULL;
}

int OTFAUX_ThumbnailReader_close(OTFAUX_ThumbnailReader *r)
{
	if (!is_reader(r, "OTFAUX_ThumbnailReader_close"))
		return 0;
	otfp_input_close(r->in);
	otfp_files_free(r->files);
	otfp_buf_release(&r->samples);
	free(r);
	return 1;
}

int OTFAUX_ThumbnailReader_getWidth(const OTFAUX_ThumbnailReader *r, uint32_t *width)
{
	if (!is_reader(r, "OTFAUX_ThumbnailReader_getWidth"))
		return 0;
	*width = r->width;
	return 1;
}

int OTFAUX_ThumbnailReader_getNumberOfProcs(const OTFAUX_ThumbnailReader *r, uint32_t *number)
{
	if (!is_reader(r, "OTFAUX_ThumbnailReader_getNumberOfProcs"))
		return 0;
	*number = r->processes;
	return 1;
}

int OTFAUX_ThumbnailReader_read(OTFAUX_ThumbnailReader *r,
                                void (*handler)(void *data, uint64_t process, const uint32_t *samples), void *data)
{
	uint64_t process;
	uint32_t n;
	int code = 0;

	if (!is_reader(r, "OTFAUX_ThumbnailReader_read"))
		return 0;
	if (r->was_read) {
		otf_misuse("OTFAUX_ThumbnailReader_read", "the file was read before");
		return 0;
	}
	r->was_read = 1;
	for (n = 0; n < r->processes && code == 0; n++) {
		code = next_line(r);
		if (code == 0)
			code = read_row(r, &process);
		if (code == 0 && handler)
			handler(data, process, (const uint32_t *)(const void *)r->samples.p);
	}
	if (code == 0) {
		code = next_line(r);
		if (code == 1)
			return 1;
	}
	if (code >= 0)
		damaged(r);
	otf_fail(&r->err);
	return 0;
}
