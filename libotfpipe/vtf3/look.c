/* look.c - recognises VTF3 files by their first bytes. See reader.h. */
#include "io/input.h"
#include "vtf3/reader.h"
#include "vtf3/scan.h"
#include <sys/stat.h>

enum { LOOK_BLOCK = 16 << 10, LOOK_RECORDS = 8 };

/* Without a header, all of the first lines must be records, and at least one no comment, since much other text
 * starts with "C". */
static int is_legacy(struct otfp_vtf3_scanner *s)
{
	const struct otfp_vtf3_record *rec;
	int others = 0;

	while (otfp_vtf3_scan_records(s) < LOOK_RECORDS && otfp_vtf3_scan_next(s, &rec) == 0) {
		if (rec->type == OTFP_VTF3_Unrecognizable)
			return 0;
		others += rec->type != OTFP_VTF3_Comment;
	}
	return others > 0;
}

static int is_vtf3(struct otfp_files *files, const char *name)
{
	struct otfp_vtf3_scanner *s = NULL;
	struct otfp_input *in;
	struct otfp_error err;
	int format = -1, is;

	if (otfp_input_open(&in, files, name, OTFP_DETECT_GZIP, LOOK_BLOCK, &err) == 0 &&
	    otfp_vtf3_scan_open(&s, in, &err) == 0)
		format = otfp_vtf3_scan_format(s);
	is = format == OTFP_VTF3_LEGACY_ASCII ? is_legacy(s) : format >= 0;
	otfp_vtf3_scan_close(s);
	return is;
}

int otfp_vtf3_is(const char *name)
{
	struct otfp_files *files;
	struct otfp_error err;
	struct stat st;
	int is;

	if (stat(name, &st) < 0 || !S_ISREG(st.st_mode) || otfp_files_new(&files, 4, &err) < 0)
		return 0;
	is = is_vtf3(files, name);
	otfp_files_free(files);
	return is;
}
