/* Each allocation of a module fails in turn: the result is right, or the caller hears that memory was out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "apiroom.h"
#include "check/check.h"
#include "cmd/print/print.h"
#include "cmd/text/message.h"
#include "cmd/stat/partial/partial.h"
#include "facts/facts.h"
#include "failing.h"
#include "profile/profile.h"
#include "record/table.h"
#include "tau/write/records.h"
#include "timeline/timeline.h"
#include "trace/source.h"

static const struct otfp_header header = {.resolution = 1000};

static struct otfp_record define(unsigned type, uint32_t token, const char *name)
{
	struct otfp_record rec = {.type = (uint16_t)type, .file = otfp_table[type].file};

	rec.f[0].u = token;
	rec.f[1].s = (struct otfp_str){name, strlen(name)};
	return rec;
}

static struct otfp_record timed(unsigned type, uint64_t time, uint32_t process, uint32_t token)
{
	struct otfp_record rec = {.type = (uint16_t)type, .file = OTFP_FILE_EVENT, .time = time, .loc = process};

	rec.f[0].u = token;
	return rec;
}

/* Give the records of a small trace to `take`. @return its first nonzero result */
static int each_record(int (*take)(void *ctx, const struct otfp_record *rec), void *ctx)
{
	const struct otfp_record recs[] = {
		define(OTFP_DefProcess, 1, "rank 0"), define(OTFP_DefFunction, 7, "main"),
		define(OTFP_DefFunction, 8, "solve"), timed(OTFP_Enter, 10, 1, 7),
		timed(OTFP_Enter, 20, 1, 8),          timed(OTFP_Enter, 25, 1, 9),
		timed(OTFP_Leave, 30, 1, 9),          timed(OTFP_Leave, 40, 1, 8),
		timed(OTFP_Leave, 50, 1, 7),
	};
	int rc = 0;

	for (size_t i = 0; i < sizeof recs / sizeof *recs && rc == 0; i++)
		rc = take(ctx, &recs[i]);
	return rc;
}

/* ---- otf-stat --partial ---- */

static int profile_see(void *ctx, const struct otfp_record *rec)
{
	return otfp_profile_add(ctx, rec);
}

/* Write a profile to fd. */
static int write_partial(int fd)
{
	const struct otfp_profile_options o = {.by = 1u << OTFP_KEY_PATH, .tables = 1u << OTFP_STAT_FUNCTION};
	const struct otfp_shares shares = {{0}, NULL, NULL};
	struct otfp_profile p = {0};
	struct otfp_error err;
	int rc;

	otfp_profile_begin(&p, &o, &header);
	rc = each_record(profile_see, &p);
	if (rc == 0)
		rc = otfp_profile_end(&p);
	if (rc == 0)
		rc = partial_write(&p, &shares, fd, &err);
	otfp_profile_release(&p);
	return rc;
}

/* @param ctx  the name of a file that what was written belongs to */
static int load_partial(void *ctx)
{
	struct otfp_profile p = {0};
	struct otfp_shares shares = {0};
	struct otfp_error err;
	char *name = ctx;
	int is_short, rc = partial_load(&p, &shares, &name, 1, &is_short, &err);

	if (rc == 0)
		assert_int_equal(p.paths.n, 3);
	otfp_shares_release(&shares);
	otfp_profile_release(&p);
	return rc;
}

static int join_partials(void *ctx)
{
	struct otfp_shares shares = {0};
	struct otfp_error err;
	char *name = ctx;
	int fd = memfd_create("joined", MFD_CLOEXEC), rc, is_short;

	assert_true(fd >= 0);
	rc = partial_join(&shares, &name, 1, fd, &is_short, &err);
	otfp_shares_release(&shares);
	close(fd);
	return rc;
}

/* What is written is complete if and only if the writer says so: then it can be read. */
static int try_partial(void *ctx)
{
	int fd = memfd_create("partial", MFD_CLOEXEC), rc;
	char name[40];

	(void)ctx;
	assert_true(fd >= 0);
	snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
	rc = write_partial(fd);
	if (rc == 0)
		rc = load_partial(name);
	if (rc == 0)
		rc = join_partials(name);
	close(fd);
	return rc;
}

static void counts_that_are_not_complete_have_no_end(void **state)
{
	(void)state;
	each_allocation_fails(try_partial, NULL);
}

/* ---- otf-print ---- */

static int see(void *ctx, const struct otfp_record *rec)
{
	return print_record(ctx, rec, 1);
}

/* The text goes to `text`, which has 4096 bytes. */
static int print_all(const struct option_print_words *o, char *text)
{
	int fd = memfd_create("print", MFD_CLOEXEC), rc;
	struct print *p = mmap(NULL, sizeof *p, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct otfp_error err;
	ssize_t n;

	assert_true(fd >= 0 && p != MAP_FAILED);
	p->o = *o;
	rc = print_begin(p, fd, &header, &err);
	if (rc == 0)
		rc = each_record(see, p);
	if (rc == 0)
		rc = print_end(p);
	print_close(p);
	n = pread(fd, text, 4095, 0);
	assert_true(n >= 0);
	text[n] = '\0';
	assert_int_equal(munmap(p, sizeof *p), 0);
	assert_int_equal(close(fd), 0);
	return rc;
}

static int try_print(void *ctx)
{
	static const struct option_print_words color = {.color = 1}, json = {.json = 1};
	char text[4096], *const *want = ctx;
	int rc = print_all(&color, text);

	if (rc == 0)
		assert_string_equal(text, want[0]);
	if (rc < 0)
		return rc;
	rc = print_all(&json, text);
	if (rc == 0)
		assert_string_equal(text, want[1]);
	return rc;
}

static void no_line_is_printed_without_its_names(void **state)
{
	static const struct option_print_words color = {.color = 1}, json = {.json = 1};
	char lines[4096], objects[4096], *want[] = {lines, objects};

	(void)state;
	assert_int_equal(print_all(&color, lines), 0);
	assert_int_equal(print_all(&json, objects), 0);
	assert_non_null(strstr(lines, "solve"));
	assert_non_null(strstr(objects, "solve"));
	each_allocation_fails(try_print, want);
}

/* ---- reading ---- */

/* Add the names of the definitions of a trace, and the number of its timed records. */
static int read_all(const char *name, char *text)
{
	struct otfp_source *src;
	const struct otfp_record *const *recs;
	size_t n = 0;
	int code = otfp_source_open(&src, name, NULL, NULL);

	*text = '\0';
	while (code == 0 && (code = otfp_source_batch(src, &recs, &n)) == 0)
		for (size_t i = 0; i < n; i++) {
			const struct otfp_str name_of = recs[i]->f[1].s;
			if (recs[i]->type == OTFP_DefProcess || recs[i]->type == OTFP_DefFunction)
				sprintf(text + strlen(text), "%.*s,", (int)name_of.n, name_of.p);
			else
				sprintf(text + strlen(text), "%u,", recs[i]->type);
		}
	otfp_source_close(src);
	return code == OTFP_END ? 0 : code;
}

struct reading {
	const char *name, *want;
};

static int try_read(void *ctx)
{
	const struct reading *r = ctx;
	char text[4096];
	int rc = read_all(r->name, text);

	if (rc == 0)
		assert_string_equal(text, r->want);
	else
		assert_int_equal(rc, OTFP_EFAIL); /* not damage */
	return rc;
}

/* The processes of a group are a list, which a record owns apart from its line. */
static void put(const char *suffix, const char *text)
{
	char name[40];
	FILE *f;

	snprintf(name, sizeof name, "kept%s", suffix);
	f = fopen(room_path(name), "w");
	assert_true(f && fputs(text, f) >= 0 && fclose(f) == 0);
}

static void a_record_that_cannot_be_kept_is_not_delivered(void **state)
{
	char text[4096];
	struct reading r = {.name = room_path("kept"), .want = text};

	(void)state;
	put(".otf", "1:1,2\n");
	put(".0.def", "DTR3e8\nDP1NM\"a\"\nDP2NM\"b\"\nDPG5M1,2,NM\"g\"\nDF7G0NM\"f\"\nXYZ7\n");
	put(".1.events", "1\n*1\nK5YbV414243L3\nK6Y6V2a\nE7\n2\n*2\nE7\n3\n*1\nL7\n3\n*1\n");
	assert_int_equal(read_all(r.name, text), 0);
	assert_non_null(strstr(text, "a,b,"));
	each_allocation_fails(try_read, &r);
}

/* ---- otf-info ---- */

static int info_see(void *ctx, const struct otfp_record *rec)
{
	return otfp_info_add(ctx, rec);
}

/* What could not be taken leaves no text of which only the length is there. */
static int try_facts(void *ctx)
{
	struct otfp_info info = {.name = "x", .format = "otf"};
	int rc = each_record(info_see, &info);

	(void)ctx;
	for (size_t i = 0; i < info.nprocesses; i++)
		assert_true(info.processes[i].name.p || info.processes[i].name.n == 0);
	if (rc == 0)
		assert_int_equal(info.total, 9);
	otfp_info_release(&info);
	return rc;
}

static void facts_without_memory_can_still_be_printed(void **state)
{
	(void)state;
	each_allocation_fails(try_facts, NULL);
}

/* ---- otf-check ---- */

static int found(void *ctx, const struct otfp_finding *f)
{
	strcat(strcat(ctx, f->whose ? f->whose : ""), f->text);
	return 0;
}

static void origin(void *ctx, const struct otfp_record *rec, struct otfp_origin *o)
{
	(void)ctx, (void)rec;
	memset(o, 0, sizeof *o);
}

static int check_see(void *ctx, const struct otfp_record *rec)
{
	return otfp_check_add(ctx, &rec, 1);
}

static int check_all(char *text)
{
	struct otfp_check_options o = {.origin = origin, .found = found, .ctx = text};
	struct otfp_check *c;
	int rc = -1;

	*text = '\0';
	memset(o.severity, OTFP_SEVERITY_ERROR, sizeof o.severity);
	c = otfp_check_begin(&o);
	if (!c)
		return rc;
	otfp_check_source(c, &header, 0);
	rc = each_record(check_see, c);
	if (otfp_check_end(c, rc == 0) < 0)
		rc = -1;
	otfp_check_release(c);
	return rc;
}

static int try_check(void *ctx)
{
	char text[4096];
	int rc = check_all(text);

	if (rc == 0)
		assert_string_equal(text, ctx);
	return rc;
}

static void no_finding_lacks_a_name(void **state)
{
	char want[4096];

	(void)state;
	assert_int_equal(check_all(want), 0);
	assert_non_null(strstr(want, "function 9"));
	each_allocation_fails(try_check, want);
}

/* ---- otf-to-tau ---- */

/* Functions of one name in so many groups: enough for the table of names to grow. */
enum { NGROUPS = 20 };

static int try_names(void *ctx)
{
	struct otfp_to_tau_state s = {0};
	struct otfp_error err;
	int rc = otfp_to_tau_begin(&s, &header, &err);

	(void)ctx;
	for (uint32_t i = 1; i <= NGROUPS && rc == 0; i++) {
		struct otfp_record group = define(OTFP_DefFunctionGroup, i, "g"), f = define(OTFP_DefFunction, i, "f");
		char name[20];
		snprintf(name, sizeof name, "g%u", i);
		group.f[1].s = (struct otfp_str){name, strlen(name)};
		f.f[2].u = i;
		rc = otfp_names_add(&s.names, &group) < 0 ? -1 : otfp_names_add(&s.names, &f);
	}
	if (rc == 0)
		rc = otfp_to_tau_define(&s, &err);
	if (rc == 0)
		assert_int_equal(s.lost[OTFP_LOST_NAME], NGROUPS - 1);
	otfp_to_tau_release(&s);
	return rc;
}

static void a_name_that_cannot_be_made_unique_is_an_error(void **state)
{
	(void)state;
	each_allocation_fails(try_names, NULL);
}

/* ---- otf-draw: a row of several processes ---- */

enum { CROWD = 16, CROWD_ENDS = 10000 };

static int draw(struct otfp_timeline *t, struct otfp_record rec)
{
	const struct otfp_record *const p = &rec;

	return otfp_timeline_add_all(t, &p, 1);
}

/* Each process is in a function of its own, from its number to the end. */
static int draw_crowd(struct otfp_timeline *t)
{
	int rc = 0;

	for (uint32_t i = 1; i <= CROWD && rc == 0; i++)
		if ((rc = draw(t, define(OTFP_DefProcess, i, "p"))) == 0)
			rc = draw(t, define(OTFP_DefFunction, i, &"abcdefghijklmnop"[i - 1]));
	for (uint32_t i = 1; i <= CROWD && rc == 0; i++)
		rc = draw(t, timed(OTFP_Enter, i, i, i));
	for (uint32_t i = 1; i <= CROWD && rc == 0; i++)
		rc = draw(t, timed(OTFP_Leave, CROWD_ENDS, i, i));
	return rc == 0 ? otfp_timeline_end(t) : rc;
}

/* It shows the longest call, which is that of the first process. */
static int try_crowd(void *ctx)
{
	const struct otfp_timeline_options o = {.to = CROWD_ENDS, .columns = 1, .rows = 1, .lanes = 1};
	struct otfp_timeline t = {.classes.by_function = 1};
	int rc = otfp_timeline_begin(&t, &o, &header);

	(void)ctx;
	if (rc == 0)
		rc = draw_crowd(&t);
	if (rc == 0) {
		const struct otfp_lane *lane = otfp_timeline_lane(&t, &t.rows[0], 0);
		assert_int_equal(lane->n, 1);
		assert_int_equal(lane->bars[0].units, CROWD_ENDS - 1);
	}
	otfp_timeline_release(&t);
	return rc;
}

static void a_row_of_many_processes_is_whole_or_memory_is_out(void **state)
{
	(void)state;
	each_allocation_fails(try_crowd, NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts_that_are_not_complete_have_no_end),
		cmocka_unit_test(no_line_is_printed_without_its_names),
		cmocka_unit_test(a_record_that_cannot_be_kept_is_not_delivered),
		cmocka_unit_test(facts_without_memory_can_still_be_printed),
		cmocka_unit_test(no_finding_lacks_a_name),
		cmocka_unit_test(a_name_that_cannot_be_made_unique_is_an_error),
		cmocka_unit_test(a_row_of_many_processes_is_whole_or_memory_is_out),
	};

	program_set_name("test_memory");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
