/*
 * keep-calls PREFIX [TRACE]: the calls of the functions whose names begin with PREFIX, and all definitions, as a line
 * stream on stdout. Other events are dropped. Without TRACE it reads a line stream from stdin:
 *
 *     otf-cat big | keep-calls MPI_ | otf-write small
 */
#include <otfpipe.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int begins(struct otfp_str name, const char *prefix)
{
	size_t n = strlen(prefix);

	return name.p && name.n >= n && memcmp(name.p, prefix, n) == 0;
}

/* Control lines and records that this version does not know pass, too. */
static int is_kept(const struct otfp_names *names, const struct otfp_record *rec, const char *prefix)
{
	switch (rec->type) {
	case OTFP_Enter: return begins(otfp_names_of(names, rec, OTFP_Enter_function), prefix);
	case OTFP_Leave: return begins(otfp_names_of(names, rec, OTFP_Leave_function), prefix);
	case OTFP_CONTROL:
	case OTFP_OTHER: return 1;
	default: return rec->file == OTFP_FILE_DEF || rec->file == OTFP_FILE_MARKER;
	}
}

/* What was wrong, here and for the stages after this one. */
static int give_up(struct otfp_sink *sink, const struct otfp_error *err)
{
	fprintf(stderr, "keep-calls: %s\n", err->text);
	otfp_sink_abort(sink, "keep-calls", err->text);
	return 1;
}

static int filter(struct otfp_source *src, struct otfp_sink *sink, struct otfp_names *names, const char *prefix)
{
	const struct otfp_record *rec;
	int code = otfp_sink_begin(sink, otfp_source_header(src));

	while (code == OTFP_OK && (code = otfp_source_next(src, &rec)) == OTFP_OK) {
		code = otfp_names_add(names, rec);
		if (code == OTFP_OK && is_kept(names, rec, prefix))
			code = otfp_sink_put(sink, rec);
	}
	if (code == OTFP_END && otfp_sink_end(sink) == OTFP_OK)
		return 0;
	return give_up(sink, otfp_source_error(src)->code < 0 ? otfp_source_error(src) : otfp_sink_error(sink));
}

int main(int argc, char **argv)
{
	struct otfp_names *names = otfp_names_new();
	struct otfp_source *src = NULL;
	struct otfp_sink *sink = NULL;
	struct otfp_error err;
	int status = 1;

	if (argc < 2)
		fprintf(stderr, "usage: keep-calls PREFIX [TRACE]\n");
	else if (otfp_source_open(&src, argv[2], NULL, &err) < 0 ||
	         otfp_sink_open_lines(&sink, STDOUT_FILENO, "stdout", &err) < 0)
		fprintf(stderr, "keep-calls: %s\n", err.text);
	else
		status = filter(src, sink, names, argv[1]);
	otfp_sink_close(sink);
	otfp_source_close(src);
	otfp_names_free(names);
	return status;
}
