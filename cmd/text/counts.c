#include "cmd/text/counts.h"
#include "cmd/text/message.h"
#include "cmd/text/signals.h"
#include <inttypes.h>

int counts_open(struct counts *c, const char *name, int force)
{
	struct otfp_error err;

	*c = (struct counts){.is_open = name != NULL};
	if (!name || otfp_newfile_open(&c->file, name, force ? OTFP_NEWFILE_REPLACE : 0, signal_came, &err) == 0)
		return 0;
	message_print("%s", err.text);
	otfp_newfile_release(&c->file);
	return 1;
}

void counts_add(void *ctx, const struct otfp_otf2_count *count)
{
	struct counts *c = ctx;

	if (!c->text.n && otfp_buf_puts(&c->text, "kind\tread\tnative\tcarried\tdropped\twhy\n") < 0)
		c->is_out_of_memory = 1;
	if (otfp_buf_printf(&c->text, "%s\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%s\n", count->kind,
	                    count->read, count->native, count->carried, count->dropped, count->why) < 0)
		c->is_out_of_memory = 1;
}

static int write_all(struct counts *c)
{
	struct otfp_error err;

	if (c->is_out_of_memory)
		return message_memory();
	if (otfp_newfile_put(&c->file, c->text.p, c->text.n, &err) == 0 && otfp_newfile_end(&c->file, &err) == 0)
		return 0;
	message_print("%s", err.text);
	return 1;
}

int counts_close(struct counts *c, int status)
{
	const int written = c->is_open && c->text.n ? write_all(c) : 0;

	if (c->is_open)
		otfp_newfile_release(&c->file);
	otfp_buf_release(&c->text);
	return status ? status : written;
}
