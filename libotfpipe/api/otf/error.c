#include "api/otf/error.h"
#include <stdarg.h>
#include <stdio.h>

__thread int otf_errno;
__thread char otf_strerr[OTF_ERR_LEN];

void OTF_Error(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(otf_strerr, sizeof otf_strerr, format, args);
	va_end(args);
	otf_errno = OTF_ERROR;
}

void OTF_Warning(const char *format, ...)
{
	(void)format;
}

void otf_fail(const struct otfp_error *e)
{
	OTF_Error("%s", e->text);
}

void otf_misuse(const char *who, const char *what)
{
	OTF_Error("%s: %s", who, what);
}

int otf_fail_memory(void)
{
	OTF_Error("out of memory");
	return OTFP_EFAIL;
}
