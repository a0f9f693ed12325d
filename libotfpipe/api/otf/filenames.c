#include "api/otf/error.h"
#include "base/buf.h"
#include "open-trace-format/OTF_Filenames.h"
#include "otf/names.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const kinds[] = {"def", "events", "snaps", "stats", "marker"}; /* of OTF_FILETYPE_DEF << i */

/* What follows the stub. @return 0, or -1 if there is no such type */
static int suffix(char p[OTFP_SUFFIX_MAX], uint32_t stream, OTF_FileType type)
{
	unsigned level = type & OTF_FILECOMPRESSION_BITS;
	int packed = level >= 1 && level <= 9;

	type -= level;
	if (type == OTF_FILETYPE_MASTER)
		strcpy(p, ".otf");
	else if (type == OTF_FILETYPE_GLOBAL_DEF)
		strcpy(p, packed ? ".def.z" : ".def");
	else {
		for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
			if (type == (OTF_FileType)OTF_FILETYPE_DEF << i) {
				otfp_otf_suffix(p, stream, kinds[i], packed);
				return 0;
			}
		return -1;
	}
	return 0;
}

static char *refuse(const char *what)
{
	otf_misuse("OTF_getFilename", what);
	return NULL;
}

char *OTF_getFilename(const char *namestub, uint32_t stream, OTF_FileType type, unsigned int length, char *result)
{
	char end[OTFP_SUFFIX_MAX];
	size_t n;

	if (!namestub)
		return refuse("the name is NULL");
	if (suffix(end, stream, type) < 0)
		return refuse("no such type of file");
	n = strlen(namestub);
	if (!result) {
		result = malloc(n + strlen(end) + 1);
		if (!result)
			return refuse("out of memory");
	} else if (length < n + strlen(end) + 1)
		return refuse("the name is longer than the buffer");
	memcpy(result, namestub, n);
	strcpy(result + n, end);
	return result;
}

char *OTF_stripFilename(const char *filename)
{
	struct otfp_buf stub = OTFP_BUF_INIT;

	if (!filename || !*filename || strcmp(filename, ".otf") == 0) {
		otf_misuse("OTF_stripFilename", "there is no name");
		return NULL;
	}
	if (otfp_otf_stub(&stub, filename) < 0) {
		otfp_buf_release(&stub);
		otf_misuse("OTF_stripFilename", "out of memory");
		return NULL;
	}
	return stub.p;
}

int OTF_fileExists(const char *filename)
{
	return filename && access(filename, F_OK) == 0;
}
