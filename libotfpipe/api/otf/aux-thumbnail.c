/* aux-thumbnail.c - OTFAUX_Thumbnail.h: writing. */
#include "api/otf/aux.h"
#include "api/otf/error.h"
#include "base/error.h"
#include "base/fd.h"
#include "open-trace-format/OTFAUX_Thumbnail.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static int fail_memory(void)
{
	otf_misuse("OTFAUX_Thumbnail", "out of memory");
	return 0;
}

/* ---- samples ---- */

/* The row of a process starts: no function before now. */
static int start(const OTFAUX_State *s, struct aux_process *p)
{
	const struct aux_list *calls = &p->open[AUX_CALL];

	otfp_raster_start(&s->raster, &p->row);
	if (otfp_raster_change(&s->raster, &p->row, s->now, calls->n ? calls->events[calls->n - 1].value[0] : 0) < 0)
		return fail_memory();
	return 1;
}

int OTFAUX_State_setupThumbnail(OTFAUX_State *s, uint64_t minTime, uint64_t maxTime, uint32_t width)
{
	if (!aux_is_state(s, "OTFAUX_State_setupThumbnail"))
		return 0;
	if (maxTime < minTime || width == 0 || width > maxTime - minTime) {
		otf_misuse("OTFAUX_State_setupThumbnail", "the width is 0, or more than there are ticks");
		return 0;
	}
	s->raster = (struct otfp_raster){.first = minTime, .span = maxTime - minTime, .samples = width};
	for (size_t i = 0; i < s->n; i++)
		if (s->processes[i].is_thumbnail && !start(s, &s->processes[i]))
			return 0;
	return 1;
}

int OTFAUX_State_declareProcess(OTFAUX_State *s, uint64_t process, int isThumbnail)
{
	struct aux_process *p = aux_is_state(s, "OTFAUX_State_declareProcess") ? aux_process(s, process) : NULL;

	if (!p)
		return 0;
	if (!isThumbnail || p->is_thumbnail)
		return 1;
	p->is_thumbnail = 1;
	return start(s, p);
}

int aux_sample(OTFAUX_State *s, struct aux_process *p, uint64_t time)
{
	const struct aux_list *calls = &p->open[AUX_CALL];

	if (time > s->now)
		s->now = time;
	if (p->is_thumbnail &&
	    otfp_raster_change(&s->raster, &p->row, time, calls->n ? calls->events[calls->n - 1].value[0] : 0) < 0)
		return fail_memory();
	return 1;
}

/* ---- output ---- */

/* Write or append text to a file. @return 1, or 0 with otf_errno set */
static int write_text(const char *path, int create, const struct otfp_buf *text)
{
	int fd = otfp_fd_open(path, O_WRONLY | (create ? O_CREAT | O_TRUNC : O_APPEND), otfp_go_on);
	size_t n = fd < 0 ? 0 : otfp_fd_write(fd, text->p, text->n, otfp_go_on);
	struct otfp_error e = {0};

	if (fd >= 0 && n == text->n && otfp_fd_close(fd) == 0)
		return 1;
	otfp_fail_errno(&e, "%s", path);
	otf_fail(&e);
	if (fd >= 0 && n < text->n)
		(void)!otfp_fd_close(fd);
	return 0;
}

/* The text of a state, with the first line if the file is created. */
static int format(const OTFAUX_State *s, int create, uint32_t processes, struct otfp_buf *text)
{
	if (create && otfp_buf_printf(text, "0:%" PRIx64 ",%" PRIx32 "\n", s->raster.samples, processes) < 0)
		return fail_memory();
	for (size_t i = 0; i < s->n; i++) {
		const struct aux_process *p = &s->processes[i];
		if (p->is_thumbnail && otfp_raster_put(&s->raster, &p->row, p->process, text) < 0)
			return fail_memory();
	}
	return 1;
}

static int write_thumbnail(const OTFAUX_State *s, const char *stub, int create, uint32_t processes, const char *who)
{
	struct otfp_buf text = OTFP_BUF_INIT;
	char *path;
	int done;

	if (!aux_is_state(s, who))
		return 0;
	if (!s->raster.samples || !stub) {
		otf_misuse(who, stub ? "no thumbnail was set up" : "the name is NULL");
		return 0;
	}
	path = OTFAUX_Thumbnail_getFilename(stub);
	done = path && format(s, create, processes, &text) && write_text(path, create, &text);
	otfp_buf_release(&text);
	free(path);
	return done;
}

/* The number of processes, which is an argument only when a file is created. */
#define PROCESSES(create, n)                                 \
	do {                                                 \
		va_list args;                                \
		va_start(args, create);                      \
		(n) = (create) ? va_arg(args, uint32_t) : 0; \
		va_end(args);                                \
	} while (0)

int OTFAUX_State_writeThumbnail(OTFAUX_State *s, const char *namestub, int create, ...)
{
	uint32_t processes;

	PROCESSES(create, processes);
	return write_thumbnail(s, namestub, create, processes, "OTFAUX_State_writeThumbnail");
}

int OTFAUX_Thumbnail_write(const OTFAUX_Thumbnail_Context *s, const char *namestub, int create, ...)
{
	uint32_t processes;

	PROCESSES(create, processes);
	return write_thumbnail(s, namestub, create, processes, "OTFAUX_Thumbnail_write");
}

char *OTFAUX_Thumbnail_getFilename(const char *namestub)
{
	static const char suffix[] = ".thumb";
	size_t n = namestub ? strlen(namestub) : 0;
	char *path = namestub ? malloc(n + sizeof suffix) : NULL;

	if (path) {
		memcpy(path, namestub, n);
		memcpy(path + n, suffix, sizeof suffix);
	} else
		otf_misuse("OTFAUX_Thumbnail_getFilename", namestub ? "out of memory" : "the name is NULL");
	return path;
}

/* ---- OTFAUX_Thumbnail_Context is a state ---- */

OTFAUX_Thumbnail_Context *OTFAUX_Thumbnail_create(uint64_t minTime, uint64_t maxTime, uint32_t width)
{
	OTFAUX_State *s = OTFAUX_State_create();

	if (s && !OTFAUX_State_setupThumbnail(s, minTime, maxTime, width)) {
		OTFAUX_State_destroy(s);
		return NULL;
	}
	return s;
}

void OTFAUX_Thumbnail_destroy(OTFAUX_Thumbnail_Context *s)
{
	OTFAUX_State_destroy(s);
}

int OTFAUX_Thumbnail_declareProcess(OTFAUX_Thumbnail_Context *s, uint64_t process)
{
	return OTFAUX_State_declareProcess(s, process, 1);
}

int OTFAUX_Thumbnail_handleEnter(OTFAUX_Thumbnail_Context *s, uint64_t time, uint64_t process, uint32_t function)
{
	return OTFAUX_State_processEnter(s, time, process, function, 0, NULL);
}

int OTFAUX_Thumbnail_handleLeave(OTFAUX_Thumbnail_Context *s, uint64_t time, uint64_t process)
{
	return OTFAUX_State_processLeave(s, time, process, 0);
}

int OTFAUX_Thumbnail_finalize(OTFAUX_Thumbnail_Context *s)
{
	return aux_is_state(s, "OTFAUX_Thumbnail_finalize");
}
