#include "record/table.h"
#include <string.h>

const struct otfp_schema *otfp_schema(unsigned type)
{
	return type > OTFP_NONE && type < OTFP_NTYPES ? &otfp_table[type] : NULL;
}

unsigned otfp_type_by_name(const char *name)
{
	unsigned type = name ? OTFP_NTYPES - 1 : OTFP_NONE;

	while (type > OTFP_NONE && strcmp(otfp_table[type].name, name) != 0)
		type--;
	return type;
}

int otfp_field_by_name(unsigned type, const char *name)
{
	const struct otfp_schema *row = otfp_schema(type);
	int slot = row && name ? row->nfields - 1 : -1;

	while (slot >= 0 && strcmp(row->fields[slot].name, name) != 0)
		slot--;
	return slot;
}

const char *otfp_file_name(unsigned file)
{
	static const char *const names[OTFP_NFILES] = {
		[OTFP_FILE_DEF] = "def",    [OTFP_FILE_MARKER] = "marker", [OTFP_FILE_SNAP] = "snaps",
		[OTFP_FILE_STAT] = "stats", [OTFP_FILE_EVENT] = "events",
	};
	return file < OTFP_NFILES ? names[file] : NULL;
}

const char *otfp_field_type_name(unsigned type)
{
	static const char *const names[] = {
		[OTFP_FIELD_U8] = "u8",       [OTFP_FIELD_U32] = "u32",    [OTFP_FIELD_U64] = "u64",
		[OTFP_FIELD_VALUE] = "value", [OTFP_FIELD_STR] = "string", [OTFP_FIELD_LIST] = "list",
		[OTFP_FIELD_KIND] = "file",
	};
	return type < sizeof names / sizeof *names ? names[type] : NULL;
}

const char *otfp_what_name(unsigned what)
{
	static const char *const names[OTFP_NWHATS] = {
		[OTFP_W_NONE] = "-",
		[OTFP_W_PROCESS] = "process",
		[OTFP_W_PEER] = "peer",
		[OTFP_W_PROCESSGROUP] = "process-group",
		[OTFP_W_PROCORGROUP] = "process-or-group",
		[OTFP_W_ATTRIBUTE] = "attribute-list",
		[OTFP_W_FUNCTION] = "function",
		[OTFP_W_FUNCTIONGROUP] = "function-group",
		[OTFP_W_COLLECTIVE] = "collective",
		[OTFP_W_COUNTER] = "counter",
		[OTFP_W_COUNTERGROUP] = "counter-group",
		[OTFP_W_SCLFILE] = "scl-file",
		[OTFP_W_SCL] = "scl",
		[OTFP_W_FILE] = "file",
		[OTFP_W_FILEGROUP] = "file-group",
		[OTFP_W_KEY] = "key",
		[OTFP_W_MARKER] = "marker",
		[OTFP_W_MATCHING] = "matching-id",
		[OTFP_W_HANDLE] = "handle",
		[OTFP_W_TIME] = "time",
		[OTFP_W_DURATION] = "duration",
		[OTFP_W_TAG] = "tag",
		[OTFP_W_LENGTH] = "length",
		[OTFP_W_BYTES] = "bytes",
		[OTFP_W_COUNT] = "count",
	};
	return what < OTFP_NWHATS ? names[what] : NULL;
}
