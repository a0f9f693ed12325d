#include "cmd/run/select/tally.h"
#include "base/error.h"
#include "otf/write/encode.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void otfp_tally_release(struct otfp_tally *t)
{
	otfp_map_release(&t->index);
	otfp_map_release(&t->file_index);
	otfp_buf_release(&t->room);
	free(t->processes);
	free(t->files);
	memset(t, 0, sizeof *t);
}

/* The element of key in an array with an index, made if there is none. @return NULL when memory is out */
static void *element(struct otfp_map *index, uint64_t key, void *array, size_t *n, size_t *cap, size_t size)
{
	const uint64_t *i = otfp_map_get(index, key);
	char **p = array;

	if (i)
		return *p + *i * size;
	if (*n == *cap) {
		size_t more = *cap ? 2 * *cap : 16;
		char *grown = reallocarray(*p, more, size);
		if (!grown)
			return NULL;
		*p = grown;
		*cap = more;
	}
	if (otfp_map_set(index, key, *n) < 0)
		return NULL;
	return memset(*p + (*n)++ * size, 0, size);
}

static int has_process(const struct otfp_record *rec)
{
	return rec->type < OTFP_NTYPES && (otfp_is_timed(rec->file) || rec->type == OTFP_Marker);
}

static struct process_count *process_of(struct otfp_tally *t, uint32_t process)
{
	struct process_count *p = element(&t->index, process, &t->processes, &t->n, &t->cap, sizeof *p);

	if (p)
		p->process = process;
	return p;
}

int otfp_tally_see(struct otfp_tally *t, const struct otfp_record *rec)
{
	struct process_count *p;

	if (rec->type == OTFP_CONTROL)
		return 0;
	t->types[rec->type < OTFP_NTYPES ? rec->type : 0].seen++;
	if (!has_process(rec))
		return 0;
	p = process_of(t, rec->loc);
	if (!p)
		return -1;
	p->count.seen++;
	return 0;
}

/* ---- bytes ---- */

static unsigned hex_digits(uint64_t v)
{
	return v ? (67 - (unsigned)__builtin_clzll(v)) / 4 : 1;
}

/* The lines that say when and where: a time is followed by the process. */
static int place_bytes(struct otfp_tally *t, const struct otfp_record *rec, uint32_t stream, uint64_t *bytes)
{
	struct file_state *f = element(&t->file_index, (uint64_t)rec->file << 32 | stream, &t->files, &t->nfiles,
	                               &t->files_cap, sizeof *f);
	int moved;

	if (!f)
		return -1;
	moved = !f->begun || f->time != rec->time;
	if (moved)
		*bytes += hex_digits(rec->time) + 1;
	if (moved || f->process != rec->loc)
		*bytes += hex_digits(rec->loc) + 2;
	*f = (struct file_state){rec->time, rec->loc, 1};
	return 0;
}

int otfp_tally_bytes(struct otfp_tally *t, const struct otfp_record *rec, uint32_t stream, uint64_t *bytes)
{
	uint64_t blanks = 0;

	*bytes = rec->line.n; /* of a record of unknown name */
	if (rec->type >= OTFP_NTYPES)
		return 0;
	t->room.n = 0;
	if (otfp_buf_reserve(&t->room, otfp_encode_room(rec)) < 0)
		return -1;
	*bytes = (uint64_t)(otfp_encode(t->room.p, rec, 0, &blanks) - t->room.p);
	return otfp_is_timed(rec->file) ? place_bytes(t, rec, stream, bytes) : 0;
}

static void add(struct count *to, uint64_t bytes)
{
	to->kept++;
	to->bytes += bytes;
}

int otfp_tally_keep(struct otfp_tally *t, const struct otfp_record *rec, uint32_t stream)
{
	struct process_count *p;
	uint64_t bytes;

	if (rec->type == OTFP_CONTROL)
		return 0;
	if (otfp_tally_bytes(t, rec, stream, &bytes) < 0)
		return -1;
	add(&t->types[rec->type < OTFP_NTYPES ? rec->type : 0], bytes);
	if (!has_process(rec))
		return 0;
	p = process_of(t, rec->loc);
	if (!p)
		return -1;
	add(&p->count, bytes);
	return 0;
}

/* ---- the table ---- */

static int by_process(const void *a, const void *b)
{
	const struct process_count *x = a, *y = b;

	return (x->process > y->process) - (x->process < y->process);
}

static void print_count(const char *what, const char *which, const struct count *c)
{
	printf("%s\t%s\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\n", what, which, c->kept, c->seen, c->bytes);
}

static void print_types(const struct otfp_tally *t, struct count *total)
{
	for (unsigned i = 0; i < OTFP_NTYPES; i++) {
		const struct count *c = &t->types[i];
		total->kept += c->kept;
		total->seen += c->seen;
		total->bytes += c->bytes;
		if (c->seen || c->kept)
			print_count("record", i ? otfp_schema(i)->name : "(unknown)", c);
	}
}

int otfp_tally_print(struct otfp_tally *t, struct otfp_error *err)
{
	struct count total = {0, 0, 0};
	char process[16];

	printf("what\twhich\tkept\tof\tbytes\n");
	print_types(t, &total);
	if (t->n)
		qsort(t->processes, t->n, sizeof *t->processes, by_process);
	for (size_t i = 0; i < t->n; i++) {
		snprintf(process, sizeof process, "%" PRIu32, t->processes[i].process);
		print_count("process", process, &t->processes[i].count);
	}
	print_count("total", "-", &total);
	return fflush(stdout) != 0 || ferror(stdout) ? otfp_fail_errno(err, "stdout") : 0;
}
