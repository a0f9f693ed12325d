#include "cmd/to-parquet/join.h"
#include "cmd/text/signals.h"
#include "commit/beside.h"
#include "cmd/to-parquet/inventory.h"
#include <stdio.h>
#include <stdlib.h>

int join_shares(const char *dir, int replaces, struct otfp_error *err)
{
	const unsigned flags = replaces ? OTFP_NEWFILE_REPLACE : 0;
	struct inventory v;
	struct otfp_buf text = OTFP_BUF_INIT;
	struct otfp_newfile file = {0};
	char *path = NULL;
	int code = inventory_read(&v, dir, err);

	if (code == 0 && (inventory_text(&v, &text) < 0 || asprintf(&path, "%s/%s", dir, OTFP_FACTS) < 0))
		code = otfp_fail_memory(err);
	if (code == 0)
		code = otfp_newfile_open(&file, path, flags, signal_came, err);
	if (code == 0)
		code = otfp_newfile_put(&file, text.p, text.n, err);
	if (code == 0)
		code = otfp_newfile_end(&file, err);
	otfp_newfile_release(&file);
	otfp_buf_release(&text);
	inventory_release(&v);
	free(path);
	return code;
}

int check_directory(const char *dir, struct otfp_error *err)
{
	struct inventory v;
	int code = inventory_read(&v, dir, err);

	if (code == 0)
		code = inventory_compare(&v);
	inventory_release(&v);
	return code;
}
