/* mastercontrol.c - which processes are in which stream: sorted arrays, since programs read them. */
#include "api/otf/mastercontrol.h"
#include "api/otf/error.h"
#include "api/otf/file.h"
#include "base/order.h"
#include "io/input.h"
#include "open-trace-format/OTF_Errno.h"
#include "record/streams.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 10 };
#define NO_STREAM UINT32_MAX

static int has(const OTF_MasterControl *mc, const char *who)
{
	if (!mc)
		otf_misuse(who, "no master control");
	return mc != NULL;
}

static int fail_memory(void)
{
	struct otfp_error e;

	otfp_fail_memory(&e);
	otf_fail(&e);
	return 0;
}

/* ---- new and close ---- */

OTF_MasterControl *OTF_MasterControl_new(OTF_FileManager *manager)
{
	OTF_MasterControl *mc;

	if (!manager)
		return otf_misuse("OTF_MasterControl_new", "no file manager"), NULL;
	mc = calloc(1, sizeof *mc);
	if (!mc)
		return fail_memory(), NULL;
	mc->manager = otf_manager_hold(manager);
	return mc;
}

static void clear(OTF_MasterControl *mc)
{
	for (uint32_t i = 0; i < mc->n; i++)
		free(mc->map[i].values);
	mc->n = mc->rn = 0;
}

void OTF_MasterControl_close(OTF_MasterControl *mc)
{
	if (!mc)
		return;
	clear(mc);
	free(mc->map);
	free(mc->rmap);
	otf_manager_drop(mc->manager);
	free(mc);
}

void OTF_MasterControl_finish(OTF_MasterControl *mc)
{
	OTF_MasterControl_close(mc);
}

/* ---- append ---- */

/* Open a gap at index `at` of n rows. *rows has room for *room of them. @return the gap, or NULL when memory is out */
static void *open_gap(void *rows, uint32_t *room, uint32_t n, size_t size, size_t at)
{
	uint32_t more = *room ? 2 * *room : FIRST_ROOM;
	char *p, *bigger;

	memcpy(&p, rows, sizeof p);
	if (n == *room) {
		bigger = realloc(p, more * size);
		if (!bigger)
			return NULL;
		memcpy(rows, &bigger, sizeof bigger);
		p = bigger;
		*room = more;
	}
	memmove(p + (at + 1) * size, p + at * size, (n - at) * size);
	return memset(p + at * size, 0, size);
}

static size_t entry_place(const OTF_MasterControl *mc, uint32_t stream)
{
	return otfp_first_from(mc->map, mc->n, sizeof *mc->map, stream);
}

static size_t pair_place(const OTF_MasterControl *mc, uint32_t process)
{
	return otfp_first_from(mc->rmap, mc->rn, sizeof *mc->rmap, process);
}

static OTF_MapEntry *need_entry(OTF_MasterControl *mc, uint32_t stream)
{
	size_t i = entry_place(mc, stream);
	OTF_MapEntry *e;

	if (i < mc->n && mc->map[i].argument == stream)
		return &mc->map[i];
	e = open_gap(&mc->map, &mc->s, mc->n, sizeof *e, i);
	if (!e)
		return NULL;
	e->argument = stream;
	mc->n++;
	return e;
}

static int insert(OTF_MasterControl *mc, uint32_t stream, uint32_t process)
{
	OTF_MapEntry *e = need_entry(mc, stream);
	OTF_Pair *pair;
	uint32_t *value;

	if (!e)
		return fail_memory();
	value = open_gap(&e->values, &e->s, e->n, sizeof *value,
	                 otfp_first_from(e->values, e->n, sizeof *value, process));
	pair = value ? open_gap(&mc->rmap, &mc->rs, mc->rn, sizeof *pair, pair_place(mc, process)) : NULL;
	if (!pair)
		return fail_memory();
	*value = pair->argument = process;
	pair->value = stream;
	e->n++;
	mc->rn++;
	return 1;
}

int OTF_MasterControl_append(OTF_MasterControl *mc, uint32_t argument, uint32_t value)
{
	size_t at;

	if (!has(mc, "OTF_MasterControl_append"))
		return 0;
	at = pair_place(mc, value);
	if (!argument || argument == NO_STREAM)
		OTF_Error("OTF_MasterControl_append: process %u: there is no stream %u", value, argument);
	else if (at < mc->rn && mc->rmap[at].argument == value)
		OTF_Error("OTF_MasterControl_append: process %u is in stream %u already", value, mc->rmap[at].value);
	else
		return insert(mc, argument, value);
	return 0;
}

int OTF_MasterControl_appendList(OTF_MasterControl *mc, uint32_t argument, uint32_t l, uint32_t *values)
{
	int ok = 1;

	if (!has(mc, "OTF_MasterControl_appendList"))
		return 0;
	if (l && !values)
		return otf_misuse("OTF_MasterControl_appendList", "no processes"), 0;
	for (uint32_t i = 0; i < l; i++)
		ok &= OTF_MasterControl_append(mc, argument, values[i]);
	return ok;
}

OTF_MasterControl *OTF_MasterControl_clone(OTF_MasterControl *mc, OTF_FileManager *manager)
{
	OTF_MasterControl *copy = has(mc, "OTF_MasterControl_clone") ? OTF_MasterControl_new(manager) : NULL;
	int ok = copy != NULL;

	for (uint32_t i = 0; ok && i < mc->n; i++)
		ok = OTF_MasterControl_appendList(copy, mc->map[i].argument, mc->map[i].n, mc->map[i].values);
	if (ok)
		return copy;
	OTF_MasterControl_close(copy);
	return NULL;
}

/* ---- read and write ---- */

static char *master_path(const char *namestub)
{
	char *path;

	return asprintf(&path, "%s.otf", namestub) < 0 ? NULL : path;
}

/* Go on after a line that is damaged: m has what it names rightly. */
static int read_lines(struct otfp_input *in, struct otfp_master *m, const char *path)
{
	const char *why;
	int code;

	for (uint64_t line = 1; (code = otfp_input_lines(in)) == 0; line++) {
		code = otfp_master_line(m, in->p, &why);
		if (code < 0)
			OTF_Error("%s:%llu: %s", path, (unsigned long long)line, why);
		if (code == OTFP_EFAIL)
			return code;
		in->p = (const char *)rawmemchr(in->p, '\n') + 1;
	}
	return code < 0 ? code : 0;
}

static int take(OTF_MasterControl *mc, const struct otfp_master *m)
{
	clear(mc);
	for (size_t i = 0; i < m->n; i++)
		if (!OTF_MasterControl_appendList(mc, m->streams[i].id, (uint32_t)m->streams[i].n, m->streams[i].procs))
			return 0;
	return 1;
}

static int read_path(OTF_MasterControl *mc, const char *path)
{
	struct otfp_error *err = &mc->manager->err;
	struct otfp_master m = {0};
	struct otfp_input *in;
	int code = otfp_input_open(&in, mc->manager->files, path, OTFP_PLAIN, 64 << 10, err);

	if (code == 0)
		code = read_lines(in, &m, path);
	if (code < 0)
		otf_fail(err);
	otfp_input_close(in);
	code = code == 0 && take(mc, &m);
	otfp_master_release(&m);
	return code;
}

int OTF_MasterControl_read(OTF_MasterControl *mc, const char *namestub)
{
	char *path;
	int ok;

	if (!has(mc, "OTF_MasterControl_read"))
		return 0;
	clear(mc);
	path = namestub ? master_path(namestub) : NULL;
	if (!path)
		return otf_misuse("OTF_MasterControl_read", "no name"), 0;
	ok = read_path(mc, path);
	free(path);
	return ok;
}

static int format(const OTF_MasterControl *mc, struct otfp_buf *b)
{
	struct otfp_master m = {0};
	int code = 0;

	for (uint32_t i = 0; i < mc->rn && code == 0; i++)
		code = otfp_master_add(&m, mc->rmap[i].value, mc->rmap[i].argument);
	if (code == 0)
		code = otfp_master_format(&m, b);
	otfp_master_release(&m);
	return code;
}

static int write_path(OTF_MasterControl *mc, const char *path, const struct otfp_buf *b)
{
	OTF_File *f = OTF_File_open(path, mc->manager, OTF_FILEMODE_WRITE);
	int ok = f && (!b->n || OTF_File_write(f, b->p, b->n) == b->n);

	return f ? OTF_File_close(f) && ok : 0;
}

int OTF_MasterControl_write(OTF_MasterControl *mc, const char *namestub)
{
	struct otfp_buf b = OTFP_BUF_INIT;
	char *path;
	int ok;

	if (!has(mc, "OTF_MasterControl_write"))
		return 0;
	path = namestub ? master_path(namestub) : NULL;
	if (!path)
		return otf_misuse("OTF_MasterControl_write", "no name"), 0;
	ok = format(mc, &b) == 0 ? write_path(mc, path, &b) : fail_memory();
	otfp_buf_release(&b);
	free(path);
	return ok;
}

/* append keeps both maps in step, so there is nothing that could be wrong. */
int OTF_MasterControl_check(OTF_MasterControl *mc)
{
	return has(mc, "OTF_MasterControl_check");
}

void OTF_MasterControl_print(OTF_MasterControl *mc)
{
	if (!has(mc, "OTF_MasterControl_print"))
		return;
	fprintf(stderr, "map:\n");
	for (uint32_t i = 0; i < mc->n; i++) {
		fprintf(stderr, "%x: ", mc->map[i].argument);
		for (uint32_t j = 0; j < mc->map[i].n; j++)
			fprintf(stderr, "%x ", mc->map[i].values[j]);
		fprintf(stderr, "\n");
	}
	fprintf(stderr, "rmap:\n");
	for (uint32_t i = 0; i < mc->rn; i++)
		fprintf(stderr, "%x: %x\n", mc->rmap[i].argument, mc->rmap[i].value);
}

/* ---- look ---- */

uint32_t OTF_MasterControl_mapReverse(OTF_MasterControl *mc, uint32_t value)
{
	size_t at;

	if (!has(mc, "OTF_MasterControl_mapReverse"))
		return 0;
	at = pair_place(mc, value);
	return at < mc->rn && mc->rmap[at].argument == value ? mc->rmap[at].value : 0;
}

OTF_MapEntry *OTF_MasterControl_getEntry(OTF_MasterControl *mc, uint32_t argument)
{
	size_t at;

	if (!has(mc, "OTF_MasterControl_getEntry"))
		return NULL;
	at = entry_place(mc, argument);
	return at < mc->n && mc->map[at].argument == argument ? &mc->map[at] : NULL;
}

OTF_MapEntry *OTF_MasterControl_getEntryByIndex(OTF_MasterControl *mc, uint32_t index)
{
	return has(mc, "OTF_MasterControl_getEntryByIndex") && index < mc->n ? &mc->map[index] : NULL;
}

OTF_Pair *OTF_MasterControl_getREntryByIndex(OTF_MasterControl *mc, uint32_t index)
{
	return has(mc, "OTF_MasterControl_getREntryByIndex") && index < mc->rn ? &mc->rmap[index] : NULL;
}

uint32_t *OTF_MasterControl_getValues(OTF_MasterControl *mc, uint32_t argument)
{
	OTF_MapEntry *e = OTF_MasterControl_getEntry(mc, argument);

	return e ? e->values : NULL;
}

uint32_t OTF_MasterControl_getCount(OTF_MasterControl *mc)
{
	return has(mc, "OTF_MasterControl_getCount") ? mc->n : 0;
}

uint32_t OTF_MasterControl_getrCount(OTF_MasterControl *mc)
{
	return has(mc, "OTF_MasterControl_getrCount") ? mc->rn : 0;
}

uint32_t OTF_MasterControl_getValueCount(OTF_MasterControl *mc, uint32_t argument)
{
	const OTF_MapEntry *e = OTF_MasterControl_getEntry(mc, argument);

	return e ? e->n : 0;
}

uint32_t OTF_MasterControl_getNewStreamId(OTF_MasterControl *mc)
{
	uint32_t last, id = 1;

	if (!has(mc, "OTF_MasterControl_getNewStreamId"))
		return 0;
	last = mc->n ? mc->map[mc->n - 1].argument : 0;
	if (last + 1 < NO_STREAM)
		return last + 1;
	while (id - 1 < mc->n && mc->map[id - 1].argument == id)
		id++;
	return id;
}
