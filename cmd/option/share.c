#include "cmd/option/share.h"
#include "cmd/text/message.h"
#include "io/zout.h"
#include "record/control.h"
#include <string.h>
#include <unistd.h>

int share_ignores(const struct option_row *o)
{
	static const char *const how[] = {
		"part",  "strict",  "threads",   "max-files", "progress", "no-progress", "quiet", "verbose",
		"no-pg", "keep-pg", "unique-id", "streams",   "level",    "long",        "short", "inline",
		"force", "buffer",  "in-place",  "partial",   "resume",   "zstd",
	};

	for (size_t i = 0; i < sizeof how / sizeof *how; i++)
		if (strcmp(o->name, how[i]) == 0)
			return 1;
	return o->kind == OPT_OUTPUT;
}

int share_line(struct share_line *l, const struct common *common, const struct otfp_record **rec)
{
	struct otfp_share s;

	if (otfp_control_kind(*rec) != OTFP_C_PART || otfp_share_get(&s, &(*rec)->line) < 0)
		return 0;
	l->is_share |= s.parts > 1;
	if (!*common->digest)
		return 0;
	otfp_share_add(&s, message_program(), strlen(message_program()));
	otfp_share_add(&s, common->digest, strlen(common->digest));
	l->text.n = 0;
	if (otfp_share_format(&s, &l->text) < 0)
		return -1;
	l->rec = otfp_control_record(l->text.p, l->text.n);
	*rec = &l->rec;
	return 0;
}

void share_line_release(struct share_line *l)
{
	otfp_buf_release(&l->text);
}

int partial_level(void)
{
	enum { LEVEL = 3 };

	return otfp_zout_can(OTFP_ZSTD) ? LEVEL : 0;
}

int partial_usage(void)
{
	if (partial_level() && isatty(STDOUT_FILENO))
		return message_usage("--partial writes zstd, and standard output is a terminal; zstd -dc shows it");
	return 0;
}
