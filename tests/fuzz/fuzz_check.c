/*
 * fuzz_check.c - bytes as a line stream through the rules of otf-check. It ends, what is found is told with a text or
 * counted, and the numbers agree. Of other formats no more is asked than that it ends: they have no lines.
 */
#include <fcntl.h>
#include "check/check.h"
#include "trace/source.h"
#include "room.h"

static uint64_t told;
static struct otfp_source *src;
static struct otfp_check *check;

static int is_lines(void)
{
	return strcmp(src->format, "lines") == 0;
}

static void origin(void *ctx, const struct otfp_record *rec, struct otfp_origin *o)
{
	(void)ctx;
	otfp_source_origin(src, rec, o);
	CHECK(o->lineno > 0 || !is_lines());
}

static int found(void *ctx, const struct otfp_finding *f)
{
	char path[100];

	(void)ctx;
	CHECK(f->rule < OTFP_NRULES && f->severity == otfp_rules[f->rule].severity);
	CHECK(f->more || *f->text);
	if (f->has_origin && src && is_lines())
		CHECK(otfp_source_path(src, &f->origin, path, sizeof path) > 0);
	told += f->more ? f->more : 1;
	return 0;
}

static void report(void *ctx, const struct otfp_error *e)
{
	(void)ctx;
	otfp_check_error(check, e);
}

static int read_all(const char *name)
{
	const struct otfp_read_options o = {.size = sizeof o, .keep_going = 1, .report = report};
	const struct otfp_record *const *recs;
	size_t n;
	int code = otfp_source_open(&src, name, &o, &err);

	if (code == 0)
		otfp_check_source(check, otfp_source_header(src), otfp_source_is_on_disk(src));
	while (code == 0 && (code = otfp_source_batch(src, &recs, &n)) == 0)
		CHECK(otfp_check_add(check, recs, n) == 0);
	return code;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct otfp_check_options o = {.origin = origin, .found = found};
	char name[100];
	int fd, code;

	make_room();
	snprintf(name, sizeof name, "%s/s.otfl", dir);
	fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	CHECK(fd >= 0 && write(fd, data, size) == (ssize_t)size);
	close(fd);
	for (unsigned i = 0; i < OTFP_NRULES; i++)
		o.severity[i] = otfp_rules[i].severity;
	told = 0;
	src = NULL;
	check = otfp_check_begin(&o);
	CHECK(check);
	code = read_all(name);
	if (code < 0) /* a file that is no stream at all is nobody's finding */
		CHECK(otfp_check_error(check, src ? otfp_source_error(src) : &err) == 1 || !src || !is_lines());
	CHECK(otfp_check_end(check, code == OTFP_END) == 0);
	CHECK(told == otfp_check_count(check, OTFP_SEVERITY_WARNING));
	otfp_source_close(src);
	otfp_check_release(check);
	return 0;
}
