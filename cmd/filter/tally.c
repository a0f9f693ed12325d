#include "cmd/filter/tally.h"
#include "base/error.h"
#include "base/order.h"
#include "record/table.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void tally_release(struct tally *t)
{
	otfp_map_release(&t->index);
	sizes_release(&t->sizes);
	free(t->processes);
	memset(t, 0, sizeof *t);
}

static int has_process(const struct otfp_record *rec)
{
	return rec->type < OTFP_NTYPES && (otfp_is_timed(rec->file) || rec->type == OTFP_Marker);
}

static struct process_count *process_of(struct tally *t, uint32_t process)
{
	struct process_count *p = otfp_map_row(&t->index, process, &t->processes, &t->n, &t->cap, sizeof *p);

	if (p)
		p->process = process;
	return p;
}

int tally_add(struct tally *t, const struct otfp_record *rec)
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

static void add(struct count *to, uint64_t bytes)
{
	to->kept++;
	to->bytes += bytes;
}

int tally_keep(struct tally *t, const struct otfp_record *rec, uint32_t stream)
{
	struct process_count *p;
	uint64_t bytes;

	if (rec->type == OTFP_CONTROL)
		return 0;
	if (sizes_add(&t->sizes, rec, stream, &bytes) < 0)
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

static void print_count(const char *what, const char *which, const struct count *c)
{
	printf("%s\t%s\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\n", what, which, c->kept, c->seen, c->bytes);
}

static void print_types(const struct tally *t, struct count *total)
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

int tally_print(struct tally *t, struct otfp_error *err)
{
	struct count total = {0, 0, 0};
	char process[16];

	printf("what\twhich\tkept\tof\tbytes\n");
	print_types(t, &total);
	if (t->n)
		qsort(t->processes, t->n, sizeof *t->processes, otfp_by_u32);
	for (size_t i = 0; i < t->n; i++) {
		snprintf(process, sizeof process, "%" PRIu32, t->processes[i].process);
		print_count("process", process, &t->processes[i].count);
	}
	print_count("total", "-", &total);
	return fflush(stdout) != 0 || ferror(stdout) ? otfp_fail_errno(err, "stdout") : 0;
}
