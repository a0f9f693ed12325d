/*
 * vtf3-input.c - vtf3.h: reads records from a file or from memory and passes them to handlers.
 *
 * Memory: that of the scanner (vtf3/read/scan.h), and with substituteupfrom the stack of states of each cpu.
 */
#include "api/vtf3-fcb.h"
#include "base/fd.h"
#include "base/map.h"
#include "vtf3/read/legacy.h"
#include "vtf3/read/scan.h"
#include "vtf3/stacks.h"
#include "vtf3/table.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BLOCK = 256 << 10 }; /* bytes read at a time */

struct input {
	struct vtf3_fcb f;
	struct otfp_vtf3_scanner *scanner;
	int fd;
	char *name; /* used by the scanner's input */
	int has_ended;
	int substitute;
	double last_time; /* time of the last event */
	struct otfp_vtf3_stacks stacks;
	struct otfp_map sources; /* token of a source location, by file << 32 | line */
	VTF3_handler_t handlers[OTFP_VTF3_NTYPES];
	void *args[OTFP_VTF3_NTYPES];
};

/* @return NULL if the fcb is not such an input; its error says so */
static struct input *input_of(void *fcb, enum vtf3_kind kind)
{
	struct vtf3_fcb *f = fcb;

	if (!f || f->kind == kind)
		return fcb;
	otfp_fail(&f->err, OTFP_EUSAGE, "vtf3: not opened for input from %s",
	          kind == VTF3_FILE_INPUT ? "a file" : "memory");
	vtf3_fail(f, EINVAL);
	return NULL;
}

/* ---- open ---- */

static struct input *make_input(enum vtf3_kind kind, const VTF3_handler_t *handlers, void *const *args, int substitute)
{
	struct input *in = calloc(1, sizeof *in);

	if (!in)
		return vtf3_not_open(ENOMEM);
	in->f.kind = kind;
	in->fd = -1;
	in->substitute = substitute;
	if (handlers)
		memcpy(in->handlers, handlers, sizeof in->handlers);
	if (args)
		memcpy(in->args, args, sizeof in->args);
	return in;
}

static void free_input(struct input *in)
{
	otfp_vtf3_scan_close(in->scanner);
	otfp_vtf3_stacks_release(&in->stacks);
	otfp_map_release(&in->sources);
	if (in->fd >= 0)
		close(in->fd);
	free(in->name);
	free(in);
}

/* @return 0 or an errno */
static int open_file(struct input *in, const char *name)
{
	struct otfp_input *bytes;

	errno = 0;
	in->name = strdup(name);
	in->fd = in->name ? otfp_fd_open(name, O_RDONLY, otfp_go_on) : -1;
	if (in->fd < 0 || otfp_input_open_fd(&bytes, in->fd, in->name, OTFP_DETECT_GZIP, BLOCK, &in->f.err) < 0)
		return errno ? errno : EIO;
	otfp_input_stop(bytes, otfp_go_on);
	if (otfp_vtf3_scan_open(&in->scanner, bytes, &in->f.err) < 0 || otfp_vtf3_scan_format(in->scanner) < 0)
		return errno ? errno : EIO;
	return 0;
}

void *VTF3_OpenFileInput(const char *inputfilename, const VTF3_handler_t *handlers, void *const *firsthandlerargs,
                         int substituteupfrom)
{
	struct input *in = make_input(VTF3_FILE_INPUT, handlers, firsthandlerargs, substituteupfrom);
	int error = in ? open_file(in, inputfilename) : 0;

	if (error == 0)
		return in;
	free_input(in);
	return vtf3_not_open(error);
}

void *VTF3_OpenMemoryInput(int inputfileformat, const VTF3_handler_t *handlers, void *const *firsthandlerargs,
                           int substituteupfrom)
{
	struct input *in;

	if (!vtf3_is_format(inputfileformat))
		return vtf3_not_open(EINVAL);
	in = make_input(VTF3_MEMORY_INPUT, handlers, firsthandlerargs, substituteupfrom);
	if (!in)
		return NULL;
	in->f.format = (enum otfp_vtf3_format)inputfileformat;
	if (otfp_vtf3_scan_open_memory(&in->scanner, in->f.format, &in->f.err) == 0)
		return in;
	free_input(in);
	return vtf3_not_open(ENOMEM);
}

int vtf3_query_input(const struct vtf3_fcb *f)
{
	int format = f->kind == VTF3_MEMORY_INPUT ? (int)f->format :
	                                            otfp_vtf3_scan_format(((const struct input *)f)->scanner);

	return format == OTFP_VTF3_LEGACY_ASCII ? OTFP_VTF3_STD_ASCII : format;
}

int vtf3_close_input(struct vtf3_fcb *f)
{
	int error = f->failed ? f->error : 0;

	free_input((struct input *)f);
	errno = error ? error : errno;
	return error ? -1 : 0;
}

/* ---- Upfrom as Upto ---- */

static void up_from(struct otfp_vtf3_stack *s, int32_t state)
{
	if (s->n && otfp_vtf3_stack_return(s, state))
		s->n--;
}

/* @return 0, or -1 when memory is out */
static int follow_exchange(struct otfp_vtf3_stack *s, int32_t type, int32_t state)
{
	switch (type) {
	case OTFP_VTF3_EXCH_UPFROM: up_from(s, state); return 0;
	case OTFP_VTF3_EXCH_UPTO: otfp_vtf3_stack_return(s, state); return 0;
	case OTFP_VTF3_EXCH_DOWNTO: return otfp_vtf3_stack_push(s, state);
	default: return otfp_vtf3_stack_return(s, state) ? 0 : otfp_vtf3_stack_push(s, state);
	}
}

/* Apply a record to the stack of its cpu. @param to  for Upfrom: the equivalent Upto. @return 0, 1 if *to is
 * filled, or -1 when memory is out */
static int follow(struct otfp_vtf3_stacks *stacks, const struct otfp_vtf3_record *rec, struct otfp_vtf3_record *to)
{
	int is_exchange = rec->type == OTFP_VTF3_Exchange || rec->type == OTFP_VTF3_Exchange_obsol;
	struct otfp_vtf3_stack *s;

	if (!is_exchange && rec->type != OTFP_VTF3_Downto && rec->type != OTFP_VTF3_Upto &&
	    rec->type != OTFP_VTF3_Upfrom)
		return 0;
	s = otfp_vtf3_stack_of(stacks, rec->v[is_exchange ? OTFP_EXCH_CPU : 1].u);
	if (!s)
		return -1;
	if (is_exchange)
		return follow_exchange(s, rec->v[OTFP_EXCH_TYPE].i, rec->v[OTFP_EXCH_STATE].i);
	if (rec->type == OTFP_VTF3_Downto)
		return otfp_vtf3_stack_push(s, rec->v[0].i);
	if (rec->type == OTFP_VTF3_Upto) {
		otfp_vtf3_stack_return(s, rec->v[0].i);
		return 0;
	}
	up_from(s, rec->v[0].i);
	*to = *rec;
	to->type = OTFP_VTF3_Upto;
	to->v[0].i = otfp_vtf3_stack_top(s);
	return 1;
}

/* ---- records to their handlers ---- */

static void end_application(const struct otfp_vtf3_record *rec, const char *what, const char *why)
{
	fprintf(stderr, "VTF3: %s: %s%s%s\n", otfp_vtf3_rows[rec->type].name, what, why ? ": " : "", why ? why : "");
	exit(127);
}

static void give(struct input *in, const struct otfp_vtf3_record *rec)
{
	VTF3_handler_t handler = in->handlers[rec->type];
	void *arg = in->args[rec->type];

	if (!handler)
		return;
	if (handler == VTF3_DebugHandler)
		end_application(rec, "the record would lead to a call of VTF3_DebugHandler()", NULL);
	/* a copy handler also gets values that only old files have */
	if (vtf3_is_copy_handler(handler, rec->type)) {
		if (vtf3_write(arg, rec) < 0)
			end_application(rec, "not copied", arg ? VTF3_GetError(arg) : "no fcb");
	} else if (vtf3_call(handler, arg, rec) < 0) {
		end_application(rec, "its handler returned a negative number", NULL);
	}
}

/* Slots of Sendmsg and Recvmsg. */
enum { MESSAGE_SCL = 5, MESSAGE_FILE, MESSAGE_LINE };

/* Old messages contain a file and a line. A handler that does not copy gets a source location instead, which the
 * handler of Defscl gets before its first use. @return 0, 1 if *to is filled, or -1 when memory is out */
static int locate(struct input *in, const struct otfp_vtf3_record *rec, struct otfp_vtf3_record *to)
{
	int is_message = rec->type == OTFP_VTF3_Sendmsg || rec->type == OTFP_VTF3_Recvmsg;
	struct otfp_vtf3_record def;
	uint64_t key, *at;

	if (!is_message || !(rec->flags & OTFP_VTF3_HAS_SRC) ||
	    vtf3_is_copy_handler(in->handlers[rec->type], rec->type))
		return 0;
	key = (uint64_t)rec->v[MESSAGE_FILE].u << 32 | rec->v[MESSAGE_LINE].u;
	at = otfp_map_get(&in->sources, key);
	*to = *rec;
	to->v[MESSAGE_SCL].i = at ? (int32_t)*at : OTFP_VTF3_FRESH + (int32_t)in->sources.n;
	if (at)
		return 1;
	otfp_vtf3_record_init(&def, OTFP_VTF3_Defscl);
	def.v[0].i = to->v[MESSAGE_SCL].i;
	def.v[1].i = 1;
	def.v[2].is = &rec->v[MESSAGE_FILE].i;
	def.v[3].is = &rec->v[MESSAGE_LINE].i;
	give(in, &def);
	return otfp_map_set(&in->sources, key, (uint32_t)def.v[0].i) < 0 ? -1 : 1;
}

/* Pass the message of a read error, in f.err, to the handler of Unrecognizable. */
static void give_failure(struct input *in, int error)
{
	struct otfp_vtf3_record rec;

	in->has_ended = 1;
	vtf3_fail(&in->f, error);
	otfp_vtf3_record_init(&rec, OTFP_VTF3_Unrecognizable);
	rec.time = in->last_time;
	rec.v[0].i = (int32_t)strlen(in->f.err.text);
	rec.v[1].i = VTF3_RECTYPE_UNRECOGNIZABLE;
	rec.v[2].p = in->f.err.text;
	give(in, &rec);
}

/* Handle one record of the file, and the records implied before it. @return 0, or OTFP_END */
static int step(struct input *in)
{
	const struct otfp_vtf3_record *rec;
	struct otfp_vtf3_record other;
	int code, flags;

	do {
		errno = 0;
		code = in->has_ended ? OTFP_END : otfp_vtf3_scan_next(in->scanner, &rec);
		if (code == OTFP_END)
			return OTFP_END;
		if (code == 0 && in->substitute)
			code = follow(&in->stacks, rec, &other);
		if (code == 0)
			code = locate(in, rec, &other);
		if (code < 0) {
			give_failure(in, errno ? errno : EIO);
			return OTFP_END;
		}
		rec = code == 1 ? &other : rec;
		flags = rec->flags;
		if (otfp_vtf3_rows[rec->type].kind == OTFP_VTF3_EVENT)
			in->last_time = rec->time;
		give(in, rec);
	} while (flags & OTFP_VTF3_IMPLIED);
	return 0;
}

/* ---- reading ---- */

/* Read up to the first record that ends at least `limit` bytes from here. */
static size_t read_bytes(struct input *in, uint64_t limit)
{
	uint64_t from = otfp_vtf3_scan_bytes(in->scanner);

	while (otfp_vtf3_scan_bytes(in->scanner) - from < limit && step(in) == 0)
		;
	return (size_t)(otfp_vtf3_scan_bytes(in->scanner) - from);
}

size_t VTF3_ReadFileInput(void *fcb)
{
	struct input *in = input_of(fcb, VTF3_FILE_INPUT);

	return in ? read_bytes(in, UINT64_MAX) : 0;
}

size_t VTF3_ReadFileInputLtdBytes(void *fcb, size_t bytestoberead)
{
	struct input *in = input_of(fcb, VTF3_FILE_INPUT);

	return in ? read_bytes(in, bytestoberead) : 0;
}

int VTF3_ReadFileInputLtdRecs(void *fcb, int recordstoberead)
{
	struct input *in = input_of(fcb, VTF3_FILE_INPUT);
	int n = 0;

	while (in && n < recordstoberead && step(in) == 0)
		n++;
	return n;
}

size_t VTF3_ReadMemoryInput(void *fcb, const void *src, size_t size)
{
	struct input *in = input_of(fcb, VTF3_MEMORY_INPUT);
	size_t n = size;

	if (!in || in->has_ended || size == 0)
		return 0;
	n -= in->f.format != OTFP_VTF3_STD_BINARY && ((const char *)src)[size - 1] == 0;
	if (otfp_vtf3_scan_feed(in->scanner, src, n) < 0) {
		give_failure(in, ENOMEM);
		return 0;
	}
	n = size - n;
	return n + read_bytes(in, UINT64_MAX);
}
