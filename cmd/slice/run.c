/* run.c - otf-slice: its options; one piece or several. */
#include "cmd/slice/run.h"
#include "cmd/slice/slice.h"
#include "base/set.h"
#include "base/ticks.h"
#include "cmd/run/inside.h"
#include <stdlib.h>
#include <string.h>

#define AT(member) offsetof(struct slice_options, member)
const struct option_row slice_options[] = {
	{'t', "time", "A:B", "in [A,B): " OTFP_TIME_FORMS, OPT_INTERVAL, 0, AT(time), NULL},
	{0, "inside", "SET", "a call of one of these functions, from Enter to Leave", OPT_SET, 0, AT(inside), NULL},
	{0, "nth", "N", "with --inside: call N; the first is 1, and the default", OPT_GIVEN_NUMBER, 2147483647, AT(nth),
         NULL},
	{'p', "process", "SET", "with --inside: a call by one of these processes", OPT_SET, OTFP_SET_LOCATIONS,
         AT(process), NULL},
	{0, "every", "TIME", "slices of length TIME, as traces NAME.000001 ...", OPT_STRING, NEEDS_RANGE, AT(every),
         NULL},
	{0, "max-bytes", "SIZE", "slices of about SIZE bytes of plain text, as traces NAME.000001 ...", OPT_SIZE64,
         1024, AT(max_bytes), NULL},
	{0, "max-pieces", "N", "allow N such slices; 10000 if not given", OPT_GIVEN_NUMBER, PIECES_MOST, AT(max_pieces),
         NULL},
	FLAG(0, "closed", "write what is open as Enter and Leave, not as snapshots", closed),
	{0},
};
#undef AT

void slice_release(void *own)
{
	struct slice_options *o = own;

	free(o->time);
	otfp_set_free(o->inside);
	otfp_set_free(o->process);
	memset(o, 0, sizeof *o);
}

static int usage(const struct job *job, const struct slice_options *o)
{
	const int pieces = o->every || o->max_bytes;

	if (!o->time && !o->inside && !pieces)
		return message_usage("nothing to cut: give -t, --inside, --every or --max-bytes");
	if (o->time && o->time->one)
		return message_usage(
			"--time: a piece needs a start and an end: A:B, A: or :B; A:A is what is open at A");
	if (o->process && !o->inside)
		return message_usage("-p needs --inside; to select processes, use otf-filter");
	if (o->nth_given && o->nth == 0)
		return message_usage("--nth: calls are counted from 1");
	if (pieces && !job->common->output)
		return message_usage("--every and --max-bytes need -o NAME for the traces NAME.000001 ...");
	return job_usage(job);
}

static int fail(const struct otfp_error *err)
{
	message_print("%s", err->text);
	return exit_status(err->code);
}

int slice_run(struct job *job, void *own)
{
	const struct slice_options *o = own;
	struct slice s = {.job = job, .o = o};
	const int pieces = o->every || o->max_bytes;
	struct otfp_error err;
	struct twice twice = {0};
	int status = usage(job, o), has_to;

	if (status)
		return status;
	job->read.whole = "a slice"; /* messages are pending until another process receives them */
	if ((o->time || o->inside || !pieces) && twice_begin(&twice, job, &err) < 0)
		return fail(&err);
	if (o->inside) {
		const struct inside call = {o->inside, o->process, o->nth_given ? (uint64_t)o->nth : 1};
		if (inside_find(job, &call, &twice, &s.from, &s.to, &has_to, &err) < 0) {
			twice_release(&twice);
			return fail(&err);
		}
		s.has_to = has_to != 0;
		s.found = 1;
	}
	if (pieces)
		status = slice_pieces(&s, o->time || o->inside ? &twice : NULL);
	else
		status = slice_piece(&s, &twice);
	twice_release(&twice);
	return status;
}
