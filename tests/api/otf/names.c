/* names.c - names of files, values of counters, errors. Without an argument it prints what is the same with each
 * library; with one, what is refused. */
#include <otf.h>
#include <OTF_Errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void names(void)
{
	static const uint32_t types[] = {0, 1, 16, 32, 64, 128, 256, 512, 1024, 16 | 128, 8192, 0xffff};
	static const uint32_t ids[] = {0, 1, 10, 31, 0x1234abcd, UINT32_MAX};

	for (unsigned i = 0; i < sizeof types / sizeof *types; i++)
		for (unsigned j = 0; j < sizeof ids / sizeof *ids; j++)
			for (uint32_t level = 0; level < 16; level++) {
				char buffer[64];
				char *own = OTF_getFilename("a/b", ids[j], types[i] | level, 0, NULL);
				/* that of version 1.12.5 frees a buffer if it does not know the type */
				char *given = own ? OTF_getFilename("x.otf", ids[j], types[i] | level, sizeof buffer,
				                                    buffer) :
				                    NULL;
				printf("%u %x %u: %s %s %d\n", types[i], ids[j], level, own ? own : "-",
				       given ? given : "-", given == buffer);
				free(own);
			}
}

static void stubs(void)
{
	static const char *const given[] = {"a.otf",   "a",     "a.otf.otf", "a.otf.z", ".otf", "otf",     "",
	                                    "x/y.otf", "a.OTF", "aotf",      "a.otff",  "/",    "a.events"};

	for (unsigned i = 0; i < sizeof given / sizeof *given; i++) {
		char *stub = OTF_stripFilename(given[i]);
		printf("'%s' '%s'\n", given[i], stub ? stub : "-");
		free(stub);
	}
	printf("%d %d %d %d\n", OTF_fileExists("/dev/null"), OTF_fileExists("/dev"), OTF_fileExists("/missing"),
	       OTF_fileExists(""));
}

static void values(void)
{
	static const uint64_t bits[] = {
		0, 1, UINT64_MAX, (uint64_t)1 << 63, 0x3ff0000000000000, 0x3f800000, 0xffffffff3f800000};
	static const double reals[] = {0, 1.5, -2.25, 1e300, -1e-300};

	for (unsigned i = 0; i < sizeof bits / sizeof *bits; i++)
		printf("%" PRIx64 " %" PRIx64 " %" PRIx64 " %" PRId64 " %a %a\n", OTF_Unsigned2Counter(bits[i]),
		       OTF_Counter2Unsigned(bits[i]), OTF_Signed2Counter((int64_t)bits[i]), OTF_Counter2Signed(bits[i]),
		       (double)OTF_Counter2Float(bits[i]), OTF_Counter2Double(bits[i]));
	for (unsigned i = 0; i < sizeof reals / sizeof *reals; i++)
		printf("%" PRIx64 " %" PRIx64 "\n", OTF_Double2Counter(reals[i]), OTF_Float2Counter((float)reals[i]));
}

static void errors(void)
{
	otf_errno = OTF_NO_ERROR;
	otf_strerr[0] = 0;
	OTF_Warning("careful: %d", 7);
	printf("%d '%s'\n", otf_errno, otf_strerr);
	OTF_Error("%s:%d: no", "file", 3);
	printf("%d '%s'\n", otf_errno, otf_strerr);
	otf_errno = OTF_NO_ERROR;
}

/* What returned NULL must have said why. */
static void refused(const void *result)
{
	printf("%s, %d: %s\n", result ? "not refused" : "refused", otf_errno, otf_strerr);
	otf_errno = OTF_NO_ERROR;
	otf_strerr[0] = 0;
}

int main(int argc, char **argv)
{
	char buffer[12], text[2000] = "";

	(void)argv;
	if (argc > 1) {
		refused(OTF_getFilename("ring", 1, OTF_FILETYPE_EVENT, sizeof buffer, buffer));
		refused(OTF_getFilename("ring", 1, 0, sizeof buffer, buffer));
		refused(OTF_getFilename(NULL, 1, OTF_FILETYPE_EVENT, 0, NULL));
		refused(OTF_stripFilename(".otf"));
		refused(OTF_stripFilename(NULL));
		printf("%s\n", OTF_getFilename("ring", 1, OTF_FILETYPE_DEF, sizeof buffer, buffer));
		memset(text, 'x', sizeof text - 1);
		OTF_Error("%s", text);
		printf("%zu\n", strlen(otf_strerr));
		return OTF_fileExists(NULL);
	}
	names();
	stubs();
	values();
	errors();
	return 0;
}
