#include "record/fileop.h"

const char *otfp_fileop_word(uint64_t operation)
{
	static const char *const words[OTFP_FILEOP_BITS + 1] = {
		[OTFP_FILEOP_OPEN] = "open",     [OTFP_FILEOP_CLOSE] = "close",   [OTFP_FILEOP_READ] = "read",
		[OTFP_FILEOP_WRITE] = "write",   [OTFP_FILEOP_SEEK] = "seek",     [OTFP_FILEOP_UNLINK] = "unlink",
		[OTFP_FILEOP_RENAME] = "rename", [OTFP_FILEOP_DUP] = "dup",       [OTFP_FILEOP_SYNC] = "sync",
		[OTFP_FILEOP_LOCK] = "lock",     [OTFP_FILEOP_UNLOCK] = "unlock",
	};

	return words[otfp_fileop_kind(operation)];
}
