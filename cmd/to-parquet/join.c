#include "cmd/to-parquet/join.h"
#include "cmd/text/signals.h"
#include "cmd/to-parquet/inventory.h"
#include "commit/beside.h"
#include <stdio.h>
#include <stdlib.h>

/* Write trace.json of what is there. */
static int write_facts(const struct inventory *v, int replaces)
{
	struct otfp_newfile file = {0};
	char *path;
	int code;

	if (asprintf(&path, "%s/%s", v->dir, OTFP_FACTS) < 0)
		return otfp_fail_memory(v->err);
	code = otfp_newfile_open(&file, path, replaces ? OTFP_NEWFILE_REPLACE : 0, signal_came, v->err);
	if (code == 0)
		code = inventory_write(v, &file);
	otfp_newfile_release(&file);
	free(path);
	return code;
}

int join_shares(const char *dir, int replaces, int *is_incomplete, struct otfp_error *err)
{
	struct inventory v;
	int code = inventory_read(&v, dir, err);

	*is_incomplete = v.is_incomplete;
	if (code == 0 && (replaces || inventory_compare(&v) != 0)) /* the last share may have written it */
		code = write_facts(&v, replaces);
	inventory_release(&v);
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
