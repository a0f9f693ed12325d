#include "toy/toy.h"
#include "base/error.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct toy {
	FILE *file;
	struct otfp_header header;
	struct otfp_record rec;
	uint64_t time;
	unsigned step; /* records so far */
};

static const struct otfp_header *toy_header(const void *handle)
{
	return &((const struct toy *)handle)->header;
}

static void define(struct otfp_record *r, unsigned type, uint32_t token, const char *name)
{
	*r = (struct otfp_record){.type = (uint16_t)type, .file = OTFP_FILE_DEF};
	r->f[0].u = token;
	r->f[1].s = (struct otfp_str){name, strlen(name)};
}

static int toy_next(void *handle, const struct otfp_record **rec)
{
	struct toy *t = handle;
	const unsigned step = t->step++;

	*rec = &t->rec;
	if (step == 0)
		define(&t->rec, OTFP_DefProcess, 1, "toy");
	else if (step == 1)
		define(&t->rec, OTFP_DefFunction, 7, "play");
	else if (step % 2 == 0 && fscanf(t->file, "%" SCNu64, &t->time) != 1)
		return OTFP_END;
	if (step < 2)
		return 0;
	t->rec = (struct otfp_record){.type = step % 2 ? OTFP_Leave : OTFP_Enter,
	                              .file = OTFP_FILE_EVENT,
	                              .time = t->time + step % 2,
	                              .loc = 1};
	t->rec.f[0].u = 7;
	return 0;
}

static void toy_close(void *handle)
{
	struct toy *t = handle;

	fclose(t->file);
	free(t);
}

const struct otfp_source_ops otfp_toy_ops = {.header = toy_header, .next = toy_next, .close = toy_close};

int otfp_toy_look(struct otfp_inputs *in, unsigned at, const struct otfp_read_options *o, struct otfp_error *err)
{
	const struct otfp_first_look *look = otfp_inputs_look(in, at);

	(void)o, (void)err;
	return look->is_readable && look->n >= 4 && memcmp(look->head, "TOY\n", 4) == 0;
}

int otfp_toy_open(void **handle, struct otfp_inputs *in, unsigned at, unsigned n, const struct otfp_read_options *o,
                  struct otfp_error *err)
{
	struct toy *t = calloc(1, sizeof *t);
	const int fd = otfp_inputs_detach(in, at);

	(void)n, (void)o;
	if (!t)
		return otfp_fail_memory(err);
	t->file = fdopen(fd, "r");
	t->header.resolution = 1000;
	fseek(t->file, 4, SEEK_SET);
	*handle = t;
	return 0;
}
