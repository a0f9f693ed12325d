/* defines.h - the token spaces that definitions define and fields refer to. */
#ifndef OTFP_RECORD_DEFINES_H
#define OTFP_RECORD_DEFINES_H
#include "otfpipe.h"

/* The space of the token that a definition defines in its first field; 0 = it defines none, or describes one. */
static const uint8_t otfp_defines[OTFP_NTYPES] = {
	[OTFP_DefProcess] = OTFP_W_PROCESS,
	[OTFP_DefProcessGroup] = OTFP_W_PROCESSGROUP,
	[OTFP_DefAttributeList] = OTFP_W_ATTRIBUTE,
	[OTFP_DefFunctionGroup] = OTFP_W_FUNCTIONGROUP,
	[OTFP_DefFunction] = OTFP_W_FUNCTION,
	[OTFP_DefCollectiveOperation] = OTFP_W_COLLECTIVE,
	[OTFP_DefCounterGroup] = OTFP_W_COUNTERGROUP,
	[OTFP_DefCounter] = OTFP_W_COUNTER,
	[OTFP_DefSclFile] = OTFP_W_SCLFILE,
	[OTFP_DefScl] = OTFP_W_SCL,
	[OTFP_DefFile] = OTFP_W_FILE,
	[OTFP_DefFileGroup] = OTFP_W_FILEGROUP,
	[OTFP_DefKeyValue] = OTFP_W_KEY,
	[OTFP_DefMarker] = OTFP_W_MARKER,
};

/* The one or two spaces that a field may refer to. */
static const uint8_t otfp_spaces[OTFP_NWHATS][2] = {
	[OTFP_W_PROCESS] = {OTFP_W_PROCESS},
	[OTFP_W_PEER] = {OTFP_W_PROCESS},
	[OTFP_W_PROCESSGROUP] = {OTFP_W_PROCESSGROUP},
	[OTFP_W_PROCORGROUP] = {OTFP_W_PROCESS, OTFP_W_PROCESSGROUP},
	[OTFP_W_ATTRIBUTE] = {OTFP_W_ATTRIBUTE},
	[OTFP_W_FUNCTION] = {OTFP_W_FUNCTION},
	[OTFP_W_FUNCTIONGROUP] = {OTFP_W_FUNCTIONGROUP},
	[OTFP_W_COLLECTIVE] = {OTFP_W_COLLECTIVE},
	[OTFP_W_COUNTER] = {OTFP_W_COUNTER},
	[OTFP_W_COUNTERGROUP] = {OTFP_W_COUNTERGROUP},
	[OTFP_W_SCLFILE] = {OTFP_W_SCLFILE},
	[OTFP_W_SCL] = {OTFP_W_SCL},
	[OTFP_W_FILE] = {OTFP_W_FILE},
	[OTFP_W_FILEGROUP] = {OTFP_W_FILEGROUP},
	[OTFP_W_KEY] = {OTFP_W_KEY},
	[OTFP_W_MARKER] = {OTFP_W_MARKER},
};
#endif
