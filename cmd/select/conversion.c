/* conversion.c - the frame of commands that convert records to another kind of file. See conversion.h. */
#include "cmd/select/conversion.h"
#include "cmd/text/signals.h"
#include <inttypes.h>

void conversion_init(struct conversion *c, struct job *job, struct selection *select, const char *output,
                     unsigned flags)
{
	c->show.select = select;
	c->output = output;
	c->flags = flags;
	job->files[0] = &c->file;
	job->read.part = select->part;
	job->write.count_only = 1;
	job->ctx = c;
}

int conversion_open(struct conversion *c, struct otfp_error *err)
{
	return otfp_newfile_open(&c->file, c->output, c->flags, signal_came, err);
}

int conversion_pass_on(const struct conversion *c, int code, struct otfp_error *err)
{
	if (code < 0)
		*err = c->err;
	return code;
}

int conversion_is_part(const struct conversion *c)
{
	return c->show.selects || c->show.select->part.parts;
}

int conversion_wanted(void *c, uint32_t process)
{
	return show_wanted(&((struct conversion *)c)->show, process);
}

int conversion_window(void *c, uint64_t *from, uint64_t *to, int *has_to)
{
	return show_window(&((struct conversion *)c)->show, from, to, has_to);
}

void conversion_count(struct conversion *c, const char *what, uint64_t n, enum conversion_count how)
{
	if (!n)
		return;
	if (how == CONVERSION_NOTE)
		message_note(1, "%s: %" PRIu64, what, n);
	else
		message_warning("%s: %" PRIu64, what, n);
	c->is_odd |= how == CONVERSION_ODD;
}

int conversion_status(const struct conversion *c, const struct job *job, int status)
{
	return status == 0 && c->is_odd && job->common->strict ? 1 : status;
}

int conversion_run(struct conversion *c, struct job *job)
{
	return conversion_status(c, job, run_job(job));
}
