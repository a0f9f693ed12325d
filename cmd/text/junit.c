#include "cmd/text/junit.h"
#include "cmd/text/message.h"
#include "cmd/text/signals.h"
#include "cmd/text/xml.h"
#include "commit/newfile.h"
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

static int open_file(const struct junit *j, struct otfp_newfile *f, struct otfp_error *err)
{
	return otfp_newfile_open(f, j->name, j->replaces ? OTFP_NEWFILE_REPLACE : 0, signal_came, err);
}

/* A pipe or a device is opened only once: its reader would see the end. */
static int is_file(const char *name)
{
	struct stat st;

	return stat(name, &st) < 0 || S_ISREG(st.st_mode) || S_ISDIR(st.st_mode);
}

int junit_begin(struct junit *j, const char *name, int force)
{
	struct otfp_newfile f = {0};
	struct otfp_error err;
	int code = 0;

	*j = (struct junit){.name = name, .replaces = force};
	if (!name)
		return 0;
	if (strcmp(name, "-") == 0)
		return message_usage("--junit -: standard output has the report; give the name of a file");
	if (is_file(name)) {
		code = open_file(j, &f, &err);
		otfp_newfile_release(&f);
	}
	if (code < 0)
		message_print("%s", err.text);
	return code < 0;
}

/* ---- cases ---- */

static int put_attribute(struct otfp_buf *b, const char *name, struct otfp_str value)
{
	if (otfp_buf_printf(b, " %s=\"", name) < 0 || xml_add_unsafe(b, value) < 0)
		return -1;
	return otfp_buf_puts(b, "\"");
}

static int put_lines(struct otfp_buf *b, struct otfp_str text)
{
	int rc = 0;

	for (size_t i = 0; i < text.n && rc == 0;) {
		const char *end = memchr(text.p + i, '\n', text.n - i);
		const size_t n = end ? (size_t)(end - (text.p + i)) : text.n - i;
		rc = xml_add_unsafe(b, (struct otfp_str){text.p + i, n}) < 0 || otfp_buf_puts(b, end ? "\n" : "") < 0 ?
		             -1 :
		             0;
		i += n + 1;
	}
	return rc;
}

static int put_result(struct otfp_buf *b, const struct junit_case *c)
{
	static const char *const elements[] = {"system-out", "failure", "skipped"};
	const char *element = elements[c->is];

	if (otfp_buf_printf(b, "   <%s", element) < 0)
		return -1;
	if (c->message.n && put_attribute(b, "message", c->message) < 0)
		return -1;
	if (!c->text.n)
		return otfp_buf_puts(b, "/>\n");
	if (otfp_buf_puts(b, ">") < 0 || put_lines(b, c->text) < 0)
		return -1;
	return otfp_buf_printf(b, "</%s>\n", element);
}

static int put_case(struct otfp_buf *b, const struct junit_case *c)
{
	const int is_empty = c->is == JUNIT_PASSED && !c->text.n;

	if (otfp_buf_puts(b, "  <testcase") < 0 || put_attribute(b, "classname", c->of) < 0 ||
	    put_attribute(b, "name", c->name) < 0 || otfp_buf_puts(b, is_empty ? "/>\n" : ">\n") < 0)
		return -1;
	if (is_empty)
		return 0;
	return put_result(b, c) < 0 ? -1 : otfp_buf_puts(b, "  </testcase>\n");
}

void junit_add(struct junit *j, const struct junit_case *c)
{
	if (!j->name)
		return;
	j->n[c->is]++;
	if (put_case(&j->cases, c) < 0)
		j->is_out_of_memory = 1;
}

/* ---- the file ---- */

static int put_head(const struct junit *j, const char *suite, struct otfp_buf *b)
{
	uint64_t tests = 0;

	for (unsigned i = 0; i < JUNIT_RESULTS; i++)
		tests += j->n[i];
	if (otfp_buf_puts(b, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n <testsuite") < 0 ||
	    put_attribute(b, "name", (struct otfp_str){suite, strlen(suite)}) < 0)
		return -1;
	return otfp_buf_printf(b,
	                       " tests=\"%" PRIu64 "\" failures=\"%" PRIu64 "\" errors=\"0\" skipped=\"%" PRIu64
	                       "\">\n",
	                       tests, j->n[JUNIT_FAILURE], j->n[JUNIT_SKIPPED]);
}

static int write_file(const struct junit *j, const struct otfp_buf *head, struct otfp_error *err)
{
	static const char tail[] = " </testsuite>\n</testsuites>\n";
	struct otfp_newfile f = {0};
	int code = open_file(j, &f, err);

	if (code == 0)
		code = otfp_newfile_put(&f, head->p, head->n, err);
	if (code == 0 && j->cases.n)
		code = otfp_newfile_put(&f, j->cases.p, j->cases.n, err);
	if (code == 0)
		code = otfp_newfile_put(&f, tail, sizeof tail - 1, err);
	if (code == 0)
		code = otfp_newfile_end(&f, err);
	otfp_newfile_release(&f);
	return code;
}

int junit_end(struct junit *j, const char *suite)
{
	struct otfp_buf head = {0};
	struct otfp_error err;
	int code;

	if (!j->name)
		return 0;
	signals_catch();
	if (j->is_out_of_memory || put_head(j, suite, &head) < 0)
		code = otfp_fail_memory(&err);
	else
		code = write_file(j, &head, &err);
	otfp_buf_release(&head);
	if (code < 0 && !signal_came())
		message_print("%s", err.text);
	signals_release();
	return code < 0;
}

void junit_release(struct junit *j)
{
	otfp_buf_release(&j->cases);
}
