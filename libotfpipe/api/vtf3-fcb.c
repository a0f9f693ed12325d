/* vtf3-fcb.c - vtf3.h: functions for every fcb (file control block), and functions without one. */
#include "api/vtf3-fcb.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>

_Static_assert(VTF3_FILEFORMAT_STD_ASCII == (int)OTFP_VTF3_STD_ASCII &&
                       VTF3_FILEFORMAT_STD_BINARY == (int)OTFP_VTF3_STD_BINARY &&
                       VTF3_FILEFORMAT_FST_ASCII == (int)OTFP_VTF3_FST_ASCII,
               "formats of vtf3.h");
_Static_assert(VTF3_NOACT == (int)OTFP_VTF3_NOACT && VTF3_NOSTATE == (int)OTFP_VTF3_NOSTATE &&
                       VTF3_SCLNONE == (int)OTFP_VTF3_SCLNONE && VTF3_NOJOB == (int)OTFP_VTF3_NOJOB &&
                       VTF3_NOCOMMUNICATOR == (int)OTFP_VTF3_NOCOMMUNICATOR &&
                       VTF3_CPUGRP_MASK == OTFP_VTF3_CPUGRP_MASK,
               "values that mean none");
_Static_assert(VTF3_VALUETYPE_UINT == (int)OTFP_VTF3_UINT && VTF3_VALUETYPE_FLOAT == (int)OTFP_VTF3_FLOAT &&
                       VTF3_FILEIOTYPE_READ == (int)OTFP_VTF3_READ && VTF3_FILEIOTYPE_WRITE == (int)OTFP_VTF3_WRITE &&
                       VTF3_DATAREPHINT_BEFORE == (int)OTFP_VTF3_BEFORE &&
                       VTF3_DATAREPHINT_POINT == (int)OTFP_VTF3_POINT &&
                       VTF3_DATAREPHINT_AFTER == (int)OTFP_VTF3_AFTER &&
                       VTF3_DATAREPHINT_SAMPLE == (int)OTFP_VTF3_SAMPLE,
               "kinds of values and of I/O");
_Static_assert(VTF3_EXCHANGETYPE_DOWNTO == (int)OTFP_VTF3_EXCH_DOWNTO &&
                       VTF3_EXCHANGETYPE_UPTO == (int)OTFP_VTF3_EXCH_UPTO &&
                       VTF3_EXCHANGETYPE_UPFROM == (int)OTFP_VTF3_EXCH_UPFROM,
               "kinds of exchanges");

int vtf3_fail(struct vtf3_fcb *f, int error)
{
	f->failed = 1;
	f->error = error;
	return -1;
}

void *vtf3_not_open(int error)
{
	errno = error;
	return NULL;
}

int vtf3_is_format(int format)
{
	return format == VTF3_FILEFORMAT_STD_ASCII || format == VTF3_FILEFORMAT_STD_BINARY ||
	       format == VTF3_FILEFORMAT_FST_ASCII;
}

/* ---- any fcb ---- */

int VTF3_QueryFormat(const void *fcb)
{
	const struct vtf3_fcb *f = fcb;
	int is_output = f->kind == VTF3_FILE_OUTPUT || f->kind == VTF3_MEMORY_OUTPUT;

	return is_output ? (int)f->format : vtf3_query_input(f);
}

const char *VTF3_GetError(const void *fcb)
{
	const struct vtf3_fcb *f = fcb;

	return f->failed ? f->err.text : NULL;
}

int VTF3_CloseChecked(void *fcb)
{
	struct vtf3_fcb *f = fcb;

	if (!f)
		return 0;
	return f->kind == VTF3_FILE_OUTPUT || f->kind == VTF3_MEMORY_OUTPUT ? vtf3_close_output(f) :
	                                                                      vtf3_close_input(f);
}

void VTF3_Close(void *fcb)
{
	(void)VTF3_CloseChecked(fcb);
}

/* ---- no fcb ---- */

/* Nothing to do: all tables are constants. */
void VTF3_InitTables(void)
{
}

int VTF3_HaveZlib(void)
{
	return 1;
}

const char *VTF3_GetVersion(void)
{
	return "otfpipe " OTFP_VERSION " vtf3 1.37 with zlib " ZLIB_VERSION;
}

int VTF3_GetVersionNumber(void)
{
	return 30010037;
}

int VTF3_DebugHandler(void *firsthandlerarg, ...)
{
	(void)firsthandlerarg;
	fputs("VTF3: VTF3_DebugHandler() invoked\n", stderr);
	exit(127);
}
