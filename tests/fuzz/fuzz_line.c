/*
 * fuzz_line.c - bytes as a line stream. Each record is passed on, and printed anew
 * from its parts: the line parses to the same record again, and where no real stands
 * in it, it is the line it came from, since there is one spelling for everything else.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "line/parse.h"
#include "line/reader.h"
#include "line/writer.h"

#define CHECK(x) ((x) ? (void)0 : broken(#x, __LINE__))

static struct otfp_error err;
static struct otfp_name_index names;

static void broken(const char *what, int line)
{
	fprintf(stderr, "fuzz_line.c:%d: not so: %s (%s)\n", line, what, err.text);
	abort();
}

static int same_bytes(const struct otfp_str *a, const struct otfp_str *b)
{
	return !a->p == !b->p && a->n == b->n && (a->n == 0 || memcmp(a->p, b->p, a->n) == 0);
}

static int same_field(unsigned type, const union otfp_value *a, const union otfp_value *b)
{
	if (type == OTFP_FIELD_STR)
		return same_bytes(&a->s, &b->s);
	if (type != OTFP_FIELD_LIST)
		return a->u == b->u;
	return a->l.n == b->l.n && (a->l.n == 0 || memcmp(a->l.p, b->l.p, a->l.n * sizeof *a->l.p) == 0);
}

static void check_same(const struct otfp_record *a, const struct otfp_record *b)
{
	const struct otfp_schema *s = otfp_schema(a->type);

	CHECK(a->type == b->type && a->file == b->file);
	CHECK(a->time == b->time && a->loc == b->loc && a->ntags == b->ntags);
	for (unsigned i = 0; i < s->nfields; i++)
		CHECK(same_field(s->fields[i].type, &a->f[i], &b->f[i]));
	for (uint32_t i = 0; i < a->ntags; i++) {
		const struct otfp_tag *t = &a->tags[i], *u = &b->tags[i];
		CHECK(t->key == u->key && t->type == u->type && t->bits == u->bits);
		CHECK(t->bytes.n == u->bytes.n);
		CHECK(t->bytes.n == 0 || memcmp(t->bytes.p, u->bytes.p, t->bytes.n) == 0);
	}
}

/* A real may come in more spellings than the one that is printed. */
static int holds_real(const struct otfp_record *rec)
{
	int real = rec->form >= OTFP_FORM_DOUBLE;

	for (uint32_t i = 0; i < rec->ntags; i++)
		real |= rec->tags[i].type == OTFP_TAG_FLOAT || rec->tags[i].type == OTFP_TAG_DOUBLE;
	return real;
}

/* The record as a line at w->out.buf, without its LF. @return its length */
static size_t print(struct otfp_line_writer *w, const struct otfp_record *rec)
{
	struct otfp_record bare = *rec;

	bare.line = (struct otfp_str){NULL, 0};
	w->out.p = w->out.buf;
	CHECK(otfp_line_writer_put(w, &bare) == 0);
	return (size_t)(w->out.p - w->out.buf) - 1;
}

static void check_record(struct otfp_line_writer *w, const struct otfp_record *rec)
{
	struct otfp_scratch scratch = {0};
	struct otfp_record again = {0};
	size_t n = print(w, rec);
	char *line = calloc(1, n + 1 + OTFP_INPUT_AHEAD);

	CHECK(memchr(w->out.buf, '\n', n) == NULL && w->out.buf[n] == '\n');
	CHECK(holds_real(rec) || (n == rec->line.n && memcmp(w->out.buf, rec->line.p, n) == 0));
	memcpy(line, w->out.buf, n + 1);
	CHECK(otfp_parse_line(line, &again, &names, &scratch) == line + n + 1);
	check_same(rec, &again);
	CHECK(print(w, &again) == n && memcmp(w->out.buf, line, n) == 0);
	otfp_scratch_release(&scratch);
	free(line);
}

static void read_all(struct otfp_line_reader *r, struct otfp_sink *sink, struct otfp_line_writer *w)
{
	const struct otfp_record *const *recs;
	const struct otfp_error *e;
	uint64_t count = 0;
	size_t n;
	int code = otfp_sink_begin(sink, otfp_line_header(r));

	while (code == 0 && (code = otfp_line_batch(r, &recs, &n)) == 0) {
		CHECK(n == 1 || (n > 1 && recs[0]->type != OTFP_CONTROL));
		count += recs[0]->type == OTFP_CONTROL ? 0 : n;
		for (size_t i = 0; i < n && code == 0; i++) {
			CHECK(memchr(recs[i]->line.p, '\n', recs[i]->line.n) == NULL);
			code = otfp_sink_put(sink, recs[i]);
			if (otfp_schema(recs[i]->type))
				check_record(w, recs[i]);
		}
	}
	CHECK(otfp_sink_count(sink) == count);
	e = otfp_sink_error(sink)->code ? otfp_sink_error(sink) : &err;
	CHECK(code == OTFP_END || (code < 0 && code == e->code && e->text[0]));
	CHECK(code != OTFP_END || otfp_sink_end(sink) == 0);
}

static void read_from(int fd, int null, int adopt)
{
	struct otfp_read_options o = {.adopt = adopt};
	struct otfp_line_reader *r;
	struct otfp_line_writer w;
	struct otfp_input *in;
	struct otfp_sink *sink;

	if (otfp_input_open_fd(&in, fd, "input", OTFP_DETECT, 4096, &err) < 0)
		return;
	if (otfp_line_open(&r, in, &o, &err) < 0)
		return;
	CHECK(otfp_sink_open_lines(&sink, null, "/dev/null", &err) == 0);
	CHECK(otfp_line_writer_init(&w, null, "/dev/null", &err) == 0);
	read_all(r, sink, &w);
	otfp_line_writer_release(&w);
	otfp_sink_close(sink);
	otfp_line_close(r);
}

/* Without a magic line the bytes are adopted. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static int null = -1;
	int fd = memfd_create("line", MFD_CLOEXEC);

	if (null < 0) {
		null = open("/dev/null", O_WRONLY | O_CLOEXEC);
		otfp_names_init(&names);
	}
	memset(&err, 0, sizeof err);
	CHECK(fd >= 0 && null >= 0 && write(fd, data, size) == (ssize_t)size && lseek(fd, 0, SEEK_SET) == 0);
	read_from(fd, null, size && data[0] != '@');
	close(fd);
	return 0;
}
