/* look.c - recognises VTF3 files by their first bytes. See source.h. */
#include "io/input.h"
#include "vtf3/read/source.h"
#include "vtf3/read/scan.h"
#include <fcntl.h>

enum { LOOK_BLOCK = 16 << 10, LOOK_RECORDS = 8 };

/* Without a header, all of the first lines must be records, and at least one no comment, since much other text
 * starts with "C". @return 1, 0 or <0 */
static int is_legacy(struct otfp_vtf3_scanner *s)
{
	const struct otfp_vtf3_record *rec;
	int others = 0, code = 0;

	while (otfp_vtf3_scan_records(s) < LOOK_RECORDS && (code = otfp_vtf3_scan_next(s, &rec)) == 0) {
		if (rec->type == OTFP_VTF3_Unrecognizable)
			return 0;
		others += rec->type != OTFP_VTF3_Comment;
	}
	return code < 0 ? code : others > 0;
}

/* The descriptor that the first look left open is for who reads the file. @return 1, 0 or <0 */
static int is_vtf3(struct otfp_files *files, struct otfp_inputs *in, unsigned at, struct otfp_error *err)
{
	struct otfp_vtf3_scanner *s = NULL;
	struct otfp_input *input;
	int fd = in->kept == at && in->fd >= 0 ? fcntl(in->fd, F_DUPFD_CLOEXEC, 0) : -1;
	int code = otfp_input_open_kept(&input, files, in->names[at], fd, OTFP_DETECT_GZIP, LOOK_BLOCK, err);

	if (code == 0)
		code = otfp_vtf3_scan_open(&s, input, err);
	if (code == 0)
		code = otfp_vtf3_scan_format(s);
	if (code >= 0)
		code = code == OTFP_VTF3_LEGACY_ASCII ? is_legacy(s) : 1;
	otfp_vtf3_scan_close(s);
	return code == OTFP_EDAMAGE ? 0 : code; /* bytes that cannot be unpacked are something else */
}

int otfp_vtf3_look(struct otfp_inputs *in, unsigned at, const struct otfp_read_options *o, struct otfp_error *err)
{
	struct otfp_files *files;
	int code;

	if (otfp_reads(o, "vtf3"))
		return 1;
	if (!otfp_inputs_look(in, at)->is_readable)
		return 0;
	code = otfp_files_new(&files, 4, err);
	if (code < 0)
		return code;
	code = is_vtf3(files, in, at, err);
	otfp_files_free(files);
	return code;
}
