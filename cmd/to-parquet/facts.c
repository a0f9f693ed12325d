/* facts.c - trace.json. See inventory.h. */
#include "base/error.h"
#include "base/fd.h"
#include "base/json.h"
#include "base/num.h"
#include "cmd/to-parquet/inventory.h"
#include "commit/beside.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the text ---- */

static int add_word(struct otfp_buf *b, const char *key, const char *value)
{
	const struct otfp_str text = {value, value ? strlen(value) : 0};

	if (otfp_buf_printf(b, "  \"%s\": ", key) < 0 || otfp_json_add(b, text) < 0)
		return -1;
	return otfp_buf_puts(b, ",\n");
}

/* A number as it stands in a pair; NULL is null. */
static int add_number(struct otfp_buf *b, const char *key, const char *digits)
{
	return otfp_buf_printf(b, "  \"%s\": %s,\n", key, digits ? digits : "null");
}

static int add_time(struct otfp_buf *b, const char *key, int has, uint64_t v)
{
	char digits[OTFP_DEC_MAX + 1];

	*otfp_put_dec(digits, v) = '\0';
	return add_number(b, key, has ? digits : NULL);
}

/* The sum of a count over all shares. */
static uint64_t sum(const struct inventory *v, const char *name, size_t n)
{
	uint64_t total = 0;

	for (size_t i = 0; i < v->nparts; i++) {
		const char *p = v->parts[i].counts;
		uint64_t number = 0;
		int over = 0;
		while (p && *p && (strncmp(p, name, n) != 0 || p[n] != ' ')) {
			p = strchr(p, '\n');
			p = p ? p + 1 : NULL;
		}
		if (p && *p)
			otfp_get_dec(p + n + 1, &number, &over);
		total += number;
	}
	return total;
}

/* The counts of the first share have the names of all. */
static int add_counts(const struct inventory *v, struct otfp_buf *b)
{
	int rc = otfp_buf_puts(b, "  \"counts\": {");

	for (const char *p = v->parts[0].counts; rc == 0 && *p;) {
		const size_t n = strcspn(p, " \n");
		rc = otfp_buf_printf(b, "%s\"%.*s\": %" PRIu64, p == v->parts[0].counts ? "" : ", ", (int)n, p,
		                     sum(v, p, n));
		p += strcspn(p, "\n");
		p += *p == '\n';
	}
	return rc < 0 ? rc : otfp_buf_puts(b, "},\n");
}

static int add_tables(const struct inventory *v, struct otfp_buf *b)
{
	int rc = otfp_buf_puts(b, "  \"tables\": {\n");

	for (size_t i = 0; i < v->ntables && rc == 0; i++) {
		const struct inventory_table *t = &v->tables[i];
		rc = otfp_buf_printf(b,
		                     "    \"%s\": {\"rows\": %" PRIu64 ", \"bytes\": %" PRIu64 ", \"files\": %u}%s\n",
		                     t->name, t->rows, t->bytes, t->files, i + 1 < v->ntables ? "," : "");
	}
	return rc < 0 ? rc : otfp_buf_puts(b, "  }\n}\n");
}

/* Append the text of trace.json. @return 0, or -1 when memory is out */
static int put_text(const struct inventory *v, struct otfp_buf *b)
{
	if (otfp_buf_printf(b, "{\n  \"schema\": " COLUMNS_SCHEMA ",\n") < 0 ||
	    add_word(b, "program", v->program) < 0 || add_number(b, "ticks_per_second", v->ticks) < 0 ||
	    add_number(b, "start", v->start) < 0 || add_time(b, "first", v->has_first, v->first) < 0 ||
	    add_time(b, "last", v->has_first, v->last) < 0 ||
	    add_time(b, "shares", v->parts[0].share != NULL, v->nparts) < 0 || add_counts(v, b) < 0)
		return -1;
	return add_tables(v, b);
}

int inventory_write(const struct inventory *v, struct otfp_newfile *file)
{
	struct otfp_buf text = OTFP_BUF_INIT;
	int code = put_text(v, &text) < 0 ? otfp_fail_memory(v->err) : otfp_newfile_put(file, text.p, text.n, v->err);

	otfp_buf_release(&text);
	return code == 0 ? otfp_newfile_end(file, v->err) : code;
}

/* ---- the file ---- */

/* @return 0 or <0 */
static int read_all(const char *path, struct otfp_buf *b, struct otfp_error *err)
{
	enum { STEP = 1 << 16 };
	const int fd = otfp_fd_open(path, O_RDONLY | O_NONBLOCK, otfp_go_on);
	ssize_t got = 1;
	int code = 0;

	if (fd < 0)
		return otfp_fail_errno(err, "%s", path);
	while (code == 0 && got > 0) {
		if (otfp_buf_reserve(b, STEP) < 0)
			code = otfp_fail_memory(err);
		else if ((got = otfp_fd_read(fd, b->p + b->n, STEP, otfp_go_on)) < 0)
			code = otfp_fail_errno(err, "%s", path);
		b->n += got > 0 && code == 0 ? (size_t)got : 0;
	}
	close(fd);
	return code;
}

/* Name the first line in which they differ. */
static int compare(const char *path, const struct otfp_buf *is, const struct otfp_buf *said, struct otfp_error *err)
{
	size_t line = 1, start = 0, i = 0;

	for (; i < is->n && i < said->n && is->p[i] == said->p[i]; i++)
		if (is->p[i] == '\n') {
			line++;
			start = i + 1;
		}
	if (i == is->n && i == said->n)
		return 0;
	return otfp_fail(err, OTFP_EFAIL, "%s: line %zu is not what the files say: '%.*s'", path, line,
	                 (int)strcspn(is->p + start, "\n"), is->p + start);
}

int inventory_compare(const struct inventory *v)
{
	struct otfp_buf is = OTFP_BUF_INIT, said = OTFP_BUF_INIT;
	char *path;
	int code = 0;

	if (asprintf(&path, "%s/%s", v->dir, OTFP_FACTS) < 0)
		return otfp_fail_memory(v->err);
	if (put_text(v, &is) < 0 || !otfp_buf_str(&is))
		code = otfp_fail_memory(v->err);
	if (code == 0)
		code = read_all(path, &said, v->err);
	if (code == 0)
		code = compare(path, &is, &said, v->err);
	otfp_buf_release(&is);
	otfp_buf_release(&said);
	free(path);
	return code;
}
