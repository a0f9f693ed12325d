/* Records of OTF through VTF3 of profile full and back: nothing is lost, whatever they hold. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "line/text.h"
#include "randrec.h"
#include "vtf3/write/records.h"
#include "vtf3room.h"

enum { MOST = 4000 };

/* The lines of a stream. */
struct lines {
	char *line[MOST];
	size_t n;
};

static struct otfp_error err;

static void add_line(struct lines *to, const struct otfp_record *rec)
{
	struct otfp_buf b = OTFP_BUF_INIT;

	assert_true(to->n < MOST);
	assert_int_equal(otfp_line_add(&b, rec), 0);
	assert_non_null(otfp_buf_str(&b));
	to->line[to->n++] = b.p;
}

static void release(struct lines *l)
{
	while (l->n)
		free(l->line[--l->n]);
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static int is_timed_line(const char *line)
{
	return strncmp(line, "Def", 3) != 0 && strncmp(line, "Marker", 6) != 0 && !strstr(line, "\t-\t");
}

/* Events stay where they were; all the rest is there. */
static void assert_same_lines(struct lines *a, struct lines *b)
{
	size_t i = 0, k = 0;

	for (;; i++, k++) {
		while (i < a->n && !is_timed_line(a->line[i]))
			i++;
		while (k < b->n && !is_timed_line(b->line[k]))
			k++;
		if (i == a->n || k == b->n)
			break;
		assert_string_equal(a->line[i], b->line[k]);
	}
	qsort(a->line, a->n, sizeof *a->line, by_text);
	qsort(b->line, b->n, sizeof *b->line, by_text);
	for (i = 0; i < a->n && i < b->n; i++)
		assert_string_equal(a->line[i], b->line[i]);
	assert_int_equal(a->n, b->n);
}

/* ---- the way back ---- */

static void convert(struct otfp_vtf3_reading *c, const struct otfp_vtf3_record *rec, struct otfp_vtf3_legacy *l)
{
	const struct otfp_vtf3_record *const *made;
	size_t n;

	assert_int_equal(otfp_vtf3_legacy_record(l, rec, &made, &n), 0);
	c->job = rec->type == OTFP_VTF3_Exchange ? rec->v[3].i : OTFP_VTF3_NOJOB;
	for (size_t i = 0; i < n; i++)
		if (otfp_vtf3_reading(c, made[i]) != 0)
			fail_msg("%s", err.text);
}

static void take_lines(struct otfp_vtf3_reading *c, struct lines *to)
{
	for (size_t i = 0; i < c->n; i++)
		add_line(to, &c->recs[i]);
	otfp_vtf3_read_clear(c);
	assert_int_equal(c->troubles, 0);
}

/* @return definitions that have another one of their token */
static uint64_t read_file(const struct otfp_buf *file, enum otfp_vtf3_format format, struct lines *to)
{
	const struct otfp_vtf3_record *rec;
	struct otfp_vtf3_scanner *s;
	struct otfp_vtf3_reading c;
	struct otfp_vtf3_legacy *l;
	uint64_t twice;

	assert_int_equal(otfp_vtf3_scan_open_memory(&s, format, &err), 0);
	assert_int_equal(otfp_vtf3_scan_feed(s, file->p, file->n), 0);
	assert_int_equal(otfp_vtf3_legacy_new(&l, &err), 0);
	assert_int_equal(otfp_vtf3_read_init(&c, &err), 0);
	while (otfp_vtf3_scan_next(s, &rec) == 0) {
		assert_int_not_equal(rec->type, OTFP_VTF3_Unrecognizable);
		convert(&c, rec, l);
		take_lines(&c, to);
	}
	assert_int_equal(otfp_vtf3_carried_end(&c), 0);
	assert_int_equal(otfp_vtf3_read_end(&c), 0);
	take_lines(&c, to);
	twice = c.nredefined;
	otfp_vtf3_read_release(&c);
	otfp_vtf3_legacy_free(l);
	otfp_vtf3_scan_close(s);
	return twice;
}

/* ---- the way there ---- */

struct trip {
	struct otfp_vtf3_writing back;
	enum otfp_vtf3_format format;
	struct lines in, out;
};

static void begin(struct trip *t, enum otfp_vtf3_format format, int modern)
{
	const struct otfp_vtf3_write_options o = {.format = format, .profile = OTFP_VTF3_FULL, .modern = modern};

	memset(t, 0, sizeof *t);
	t->format = format;
	assert_int_equal(otfp_vtf3_write_init(&t->back, &o, &err), 0);
}

static void give(struct trip *t, const struct otfp_record *rec)
{
	add_line(&t->in, rec);
	if (otfp_vtf3_write_record(&t->back, rec) != 0)
		fail_msg("%s: %s", err.text, t->in.line[t->in.n - 1]);
}

/* @return as read_file */
static uint64_t end(struct trip *t)
{
	uint64_t twice;

	assert_int_equal(otfp_vtf3_write_end(&t->back), 0);
	twice = read_file(&t->back.out, t->format, &t->out);
	assert_same_lines(&t->in, &t->out);
	for (unsigned type = 0; type < OTFP_NTYPES; type++)
		assert_int_equal(t->back.dropped[type] + t->back.changed[type], 0);
	otfp_vtf3_write_release(&t->back);
	release(&t->in);
	release(&t->out);
	return twice;
}

/* ---- random records ---- */

/* Numbers that meet each other. */
static void make_near(struct otfp_record *rec)
{
	const struct otfp_schema *s = otfp_schema(rec->type);

	for (unsigned i = 0; i < s->nfields; i++)
		if (s->fields[i].type <= OTFP_FIELD_VALUE && s->fields[i].what != OTFP_W_TIME)
			rec->f[i].u = rec->f[i].u % 5;
	rec->loc %= 4;
}

static void random_one(struct random_record *r, unsigned type, uint64_t *time)
{
	random_record(r, type, next_random() % 3 ? 0 : WITH_TAGS);
	if (next_random() % 4)
		make_near(&r->rec);
	if (r->rec.file == OTFP_FILE_DEF && next_random() % 2)
		r->rec.loc = 0;
	if (!otfp_is_timed(r->rec.file))
		return;
	if (next_random() % 100 && r->rec.time > (uint64_t)1 << 50)
		r->rec.time = next_random() % 4;
	*time = r->rec.time < UINT64_MAX - *time ? *time + r->rec.time : UINT64_MAX;
	r->rec.time = *time;
}

static unsigned random_type(int definitions)
{
	static const uint8_t frequent[] = {OTFP_Enter,   OTFP_Leave,   OTFP_Enter,
	                                   OTFP_Leave,   OTFP_Counter, OTFP_SendMsg,
	                                   OTFP_RecvMsg, OTFP_Counter, OTFP_CollectiveOperation};
	unsigned type;

	if (!definitions && next_random() % 2)
		return frequent[next_random() % sizeof frequent];
	do
		type = (unsigned)(1 + next_random() % (OTFP_NTYPES - 1));
	while (definitions && otfp_is_timed(otfp_schema(type)->file));
	return type;
}

static void trip(unsigned turn)
{
	static struct trip t;
	struct random_record r;
	uint64_t time = 0;

	begin(&t, (enum otfp_vtf3_format)(turn % 3), turn % 7 == 0);
	for (unsigned i = 0; i < 120; i++) {
		random_one(&r, random_type(i < 50), &time);
		give(&t, &r.rec);
	}
	assert_int_equal(end(&t), 0);
}

static void records_of_every_type_come_back(void **state)
{
	(void)state;
	for (unsigned turn = 0; turn < 600; turn++)
		trip(turn);
}

/* ---- traces that were VTF3, and were changed ---- */

/* @return 0 if the record goes */
static int change(struct otfp_record *rec, unsigned rarely)
{
	switch (rarely ? next_random() % rarely : 9) {
	case 0: return 0;
	case 1: rec->loc = next_random() % 3; return 1;
	case 2: rec->f[0].u = otfp_schema(rec->type)->fields[0].type <= OTFP_FIELD_U64 ? 3 : rec->f[0].u; return 1;
	case 3: rec->ntags -= rec->ntags > 0; return 1;
	default: return 1;
	}
}

static void give_all(struct trip *t, struct otfp_vtf3_reading *c, unsigned rarely)
{
	for (size_t i = 0; i < c->n; i++)
		if (change(&c->recs[i], rarely))
			give(t, &c->recs[i]);
	otfp_vtf3_read_clear(c);
}

/* Small numbers, so that calls, messages and regions meet. */
static void random_native(struct vtf3_record *r, int is_event, double *time)
{
	const struct otfp_vtf3_row *row;

	do
		vtf3_random(r, (enum otfp_vtf3_type)(next_random() % OTFP_VTF3_NTYPES), OTFP_VTF3_STD_BINARY);
	while (r->rec.type == OTFP_VTF3_Unrecognizable || r->rec.type == OTFP_VTF3_Defclkperiod ||
	       (otfp_vtf3_rows[r->rec.type].kind == OTFP_VTF3_EVENT) != is_event);
	row = &otfp_vtf3_rows[r->rec.type];
	for (unsigned k = 0; k < row->nargs; k++)
		if (row->args[k].type < OTFP_VTF3_A_IOTYPE && next_random() % 8)
			r->rec.v[k].u %= 4;
		else if (row->args[k].type == OTFP_VTF3_A_DUR)
			r->rec.v[k].d = (double)(next_random() % 20);
	*time += (double)(next_random() % 5);
	r->rec.time = is_event ? *time : 0;
}

static void trip_of_vtf3(unsigned turn)
{
	static struct trip t;
	static struct vtf3_record r;
	const struct otfp_vtf3_record *native = &r.rec;
	struct otfp_vtf3_reading c;
	struct otfp_vtf3_legacy *l;
	double time = 0;

	begin(&t, (enum otfp_vtf3_format)(turn % 3), 0);
	assert_int_equal(otfp_vtf3_read_init(&c, &err), 0);
	assert_int_equal(otfp_vtf3_legacy_new(&l, &err), 0);
	for (unsigned i = 0; i < 150; i++) {
		random_native(&r, i > 40, &time);
		if (otfp_vtf3_has_record(&c, native))
			convert(&c, native, l);
		give_all(&t, &c, turn % 2 ? 0 : 10 + turn % 90);
	}
	assert_int_equal(otfp_vtf3_read_end(&c), 0);
	give_all(&t, &c, 0);
	otfp_vtf3_read_release(&c);
	otfp_vtf3_legacy_free(l);
	end(&t);
}

static void changed_traces_come_back(void **state)
{
	(void)state;
	for (unsigned turn = 0; turn < 600; turn++)
		trip_of_vtf3(turn);
}

/* ---- long lines ---- */

static void long_strings_go_in_parts(void **state)
{
	static struct trip t;
	static char text[200000];
	struct otfp_record rec = {.type = OTFP_DefFunction, .file = OTFP_FILE_DEF};

	(void)state;
	for (unsigned turn = 0; turn < 15; turn++) {
		size_t n = turn < 3 ? sizeof text : 65400 + 10 * turn;
		for (size_t i = 0; i < n; i++)
			text[i] = (char)(turn % 2 ? 'a' + i % 26 : i * 7 + i / 255);
		begin(&t, (enum otfp_vtf3_format)(turn % 3), 0);
		rec.f[1].s = (struct otfp_str){text, n};
		give(&t, &rec);
		end(&t);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(records_of_every_type_come_back),
		cmocka_unit_test(changed_traces_come_back),
		cmocka_unit_test(long_strings_go_in_parts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
