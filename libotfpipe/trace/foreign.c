#include "trace/foreign.h"
#include "base/buf.h"
#include "base/nearest.h"
#include "io/there.h"
#include "otf/names.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- by the first bytes ---- */

/* `magic` is at byte `at` of the file. */
static const struct {
	const char *magic;
	unsigned n, at;
	const char *word, *advice;
} kinds[] = {
#define KIND(magic, at, word, advice)                     \
	{                                                 \
		magic, sizeof magic - 1, at, word, advice \
	}
	KIND("\x1f\x8b", 0, "gzip data", "gunzip it first"),
	KIND("\xfd"
             "7zXZ\0",
             0, "xz data", "unxz it first"),
	KIND("BZh", 0, "bzip2 data", "bunzip2 it first"),
	KIND("PK\x03\x04", 0, "a zip archive", "unzip it first"),
	KIND("\x89HDF\r\n\x1a\n", 0, "an HDF5 file", NULL),
	KIND("#Paraver", 0, "a Paraver trace", NULL),
	KIND("\xc1\x1f\xfc\xc1", 0, "a stream of a CTF trace", NULL),
	KIND("\xc1\xfc\x1f\xc1", 0, "a stream of a CTF trace", NULL),
	KIND("\x57\x1d\xd1\x75", 0, "the metadata of a CTF trace", NULL),
	KIND("\x75\xd1\x1d\x57", 0, "the metadata of a CTF trace", NULL),
	KIND("/* CTF", 0, "the metadata of a CTF trace", NULL),
	KIND("SQLite format 3", 0, "an SQLite database", NULL),
	KIND("PAR1", 0, "a Parquet file", NULL),
	KIND("\x7f"
             "ELF",
             0, "a program", NULL),
	KIND("[{", 0, "JSON, perhaps of Chrome", NULL),
	KIND("[\n{", 0, "JSON, perhaps of Chrome", NULL),
	KIND("{\"", 0, "JSON, perhaps of Chrome", NULL),
#undef KIND
};

/* The header of a tar file begins with a name that NUL bytes fill up to the mode, in octal digits. */
static int is_tar(const struct otfp_first_look *look)
{
	const size_t n = strnlen(look->head, look->n);

	return look->size >= 512 && look->size % 512 == 0 && n > 0 && n < look->n && look->n == OTFP_HEAD &&
	       memcmp(look->head + n, (const char[OTFP_HEAD]){0}, look->n - n) == 0;
}

int otfp_fail_foreign(const char *name, const struct otfp_first_look *look, struct otfp_error *err)
{
	if (look->is_readable && look->size == 0)
		return otfp_fail_at(err, OTFP_EFAIL, OTFP_FLAW_FORMAT, name, 0, "is empty");
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (look->n >= kinds[i].at + kinds[i].n &&
		    memcmp(look->head + kinds[i].at, kinds[i].magic, kinds[i].n) == 0)
			return otfp_fail_at(err, OTFP_EFAIL, OTFP_FLAW_FORMAT, name, 0, "is %s%s%s", kinds[i].word,
			                    kinds[i].advice ? "; " : ", which otfpipe does not read",
			                    kinds[i].advice ? kinds[i].advice : "");
	if (is_tar(look))
		return otfp_fail_at(err, OTFP_EFAIL, OTFP_FLAW_FORMAT, name, 0, "is a tar archive; unpack it first");
	return otfp_fail_at(err, OTFP_EFAIL, OTFP_FLAW_FORMAT, name, 0, "has an unknown format");
}

/* ---- by the names of other files ---- */

/* If a packed file stands for the trace, add which and what to do. @return 1 if there is one, 0, or -1 when memory is
 * out */
static int find_packed(const char *name, struct otfp_buf *text)
{
	static const struct {
		const char *suffix, *advice;
	} packed[] = {{".gz", "gunzip it first"},     {".zst", "unzstd it first"}, {".xz", "unxz it first"},
	              {".bz2", "bunzip2 it first"},   {".tar", "unpack it first"}, {".tar.gz", "unpack it first"},
	              {".tgz", "unpack it first"},    {".zip", "unzip it first"},  {".otf.gz", "gunzip it first"},
	              {".otf.zst", "unzstd it first"}};
	struct otfp_error ignored;

	for (size_t i = 0; i < sizeof packed / sizeof *packed; i++) {
		text->n = 0;
		if (otfp_buf_printf(text, "%s%s", name, packed[i].suffix) < 0 || !otfp_buf_str(text))
			return -1;
		if (otfp_file_is_there(text->p, NULL, &ignored) > 0)
			return otfp_buf_printf(text, ": %s", packed[i].advice) < 0 ? -1 : 1;
	}
	return 0;
}

/* Compare a name of the directory, with and without .otf. */
static void compare(struct otfp_nearest *nearest, char *entry, struct otfp_buf *best)
{
	const char *before = nearest->best;
	struct otfp_buf whose = OTFP_BUF_INIT;
	const size_t n = strlen(entry);

	if (entry[0] != '.' && otfp_otf_whose(&whose, entry) <= 0) {
		otfp_nearest_try(nearest, entry);
		if (nearest->best == before && otfp_otf_is_full(entry)) {
			entry[n - 4] = '\0';
			otfp_nearest_try(nearest, entry);
			entry[n - 4] = '.';
		}
	}
	if (nearest->best != before) {
		best->n = 0;
		if (otfp_buf_puts(best, entry) < 0)
			best->n = 0;
		nearest->best = ""; /* the entry goes, the text stays in best */
	}
	otfp_buf_release(&whose);
}

/* Find the name in the directory of a name that is nearest to it; of equals the first in the order of bytes. */
static void find_near(const char *name, struct otfp_buf *best)
{
	const char *slash = strrchr(name, '/'), *base = slash ? slash + 1 : name;
	char *place = slash ? strndup(name, (size_t)(slash - name) + 1) : strdup(".");
	struct otfp_nearest nearest = {.text = base, .n = strlen(base)};
	struct dirent **entries = NULL;
	const int n = place ? scandir(place, &entries, NULL, alphasort) : 0;

	for (int i = 0; i < n; i++) {
		compare(&nearest, entries[i]->d_name, best);
		free(entries[i]);
	}
	free(entries);
	free(place);
}

int otfp_fail_missing(const char *name, struct otfp_error *err)
{
	struct otfp_buf text = OTFP_BUF_INIT;
	int code =
		otfp_otf_is_full(name) ?
			otfp_fail(err, OTFP_EFAIL, "%s: no such trace", name) :
			otfp_fail(err, OTFP_EFAIL, "%s: no such trace: neither %s.otf nor %s exists", name, name, name);
	const int packed = find_packed(name, &text);

	if (packed == 0) {
		text.n = 0;
		find_near(name, &text);
	}
	if (packed >= 0 && text.n && otfp_buf_str(&text)) {
		char advice[600];

		snprintf(advice, sizeof advice, packed ? "there is %s" : "did you mean %s?", text.p);
		otfp_error_advise(err, advice);
	}
	otfp_buf_release(&text);
	return code;
}

static int is_trace_name(const struct dirent *entry)
{
	const char *end = strrchr(entry->d_name, '.');

	return end && end != entry->d_name && (strcmp(end, ".otf") == 0 || strcmp(end, ".otf2") == 0);
}

int otfp_fail_directory(const char *name, struct otfp_error *err)
{
	struct dirent **entries = NULL;
	const int n = scandir(name, &entries, is_trace_name, alphasort),
		  code = otfp_fail_at(err, OTFP_EFAIL, OTFP_FLAW_FORMAT, name, 0,
	                              "is a directory, but not that of a TAU run");
	char advice[600];

	if (n > 0) {
		snprintf(advice, sizeof advice, "name the trace in it: %s/%.300s", otfp_shown_name(name),
		         entries[0]->d_name);
		otfp_error_advise(err, advice);
	}
	for (int i = 0; i < n; i++)
		free(entries[i]);
	free(entries);
	return code;
}
